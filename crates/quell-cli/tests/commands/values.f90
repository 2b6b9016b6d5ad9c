! What Fortran passes and returns.
module counting
  integer :: calls = 0
contains
  subroutine scale(v, factor)
    real(8), intent(inout) :: v(:)
    real(8), intent(in) :: factor
    integer :: i
    calls = calls + 1
    do i = 1, size(v)
      v(i) = v(i) * factor
    end do
  end subroutine
end module

real(8) function total(v, n)
  integer, intent(in) :: n
  real(8), intent(in) :: v(n)
  integer :: i
  total = 0
  do i = 1, n
    total = total + v(i)
  end do
end function

subroutine transpose2(m)
  integer, intent(inout) :: m(2,2)
  integer :: t
  t = m(1,2)
  m(1,2) = m(2,1)
  m(2,1) = t
end subroutine

subroutine divide(a, b, quotient, ok)
  integer, intent(in) :: a, b
  integer, intent(out) :: quotient
  logical, intent(out) :: ok
  ok = b /= 0
  quotient = 0
  if (ok) quotient = a / b
end subroutine

integer function vowels(text)
  character(len=*), intent(in) :: text
  integer :: i
  vowels = 0
  do i = 1, len(text)
    if (ichar(text(i:i)) == 97 .or. ichar(text(i:i)) == 101) vowels = vowels + 1
  end do
end function

complex function rotate(z)
  complex, intent(in) :: z
  rotate = z * (0.0, 1.0)
end function
