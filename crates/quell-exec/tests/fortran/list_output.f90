! List-directed output of all types: shortest forms, line breaks, texts side by side.
program list_output
  implicit none
  integer :: i
  integer(8) :: bits
  real :: x
  real(8) :: y
  complex :: z
  complex(8) :: w
  print *
  print *, 'hello', 1, 2.5, 2.5d0, .true., (1.0, 2.0)
  print *, 0.0, -0.0, -0.5, 0.01, 0.001, 1e5, 999999.0, 1234567.0, 1d15, 1d14, 123456789012345d0
  print *, 1d16, 0.1d0, 0.0999, 0.099, 0.094, 0.96d0, 9.6e-2, 95000.0, 949999.0, 950001.0
  print *, 'a', 'b', 1, 'c', 'd', '', 'e'
  print *, 'this is a very long text that goes beyond the length of a line of eighty characters, it does', 5
  print *, (1.5, 2.5), (1d0, -2d0), 1_8, 2_2, 3_1, huge(1_8), -huge(1_1)
  print *, [1.5, 2.5], [.true., .false.], ['ab', 'cd'], [(0.0, 1.0), (2.0, 3.0)]
  print *, (i, i = 1, 60)
  print *, (real(i) / 7.0, i = 1, 20)
  print *, (cmplx(real(i), -0.5), i = 1, 12)
  print *, 1.0/3.0, 1.0d0/3.0d0, 2.0/3.0, 1e-38, 3.4e38, huge(1.0), tiny(1d0), epsilon(1.0)
  x = 0.0
  print *, 1.0/x, -1.0/x, x/x
  z = (1.0, 2.0) * (3.0, 4.0)
  w = z
  print *, z, real(z), aimag(z), conjg(w)
  bits = 88172645463325252_8
  do i = 1, 200
    bits = ieor(bits, ishft(bits, 13))
    bits = ieor(bits, ishft(bits, -7))
    bits = ieor(bits, ishft(bits, 17))
    y = transfer(bits, y)
    x = transfer(int(ishft(bits, -33), 4), x)
    print *, y, x
    print *, real(iand(bits, 65535_8)) / 1000.0, real(iand(bits, 65535_8)) * 100.0
    print *, real(iand(bits, 1048575_8), 8) / 1000000.0d0, real(iand(bits, 1048575_8), 8) * 1d9
  end do
  write (*, *) 'end'
end program
