! The classic subjects of mutation testing, in Fortran.

! Sorts a by exchanging neighbours.
subroutine bubble(a, n)
  integer, intent(in) :: n
  integer, intent(inout) :: a(n)
  integer :: i, j, held
  do i = 1, n - 1
    do j = 1, n - i
      if (a(j) > a(j + 1)) then
        held = a(j)
        a(j) = a(j + 1)
        a(j + 1) = held
      end if
    end do
  end do
end subroutine

integer function gcd(first, second)
  integer, intent(in) :: first, second
  integer :: a, b, rest
  a = first
  b = second
  do while (b /= 0)
    rest = mod(a, b)
    a = b
    b = rest
  end do
  gcd = a
end function

! Days from one date to another of the same year, given whether it is a leap year.
integer function days(month1, day1, month2, day2, leap)
  integer, intent(in) :: month1, day1, month2, day2
  logical, intent(in) :: leap
  integer :: length(12), month
  length = (/ 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 /)
  if (leap) length(2) = 29
  if (month1 == month2) then
    days = day2 - day1
    return
  end if
  days = length(month1) - day1
  do month = month1 + 1, month2 - 1
    days = days + length(month)
  end do
  days = days + day2
end function

integer function mid(x, y, z)
  integer, intent(in) :: x, y, z
  mid = z
  if (y < z) then
    if (x < y) then
      mid = y
    else if (x < z) then
      mid = x
    end if
  else
    if (x > y) then
      mid = y
    else if (x > z) then
      mid = x
    end if
  end if
end function

! Mutants, counted by hand. No element has the subscript 0: compilers refuse it.
!   bubble by symbmc: AOR 20, ROR 5, IVI 51
!   bubble by sufficient: AOR 20, ROR 7, ABS 51, UOI 39
!   gcd by symbmc: ROR 5, IVI 26
!   gcd by sufficient: ROR 7, ABS 26, UOI 19
!   days by symbmc: AOR 24, ROR 5, IVI 47
!   days by sufficient: AOR 24, ROR 7, ABS 58, UOI 42
!   mid by symbmc: ROR 25, IVI 45
!   mid by sufficient: ROR 35, ABS 45, UOI 35
