! STOP with a code ends the program with that status.
program stops
  implicit none
  integer :: i
  do i = 1, 10
    if (i * i > 30) stop 7
  end do
  print *, 'never'
end program
! status: 7
