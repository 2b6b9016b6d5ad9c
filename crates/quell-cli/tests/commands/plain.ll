; Without debug information.
@counter = global i32 5

define i8 @add(i8 %a, i8 %b) {
  %sum = add i8 %a, %b
  ret i8 %sum
}

define i32 @sum(ptr %values, i32 %n) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %total = phi i32 [ 0, %entry ], [ %more, %body ]
  %done = icmp eq i32 %i, %n
  br i1 %done, label %end, label %body

body:
  %at = getelementptr i32, ptr %values, i32 %i
  %value = load i32, ptr %at
  %more = add i32 %total, %value
  %next = add i32 %i, 1
  br label %loop

end:
  ret i32 %total
}

define { i32, double } @pair(i32 %x) {
  store i32 %x, ptr @counter
  %first = insertvalue { i32, double } undef, i32 %x, 0
  %both = insertvalue { i32, double } %first, double 2.5, 1
  ret { i32, double } %both
}

define i8 @overflow(i8 %x) {
  %double = add nsw i8 %x, %x
  ret i8 %double
}
