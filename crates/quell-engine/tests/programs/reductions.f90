! Sums over arrays whose extents are inputs: calls with an extent of billions of elements are invalid, which the explorer must
! find without enumerating them. Runs that Fortran's run-time library ends leave no lock behind that blocks other runs.
integer function total(a, n, lim)
  integer, intent(in) :: n, lim
  integer, intent(in) :: a(n)
  total = 0
  if (lim <= 3) total = sum(a)
end function
