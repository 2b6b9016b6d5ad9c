; Broken rules about single instructions.

; --- integer comparison of floats
; expect: the left operand has type `float`, where an integer, a pointer
define i1 @f(float %x) {
  %y = icmp eq float %x, %x
  ret i1 %y
}

; --- float comparison of pointers
; expect: the left operand has type `ptr`, where a float
define i1 @f(ptr %x) {
  %y = fcmp oeq ptr %x, %x
  ret i1 %y
}

; --- negated integer
; expect: the operand has type `i8`, where a float
define i8 @f(i8 %x) {
  %y = fneg i8 %x
  ret i8 %y
}

; --- truncation that grows
; expect: `trunc` cannot turn `i8` into `i32`
define i32 @f(i8 %x) {
  %y = trunc i8 %x to i32
  ret i32 %y
}

; --- extension to the same width
; expect: `zext` cannot turn `i8` into `i8`
define i8 @f(i8 %x) {
  %y = zext i8 %x to i8
  ret i8 %y
}

; --- float extension that shrinks
; expect: `fpext` cannot turn `double` into `float`
define float @f(double %x) {
  %y = fpext double %x to float
  ret float %y
}

; --- pointer from a float
; expect: `inttoptr` cannot turn `double` into `ptr`
define ptr @f(double %x) {
  %y = inttoptr double %x to ptr
  ret ptr %y
}

; --- conversion of lanes to a scalar
; expect: `fptosi` cannot turn `<2 x float>` into `i32`
define i32 @f(<2 x float> %x) {
  %y = fptosi <2 x float> %x to i32
  ret i32 %y
}

; --- bits of another number
; expect: `bitcast` cannot turn `i32` into `double`
define double @f(i32 %x) {
  %y = bitcast i32 %x to double
  ret double %y
}

; --- pointer as bits
; expect: `bitcast` cannot turn `ptr` into `i64`
define i64 @f(ptr %x) {
  %y = bitcast ptr %x to i64
  ret i64 %y
}

; --- address space that stays
; expect: `addrspacecast` cannot turn `ptr` into `ptr`
define ptr @f(ptr %x) {
  %y = addrspacecast ptr %x to ptr
  ret ptr %y
}

; --- condition of a selection
; expect: the condition has type `i8`, where `i1` or a vector of it is needed
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
; expect: the number of elements has type `float`, where an integer is needed
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
; expect: ordering `release` is not possible here
define i32 @f(ptr %p) {
  %x = load atomic i32, ptr %p release, align 4
  ret i32 %x
}

; --- acquire on a store
; expect: ordering `acquire` is not possible here
define void @f(ptr %p) {
  store atomic i32 1, ptr %p acquire, align 4
  ret void
}

; --- atomic access of an aggregate
; expect: the value has type `{ i32 }`, where an integer, float or pointer is needed
define void @f(ptr %p) {
  store atomic { i32 } zeroinitializer, ptr %p seq_cst, align 4
  ret void
}

; --- weak fence
; expect: ordering `monotonic` is not possible here
define void @f() {
  fence monotonic
  ret void
}

; --- exchange of floats
; expect: the expected value has type `float`, where an integer or a pointer is needed
define void @f(ptr %p, float %x) {
  %y = cmpxchg ptr %p, float %x, float %x seq_cst seq_cst
  ret void
}

; --- failure that releases
; expect: ordering `release` is not possible here
define void @f(ptr %p, i32 %x) {
  %y = cmpxchg ptr %p, i32 %x, i32 %x seq_cst release
  ret void
}

; --- atomic addition of floats
; expect: the operand has type `float`, where an integer is needed
define void @f(ptr %p, float %x) {
  %y = atomicrmw add ptr %p, float %x seq_cst
  ret void
}

; --- alignment of an access
; expect: an alignment of 6, which is no power of two
define void @f(ptr %p) {
  store i32 1, ptr %p, align 6
  ret void
}

; --- variable field
; expect: struct `{ i32, i32 }` is indexed by something else than a constant `i32`
define void @f(ptr %p, i32 %i) {
  %q = getelementptr { i32, i32 }, ptr %p, i64 0, i32 %i
  ret void
}

; --- wide field number
; expect: struct `{ i32, i32 }` is indexed by something else than a constant `i32`
define void @f(ptr %p) {
  %q = getelementptr { i32, i32 }, ptr %p, i64 0, i64 1
  ret void
}

; --- field that does not exist
; expect: index 2 leaves the type `{ i32, i32 }`
define void @f(ptr %p) {
  %q = getelementptr { i32, i32 }, ptr %p, i64 0, i32 2
  ret void
}

; --- index into a scalar
; expect: what is indexed has type `i32`, where a struct, array or vector is needed
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
; expect: the index has type `double`, where an integer is needed
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
; expect: intrinsic @llvm.abs.i32 is called with another type than it is declared with
declare i32 @llvm.abs.i32(i32, i1)
define i32 @f() {
  %x = call i32 @llvm.abs.i32(i32 1)
  ret i32 %x
}

; --- metadata for an ordinary function
; expect: metadata as an operand, which only calls of intrinsics can have
define void @f(ptr %g) {
  call void %g(metadata !0)
  ret void
}
!0 = !{}

; --- attribute of an argument
; expect: an attribute for pointers on `i32`
declare void @g(i32)
define void @f() {
  call void @g(i32 byval(i32) 1)
  ret void
}

; --- case that stands twice
; expect: case `i32 7` stands twice
define void @f(i32 %x) {
  switch i32 %x, label %a [ i32 7, label %a  i32 7, label %b ]
a:
  ret void
b:
  ret void
}

; --- case that is no number
; expect: is no integer constant
define void @f(i32 %x) {
  switch i32 %x, label %a [ i32 undef, label %a ]
a:
  ret void
}

; --- jump to a number
; expect: the address has type `i64`, where a pointer is needed
define void @f(i64 %x) {
  indirectbr i64 %x, [label %a]
a:
  ret void
}

; --- debug location of another kind
; expect: `!dbg` is no DILocation
define void @f() {
  ret void, !dbg !0
}
!0 = !{}

; --- subprogram of another kind
; expect: in @f: `!dbg` is no DISubprogram
define void @f() !dbg !0 {
  ret void
}
!0 = !{}
