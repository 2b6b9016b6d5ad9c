! Integer and real arithmetic, powers, remainders, mixed kinds.
program arithmetic
  implicit none
  integer :: i, j
  integer(1) :: small
  integer(8) :: big
  real :: r
  real(8) :: d
  i = -17
  j = 5
  print *, i / j, mod(i, j), modulo(i, j), i**2, 2**10
  small = 100_1
  big = 2_8**40 + i
  print *, small, big, abs(i), sign(3, i), max(i, j, 2), min(i, j)
  r = 7.0 / 2.0
  d = 1.0d0 / 3.0d0
  print *, int(r), nint(-2.5), floor(-2.5), ceiling(2.1)
  if (abs(d - 0.3333333333333333d0) < 1d-15) print *, 1
  print *, iand(12, 10), ior(12, 10), ieor(12, 10), not(0), ishft(1, 5), ishft(32, -2), popcnt(255)
end program
! expect:  -3 -2 3 289 1024
! expect:  100 1099511627759 17 -3 5 -17
! expect:  3 -3 -3 3
! expect:  1
! expect:  8 14 6 -1 32 8 8
