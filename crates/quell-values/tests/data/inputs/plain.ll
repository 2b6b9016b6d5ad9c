; Functions that nothing is known of but their IR types.
%pair = type { i8, i64 }
%deep = type { [2 x %pair], <2 x float> }

@state = global i32 7

define i33 @odd(i33 %x, i1 %flag, i128 %wide) {
  ret i33 %x
}

define void @lanes(<4 x i16> %v, half %h, fp128 %q) {
  ret void
}

define i64 @by_value(ptr byval(%deep) align 8 %d, ptr %p) {
  %state = load i32, ptr @state
  ret i64 0
}

define void @result(ptr sret(%pair) align 8 %out, i8 %x) {
  ret void
}

define void @whole(%pair %p, [3 x i8] %a) {
  ret void
}

define void @too_wide(i256 %x) {
  ret void
}

define void @empty({} %e, [0 x i32] %none) {
  ret void
}

define void @endless([4294967295 x {}] %e) {
  ret void
}

define void @endless_rows([4294967295 x [0 x i8]] %e) {
  ret void
}

define void @pointers({ ptr, { ptr, i32 }, ptr } %p) {
  ret void
}
