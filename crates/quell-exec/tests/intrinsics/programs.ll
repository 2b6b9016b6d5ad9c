; Modules around intrinsics that work on memory. Each stands behind the result of its function.

; -> 67305985
define i32 @f() {
  %a = alloca i32
  %b = alloca i32
  store i32 67305985, ptr %a
  call void @llvm.memcpy.p0.p0.i64(ptr %b, ptr %a, i64 4, i1 false)
  %r = load i32, ptr %b
  ret i32 %r
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

; -> stops: undefined behaviour: overlapping areas in `memcpy`
define i32 @f() {
  %a = alloca [8 x i8]
  %b = getelementptr i8, ptr %a, i64 1
  call void @llvm.memcpy.p0.p0.i64(ptr %b, ptr %a, i64 4, i1 false)
  ret i32 0
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

; -> 16843008
define i32 @f() {
  %a = alloca i32
  store i32 0, ptr %a
  %b = getelementptr i8, ptr %a, i64 1
  call void @llvm.memset.p0.i32(ptr %b, i8 1, i32 3, i1 false)
  %r = load i32, ptr %a
  ret i32 %r
}
declare void @llvm.memset.p0.i32(ptr, i8, i32, i1)

; -> 256
define i16 @f() {
  %a = alloca [3 x i8]
  store [3 x i8] c"\00\01\02", ptr %a
  %b = getelementptr i8, ptr %a, i64 1
  call void @llvm.memmove.p0.p0.i64(ptr %b, ptr %a, i64 2, i1 false)
  %r = load i16, ptr %b, align 1
  ret i16 %r
}
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)

; -> stops: undefined behaviour: read in the local variable `a` after its scope ended
define i32 @f() {
  %a = alloca [4 x i32]
  call void @llvm.lifetime.start.p0(i64 16, ptr %a)
  store i32 1, ptr %a
  call void @llvm.lifetime.end.p0(i64 16, ptr %a)
  %r = load i32, ptr %a
  ret i32 %r
}
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)

; -> 1
define i32 @f() {
  %a = alloca [4 x i32]
  call void @llvm.lifetime.start.p0(ptr %a)
  store i32 1, ptr %a
  %r = load i32, ptr %a
  call void @llvm.lifetime.end.p0(ptr %a)
  ret i32 %r
}
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)

; -> stops: undefined behaviour: read in an object after its scope ended
define i32 @f() {
  %kept = alloca [2 x i32]
  %n = add i64 0, 3
  %mark = call ptr @llvm.stacksave.p0()
  %vla = alloca i32, i64 %n
  store i32 1, ptr %kept
  store i32 2, ptr %vla
  call void @llvm.stackrestore.p0(ptr %mark)
  %r = load i32, ptr %kept
  %s = load i32, ptr %vla
  %t = add i32 %r, %s
  ret i32 %t
}
declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)

; -> <1, 7, 3, 9>
define <4 x i32> @f() {
  %a = alloca [3 x i32]
  store [3 x i32] [i32 1, i32 2, i32 3], ptr %a
  %r = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr %a, i32 4, <4 x i1> <i1 1, i1 0, i1 1, i1 0>, <4 x i32> <i32 6, i32 7, i32 8, i32 9>)
  ret <4 x i32> %r
}
declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr, i32, <4 x i1>, <4 x i32>)

; -> <1, 5>
define <2 x i32> @f() {
  %a = alloca <2 x i32>
  store <2 x i32> <i32 1, i32 2>, ptr %a
  call void @llvm.masked.store.v2i32.p0(<2 x i32> <i32 4, i32 5>, ptr align 8 %a, <2 x i1> <i1 0, i1 1>)
  %r = load <2 x i32>, ptr %a
  ret <2 x i32> %r
}
declare void @llvm.masked.store.v2i32.p0(<2 x i32>, ptr, <2 x i1>)

; -> <30, 10, 0>
define <3 x i32> @f() {
  %a = alloca [3 x i32]
  store [3 x i32] [i32 10, i32 20, i32 30], ptr %a
  %p = getelementptr i32, ptr %a, <3 x i64> <i64 2, i64 0, i64 9>
  %r = call <3 x i32> @llvm.masked.gather.v3i32.v3p0(<3 x ptr> %p, i32 4, <3 x i1> <i1 1, i1 1, i1 0>, <3 x i32> zeroinitializer)
  ret <3 x i32> %r
}
declare <3 x i32> @llvm.masked.gather.v3i32.v3p0(<3 x ptr>, i32, <3 x i1>, <3 x i32>)

; -> {5, 6, 3}
define { i32, i32, i32 } @f() {
  %a = alloca { i32, i32, i32 }
  store { i32, i32, i32 } { i32 1, i32 2, i32 3 }, ptr %a
  call void @llvm.masked.compressstore.v3i32(<3 x i32> <i32 5, i32 7, i32 6>, ptr %a, <3 x i1> <i1 1, i1 0, i1 1>)
  %r = load { i32, i32, i32 }, ptr %a
  ret { i32, i32, i32 } %r
}
declare void @llvm.masked.compressstore.v3i32(<3 x i32>, ptr, <3 x i1>)

; -> 3
define i32 @f() {
  %a = alloca [4 x i32], align 16
  %p = getelementptr [4 x i32], ptr %a, i64 0, i64 2
  store [4 x i32] [i32 3, i32 4, i32 5, i32 6], ptr %a
  %q = call ptr @llvm.ptrmask.p0.i64(ptr %p, i64 -16)
  %r = load i32, ptr %q
  ret i32 %r
}
declare ptr @llvm.ptrmask.p0.i64(ptr, i64)

; -> 1
define i1 @f() {
  %s = call double @llvm.experimental.constrained.fadd.f64(double 1.0, double 2.0, metadata !"round.dynamic", metadata !"fpexcept.strict")
  %q = call double @llvm.experimental.constrained.sqrt.f64(double 9.0, metadata !"round.dynamic", metadata !"fpexcept.strict")
  %r = call i1 @llvm.experimental.constrained.fcmp.f64(double %s, double %q, metadata !"oeq", metadata !"fpexcept.strict")
  ret i1 %r
}
declare double @llvm.experimental.constrained.fadd.f64(double, double, metadata, metadata)
declare double @llvm.experimental.constrained.sqrt.f64(double, metadata, metadata)
declare i1 @llvm.experimental.constrained.fcmp.f64(double, double, metadata, metadata)

; -> {7, 0x4004000000000000, 9}
define { i32, double, i64 } @f() {
  %r = call { i32, double, i64 } (i32, ...) @g(i32 0, i32 7, double 2.5, i64 9)
  ret { i32, double, i64 } %r
}
define { i32, double, i64 } @g(i32 %n, ...) {
  %list = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %list)
  %a = va_arg ptr %list, i32
  %b = va_arg ptr %list, double
  %c = va_arg ptr %list, i64
  call void @llvm.va_end.p0(ptr %list)
  %x = insertvalue { i32, double, i64 } poison, i32 %a, 0
  %y = insertvalue { i32, double, i64 } %x, double %b, 1
  %z = insertvalue { i32, double, i64 } %y, i64 %c, 2
  ret { i32, double, i64 } %z
}
declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)

; -> undef
define i64 @f() {
  %r = call i64 (i32, ...) @g(i32 0, i32 7)
  ret i64 %r
}
define i64 @g(i32 %n, ...) {
  %list = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %list)
  %a = va_arg ptr %list, i32
  %b = va_arg ptr %list, i64
  ret i64 %b
}
declare void @llvm.va_start.p0(ptr)

; -> 1237
define i32 @f() {
  %base = alloca i32
  %code = alloca [32 x i8], align 1
  store i32 1230, ptr %base
  call void @llvm.init.trampoline(ptr %code, ptr @inner, ptr %base)
  %inner = call ptr @llvm.adjust.trampoline(ptr %code)
  %r = call i32 @apply(ptr %inner, i32 3)
  ret i32 %r
}
define i32 @apply(ptr %g, i32 %n) {
  %r = call i32 %g(i32 %n, i32 4)
  ret i32 %r
}
define i32 @inner(i32 %n, ptr nest %base, i32 %m) {
  %b = load i32, ptr %base
  %s = add i32 %b, %n
  %t = add i32 %s, %m
  ret i32 %t
}
declare void @llvm.init.trampoline(ptr, ptr, ptr)
declare ptr @llvm.adjust.trampoline(ptr)

; -> stops: undefined behaviour: read in an object after its scope ended
define i32 @f() {
  %g = call ptr @make()
  %r = call i32 %g()
  ret i32 %r
}
define ptr @make() {
  %code = alloca [32 x i8], align 1
  call void @llvm.init.trampoline(ptr %code, ptr @inner, ptr null)
  %inner = call ptr @llvm.adjust.trampoline(ptr %code)
  ret ptr %inner
}
define i32 @inner(ptr nest %base) {
  ret i32 1
}
declare void @llvm.init.trampoline(ptr, ptr, ptr)
declare ptr @llvm.adjust.trampoline(ptr)

; -> stops: undefined behaviour: call of `inner` with 0 arguments, which takes 1
define i32 @f() {
  %code = alloca [32 x i8], align 1
  call void @llvm.init.trampoline(ptr %code, ptr @inner, ptr null)
  %r = call i32 %code()
  ret i32 %r
}
define i32 @inner(ptr nest %base, i32 %n) {
  ret i32 %n
}
declare void @llvm.init.trampoline(ptr, ptr, ptr)

; -> stops: undefined behaviour: a call through a pointer that is not a function
define i32 @f() {
  %code = alloca [32 x i8], align 1
  store i64 5, ptr %code
  %r = call i32 %code()
  ret i32 %r
}

; -> {4, undef}
define { i32, i32 } @f() {
  %r = call { i32, i32 } asm "", "=r,=&r,0"(i32 4)
  ret { i32, i32 } %r
}

; -> 9
define i32 @f() {
  %r = call i32 @g(i32 3)
  ret i32 %r
}
define i32 @g(i32 %n) {
  %table = alloca [2 x ptr]
  store ptr blockaddress(@g, %one), ptr %table
  %second = getelementptr ptr, ptr %table, i64 1
  store ptr blockaddress(@g, %two), ptr %second
  %to = load ptr, ptr %second
  indirectbr ptr %to, [label %one, label %two]
one:
  ret i32 %n
two:
  %r = mul i32 %n, 3
  ret i32 %r
}

; -> stops: undefined behaviour: a call through a pointer that is not a function
@g = ifunc i32 (), ptr @choose
define i32 @f() {
  %r = call i32 @g()
  ret i32 %r
}
define ptr @choose() {
  %r = call i32 @g()
  ret ptr @f
}
