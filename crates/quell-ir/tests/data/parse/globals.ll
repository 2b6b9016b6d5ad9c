; Everything that stands at module level.
source_filename = "dir/na\22me.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

module asm ".globl sym"
module asm "sym: nop"

$any = comdat any
$"other name" = comdat exactmatch
$large = comdat largest
$nodup = comdat nodeduplicate
$size = comdat samesize

%0 = type { i32 }
%"quoted type" = type { %0, ptr }

@0 = private unnamed_addr constant i32 1
@1 = internal global %"quoted type" zeroinitializer, section "sec", comdat($any), align 16
@any = linkonce_odr global i32 2, comdat
@"a name with \22 and \FF" = global i32 0
@tls = thread_local global i32 0
@tls2 = thread_local(initialexec) global i32 0
@weak = weak hidden global i32 0, partition "part"
@weak_odr = weak_odr protected global i32 0
@common = common dso_local global i32 0, align 4
@append = appending global [1 x ptr] [ptr @weak]
@ext = external global i32
@extweak = extern_weak global i32
@avail = available_externally local_unnamed_addr constant i32 3
@once = linkonce global i32 0, no_sanitize_address, no_sanitize_hwaddress, sanitize_memtag
@init = dso_local externally_initialized global i32 0, code_model "large"
@space = addrspace(3) global i32 0
@attr = global i32 0 #0
@dbg = global i32 0, align 4, !dbg !0, !type !3

@alias = alias i32, ptr @any
@alias2 = internal unnamed_addr alias i32, getelementptr (i32, ptr @any, i64 1)
@alias3 = hidden thread_local alias i32, ptr @tls, partition "part"
@ifunc = dso_local ifunc void (i32), ptr @resolver

define internal ptr @resolver() {
  ret ptr @declared
}

declare !dbg !11 extern_weak void @declared(i32) local_unnamed_addr #0
declare void @2(...)

define linkonce_odr hidden fastcc noundef nonnull ptr @full(ptr noalias nocapture noundef readonly align 8 dereferenceable(8) %0, i32 signext %named) unnamed_addr #0 section "text" comdat($any) align 32 gc "statepoint" prefix i32 1 prologue i8 2 personality ptr @resolver !dbg !5 !custom !3 {
  ret ptr %0
}

uselistorder ptr @any, { 1, 0 }

attributes #0 = { nounwind "key"="value" "alone" }

!named = !{!0, !3}
!empty = !{}
!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!9}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "dbg", scope: !2, file: !4, line: 1, type: !8, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !4, emissionKind: FullDebug, globals: !{!0})
!3 = !{i64 0, !"x", null, ptr @any}
!4 = !DIFile(filename: "x.c", directory: "/")
!5 = distinct !DISubprogram(name: "full", scope: !4, file: !4, line: 2, type: !6, unit: !2, flags: DIFlagPrototyped | DIFlagPublic, spFlags: DISPFlagDefinition)
!11 = !DISubprogram(name: "declared", scope: !4, file: !4, line: 2, type: !6, spFlags: 0)
!6 = !DISubroutineType(types: !7)
!7 = !{null}
!8 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!9 = !{i32 2, !"Debug Info Version", i32 3}
