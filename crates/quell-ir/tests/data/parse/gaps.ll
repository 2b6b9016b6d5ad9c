; Numbers may have gaps since LLVM 19; what is printed closes them.

define i32 @gaps(i32 %7) {
10:
  %20 = add i32 %7, 1 ; prints: %2 = add i32 %0, 1
  br label %30 ; prints: br label %3

30:
  ret i32 %20 ; prints: ret i32 %2
}
