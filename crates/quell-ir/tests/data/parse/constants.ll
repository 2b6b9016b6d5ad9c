; Constants and the constant expressions that LLVM 19 still has.

%s = type { i32, ptr, %t }
%t = type <{ i8, i64 }>
%opaque = type opaque

@i = global i32 -7
@wide = global i200 803469022129495137770981046170581301261101496891396417650687
@bit = global i1 true
@f = global float 0x3FB99999A0000000
@d = global double 1.000000e+100
@x = global x86_fp80 0xK4000C90FDAA22168C235
@q = global fp128 0xL8469898CC51701B84000921FB54442D1
@p = global ptr @later
@n = global ptr null
@u = global %s undef
@po = global [2 x i32] poison
@z = global %s zeroinitializer
@zi = global i32 zeroinitializer
@agg = global %s { i32 1, ptr @i, %t <{ i8 2, i64 3 }> }
@arr = global [3 x i16] [i16 1, i16 -2, i16 3]
@empty = global [0 x i8] zeroinitializer
@none = global {} zeroinitializer
@vec = global <4 x i8> <i8 1, i8 2, i8 3, i8 4>
@spl = global <4 x i8> splat (i8 7)
@text = private unnamed_addr constant [9 x i8] c"a\22b\\5C\00\FF\0A", align 1
@gep = global ptr getelementptr inbounds (%s, ptr @agg, i32 0, i32 2, i32 1)
@gepr = global ptr getelementptr inbounds inrange(-8, 16) (i8, ptr @agg, i64 8)
@cast = global i64 ptrtoint (ptr @i to i64)
@back = global ptr inttoptr (i64 add (i64 ptrtoint (ptr @i to i64), i64 4) to ptr)
@diff = global i32 trunc (i64 sub nuw (i64 ptrtoint (ptr @i to i64), i64 ptrtoint (ptr @d to i64)) to i32)
@space = global ptr addrspace(1) addrspacecast (ptr @i to ptr addrspace(1))
@eq = global ptr dso_local_equivalent @function
@cfi = global ptr no_cfi @function
@xor = global i64 xor (i64 ptrtoint (ptr @i to i64), i64 1)
@later = global i32 0

declare void @function()
