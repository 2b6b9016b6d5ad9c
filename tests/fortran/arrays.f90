! Arrays: sections, strides, bounds, whole-array operations, reductions, where.
program arrays
  implicit none
  integer :: v(10), m(3, 4), i, j
  integer :: lower(-2:2)
  logical :: mask(10)
  do i = 1, 10
    v(i) = i * i
  end do
  print *, v(2:8:3)
  print *, v(10:1:-4), sum(v), maxval(v), minval(v(5:)), count(v > 30)
  do j = 1, 4
    do i = 1, 3
      m(i, j) = 10 * i + j
    end do
  end do
  print *, m(2, :)
  print *, m(:, 3), size(m), shape(m)
  m = m * 2 - 1
  print *, sum(m, 1)
  lower = [5, 4, 3, 2, 1]
  print *, lower(-2), lower(2), lbound(lower, 1), ubound(lower, 1)
  mask = mod(v, 2) == 0
  where (mask) v = -v
  print *, v
  print *, any(mask), all(mask), maxloc(v), dot_product(v(1:3), lower(-2:0))
  print *, reshape([1, 2, 3, 4], [2, 2])
end program
! expect:  4 25 64
! expect:  100 36 4 385 100 25 5
! expect:  21 22 23 24
! expect:  13 23 33 12 3 4
! expect:  123 129 135 141
! expect:  5 1 -2 2
! expect:  1 -4 9 -16 25 -36 49 -64 81 -100
! expect:  T F 9 16
! expect:  1 2 3 4
