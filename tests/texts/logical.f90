! texts of: mothra:SVR, mothra:SCR, mothra:CSR, mothra:RSR, mothra:SDL
! Former errors: texts were invalid Fortran, with a logical value in place of a number, or a statement in place of `else if`.
integer function choose(a, again)
  integer, intent(in) :: a
  logical, intent(in) :: again
  choose = a
  if (again) choose = 5
  if (a > 3) then
    choose = 1
  else if (a > 1) then
    choose = 2
  end if
end function choose
