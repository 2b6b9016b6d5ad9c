! Parameters and results of all kinds in Fortran, for tests that are data.
integer function gcd(a, b)
  integer, intent(in) :: a, b
  integer :: x, y, t
  x = abs(a)
  y = abs(b)
  do while (y /= 0)
    t = mod(x, y)
    x = y
    y = t
  end do
  gcd = x
end function

subroutine scale(values, n, factor)
  integer, intent(in) :: n
  real(8), intent(inout) :: values(n)
  real(8), intent(in) :: factor
  integer :: i
  do i = 1, n
    values(i) = values(i) * factor
  end do
end subroutine

subroutine exchange(a, b, done)
  integer(8), intent(inout) :: a, b
  logical, intent(out) :: done
  integer(8) :: t
  t = a
  a = b
  b = t
  done = a /= b
end subroutine

integer function blanks(text)
  character(len=*), intent(in) :: text
  integer :: i
  blanks = 0
  do i = 1, len(text)
    if (text(i:i) == ' ') blanks = blanks + 1
  end do
end function

real function trace2(m)
  real, intent(in) :: m(2, 2)
  trace2 = m(1, 1) + m(2, 2)
end function

subroutine bump(step)
  integer, intent(in) :: step
  integer :: total
  common /state/ total
  total = total + step
end subroutine
