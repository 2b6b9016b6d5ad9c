; ModuleID = 'small.c'
source_filename = "small.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.node = type { ptr, i32, double }

@first = internal global %struct.node { ptr null, i32 7, double 1.500000e+00 }, align 8, !dbg !0
@head = dso_local local_unnamed_addr global ptr @first, align 8, !dbg !7
@text = dso_local constant [7 x i8] c"a\22b\\\0A\FF\00", align 1, !dbg !16

; Function Attrs: nounwind uwtable
define dso_local i32 @walk(ptr noundef readonly %0, i32 noundef %1) local_unnamed_addr #0 !dbg !30 {
  call void @llvm.dbg.value(metadata ptr %0, metadata !36, metadata !DIExpression()), !dbg !39
  call void @llvm.dbg.value(metadata i32 %1, metadata !37, metadata !DIExpression()), !dbg !39
  call void @llvm.dbg.value(metadata i32 0, metadata !38, metadata !DIExpression()), !dbg !39
  %3 = icmp ne ptr %0, null, !dbg !40
  %4 = icmp sgt i32 %1, 0, !dbg !43
  %5 = and i1 %3, %4, !dbg !43
  br i1 %5, label %6, label %27, !dbg !44

6:                                                ; preds = %2, %19
  %7 = phi i32 [ %20, %19 ], [ 0, %2 ]
  %8 = phi i32 [ %22, %19 ], [ %1, %2 ]
  %9 = phi ptr [ %21, %19 ], [ %0, %2 ]
  call void @llvm.dbg.value(metadata i32 %7, metadata !38, metadata !DIExpression()), !dbg !39
  call void @llvm.dbg.value(metadata i32 %8, metadata !37, metadata !DIExpression()), !dbg !39
  call void @llvm.dbg.value(metadata ptr %9, metadata !36, metadata !DIExpression()), !dbg !39
  %10 = getelementptr inbounds %struct.node, ptr %9, i64 0, i32 1, !dbg !45
  %11 = load i32, ptr %10, align 8, !dbg !45, !tbaa !48
  %12 = icmp slt i32 %11, 0, !dbg !55
  br i1 %12, label %19, label %13, !dbg !56

13:                                               ; preds = %6
  %14 = getelementptr inbounds %struct.node, ptr %9, i64 0, i32 2, !dbg !57
  %15 = load double, ptr %14, align 8, !dbg !57, !tbaa !58
  %16 = fptosi double %15 to i32, !dbg !59
  %17 = mul nsw i32 %11, %16, !dbg !60
  %18 = add nsw i32 %17, %7, !dbg !61
  call void @llvm.dbg.value(metadata i32 %18, metadata !38, metadata !DIExpression()), !dbg !39
  br label %19, !dbg !62

19:                                               ; preds = %6, %13
  %20 = phi i32 [ %7, %6 ], [ %18, %13 ], !dbg !39
  call void @llvm.dbg.value(metadata i32 %20, metadata !38, metadata !DIExpression()), !dbg !39
  %21 = load ptr, ptr %9, align 8, !dbg !63, !tbaa !64
  call void @llvm.dbg.value(metadata ptr %21, metadata !36, metadata !DIExpression()), !dbg !39
  %22 = add nsw i32 %8, -1, !dbg !65
  call void @llvm.dbg.value(metadata i32 %22, metadata !37, metadata !DIExpression()), !dbg !39
  %23 = icmp ne ptr %21, null, !dbg !40
  %24 = icmp sgt i32 %8, 1, !dbg !43
  %25 = select i1 %23, i1 %24, i1 false, !dbg !43
  br i1 %25, label %6, label %26, !dbg !44, !llvm.loop !66

26:                                               ; preds = %19
  switch i32 %20, label %29 [
    i32 0, label %27
    i32 7, label %31
  ], !dbg !69

27:                                               ; preds = %2, %26
  %28 = tail call i32 (i32, ...) @outside(i32 noundef 1, double noundef 2.000000e+00, ptr noundef nonnull @text) #5, !dbg !70
  br label %31, !dbg !72

29:                                               ; preds = %26
  %30 = sdiv i32 %20, %22, !dbg !73
  br label %31, !dbg !74

31:                                               ; preds = %26, %29, %27
  %32 = phi i32 [ %30, %29 ], [ %28, %27 ], [ 28, %26 ], !dbg !75
  ret i32 %32, !dbg !76
}

declare !dbg !77 i32 @outside(i32 noundef, ...) local_unnamed_addr #1

; Function Attrs: mustprogress nofree norecurse nosync nounwind readnone willreturn uwtable
define dso_local <4 x float> @mix(<4 x float> noundef %0, <4 x float> noundef %1) local_unnamed_addr #2 !dbg !81 {
  call void @llvm.dbg.value(metadata <4 x float> %0, metadata !90, metadata !DIExpression()), !dbg !92
  call void @llvm.dbg.value(metadata <4 x float> %1, metadata !91, metadata !DIExpression()), !dbg !92
  %3 = shufflevector <4 x float> %0, <4 x float> %1, <4 x i32> <i32 0, i32 5, i32 2, i32 7>, !dbg !93
  ret <4 x float> %3, !dbg !94
}

; Function Attrs: mustprogress nofree norecurse nounwind willreturn uwtable
define dso_local i32 @swap(ptr nocapture noundef %0) local_unnamed_addr #3 !dbg !95 {
  call void @llvm.dbg.value(metadata ptr %0, metadata !101, metadata !DIExpression()), !dbg !102
  %2 = atomicrmw xchg ptr %0, i32 3 seq_cst, align 4, !dbg !103
  ret i32 %2, !dbg !104
}

; Function Attrs: nocallback nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.value(metadata, metadata, metadata) #4

attributes #0 = { nounwind uwtable "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { "frame-pointer"="none" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { mustprogress nofree norecurse nosync nounwind readnone willreturn uwtable "frame-pointer"="none" "min-legal-vector-width"="128" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { mustprogress nofree norecurse nounwind willreturn uwtable "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nocallback nofree nosync nounwind readnone speculatable willreturn }
attributes #5 = { nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!23, !24, !25, !26, !27, !28}
!llvm.ident = !{!29}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "first", scope: !2, file: !3, line: 4, type: !10, isLocal: true, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 15.0.6", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !4, globals: !6, splitDebugInlining: false, nameTableKind: None)
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
!26 = !{i32 7, !"PIC Level", i32 2}
!27 = !{i32 7, !"PIE Level", i32 2}
!28 = !{i32 7, !"uwtable", i32 2}
!29 = !{!"Debian clang version 15.0.6"}
!30 = distinct !DISubprogram(name: "walk", scope: !3, file: !3, line: 9, type: !31, scopeLine: 9, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !35)
!31 = !DISubroutineType(types: !32)
!32 = !{!5, !33, !5}
!33 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !34, size: 64)
!34 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !10)
!35 = !{!36, !37, !38}
!36 = !DILocalVariable(name: "list", arg: 1, scope: !30, file: !3, line: 9, type: !33)
!37 = !DILocalVariable(name: "limit", arg: 2, scope: !30, file: !3, line: 9, type: !5)
!38 = !DILocalVariable(name: "sum", scope: !30, file: !3, line: 10, type: !5)
!39 = !DILocation(line: 0, scope: !30)
!40 = !DILocation(line: 11, column: 10, scope: !41)
!41 = distinct !DILexicalBlock(scope: !42, file: !3, line: 11, column: 3)
!42 = distinct !DILexicalBlock(scope: !30, file: !3, line: 11, column: 3)
!43 = !DILocation(line: 11, column: 15, scope: !41)
!44 = !DILocation(line: 11, column: 3, scope: !42)
!45 = !DILocation(line: 12, column: 15, scope: !46)
!46 = distinct !DILexicalBlock(scope: !47, file: !3, line: 12, column: 9)
!47 = distinct !DILexicalBlock(scope: !41, file: !3, line: 11, column: 57)
!48 = !{!49, !53, i64 8}
!49 = !{!"node", !50, i64 0, !53, i64 8, !54, i64 16}
!50 = !{!"any pointer", !51, i64 0}
!51 = !{!"omnipotent char", !52, i64 0}
!52 = !{!"Simple C/C++ TBAA"}
!53 = !{!"int", !51, i64 0}
!54 = !{!"double", !51, i64 0}
!55 = !DILocation(line: 12, column: 21, scope: !46)
!56 = !DILocation(line: 12, column: 9, scope: !47)
!57 = !DILocation(line: 13, column: 37, scope: !47)
!58 = !{!49, !54, i64 16}
!59 = !DILocation(line: 13, column: 26, scope: !47)
!60 = !DILocation(line: 13, column: 24, scope: !47)
!61 = !DILocation(line: 13, column: 9, scope: !47)
!62 = !DILocation(line: 14, column: 3, scope: !47)
!63 = !DILocation(line: 11, column: 42, scope: !41)
!64 = !{!49, !50, i64 0}
!65 = !DILocation(line: 11, column: 53, scope: !41)
!66 = distinct !{!66, !44, !67, !68}
!67 = !DILocation(line: 14, column: 3, scope: !42)
!68 = !{!"llvm.loop.mustprogress"}
!69 = !DILocation(line: 15, column: 3, scope: !30)
!70 = !DILocation(line: 16, column: 18, scope: !71)
!71 = distinct !DILexicalBlock(scope: !30, file: !3, line: 15, column: 16)
!72 = !DILocation(line: 16, column: 11, scope: !71)
!73 = !DILocation(line: 18, column: 23, scope: !71)
!74 = !DILocation(line: 18, column: 12, scope: !71)
!75 = !DILocation(line: 0, scope: !71)
!76 = !DILocation(line: 20, column: 1, scope: !30)
!77 = !DISubprogram(name: "outside", scope: !3, file: !3, line: 7, type: !78, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized, retainedNodes: !80)
!78 = !DISubroutineType(types: !79)
!79 = !{!5, !5, null}
!80 = !{}
!81 = distinct !DISubprogram(name: "mix", scope: !3, file: !3, line: 23, type: !82, scopeLine: 23, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !89)
!82 = !DISubroutineType(types: !83)
!83 = !{!84, !84, !84}
!84 = !DIDerivedType(tag: DW_TAG_typedef, name: "four", file: !3, line: 22, baseType: !85)
!85 = !DICompositeType(tag: DW_TAG_array_type, baseType: !86, size: 128, flags: DIFlagVector, elements: !87)
!86 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!87 = !{!88}
!88 = !DISubrange(count: 4)
!89 = !{!90, !91}
!90 = !DILocalVariable(name: "a", arg: 1, scope: !81, file: !3, line: 23, type: !84)
!91 = !DILocalVariable(name: "b", arg: 2, scope: !81, file: !3, line: 23, type: !84)
!92 = !DILocation(line: 0, scope: !81)
!93 = !DILocation(line: 23, column: 35, scope: !81)
!94 = !DILocation(line: 23, column: 28, scope: !81)
!95 = distinct !DISubprogram(name: "swap", scope: !3, file: !3, line: 25, type: !96, scopeLine: 25, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !100)
!96 = !DISubroutineType(types: !97)
!97 = !{!5, !98}
!98 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !99, size: 64)
!99 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: !5)
!100 = !{!101}
!101 = !DILocalVariable(name: "p", arg: 1, scope: !95, file: !3, line: 25, type: !98)
!102 = !DILocation(line: 0, scope: !95)
!103 = !DILocation(line: 25, column: 35, scope: !95)
!104 = !DILocation(line: 25, column: 28, scope: !95)
