; Who calls whom. After the semicolon: `calls` lists direct callees in order of definition, then the
; function's marks.

@pointer = global ptr @stored
@in_struct = constant { i32, [1 x ptr] } { i32 1, [1 x ptr] [ptr @stored_deep] }
@of_offset = constant ptr getelementptr (i8, ptr @stored_offset, i64 1)

@name = alias void (), ptr @leaf
@name_of_name = alias void (), ptr @name
@resolved = ifunc void (), ptr @resolver

declare void @outside(ptr)
declare void @llvm.donothing()

; calls
define void @leaf() {
  ret void
}
; calls leaf
define void @plain() {
  call void @leaf()
  call void @leaf()
  ret void
}
; calls leaf
define void @through_alias() {
  call void @name_of_name()
  ret void
}
; calls
define void @inert() {
  call void @llvm.donothing()
  ret void
}
; calls self recursive assumed
define void @self() {
  call void @self()
  ret void
}
; calls odd recursive assumed
define void @even() {
  call void @odd()
  ret void
}
; calls even recursive assumed
define void @odd() {
  invoke void @even() to label %on unwind label %on2
on:
  ret void
on2:
  %pad = landingpad { ptr, i32 } cleanup
  ret void
}
; calls indirect assumed
define void @by_pointer(ptr %f) {
  call void %f()
  ret void
}
; calls indirect
define void @by_ifunc() {
  call void @resolved()
  ret void
}
; calls taken
define ptr @resolver() {
  ret ptr @leaf2
}
; calls taken
define void @leaf2() {
  ret void
}
; calls by_pointer taken assumed
define void @stored() {
  call void @by_pointer(ptr null)
  ret void
}
; calls taken
define void @stored_deep() {
  ret void
}
; calls taken
define void @stored_offset() {
  ret void
}
; calls outside taken assumed
define void @callback() {
  call void @outside(ptr @callback)
  ret void
}
; calls asm
define void @assembly() {
  call void asm sideeffect "nop", ""()
  ret void
}
