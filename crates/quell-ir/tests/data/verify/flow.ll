; Broken rules about blocks, phis, dominance and unwinding.

; --- entry with a predecessor
; expect: line 1: in @f: the entry block has a predecessor, `%a`
define void @f() {
entry:
  br label %a
a:
  br label %entry
}

; --- use before the definition
; expect: line 2: in @f: `%x = add i32 %y, 1`: `%y` does not dominate this use
define i32 @f() {
  %x = add i32 %y, 1
  %y = add i32 1, 2
  ret i32 %x
}

; --- use of itself
; expect: `%x` does not dominate this use
define void @f() {
  %x = add i32 %x, 1
  ret void
}

; --- definition on one way only
; expect: `ret i32 %x`: `%x` does not dominate this use
define i32 @f(i1 %c) {
  br i1 %c, label %a, label %b
a:
  %x = add i32 1, 2
  br label %b
b:
  ret i32 %x
}

; --- phi from a block that the value does not reach
; expect: `%x` does not dominate this use
define i32 @f(i1 %c) {
  br i1 %c, label %a, label %b
a:
  %x = add i32 1, 2
  br label %join
b:
  br label %join
join:
  %y = phi i32 [ 0, %a ], [ %x, %b ]
  ret i32 %y
}

; --- definition that is never reached
; expect: `%x` does not dominate this use
define i32 @f() {
  br label %b
a:
  %x = add i32 1, 2
  br label %b
b:
  %y = phi i32 [ 0, %0 ], [ 0, %a ]
  %z = add i32 %x, 1
  ret i32 %y
}

; --- late phi
; expect: a phi after another kind of instruction
define i32 @f() {
  br label %a
a:
  %x = add i32 1, 2
  %y = phi i32 [ 0, %0 ]
  ret i32 %y
}

; --- phi without a predecessor
; expect: `%y = phi i32 [ 0, %a ]`: a phi without an entry for predecessor `%b`
define i32 @f(i1 %c) {
  br i1 %c, label %a, label %b
a:
  br label %join
b:
  br label %join
join:
  %y = phi i32 [ 0, %a ]
  ret i32 %y
}

; --- phi with too many predecessors
; expect: a phi has more entries for `%b` than there are edges from it
define i32 @f(i1 %c) {
  br i1 %c, label %a, label %b
a:
  br label %join
b:
  ret i32 1
join:
  %y = phi i32 [ 0, %a ], [ 1, %b ]
  ret i32 %y
}

; --- phi with one entry for two edges
; expect: a phi without an entry for predecessor `%0`
define i32 @f(i32 %x) {
  switch i32 %x, label %a [ i32 7, label %a ]
a:
  %y = phi i32 [ 0, %0 ]
  ret i32 %y
}

; --- phi of two minds
; expect: a phi with different values for the same predecessor `%entry`
define i32 @f(i32 %x) {
entry:
  switch i32 %x, label %a [ i32 7, label %a ]
a:
  %y = phi i32 [ 0, %entry ], [ 1, %entry ]
  ret i32 %y
}

; --- result of an invoke where it unwinds
; expect: `%x` does not dominate this use
declare i32 @g()
define i32 @f() personality ptr @g {
  %x = invoke i32 @g() to label %a unwind label %b
a:
  ret i32 %x
b:
  %e = landingpad { ptr, i32 } cleanup
  ret i32 %x
}

; --- landingpad without a personality
; expect: the function has no personality
declare i32 @g()
define void @f() {
  %x = invoke i32 @g() to label %a unwind label %b
a:
  ret void
b:
  %e = landingpad { ptr, i32 } cleanup
  ret void
}

; --- late landingpad
; expect: the unwind block `%b` has no landingpad
; expect: a landingpad that is not the first instruction of its block
declare i32 @g()
define void @f() personality ptr @g {
  %x = invoke i32 @g() to label %a unwind label %b
a:
  ret void
b:
  %y = add i32 1, 2
  %e = landingpad { ptr, i32 } cleanup
  ret void
}

; --- landingpad that is entered by a branch
; expect: a landingpad block that `%a` enters without unwinding
declare i32 @g()
define void @f() personality ptr @g {
  %x = invoke i32 @g() to label %a unwind label %b
a:
  br label %b
b:
  %e = landingpad { ptr, i32 } cleanup
  ret void
}

; --- unwinding to an ordinary block
; expect: the unwind block `%b` has no landingpad
declare i32 @g()
define void @f() personality ptr @g {
  %x = invoke i32 @g() to label %a unwind label %b
a:
  ret void
b:
  ret void
}

; --- landingpad for nothing
; expect: a landingpad without clauses or `cleanup`
declare i32 @g()
define void @f() personality ptr @g {
  %x = invoke i32 @g() to label %a unwind label %b
a:
  ret void
b:
  %e = landingpad { ptr, i32 }
  ret void
}

; --- filter that is no array
; expect: a filter has type `ptr`, expected an array
declare i32 @g()
define void @f() personality ptr @g {
  %x = invoke i32 @g() to label %a unwind label %b
a:
  ret void
b:
  %e = landingpad { ptr, i32 } filter ptr @g
  ret void
}

; --- catch of a number
; expect: the operand of a catch clause has type `i32`, expected a pointer
declare i32 @g()
define void @f() personality ptr @g {
  %x = invoke i32 @g() to label %a unwind label %b
a:
  ret void
b:
  %e = landingpad { ptr, i32 } catch i32 0
  ret void
}
