define i32 @f(i1 %c) {
entry:
  br i1 %c, label %then, label %end

then:
  %x = add i32 1, 2
  br label %end

end:
  ret i32 %x
}
