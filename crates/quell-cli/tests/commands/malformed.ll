; Debug information that goes in circles or claims the impossible.
@huge = global i32 1, !dbg !20

define i32 @enumerated(i32 %x) !dbg !5 {
  ret i32 %x, !dbg !9
}

define i32 @recursive(i32 %x) !dbg !10 {
  ret i32 %x
}

define i32 @doubling(i32 %x) !dbg !40 {
  ret i32 %x
}

define void @sliced(ptr %p, i64 %n) !dbg !30 {
  store i32 2, ptr @huge
  ret void
}

!llvm.dbg.cu = !{!1}
!llvm.module.flags = !{!0}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "nowhere.c", directory: "/nowhere")
!3 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "loop", file: !2, size: 32, baseType: !3, elements: !4)
!4 = !{}
!5 = distinct !DISubprogram(name: "enumerated", scope: !2, file: !2, line: 1, type: !6, spFlags: DISPFlagDefinition, unit: !1)
!6 = !DISubroutineType(types: !7)
!7 = !{!3, !3}
!8 = !{}
!9 = !DILocation(line: 4294967295, column: 65535, scope: !5)
!10 = distinct !DISubprogram(name: "recursive", scope: !2, file: !2, line: 1, type: !11, spFlags: DISPFlagDefinition, unit: !1)
!11 = !DISubroutineType(types: !12)
!12 = !{!13, !13}
!13 = !DICompositeType(tag: DW_TAG_structure_type, name: "self", file: !2, size: 32, elements: !14)
!14 = !{!15, !16}
!15 = !DIDerivedType(tag: DW_TAG_member, name: "me", file: !2, baseType: !13, size: 32)
!16 = !DIDerivedType(tag: DW_TAG_member, name: "far", file: !2, baseType: !17, size: 32, offset: 18446744073709551615)
!17 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!20 = !DIGlobalVariableExpression(var: !21, expr: !DIExpression())
!21 = distinct !DIGlobalVariable(name: "huge", scope: !1, file: !2, line: 1, type: !22, isDefinition: true)
!22 = !DICompositeType(tag: DW_TAG_array_type, baseType: !17, elements: !23)
!23 = !{!24, !24, !24}
!24 = !DISubrange(count: 4611686018427387904)
!30 = distinct !DISubprogram(name: "sliced", scope: !2, file: !2, line: 1, type: !31, spFlags: DISPFlagDefinition, unit: !1)
!31 = !DISubroutineType(types: !32)
!32 = !{null, !33}
!33 = !DICompositeType(tag: DW_TAG_structure_type, name: "&[loop]", file: !2, size: 128, elements: !34)
!34 = !{!35, !36}
!35 = !DIDerivedType(tag: DW_TAG_member, name: "data_ptr", file: !2, baseType: !33, size: 64)
!36 = !DIDerivedType(tag: DW_TAG_member, name: "length", file: !2, baseType: !17, size: 64, offset: 64)
!40 = distinct !DISubprogram(name: "doubling", scope: !2, file: !2, line: 1, type: !41, spFlags: DISPFlagDefinition, unit: !1)
!41 = !DISubroutineType(types: !42)
!42 = !{!43, !43}
!43 = !DICompositeType(tag: DW_TAG_structure_type, name: "twins", file: !2, size: 32, elements: !44)
!44 = !{!45, !45}
!45 = !DIDerivedType(tag: DW_TAG_member, name: "me", file: !2, baseType: !43, size: 32)
