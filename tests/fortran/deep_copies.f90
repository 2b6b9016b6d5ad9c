! Assignment of derived types copies allocatable components, at every depth, and not pointers.
module deep
  implicit none
  type leaf
    integer, allocatable :: v(:)
  end type
  type tree
    type(leaf) :: fixed(2)
    type(leaf), allocatable :: grown(:)
    integer, pointer :: shared => null()
  end type
end module

program copies
  use deep
  implicit none
  type(tree) :: a, b, forest(2)
  integer, target :: common_value
  integer :: i
  common_value = 1
  do i = 1, 2
    allocate (a%fixed(i)%v(2))
    a%fixed(i)%v = 10 * i
  end do
  allocate (a%grown(3))
  a%grown(2)%v = [7, 8, 9]
  a%shared => common_value
  b = a
  b%fixed(1)%v(1) = -1
  b%grown(2)%v(3) = -9
  b%shared = 5
  print *, a%fixed(1)%v, a%grown(2)%v, a%shared
  print *, b%fixed(1)%v, b%grown(2)%v, allocated(b%grown(1)%v)
  forest = a
  forest(1)%grown(2)%v(1) = 100
  print *, forest(2)%grown(2)%v(1), a%grown(2)%v(1), size(forest(1)%grown)
  a = a
  print *, a%fixed(2)%v
end program
! expect:  10 10 7 8 9 5
! expect:  -1 10 7 8 -9 F
! expect:  7 7 3
! expect:  20 20
