! Reals bit for bit through transfer: rounding, denormals, conversions.
program reals
  implicit none
  real(4) :: a, b
  real(8) :: c, s
  integer :: i
  a = 0.1
  b = a * 3.0 + 1e-8
  print *, transfer(b, 1), transfer(a / 7.0, 1), transfer(sqrt(a), 1)
  c = dble(a) - 0.1d0
  print *, transfer(c, 1_8)
  s = 0d0
  do i = 1, 100
    s = s + 1d0 / dble(i)**2
  end do
  print *, transfer(s, 1_8)
  a = tiny(a) / 4
  print *, transfer(a, 1), transfer(real(s), 1), int(s * 1d6, 8)
  print *, transfer(aint(-2.7), 1), transfer(anint(2.5), 1), transfer(real(huge(1)), 1)
end program
! expect:  1050253722 1013583521 1050798235
! expect:  4474776589728481280
! expect:  4610042132056276353
! expect:  2097152 1070679847 1634983
! expect:  -1073741824 1077936128 1325400064
