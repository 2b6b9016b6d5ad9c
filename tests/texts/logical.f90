! texts of: mothra:SVR, mothra:SCR, mothra:CSR, mothra:RSR, mothra:SDL
! Texts that once were no Fortran: a truth value where a number stands, and a statement in the place of `else if`.
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
