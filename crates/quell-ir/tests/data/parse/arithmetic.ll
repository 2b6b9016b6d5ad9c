; Every instruction that only computes, with every flag it may carry.

define void @integers(i32 %a, i32 %b, i64 %c, i128 %d, i1 %e) {
  %1 = add i32 %a, %b
  %2 = add nuw nsw i32 %a, 5
  %3 = sub nsw i32 %a, -2147483648
  %4 = mul nuw i32 %a, 4294967295 ; prints: %4 = mul nuw i32 %a, -1
  %5 = udiv exact i32 %a, %b
  %6 = sdiv i32 %a, %b
  %7 = urem i32 %a, %b
  %8 = srem i32 %a, %b
  %9 = shl nuw nsw i64 %c, 3
  %10 = lshr exact i64 %c, 3
  %11 = ashr i64 %c, 3
  %12 = and i128 %d, 340282366920938463463374607431768211455 ; prints: %12 = and i128 %d, -1
  %13 = or disjoint i128 %d, -170141183460469231731687303715884105728
  %14 = xor i1 %e, true
  %15 = icmp slt i32 %a, %b
  %16 = icmp ne i1 %e, false
  %17 = select i1 %15, i32 %a, i32 undef
  %18 = freeze i32 %17
  %named = add i8 u0x7f, 1 ; prints: %named = add i8 127, 1
  %"quoted name" = add i8 s0xF, 1 ; prints: %"quoted name" = add i8 -1, 1
  ret void
}

define void @predicates(i32 %a, double %x) {
  %1 = icmp eq i32 %a, 0
  %2 = icmp ugt i32 %a, 0
  %3 = icmp uge i32 %a, 0
  %4 = icmp ult i32 %a, 0
  %5 = icmp ule i32 %a, 0
  %6 = icmp sgt i32 %a, 0
  %7 = icmp sge i32 %a, 0
  %8 = icmp sle i32 %a, 0
  %9 = fcmp false double %x, 0.000000e+00
  %10 = fcmp oeq double %x, 0.000000e+00
  %11 = fcmp ogt double %x, 0.000000e+00
  %12 = fcmp oge double %x, 0.000000e+00
  %13 = fcmp olt double %x, 0.000000e+00
  %14 = fcmp ole double %x, 0.000000e+00
  %15 = fcmp one double %x, 0.000000e+00
  %16 = fcmp ord double %x, 0.000000e+00
  %17 = fcmp ueq double %x, 0.000000e+00
  %18 = fcmp ugt double %x, 0.000000e+00
  %19 = fcmp uge double %x, 0.000000e+00
  %20 = fcmp ult double %x, 0.000000e+00
  %21 = fcmp ule double %x, 0.000000e+00
  %22 = fcmp une double %x, 0.000000e+00
  %23 = fcmp nnan uno double %x, 0.000000e+00
  %24 = fcmp fast true double %x, 0.000000e+00
  ret void
}

define void @floats(half %h, bfloat %b, float %f, double %d, x86_fp80 %x, fp128 %q) {
  %1 = fadd half %h, 0xH3C00
  %2 = fsub bfloat %b, 0xR3F80
  %3 = fmul float %f, 1.500000e+00
  %4 = fdiv double %d, 0x3FB999999999999A ; prints: %4 = fdiv double %d, 1.000000e-01
  %5 = frem x86_fp80 %x, 0xK3FFF8CCCCCCCCCCCD000
  %6 = fadd fp128 %q, 0xL00000000000000003FFF000000000000
  %7 = fneg double %d
  %8 = fadd fast double %d, 1.000000e+00
  %9 = fadd reassoc nnan ninf nsz arcp contract afn double %d, 1.0 ; prints: %9 = fadd fast double %d, 1.000000e+00
  %10 = fmul nnan nsz float %f, 0x36A0000000000000
  %11 = fneg contract float %f
  %12 = select fast i1 true, double %d, double 0x7FF0000000000000
  %13 = fadd float %f, 0x7FF4000000000000
  %14 = fadd double %d, -1.25e+2 ; prints: %14 = fadd double %d, -1.250000e+02
  ret void
}

define void @conversions(i32 %i, i64 %l, float %f, double %d, ptr %p, <2 x i32> %v) {
  %1 = trunc i64 %l to i32
  %2 = trunc nuw nsw i64 %l to i32
  %3 = zext i32 %i to i64
  %4 = zext nneg i32 %i to i64
  %5 = sext i32 %i to i64
  %6 = fptrunc double %d to float
  %7 = fpext float %f to double
  %8 = fptoui double %d to i32
  %9 = fptosi double %d to i32
  %10 = uitofp i32 %i to double
  %11 = uitofp nneg i32 %i to double
  %12 = sitofp i32 %i to double
  %13 = ptrtoint ptr %p to i64
  %14 = inttoptr i64 %l to ptr
  %15 = bitcast double %d to i64
  %16 = addrspacecast ptr %p to ptr addrspace(3)
  %17 = zext <2 x i32> %v to <2 x i64>
  ret void
}
