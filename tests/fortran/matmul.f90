! A matrix product written out, transposition, and triangular loops.
program product
  implicit none
  integer, parameter :: n = 5
  real(8) :: a(n, n), b(n, n), c(n, n), trace
  integer :: i, j, k
  do j = 1, n
    do i = 1, n
      a(i, j) = dble(i) / dble(j)
      b(i, j) = dble(i - j)
    end do
  end do
  c = 0
  do j = 1, n
    do k = 1, n
      do i = 1, n
        c(i, j) = c(i, j) + a(i, k) * b(k, j)
      end do
    end do
  end do
  trace = 0
  do i = 1, n
    do j = i, n
      trace = trace + c(i, j) * 0.5d0
    end do
  end do
  print *, transfer(trace, 1_8), transfer(c(2, 3), 1_8)
end program
! expect:  -4588581614089054891 -4607857958744122982
