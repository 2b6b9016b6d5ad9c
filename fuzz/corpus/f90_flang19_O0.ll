; ModuleID = 'FIRModule'
source_filename = "FIRModule"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define void @scale_(ptr %0, ptr %1, ptr %2) #0 !dbg !5 {
  %4 = alloca i32, i64 1, align 4, !dbg !13
    #dbg_declare(ptr %2, !14, !DIExpression(), !15)
    #dbg_declare(ptr %4, !16, !DIExpression(), !13)
    #dbg_declare(ptr %1, !17, !DIExpression(), !15)
  %5 = load i32, ptr %1, align 4, !dbg !18
  %6 = sext i32 %5 to i64, !dbg !18
  %7 = icmp sgt i64 %6, 0, !dbg !18
  %8 = select i1 %7, i64 %6, i64 0, !dbg !18
    #dbg_declare(ptr %0, !19, !DIExpression(), !15)
  %9 = load i32, ptr %1, align 4, !dbg !20
  %10 = sext i32 %9 to i64, !dbg !20
  br label %11, !dbg !20

11:                                               ; preds = %38, %3
  %12 = phi i32 [ %40, %38 ], [ 1, %3 ]
  %13 = phi i64 [ %41, %38 ], [ %10, %3 ]
  %14 = icmp sgt i64 %13, 0, !dbg !20
  br i1 %14, label %15, label %42, !dbg !20

15:                                               ; preds = %11
  store i32 %12, ptr %4, align 4, !dbg !20
  %16 = load i32, ptr %4, align 4, !dbg !21
  %17 = sext i32 %16 to i64, !dbg !21
  %18 = sub nsw i64 %17, 1, !dbg !21
  %19 = mul nsw i64 %18, 1, !dbg !21
  %20 = mul nsw i64 %19, 1, !dbg !21
  %21 = add nsw i64 %20, 0, !dbg !21
  %22 = mul nsw i64 1, %8, !dbg !21
  %23 = getelementptr double, ptr %0, i64 %21, !dbg !21
  %24 = load double, ptr %23, align 8, !dbg !21
  %25 = fcmp contract ogt double %24, 0.000000e+00, !dbg !21
  br i1 %25, label %26, label %38, !dbg !21

26:                                               ; preds = %15
  %27 = load i32, ptr %4, align 4, !dbg !22
  %28 = sext i32 %27 to i64, !dbg !22
  %29 = sub nsw i64 %28, 1, !dbg !22
  %30 = mul nsw i64 %29, 1, !dbg !22
  %31 = mul nsw i64 %30, 1, !dbg !22
  %32 = add nsw i64 %31, 0, !dbg !22
  %33 = mul nsw i64 1, %8, !dbg !22
  %34 = getelementptr double, ptr %0, i64 %32, !dbg !22
  %35 = load double, ptr %34, align 8, !dbg !22
  %36 = load double, ptr %2, align 8, !dbg !22
  %37 = fmul contract double %35, %36, !dbg !22
  store double %37, ptr %34, align 8, !dbg !22
  br label %38, !dbg !21

38:                                               ; preds = %26, %15
  %39 = load i32, ptr %4, align 4, !dbg !22
  %40 = add i32 %39, 1, !dbg !22
  %41 = sub i64 %13, 1, !dbg !20
  br label %11, !dbg !20

42:                                               ; preds = %11
  store i32 %12, ptr %4, align 4, !dbg !22
  ret void, !dbg !23
}

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare !dbg !24 ptr @llvm.stacksave.p0() #1

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare !dbg !27 void @llvm.stackrestore.p0(ptr) #1

attributes #0 = { "frame-pointer"="all" "target-cpu"="x86-64" }
attributes #1 = { nocallback nofree nosync nounwind willreturn }

!llvm.module.flags = !{!0, !1, !2}
!llvm.dbg.cu = !{!3}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = distinct !DICompileUnit(language: DW_LANG_Fortran95, file: !4, producer: "Debian flang version 19.1.7", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!4 = !DIFile(filename: "small.f90", directory: ".")
!5 = distinct !DISubprogram(name: "scale", linkageName: "scale_", scope: !4, file: !4, line: 1, type: !6, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !3)
!6 = !DISubroutineType(cc: DW_CC_normal, types: !7)
!7 = !{!8, !12, !9}
!8 = !DICompositeType(tag: DW_TAG_array_type, baseType: !9, elements: !10)
!9 = !DIBasicType(name: "real", size: 64, encoding: DW_ATE_float)
!10 = !{!11}
!11 = !DISubrange()
!12 = !DIBasicType(name: "integer", size: 32, encoding: DW_ATE_signed)
!13 = !DILocation(line: 6, column: 14, scope: !5)
!14 = !DILocalVariable(name: "factor", arg: 3, scope: !5, file: !4, line: 5, type: !9)
!15 = !DILocation(line: 1, column: 1, scope: !5)
!16 = !DILocalVariable(name: "i", scope: !5, file: !4, line: 6, type: !12)
!17 = !DILocalVariable(name: "n", arg: 2, scope: !5, file: !4, line: 3, type: !12)
!18 = !DILocation(line: 4, column: 29, scope: !5)
!19 = !DILocalVariable(name: "x", arg: 1, scope: !5, file: !4, line: 4, type: !8)
!20 = !DILocation(line: 7, column: 3, scope: !5)
!21 = !DILocation(line: 8, column: 5, scope: !5)
!22 = !DILocation(line: 8, column: 19, scope: !5)
!23 = !DILocation(line: 10, column: 1, scope: !5)
!24 = !DISubprogram(name: "llvm.stacksave.p0", linkageName: "llvm.stacksave.p0", scope: !4, file: !4, line: 1, type: !25, scopeLine: 1, spFlags: 0)
!25 = !DISubroutineType(cc: DW_CC_normal, types: !26)
!26 = !{!12}
!27 = !DISubprogram(name: "llvm.stackrestore.p0", linkageName: "llvm.stackrestore.p0", scope: !4, file: !4, line: 1, type: !28, scopeLine: 1, spFlags: 0)
!28 = !DISubroutineType(cc: DW_CC_normal, types: !29)
!29 = !{!30}
!30 = !DIBasicType(name: "integer", size: 8, encoding: DW_ATE_signed)
