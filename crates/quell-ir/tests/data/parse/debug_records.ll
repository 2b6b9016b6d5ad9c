; Debug records as LLVM 19 and later write them.

define i32 @f(i32 %a) !dbg !5 {
  %1 = alloca i32, align 4, !DIAssignID !12
    #dbg_declare(ptr %1, !8, !DIExpression(), !9)
    #dbg_value(i32 %a, !8, !DIExpression(DW_OP_plus_uconst, 3, DW_OP_stack_value, DW_OP_LLVM_fragment, 0, 16), !9)
    #dbg_value(!DIArgList(i32 %a, i32 7, ptr %1), !8, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus), !9)
    #dbg_value(i32 poison, !8, !DIExpression(), !9)
    #dbg_value(!{}, !8, !DIExpression(), !9)
  store i32 %a, ptr %1, align 4, !dbg !9, !tbaa !13, !DIAssignID !12
    #dbg_assign(i32 %a, !8, !DIExpression(), !12, ptr %1, !DIExpression(), !9)
    #dbg_label(!11, !9)
  ret i32 %a, !dbg !DILocation(line: 3, column: 1, scope: !5, inlinedAt: !9)
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, producer: "quell", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "a \22b\22.c", directory: "/dir", checksumkind: CSK_MD5, checksum: "00000000000000000000000000000000")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!5 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !6, scopeLine: 1, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !7)
!6 = !DISubroutineType(types: !14)
!7 = !{!8}
!8 = !DILocalVariable(name: "a", arg: 1, scope: !5, file: !1, line: 1, type: !10)
!9 = !DILocation(line: 2, column: 5, scope: !5)
!10 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!11 = !DILabel(scope: !5, name: "again", file: !1, line: 4)
!12 = distinct !DIAssignID()
!13 = !{!15, !15, i64 0}
!14 = !{!10, !10}
!15 = !{!"int", !16, i64 0}
!16 = !{!"root"}
!17 = !DIEnumerator(name: "big", value: 18446744073709551615, isUnsigned: true)
!18 = !DISubrange(count: -1, lowerBound: !DIExpression(DW_OP_push_object_address))
!19 = !DITemplateValueParameter(name: "n", type: !10, value: i32 7)
!20 = !DIDerivedType(tag: DW_TAG_member, name: "m", scope: !1, baseType: !10, size: 3, flags: DIFlagBitField | DIFlagStaticMember, extraData: i64 0)
!21 = distinct !{!21, !22}
!22 = !{!"llvm.loop.mustprogress"}
!23 = !GenericDINode(tag: DW_TAG_entry_point, header: "x", operands: {!1, !2})
!24 = !{!DILocation(line: 0, scope: !5, isImplicitCode: true), !{}, !"str\00ing"}
!dangling = !{!17, !18, !19, !20, !21, !23, !24}
