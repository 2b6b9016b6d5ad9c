! The status of ERROR STOP is cut to eight bits, as any.
program failing
  implicit none
  integer :: code
  code = 256 + 200
  error stop code
end program
! dies: trapped: Fortran ERROR STOP: code 456 at 6:3
! status: 200
