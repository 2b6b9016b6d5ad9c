; Broken rules about single instructions.

; --- integer comparison of floats
; expect: the left operand has type `float`, expected an integer, a pointer
define i1 @f(float %x) {
  %y = icmp eq float %x, %x
  ret i1 %y
}

; --- float comparison of pointers
; expect: the left operand has type `ptr`, expected a float
define i1 @f(ptr %x) {
  %y = fcmp oeq ptr %x, %x
  ret i1 %y
}

; --- negated integer
; expect: the operand has type `i8`, expected a float
define i8 @f(i8 %x) {
  %y = fneg i8 %x
  ret i8 %y
}

; --- truncation that grows
; expect: `trunc` cannot convert `i8` to `i32`
define i32 @f(i8 %x) {
  %y = trunc i8 %x to i32
  ret i32 %y
}

; --- extension to the same width
; expect: `zext` cannot convert `i8` to `i8`
define i8 @f(i8 %x) {
  %y = zext i8 %x to i8
  ret i8 %y
}

; --- float extension that shrinks
; expect: `fpext` cannot convert `double` to `float`
define float @f(double %x) {
  %y = fpext double %x to float
  ret float %y
}

; --- pointer from a float
; expect: `inttoptr` cannot convert `double` to `ptr`
define ptr @f(double %x) {
  %y = inttoptr double %x to ptr
  ret ptr %y
}

; --- conversion of lanes to a scalar
; expect: `fptosi` cannot convert `<2 x float>` to `i32`
define i32 @f(<2 x float> %x) {
  %y = fptosi <2 x float> %x to i32
  ret i32 %y
}

; --- bits of another number
; expect: `bitcast` cannot convert `i32` to `double`
define double @f(i32 %x) {
  %y = bitcast i32 %x to double
  ret double %y
}

; --- pointer as bits
; expect: `bitcast` cannot convert `ptr` to `i64`
define i64 @f(ptr %x) {
  %y = bitcast ptr %x to i64
  ret i64 %y
}

; --- address space that stays
; expect: `addrspacecast` cannot convert `ptr` to `ptr`
define ptr @f(ptr %x) {
  %y = addrspacecast ptr %x to ptr
  ret ptr %y
}

; --- condition of a selection
; expect: the condition has type `i8`, expected `i1` or a vector of it
define i32 @f(i8 %c) {
  %y = select i8 %c, i32 1, i32 2
  ret i32 %y
}

; --- lanes of a selection
; expect: the first choice has 2 lanes, expected 4
define <2 x i8> @f(<4 x i1> %c, <2 x i8> %x) {
  %y = select <4 x i1> %c, <2 x i8> %x, <2 x i8> %x
  ret <2 x i8> %y
}

; --- allocation without size
; expect: the allocated object has type `%t`, which has no size
%t = type opaque
define void @f() {
  %p = alloca %t
  ret void
}

; --- number of allocated elements
; expect: the number of elements has type `float`, expected an integer
define void @f() {
  %p = alloca i32, float 2.0
  ret void
}

; --- load without size
; expect: the value has type `%t`, which has no size
%t = type opaque
define void @f(ptr %p) {
  %x = load %t, ptr %p
  ret void
}

; --- release on a load
; expect: ordering `release` is not allowed here
define i32 @f(ptr %p) {
  %x = load atomic i32, ptr %p release, align 4
  ret i32 %x
}

; --- acquire on a store
; expect: ordering `acquire` is not allowed here
define void @f(ptr %p) {
  store atomic i32 1, ptr %p acquire, align 4
  ret void
}

; --- atomic access of an aggregate
; expect: the value has type `{ i32 }`, expected an integer, float or pointer
define void @f(ptr %p) {
  store atomic { i32 } zeroinitializer, ptr %p seq_cst, align 4
  ret void
}

; --- weak fence
; expect: ordering `monotonic` is not allowed here
define void @f() {
  fence monotonic
  ret void
}

; --- exchange of floats
; expect: the expected value has type `float`, expected an integer or a pointer
define void @f(ptr %p, float %x) {
  %y = cmpxchg ptr %p, float %x, float %x seq_cst seq_cst
  ret void
}

; --- failure that releases
; expect: ordering `release` is not allowed here
define void @f(ptr %p, i32 %x) {
  %y = cmpxchg ptr %p, i32 %x, i32 %x seq_cst release
  ret void
}

; --- atomic addition of floats
; expect: the operand has type `float`, expected an integer
define void @f(ptr %p, float %x) {
  %y = atomicrmw add ptr %p, float %x seq_cst
  ret void
}

; --- alignment of an access
; expect: alignment 6 is not a power of two
define void @f(ptr %p) {
  store i32 1, ptr %p, align 6
  ret void
}

; --- variable field
; expect: an index into struct `{ i32, i32 }` is not a constant `i32`
define void @f(ptr %p, i32 %i) {
  %q = getelementptr { i32, i32 }, ptr %p, i64 0, i32 %i
  ret void
}

; --- wide field number
; expect: an index into struct `{ i32, i32 }` is not a constant `i32`
define void @f(ptr %p) {
  %q = getelementptr { i32, i32 }, ptr %p, i64 0, i64 1
  ret void
}

; --- field that does not exist
; expect: index 2 is out of range for type `{ i32, i32 }`
define void @f(ptr %p) {
  %q = getelementptr { i32, i32 }, ptr %p, i64 0, i32 2
  ret void
}

; --- index into a scalar
; expect: the indexed operand has type `i32`, expected a struct, array or vector
define void @f(ptr %p) {
  %q = getelementptr i32, ptr %p, i64 0, i64 1
  ret void
}

; --- elements without size
; expect: the source element has type `%t`, which has no size
%t = type opaque
define void @f(ptr %p) {
  %q = getelementptr %t, ptr %p, i64 1
  ret void
}

; --- float as a lane number
; expect: the index has type `double`, expected an integer
define void @f(<2 x i8> %x) {
  %y = extractelement <2 x i8> %x, double 0.0
  ret void
}

; --- mask out of range
; expect: the mask of a shuffle selects lane 4 of 4
define void @f(<2 x i8> %x) {
  %y = shufflevector <2 x i8> %x, <2 x i8> %x, <2 x i32> <i32 0, i32 4>
  ret void
}

; --- intrinsic with another type
; expect: the call of intrinsic @llvm.abs.i32 does not match its declared type
declare i32 @llvm.abs.i32(i32, i1)
define i32 @f() {
  %x = call i32 @llvm.abs.i32(i32 1)
  ret i32 %x
}

; --- metadata for an ordinary function
; expect: metadata as an operand, which is allowed only in calls of intrinsics
define void @f(ptr %g) {
  call void %g(metadata !0)
  ret void
}
!0 = !{}

; --- attribute of an argument
; expect: an attribute for pointers on type `i32`
declare void @g(i32)
define void @f() {
  call void @g(i32 byval(i32) 1)
  ret void
}

; --- case that occurs twice
; expect: case `i32 7` occurs twice
define void @f(i32 %x) {
  switch i32 %x, label %a [ i32 7, label %a  i32 7, label %b ]
a:
  ret void
b:
  ret void
}

; --- case that is no number
; expect: is not an integer constant
define void @f(i32 %x) {
  switch i32 %x, label %a [ i32 undef, label %a ]
a:
  ret void
}

; --- jump to a number
; expect: the address has type `i64`, expected a pointer
define void @f(i64 %x) {
  indirectbr i64 %x, [label %a]
a:
  ret void
}

; --- debug location of another kind
; expect: `!dbg` does not refer to a DILocation
define void @f() {
  ret void, !dbg !0
}
!0 = !{}

; --- subprogram of another kind
; expect: in @f: `!dbg` does not refer to a DISubprogram
define void @f() !dbg !0 {
  ret void
}
!0 = !{}
