! DO in all forms: steps, zero trips, exit and cycle with names, while, value after the loop.
program loops
  implicit none
  integer :: i, j, k, n
  k = 0
  do i = 10, 1, -3
    k = k * 10 + i
  end do
  print *, k, i
  do i = 5, 1
    print *, 'never'
  end do
  print *, i
  n = 0
  outer: do i = 1, 10
    do j = 1, 10
      if (j == i) cycle outer
      if (i * j > 40) exit outer
      n = n + i * j
    end do
  end do outer
  print *, n, i, j
  k = 1
  do while (k < 1000)
    k = k * 3
  end do
  print *, k
  n = 0
  do
    n = n + 7
    if (mod(n, 5) == 0) exit
  end do
  print *, n
  select case (n)
  case (:0)
    print *, 1
  case (1:34)
    print *, 2
  case (35)
    print *, 3
  case default
    print *, 4
  end select
end program
! expect:  10741 -2
! expect:  5
! expect:  280 7 6
! expect:  2187
! expect:  35
! expect:  3
