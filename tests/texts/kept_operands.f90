! texts of: mothra:AOR
! Former errors: texts consisted of an operand in its own type, not in that of the operation.
real(8) function mixed(a, b)
  integer, value :: a
  real(8), value :: b
  mixed = (a + b) / 2
end function mixed

real(8) function converted(a, b)
  integer, value :: a
  real(8), value :: b
  converted = (real(a, 8) * b) / 2
end function converted
