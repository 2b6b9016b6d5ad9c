; Values in registers, phis, vectors, odd widths.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define signext i8 @subject(i8 signext %a, i8 signext %b) {
entry:
  %odd = trunc i8 %b to i5
  %shifted = shl i5 %odd, 1
  %sign = icmp slt i8 %a, 0
  br i1 %sign, label %negative, label %loop

negative:
  %minus = sub i8 0, %a
  br label %loop

loop:
  %left = phi i8 [ %a, %entry ], [ %minus, %negative ], [ %less, %loop ]
  %sum = phi i8 [ 0, %entry ], [ %b, %negative ], [ %more, %loop ]
  %more = add i8 %sum, %left
  %less = sub i8 %left, 9
  %again = icmp sgt i8 %less, 0
  br i1 %again, label %loop, label %done

done:
  %wide = sext i5 %shifted to i8
  %v0 = insertelement <2 x i8> zeroinitializer, i8 %more, i32 0
  %v1 = insertelement <2 x i8> %v0, i8 %wide, i32 1
  %product = mul <2 x i8> %v1, %v0
  %x = extractelement <2 x i8> %product, i32 0
  %y = extractelement <2 x i8> %product, i32 1
  %r = sub i8 %x, %y
  ret i8 %r
}
