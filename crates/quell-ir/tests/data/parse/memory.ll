; Instructions that touch memory.

%pair = type { i32, [4 x i64] }

define ptr @plain(ptr %p, i64 %n, ptr addrspace(1) %g) {
  %1 = alloca i32, align 4
  %2 = alloca %pair, align 8
  %3 = alloca i8, i64 %n, align 16
  %4 = alloca i32, align 4, addrspace(5) ; prints: %4 = alloca i32, align 4, addrspace(5)
  %5 = load i32, ptr %p, align 4
  %6 = load volatile i64, ptr %p, align 8
  %7 = load ptr, ptr addrspace(1) %g, align 8
  store i32 %5, ptr %p, align 4
  store volatile ptr null, ptr %p, align 1
  store %pair zeroinitializer, ptr %2, align 8
  %8 = getelementptr inbounds %pair, ptr %2, i32 0, i32 1, i64 %n
  %9 = getelementptr i8, ptr %p, i64 -4
  %10 = getelementptr nusw nuw i8, ptr %p, i64 %n ; prints: %10 = getelementptr nuw nusw i8, ptr %p, i64 %n
  %11 = getelementptr inbounds nuw i8, ptr %p, i64 4 ; prints: %11 = getelementptr nuw inbounds i8, ptr %p, i64 4
  %12 = getelementptr inbounds [4 x i64], ptr %8
  ret ptr %11
}

define void @atomics(ptr %p, float %f) {
  %1 = load atomic i32, ptr %p acquire, align 4
  %2 = load atomic volatile i32, ptr %p syncscope("singlethread") unordered, align 4
  store atomic i32 %1, ptr %p release, align 4
  store atomic volatile i32 %1, ptr %p monotonic, align 4
  %3 = cmpxchg ptr %p, i32 %1, i32 7 acq_rel monotonic, align 4
  %4 = cmpxchg weak volatile ptr %p, i32 %1, i32 7 syncscope("agent") seq_cst acquire, align 4
  %5 = extractvalue { i32, i1 } %3, 0
  %6 = atomicrmw xchg ptr %p, i32 1 seq_cst, align 4
  %7 = atomicrmw volatile add ptr %p, i32 1 seq_cst, align 4
  %8 = atomicrmw sub ptr %p, i32 1 seq_cst, align 4
  %9 = atomicrmw and ptr %p, i32 1 seq_cst, align 4
  %10 = atomicrmw nand ptr %p, i32 1 seq_cst, align 4
  %11 = atomicrmw or ptr %p, i32 1 seq_cst, align 4
  %12 = atomicrmw xor ptr %p, i32 1 seq_cst, align 4
  %13 = atomicrmw max ptr %p, i32 1 seq_cst, align 4
  %14 = atomicrmw min ptr %p, i32 1 seq_cst, align 4
  %15 = atomicrmw umax ptr %p, i32 1 seq_cst, align 4
  %16 = atomicrmw umin ptr %p, i32 1 syncscope("agent") seq_cst, align 4
  %17 = atomicrmw fadd ptr %p, float %f seq_cst, align 4
  %18 = atomicrmw fsub ptr %p, float %f seq_cst, align 4
  %19 = atomicrmw fmax ptr %p, float %f seq_cst, align 4
  %20 = atomicrmw fmin ptr %p, float %f seq_cst, align 4
  %21 = atomicrmw uinc_wrap ptr %p, i32 1 seq_cst, align 4
  %22 = atomicrmw udec_wrap ptr %p, i32 1 seq_cst, align 4
  fence seq_cst
  fence syncscope("singlethread") acquire ; prints: fence acquire
  ret void
}

define i32 @varargs(i32 %n, ...) {
  %list = alloca [1 x { i32, i32, ptr, ptr }], align 16
  call void @llvm.va_start.p0(ptr %list)
  %1 = va_arg ptr %list, i32
  call void @llvm.va_end.p0(ptr %list)
  ret i32 %1
}

declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)

define { i32, [4 x i64] } @aggregates({ i32, [4 x i64] } %s, [2 x <{ i8, i32 }>] %a) {
  %1 = extractvalue { i32, [4 x i64] } %s, 1, 3
  %2 = insertvalue { i32, [4 x i64] } %s, i64 %1, 1, 0
  %3 = extractvalue [2 x <{ i8, i32 }>] %a, 1, 1
  %4 = insertvalue { i32, [4 x i64] } %2, i32 %3, 0
  ret { i32, [4 x i64] } %4
}
