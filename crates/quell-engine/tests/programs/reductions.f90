! Sums over arrays whose extents are inputs: whoever says that there are billions of elements has no valid call, which is found
! out without looking at all of them. Runs that Fortran's library ends leave nothing behind that others would wait for.
integer function total(a, n, lim)
  integer, intent(in) :: n, lim
  integer, intent(in) :: a(n)
  total = 0
  if (lim <= 3) total = sum(a)
end function
