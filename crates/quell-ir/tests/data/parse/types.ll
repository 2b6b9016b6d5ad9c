; Types in every position.

%list = type { ptr, i32 }
%tree = type { [2 x %list], <4 x float>, %packed }
%packed = type <{ i1, i7, i33, i128, i1000, half, bfloat, float, double, x86_fp80, fp128 }>
%forward = type { %behind }
%behind = type { i8 }
%unknown = type opaque
%fn = type { ptr addrspace(7), { }, [0 x [4 x i8]] }

@a = external global %tree
@b = external global %forward
@c = external global %unknown
@d = external global { i32, { i32, [3 x <{ i8 }>] } }
@e = external global <8 x ptr>
@f = external global %fn
@g = external global target("spirv.DeviceEvent")

declare void @takes(target("spirv.Image", void, 1, 0))
