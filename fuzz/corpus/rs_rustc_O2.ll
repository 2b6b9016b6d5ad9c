; ModuleID = 'small.4dca52b3df3c08d4-cgu.0'
source_filename = "small.4dca52b3df3c08d4-cgu.0"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Function Attrs: mustprogress nofree norecurse nosync nounwind nonlazybind willreturn memory(argmem: read) uwtable
define noundef double @area(ptr noalias noundef readonly align 8 captures(none) dereferenceable(16) %shape) unnamed_addr #0 !dbg !7 {
start:
    #dbg_value(ptr %shape, !32, !DIExpression(), !40)
  %0 = load i32, ptr %shape, align 8, !dbg !41, !range !42, !noundef !23
  %1 = trunc nuw i32 %0 to i1, !dbg !43
  br i1 %1, label %bb2, label %bb3, !dbg !43

bb2:                                              ; preds = %start
    #dbg_value(ptr %shape, !36, !DIExpression(DW_OP_plus_uconst, 4, DW_OP_stack_value), !44)
    #dbg_value(ptr %shape, !39, !DIExpression(DW_OP_plus_uconst, 8, DW_OP_stack_value), !45)
  %2 = getelementptr inbounds nuw i8, ptr %shape, i64 4, !dbg !46
  %small = load i32, ptr %2, align 4, !dbg !46, !noundef !23
    #dbg_value(i32 %small, !47, !DIExpression(), !57)
  %_7 = uitofp i32 %small to double, !dbg !59
  %3 = getelementptr inbounds nuw i8, ptr %shape, i64 8, !dbg !60
  %small1 = load i32, ptr %3, align 8, !dbg !60, !noundef !23
    #dbg_value(i32 %small1, !47, !DIExpression(), !61)
  %_9 = uitofp i32 %small1 to double, !dbg !63
  %4 = fmul double %_7, %_9, !dbg !58
  br label %bb4, !dbg !64

bb3:                                              ; preds = %start
    #dbg_value(ptr %shape, !33, !DIExpression(DW_OP_plus_uconst, 8, DW_OP_stack_value), !65)
    #dbg_value(ptr %shape, !66, !DIExpression(DW_OP_plus_uconst, 8, DW_OP_stack_value), !107)
    #dbg_value(ptr %shape, !106, !DIExpression(DW_OP_plus_uconst, 8, DW_OP_stack_value), !109)
  %5 = getelementptr inbounds nuw i8, ptr %shape, i64 8, !dbg !110
  %_11 = load double, ptr %5, align 8, !dbg !110, !noundef !23
  %_4 = fmul double %_11, %_11, !dbg !111
  %6 = fmul double %_4, 3.000000e+00, !dbg !108
  br label %bb4, !dbg !118

bb4:                                              ; preds = %bb2, %bb3
  %_0.sroa.0.0 = phi double [ %4, %bb2 ], [ %6, %bb3 ], !dbg !40
  ret double %_0.sroa.0.0, !dbg !119
}

; Function Attrs: nofree norecurse nosync nounwind nonlazybind memory(argmem: read) uwtable
define noundef i32 @sum(ptr noalias noundef nonnull readonly align 4 captures(address) %values.0, i64 noundef range(i64 0, 2305843009213693952) %values.1) unnamed_addr #1 !dbg !120 {
start:
    #dbg_value(ptr poison, !154, !DIExpression(), !181)
    #dbg_value(ptr %values.0, !130, !DIExpression(DW_OP_LLVM_fragment, 0, 64), !184)
    #dbg_value(ptr %values.0, !185, !DIExpression(DW_OP_LLVM_fragment, 0, 64), !192)
    #dbg_value(ptr %values.0, !194, !DIExpression(DW_OP_LLVM_fragment, 0, 64), !199)
    #dbg_value(ptr %values.0, !201, !DIExpression(DW_OP_LLVM_fragment, 0, 64), !211)
    #dbg_value(i64 %values.1, !130, !DIExpression(DW_OP_LLVM_fragment, 64, 64), !184)
    #dbg_value(i64 %values.1, !185, !DIExpression(DW_OP_LLVM_fragment, 64, 64), !192)
    #dbg_value(i64 %values.1, !194, !DIExpression(DW_OP_LLVM_fragment, 64, 64), !199)
    #dbg_value(i64 %values.1, !201, !DIExpression(DW_OP_LLVM_fragment, 64, 64), !211)
    #dbg_value(i64 1, !213, !DIExpression(), !221)
    #dbg_value(i32 0, !131, !DIExpression(), !223)
    #dbg_value(i32 0, !224, !DIExpression(), !248)
    #dbg_value(i32 0, !250, !DIExpression(), !260)
    #dbg_value(i64 %values.1, !205, !DIExpression(), !262)
    #dbg_value(i64 %values.1, !263, !DIExpression(), !273)
    #dbg_value(ptr %values.0, !207, !DIExpression(), !275)
    #dbg_value(ptr %values.0, !272, !DIExpression(), !273)
    #dbg_value(ptr %values.0, !133, !DIExpression(DW_OP_LLVM_fragment, 0, 64), !276)
    #dbg_value(!DIArgList(ptr %values.0, i64 %values.1), !133, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_constu, 2, DW_OP_shl, DW_OP_plus, DW_OP_stack_value, DW_OP_LLVM_fragment, 64, 64), !276)
    #dbg_value(ptr undef, !154, !DIExpression(), !181)
    #dbg_value(ptr %values.0, !175, !DIExpression(), !277)
    #dbg_value(ptr %values.0, !220, !DIExpression(), !221)
    #dbg_value(!DIArgList(ptr %values.0, i64 %values.1), !177, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_constu, 2, DW_OP_shl, DW_OP_plus, DW_OP_stack_value), !278)
    #dbg_value(ptr poison, !279, !DIExpression(), !287)
    #dbg_value(ptr poison, !286, !DIExpression(), !289)
  %_216 = icmp eq i64 %values.1, 0, !dbg !290
  br i1 %_216, label %bb2, label %bb3.preheader, !dbg !288

bb3.preheader:                                    ; preds = %start
    #dbg_value(!DIArgList(ptr %values.0, i64 %values.1), !177, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_constu, 2, DW_OP_shl, DW_OP_plus, DW_OP_stack_value), !278)
    #dbg_value(!DIArgList(ptr %values.0, i64 %values.1), !133, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_constu, 2, DW_OP_shl, DW_OP_plus, DW_OP_stack_value, DW_OP_LLVM_fragment, 64, 64), !276)
  %0 = add nuw nsw i64 %values.1, 4611686018427387903, !dbg !288
  %1 = and i64 %0, 4611686018427387903, !dbg !288
  %2 = add nuw nsw i64 %1, 1, !dbg !288
  %xtraiter = and i64 %2, 3, !dbg !288
  %3 = icmp samesign ult i64 %1, 3, !dbg !288
  br i1 %3, label %bb3.epil.preheader, label %bb3.preheader.new, !dbg !288

bb3.preheader.new:                                ; preds = %bb3.preheader
  %unroll_iter = and i64 %2, 9223372036854775804, !dbg !288
  br label %bb3, !dbg !288

bb3:                                              ; preds = %bb3, %bb3.preheader.new
  %total.sroa.0.08 = phi i32 [ 0, %bb3.preheader.new ], [ %total.sroa.0.1.3, %bb3 ]
  %iter.sroa.0.07 = phi ptr [ %values.0, %bb3.preheader.new ], [ %_30.3, %bb3 ]
  %niter = phi i64 [ 0, %bb3.preheader.new ], [ %niter.next.3, %bb3 ]
    #dbg_value(ptr %iter.sroa.0.07, !133, !DIExpression(DW_OP_LLVM_fragment, 0, 64), !276)
  %_30 = getelementptr inbounds nuw i8, ptr %iter.sroa.0.07, i64 4, !dbg !291
    #dbg_value(ptr %_30, !133, !DIExpression(DW_OP_LLVM_fragment, 0, 64), !276)
    #dbg_value(ptr %iter.sroa.0.07, !152, !DIExpression(), !292)
  %rhs = load i32, ptr %iter.sroa.0.07, align 4, !dbg !293, !noundef !23
    #dbg_value(i32 %rhs, !243, !DIExpression(), !248)
    #dbg_value(i32 %rhs, !259, !DIExpression(), !260)
  %4 = tail call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %total.sroa.0.08, i32 %rhs), !dbg !294
  %_34.1 = extractvalue { i32, i1 } %4, 1, !dbg !294
    #dbg_value(i32 poison, !244, !DIExpression(), !295)
    #dbg_value(i1 %_34.1, !246, !DIExpression(DW_OP_LLVM_convert, 1, DW_ATE_unsigned, DW_OP_LLVM_convert, 8, DW_ATE_unsigned, DW_OP_stack_value), !295)
    #dbg_value(i1 %_34.1, !296, !DIExpression(DW_OP_LLVM_convert, 1, DW_ATE_unsigned, DW_OP_LLVM_convert, 8, DW_ATE_unsigned, DW_OP_stack_value), !303)
  %_34.0 = extractvalue { i32, i1 } %4, 0, !dbg !305
  %total.sroa.0.1 = select i1 %_34.1, i32 2147483647, i32 %_34.0, !dbg !305, !prof !306
    #dbg_value(i32 %total.sroa.0.1, !250, !DIExpression(), !260)
    #dbg_value(i32 %total.sroa.0.1, !224, !DIExpression(), !248)
    #dbg_value(i32 %total.sroa.0.1, !131, !DIExpression(), !223)
    #dbg_value(ptr undef, !154, !DIExpression(), !181)
    #dbg_value(ptr %_30, !175, !DIExpression(), !277)
    #dbg_value(ptr %_30, !220, !DIExpression(), !221)
    #dbg_value(!DIArgList(ptr %values.0, i64 %values.1), !177, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_constu, 2, DW_OP_shl, DW_OP_plus, DW_OP_stack_value), !278)
    #dbg_value(ptr poison, !279, !DIExpression(), !287)
    #dbg_value(ptr poison, !286, !DIExpression(), !289)
  %_30.1 = getelementptr inbounds nuw i8, ptr %iter.sroa.0.07, i64 8, !dbg !291
    #dbg_value(ptr %_30.1, !133, !DIExpression(DW_OP_LLVM_fragment, 0, 64), !276)
    #dbg_value(ptr %_30, !152, !DIExpression(), !292)
  %rhs.1 = load i32, ptr %_30, align 4, !dbg !293, !noundef !23
    #dbg_value(i32 %rhs.1, !243, !DIExpression(), !248)
    #dbg_value(i32 %rhs.1, !259, !DIExpression(), !260)
  %5 = tail call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %total.sroa.0.1, i32 %rhs.1), !dbg !294
  %_34.1.1 = extractvalue { i32, i1 } %5, 1, !dbg !294
    #dbg_value(i1 %_34.1.1, !246, !DIExpression(DW_OP_LLVM_convert, 1, DW_ATE_unsigned, DW_OP_LLVM_convert, 8, DW_ATE_unsigned, DW_OP_stack_value), !295)
    #dbg_value(i1 %_34.1.1, !296, !DIExpression(DW_OP_LLVM_convert, 1, DW_ATE_unsigned, DW_OP_LLVM_convert, 8, DW_ATE_unsigned, DW_OP_stack_value), !303)
  %_34.0.1 = extractvalue { i32, i1 } %5, 0, !dbg !305
  %total.sroa.0.1.1 = select i1 %_34.1.1, i32 2147483647, i32 %_34.0.1, !dbg !305, !prof !306
    #dbg_value(i32 %total.sroa.0.1.1, !250, !DIExpression(), !260)
    #dbg_value(i32 %total.sroa.0.1.1, !224, !DIExpression(), !248)
    #dbg_value(i32 %total.sroa.0.1.1, !131, !DIExpression(), !223)
    #dbg_value(ptr %_30.1, !175, !DIExpression(), !277)
    #dbg_value(ptr %_30.1, !220, !DIExpression(), !221)
  %_30.2 = getelementptr inbounds nuw i8, ptr %iter.sroa.0.07, i64 12, !dbg !291
    #dbg_value(ptr %_30.2, !133, !DIExpression(DW_OP_LLVM_fragment, 0, 64), !276)
    #dbg_value(ptr %_30.1, !152, !DIExpression(), !292)
  %rhs.2 = load i32, ptr %_30.1, align 4, !dbg !293, !noundef !23
    #dbg_value(i32 %rhs.2, !243, !DIExpression(), !248)
    #dbg_value(i32 %rhs.2, !259, !DIExpression(), !260)
  %6 = tail call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %total.sroa.0.1.1, i32 %rhs.2), !dbg !294
  %_34.1.2 = extractvalue { i32, i1 } %6, 1, !dbg !294
    #dbg_value(i1 %_34.1.2, !246, !DIExpression(DW_OP_LLVM_convert, 1, DW_ATE_unsigned, DW_OP_LLVM_convert, 8, DW_ATE_unsigned, DW_OP_stack_value), !295)
    #dbg_value(i1 %_34.1.2, !296, !DIExpression(DW_OP_LLVM_convert, 1, DW_ATE_unsigned, DW_OP_LLVM_convert, 8, DW_ATE_unsigned, DW_OP_stack_value), !303)
  %_34.0.2 = extractvalue { i32, i1 } %6, 0, !dbg !305
  %total.sroa.0.1.2 = select i1 %_34.1.2, i32 2147483647, i32 %_34.0.2, !dbg !305, !prof !306
    #dbg_value(i32 %total.sroa.0.1.2, !250, !DIExpression(), !260)
    #dbg_value(i32 %total.sroa.0.1.2, !224, !DIExpression(), !248)
    #dbg_value(i32 %total.sroa.0.1.2, !131, !DIExpression(), !223)
    #dbg_value(ptr %_30.2, !175, !DIExpression(), !277)
    #dbg_value(ptr %_30.2, !220, !DIExpression(), !221)
  %_30.3 = getelementptr inbounds nuw i8, ptr %iter.sroa.0.07, i64 16, !dbg !291
    #dbg_value(ptr %_30.3, !133, !DIExpression(DW_OP_LLVM_fragment, 0, 64), !276)
    #dbg_value(ptr %_30.2, !152, !DIExpression(), !292)
  %rhs.3 = load i32, ptr %_30.2, align 4, !dbg !293, !noundef !23
    #dbg_value(i32 %rhs.3, !243, !DIExpression(), !248)
    #dbg_value(i32 %rhs.3, !259, !DIExpression(), !260)
  %7 = tail call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %total.sroa.0.1.2, i32 %rhs.3), !dbg !294
  %_34.1.3 = extractvalue { i32, i1 } %7, 1, !dbg !294
    #dbg_value(i1 %_34.1.3, !246, !DIExpression(DW_OP_LLVM_convert, 1, DW_ATE_unsigned, DW_OP_LLVM_convert, 8, DW_ATE_unsigned, DW_OP_stack_value), !295)
    #dbg_value(i1 %_34.1.3, !296, !DIExpression(DW_OP_LLVM_convert, 1, DW_ATE_unsigned, DW_OP_LLVM_convert, 8, DW_ATE_unsigned, DW_OP_stack_value), !303)
  %_34.0.3 = extractvalue { i32, i1 } %7, 0, !dbg !305
  %total.sroa.0.1.3 = select i1 %_34.1.3, i32 2147483647, i32 %_34.0.3, !dbg !305, !prof !306
    #dbg_value(i32 %total.sroa.0.1.3, !250, !DIExpression(), !260)
    #dbg_value(i32 %total.sroa.0.1.3, !224, !DIExpression(), !248)
    #dbg_value(i32 %total.sroa.0.1.3, !131, !DIExpression(), !223)
    #dbg_value(ptr %_30.3, !175, !DIExpression(), !277)
    #dbg_value(ptr %_30.3, !220, !DIExpression(), !221)
  %niter.next.3 = add i64 %niter, 4, !dbg !288
  %niter.ncmp.3 = icmp eq i64 %niter.next.3, %unroll_iter, !dbg !288
  br i1 %niter.ncmp.3, label %bb2.loopexit.unr-lcssa, label %bb3, !dbg !288

bb2.loopexit.unr-lcssa:                           ; preds = %bb3
  %lcmp.mod.not = icmp eq i64 %xtraiter, 0, !dbg !288
  br i1 %lcmp.mod.not, label %bb2, label %bb3.epil.preheader, !dbg !288

bb3.epil.preheader:                               ; preds = %bb2.loopexit.unr-lcssa, %bb3.preheader
  %total.sroa.0.08.epil.init = phi i32 [ 0, %bb3.preheader ], [ %total.sroa.0.1.3, %bb2.loopexit.unr-lcssa ]
  %iter.sroa.0.07.epil.init = phi ptr [ %values.0, %bb3.preheader ], [ %_30.3, %bb2.loopexit.unr-lcssa ]
  %lcmp.mod10 = icmp ne i64 %xtraiter, 0, !dbg !288
  tail call void @llvm.assume(i1 %lcmp.mod10), !dbg !288
  br label %bb3.epil, !dbg !288

bb3.epil:                                         ; preds = %bb3.epil, %bb3.epil.preheader
  %total.sroa.0.08.epil = phi i32 [ %total.sroa.0.1.epil, %bb3.epil ], [ %total.sroa.0.08.epil.init, %bb3.epil.preheader ]
  %iter.sroa.0.07.epil = phi ptr [ %_30.epil, %bb3.epil ], [ %iter.sroa.0.07.epil.init, %bb3.epil.preheader ]
  %epil.iter = phi i64 [ %epil.iter.next, %bb3.epil ], [ 0, %bb3.epil.preheader ]
    #dbg_value(ptr %iter.sroa.0.07.epil, !133, !DIExpression(DW_OP_LLVM_fragment, 0, 64), !276)
  %_30.epil = getelementptr inbounds nuw i8, ptr %iter.sroa.0.07.epil, i64 4, !dbg !291
    #dbg_value(ptr %_30.epil, !133, !DIExpression(DW_OP_LLVM_fragment, 0, 64), !276)
    #dbg_value(ptr %iter.sroa.0.07.epil, !152, !DIExpression(), !292)
  %rhs.epil = load i32, ptr %iter.sroa.0.07.epil, align 4, !dbg !293, !noundef !23
    #dbg_value(i32 %rhs.epil, !243, !DIExpression(), !248)
    #dbg_value(i32 %rhs.epil, !259, !DIExpression(), !260)
  %8 = tail call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %total.sroa.0.08.epil, i32 %rhs.epil), !dbg !294
  %_34.1.epil = extractvalue { i32, i1 } %8, 1, !dbg !294
    #dbg_value(i32 poison, !244, !DIExpression(), !295)
    #dbg_value(i1 %_34.1.epil, !246, !DIExpression(DW_OP_LLVM_convert, 1, DW_ATE_unsigned, DW_OP_LLVM_convert, 8, DW_ATE_unsigned, DW_OP_stack_value), !295)
    #dbg_value(i1 %_34.1.epil, !296, !DIExpression(DW_OP_LLVM_convert, 1, DW_ATE_unsigned, DW_OP_LLVM_convert, 8, DW_ATE_unsigned, DW_OP_stack_value), !303)
  %_34.0.epil = extractvalue { i32, i1 } %8, 0, !dbg !305
  %total.sroa.0.1.epil = select i1 %_34.1.epil, i32 2147483647, i32 %_34.0.epil, !dbg !305, !prof !306
    #dbg_value(i32 %total.sroa.0.1.epil, !250, !DIExpression(), !260)
    #dbg_value(i32 %total.sroa.0.1.epil, !224, !DIExpression(), !248)
    #dbg_value(i32 %total.sroa.0.1.epil, !131, !DIExpression(), !223)
    #dbg_value(ptr undef, !154, !DIExpression(), !181)
    #dbg_value(ptr %_30.epil, !175, !DIExpression(), !277)
    #dbg_value(ptr %_30.epil, !220, !DIExpression(), !221)
    #dbg_value(!DIArgList(ptr %values.0, i64 %values.1), !177, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_constu, 2, DW_OP_shl, DW_OP_plus, DW_OP_stack_value), !278)
    #dbg_value(ptr poison, !279, !DIExpression(), !287)
    #dbg_value(ptr poison, !286, !DIExpression(), !289)
  %epil.iter.next = add i64 %epil.iter, 1, !dbg !288
  %epil.iter.cmp.not = icmp eq i64 %epil.iter.next, %xtraiter, !dbg !288
  br i1 %epil.iter.cmp.not, label %bb2, label %bb3.epil, !dbg !288, !llvm.loop !307

bb2:                                              ; preds = %bb2.loopexit.unr-lcssa, %bb3.epil, %start
  %total.sroa.0.0.lcssa = phi i32 [ 0, %start ], [ %total.sroa.0.1.3, %bb2.loopexit.unr-lcssa ], [ %total.sroa.0.1.epil, %bb3.epil ], !dbg !184
  ret i32 %total.sroa.0.0.lcssa, !dbg !309
}

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32) #2

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write)
declare void @llvm.assume(i1 noundef) #3

attributes #0 = { mustprogress nofree norecurse nosync nounwind nonlazybind willreturn memory(argmem: read) uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #1 = { nofree norecurse nosync nounwind nonlazybind memory(argmem: read) uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #2 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }

!llvm.module.flags = !{!0, !1, !2, !3}
!llvm.ident = !{!4}
!llvm.dbg.cu = !{!5}

!0 = !{i32 8, !"PIC Level", i32 2}
!1 = !{i32 2, !"RtLibUseGOT", i32 1}
!2 = !{i32 7, !"Dwarf Version", i32 4}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{!"rustc version 1.95.0 (59807616e 2026-04-14)"}
!5 = distinct !DICompileUnit(language: DW_LANG_Rust, file: !6, producer: "clang LLVM (rustc version 1.95.0 (59807616e 2026-04-14))", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!6 = !DIFile(filename: "small.rs/@/small.4dca52b3df3c08d4-cgu.0", directory: ".")
!7 = distinct !DISubprogram(name: "area", scope: !9, file: !8, line: 10, type: !10, scopeLine: 10, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !23, retainedNodes: !31)
!8 = !DIFile(filename: "small.rs", directory: ".", checksumkind: CSK_MD5, checksum: "56a3111233f04f1bd1e178e669b4d35c")
!9 = !DINamespace(name: "small", scope: null)
!10 = !DISubroutineType(types: !11)
!11 = !{!12, !13}
!12 = !DIBasicType(name: "f64", size: 64, encoding: DW_ATE_float)
!13 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&small::Shape", baseType: !14, size: 64, align: 64, dwarfAddressSpace: 0)
!14 = !DICompositeType(tag: DW_TAG_structure_type, name: "Shape", scope: !9, file: !15, size: 128, align: 64, flags: DIFlagPublic, elements: !16, templateParams: !23, identifier: "59bff371379a5f1ec1278733fdade176")
!15 = !DIFile(filename: "<unknown>", directory: "")
!16 = !{!17}
!17 = !DICompositeType(tag: DW_TAG_variant_part, scope: !14, file: !15, size: 128, align: 64, elements: !18, templateParams: !23, identifier: "972b7dd85850c4bd24b6cc395e85715f", discriminator: !30)
!18 = !{!19, !24}
!19 = !DIDerivedType(tag: DW_TAG_member, name: "Circle", scope: !17, file: !15, baseType: !20, size: 128, align: 64, extraData: i32 0)
!20 = !DICompositeType(tag: DW_TAG_structure_type, name: "Circle", scope: !14, file: !15, size: 128, align: 64, flags: DIFlagPublic, elements: !21, templateParams: !23, identifier: "541c78302c698fce183debf478137a86")
!21 = !{!22}
!22 = !DIDerivedType(tag: DW_TAG_member, name: "__0", scope: !20, file: !15, baseType: !12, size: 64, align: 64, offset: 64, flags: DIFlagPublic)
!23 = !{}
!24 = !DIDerivedType(tag: DW_TAG_member, name: "Box", scope: !17, file: !15, baseType: !25, size: 128, align: 64, extraData: i32 1)
!25 = !DICompositeType(tag: DW_TAG_structure_type, name: "Box", scope: !14, file: !15, size: 128, align: 64, flags: DIFlagPublic, elements: !26, templateParams: !23, identifier: "e1969d78e12dd5b56d4e7e321a3c150")
!26 = !{!27, !29}
!27 = !DIDerivedType(tag: DW_TAG_member, name: "width", scope: !25, file: !15, baseType: !28, size: 32, align: 32, offset: 32, flags: DIFlagPublic)
!28 = !DIBasicType(name: "u32", size: 32, encoding: DW_ATE_unsigned)
!29 = !DIDerivedType(tag: DW_TAG_member, name: "height", scope: !25, file: !15, baseType: !28, size: 32, align: 32, offset: 64, flags: DIFlagPublic)
!30 = !DIDerivedType(tag: DW_TAG_member, scope: !14, file: !15, baseType: !28, size: 32, align: 32, flags: DIFlagArtificial)
!31 = !{!32, !33, !36, !39}
!32 = !DILocalVariable(name: "shape", arg: 1, scope: !7, file: !8, line: 10, type: !13)
!33 = !DILocalVariable(name: "radius", scope: !34, file: !8, line: 12, type: !35, align: 64)
!34 = distinct !DILexicalBlock(scope: !7, file: !8, line: 12, column: 9)
!35 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&f64", baseType: !12, size: 64, align: 64, dwarfAddressSpace: 0)
!36 = !DILocalVariable(name: "width", scope: !37, file: !8, line: 13, type: !38, align: 64)
!37 = distinct !DILexicalBlock(scope: !7, file: !8, line: 13, column: 9)
!38 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&u32", baseType: !28, size: 64, align: 64, dwarfAddressSpace: 0)
!39 = !DILocalVariable(name: "height", scope: !37, file: !8, line: 13, type: !38, align: 64)
!40 = !DILocation(line: 0, scope: !7)
!41 = !DILocation(line: 11, column: 11, scope: !7)
!42 = !{i32 0, i32 2}
!43 = !DILocation(line: 11, column: 5, scope: !7)
!44 = !DILocation(line: 13, column: 22, scope: !37)
!45 = !DILocation(line: 13, column: 29, scope: !37)
!46 = !DILocation(line: 13, column: 51, scope: !37)
!47 = !DILocalVariable(name: "small", arg: 1, scope: !48, file: !49, line: 79, type: !28)
!48 = distinct !DISubprogram(name: "from", linkageName: "_RNvXs1P_NtNtCsgEmfK2I1SDS_4core7convert3numdINtB8_4FrommE4from", scope: !50, file: !49, line: 79, type: !54, scopeLine: 79, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !23, retainedNodes: !56)
!49 = !DIFile(filename: "library/core/src/convert/num.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "5c89b4a3c13ad525a8a6672c69b7f326")
!50 = !DINamespace(name: "{impl#115}", scope: !51)
!51 = !DINamespace(name: "num", scope: !52)
!52 = !DINamespace(name: "convert", scope: !53)
!53 = !DINamespace(name: "core", scope: null)
!54 = !DISubroutineType(types: !55)
!55 = !{!12, !28}
!56 = !{!47}
!57 = !DILocation(line: 0, scope: !48, inlinedAt: !58)
!58 = !DILocation(line: 13, column: 41, scope: !37)
!59 = !DILocation(line: 82, column: 17, scope: !48, inlinedAt: !58)
!60 = !DILocation(line: 13, column: 71, scope: !37)
!61 = !DILocation(line: 0, scope: !48, inlinedAt: !62)
!62 = !DILocation(line: 13, column: 61, scope: !37)
!63 = !DILocation(line: 82, column: 17, scope: !48, inlinedAt: !62)
!64 = !DILocation(line: 13, column: 78, scope: !7)
!65 = !DILocation(line: 12, column: 23, scope: !34)
!66 = !DILocalVariable(name: "self", arg: 1, scope: !67, file: !68, line: 49, type: !35)
!67 = distinct !DISubprogram(name: "mul", linkageName: "_RNvXs30_NtNtCsgEmfK2I1SDS_4core3ops5arithRdNtB6_3Mul3mul", scope: !69, file: !68, line: 49, type: !72, scopeLine: 49, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !23, retainedNodes: !105)
!68 = !DIFile(filename: "library/core/src/internal_macros.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "9ec673d06a3eb53c47178443a566ec32")
!69 = !DINamespace(name: "{impl#188}", scope: !70)
!70 = !DINamespace(name: "arith", scope: !71)
!71 = !DINamespace(name: "ops", scope: !53)
!72 = !DISubroutineType(types: !73)
!73 = !{!12, !35, !35, !74}
!74 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&core::panic::location::Location", baseType: !75, size: 64, align: 64, dwarfAddressSpace: 0)
!75 = !DICompositeType(tag: DW_TAG_structure_type, name: "Location", scope: !76, file: !15, size: 192, align: 64, flags: DIFlagPublic, elements: !78, templateParams: !23, identifier: "c23b7de1297af8f4a89df3da49f37ee6")
!76 = !DINamespace(name: "location", scope: !77)
!77 = !DINamespace(name: "panic", scope: !53)
!78 = !{!79, !94, !95, !96}
!79 = !DIDerivedType(tag: DW_TAG_member, name: "filename", scope: !75, file: !15, baseType: !80, size: 128, align: 64, flags: DIFlagPrivate)
!80 = !DICompositeType(tag: DW_TAG_structure_type, name: "NonNull<str>", scope: !81, file: !15, size: 128, align: 64, flags: DIFlagPublic, elements: !83, templateParams: !92, identifier: "cc7383b2ce73f6838bfb6ae828fb6ae6")
!81 = !DINamespace(name: "non_null", scope: !82)
!82 = !DINamespace(name: "ptr", scope: !53)
!83 = !{!84}
!84 = !DIDerivedType(tag: DW_TAG_member, name: "pointer", scope: !80, file: !15, baseType: !85, size: 128, align: 64, flags: DIFlagPrivate)
!85 = !DICompositeType(tag: DW_TAG_structure_type, name: "*const str", file: !15, size: 128, align: 64, elements: !86, templateParams: !23, identifier: "238a44609877474087c05adf26cd41fa")
!86 = !{!87, !90}
!87 = !DIDerivedType(tag: DW_TAG_member, name: "data_ptr", scope: !85, file: !15, baseType: !88, size: 64, align: 64)
!88 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !89, size: 64, align: 64, dwarfAddressSpace: 0)
!89 = !DIBasicType(name: "u8", size: 8, encoding: DW_ATE_unsigned)
!90 = !DIDerivedType(tag: DW_TAG_member, name: "length", scope: !85, file: !15, baseType: !91, size: 64, align: 64, offset: 64)
!91 = !DIBasicType(name: "usize", size: 64, encoding: DW_ATE_unsigned)
!92 = !{!93}
!93 = !DITemplateTypeParameter(name: "T", type: !89)
!94 = !DIDerivedType(tag: DW_TAG_member, name: "line", scope: !75, file: !15, baseType: !28, size: 32, align: 32, offset: 128, flags: DIFlagPrivate)
!95 = !DIDerivedType(tag: DW_TAG_member, name: "col", scope: !75, file: !15, baseType: !28, size: 32, align: 32, offset: 160, flags: DIFlagPrivate)
!96 = !DIDerivedType(tag: DW_TAG_member, name: "_filename", scope: !75, file: !15, baseType: !97, align: 8, offset: 192, flags: DIFlagPrivate)
!97 = !DICompositeType(tag: DW_TAG_structure_type, name: "PhantomData<&str>", scope: !98, file: !15, align: 8, flags: DIFlagPublic, elements: !23, templateParams: !99, identifier: "e16ac355808b6aef9fb50b5f125fee05")
!98 = !DINamespace(name: "marker", scope: !53)
!99 = !{!100}
!100 = !DITemplateTypeParameter(name: "T", type: !101)
!101 = !DICompositeType(tag: DW_TAG_structure_type, name: "&str", file: !15, size: 128, align: 64, elements: !102, templateParams: !23, identifier: "9277eecd40495f85161460476aacc992")
!102 = !{!103, !104}
!103 = !DIDerivedType(tag: DW_TAG_member, name: "data_ptr", scope: !101, file: !15, baseType: !88, size: 64, align: 64)
!104 = !DIDerivedType(tag: DW_TAG_member, name: "length", scope: !101, file: !15, baseType: !91, size: 64, align: 64, offset: 64)
!105 = !{!66, !106}
!106 = !DILocalVariable(name: "other", arg: 2, scope: !67, file: !68, line: 49, type: !35)
!107 = !DILocation(line: 49, column: 24, scope: !67, inlinedAt: !108)
!108 = !DILocation(line: 12, column: 34, scope: !34)
!109 = !DILocation(line: 49, column: 30, scope: !67, inlinedAt: !108)
!110 = !DILocation(line: 50, column: 31, scope: !67, inlinedAt: !108)
!111 = !DILocation(line: 352, column: 45, scope: !112, inlinedAt: !117)
!112 = distinct !DISubprogram(name: "mul", linkageName: "_RNvXs2g_NtNtCsgEmfK2I1SDS_4core3ops5arithdNtB6_3Mul3mul", scope: !114, file: !113, line: 352, type: !115, scopeLine: 352, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !23)
!113 = !DIFile(filename: "library/core/src/ops/arith.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "82a843efd6957c9872d7564e4a5df756")
!114 = !DINamespace(name: "{impl#142}", scope: !70)
!115 = !DISubroutineType(types: !116)
!116 = !{!12, !12, !12, !74}
!117 = !DILocation(line: 50, column: 17, scope: !67, inlinedAt: !108)
!118 = !DILocation(line: 12, column: 54, scope: !7)
!119 = !DILocation(line: 15, column: 2, scope: !7)
!120 = distinct !DISubprogram(name: "sum", scope: !9, file: !8, line: 18, type: !121, scopeLine: 18, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !23, retainedNodes: !129)
!121 = !DISubroutineType(types: !122)
!122 = !{!123, !124}
!123 = !DIBasicType(name: "i32", size: 32, encoding: DW_ATE_signed)
!124 = !DICompositeType(tag: DW_TAG_structure_type, name: "&[i32]", file: !15, size: 128, align: 64, elements: !125, templateParams: !23, identifier: "6b57523f38171cc87b38da8cc3de4ac3")
!125 = !{!126, !128}
!126 = !DIDerivedType(tag: DW_TAG_member, name: "data_ptr", scope: !124, file: !15, baseType: !127, size: 64, align: 64)
!127 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !123, size: 64, align: 64, dwarfAddressSpace: 0)
!128 = !DIDerivedType(tag: DW_TAG_member, name: "length", scope: !124, file: !15, baseType: !91, size: 64, align: 64, offset: 64)
!129 = !{!130, !131, !133, !152}
!130 = !DILocalVariable(name: "values", arg: 1, scope: !120, file: !8, line: 18, type: !124)
!131 = !DILocalVariable(name: "total", scope: !132, file: !8, line: 19, type: !123, align: 32)
!132 = distinct !DILexicalBlock(scope: !120, file: !8, line: 19, column: 5)
!133 = !DILocalVariable(name: "iter", scope: !134, file: !8, line: 20, type: !135, align: 64)
!134 = distinct !DILexicalBlock(scope: !132, file: !8, line: 20, column: 5)
!135 = !DICompositeType(tag: DW_TAG_structure_type, name: "Iter<i32>", scope: !136, file: !15, size: 128, align: 64, flags: DIFlagPublic, elements: !138, templateParams: !144, identifier: "aa53e48ac124811bc943848be5e25276")
!136 = !DINamespace(name: "iter", scope: !137)
!137 = !DINamespace(name: "slice", scope: !53)
!138 = !{!139, !146, !147}
!139 = !DIDerivedType(tag: DW_TAG_member, name: "ptr", scope: !135, file: !15, baseType: !140, size: 64, align: 64, flags: DIFlagPrivate)
!140 = !DICompositeType(tag: DW_TAG_structure_type, name: "NonNull<i32>", scope: !81, file: !15, size: 64, align: 64, flags: DIFlagPublic, elements: !141, templateParams: !144, identifier: "87c1d4fb7af38623515e849a82dc60eb")
!141 = !{!142}
!142 = !DIDerivedType(tag: DW_TAG_member, name: "pointer", scope: !140, file: !15, baseType: !143, size: 64, align: 64, flags: DIFlagPrivate)
!143 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "*const i32", baseType: !123, size: 64, align: 64, dwarfAddressSpace: 0)
!144 = !{!145}
!145 = !DITemplateTypeParameter(name: "T", type: !123)
!146 = !DIDerivedType(tag: DW_TAG_member, name: "end_or_len", scope: !135, file: !15, baseType: !143, size: 64, align: 64, offset: 64, flags: DIFlagPrivate)
!147 = !DIDerivedType(tag: DW_TAG_member, name: "_marker", scope: !135, file: !15, baseType: !148, align: 8, offset: 128, flags: DIFlagPrivate)
!148 = !DICompositeType(tag: DW_TAG_structure_type, name: "PhantomData<&i32>", scope: !98, file: !15, align: 8, flags: DIFlagPublic, elements: !23, templateParams: !149, identifier: "b7c4d434debe578dc1ac34a06336863")
!149 = !{!150}
!150 = !DITemplateTypeParameter(name: "T", type: !151)
!151 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&i32", baseType: !123, size: 64, align: 64, dwarfAddressSpace: 0)
!152 = !DILocalVariable(name: "value", scope: !153, file: !8, line: 20, type: !151, align: 64)
!153 = distinct !DILexicalBlock(scope: !134, file: !8, line: 20, column: 5)
!154 = !DILocalVariable(name: "self", arg: 1, scope: !155, file: !156, line: 157, type: !173)
!155 = distinct !DISubprogram(name: "next<i32>", linkageName: "_ZN91_$LT$core..slice..iter..Iter$LT$T$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4next17h912d07921c0ea1beE", scope: !157, file: !156, line: 157, type: !158, scopeLine: 157, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !144, retainedNodes: !174)
!156 = !DIFile(filename: "library/core/src/slice/iter/macros.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "87d1f0c2746f51593d75ddf4c9271f14")
!157 = !DINamespace(name: "{impl#171}", scope: !136)
!158 = !DISubroutineType(types: !159)
!159 = !{!160, !173}
!160 = !DICompositeType(tag: DW_TAG_structure_type, name: "Option<&i32>", scope: !161, file: !15, size: 64, align: 64, flags: DIFlagPublic, elements: !162, templateParams: !23, identifier: "dbece716e890c612dce79ac455df24be")
!161 = !DINamespace(name: "option", scope: !53)
!162 = !{!163}
!163 = !DICompositeType(tag: DW_TAG_variant_part, scope: !160, file: !15, size: 64, align: 64, elements: !164, templateParams: !23, identifier: "f3a6c88d7201457222bc4121bf793139", discriminator: !171)
!164 = !{!165, !167}
!165 = !DIDerivedType(tag: DW_TAG_member, name: "None", scope: !163, file: !15, baseType: !166, size: 64, align: 64, extraData: i64 0)
!166 = !DICompositeType(tag: DW_TAG_structure_type, name: "None", scope: !160, file: !15, size: 64, align: 64, flags: DIFlagPublic, elements: !23, templateParams: !149, identifier: "adde9d14d5bfc36333c006408e1789a1")
!167 = !DIDerivedType(tag: DW_TAG_member, name: "Some", scope: !163, file: !15, baseType: !168, size: 64, align: 64)
!168 = !DICompositeType(tag: DW_TAG_structure_type, name: "Some", scope: !160, file: !15, size: 64, align: 64, flags: DIFlagPublic, elements: !169, templateParams: !149, identifier: "9d980d159202eb59c2c46c09aea84c")
!169 = !{!170}
!170 = !DIDerivedType(tag: DW_TAG_member, name: "__0", scope: !168, file: !15, baseType: !151, size: 64, align: 64, flags: DIFlagPublic)
!171 = !DIDerivedType(tag: DW_TAG_member, scope: !160, file: !15, baseType: !172, size: 64, align: 64, flags: DIFlagArtificial)
!172 = !DIBasicType(name: "u64", size: 64, encoding: DW_ATE_unsigned)
!173 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&mut core::slice::iter::Iter<i32>", baseType: !135, size: 64, align: 64, dwarfAddressSpace: 0)
!174 = !{!154, !175, !177, !179}
!175 = !DILocalVariable(name: "ptr", scope: !176, file: !156, line: 161, type: !140, align: 64)
!176 = distinct !DILexicalBlock(scope: !155, file: !156, line: 161, column: 17)
!177 = !DILocalVariable(name: "end_or_len", scope: !178, file: !156, line: 162, type: !143, align: 64)
!178 = distinct !DILexicalBlock(scope: !176, file: !156, line: 162, column: 17)
!179 = !DILocalVariable(name: "len", scope: !180, file: !156, line: 167, type: !91, align: 64)
!180 = distinct !DILexicalBlock(scope: !178, file: !156, line: 167, column: 25)
!181 = !DILocation(line: 157, column: 21, scope: !155, inlinedAt: !182)
!182 = !DILocation(line: 20, column: 18, scope: !183)
!183 = !DILexicalBlockFile(scope: !134, file: !8, discriminator: 2)
!184 = !DILocation(line: 0, scope: !120)
!185 = !DILocalVariable(name: "self", arg: 1, scope: !186, file: !187, line: 25, type: !124)
!186 = distinct !DISubprogram(name: "into_iter<i32>", linkageName: "_ZN4core5slice4iter87_$LT$impl$u20$core..iter..traits..collect..IntoIterator$u20$for$u20$$RF$$u5b$T$u5d$$GT$9into_iter17h273c01a8b0dc8f80E", scope: !188, file: !187, line: 25, type: !189, scopeLine: 25, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !144, retainedNodes: !191)
!187 = !DIFile(filename: "library/core/src/slice/iter.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "f33ab2e22fe09095bf73c41c52bd166c")
!188 = !DINamespace(name: "{impl#1}", scope: !136)
!189 = !DISubroutineType(types: !190)
!190 = !{!135, !124}
!191 = !{!185}
!192 = !DILocation(line: 0, scope: !186, inlinedAt: !193)
!193 = !DILocation(line: 20, column: 18, scope: !132)
!194 = !DILocalVariable(name: "self", arg: 1, scope: !195, file: !196, line: 1040, type: !124)
!195 = distinct !DISubprogram(name: "iter<i32>", linkageName: "_ZN4core5slice29_$LT$impl$u20$$u5b$T$u5d$$GT$4iter17hfbad80ae2c5faa1bE", scope: !197, file: !196, line: 1040, type: !189, scopeLine: 1040, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !144, retainedNodes: !198)
!196 = !DIFile(filename: "library/core/src/slice/mod.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "b606e5d97bff599edd0dcbc6067a14f1")
!197 = !DINamespace(name: "{impl#0}", scope: !137)
!198 = !{!194}
!199 = !DILocation(line: 0, scope: !195, inlinedAt: !200)
!200 = !DILocation(line: 26, column: 14, scope: !186, inlinedAt: !193)
!201 = !DILocalVariable(name: "slice", arg: 1, scope: !202, file: !187, line: 96, type: !124)
!202 = distinct !DISubprogram(name: "new<i32>", linkageName: "_ZN4core5slice4iter13Iter$LT$T$GT$3new17h5e757ea4ca61014fE", scope: !135, file: !187, line: 96, type: !189, scopeLine: 96, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !144, declaration: !203, retainedNodes: !204)
!203 = !DISubprogram(name: "new<i32>", linkageName: "_ZN4core5slice4iter13Iter$LT$T$GT$3new17h5e757ea4ca61014fE", scope: !135, file: !187, line: 96, type: !189, scopeLine: 96, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagOptimized, templateParams: !144)
!204 = !{!201, !205, !207, !209}
!205 = !DILocalVariable(name: "len", scope: !206, file: !187, line: 97, type: !91, align: 64)
!206 = distinct !DILexicalBlock(scope: !202, file: !187, line: 97, column: 9)
!207 = !DILocalVariable(name: "ptr", scope: !208, file: !187, line: 98, type: !140, align: 64)
!208 = distinct !DILexicalBlock(scope: !206, file: !187, line: 98, column: 9)
!209 = !DILocalVariable(name: "end_or_len", scope: !210, file: !187, line: 101, type: !143, align: 64)
!210 = distinct !DILexicalBlock(scope: !208, file: !187, line: 101, column: 13)
!211 = !DILocation(line: 0, scope: !202, inlinedAt: !212)
!212 = !DILocation(line: 1041, column: 9, scope: !195, inlinedAt: !200)
!213 = !DILocalVariable(name: "count", scope: !214, file: !215, line: 651, type: !91, align: 64)
!214 = distinct !DISubprogram(name: "add<i32>", linkageName: "_ZN4core3ptr8non_null16NonNull$LT$T$GT$3add17h446b7bc923ca9fecE", scope: !140, file: !215, line: 651, type: !216, scopeLine: 651, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !144, declaration: !218, retainedNodes: !219)
!215 = !DIFile(filename: "library/core/src/ptr/non_null.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "e5222a5160165ba1cd09076ad7a11733")
!216 = !DISubroutineType(types: !217)
!217 = !{!140, !140, !91}
!218 = !DISubprogram(name: "add<i32>", linkageName: "_ZN4core3ptr8non_null16NonNull$LT$T$GT$3add17h446b7bc923ca9fecE", scope: !140, file: !215, line: 651, type: !216, scopeLine: 651, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagOptimized, templateParams: !144)
!219 = !{!220, !213}
!220 = !DILocalVariable(name: "self", arg: 1, scope: !214, file: !215, line: 651, type: !140)
!221 = !DILocation(line: 0, scope: !214, inlinedAt: !222)
!222 = !DILocation(line: 185, column: 40, scope: !178, inlinedAt: !182)
!223 = !DILocation(line: 0, scope: !132)
!224 = !DILocalVariable(name: "self", arg: 1, scope: !225, file: !226, line: 523, type: !123)
!225 = distinct !DISubprogram(name: "checked_add", linkageName: "_RNvMs0_NtCsgEmfK2I1SDS_4core3numl11checked_add", scope: !227, file: !226, line: 523, type: !229, scopeLine: 523, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !23, retainedNodes: !242)
!226 = !DIFile(filename: "library/core/src/num/int_macros.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "25372f0d2fb76edc2f95599cb5b8df1b")
!227 = !DINamespace(name: "{impl#2}", scope: !228)
!228 = !DINamespace(name: "num", scope: !53)
!229 = !DISubroutineType(types: !230)
!230 = !{!231, !123, !123}
!231 = !DICompositeType(tag: DW_TAG_structure_type, name: "Option<i32>", scope: !161, file: !15, size: 64, align: 32, flags: DIFlagPublic, elements: !232, templateParams: !23, identifier: "9405ac4e2c6c777f392a88ba61a7ee59")
!232 = !{!233}
!233 = !DICompositeType(tag: DW_TAG_variant_part, scope: !231, file: !15, size: 64, align: 32, elements: !234, templateParams: !23, identifier: "e2f41d4aeb07e70e2deec5714d40b3f5", discriminator: !241)
!234 = !{!235, !237}
!235 = !DIDerivedType(tag: DW_TAG_member, name: "None", scope: !233, file: !15, baseType: !236, size: 64, align: 32, extraData: i32 0)
!236 = !DICompositeType(tag: DW_TAG_structure_type, name: "None", scope: !231, file: !15, size: 64, align: 32, flags: DIFlagPublic, elements: !23, templateParams: !144, identifier: "61a3ce2df84cf17e4abf9bd216f81f54")
!237 = !DIDerivedType(tag: DW_TAG_member, name: "Some", scope: !233, file: !15, baseType: !238, size: 64, align: 32, extraData: i32 1)
!238 = !DICompositeType(tag: DW_TAG_structure_type, name: "Some", scope: !231, file: !15, size: 64, align: 32, flags: DIFlagPublic, elements: !239, templateParams: !144, identifier: "d5be8f80a28faf7bfb7a6bc63bf0c7cc")
!239 = !{!240}
!240 = !DIDerivedType(tag: DW_TAG_member, name: "__0", scope: !238, file: !15, baseType: !123, size: 32, align: 32, offset: 32, flags: DIFlagPublic)
!241 = !DIDerivedType(tag: DW_TAG_member, scope: !231, file: !15, baseType: !28, size: 32, align: 32, flags: DIFlagArtificial)
!242 = !{!224, !243, !244, !246}
!243 = !DILocalVariable(name: "rhs", arg: 2, scope: !225, file: !226, line: 523, type: !123)
!244 = !DILocalVariable(name: "a", scope: !245, file: !226, line: 524, type: !123, align: 32)
!245 = distinct !DILexicalBlock(scope: !225, file: !226, line: 524, column: 13)
!246 = !DILocalVariable(name: "b", scope: !245, file: !226, line: 524, type: !247, align: 8)
!247 = !DIBasicType(name: "bool", size: 8, encoding: DW_ATE_boolean)
!248 = !DILocation(line: 0, scope: !225, inlinedAt: !249)
!249 = !DILocation(line: 21, column: 23, scope: !153)
!250 = !DILocalVariable(name: "self", arg: 1, scope: !251, file: !226, line: 2498, type: !123)
!251 = distinct !DISubprogram(name: "overflowing_add", linkageName: "_RNvMs0_NtCsgEmfK2I1SDS_4core3numl15overflowing_add", scope: !227, file: !226, line: 2498, type: !252, scopeLine: 2498, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !23, retainedNodes: !258)
!252 = !DISubroutineType(types: !253)
!253 = !{!254, !123, !123}
!254 = !DICompositeType(tag: DW_TAG_structure_type, name: "(i32, bool)", file: !15, size: 64, align: 32, elements: !255, templateParams: !23, identifier: "e8b5147b96b2b691e9356b0787e3b44")
!255 = !{!256, !257}
!256 = !DIDerivedType(tag: DW_TAG_member, name: "__0", scope: !254, file: !15, baseType: !123, size: 32, align: 32)
!257 = !DIDerivedType(tag: DW_TAG_member, name: "__1", scope: !254, file: !15, baseType: !247, size: 8, align: 8, offset: 32)
!258 = !{!250, !259}
!259 = !DILocalVariable(name: "rhs", arg: 2, scope: !251, file: !226, line: 2498, type: !123)
!260 = !DILocation(line: 0, scope: !251, inlinedAt: !261)
!261 = !DILocation(line: 524, column: 31, scope: !225, inlinedAt: !249)
!262 = !DILocation(line: 0, scope: !206, inlinedAt: !212)
!263 = !DILocalVariable(name: "count", arg: 2, scope: !264, file: !265, line: 927, type: !91)
!264 = distinct !DISubprogram(name: "add<i32>", linkageName: "_ZN4core3ptr7mut_ptr31_$LT$impl$u20$$BP$mut$u20$T$GT$3add17he4d3e83e0a05abacE", scope: !266, file: !265, line: 927, type: !268, scopeLine: 927, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !144, retainedNodes: !271)
!265 = !DIFile(filename: "library/core/src/ptr/mut_ptr.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "7c03c8e0ae695174f7f10881dc49d2cb")
!266 = !DINamespace(name: "{impl#0}", scope: !267)
!267 = !DINamespace(name: "mut_ptr", scope: !82)
!268 = !DISubroutineType(types: !269)
!269 = !{!270, !270, !91, !74}
!270 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "*mut i32", baseType: !123, size: 64, align: 64, dwarfAddressSpace: 0)
!271 = !{!272, !263}
!272 = !DILocalVariable(name: "self", arg: 1, scope: !264, file: !265, line: 927, type: !270)
!273 = !DILocation(line: 0, scope: !264, inlinedAt: !274)
!274 = !DILocation(line: 102, column: 78, scope: !208, inlinedAt: !212)
!275 = !DILocation(line: 0, scope: !208, inlinedAt: !212)
!276 = !DILocation(line: 0, scope: !134)
!277 = !DILocation(line: 0, scope: !176, inlinedAt: !182)
!278 = !DILocation(line: 0, scope: !178, inlinedAt: !182)
!279 = !DILocalVariable(name: "self", arg: 1, scope: !280, file: !215, line: 1719, type: !284)
!280 = distinct !DISubprogram(name: "eq<i32>", linkageName: "_ZN78_$LT$core..ptr..non_null..NonNull$LT$T$GT$$u20$as$u20$core..cmp..PartialEq$GT$2eq17hb515097d12420dbaE", scope: !281, file: !215, line: 1719, type: !282, scopeLine: 1719, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !144, retainedNodes: !285)
!281 = !DINamespace(name: "{impl#16}", scope: !81)
!282 = !DISubroutineType(types: !283)
!283 = !{!247, !284, !284}
!284 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&core::ptr::non_null::NonNull<i32>", baseType: !140, size: 64, align: 64, dwarfAddressSpace: 0)
!285 = !{!279, !286}
!286 = !DILocalVariable(name: "other", arg: 2, scope: !280, file: !215, line: 1719, type: !284)
!287 = !DILocation(line: 1719, column: 11, scope: !280, inlinedAt: !288)
!288 = !DILocation(line: 180, column: 28, scope: !178, inlinedAt: !182)
!289 = !DILocation(line: 1719, column: 18, scope: !280, inlinedAt: !288)
!290 = !DILocation(line: 1720, column: 9, scope: !280, inlinedAt: !288)
!291 = !DILocation(line: 659, column: 28, scope: !214, inlinedAt: !222)
!292 = !DILocation(line: 0, scope: !153)
!293 = !DILocation(line: 21, column: 35, scope: !153)
!294 = !DILocation(line: 2499, column: 26, scope: !251, inlinedAt: !261)
!295 = !DILocation(line: 0, scope: !245, inlinedAt: !249)
!296 = !DILocalVariable(name: "b", arg: 1, scope: !297, file: !298, line: 456, type: !247)
!297 = distinct !DISubprogram(name: "unlikely", linkageName: "_RNvNtCsgEmfK2I1SDS_4core10intrinsics8unlikely", scope: !299, file: !298, line: 456, type: !300, scopeLine: 456, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !23, retainedNodes: !302)
!298 = !DIFile(filename: "library/core/src/intrinsics/mod.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "b1b7915c1b8b57766c20270acae549ce")
!299 = !DINamespace(name: "intrinsics", scope: !53)
!300 = !DISubroutineType(types: !301)
!301 = !{!247, !247}
!302 = !{!296}
!303 = !DILocation(line: 0, scope: !297, inlinedAt: !304)
!304 = !DILocation(line: 525, column: 16, scope: !245, inlinedAt: !249)
!305 = !DILocation(line: 457, column: 8, scope: !297, inlinedAt: !304)
!306 = !{!"branch_weights", !"expected", i32 1, i32 2000}
!307 = distinct !{!307, !308}
!308 = !{!"llvm.loop.unroll.disable"}
!309 = !DILocation(line: 24, column: 2, scope: !120)
