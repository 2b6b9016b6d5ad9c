; ModuleID = 'small.4dca52b3df3c08d4-cgu.0'
source_filename = "small.4dca52b3df3c08d4-cgu.0"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@anon.496f0f7b0b6ead32d944deed1db1b402.0 = private unnamed_addr constant <{ [4 x i8], [4 x i8] }> <{ [4 x i8] zeroinitializer, [4 x i8] undef }>, align 4
@alloc_d5d63661ce38e57b54d4c1027635d1bd = private unnamed_addr constant [9 x i8] c"small.rs\00", align 1
@alloc_5e9b3e835f51c42cceea63a9ab0f1112 = private unnamed_addr constant <{ ptr, [16 x i8] }> <{ ptr @alloc_d5d63661ce38e57b54d4c1027635d1bd, [16 x i8] c"\08\00\00\00\00\00\00\00\0C\00\00\00\22\00\00\00" }>, align 8

; <&f64 as core::ops::arith::Mul>::mul
; Function Attrs: inlinehint nonlazybind uwtable
define internal double @"_ZN49_$LT$$RF$f64$u20$as$u20$core..ops..arith..Mul$GT$3mul17h581c90eda0f088b4E"(ptr align 8 %self, ptr align 8 %other, ptr align 8 %0) unnamed_addr #0 !dbg !7 {
start:
  %other.dbg.spill = alloca [8 x i8], align 8
  %self.dbg.spill = alloca [8 x i8], align 8
  store ptr %self, ptr %self.dbg.spill, align 8
    #dbg_declare(ptr %self.dbg.spill, !52, !DIExpression(), !54)
  store ptr %other, ptr %other.dbg.spill, align 8
    #dbg_declare(ptr %other.dbg.spill, !53, !DIExpression(), !55)
  %_3 = load double, ptr %self, align 8, !dbg !56
  %_4 = load double, ptr %other, align 8, !dbg !57
  %_0 = fmul double %_3, %_4, !dbg !58
  ret double %_0, !dbg !65
}

; core::intrinsics::cold_path
; Function Attrs: cold nounwind nonlazybind uwtable
define internal void @_ZN4core10intrinsics9cold_path17h47c9fc7728399a08E() unnamed_addr #1 !dbg !66 {
start:
  ret void, !dbg !71
}

; core::num::<impl i32>::checked_add
; Function Attrs: inlinehint nonlazybind uwtable
define internal { i32, i32 } @"_ZN4core3num21_$LT$impl$u20$i32$GT$11checked_add17hfb53007b30bae429E"(i32 %self, i32 %rhs) unnamed_addr #0 !dbg !72 {
start:
  %b.dbg.spill = alloca [1 x i8], align 1
  %a.dbg.spill = alloca [4 x i8], align 4
  %rhs.dbg.spill = alloca [4 x i8], align 4
  %self.dbg.spill = alloca [4 x i8], align 4
  %_0 = alloca [8 x i8], align 4
  store i32 %self, ptr %self.dbg.spill, align 4
    #dbg_declare(ptr %self.dbg.spill, !94, !DIExpression(), !100)
    #dbg_declare(ptr %self.dbg.spill, !101, !DIExpression(), !111)
  store i32 %rhs, ptr %rhs.dbg.spill, align 4
    #dbg_declare(ptr %rhs.dbg.spill, !95, !DIExpression(), !113)
    #dbg_declare(ptr %rhs.dbg.spill, !110, !DIExpression(), !114)
  %0 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %self, i32 %rhs), !dbg !115
  %_5.0 = extractvalue { i32, i1 } %0, 0, !dbg !115
  %_5.1 = extractvalue { i32, i1 } %0, 1, !dbg !115
  store i32 %_5.0, ptr %a.dbg.spill, align 4, !dbg !116
    #dbg_declare(ptr %a.dbg.spill, !96, !DIExpression(), !117)
  %1 = zext i1 %_5.1 to i8, !dbg !118
  store i8 %1, ptr %b.dbg.spill, align 1, !dbg !118
    #dbg_declare(ptr %b.dbg.spill, !98, !DIExpression(), !119)
    #dbg_declare(ptr %b.dbg.spill, !120, !DIExpression(), !125)
  br i1 %_5.1, label %bb2, label %bb4, !dbg !127

bb4:                                              ; preds = %start
  %2 = getelementptr inbounds i8, ptr %_0, i64 4, !dbg !128
  store i32 %_5.0, ptr %2, align 4, !dbg !128
  store i32 1, ptr %_0, align 4, !dbg !128
  br label %bb1, !dbg !129

bb2:                                              ; preds = %start
  %3 = load i32, ptr @anon.496f0f7b0b6ead32d944deed1db1b402.0, align 4, !dbg !130
  %4 = load i32, ptr getelementptr inbounds (i8, ptr @anon.496f0f7b0b6ead32d944deed1db1b402.0, i64 4), align 4, !dbg !130
  store i32 %3, ptr %_0, align 4, !dbg !130
  %5 = getelementptr inbounds i8, ptr %_0, i64 4, !dbg !130
  store i32 %4, ptr %5, align 4, !dbg !130
  br label %bb1, !dbg !129

bb1:                                              ; preds = %bb2, %bb4
  %6 = load i32, ptr %_0, align 4, !dbg !131
  %7 = getelementptr inbounds i8, ptr %_0, i64 4, !dbg !131
  %8 = load i32, ptr %7, align 4, !dbg !131
  %9 = insertvalue { i32, i32 } poison, i32 %6, 0, !dbg !131
  %10 = insertvalue { i32, i32 } %9, i32 %8, 1, !dbg !131
  ret { i32, i32 } %10, !dbg !131
}

; core::slice::iter::<impl core::iter::traits::collect::IntoIterator for &[T]>::into_iter
; Function Attrs: nonlazybind uwtable
define { ptr, ptr } @"_ZN4core5slice4iter87_$LT$impl$u20$core..iter..traits..collect..IntoIterator$u20$for$u20$$RF$$u5b$T$u5d$$GT$9into_iter17h273c01a8b0dc8f80E"(ptr align 4 %self.0, i64 %self.1) unnamed_addr #2 !dbg !132 {
start:
  %self.dbg.spill2 = alloca [8 x i8], align 8
  %ptr.dbg.spill = alloca [8 x i8], align 8
  %self.dbg.spill1 = alloca [16 x i8], align 8
  %len.dbg.spill = alloca [8 x i8], align 8
  %self.dbg.spill = alloca [16 x i8], align 8
  %end_or_len = alloca [8 x i8], align 8
  store ptr %self.0, ptr %self.dbg.spill, align 8
  %0 = getelementptr inbounds i8, ptr %self.dbg.spill, i64 8
  store i64 %self.1, ptr %0, align 8
    #dbg_declare(ptr %self.dbg.spill, !158, !DIExpression(), !159)
    #dbg_declare(ptr %self.dbg.spill, !160, !DIExpression(), !165)
    #dbg_declare(ptr %self.dbg.spill, !167, !DIExpression(), !177)
    #dbg_declare(ptr %self.dbg.spill, !179, !DIExpression(), !193)
    #dbg_declare(ptr %end_or_len, !175, !DIExpression(), !195)
  store i64 %self.1, ptr %len.dbg.spill, align 8, !dbg !196
    #dbg_declare(ptr %len.dbg.spill, !171, !DIExpression(), !197)
    #dbg_declare(ptr %len.dbg.spill, !198, !DIExpression(), !204)
    #dbg_declare(ptr %len.dbg.spill, !206, !DIExpression(), !216)
  store ptr %self.0, ptr %self.dbg.spill1, align 8, !dbg !218
  %1 = getelementptr inbounds i8, ptr %self.dbg.spill1, i64 8, !dbg !218
  store i64 %self.1, ptr %1, align 8, !dbg !218
    #dbg_declare(ptr %self.dbg.spill1, !219, !DIExpression(), !227)
  store ptr %self.0, ptr %ptr.dbg.spill, align 8, !dbg !229
    #dbg_declare(ptr %ptr.dbg.spill, !173, !DIExpression(), !230)
    #dbg_declare(ptr %ptr.dbg.spill, !231, !DIExpression(), !237)
  br label %bb2, !dbg !239

bb2:                                              ; preds = %start
  store ptr %self.0, ptr %self.dbg.spill2, align 8, !dbg !240
    #dbg_declare(ptr %self.dbg.spill2, !215, !DIExpression(), !241)
  %_6 = getelementptr inbounds nuw i32, ptr %self.0, i64 %self.1, !dbg !242
  store ptr %_6, ptr %end_or_len, align 8, !dbg !243
  br label %bb3, !dbg !244

bb3:                                              ; preds = %bb2
  %_0.1 = load ptr, ptr %end_or_len, align 8, !dbg !245
  %2 = insertvalue { ptr, ptr } poison, ptr %self.0, 0, !dbg !246
  %3 = insertvalue { ptr, ptr } %2, ptr %_0.1, 1, !dbg !246
  ret { ptr, ptr } %3, !dbg !246

bb1:                                              ; No predecessors!
  unreachable
}

; core::option::Option<T>::unwrap_or
; Function Attrs: inlinehint nonlazybind uwtable
define i32 @"_ZN4core6option15Option$LT$T$GT$9unwrap_or17hd6948b629ef2e1daE"(i32 %0, i32 %1, i32 %default) unnamed_addr #0 !dbg !247 {
start:
  %default.dbg.spill = alloca [4 x i8], align 4
  %x = alloca [4 x i8], align 4
  %self = alloca [8 x i8], align 4
  store i32 %0, ptr %self, align 4
  %2 = getelementptr inbounds i8, ptr %self, i64 4
  store i32 %1, ptr %2, align 4
    #dbg_declare(ptr %x, !255, !DIExpression(), !257)
    #dbg_declare(ptr %self, !253, !DIExpression(), !258)
  store i32 %default, ptr %default.dbg.spill, align 4
    #dbg_declare(ptr %default.dbg.spill, !254, !DIExpression(), !259)
  %3 = load i32, ptr %self, align 4, !dbg !260
  %4 = getelementptr inbounds i8, ptr %self, i64 4, !dbg !260
  %5 = load i32, ptr %4, align 4, !dbg !260
  %_3 = zext i32 %3 to i64, !dbg !260
  %6 = trunc nuw i64 %_3 to i1, !dbg !261
  br i1 %6, label %bb3, label %bb2, !dbg !261

bb3:                                              ; preds = %start
  %7 = getelementptr inbounds i8, ptr %self, i64 4, !dbg !262
  %8 = load i32, ptr %7, align 4, !dbg !262
  store i32 %8, ptr %x, align 4, !dbg !262
  br label %bb4, !dbg !263

bb2:                                              ; preds = %start
  store i32 %default, ptr %x, align 4, !dbg !264
  br label %bb4, !dbg !264

bb4:                                              ; preds = %bb3, %bb2
  %9 = load i32, ptr %x, align 4, !dbg !265
  ret i32 %9, !dbg !265

bb1:                                              ; No predecessors!
  unreachable, !dbg !260
}

; <core::slice::iter::Iter<T> as core::iter::traits::iterator::Iterator>::next
; Function Attrs: inlinehint nonlazybind uwtable
define align 4 ptr @"_ZN91_$LT$core..slice..iter..Iter$LT$T$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4next17h912d07921c0ea1beE"(ptr align 8 %self) unnamed_addr #0 !dbg !266 {
start:
  %end_or_len.dbg.spill = alloca [8 x i8], align 8
  %ptr.dbg.spill = alloca [8 x i8], align 8
  %count.dbg.spill = alloca [8 x i8], align 8
  %rhs.dbg.spill = alloca [8 x i8], align 8
  %self.dbg.spill = alloca [8 x i8], align 8
  %_0 = alloca [8 x i8], align 8
  store ptr %self, ptr %self.dbg.spill, align 8
    #dbg_declare(ptr %self.dbg.spill, !285, !DIExpression(), !292)
  store i64 1, ptr %rhs.dbg.spill, align 8, !dbg !293
    #dbg_declare(ptr %rhs.dbg.spill, !301, !DIExpression(), !293)
  store i64 1, ptr %count.dbg.spill, align 8, !dbg !303
    #dbg_declare(ptr %count.dbg.spill, !310, !DIExpression(), !303)
  %ptr = load ptr, ptr %self, align 8, !dbg !312
  store ptr %ptr, ptr %ptr.dbg.spill, align 8, !dbg !312
    #dbg_declare(ptr %ptr.dbg.spill, !286, !DIExpression(), !313)
    #dbg_declare(ptr %ptr.dbg.spill, !309, !DIExpression(), !314)
  %0 = getelementptr inbounds i8, ptr %self, i64 8, !dbg !315
  %end_or_len = load ptr, ptr %0, align 8, !dbg !315
  store ptr %end_or_len, ptr %end_or_len.dbg.spill, align 8, !dbg !315
    #dbg_declare(ptr %end_or_len.dbg.spill, !288, !DIExpression(), !316)
    #dbg_declare(ptr %end_or_len.dbg.spill, !317, !DIExpression(), !325)
    #dbg_declare(ptr %end_or_len.dbg.spill, !327, !DIExpression(), !336)
  br label %bb4, !dbg !338

bb4:                                              ; preds = %start
    #dbg_value(ptr poison, !339, !DIExpression(), !347)
    #dbg_value(ptr poison, !346, !DIExpression(), !349)
  %_6 = icmp eq ptr %ptr, %end_or_len, !dbg !350
  br i1 %_6, label %bb5, label %bb6, !dbg !348

bb6:                                              ; preds = %bb4
  %_16 = getelementptr inbounds nuw i32, ptr %ptr, i64 1, !dbg !351
  store ptr %_16, ptr %self, align 8, !dbg !352
  br label %bb7, !dbg !353

bb5:                                              ; preds = %bb4
  store ptr null, ptr %_0, align 8, !dbg !354
  br label %bb8, !dbg !355

bb7:                                              ; preds = %bb6
    #dbg_value(ptr poison, !358, !DIExpression(), !364)
  store ptr %ptr, ptr %_0, align 8, !dbg !366
  br label %bb8, !dbg !367

bb8:                                              ; preds = %bb5, %bb7
  %1 = load ptr, ptr %_0, align 8, !dbg !367
  ret ptr %1, !dbg !367

bb1:                                              ; No predecessors!
  unreachable

bb2:                                              ; No predecessors!
  unreachable

bb3:                                              ; No predecessors!
  unreachable

bb9:                                              ; No predecessors!
  unreachable

bb10:                                             ; No predecessors!
  unreachable
}

; Function Attrs: nonlazybind uwtable
define double @area(ptr align 8 %shape) unnamed_addr #2 !dbg !368 {
start:
  %small.dbg.spill.i1 = alloca [4 x i8], align 4
  %small.dbg.spill.i = alloca [4 x i8], align 4
  %height.dbg.spill = alloca [8 x i8], align 8
  %width.dbg.spill = alloca [8 x i8], align 8
  %radius.dbg.spill = alloca [8 x i8], align 8
  %shape.dbg.spill = alloca [8 x i8], align 8
  %_0 = alloca [8 x i8], align 8
  store ptr %shape, ptr %shape.dbg.spill, align 8
    #dbg_declare(ptr %shape.dbg.spill, !388, !DIExpression(), !395)
  %0 = load i32, ptr %shape, align 8, !dbg !396
  %_2 = zext i32 %0 to i64, !dbg !396
  %1 = trunc nuw i64 %_2 to i1, !dbg !397
  br i1 %1, label %bb2, label %bb3, !dbg !397

bb2:                                              ; preds = %start
  %width = getelementptr inbounds i8, ptr %shape, i64 4, !dbg !398
  store ptr %width, ptr %width.dbg.spill, align 8, !dbg !398
    #dbg_declare(ptr %width.dbg.spill, !391, !DIExpression(), !399)
  %height = getelementptr inbounds i8, ptr %shape, i64 8, !dbg !400
  store ptr %height, ptr %height.dbg.spill, align 8, !dbg !400
    #dbg_declare(ptr %height.dbg.spill, !394, !DIExpression(), !401)
  %_8 = load i32, ptr %width, align 4, !dbg !402
  store i32 %_8, ptr %small.dbg.spill.i1, align 4
    #dbg_declare(ptr %small.dbg.spill.i1, !403, !DIExpression(), !412)
  %_0.i2 = uitofp i32 %_8 to double, !dbg !414
  %_10 = load i32, ptr %height, align 4, !dbg !415
  store i32 %_10, ptr %small.dbg.spill.i, align 4
    #dbg_declare(ptr %small.dbg.spill.i, !403, !DIExpression(), !416)
  %_0.i = uitofp i32 %_10 to double, !dbg !418
  %2 = fmul double %_0.i2, %_0.i, !dbg !419
  store double %2, ptr %_0, align 8, !dbg !419
  br label %bb7, !dbg !420

bb3:                                              ; preds = %start
  %radius = getelementptr inbounds i8, ptr %shape, i64 8, !dbg !421
  store ptr %radius, ptr %radius.dbg.spill, align 8, !dbg !421
    #dbg_declare(ptr %radius.dbg.spill, !389, !DIExpression(), !422)
; call <&f64 as core::ops::arith::Mul>::mul
  %_4 = call double @"_ZN49_$LT$$RF$f64$u20$as$u20$core..ops..arith..Mul$GT$3mul17h581c90eda0f088b4E"(ptr align 8 %radius, ptr align 8 %radius, ptr align 8 @alloc_5e9b3e835f51c42cceea63a9ab0f1112) #4, !dbg !423
  %3 = fmul double %_4, 3.000000e+00, !dbg !423
  store double %3, ptr %_0, align 8, !dbg !423
  br label %bb7, !dbg !424

bb7:                                              ; preds = %bb2, %bb3
  %4 = load double, ptr %_0, align 8, !dbg !425
  ret double %4, !dbg !425

bb1:                                              ; No predecessors!
  unreachable, !dbg !396
}

; Function Attrs: nonlazybind uwtable
define i32 @sum(ptr align 4 %values.0, i64 %values.1) unnamed_addr #2 !dbg !426 {
start:
  %value.dbg.spill = alloca [8 x i8], align 8
  %values.dbg.spill = alloca [16 x i8], align 8
  %_5 = alloca [8 x i8], align 8
  %iter = alloca [16 x i8], align 8
  %total = alloca [4 x i8], align 4
  store ptr %values.0, ptr %values.dbg.spill, align 8
  %0 = getelementptr inbounds i8, ptr %values.dbg.spill, i64 8
  store i64 %values.1, ptr %0, align 8
    #dbg_declare(ptr %values.dbg.spill, !430, !DIExpression(), !437)
    #dbg_declare(ptr %total, !431, !DIExpression(), !438)
    #dbg_declare(ptr %iter, !433, !DIExpression(), !439)
  store i32 0, ptr %total, align 4, !dbg !440
; call core::slice::iter::<impl core::iter::traits::collect::IntoIterator for &[T]>::into_iter
  %1 = call { ptr, ptr } @"_ZN4core5slice4iter87_$LT$impl$u20$core..iter..traits..collect..IntoIterator$u20$for$u20$$RF$$u5b$T$u5d$$GT$9into_iter17h273c01a8b0dc8f80E"(ptr align 4 %values.0, i64 %values.1), !dbg !441
  %_3.0 = extractvalue { ptr, ptr } %1, 0, !dbg !441
  %_3.1 = extractvalue { ptr, ptr } %1, 1, !dbg !441
  store ptr %_3.0, ptr %iter, align 8, !dbg !441
  %2 = getelementptr inbounds i8, ptr %iter, i64 8, !dbg !441
  store ptr %_3.1, ptr %2, align 8, !dbg !441
  br label %bb2, !dbg !442

bb2:                                              ; preds = %bb5, %start
; call <core::slice::iter::Iter<T> as core::iter::traits::iterator::Iterator>::next
  %3 = call align 4 ptr @"_ZN91_$LT$core..slice..iter..Iter$LT$T$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4next17h912d07921c0ea1beE"(ptr align 8 %iter) #4, !dbg !439
  store ptr %3, ptr %_5, align 8, !dbg !439
  %4 = load ptr, ptr %_5, align 8, !dbg !439
  %5 = ptrtoint ptr %4 to i64, !dbg !439
  %6 = icmp eq i64 %5, 0, !dbg !439
  %_7 = select i1 %6, i64 0, i64 1, !dbg !439
  %7 = trunc nuw i64 %_7 to i1, !dbg !439
  br i1 %7, label %bb5, label %bb6, !dbg !439

bb5:                                              ; preds = %bb2
  %value = load ptr, ptr %_5, align 8, !dbg !443
  store ptr %value, ptr %value.dbg.spill, align 8, !dbg !443
    #dbg_declare(ptr %value.dbg.spill, !435, !DIExpression(), !444)
  %_11 = load i32, ptr %total, align 4, !dbg !445
  %_12 = load i32, ptr %value, align 4, !dbg !446
; call core::num::<impl i32>::checked_add
  %8 = call { i32, i32 } @"_ZN4core3num21_$LT$impl$u20$i32$GT$11checked_add17hfb53007b30bae429E"(i32 %_11, i32 %_12) #4, !dbg !447
  %_10.0 = extractvalue { i32, i32 } %8, 0, !dbg !447
  %_10.1 = extractvalue { i32, i32 } %8, 1, !dbg !447
; call core::option::Option<T>::unwrap_or
  %_9 = call i32 @"_ZN4core6option15Option$LT$T$GT$9unwrap_or17hd6948b629ef2e1daE"(i32 %_10.0, i32 %_10.1, i32 2147483647) #4, !dbg !448
  store i32 %_9, ptr %total, align 4, !dbg !449
  br label %bb2, !dbg !442

bb6:                                              ; preds = %bb2
  %_0 = load i32, ptr %total, align 4, !dbg !450
  ret i32 %_0, !dbg !451

bb4:                                              ; No predecessors!
  unreachable, !dbg !439
}

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32) #3

attributes #0 = { inlinehint nonlazybind uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #1 = { cold nounwind nonlazybind uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #2 = { nonlazybind uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #3 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { inlinehint }

!llvm.module.flags = !{!0, !1, !2, !3}
!llvm.ident = !{!4}
!llvm.dbg.cu = !{!5}

!0 = !{i32 8, !"PIC Level", i32 2}
!1 = !{i32 2, !"RtLibUseGOT", i32 1}
!2 = !{i32 7, !"Dwarf Version", i32 4}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{!"rustc version 1.95.0 (59807616e 2026-04-14)"}
!5 = distinct !DICompileUnit(language: DW_LANG_Rust, file: !6, producer: "clang LLVM (rustc version 1.95.0 (59807616e 2026-04-14))", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!6 = !DIFile(filename: "small.rs/@/small.4dca52b3df3c08d4-cgu.0", directory: ".")
!7 = distinct !DISubprogram(name: "mul", linkageName: "_ZN49_$LT$$RF$f64$u20$as$u20$core..ops..arith..Mul$GT$3mul17h581c90eda0f088b4E", scope: !9, file: !8, line: 49, type: !13, scopeLine: 49, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !36, retainedNodes: !51)
!8 = !DIFile(filename: "library/core/src/internal_macros.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "9ec673d06a3eb53c47178443a566ec32")
!9 = !DINamespace(name: "{impl#188}", scope: !10)
!10 = !DINamespace(name: "arith", scope: !11)
!11 = !DINamespace(name: "ops", scope: !12)
!12 = !DINamespace(name: "core", scope: null)
!13 = !DISubroutineType(types: !14)
!14 = !{!15, !16, !16, !17}
!15 = !DIBasicType(name: "f64", size: 64, encoding: DW_ATE_float)
!16 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&f64", baseType: !15, size: 64, align: 64, dwarfAddressSpace: 0)
!17 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&core::panic::location::Location", baseType: !18, size: 64, align: 64, dwarfAddressSpace: 0)
!18 = !DICompositeType(tag: DW_TAG_structure_type, name: "Location", scope: !20, file: !19, size: 192, align: 64, flags: DIFlagPublic, elements: !22, templateParams: !36, identifier: "c23b7de1297af8f4a89df3da49f37ee6")
!19 = !DIFile(filename: "<unknown>", directory: "")
!20 = !DINamespace(name: "location", scope: !21)
!21 = !DINamespace(name: "panic", scope: !12)
!22 = !{!23, !39, !41, !42}
!23 = !DIDerivedType(tag: DW_TAG_member, name: "filename", scope: !18, file: !19, baseType: !24, size: 128, align: 64, flags: DIFlagPrivate)
!24 = !DICompositeType(tag: DW_TAG_structure_type, name: "NonNull<str>", scope: !25, file: !19, size: 128, align: 64, flags: DIFlagPublic, elements: !27, templateParams: !37, identifier: "cc7383b2ce73f6838bfb6ae828fb6ae6")
!25 = !DINamespace(name: "non_null", scope: !26)
!26 = !DINamespace(name: "ptr", scope: !12)
!27 = !{!28}
!28 = !DIDerivedType(tag: DW_TAG_member, name: "pointer", scope: !24, file: !19, baseType: !29, size: 128, align: 64, flags: DIFlagPrivate)
!29 = !DICompositeType(tag: DW_TAG_structure_type, name: "*const str", file: !19, size: 128, align: 64, elements: !30, templateParams: !36, identifier: "238a44609877474087c05adf26cd41fa")
!30 = !{!31, !34}
!31 = !DIDerivedType(tag: DW_TAG_member, name: "data_ptr", scope: !29, file: !19, baseType: !32, size: 64, align: 64)
!32 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !33, size: 64, align: 64, dwarfAddressSpace: 0)
!33 = !DIBasicType(name: "u8", size: 8, encoding: DW_ATE_unsigned)
!34 = !DIDerivedType(tag: DW_TAG_member, name: "length", scope: !29, file: !19, baseType: !35, size: 64, align: 64, offset: 64)
!35 = !DIBasicType(name: "usize", size: 64, encoding: DW_ATE_unsigned)
!36 = !{}
!37 = !{!38}
!38 = !DITemplateTypeParameter(name: "T", type: !33)
!39 = !DIDerivedType(tag: DW_TAG_member, name: "line", scope: !18, file: !19, baseType: !40, size: 32, align: 32, offset: 128, flags: DIFlagPrivate)
!40 = !DIBasicType(name: "u32", size: 32, encoding: DW_ATE_unsigned)
!41 = !DIDerivedType(tag: DW_TAG_member, name: "col", scope: !18, file: !19, baseType: !40, size: 32, align: 32, offset: 160, flags: DIFlagPrivate)
!42 = !DIDerivedType(tag: DW_TAG_member, name: "_filename", scope: !18, file: !19, baseType: !43, align: 8, offset: 192, flags: DIFlagPrivate)
!43 = !DICompositeType(tag: DW_TAG_structure_type, name: "PhantomData<&str>", scope: !44, file: !19, align: 8, flags: DIFlagPublic, elements: !36, templateParams: !45, identifier: "e16ac355808b6aef9fb50b5f125fee05")
!44 = !DINamespace(name: "marker", scope: !12)
!45 = !{!46}
!46 = !DITemplateTypeParameter(name: "T", type: !47)
!47 = !DICompositeType(tag: DW_TAG_structure_type, name: "&str", file: !19, size: 128, align: 64, elements: !48, templateParams: !36, identifier: "9277eecd40495f85161460476aacc992")
!48 = !{!49, !50}
!49 = !DIDerivedType(tag: DW_TAG_member, name: "data_ptr", scope: !47, file: !19, baseType: !32, size: 64, align: 64)
!50 = !DIDerivedType(tag: DW_TAG_member, name: "length", scope: !47, file: !19, baseType: !35, size: 64, align: 64, offset: 64)
!51 = !{!52, !53}
!52 = !DILocalVariable(name: "self", arg: 1, scope: !7, file: !8, line: 49, type: !16)
!53 = !DILocalVariable(name: "other", arg: 2, scope: !7, file: !8, line: 49, type: !16)
!54 = !DILocation(line: 49, column: 24, scope: !7)
!55 = !DILocation(line: 49, column: 30, scope: !7)
!56 = !DILocation(line: 50, column: 31, scope: !7)
!57 = !DILocation(line: 50, column: 38, scope: !7)
!58 = !DILocation(line: 352, column: 45, scope: !59, inlinedAt: !64)
!59 = distinct !DISubprogram(name: "mul", linkageName: "_ZN45_$LT$f64$u20$as$u20$core..ops..arith..Mul$GT$3mul17ha6e5c4e394d605c4E", scope: !61, file: !60, line: 352, type: !62, scopeLine: 352, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !36)
!60 = !DIFile(filename: "library/core/src/ops/arith.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "82a843efd6957c9872d7564e4a5df756")
!61 = !DINamespace(name: "{impl#142}", scope: !10)
!62 = !DISubroutineType(types: !63)
!63 = !{!15, !15, !15, !17}
!64 = !DILocation(line: 50, column: 17, scope: !7)
!65 = !DILocation(line: 51, column: 14, scope: !7)
!66 = distinct !DISubprogram(name: "cold_path", linkageName: "_ZN4core10intrinsics9cold_path17h47c9fc7728399a08E", scope: !68, file: !67, line: 417, type: !69, scopeLine: 417, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !36)
!67 = !DIFile(filename: "library/core/src/intrinsics/mod.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "b1b7915c1b8b57766c20270acae549ce")
!68 = !DINamespace(name: "intrinsics", scope: !12)
!69 = !DISubroutineType(types: !70)
!70 = !{null}
!71 = !DILocation(line: 417, column: 28, scope: !66)
!72 = distinct !DISubprogram(name: "checked_add", linkageName: "_ZN4core3num21_$LT$impl$u20$i32$GT$11checked_add17hfb53007b30bae429E", scope: !74, file: !73, line: 523, type: !76, scopeLine: 523, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !36, retainedNodes: !93)
!73 = !DIFile(filename: "library/core/src/num/int_macros.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "25372f0d2fb76edc2f95599cb5b8df1b")
!74 = !DINamespace(name: "{impl#2}", scope: !75)
!75 = !DINamespace(name: "num", scope: !12)
!76 = !DISubroutineType(types: !77)
!77 = !{!78, !87, !87}
!78 = !DICompositeType(tag: DW_TAG_structure_type, name: "Option<i32>", scope: !79, file: !19, size: 64, align: 32, flags: DIFlagPublic, elements: !80, templateParams: !36, identifier: "9405ac4e2c6c777f392a88ba61a7ee59")
!79 = !DINamespace(name: "option", scope: !12)
!80 = !{!81}
!81 = !DICompositeType(tag: DW_TAG_variant_part, scope: !78, file: !19, size: 64, align: 32, elements: !82, templateParams: !36, identifier: "e2f41d4aeb07e70e2deec5714d40b3f5", discriminator: !92)
!82 = !{!83, !88}
!83 = !DIDerivedType(tag: DW_TAG_member, name: "None", scope: !81, file: !19, baseType: !84, size: 64, align: 32, extraData: i32 0)
!84 = !DICompositeType(tag: DW_TAG_structure_type, name: "None", scope: !78, file: !19, size: 64, align: 32, flags: DIFlagPublic, elements: !36, templateParams: !85, identifier: "61a3ce2df84cf17e4abf9bd216f81f54")
!85 = !{!86}
!86 = !DITemplateTypeParameter(name: "T", type: !87)
!87 = !DIBasicType(name: "i32", size: 32, encoding: DW_ATE_signed)
!88 = !DIDerivedType(tag: DW_TAG_member, name: "Some", scope: !81, file: !19, baseType: !89, size: 64, align: 32, extraData: i32 1)
!89 = !DICompositeType(tag: DW_TAG_structure_type, name: "Some", scope: !78, file: !19, size: 64, align: 32, flags: DIFlagPublic, elements: !90, templateParams: !85, identifier: "d5be8f80a28faf7bfb7a6bc63bf0c7cc")
!90 = !{!91}
!91 = !DIDerivedType(tag: DW_TAG_member, name: "__0", scope: !89, file: !19, baseType: !87, size: 32, align: 32, offset: 32, flags: DIFlagPublic)
!92 = !DIDerivedType(tag: DW_TAG_member, scope: !78, file: !19, baseType: !40, size: 32, align: 32, flags: DIFlagArtificial)
!93 = !{!94, !95, !96, !98}
!94 = !DILocalVariable(name: "self", arg: 1, scope: !72, file: !73, line: 523, type: !87)
!95 = !DILocalVariable(name: "rhs", arg: 2, scope: !72, file: !73, line: 523, type: !87)
!96 = !DILocalVariable(name: "a", scope: !97, file: !73, line: 524, type: !87, align: 32)
!97 = distinct !DILexicalBlock(scope: !72, file: !73, line: 524, column: 13)
!98 = !DILocalVariable(name: "b", scope: !97, file: !73, line: 524, type: !99, align: 8)
!99 = !DIBasicType(name: "bool", size: 8, encoding: DW_ATE_boolean)
!100 = !DILocation(line: 523, column: 34, scope: !72)
!101 = !DILocalVariable(name: "self", arg: 1, scope: !102, file: !73, line: 2498, type: !87)
!102 = distinct !DISubprogram(name: "overflowing_add", linkageName: "_RNvMs0_NtCsgEmfK2I1SDS_4core3numl15overflowing_add", scope: !74, file: !73, line: 2498, type: !103, scopeLine: 2498, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !36, retainedNodes: !109)
!103 = !DISubroutineType(types: !104)
!104 = !{!105, !87, !87}
!105 = !DICompositeType(tag: DW_TAG_structure_type, name: "(i32, bool)", file: !19, size: 64, align: 32, elements: !106, templateParams: !36, identifier: "e8b5147b96b2b691e9356b0787e3b44")
!106 = !{!107, !108}
!107 = !DIDerivedType(tag: DW_TAG_member, name: "__0", scope: !105, file: !19, baseType: !87, size: 32, align: 32)
!108 = !DIDerivedType(tag: DW_TAG_member, name: "__1", scope: !105, file: !19, baseType: !99, size: 8, align: 8, offset: 32)
!109 = !{!101, !110}
!110 = !DILocalVariable(name: "rhs", arg: 2, scope: !102, file: !73, line: 2498, type: !87)
!111 = !DILocation(line: 2498, column: 38, scope: !102, inlinedAt: !112)
!112 = !DILocation(line: 524, column: 31, scope: !72)
!113 = !DILocation(line: 523, column: 40, scope: !72)
!114 = !DILocation(line: 2498, column: 44, scope: !102, inlinedAt: !112)
!115 = !DILocation(line: 2499, column: 26, scope: !102, inlinedAt: !112)
!116 = !DILocation(line: 524, column: 18, scope: !72)
!117 = !DILocation(line: 524, column: 18, scope: !97)
!118 = !DILocation(line: 524, column: 21, scope: !72)
!119 = !DILocation(line: 524, column: 21, scope: !97)
!120 = !DILocalVariable(name: "b", arg: 1, scope: !121, file: !67, line: 456, type: !99)
!121 = distinct !DISubprogram(name: "unlikely", linkageName: "_RNvNtCsgEmfK2I1SDS_4core10intrinsics8unlikely", scope: !68, file: !67, line: 456, type: !122, scopeLine: 456, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !36, retainedNodes: !124)
!122 = !DISubroutineType(types: !123)
!123 = !{!99, !99}
!124 = !{!120}
!125 = !DILocation(line: 456, column: 23, scope: !121, inlinedAt: !126)
!126 = !DILocation(line: 525, column: 16, scope: !97)
!127 = !DILocation(line: 457, column: 8, scope: !121, inlinedAt: !126)
!128 = !DILocation(line: 525, column: 56, scope: !97)
!129 = !DILocation(line: 525, column: 13, scope: !97)
!130 = !DILocation(line: 525, column: 42, scope: !97)
!131 = !DILocation(line: 526, column: 10, scope: !72)
!132 = distinct !DISubprogram(name: "into_iter<i32>", linkageName: "_ZN4core5slice4iter87_$LT$impl$u20$core..iter..traits..collect..IntoIterator$u20$for$u20$$RF$$u5b$T$u5d$$GT$9into_iter17h273c01a8b0dc8f80E", scope: !134, file: !133, line: 25, type: !137, scopeLine: 25, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !85, retainedNodes: !157)
!133 = !DIFile(filename: "library/core/src/slice/iter.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "f33ab2e22fe09095bf73c41c52bd166c")
!134 = !DINamespace(name: "{impl#1}", scope: !135)
!135 = !DINamespace(name: "iter", scope: !136)
!136 = !DINamespace(name: "slice", scope: !12)
!137 = !DISubroutineType(types: !138)
!138 = !{!139, !152}
!139 = !DICompositeType(tag: DW_TAG_structure_type, name: "Iter<i32>", scope: !135, file: !19, size: 128, align: 64, flags: DIFlagPublic, elements: !140, templateParams: !85, identifier: "aa53e48ac124811bc943848be5e25276")
!140 = !{!141, !146, !147}
!141 = !DIDerivedType(tag: DW_TAG_member, name: "ptr", scope: !139, file: !19, baseType: !142, size: 64, align: 64, flags: DIFlagPrivate)
!142 = !DICompositeType(tag: DW_TAG_structure_type, name: "NonNull<i32>", scope: !25, file: !19, size: 64, align: 64, flags: DIFlagPublic, elements: !143, templateParams: !85, identifier: "87c1d4fb7af38623515e849a82dc60eb")
!143 = !{!144}
!144 = !DIDerivedType(tag: DW_TAG_member, name: "pointer", scope: !142, file: !19, baseType: !145, size: 64, align: 64, flags: DIFlagPrivate)
!145 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "*const i32", baseType: !87, size: 64, align: 64, dwarfAddressSpace: 0)
!146 = !DIDerivedType(tag: DW_TAG_member, name: "end_or_len", scope: !139, file: !19, baseType: !145, size: 64, align: 64, offset: 64, flags: DIFlagPrivate)
!147 = !DIDerivedType(tag: DW_TAG_member, name: "_marker", scope: !139, file: !19, baseType: !148, align: 8, offset: 128, flags: DIFlagPrivate)
!148 = !DICompositeType(tag: DW_TAG_structure_type, name: "PhantomData<&i32>", scope: !44, file: !19, align: 8, flags: DIFlagPublic, elements: !36, templateParams: !149, identifier: "b7c4d434debe578dc1ac34a06336863")
!149 = !{!150}
!150 = !DITemplateTypeParameter(name: "T", type: !151)
!151 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&i32", baseType: !87, size: 64, align: 64, dwarfAddressSpace: 0)
!152 = !DICompositeType(tag: DW_TAG_structure_type, name: "&[i32]", file: !19, size: 128, align: 64, elements: !153, templateParams: !36, identifier: "6b57523f38171cc87b38da8cc3de4ac3")
!153 = !{!154, !156}
!154 = !DIDerivedType(tag: DW_TAG_member, name: "data_ptr", scope: !152, file: !19, baseType: !155, size: 64, align: 64)
!155 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !87, size: 64, align: 64, dwarfAddressSpace: 0)
!156 = !DIDerivedType(tag: DW_TAG_member, name: "length", scope: !152, file: !19, baseType: !35, size: 64, align: 64, offset: 64)
!157 = !{!158}
!158 = !DILocalVariable(name: "self", arg: 1, scope: !132, file: !133, line: 25, type: !152)
!159 = !DILocation(line: 25, column: 18, scope: !132)
!160 = !DILocalVariable(name: "self", arg: 1, scope: !161, file: !162, line: 1040, type: !152)
!161 = distinct !DISubprogram(name: "iter<i32>", linkageName: "_ZN4core5slice29_$LT$impl$u20$$u5b$T$u5d$$GT$4iter17hfbad80ae2c5faa1bE", scope: !163, file: !162, line: 1040, type: !137, scopeLine: 1040, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !85, retainedNodes: !164)
!162 = !DIFile(filename: "library/core/src/slice/mod.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "b606e5d97bff599edd0dcbc6067a14f1")
!163 = !DINamespace(name: "{impl#0}", scope: !136)
!164 = !{!160}
!165 = !DILocation(line: 1040, column: 23, scope: !161, inlinedAt: !166)
!166 = !DILocation(line: 26, column: 14, scope: !132)
!167 = !DILocalVariable(name: "slice", arg: 1, scope: !168, file: !133, line: 96, type: !152)
!168 = distinct !DISubprogram(name: "new<i32>", linkageName: "_ZN4core5slice4iter13Iter$LT$T$GT$3new17h5e757ea4ca61014fE", scope: !139, file: !133, line: 96, type: !137, scopeLine: 96, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !85, declaration: !169, retainedNodes: !170)
!169 = !DISubprogram(name: "new<i32>", linkageName: "_ZN4core5slice4iter13Iter$LT$T$GT$3new17h5e757ea4ca61014fE", scope: !139, file: !133, line: 96, type: !137, scopeLine: 96, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit, templateParams: !85)
!170 = !{!167, !171, !173, !175}
!171 = !DILocalVariable(name: "len", scope: !172, file: !133, line: 97, type: !35, align: 64)
!172 = distinct !DILexicalBlock(scope: !168, file: !133, line: 97, column: 9)
!173 = !DILocalVariable(name: "ptr", scope: !174, file: !133, line: 98, type: !142, align: 64)
!174 = distinct !DILexicalBlock(scope: !172, file: !133, line: 98, column: 9)
!175 = !DILocalVariable(name: "end_or_len", scope: !176, file: !133, line: 101, type: !145, align: 64)
!176 = distinct !DILexicalBlock(scope: !174, file: !133, line: 101, column: 13)
!177 = !DILocation(line: 96, column: 29, scope: !168, inlinedAt: !178)
!178 = !DILocation(line: 1041, column: 9, scope: !161, inlinedAt: !166)
!179 = !DILocalVariable(name: "r", arg: 1, scope: !180, file: !181, line: 282, type: !152)
!180 = distinct !DISubprogram(name: "from_ref<[i32]>", linkageName: "_ZN4core3ptr8non_null16NonNull$LT$T$GT$8from_ref17hb71e0a44da8f3df8E", scope: !182, file: !181, line: 282, type: !189, scopeLine: 282, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !85, declaration: !191, retainedNodes: !192)
!181 = !DIFile(filename: "library/core/src/ptr/non_null.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "e5222a5160165ba1cd09076ad7a11733")
!182 = !DICompositeType(tag: DW_TAG_structure_type, name: "NonNull<[i32]>", scope: !25, file: !19, size: 128, align: 64, flags: DIFlagPublic, elements: !183, templateParams: !85, identifier: "904f3a6adfffd2c08000d86879cdec91")
!183 = !{!184}
!184 = !DIDerivedType(tag: DW_TAG_member, name: "pointer", scope: !182, file: !19, baseType: !185, size: 128, align: 64, flags: DIFlagPrivate)
!185 = !DICompositeType(tag: DW_TAG_structure_type, name: "*const [i32]", file: !19, size: 128, align: 64, elements: !186, templateParams: !36, identifier: "1d27693bf649124d417f8ef7a22de53e")
!186 = !{!187, !188}
!187 = !DIDerivedType(tag: DW_TAG_member, name: "data_ptr", scope: !185, file: !19, baseType: !155, size: 64, align: 64)
!188 = !DIDerivedType(tag: DW_TAG_member, name: "length", scope: !185, file: !19, baseType: !35, size: 64, align: 64, offset: 64)
!189 = !DISubroutineType(types: !190)
!190 = !{!182, !152}
!191 = !DISubprogram(name: "from_ref<[i32]>", linkageName: "_ZN4core3ptr8non_null16NonNull$LT$T$GT$8from_ref17hb71e0a44da8f3df8E", scope: !182, file: !181, line: 282, type: !189, scopeLine: 282, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit, templateParams: !85)
!192 = !{!179}
!193 = !DILocation(line: 282, column: 27, scope: !180, inlinedAt: !194)
!194 = !DILocation(line: 98, column: 31, scope: !172, inlinedAt: !178)
!195 = !DILocation(line: 101, column: 17, scope: !176, inlinedAt: !178)
!196 = !DILocation(line: 97, column: 19, scope: !168, inlinedAt: !178)
!197 = !DILocation(line: 97, column: 13, scope: !172, inlinedAt: !178)
!198 = !DILocalVariable(name: "addr", arg: 1, scope: !199, file: !200, line: 884, type: !35)
!199 = distinct !DISubprogram(name: "without_provenance<i32>", linkageName: "_ZN4core3ptr18without_provenance17hdc92d181cad2b4feE", scope: !26, file: !200, line: 884, type: !201, scopeLine: 884, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !85, retainedNodes: !203)
!200 = !DIFile(filename: "library/core/src/ptr/mod.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "8f706ae0a0620120e6e931983ef127f1")
!201 = !DISubroutineType(types: !202)
!202 = !{!145, !35}
!203 = !{!198}
!204 = !DILocation(line: 884, column: 36, scope: !199, inlinedAt: !205)
!205 = !DILocation(line: 102, column: 32, scope: !174, inlinedAt: !178)
!206 = !DILocalVariable(name: "count", arg: 2, scope: !207, file: !208, line: 927, type: !35)
!207 = distinct !DISubprogram(name: "add<i32>", linkageName: "_ZN4core3ptr7mut_ptr31_$LT$impl$u20$$BP$mut$u20$T$GT$3add17he4d3e83e0a05abacE", scope: !209, file: !208, line: 927, type: !211, scopeLine: 927, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !85, retainedNodes: !214)
!208 = !DIFile(filename: "library/core/src/ptr/mut_ptr.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "7c03c8e0ae695174f7f10881dc49d2cb")
!209 = !DINamespace(name: "{impl#0}", scope: !210)
!210 = !DINamespace(name: "mut_ptr", scope: !26)
!211 = !DISubroutineType(types: !212)
!212 = !{!213, !213, !35, !17}
!213 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "*mut i32", baseType: !87, size: 64, align: 64, dwarfAddressSpace: 0)
!214 = !{!215, !206}
!215 = !DILocalVariable(name: "self", arg: 1, scope: !207, file: !208, line: 927, type: !213)
!216 = !DILocation(line: 927, column: 35, scope: !207, inlinedAt: !217)
!217 = !DILocation(line: 102, column: 78, scope: !174, inlinedAt: !178)
!218 = !DILocation(line: 284, column: 18, scope: !180, inlinedAt: !194)
!219 = !DILocalVariable(name: "self", arg: 1, scope: !220, file: !181, line: 502, type: !182)
!220 = distinct !DISubprogram(name: "cast<[i32], i32>", linkageName: "_ZN4core3ptr8non_null16NonNull$LT$T$GT$4cast17hb214cf7a24094e6bE", scope: !182, file: !181, line: 502, type: !221, scopeLine: 502, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !224, declaration: !223, retainedNodes: !226)
!221 = !DISubroutineType(types: !222)
!222 = !{!142, !182}
!223 = !DISubprogram(name: "cast<[i32], i32>", linkageName: "_ZN4core3ptr8non_null16NonNull$LT$T$GT$4cast17hb214cf7a24094e6bE", scope: !182, file: !181, line: 502, type: !221, scopeLine: 502, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit, templateParams: !224)
!224 = !{!86, !225}
!225 = !DITemplateTypeParameter(name: "U", type: !87)
!226 = !{!219}
!227 = !DILocation(line: 502, column: 26, scope: !220, inlinedAt: !228)
!228 = !DILocation(line: 98, column: 56, scope: !172, inlinedAt: !178)
!229 = !DILocation(line: 504, column: 18, scope: !220, inlinedAt: !228)
!230 = !DILocation(line: 98, column: 13, scope: !174, inlinedAt: !178)
!231 = !DILocalVariable(name: "self", arg: 1, scope: !232, file: !181, line: 401, type: !142)
!232 = distinct !DISubprogram(name: "as_ptr<i32>", linkageName: "_ZN4core3ptr8non_null16NonNull$LT$T$GT$6as_ptr17h95c4fac667a0ecf3E", scope: !142, file: !181, line: 401, type: !233, scopeLine: 401, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !85, declaration: !235, retainedNodes: !236)
!233 = !DISubroutineType(types: !234)
!234 = !{!213, !142}
!235 = !DISubprogram(name: "as_ptr<i32>", linkageName: "_ZN4core3ptr8non_null16NonNull$LT$T$GT$6as_ptr17h95c4fac667a0ecf3E", scope: !142, file: !181, line: 401, type: !233, scopeLine: 401, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit, templateParams: !85)
!236 = !{!231}
!237 = !DILocation(line: 401, column: 25, scope: !232, inlinedAt: !238)
!238 = !DILocation(line: 102, column: 69, scope: !174, inlinedAt: !178)
!239 = !DILocation(line: 102, column: 20, scope: !174, inlinedAt: !178)
!240 = !DILocation(line: 407, column: 18, scope: !232, inlinedAt: !238)
!241 = !DILocation(line: 927, column: 29, scope: !207, inlinedAt: !217)
!242 = !DILocation(line: 961, column: 18, scope: !207, inlinedAt: !217)
!243 = !DILocation(line: 102, column: 63, scope: !174, inlinedAt: !178)
!244 = !DILocation(line: 102, column: 17, scope: !174, inlinedAt: !178)
!245 = !DILocation(line: 104, column: 13, scope: !176, inlinedAt: !178)
!246 = !DILocation(line: 27, column: 6, scope: !132)
!247 = distinct !DISubprogram(name: "unwrap_or<i32>", linkageName: "_ZN4core6option15Option$LT$T$GT$9unwrap_or17hd6948b629ef2e1daE", scope: !78, file: !248, line: 1038, type: !249, scopeLine: 1038, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !85, declaration: !251, retainedNodes: !252)
!248 = !DIFile(filename: "library/core/src/option.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "3f12dd837a95e960b90752f70f5ddc0e")
!249 = !DISubroutineType(types: !250)
!250 = !{!87, !78, !87}
!251 = !DISubprogram(name: "unwrap_or<i32>", linkageName: "_ZN4core6option15Option$LT$T$GT$9unwrap_or17hd6948b629ef2e1daE", scope: !78, file: !248, line: 1038, type: !249, scopeLine: 1038, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit, templateParams: !85)
!252 = !{!253, !254, !255}
!253 = !DILocalVariable(name: "self", arg: 1, scope: !247, file: !248, line: 1038, type: !78)
!254 = !DILocalVariable(name: "default", arg: 2, scope: !247, file: !248, line: 1038, type: !87)
!255 = !DILocalVariable(name: "x", scope: !256, file: !248, line: 1043, type: !87, align: 32)
!256 = distinct !DILexicalBlock(scope: !247, file: !248, line: 1043, column: 13)
!257 = !DILocation(line: 1043, column: 18, scope: !256)
!258 = !DILocation(line: 1038, column: 28, scope: !247)
!259 = !DILocation(line: 1038, column: 34, scope: !247)
!260 = !DILocation(line: 1042, column: 15, scope: !247)
!261 = !DILocation(line: 1042, column: 9, scope: !247)
!262 = !DILocation(line: 1043, column: 18, scope: !247)
!263 = !DILocation(line: 1046, column: 5, scope: !247)
!264 = !DILocation(line: 1044, column: 21, scope: !247)
!265 = !DILocation(line: 1046, column: 6, scope: !247)
!266 = distinct !DISubprogram(name: "next<i32>", linkageName: "_ZN91_$LT$core..slice..iter..Iter$LT$T$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4next17h912d07921c0ea1beE", scope: !268, file: !267, line: 157, type: !269, scopeLine: 157, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !85, retainedNodes: !284)
!267 = !DIFile(filename: "library/core/src/slice/iter/macros.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "87d1f0c2746f51593d75ddf4c9271f14")
!268 = !DINamespace(name: "{impl#171}", scope: !135)
!269 = !DISubroutineType(types: !270)
!270 = !{!271, !283}
!271 = !DICompositeType(tag: DW_TAG_structure_type, name: "Option<&i32>", scope: !79, file: !19, size: 64, align: 64, flags: DIFlagPublic, elements: !272, templateParams: !36, identifier: "dbece716e890c612dce79ac455df24be")
!272 = !{!273}
!273 = !DICompositeType(tag: DW_TAG_variant_part, scope: !271, file: !19, size: 64, align: 64, elements: !274, templateParams: !36, identifier: "f3a6c88d7201457222bc4121bf793139", discriminator: !281)
!274 = !{!275, !277}
!275 = !DIDerivedType(tag: DW_TAG_member, name: "None", scope: !273, file: !19, baseType: !276, size: 64, align: 64, extraData: i64 0)
!276 = !DICompositeType(tag: DW_TAG_structure_type, name: "None", scope: !271, file: !19, size: 64, align: 64, flags: DIFlagPublic, elements: !36, templateParams: !149, identifier: "adde9d14d5bfc36333c006408e1789a1")
!277 = !DIDerivedType(tag: DW_TAG_member, name: "Some", scope: !273, file: !19, baseType: !278, size: 64, align: 64)
!278 = !DICompositeType(tag: DW_TAG_structure_type, name: "Some", scope: !271, file: !19, size: 64, align: 64, flags: DIFlagPublic, elements: !279, templateParams: !149, identifier: "9d980d159202eb59c2c46c09aea84c")
!279 = !{!280}
!280 = !DIDerivedType(tag: DW_TAG_member, name: "__0", scope: !278, file: !19, baseType: !151, size: 64, align: 64, flags: DIFlagPublic)
!281 = !DIDerivedType(tag: DW_TAG_member, scope: !271, file: !19, baseType: !282, size: 64, align: 64, flags: DIFlagArtificial)
!282 = !DIBasicType(name: "u64", size: 64, encoding: DW_ATE_unsigned)
!283 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&mut core::slice::iter::Iter<i32>", baseType: !139, size: 64, align: 64, dwarfAddressSpace: 0)
!284 = !{!285, !286, !288, !290}
!285 = !DILocalVariable(name: "self", arg: 1, scope: !266, file: !267, line: 157, type: !283)
!286 = !DILocalVariable(name: "ptr", scope: !287, file: !267, line: 161, type: !142, align: 64)
!287 = distinct !DILexicalBlock(scope: !266, file: !267, line: 161, column: 17)
!288 = !DILocalVariable(name: "end_or_len", scope: !289, file: !267, line: 162, type: !145, align: 64)
!289 = distinct !DILexicalBlock(scope: !287, file: !267, line: 162, column: 17)
!290 = !DILocalVariable(name: "len", scope: !291, file: !267, line: 167, type: !35, align: 64)
!291 = distinct !DILexicalBlock(scope: !289, file: !267, line: 167, column: 25)
!292 = !DILocation(line: 157, column: 21, scope: !266)
!293 = !DILocation(line: 1011, column: 49, scope: !294, inlinedAt: !302)
!294 = distinct !DISubprogram(name: "unchecked_sub", linkageName: "_RNvMs9_NtCsgEmfK2I1SDS_4core3numj13unchecked_sub", scope: !296, file: !295, line: 1011, type: !297, scopeLine: 1011, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !36, retainedNodes: !299)
!295 = !DIFile(filename: "library/core/src/num/uint_macros.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "de2f29a3485fc28d710ba6c3062e6efa")
!296 = !DINamespace(name: "{impl#11}", scope: !75)
!297 = !DISubroutineType(types: !298)
!298 = !{!35, !35, !35, !17}
!299 = !{!300, !301}
!300 = !DILocalVariable(name: "self", arg: 1, scope: !294, file: !295, line: 1011, type: !35)
!301 = !DILocalVariable(name: "rhs", scope: !294, file: !295, line: 1011, type: !35, align: 64)
!302 = !DILocation(line: 175, column: 70, scope: !291)
!303 = !DILocation(line: 651, column: 35, scope: !304, inlinedAt: !311)
!304 = distinct !DISubprogram(name: "add<i32>", linkageName: "_ZN4core3ptr8non_null16NonNull$LT$T$GT$3add17h446b7bc923ca9fecE", scope: !142, file: !181, line: 651, type: !305, scopeLine: 651, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !85, declaration: !307, retainedNodes: !308)
!305 = !DISubroutineType(types: !306)
!306 = !{!142, !142, !35}
!307 = !DISubprogram(name: "add<i32>", linkageName: "_ZN4core3ptr8non_null16NonNull$LT$T$GT$3add17h446b7bc923ca9fecE", scope: !142, file: !181, line: 651, type: !305, scopeLine: 651, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit, templateParams: !85)
!308 = !{!309, !310}
!309 = !DILocalVariable(name: "self", arg: 1, scope: !304, file: !181, line: 651, type: !142)
!310 = !DILocalVariable(name: "count", scope: !304, file: !181, line: 651, type: !35, align: 64)
!311 = !DILocation(line: 185, column: 40, scope: !289)
!312 = !DILocation(line: 161, column: 27, scope: !266)
!313 = !DILocation(line: 161, column: 21, scope: !287)
!314 = !DILocation(line: 651, column: 29, scope: !304, inlinedAt: !311)
!315 = !DILocation(line: 162, column: 34, scope: !287)
!316 = !DILocation(line: 162, column: 21, scope: !289)
!317 = !DILocalVariable(name: "self", arg: 1, scope: !318, file: !319, line: 153, type: !145)
!318 = distinct !DISubprogram(name: "addr<i32>", linkageName: "_ZN4core3ptr9const_ptr33_$LT$impl$u20$$BP$const$u20$T$GT$4addr17hec01ad40fbea6fdeE", scope: !320, file: !319, line: 153, type: !322, scopeLine: 153, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !85, retainedNodes: !324)
!319 = !DIFile(filename: "library/core/src/ptr/const_ptr.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "48638a38fe414ca30cde797e4a40b3a9")
!320 = !DINamespace(name: "{impl#0}", scope: !321)
!321 = !DINamespace(name: "const_ptr", scope: !26)
!322 = !DISubroutineType(types: !323)
!323 = !{!35, !145}
!324 = !{!317}
!325 = !DILocation(line: 153, column: 17, scope: !318, inlinedAt: !326)
!326 = !DILocation(line: 167, column: 46, scope: !289)
!327 = !DILocalVariable(name: "self", arg: 1, scope: !328, file: !319, line: 48, type: !145)
!328 = distinct !DISubprogram(name: "cast<i32, ()>", linkageName: "_ZN4core3ptr9const_ptr33_$LT$impl$u20$$BP$const$u20$T$GT$4cast17h09bea83ad6669984E", scope: !320, file: !319, line: 48, type: !329, scopeLine: 48, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !334, retainedNodes: !333)
!329 = !DISubroutineType(types: !330)
!330 = !{!331, !145}
!331 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "*const ()", baseType: !332, size: 64, align: 64, dwarfAddressSpace: 0)
!332 = !DIBasicType(name: "()", encoding: DW_ATE_unsigned)
!333 = !{!327}
!334 = !{!86, !335}
!335 = !DITemplateTypeParameter(name: "U", type: !332)
!336 = !DILocation(line: 48, column: 26, scope: !328, inlinedAt: !337)
!337 = !DILocation(line: 159, column: 38, scope: !318, inlinedAt: !326)
!338 = !DILocation(line: 166, column: 24, scope: !289)
!339 = !DILocalVariable(name: "self", arg: 1, scope: !340, file: !181, line: 1719, type: !344)
!340 = distinct !DISubprogram(name: "eq<i32>", linkageName: "_ZN78_$LT$core..ptr..non_null..NonNull$LT$T$GT$$u20$as$u20$core..cmp..PartialEq$GT$2eq17hb515097d12420dbaE", scope: !341, file: !181, line: 1719, type: !342, scopeLine: 1719, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !85, retainedNodes: !345)
!341 = !DINamespace(name: "{impl#16}", scope: !25)
!342 = !DISubroutineType(types: !343)
!343 = !{!99, !344, !344}
!344 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&core::ptr::non_null::NonNull<i32>", baseType: !142, size: 64, align: 64, dwarfAddressSpace: 0)
!345 = !{!339, !346}
!346 = !DILocalVariable(name: "other", arg: 2, scope: !340, file: !181, line: 1719, type: !344)
!347 = !DILocation(line: 1719, column: 11, scope: !340, inlinedAt: !348)
!348 = !DILocation(line: 180, column: 28, scope: !289)
!349 = !DILocation(line: 1719, column: 18, scope: !340, inlinedAt: !348)
!350 = !DILocation(line: 1720, column: 9, scope: !340, inlinedAt: !348)
!351 = !DILocation(line: 659, column: 28, scope: !304, inlinedAt: !311)
!352 = !DILocation(line: 185, column: 25, scope: !289)
!353 = !DILocation(line: 166, column: 21, scope: !289)
!354 = !DILocation(line: 181, column: 36, scope: !289)
!355 = !DILocation(line: 0, scope: !356)
!356 = !DILexicalBlockFile(scope: !289, file: !357, discriminator: 0)
!357 = !DIFile(filename: "small.rs", directory: ".", checksumkind: CSK_MD5, checksum: "56a3111233f04f1bd1e178e669b4d35c")
!358 = !DILocalVariable(name: "self", arg: 1, scope: !359, file: !181, line: 440, type: !344)
!359 = distinct !DISubprogram(name: "as_ref<i32>", linkageName: "_ZN4core3ptr8non_null16NonNull$LT$T$GT$6as_ref17hc87c92bcfc0213c4E", scope: !142, file: !181, line: 440, type: !360, scopeLine: 440, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !85, declaration: !362, retainedNodes: !363)
!360 = !DISubroutineType(types: !361)
!361 = !{!151, !344}
!362 = !DISubprogram(name: "as_ref<i32>", linkageName: "_ZN4core3ptr8non_null16NonNull$LT$T$GT$6as_ref17hc87c92bcfc0213c4E", scope: !142, file: !181, line: 440, type: !360, scopeLine: 440, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit, templateParams: !85)
!363 = !{!358}
!364 = !DILocation(line: 440, column: 36, scope: !359, inlinedAt: !365)
!365 = !DILocation(line: 190, column: 32, scope: !289)
!366 = !DILocation(line: 190, column: 21, scope: !289)
!367 = !DILocation(line: 192, column: 14, scope: !266)
!368 = distinct !DISubprogram(name: "area", scope: !369, file: !357, line: 10, type: !370, scopeLine: 10, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !5, templateParams: !36, retainedNodes: !387)
!369 = !DINamespace(name: "small", scope: null)
!370 = !DISubroutineType(types: !371)
!371 = !{!15, !372}
!372 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&small::Shape", baseType: !373, size: 64, align: 64, dwarfAddressSpace: 0)
!373 = !DICompositeType(tag: DW_TAG_structure_type, name: "Shape", scope: !369, file: !19, size: 128, align: 64, flags: DIFlagPublic, elements: !374, templateParams: !36, identifier: "59bff371379a5f1ec1278733fdade176")
!374 = !{!375}
!375 = !DICompositeType(tag: DW_TAG_variant_part, scope: !373, file: !19, size: 128, align: 64, elements: !376, templateParams: !36, identifier: "972b7dd85850c4bd24b6cc395e85715f", discriminator: !386)
!376 = !{!377, !381}
!377 = !DIDerivedType(tag: DW_TAG_member, name: "Circle", scope: !375, file: !19, baseType: !378, size: 128, align: 64, extraData: i32 0)
!378 = !DICompositeType(tag: DW_TAG_structure_type, name: "Circle", scope: !373, file: !19, size: 128, align: 64, flags: DIFlagPublic, elements: !379, templateParams: !36, identifier: "541c78302c698fce183debf478137a86")
!379 = !{!380}
!380 = !DIDerivedType(tag: DW_TAG_member, name: "__0", scope: !378, file: !19, baseType: !15, size: 64, align: 64, offset: 64, flags: DIFlagPublic)
!381 = !DIDerivedType(tag: DW_TAG_member, name: "Box", scope: !375, file: !19, baseType: !382, size: 128, align: 64, extraData: i32 1)
!382 = !DICompositeType(tag: DW_TAG_structure_type, name: "Box", scope: !373, file: !19, size: 128, align: 64, flags: DIFlagPublic, elements: !383, templateParams: !36, identifier: "e1969d78e12dd5b56d4e7e321a3c150")
!383 = !{!384, !385}
!384 = !DIDerivedType(tag: DW_TAG_member, name: "width", scope: !382, file: !19, baseType: !40, size: 32, align: 32, offset: 32, flags: DIFlagPublic)
!385 = !DIDerivedType(tag: DW_TAG_member, name: "height", scope: !382, file: !19, baseType: !40, size: 32, align: 32, offset: 64, flags: DIFlagPublic)
!386 = !DIDerivedType(tag: DW_TAG_member, scope: !373, file: !19, baseType: !40, size: 32, align: 32, flags: DIFlagArtificial)
!387 = !{!388, !389, !391, !394}
!388 = !DILocalVariable(name: "shape", arg: 1, scope: !368, file: !357, line: 10, type: !372)
!389 = !DILocalVariable(name: "radius", scope: !390, file: !357, line: 12, type: !16, align: 64)
!390 = distinct !DILexicalBlock(scope: !368, file: !357, line: 12, column: 9)
!391 = !DILocalVariable(name: "width", scope: !392, file: !357, line: 13, type: !393, align: 64)
!392 = distinct !DILexicalBlock(scope: !368, file: !357, line: 13, column: 9)
!393 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&u32", baseType: !40, size: 64, align: 64, dwarfAddressSpace: 0)
!394 = !DILocalVariable(name: "height", scope: !392, file: !357, line: 13, type: !393, align: 64)
!395 = !DILocation(line: 10, column: 13, scope: !368)
!396 = !DILocation(line: 11, column: 11, scope: !368)
!397 = !DILocation(line: 11, column: 5, scope: !368)
!398 = !DILocation(line: 13, column: 22, scope: !368)
!399 = !DILocation(line: 13, column: 22, scope: !392)
!400 = !DILocation(line: 13, column: 29, scope: !368)
!401 = !DILocation(line: 13, column: 29, scope: !392)
!402 = !DILocation(line: 13, column: 51, scope: !392)
!403 = !DILocalVariable(name: "small", arg: 1, scope: !404, file: !405, line: 79, type: !40)
!404 = distinct !DISubprogram(name: "from", linkageName: "_RNvXs1P_NtNtCsgEmfK2I1SDS_4core7convert3numdINtB8_4FrommE4from", scope: !406, file: !405, line: 79, type: !409, scopeLine: 79, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !36, retainedNodes: !411)
!405 = !DIFile(filename: "library/core/src/convert/num.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "5c89b4a3c13ad525a8a6672c69b7f326")
!406 = !DINamespace(name: "{impl#115}", scope: !407)
!407 = !DINamespace(name: "num", scope: !408)
!408 = !DINamespace(name: "convert", scope: !12)
!409 = !DISubroutineType(types: !410)
!410 = !{!15, !40}
!411 = !{!403}
!412 = !DILocation(line: 79, column: 21, scope: !404, inlinedAt: !413)
!413 = distinct !DILocation(line: 13, column: 41, scope: !392)
!414 = !DILocation(line: 82, column: 17, scope: !404, inlinedAt: !413)
!415 = !DILocation(line: 13, column: 71, scope: !392)
!416 = !DILocation(line: 79, column: 21, scope: !404, inlinedAt: !417)
!417 = distinct !DILocation(line: 13, column: 61, scope: !392)
!418 = !DILocation(line: 82, column: 17, scope: !404, inlinedAt: !417)
!419 = !DILocation(line: 13, column: 41, scope: !392)
!420 = !DILocation(line: 13, column: 78, scope: !368)
!421 = !DILocation(line: 12, column: 23, scope: !368)
!422 = !DILocation(line: 12, column: 23, scope: !390)
!423 = !DILocation(line: 12, column: 34, scope: !390)
!424 = !DILocation(line: 12, column: 54, scope: !368)
!425 = !DILocation(line: 15, column: 2, scope: !368)
!426 = distinct !DISubprogram(name: "sum", scope: !369, file: !357, line: 18, type: !427, scopeLine: 18, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !5, templateParams: !36, retainedNodes: !429)
!427 = !DISubroutineType(types: !428)
!428 = !{!87, !152}
!429 = !{!430, !431, !433, !435}
!430 = !DILocalVariable(name: "values", arg: 1, scope: !426, file: !357, line: 18, type: !152)
!431 = !DILocalVariable(name: "total", scope: !432, file: !357, line: 19, type: !87, align: 32)
!432 = distinct !DILexicalBlock(scope: !426, file: !357, line: 19, column: 5)
!433 = !DILocalVariable(name: "iter", scope: !434, file: !357, line: 20, type: !139, align: 64)
!434 = distinct !DILexicalBlock(scope: !432, file: !357, line: 20, column: 5)
!435 = !DILocalVariable(name: "value", scope: !436, file: !357, line: 20, type: !151, align: 64)
!436 = distinct !DILexicalBlock(scope: !434, file: !357, line: 20, column: 5)
!437 = !DILocation(line: 18, column: 12, scope: !426)
!438 = !DILocation(line: 19, column: 9, scope: !432)
!439 = !DILocation(line: 20, column: 18, scope: !434)
!440 = !DILocation(line: 19, column: 21, scope: !426)
!441 = !DILocation(line: 20, column: 18, scope: !432)
!442 = !DILocation(line: 20, column: 5, scope: !434)
!443 = !DILocation(line: 20, column: 9, scope: !434)
!444 = !DILocation(line: 20, column: 9, scope: !436)
!445 = !DILocation(line: 21, column: 17, scope: !436)
!446 = !DILocation(line: 21, column: 35, scope: !436)
!447 = !DILocation(line: 21, column: 23, scope: !436)
!448 = !DILocation(line: 21, column: 43, scope: !436)
!449 = !DILocation(line: 21, column: 9, scope: !436)
!450 = !DILocation(line: 23, column: 5, scope: !432)
!451 = !DILocation(line: 24, column: 2, scope: !426)
