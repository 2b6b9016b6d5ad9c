subroutine scale(x, n, factor)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  real(8), intent(in) :: factor
  integer :: i
  do i = 1, n
    if (x(i) > 0) x(i) = x(i) * factor
  end do
end subroutine
