; Control flow, forward references, numbering.

@table = global [2 x ptr] [ptr blockaddress(@jumps, %one), ptr blockaddress(@numbered, %3)]

define i32 @loop(i32 %n) {
entry:
  br label %head

head:                                             ; preds = %body, %entry
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %x = phi fast double [ 0.000000e+00, %entry ], [ %y, %body ]
  %done = icmp eq i32 %i, %n
  br i1 %done, label %exit, label %body

body:
  %next = add i32 %i, 1
  %y = fadd double %x, 1.000000e+00
  br label %head

exit:
  ret i32 %i
}

define i32 @numbered(i32 %0, i1 %1) {
  br i1 %1, label %3, label %5

3:                                                ; preds = %2
  %4 = add i32 %0, 1
  br label %7

5:
  %6 = add i32 %0, 2
  br label %7

7:
  %8 = phi i32 [ %4, %3 ], [ %6, %5 ]
  ret i32 %8
}

define i32 @cases(i32 %x) {
  switch i32 %x, label %other [
    i32 0, label %zero
    i32 -1, label %one
    i32 2147483647, label %one
  ]

zero:
  ret i32 0

one:
  ret i32 1

other:
  switch i32 %x, label %none []

none:
  unreachable
}

define i32 @jumps(ptr %p) {
  indirectbr ptr %p, [label %one, label %two]

one:
  ret i32 1

two:
  ret i32 2
}

define i32 @backwards(i1 %c) {
entry:
  br label %last

first:
  %sum = add i32 %late, 1
  ret i32 %sum

last:
  %late = select i1 %c, i32 1, i32 2
  br label %first
}
