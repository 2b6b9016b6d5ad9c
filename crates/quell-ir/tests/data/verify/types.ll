; Broken rules about types, constants and things at module level.

; --- variable without size
; expect: a constant has type `%t`, which has no size: a type without a size (opaque struct)
; expect: line 2: the variable has type `%t`, which has no size
%t = type opaque
@g = global %t zeroinitializer

; --- declaration with a linkage for definitions
; expect: declaration @f has a linkage for definitions
declare internal void @f()

; --- definition with a linkage for declarations
; expect: definition @f has a linkage for declarations
define extern_weak void @f() {
  ret void
}

; --- optnone alone
; expect: function @f has conflicting attributes: `optnone` without `noinline`
define void @f() optnone {
  ret void
}

; --- inlined always and never
; expect: function @f has conflicting attributes: `noinline` and `alwaysinline`
declare void @f() noinline alwaysinline

; --- address of an entry block
; expect: the address of block
@g = global ptr blockaddress(@f, %entry)
define void @f() {
entry:
  ret void
}

; --- constant cast
; expect: `trunc` cannot convert `i32` to `i64`
@g = global i64 trunc (i32 ptrtoint (ptr @g to i32) to i64)

; --- constant index
; expect: index 2 is out of range for type `{ i32, i32 }`
@h = global { i32, i32 } zeroinitializer
@g = global ptr getelementptr ({ i32, i32 }, ptr @h, i64 0, i32 2)

; --- alignment of a variable
; expect: alignment 3 is not a power of two
@g = global i32 0, align 3

; --- metadata parameter
; expect: metadata as an operand
declare void @f(metadata)

; --- attribute for pointers
; expect: line 1: an attribute for pointers on type `i32`
declare void @f(i32 byval(i32))

; --- argument in memory without size
; expect: the pointee of a parameter has type `%t`, which has no size
%t = type opaque
declare void @f(ptr byval(%t))
