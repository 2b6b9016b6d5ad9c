! Derived types: nesting, arrays of them, default values, pointers, allocatable components.
module shapes
  implicit none
  type point
    integer :: x = 1, y = 2
  end type
  type box
    type(point) :: corner
    integer :: size(2)
    integer, allocatable :: marks(:)
  end type
contains
  integer function area(b)
    type(box), intent(in) :: b
    area = b%size(1) * b%size(2)
  end function
end module

program derived
  use shapes
  implicit none
  type(box) :: b, c
  type(point), target :: points(3)
  type(point), pointer :: p
  integer :: i
  b%size = [3, 4]
  allocate (b%marks(4))
  do i = 1, 4
    b%marks(i) = i * 11
  end do
  c = b
  c%marks(2) = 0
  print *, area(b), b%corner%x, b%corner%y, b%marks(2), c%marks(2)
  do i = 1, 3
    points(i) = point(i, i * i)
  end do
  p => points(2)
  p%y = 100
  print *, points(2)%x, points(2)%y, sum(points%y), associated(p)
  nullify (p)
  print *, associated(p)
end program
! expect:  12 1 2 22 0
! expect:  2 100 110 T
! expect:  F
