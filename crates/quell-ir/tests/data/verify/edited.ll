; Broken rules that the parser does not let through: `; edit: %a -> %b` puts one local in the
; place of another before the module is verified.

; --- float operator on integers
; edit: %x -> %i
; expect: line 2: in @f: `%y = fadd i32 %i, %i`: the left operand has type `i32`, expected a float or a vector of floats
define float @f(float %x, i32 %i) {
  %y = fadd float %x, %x
  ret float %y
}

; --- integer operator on floats
; edit: %x -> %d
; expect: the left operand has type `double`, expected an integer or a vector of integers
define i32 @f(i32 %x, double %d) {
  %y = and i32 %x, 7
  ret i32 %y
}

; --- operands of different types
; edit: %x -> %w
; expect: the right operand has type `i64`, expected `i32`
define i32 @f(i32 %x, i64 %w) {
  %y = add i32 7, %x
  ret i32 %y
}

; --- operand and result of different types
; edit: %x -> %w
; expect: the result has type `i32`, expected `i64`
define i32 @f(i32 %x, i64 %w) {
  %y = add i32 %x, %x
  ret i32 %y
}

; --- comparison of different types
; edit: %x -> %w
; expect: the right operand has type `i64`, expected `i32`
define i1 @f(i32 %x, i64 %w) {
  %y = icmp eq i32 7, %x
  ret i1 %y
}

; --- lanes of a comparison
; edit: %x -> %v
; expect: the result has 1 lanes, expected 2
define i1 @f(i32 %x, <2 x i32> %v) {
  %y = icmp eq i32 %x, %x
  ret i1 %y
}

; --- choices of different types
; edit: %x -> %w
; expect: the second choice has type `i64`, expected `i32`
define i32 @f(i1 %c, i32 %x, i64 %w) {
  %y = select i1 %c, i32 7, i32 %x
  ret i32 %y
}

; --- frozen value of another type
; edit: %x -> %w
; expect: the result has type `i32`, expected `i64`
define i32 @f(i32 %x, i64 %w) {
  %y = freeze i32 %x
  ret i32 %y
}

; --- phi of another type
; edit: %x -> %w
; expect: an incoming value has type `i64`, expected `i32`
define i32 @f(i32 %x, i64 %w) {
entry:
  br label %a
a:
  %y = phi i32 [ %x, %entry ]
  ret i32 %y
}

; --- load from an integer
; edit: %p -> %i
; expect: the address has type `i64`, expected a pointer
define i32 @f(ptr %p, i64 %i) {
  %x = load i32, ptr %p
  ret i32 %x
}

; --- store to an integer
; edit: %p -> %i
; expect: the address has type `i64`, expected a pointer
define void @f(ptr %p, i64 %i) {
  store i32 1, ptr %p
  ret void
}

; --- exchange of different types
; edit: %x -> %w
; expect: the new value has type `i64`, expected `i32`
define void @f(ptr %p, i32 %x, i64 %w) {
  %y = cmpxchg ptr %p, i32 7, i32 %x seq_cst seq_cst
  ret void
}

; --- result of an exchange
; edit: %x -> %w
; expect: the result has type `{ i32, i1 }`, expected a struct of the value and `i1`
define void @f(ptr %p, i32 %x, i64 %w) {
  %y = cmpxchg ptr %p, i32 %x, i32 %x seq_cst seq_cst
  ret void
}

; --- result of an atomic addition
; edit: %x -> %w
; expect: the result has type `i32`, expected `i64`
define void @f(ptr %p, i32 %x, i64 %w) {
  %y = atomicrmw add ptr %p, i32 %x seq_cst
  ret void
}

; --- list of arguments
; edit: %p -> %i
; expect: the list has type `i64`, expected a pointer
define void @f(ptr %p, i64 %i) {
  %y = va_arg ptr %p, i32
  ret void
}

; --- address from a number
; edit: %p -> %i
; expect: the base has type `i64`, expected a pointer or a vector of pointers
define void @f(ptr %p, i64 %i) {
  %q = getelementptr i32, ptr %p, i64 1
  ret void
}

; --- float as an index
; edit: %i -> %x
; expect: an index has type `float`, expected an integer or a vector of integers
define void @f(ptr %p, i64 %i, float %x) {
  %q = getelementptr i32, ptr %p, i64 %i
  ret void
}

; --- lanes of an address
; edit: %i -> %v
; expect: the result has 1 lanes, expected 2
define void @f(ptr %p, i64 %i, <2 x i64> %v) {
  %q = getelementptr i32, ptr %p, i64 %i
  ret void
}

; --- member of a scalar
; edit: %x -> %i
; expect: the aggregate has type `i8`, expected a struct or array
define void @f({ i8 } %x, i8 %i) {
  %y = extractvalue { i8 } %x, 0
  ret void
}

; --- member that does not exist
; edit: %x -> %small
; expect: index 3 is out of range for type `[2 x i8]`
define void @f([4 x i8] %x, [2 x i8] %small) {
  %y = extractvalue [4 x i8] %x, 3
  ret void
}

; --- inserted value
; edit: %i -> %w
; expect: the inserted value has type `i16`, expected `i8`
define void @f({ i8 } %x, i8 %i, i16 %w) {
  %y = insertvalue { i8 } %x, i8 %i, 0
  ret void
}

; --- lane of a scalar
; edit: %x -> %i
; expect: the vector has type `i8`, expected a vector
define void @f(<2 x i8> %x, i8 %i) {
  %y = extractelement <2 x i8> %x, i32 0
  ret void
}

; --- inserted lane
; edit: %i -> %w
; expect: the inserted value has type `i16`, expected `i8`
define void @f(<2 x i8> %x, i8 %i, i16 %w) {
  %y = insertelement <2 x i8> %x, i8 %i, i32 0
  ret void
}

; --- vectors of different lengths
; edit: %x -> %v
; expect: the second vector has type `<4 x i8>`, expected `<2 x i8>`
define void @f(<2 x i8> %x, <4 x i8> %v) {
  %y = shufflevector <2 x i8> zeroinitializer, <2 x i8> %x, <2 x i32> <i32 0, i32 1>
  ret void
}

; --- argument of another type
; edit: %x -> %w
; expect: an argument has type `i64`, expected `i32`
declare void @g(i32, ...)
define void @f(i32 %x, i64 %w) {
  call void (i32, ...) @g(i32 %x, i64 2)
  ret void
}

; --- call of a number
; edit: %p -> %i
; expect: the callee has type `i64`, expected a pointer
define void @f(ptr %p, i64 %i) {
  call void %p()
  ret void
}

; --- operand of a bundle
; edit: %x -> %w
; expect: a bundle's operand has type `i64`, expected `i32`
declare void @g()
define void @f(i32 %x, i64 %w) {
  call void @g() [ "deopt"(i32 %x) ]
  ret void
}

; --- returned type
; edit: %x -> %w
; expect: the returned value has type `i64`, expected `i32`
define i32 @f(i32 %x, i64 %w) {
  ret i32 %x
}

; --- condition of a branch
; edit: %c -> %i
; expect: the condition has type `i32`, expected `i1`
define void @f(i1 %c, i32 %i) {
  br i1 %c, label %a, label %a
a:
  ret void
}

; --- switch on a float
; edit: %i -> %x
; expect: the value has type `float`, expected an integer
define void @f(i32 %i, float %x) {
  switch i32 %i, label %a []
a:
  ret void
}

; --- case of another type
; edit: %i -> %w
; expect: a case has type `i32`, expected `i64`
define void @f(i32 %i, i64 %w) {
  switch i32 %i, label %a [ i32 1, label %a ]
a:
  ret void
}
