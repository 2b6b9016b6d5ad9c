; Debug intrinsics as LLVM 15 to 18 wrote them: no instruction remains of the calls.

define i32 @f(i32 %a) !dbg !5 {
  %1 = alloca i32, align 4
  call void @llvm.dbg.declare(metadata ptr %1, metadata !8, metadata !DIExpression()), !dbg !9
  tail call void @llvm.dbg.value(metadata i32 %a, metadata !8, metadata !DIExpression(DW_OP_plus_uconst, 3)), !dbg !9
  call void @llvm.dbg.value(metadata !DIArgList(i32 %a, ptr %1), metadata !8, metadata !DIExpression()), !dbg !9
  call void @llvm.dbg.value(metadata i32 undef, metadata !8, metadata !DIExpression()), !dbg !9
  call void @llvm.dbg.assign(metadata i32 %a, metadata !8, metadata !DIExpression(), metadata !12, metadata ptr %1, metadata !DIExpression()), !dbg !9
  call void @llvm.dbg.label(metadata !11), !dbg !9
  ret i32 %a, !dbg !9
}

declare void @llvm.dbg.declare(metadata, metadata, metadata)
declare void @llvm.dbg.value(metadata, metadata, metadata)
declare void @llvm.dbg.assign(metadata, metadata, metadata, metadata, metadata, metadata)
declare void @llvm.dbg.label(metadata)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/dir")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!5 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !6, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DISubroutineType(types: !{null, null})
!8 = !DILocalVariable(name: "a", arg: 1, scope: !5, file: !1, line: 1, type: !10)
!9 = !DILocation(line: 2, column: 5, scope: !5)
!10 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!11 = !DILabel(scope: !5, name: "again", file: !1, line: 4)
!12 = distinct !DIAssignID()
