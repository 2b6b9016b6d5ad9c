! Reading numbers and texts, with and without a status.
! stdin: 7 2.5 3.5d0\nT .false.\n(1.0,2.0)\nword 'two words'\n1,,3\n4 5\n6 7 8 /\n  12345678\nline of text\n1\n2\n3
! stdin: 7, 1e3, -4
! stdin: x
! stdin: 3*2 4 5 6\nF T\n(0,-1) a b 9 8 7\n1 2\n3 4 5\n 99 1.50\nlast
program input
  implicit none
  integer :: i, j, k, n, status, total
  real :: r
  real(8) :: x
  logical :: l, m
  complex :: z
  character(len=6) :: a, b
  character(len=20) :: line
  read (*, *) i, r, x
  print *, i, r, x
  l = .true.
  m = .true.
  read (*, *, iostat=status) l, m
  print *, status, l, m
  if (status /= 0) stop 4
  read (*, *) z
  read (*, *) a, b
  print *, z, a, b
  j = -2
  k = -1
  read (*, *) i, j, k
  print *, i, j, k
  read (*, *) i, j
  print *, i, j
  n = 5
  read (*, *, end=20) i, j, k, n
  print *, i, j, k, n
  read (*, '(I4,F4.2)', end=20) i, r
  print *, i, r
  read (*, '(A)', end=20) line
  print *, line
20 continue
  total = 0
  do
    read (*, *, iostat=status) n
    if (status /= 0) exit
    total = total + n
  end do
  print *, total, status
end program
