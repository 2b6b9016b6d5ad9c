! operators: symbmc, mothra:SVR, extended:CLD, extended:ARG
! Intrinsic functions are instructions. Their arguments and results are values like others; conversions are not
! mutated. An argument that is no variable is passed in a temporary.

integer function whole(a, b)
  integer, intent(in) :: a, b
  whole = a + mod(a, b) ! mutants: AOR 4, IVI 9, SVR 6, CLD 1
  whole = abs(b) * max(a, b, 3) ! mutants: AOR 4, IVI 12, SVR 6, CLD 2
  whole = min(a, b) - modulo(a, b) ! mutants: AOR 4, IVI 12, SVR 8, CLD 2
  whole = sign(a, b) + iand(a, 12) ! mutants: AOR 4, IVI 12, SVR 6, CLD 2
end function

integer function real_ones(x, y)
  real, intent(in) :: x
  double precision, intent(in) :: y
  real_ones = int(x * 2.0) ! mutants: AOR 4, IVI 6, ARG 3
  real_ones = real_ones + nint(x) ! mutants: AOR 4, IVI 6, CLD 1
  real_ones = int(sqrt(y) / abs(y)) ! mutants: AOR 4, IVI 6, CLD 2, ARG 2
end function

integer function own(a, b)
  integer, intent(in) :: a, b
  integer, external :: other
  own = a - other(a + 1, b) ! mutants: AOR 8, IVI 8, SVR 4, CLD 1, ARG 3
end function
