! An error that the run-time library finds aborts the program.
program failing
  implicit none
  character(len=8) :: how
  how = '(Q9)'
  print *, 3
  flush(6)
  print how, 1, 2
end program
! expect:  3
! dies: trapped: fatal Fortran runtime error(tests/fortran/runtime_error.f90:8): FORMAT: unknown edit descriptor 'Q' at 8:3
