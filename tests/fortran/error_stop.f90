! ERROR STOP from a procedure.
program failing
  implicit none
  call check(3)
  call check(12)
  print *, 'never'
contains
  subroutine check(n)
    integer, intent(in) :: n
    if (n > 10) error stop 4
    print *, n
  end subroutine
end program
! expect:  3
! dies: trapped: Fortran ERROR STOP: code 4 at 10:17
! status: 4
