! Arrays, derived types, recursion, formatted output.
module shapes
  implicit none
  type :: point
    real(8) :: x, y
    character(len=5) :: label
  end type
contains
  recursive integer function ackermann(m, n) result(r)
    integer, intent(in) :: m, n
    if (m == 0) then
      r = n + 1
    else if (n == 0) then
      r = ackermann(m - 1, 1)
    else
      r = ackermann(m - 1, ackermann(m, n - 1))
    end if
  end function
  subroutine scale(p, by)
    type(point), intent(inout) :: p
    real(8), intent(in) :: by
    p%x = p%x * by
    p%y = p%y * by
    p%label = trim(p%label) // "!"
  end subroutine
  integer function kind_of(a, b, c)
    integer, intent(in) :: a, b, c
    if (a + b <= c .or. a + c <= b .or. b + c <= a) then
      kind_of = 0
    else if (a == b .and. b == c) then
      kind_of = 3
    else if (a == b .or. b == c .or. a == c) then
      kind_of = 2
    else
      kind_of = 1
    end if
  end function
end module

program main
  use shapes
  implicit none
  integer :: i, j
  integer, allocatable :: grid(:, :)
  real :: values(50)
  complex :: z
  type(point) :: p
  allocate(grid(4, 3))
  do j = 1, 3
    do i = 1, 4
      grid(i, j) = i * 10 + j
    end do
  end do
  values = [(real(i) * 0.5, i = 1, 50)]
  p = point(1.5d0, -2.0d0, "ab")
  call scale(p, 3.0d0)
  z = (1.0, 2.0) * (0.5, -1.5)
  print '(I6, I6, I3)', sum(grid), ackermann(2, 3), kind_of(3, 4, 5)
  print '(F10.3, F10.3, A)', p%x, p%y, p%label
  print '(F12.4, F8.3, F8.3)', sum(values * values), real(z), aimag(z)
  print '(3I5)', maxval(grid), minloc(grid(:, 2)), size(grid(2:, :))
  select case (kind_of(2, 2, 2))
  case (3)
    print *, "equilateral"
  case default
    print *, "something else"
  end select
  if (any(grid > 42)) stop 3
end program
