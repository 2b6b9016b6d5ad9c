source_filename = "h.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.s = type { i32, ptr, i8 }

@list = internal global [3 x %struct.s] zeroinitializer, align 16, !dbg !0

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @f(ptr noundef %0, i32 noundef %1, ptr noundef %2, ptr noundef byval(%struct.s) align 8 %3) !dbg !29 {
  %5 = alloca i32, align 4
  %6 = alloca ptr, align 8
  %7 = alloca i32, align 4
  %8 = alloca ptr, align 8
  %9 = alloca i32, align 4
  %10 = alloca i32, align 4
  %11 = alloca i32, align 4
  store ptr %0, ptr %6, align 8
    #dbg_declare(ptr %6, !38, !DIExpression(), !39)
  store i32 %1, ptr %7, align 4
    #dbg_declare(ptr %7, !40, !DIExpression(), !41)
  store ptr %2, ptr %8, align 8
    #dbg_declare(ptr %8, !42, !DIExpression(), !43)
    #dbg_declare(ptr %3, !44, !DIExpression(), !45)
    #dbg_declare(ptr %9, !46, !DIExpression(), !47)
  %12 = load i32, ptr %7, align 4, !dbg !48
  store i32 %12, ptr %9, align 4, !dbg !47
    #dbg_declare(ptr %10, !49, !DIExpression(), !51)
  store i32 0, ptr %10, align 4, !dbg !51
  br label %13, !dbg !52

13:                                               ; preds = %30, %4
  %14 = load i32, ptr %10, align 4, !dbg !53
  %15 = icmp slt i32 %14, 3, !dbg !55
  br i1 %15, label %16, label %33, !dbg !56

16:                                               ; preds = %13
    #dbg_declare(ptr %11, !57, !DIExpression(), !59)
  %17 = load i32, ptr %10, align 4, !dbg !60
  store i32 %17, ptr %5, align 4
    #dbg_declare(ptr %5, !61, !DIExpression(), !65)
  %18 = load i32, ptr %5, align 4, !dbg !67
  %19 = load i32, ptr %5, align 4, !dbg !68
  %20 = mul nsw i32 %18, %19, !dbg !69
  store i32 %20, ptr %11, align 4, !dbg !59
  %21 = load i32, ptr %11, align 4, !dbg !70
  %22 = load i32, ptr %10, align 4, !dbg !71
  %23 = sext i32 %22 to i64, !dbg !72
  %24 = getelementptr inbounds [3 x %struct.s], ptr @list, i64 0, i64 %23, !dbg !72
  %25 = getelementptr inbounds %struct.s, ptr %24, i32 0, i32 0, !dbg !73
  %26 = load i32, ptr %25, align 8, !dbg !73
  %27 = add nsw i32 %21, %26, !dbg !74
  %28 = load i32, ptr %9, align 4, !dbg !75
  %29 = add nsw i32 %28, %27, !dbg !75
  store i32 %29, ptr %9, align 4, !dbg !75
  br label %30, !dbg !76

30:                                               ; preds = %16
  %31 = load i32, ptr %10, align 4, !dbg !77
  %32 = add nsw i32 %31, 1, !dbg !77
  store i32 %32, ptr %10, align 4, !dbg !77
  br label %13, !dbg !78, !llvm.loop !79

33:                                               ; preds = %13
  %34 = load i32, ptr %9, align 4, !dbg !82
  %35 = load ptr, ptr %8, align 8, !dbg !83
  %36 = load ptr, ptr %6, align 8, !dbg !84
  %37 = getelementptr inbounds %struct.s, ptr %36, i32 0, i32 0, !dbg !85
  %38 = load i32, ptr %37, align 8, !dbg !85
  %39 = call i32 (i32, ...) %35(i32 noundef %38), !dbg !83
  %40 = add nsw i32 %34, %39, !dbg !86
  %41 = getelementptr inbounds %struct.s, ptr %3, i32 0, i32 2, !dbg !87
  %42 = load i8, ptr %41, align 8, !dbg !87
  %43 = and i8 %42, 15, !dbg !87
  %44 = zext i8 %43 to i32, !dbg !87
  %45 = add nsw i32 %40, %44, !dbg !88
  ret i32 %45, !dbg !89
}


!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!21, !22, !23, !24, !25, !26, !27}
!llvm.ident = !{!28}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "list", scope: !2, file: !3, line: 3, type: !11, isLocal: true, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, producer: "clang", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, globals: !10, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "h.c", directory: "/src")
!4 = !{!5}
!5 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "e", file: !3, line: 2, baseType: !6, size: 32, elements: !7)
!6 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!7 = !{!8, !9}
!8 = !DIEnumerator(name: "A", value: 0)
!9 = !DIEnumerator(name: "B", value: 1)
!10 = !{!0}
!11 = !DICompositeType(tag: DW_TAG_array_type, baseType: !12, size: 576, elements: !19)
!12 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "s", file: !3, line: 1, size: 192, elements: !13)
!13 = !{!14, !16, !18}
!14 = !DIDerivedType(tag: DW_TAG_member, name: "a", scope: !12, file: !3, line: 1, baseType: !15, size: 32)
!15 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!16 = !DIDerivedType(tag: DW_TAG_member, name: "next", scope: !12, file: !3, line: 1, baseType: !17, size: 64, offset: 64)
!17 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !12, size: 64)
!18 = !DIDerivedType(tag: DW_TAG_member, name: "b", scope: !12, file: !3, line: 1, baseType: !6, size: 4, offset: 128, flags: DIFlagBitField, extraData: i64 128)
!19 = !{!20}
!20 = !DISubrange(count: 3)
!21 = !{i32 7, !"Dwarf Version", i32 5}
!22 = !{i32 2, !"Debug Info Version", i32 3}
!23 = !{i32 1, !"wchar_size", i32 4}
!24 = !{i32 8, !"PIC Level", i32 2}
!25 = !{i32 7, !"PIE Level", i32 2}
!26 = !{i32 7, !"uwtable", i32 2}
!27 = !{i32 7, !"frame-pointer", i32 2}
!28 = !{!"clang"}
!29 = distinct !DISubprogram(name: "f", scope: !3, file: !3, line: 5, type: !30, scopeLine: 5, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !37)
!30 = !DISubroutineType(types: !31)
!31 = !{!15, !32, !5, !34, !12}
!32 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !33, size: 64)
!33 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !12)
!34 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !35, size: 64)
!35 = !DISubroutineType(types: !36)
!36 = !{!15, !15, null}
!37 = !{}
!38 = !DILocalVariable(name: "p", arg: 1, scope: !29, file: !3, line: 5, type: !32)
!39 = !DILocation(line: 5, column: 23, scope: !29)
!40 = !DILocalVariable(name: "k", arg: 2, scope: !29, file: !3, line: 5, type: !5)
!41 = !DILocation(line: 5, column: 33, scope: !29)
!42 = !DILocalVariable(name: "cb", arg: 3, scope: !29, file: !3, line: 5, type: !34)
!43 = !DILocation(line: 5, column: 42, scope: !29)
!44 = !DILocalVariable(name: "v", arg: 4, scope: !29, file: !3, line: 5, type: !12)
!45 = !DILocation(line: 5, column: 66, scope: !29)
!46 = !DILocalVariable(name: "total", scope: !29, file: !3, line: 6, type: !15)
!47 = !DILocation(line: 6, column: 7, scope: !29)
!48 = !DILocation(line: 6, column: 15, scope: !29)
!49 = !DILocalVariable(name: "i", scope: !50, file: !3, line: 7, type: !15)
!50 = distinct !DILexicalBlock(scope: !29, file: !3, line: 7, column: 3)
!51 = !DILocation(line: 7, column: 12, scope: !50)
!52 = !DILocation(line: 7, column: 8, scope: !50)
!53 = !DILocation(line: 7, column: 19, scope: !54)
!54 = distinct !DILexicalBlock(scope: !50, file: !3, line: 7, column: 3)
!55 = !DILocation(line: 7, column: 21, scope: !54)
!56 = !DILocation(line: 7, column: 3, scope: !50)
!57 = !DILocalVariable(name: "t", scope: !58, file: !3, line: 7, type: !15)
!58 = distinct !DILexicalBlock(scope: !54, file: !3, line: 7, column: 31)
!59 = !DILocation(line: 7, column: 37, scope: !58)
!60 = !DILocation(line: 7, column: 43, scope: !58)
!61 = !DILocalVariable(name: "x", arg: 1, scope: !62, file: !3, line: 4, type: !15)
!62 = distinct !DISubprogram(name: "g", scope: !3, file: !3, line: 4, type: !63, scopeLine: 4, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !37)
!63 = !DISubroutineType(types: !64)
!64 = !{!15, !15}
!65 = !DILocation(line: 4, column: 56, scope: !62, inlinedAt: !66)
!66 = distinct !DILocation(line: 7, column: 41, scope: !58)
!67 = !DILocation(line: 4, column: 68, scope: !62, inlinedAt: !66)
!68 = !DILocation(line: 4, column: 72, scope: !62, inlinedAt: !66)
!69 = !DILocation(line: 4, column: 70, scope: !62, inlinedAt: !66)
!70 = !DILocation(line: 7, column: 56, scope: !58)
!71 = !DILocation(line: 7, column: 65, scope: !58)
!72 = !DILocation(line: 7, column: 60, scope: !58)
!73 = !DILocation(line: 7, column: 68, scope: !58)
!74 = !DILocation(line: 7, column: 58, scope: !58)
!75 = !DILocation(line: 7, column: 53, scope: !58)
!76 = !DILocation(line: 7, column: 71, scope: !58)
!77 = !DILocation(line: 7, column: 27, scope: !54)
!78 = !DILocation(line: 7, column: 3, scope: !54)
!79 = distinct !{!79, !56, !80, !81}
!80 = !DILocation(line: 7, column: 71, scope: !50)
!81 = !{!"llvm.loop.mustprogress"}
!82 = !DILocation(line: 8, column: 10, scope: !29)
!83 = !DILocation(line: 8, column: 18, scope: !29)
!84 = !DILocation(line: 8, column: 21, scope: !29)
!85 = !DILocation(line: 8, column: 24, scope: !29)
!86 = !DILocation(line: 8, column: 16, scope: !29)
!87 = !DILocation(line: 8, column: 31, scope: !29)
!88 = !DILocation(line: 8, column: 27, scope: !29)
!89 = !DILocation(line: 8, column: 3, scope: !29)
