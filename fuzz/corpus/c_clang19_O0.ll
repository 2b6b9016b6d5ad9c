; ModuleID = 'small.c'
source_filename = "small.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.node = type { ptr, i32, double }

@first = internal global %struct.node { ptr null, i32 7, double 1.500000e+00 }, align 8, !dbg !0
@head = dso_local global ptr @first, align 8, !dbg !7
@text = dso_local constant [7 x i8] c"a\22b\\\0A\FF\00", align 1, !dbg !16

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @walk(ptr noundef %0, i32 noundef %1) #0 !dbg !31 {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
    #dbg_declare(ptr %4, !37, !DIExpression(), !38)
  store i32 %1, ptr %5, align 4
    #dbg_declare(ptr %5, !39, !DIExpression(), !40)
    #dbg_declare(ptr %6, !41, !DIExpression(), !42)
  store i32 0, ptr %6, align 4, !dbg !42
  br label %7, !dbg !43

7:                                                ; preds = %32, %2
  %8 = load ptr, ptr %4, align 8, !dbg !44
  %9 = icmp ne ptr %8, null, !dbg !44
  br i1 %9, label %10, label %13, !dbg !47

10:                                               ; preds = %7
  %11 = load i32, ptr %5, align 4, !dbg !48
  %12 = icmp sgt i32 %11, 0, !dbg !49
  br label %13

13:                                               ; preds = %10, %7
  %14 = phi i1 [ false, %7 ], [ %12, %10 ], !dbg !50
  br i1 %14, label %15, label %38, !dbg !51

15:                                               ; preds = %13
  %16 = load ptr, ptr %4, align 8, !dbg !52
  %17 = getelementptr inbounds %struct.node, ptr %16, i32 0, i32 1, !dbg !55
  %18 = load i32, ptr %17, align 8, !dbg !55
  %19 = icmp slt i32 %18, 0, !dbg !56
  br i1 %19, label %20, label %21, !dbg !57

20:                                               ; preds = %15
  br label %32, !dbg !58

21:                                               ; preds = %15
  %22 = load ptr, ptr %4, align 8, !dbg !59
  %23 = getelementptr inbounds %struct.node, ptr %22, i32 0, i32 1, !dbg !60
  %24 = load i32, ptr %23, align 8, !dbg !60
  %25 = load ptr, ptr %4, align 8, !dbg !61
  %26 = getelementptr inbounds %struct.node, ptr %25, i32 0, i32 2, !dbg !62
  %27 = load double, ptr %26, align 8, !dbg !62
  %28 = fptosi double %27 to i32, !dbg !63
  %29 = mul nsw i32 %24, %28, !dbg !64
  %30 = load i32, ptr %6, align 4, !dbg !65
  %31 = add nsw i32 %30, %29, !dbg !65
  store i32 %31, ptr %6, align 4, !dbg !65
  br label %32, !dbg !66

32:                                               ; preds = %21, %20
  %33 = load ptr, ptr %4, align 8, !dbg !67
  %34 = getelementptr inbounds %struct.node, ptr %33, i32 0, i32 0, !dbg !68
  %35 = load ptr, ptr %34, align 8, !dbg !68
  store ptr %35, ptr %4, align 8, !dbg !69
  %36 = load i32, ptr %5, align 4, !dbg !70
  %37 = add nsw i32 %36, -1, !dbg !70
  store i32 %37, ptr %5, align 4, !dbg !70
  br label %7, !dbg !71, !llvm.loop !72

38:                                               ; preds = %13
  %39 = load i32, ptr %6, align 4, !dbg !75
  switch i32 %39, label %45 [
    i32 0, label %40
    i32 7, label %42
  ], !dbg !76

40:                                               ; preds = %38
  %41 = call i32 (i32, ...) @outside(i32 noundef 1, double noundef 2.000000e+00, ptr noundef @text), !dbg !77
  store i32 %41, ptr %3, align 4, !dbg !79
  br label %49, !dbg !79

42:                                               ; preds = %38
  %43 = load i32, ptr %6, align 4, !dbg !80
  %44 = shl i32 %43, 2, !dbg !81
  store i32 %44, ptr %3, align 4, !dbg !82
  br label %49, !dbg !82

45:                                               ; preds = %38
  %46 = load i32, ptr %6, align 4, !dbg !83
  %47 = load i32, ptr %5, align 4, !dbg !84
  %48 = sdiv i32 %46, %47, !dbg !85
  store i32 %48, ptr %3, align 4, !dbg !86
  br label %49, !dbg !86

49:                                               ; preds = %45, %42, %40
  %50 = load i32, ptr %3, align 4, !dbg !87
  ret i32 %50, !dbg !87
}

declare i32 @outside(i32 noundef, ...) #1

; Function Attrs: noinline nounwind optnone uwtable
define dso_local <4 x float> @mix(<4 x float> noundef %0, <4 x float> noundef %1) #2 !dbg !88 {
  %3 = alloca <4 x float>, align 16
  %4 = alloca <4 x float>, align 16
  store <4 x float> %0, ptr %3, align 16
    #dbg_declare(ptr %3, !96, !DIExpression(), !97)
  store <4 x float> %1, ptr %4, align 16
    #dbg_declare(ptr %4, !98, !DIExpression(), !99)
  %5 = load <4 x float>, ptr %3, align 16, !dbg !100
  %6 = load <4 x float>, ptr %4, align 16, !dbg !101
  %7 = shufflevector <4 x float> %5, <4 x float> %6, <4 x i32> <i32 0, i32 5, i32 2, i32 7>, !dbg !102
  ret <4 x float> %7, !dbg !103
}

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @swap(ptr noundef %0) #0 !dbg !104 {
  %2 = alloca ptr, align 8
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  store ptr %0, ptr %2, align 8
    #dbg_declare(ptr %2, !109, !DIExpression(), !110)
  %5 = load ptr, ptr %2, align 8, !dbg !111
  store i32 3, ptr %3, align 4, !dbg !112
  %6 = load i32, ptr %3, align 4, !dbg !112
  %7 = atomicrmw xchg ptr %5, i32 %6 seq_cst, align 4, !dbg !112
  store i32 %7, ptr %4, align 4, !dbg !112
  %8 = load i32, ptr %4, align 4, !dbg !112
  ret i32 %8, !dbg !113
}

attributes #0 = { noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="128" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!23, !24, !25, !26, !27, !28, !29}
!llvm.ident = !{!30}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "first", scope: !2, file: !3, line: 4, type: !10, isLocal: true, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, producer: "Debian clang version 19.1.7 (3~deb12u1)", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !4, globals: !6, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "small.c", directory: ".", checksumkind: CSK_MD5, checksum: "a81bf13be92d712d891620bacdda3413")
!4 = !{!5}
!5 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!6 = !{!7, !16, !0}
!7 = !DIGlobalVariableExpression(var: !8, expr: !DIExpression())
!8 = distinct !DIGlobalVariable(name: "head", scope: !2, file: !3, line: 5, type: !9, isLocal: false, isDefinition: true)
!9 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !10, size: 64)
!10 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "node", file: !3, line: 2, size: 192, elements: !11)
!11 = !{!12, !13, !14}
!12 = !DIDerivedType(tag: DW_TAG_member, name: "next", scope: !10, file: !3, line: 2, baseType: !9, size: 64)
!13 = !DIDerivedType(tag: DW_TAG_member, name: "value", scope: !10, file: !3, line: 2, baseType: !5, size: 32, offset: 64)
!14 = !DIDerivedType(tag: DW_TAG_member, name: "weight", scope: !10, file: !3, line: 2, baseType: !15, size: 64, offset: 128)
!15 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
!16 = !DIGlobalVariableExpression(var: !17, expr: !DIExpression())
!17 = distinct !DIGlobalVariable(name: "text", scope: !2, file: !3, line: 6, type: !18, isLocal: false, isDefinition: true)
!18 = !DICompositeType(tag: DW_TAG_array_type, baseType: !19, size: 56, elements: !21)
!19 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !20)
!20 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!21 = !{!22}
!22 = !DISubrange(count: 7)
!23 = !{i32 7, !"Dwarf Version", i32 5}
!24 = !{i32 2, !"Debug Info Version", i32 3}
!25 = !{i32 1, !"wchar_size", i32 4}
!26 = !{i32 8, !"PIC Level", i32 2}
!27 = !{i32 7, !"PIE Level", i32 2}
!28 = !{i32 7, !"uwtable", i32 2}
!29 = !{i32 7, !"frame-pointer", i32 2}
!30 = !{!"Debian clang version 19.1.7 (3~deb12u1)"}
!31 = distinct !DISubprogram(name: "walk", scope: !3, file: !3, line: 9, type: !32, scopeLine: 9, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !36)
!32 = !DISubroutineType(types: !33)
!33 = !{!5, !34, !5}
!34 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !35, size: 64)
!35 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !10)
!36 = !{}
!37 = !DILocalVariable(name: "list", arg: 1, scope: !31, file: !3, line: 9, type: !34)
!38 = !DILocation(line: 9, column: 29, scope: !31)
!39 = !DILocalVariable(name: "limit", arg: 2, scope: !31, file: !3, line: 9, type: !5)
!40 = !DILocation(line: 9, column: 39, scope: !31)
!41 = !DILocalVariable(name: "sum", scope: !31, file: !3, line: 10, type: !5)
!42 = !DILocation(line: 10, column: 7, scope: !31)
!43 = !DILocation(line: 11, column: 3, scope: !31)
!44 = !DILocation(line: 11, column: 10, scope: !45)
!45 = distinct !DILexicalBlock(scope: !46, file: !3, line: 11, column: 3)
!46 = distinct !DILexicalBlock(scope: !31, file: !3, line: 11, column: 3)
!47 = !DILocation(line: 11, column: 15, scope: !45)
!48 = !DILocation(line: 11, column: 18, scope: !45)
!49 = !DILocation(line: 11, column: 24, scope: !45)
!50 = !DILocation(line: 0, scope: !45)
!51 = !DILocation(line: 11, column: 3, scope: !46)
!52 = !DILocation(line: 12, column: 9, scope: !53)
!53 = distinct !DILexicalBlock(scope: !54, file: !3, line: 12, column: 9)
!54 = distinct !DILexicalBlock(scope: !45, file: !3, line: 11, column: 57)
!55 = !DILocation(line: 12, column: 15, scope: !53)
!56 = !DILocation(line: 12, column: 21, scope: !53)
!57 = !DILocation(line: 12, column: 9, scope: !54)
!58 = !DILocation(line: 12, column: 26, scope: !53)
!59 = !DILocation(line: 13, column: 12, scope: !54)
!60 = !DILocation(line: 13, column: 18, scope: !54)
!61 = !DILocation(line: 13, column: 31, scope: !54)
!62 = !DILocation(line: 13, column: 37, scope: !54)
!63 = !DILocation(line: 13, column: 26, scope: !54)
!64 = !DILocation(line: 13, column: 24, scope: !54)
!65 = !DILocation(line: 13, column: 9, scope: !54)
!66 = !DILocation(line: 14, column: 3, scope: !54)
!67 = !DILocation(line: 11, column: 36, scope: !45)
!68 = !DILocation(line: 11, column: 42, scope: !45)
!69 = !DILocation(line: 11, column: 34, scope: !45)
!70 = !DILocation(line: 11, column: 53, scope: !45)
!71 = !DILocation(line: 11, column: 3, scope: !45)
!72 = distinct !{!72, !51, !73, !74}
!73 = !DILocation(line: 14, column: 3, scope: !46)
!74 = !{!"llvm.loop.mustprogress"}
!75 = !DILocation(line: 15, column: 11, scope: !31)
!76 = !DILocation(line: 15, column: 3, scope: !31)
!77 = !DILocation(line: 16, column: 18, scope: !78)
!78 = distinct !DILexicalBlock(scope: !31, file: !3, line: 15, column: 16)
!79 = !DILocation(line: 16, column: 11, scope: !78)
!80 = !DILocation(line: 17, column: 18, scope: !78)
!81 = !DILocation(line: 17, column: 22, scope: !78)
!82 = !DILocation(line: 17, column: 11, scope: !78)
!83 = !DILocation(line: 18, column: 19, scope: !78)
!84 = !DILocation(line: 18, column: 25, scope: !78)
!85 = !DILocation(line: 18, column: 23, scope: !78)
!86 = !DILocation(line: 18, column: 12, scope: !78)
!87 = !DILocation(line: 20, column: 1, scope: !31)
!88 = distinct !DISubprogram(name: "mix", scope: !3, file: !3, line: 23, type: !89, scopeLine: 23, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !36)
!89 = !DISubroutineType(types: !90)
!90 = !{!91, !91, !91}
!91 = !DIDerivedType(tag: DW_TAG_typedef, name: "four", file: !3, line: 22, baseType: !92)
!92 = !DICompositeType(tag: DW_TAG_array_type, baseType: !93, size: 128, flags: DIFlagVector, elements: !94)
!93 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!94 = !{!95}
!95 = !DISubrange(count: 4)
!96 = !DILocalVariable(name: "a", arg: 1, scope: !88, file: !3, line: 23, type: !91)
!97 = !DILocation(line: 23, column: 15, scope: !88)
!98 = !DILocalVariable(name: "b", arg: 2, scope: !88, file: !3, line: 23, type: !91)
!99 = !DILocation(line: 23, column: 23, scope: !88)
!100 = !DILocation(line: 23, column: 59, scope: !88)
!101 = !DILocation(line: 23, column: 62, scope: !88)
!102 = !DILocation(line: 23, column: 35, scope: !88)
!103 = !DILocation(line: 23, column: 28, scope: !88)
!104 = distinct !DISubprogram(name: "swap", scope: !3, file: !3, line: 25, type: !105, scopeLine: 25, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !36)
!105 = !DISubroutineType(types: !106)
!106 = !{!5, !107}
!107 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !108, size: 64)
!108 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: !5)
!109 = !DILocalVariable(name: "p", arg: 1, scope: !104, file: !3, line: 25, type: !107)
!110 = !DILocation(line: 25, column: 23, scope: !104)
!111 = !DILocation(line: 25, column: 57, scope: !104)
!112 = !DILocation(line: 25, column: 35, scope: !104)
!113 = !DILocation(line: 25, column: 28, scope: !104)
