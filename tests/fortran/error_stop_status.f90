! The status of ERROR STOP is truncated to eight bits, as every status.
program failing
  implicit none
  integer :: code
  code = 256 + 200
  error stop code
end program
! dies: trapped: Fortran ERROR STOP: code 456 at 6:3
! status: 200
