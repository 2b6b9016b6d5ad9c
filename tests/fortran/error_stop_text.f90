! ERROR STOP with a text ends with the status 1.
program failing
  implicit none
  print *, 'before'
  error stop 'no more'
end program
! expect:  before
! dies: trapped: Fortran ERROR STOP: no more at 5:3
! status: 1
