; llvm-as: no
; Constant expressions that LLVM 15 to 18 wrote.

@i = global i32 0
@vt = global { [3 x ptr] } zeroinitializer
@a = global i1 icmp eq (ptr @i, ptr null)
@b = global i32 select (i1 icmp ne (ptr @i, ptr null), i32 1, i32 2)
@c = global i64 shl (i64 ptrtoint (ptr @i to i64), i64 2)
@d = global i64 and (i64 ptrtoint (ptr @i to i64), i64 2)
@e = global i64 or (i64 ptrtoint (ptr @i to i64), i64 2)
@f = global i64 mul nuw nsw (i64 ptrtoint (ptr @i to i64), i64 2)
@g = global i64 lshr exact (i64 ptrtoint (ptr @i to i64), i64 2)
@h = global i64 zext (i32 ptrtoint (ptr @i to i32) to i64)
@j = global i64 sext (i32 ptrtoint (ptr @i to i32) to i64)
@k = global double sitofp (i64 ptrtoint (ptr @i to i64) to double)
@l = global i1 fcmp oeq (double bitcast (i64 ptrtoint (ptr @i to i64) to double), double 0.0)
@m = global i32 extractelement (<2 x i32> <i32 1, i32 ptrtoint (ptr @i to i32)>, i32 1)
@n = global <2 x i32> insertelement (<2 x i32> zeroinitializer, i32 ptrtoint (ptr @i to i32), i32 1)
@o = global <2 x i32> shufflevector (<2 x i32> <i32 1, i32 ptrtoint (ptr @i to i32)>, <2 x i32> undef, <2 x i32> <i32 1, i32 0>)
@p = global i32 extractvalue ({ i32, i32 } { i32 1, i32 ptrtoint (ptr @i to i32) }, 1)
@q = global { i32, i32 } insertvalue ({ i32, i32 } undef, i32 ptrtoint (ptr @i to i32), 1)
@r = global double fneg (double bitcast (i64 ptrtoint (ptr @i to i64) to double))
@s = global i64 udiv (i64 ptrtoint (ptr @i to i64), i64 2)
@t = global ptr getelementptr inbounds ({ [3 x ptr] }, ptr @vt, i32 0, inrange i32 0, i32 2)
