program t
  implicit none
  integer :: i, n
  real(8) :: a(10), s
  complex :: z
  character(len=10) :: str
  n = 10
  do i = 1, n
    a(i) = i * 1.5d0
  end do
  s = sum(a)
  z = (1.0, 2.0) * 2
  str = 'hello'
  print *, s, z, trim(str)
  call sub(a, n)
contains
  subroutine sub(x, m)
    integer, intent(in) :: m
    real(8), intent(inout) :: x(m)
    where (x > 3) x = 0
    print *, x
  end subroutine
end program
