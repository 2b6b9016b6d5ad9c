; Words of every version from LLVM 15 to 22, odd names, and every instruction.
source_filename = "odd \22name\22 \5C.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

module asm ".globl quell_marker"
module asm "quell_marker:"

%0 = type { i32, ptr }
%"odd type<int, 3>" = type <{ i8, [3 x %0], <2 x float> }>
%opaque = type opaque
%empty = type {}

$group = comdat any
$"other group" = comdat nodeduplicate

@0 = private unnamed_addr constant [4 x i8] c"a\22\5C\00", align 1
@1 = private unnamed_addr constant [3 x i8] c"\FFb\00"
@"odd global\01" = internal global %"odd type<int, 3>" <{ i8 -1, [3 x %0] [%0 { i32 1, ptr @0 }, %0 zeroinitializer, %0 undef], <2 x float> <float 0x3FB99999A0000000, float -0.0> }>, align 1
@declared = external global %opaque
@weak = extern_weak global i32
@common = common dso_local global [8 x i64] zeroinitializer, align 16
@tls = internal thread_local global i32 5
@hidden = linkonce_odr hidden local_unnamed_addr global i128 -170141183460469231731687303715884105728, section ".quell", comdat($group), align 16
@floats = global { half, bfloat, float, double, x86_fp80, fp128 } { half 0xH3E00, bfloat 0xR3FC0, float 1.5, double 0x7FF8000000000001, x86_fp80 0xK3FFFC000000000000000, fp128 0xL00000000000000003FFF800000000000 }
@empty = global %empty zeroinitializer
@spaced = addrspace(1) global i32 0
@expression = global i64 sub (i64 ptrtoint (ptr @common to i64), i64 ptrtoint (ptr getelementptr inbounds (i8, ptr @common, i64 8) to i64))
@splat = constant <4 x i32> splat (i32 7)
@labels = internal constant [2 x ptr] [ptr blockaddress(@control, %5), ptr blockaddress(@control, %"odd block")]
@alias = weak dso_local alias i32, ptr getelementptr (i8, ptr @common, i64 16)
@resolved = ifunc i32 (i32), ptr @resolver

declare i32 @printf(ptr noundef, ...)
declare void @llvm.lifetime.start.p0(ptr captures(none))
declare void @llvm.lifetime.end.p0(ptr captures(none))
declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)
declare i32 @__gxx_personality_v0(...)
declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr, <4 x i1>, <4 x i32>)
declare double @llvm.sqrt.f64(double)
declare void @llvm.assume(i1)

define internal ptr @resolver() {
  ret ptr @integers
}

define i32 @integers(i32 %0) {
  %2 = add nuw nsw i32 %0, 1
  %3 = sub i32 0, %2
  %4 = mul nsw i32 %3, -3
  %5 = udiv exact i32 %4, 3
  %6 = sdiv i32 %5, 2
  %7 = urem i32 %6, 7
  %8 = srem i32 %7, 5
  %9 = shl nuw i32 %8, 2
  %10 = lshr exact i32 %9, 1
  %11 = ashr i32 %10, 1
  %12 = and i32 %11, 255
  %13 = or disjoint i32 %12, 256
  %14 = xor i32 %13, -1
  %15 = trunc nuw nsw i32 %14 to i8
  %16 = zext nneg i8 %15 to i64
  %17 = sext i8 %15 to i32
  %18 = icmp samesign ult i32 %17, %0
  %19 = select i1 %18, i64 %16, i64 9223372036854775807
  %20 = freeze i64 %19
  %21 = inttoptr i64 %20 to ptr
  %22 = ptrtoint ptr %21 to i32
  %23 = ptrtoaddr ptr %21 to i64
  %24 = trunc i64 %23 to i32
  %25 = add i32 %22, %24
  ret i32 %25
}

define x86_fp80 @floats.of(double noundef %x, float %y, <2 x double> %v) local_unnamed_addr nounwind {
  %a = fadd fast double %x, 0x3FB999999999999A
  %b = fsub nnan ninf double %a, %x
  %c = fmul contract double %b, 1.000000e+01
  %d = fdiv arcp double %c, %x
  %e = frem double %d, -2.5
  %f = fneg nsz double %e
  %g = fcmp reassoc uno double %f, %x
  %h = fptrunc double %f to float
  %i = fpext float %y to double
  %j = fptosi double %i to i16
  %k = fptoui float %h to i128
  %l = sitofp i16 %j to double
  %m = uitofp nneg i128 %k to double
  %n = call fast double @llvm.sqrt.f64(double %m)
  %o = select nnan i1 %g, double %l, double %n
  %p = fadd <2 x double> %v, splat (double 0.5)
  %q = extractelement <2 x double> %p, i64 1
  %r = fadd double %q, %o
  %s = fpext double %r to x86_fp80
  ret x86_fp80 %s
}

define void @memory(ptr noalias sret({ i64, i64 }) align 8 %out, ptr %p, ptr byval(%0) align 8 %by, i32 zeroext %z, i8 signext %s, ptr addrspace(1) %far) #0 {
  %a = alloca %0, align 8
  %n = alloca i32, i64 4, align 4
  %save = call ptr @llvm.stacksave.p0()
  call void @llvm.lifetime.start.p0(ptr nonnull %a)
  %b = load i32, ptr %p, align 4, !range !0, !noundef !1
  %c = load atomic volatile i32, ptr %p syncscope("singlethread") monotonic, align 4
  store atomic i32 %b, ptr %p seq_cst, align 4
  store volatile i8 %s, ptr %n, align 1
  %d = getelementptr inbounds nuw %0, ptr %p, i64 1, i32 1
  %e = getelementptr nusw i8, ptr %d, i32 %z
  fence acq_rel
  %f = cmpxchg weak volatile ptr %p, i32 %c, i32 7 acq_rel monotonic, align 4
  %g = extractvalue { i32, i1 } %f, 0
  %h = atomicrmw umax ptr %p, i32 %g syncscope("agent") release, align 4
  %i = atomicrmw volatile xchg ptr %p, i32 %h seq_cst, align 4
  %j = insertvalue { i32, [2 x i8] } undef, i8 %s, 1, 1
  %k = insertelement <2 x i8> poison, i8 %s, i32 0
  %l = shufflevector <2 x i8> %k, <2 x i8> zeroinitializer, <4 x i32> <i32 0, i32 poison, i32 3, i32 1>
  %m = addrspacecast ptr addrspace(1) %far to ptr
  %o = bitcast <4 x i8> %l to i32
  %q = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %m, <4 x i1> splat (i1 true), <4 x i32> poison)
  call void @llvm.assume(i1 true) [ "align"(ptr %p, i64 8), "nonnull"(ptr %p) ]
  call void @llvm.lifetime.end.p0(ptr %a)
  call void @llvm.stackrestore.p0(ptr %save)
  ret void
}

define fastcc i32 @control(i32 %0, ptr %1) personality ptr @__gxx_personality_v0 {
  %3 = icmp eq i32 %0, 0
  br i1 %3, label %5, label %"odd block", !prof !2

"odd block":                                      ; preds = %2
  %4 = phi i32 [ %0, %2 ]
  switch i32 %4, label %common.exit [
    i32 1, label %5
    i32 -2, label %6
  ]

5:
  indirectbr ptr %1, [label %6, label %"odd block.2"]

6:
  br label %common.exit

"odd block.2":
  %7 = invoke noundef i32 (ptr, ...) @printf(ptr @0, i32 5, double 1.0) to label %8 unwind label %9

8:
  %"odd \22local" = call i32 asm sideeffect "bswap $0\0A", "=r,0,~{flags}"(i32 %7)
  ret i32 %"odd \22local"

9:
  %10 = landingpad { ptr, i32 }
          cleanup
          catch ptr null
          filter [1 x ptr] [ptr @0]
  resume { ptr, i32 } %10

common.exit:
  %11 = phi i32 [ 3, %"odd block" ], [ 4, %6 ]
  %12 = musttail call fastcc i32 @control(i32 %11, ptr %1)
  ret i32 %12
}

define void @never() noreturn {
  tail call void @never() noreturn
  unreachable
}

define i64 @constants(i1 %c) {
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  %x = phi i64 [ 1, %0 ], [ zext (i1 icmp eq (ptr @common, ptr @weak) to i64), %a ]
  %y = add i64 %x, lshr (i64 ptrtoint (ptr @common to i64), i64 4)
  ret i64 %y
}

define i32 @arguments(ptr %list, ...) {
  %a = va_arg ptr %list, i32
  ret i32 %a
}

define void @debugged(i32 %x, ptr %p) !dbg !10 {
    #dbg_value(i32 %x, !13, !DIExpression(), !14)
    #dbg_declare(ptr %p, !13, !DIExpression(DW_OP_deref), !14)
    #dbg_value(!DIArgList(i32 %x, i32 7), !13, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value), !14)
    #dbg_assign(i32 3, !13, !DIExpression(), !15, ptr %p, !DIExpression(), !14)
    #dbg_label(!16, !14)
  store i32 3, ptr %p, align 4, !dbg !14, !DIAssignID !15
  br label %next, !dbg !14
next:
    #dbg_value(i32 poison, !13, !DIExpression(DW_OP_LLVM_fragment, 0, 16), !14)
  %y = phi i32 [ 0, %0 ]
  ret void, !dbg !17
}

attributes #0 = { noinline optnone uwtable(sync) "frame-pointer"="all" memory(readwrite) }

!llvm.module.flags = !{!3, !4}
!llvm.dbg.cu = !{!5}
!odd\20list = !{!1}

!0 = !{i32 0, i32 10}
!1 = !{}
!2 = !{!"branch_weights", !"expected", i32 1, i32 2000}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 7, !"Dwarf Version", i32 5}
!5 = distinct !DICompileUnit(language: DW_LANG_C11, file: !6, producer: "quell \22test\22", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !1, retainedTypes: !7)
!6 = !DIFile(filename: "a\5Cb.c", directory: "/")
!7 = !{!8}
!8 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed, numExtraInhabitants: 2)
!9 = !DISubroutineType(types: !{null, !8, null})
!10 = distinct !DISubprogram(name: "debugged", scope: !6, file: !6, line: 1, type: !9, scopeLine: 1, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !5, retainedNodes: !11, keyInstructions: true)
!11 = !{!13}
!12 = distinct !DILexicalBlock(scope: !10, file: !6, line: 2, column: 3)
!13 = !DILocalVariable(name: "x", arg: 1, scope: !10, file: !6, line: 1, type: !8)
!14 = !DILocation(line: 2, column: 5, scope: !12, atomGroup: 1, atomRank: 1)
!15 = distinct !DIAssignID()
!16 = !DILabel(scope: !10, name: "here", file: !6, line: 2, column: 9)
!17 = !DILocation(line: 3, scope: !10, inlinedAt: !18)
!18 = distinct !DILocation(line: 4, column: 1, scope: !10)
