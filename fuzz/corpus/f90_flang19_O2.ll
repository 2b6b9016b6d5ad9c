; ModuleID = 'FIRModule'
source_filename = "FIRModule"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite)
define void @scale_(ptr nocapture %0, ptr nocapture readonly %1, ptr nocapture readonly %2) local_unnamed_addr #0 !dbg !5 {
    #dbg_declare(ptr %2, !13, !DIExpression(), !14)
    #dbg_declare(ptr %1, !15, !DIExpression(), !14)
  %4 = load i32, ptr %1, align 4, !dbg !16, !tbaa !17
    #dbg_declare(ptr %0, !23, !DIExpression(), !14)
  %invariant.gep = getelementptr i8, ptr %0, i64 -8, !dbg !24
  %5 = icmp sgt i32 %4, 0, !dbg !24
  br i1 %5, label %.lr.ph.preheader, label %._crit_edge, !dbg !24

.lr.ph.preheader:                                 ; preds = %3
  %6 = zext nneg i32 %4 to i64, !dbg !16
  %xtraiter = and i64 %6, 1, !dbg !25
  %7 = icmp eq i32 %4, 1, !dbg !25
  br i1 %7, label %._crit_edge.loopexit.unr-lcssa, label %.lr.ph.preheader.new, !dbg !25

.lr.ph.preheader.new:                             ; preds = %.lr.ph.preheader
  %unroll_iter = and i64 %6, 2147483646, !dbg !25
  br label %.lr.ph, !dbg !25

.lr.ph:                                           ; preds = %18, %.lr.ph.preheader.new
  %indvars.iv = phi i64 [ 1, %.lr.ph.preheader.new ], [ %indvars.iv.next.1, %18 ]
  %niter = phi i64 [ 0, %.lr.ph.preheader.new ], [ %niter.next.1, %18 ]
    #dbg_value(i64 %indvars.iv, !26, !DIExpression(), !27)
  %gep = getelementptr double, ptr %invariant.gep, i64 %indvars.iv, !dbg !25
  %8 = load double, ptr %gep, align 8, !dbg !25, !tbaa !28
  %9 = fcmp contract ogt double %8, 0.000000e+00, !dbg !25
  br i1 %9, label %10, label %.lr.ph.1, !dbg !25

10:                                               ; preds = %.lr.ph
  %11 = load double, ptr %2, align 8, !dbg !30, !tbaa !31
  %12 = fmul contract double %8, %11, !dbg !30
  store double %12, ptr %gep, align 8, !dbg !30, !tbaa !28
  br label %.lr.ph.1, !dbg !25

.lr.ph.1:                                         ; preds = %10, %.lr.ph
    #dbg_value(i64 %indvars.iv, !26, !DIExpression(DW_OP_plus_uconst, 1, DW_OP_stack_value), !27)
  %gep.1 = getelementptr double, ptr %0, i64 %indvars.iv, !dbg !25
  %13 = load double, ptr %gep.1, align 8, !dbg !25, !tbaa !28
  %14 = fcmp contract ogt double %13, 0.000000e+00, !dbg !25
  br i1 %14, label %15, label %18, !dbg !25

15:                                               ; preds = %.lr.ph.1
  %16 = load double, ptr %2, align 8, !dbg !30, !tbaa !31
  %17 = fmul contract double %13, %16, !dbg !30
  store double %17, ptr %gep.1, align 8, !dbg !30, !tbaa !28
  br label %18, !dbg !25

18:                                               ; preds = %15, %.lr.ph.1
  %indvars.iv.next.1 = add nuw nsw i64 %indvars.iv, 2, !dbg !30
  %niter.next.1 = add i64 %niter, 2, !dbg !24
  %niter.ncmp.1 = icmp eq i64 %niter.next.1, %unroll_iter, !dbg !24
  br i1 %niter.ncmp.1, label %._crit_edge.loopexit.unr-lcssa, label %.lr.ph, !dbg !24

._crit_edge.loopexit.unr-lcssa:                   ; preds = %18, %.lr.ph.preheader
  %indvars.iv.unr = phi i64 [ 1, %.lr.ph.preheader ], [ %indvars.iv.next.1, %18 ]
  %lcmp.mod.not = icmp eq i64 %xtraiter, 0, !dbg !25
  br i1 %lcmp.mod.not, label %._crit_edge, label %.lr.ph.epil, !dbg !25

.lr.ph.epil:                                      ; preds = %._crit_edge.loopexit.unr-lcssa
    #dbg_value(i64 %indvars.iv.unr, !26, !DIExpression(), !27)
  %gep.epil = getelementptr double, ptr %invariant.gep, i64 %indvars.iv.unr, !dbg !25
  %19 = load double, ptr %gep.epil, align 8, !dbg !25, !tbaa !28
  %20 = fcmp contract ogt double %19, 0.000000e+00, !dbg !25
  br i1 %20, label %21, label %._crit_edge, !dbg !25

21:                                               ; preds = %.lr.ph.epil
  %22 = load double, ptr %2, align 8, !dbg !30, !tbaa !31
  %23 = fmul contract double %19, %22, !dbg !30
  store double %23, ptr %gep.epil, align 8, !dbg !30, !tbaa !28
  br label %._crit_edge, !dbg !25

._crit_edge:                                      ; preds = %._crit_edge.loopexit.unr-lcssa, %21, %.lr.ph.epil, %3
    #dbg_value(i32 undef, !26, !DIExpression(), !27)
  ret void, !dbg !33
}

attributes #0 = { nofree norecurse nosync nounwind memory(argmem: readwrite) "target-cpu"="x86-64" }

!llvm.module.flags = !{!0, !1, !2}
!llvm.dbg.cu = !{!3}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = distinct !DICompileUnit(language: DW_LANG_Fortran95, file: !4, producer: "Debian flang version 19.1.7", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug)
!4 = !DIFile(filename: "small.f90", directory: ".")
!5 = distinct !DISubprogram(name: "scale", linkageName: "scale_", scope: !4, file: !4, line: 1, type: !6, scopeLine: 1, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !3)
!6 = !DISubroutineType(cc: DW_CC_normal, types: !7)
!7 = !{!8, !12, !9}
!8 = !DICompositeType(tag: DW_TAG_array_type, baseType: !9, elements: !10)
!9 = !DIBasicType(name: "real", size: 64, encoding: DW_ATE_float)
!10 = !{!11}
!11 = !DISubrange()
!12 = !DIBasicType(name: "integer", size: 32, encoding: DW_ATE_signed)
!13 = !DILocalVariable(name: "factor", arg: 3, scope: !5, file: !4, line: 5, type: !9)
!14 = !DILocation(line: 1, column: 1, scope: !5)
!15 = !DILocalVariable(name: "n", arg: 2, scope: !5, file: !4, line: 3, type: !12)
!16 = !DILocation(line: 4, column: 29, scope: !5)
!17 = !{!18, !18, i64 0}
!18 = !{!"dummy arg data/_QFscaleEn", !19, i64 0}
!19 = !{!"dummy arg data", !20, i64 0}
!20 = !{!"any data access", !21, i64 0}
!21 = !{!"any access", !22, i64 0}
!22 = !{!"Flang function root _QPscale"}
!23 = !DILocalVariable(name: "x", arg: 1, scope: !5, file: !4, line: 4, type: !8)
!24 = !DILocation(line: 7, column: 3, scope: !5)
!25 = !DILocation(line: 8, column: 5, scope: !5)
!26 = !DILocalVariable(name: "i", scope: !5, file: !4, line: 6, type: !12)
!27 = !DILocation(line: 0, scope: !5)
!28 = !{!29, !29, i64 0}
!29 = !{!"dummy arg data/_QFscaleEx", !19, i64 0}
!30 = !DILocation(line: 8, column: 19, scope: !5)
!31 = !{!32, !32, i64 0}
!32 = !{!"dummy arg data/_QFscaleEfactor", !19, i64 0}
!33 = !DILocation(line: 10, column: 1, scope: !5)
