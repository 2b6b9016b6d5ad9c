! Inputs on which a program is invalid: integers that overflow, subscripts outside the declared bounds, arrays that
! have fewer elements than the dummy argument declares.

integer function trityp(i, j, k)
  integer, intent(in) :: i, j, k
  trityp = 4
  if (i + j <= k .or. j + k <= i .or. i + k <= j) return
  trityp = 1
  if (i == j .or. j == k .or. i == k) trityp = 2
  if (i == j .and. j == k) trityp = 3
end function

integer(1) function narrow(a, b)
  integer(1), intent(in) :: a, b
  narrow = a * b - 1_1
end function

integer function leading(n, x)
  integer, intent(in) :: n
  integer, intent(in) :: x(n)
  leading = x(1)
end function

integer function total(n, x)
  integer, intent(in) :: n
  integer, intent(in) :: x(n)
  integer :: i
  total = 0
  do i = 1, n
    total = total + x(i)
  end do
end function

integer function cell(n, m, a, i, j)
  integer, intent(in) :: n, m, i, j
  integer, intent(in) :: a(n, m)
  cell = a(i, j)
end function

integer function shifted(lo, hi, x, i)
  integer, intent(in) :: lo, hi, i
  integer, intent(in) :: x(lo:hi)
  shifted = x(i)
end function

integer function assumed(x, i)
  integer, intent(in) :: x(:), i
  assumed = x(i)
end function

integer function own(i)
  integer, intent(in) :: i
  integer :: table(3)
  table = (/ 4, 5, 6 /)
  own = table(i)
end function

! The sum of remainder and divisor is not needed, so it may overflow.
integer function above(a)
  integer, intent(in) :: a
  above = 0
  if (modulo(a, 2000000000) > 1000000000) above = 1
end function
