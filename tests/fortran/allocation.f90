! Allocatable and pointer arrays: growth, bounds, reallocation on assignment, move.
program allocation
  implicit none
  integer, allocatable :: v(:), w(:), m(:, :)
  integer :: i
  allocate (v(3))
  v = [1, 2, 3]
  do i = 4, 8
    v = [v, i]
  end do
  print *, size(v), v
  call move_alloc(v, w)
  print *, allocated(v), allocated(w), w(8)
  allocate (m(0:2, 2))
  m = 7
  m(1, :) = [5, 6]
  print *, m, lbound(m, 1), ubound(m, 2)
  deallocate (m)
  print *, allocated(m)
end program
! expect:  8 1 2 3 4 5 6 7 8
! expect:  F T 8
! expect:  7 5 7 7 6 7 0 2
! expect:  F
