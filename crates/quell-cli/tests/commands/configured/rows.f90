integer function high(a) result(found)
  integer, intent(in) :: a(3)
  found = 0
  if (a(2) > 10) found = 1
end function
