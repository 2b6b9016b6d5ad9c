; Vectors.

define <4 x i32> @fixed(<4 x i32> %a, <4 x i32> %b, i32 %x, i64 %i) {
  %1 = extractelement <4 x i32> %a, i64 %i
  %2 = insertelement <4 x i32> %a, i32 %x, i32 0
  %3 = shufflevector <4 x i32> %a, <4 x i32> %b, <2 x i32> <i32 0, i32 5>
  %4 = shufflevector <4 x i32> %a, <4 x i32> poison, <4 x i32> zeroinitializer ; prints: %4 = shufflevector <4 x i32> %a, <4 x i32> poison, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %5 = shufflevector <4 x i32> %a, <4 x i32> %b, <2 x i32> <i32 undef, i32 poison> ; prints: %5 = shufflevector <4 x i32> %a, <4 x i32> %b, <2 x i32> <i32 poison, i32 poison>
  %6 = shufflevector <4 x i32> %a, <4 x i32> %b, <2 x i32> poison ; prints: %6 = shufflevector <4 x i32> %a, <4 x i32> %b, <2 x i32> <i32 poison, i32 poison>
  %7 = shufflevector <4 x i32> %a, <4 x i32> %b, <3 x i32> splat (i32 2) ; prints: %7 = shufflevector <4 x i32> %a, <4 x i32> %b, <3 x i32> <i32 2, i32 2, i32 2>
  %8 = icmp sgt <4 x i32> %a, <i32 1, i32 2, i32 3, i32 undef>
  %9 = select <4 x i1> %8, <4 x i32> %a, <4 x i32> splat (i32 1)
  %10 = add <4 x i32> %9, splat (i32 -1)
  ret <4 x i32> %10
}

define <2 x ptr> @addresses(ptr %p, <2 x i64> %i, <2 x ptr> %q) {
  %1 = getelementptr i32, ptr %p, <2 x i64> %i
  %2 = getelementptr i32, <2 x ptr> %q, i64 1
  %3 = icmp eq <2 x ptr> %1, %2
  ret <2 x ptr> %1
}
