! Assumed-shape, assumed-size and explicit-shape dummies; non-contiguous actual arguments.
module work
  implicit none
contains
  integer function total(v)
    integer, intent(in) :: v(:)
    integer :: i
    total = 0
    do i = 1, size(v)
      total = total * 3 + v(i)
    end do
  end function
  subroutine double(n, v)
    integer, intent(in) :: n
    integer, intent(inout) :: v(n)
    v = v * 2
  end subroutine
  subroutine negate(v)
    integer, intent(inout) :: v(:, :)
    v = -v
  end subroutine
end module

program assumed
  use work
  implicit none
  integer :: a(12), m(4, 3)
  a = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8]
  print *, total(a), total(a(1:12:2)), total(a(12:1:-5))
  call double(6, a(1:12:2))
  print *, a
  m = reshape(a, [4, 3])
  call negate(m(1:4:3, 2:3))
  print *, m
end program
! expect:  694436 1226 79
! expect:  6 1 8 1 10 9 4 6 10 3 10 8
! expect:  6 1 8 1 -10 9 4 -6 -10 3 10 -8
