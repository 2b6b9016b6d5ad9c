! Formatted output: I, F, E, A, X, L, repetition, list-directed reals and logicals.
program formats
  implicit none
  integer :: i
  real :: r
  r = 3.14159
  print '(I5,I3.3,A,I0)', 42, 7, ' = ', -5
  print '(F8.3,F6.1,E12.4)', r, -2.25, 12345.678
  print '(3(I3,X),L2,L2)', (i * i, i = 1, 3), .true., .false.
  write (*, '(A10,A,A3)') 'right', '|', 'truncated'
  print *, r, 1.0d0 / 3.0d0, .true., 1e10, 1e-5
  print *, 'text', 12, -3.5
  write (*, *) (i, i = 1, 5)
end program
! expect:    42007 = -5
! expect:    3.142  -2.2  0.1235E+05
! expect:   1   4   9  T F
! expect:      right|tru
! expect:  3.14159 .3333333333333333 T 1.E+10 1.E-05
! expect:  text 12 -3.5
! expect:  1 2 3 4 5
