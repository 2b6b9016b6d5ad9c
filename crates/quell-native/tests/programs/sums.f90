! Fortran: arguments by reference, output through the run-time library, and ERROR STOP.
!
! object x 4: 01000000 02000000 03000000
! object n 4: 03000000
! call: total_ &x &n
!   0: returned 06000000; x=010000000200000003000000; n=03000000; out=" sum 6\n"
!   1: returned 05000000; x=010000000200000003000000; n=03000000; out=" sum 5\n"
!   2: exited 3
!   3: same
module selection
  use iso_c_binding
  integer(c_int), bind(c, name="quell_mutant") :: mutant = 0
end module

integer function total(x, n)
  use selection
  integer, intent(in) :: n, x(n)
  integer :: i
  total = 0
  do i = 1, n
    if (mutant == 1 .and. i == 1) cycle
    total = total + x(i)
  end do
  if (mutant == 2) call exit(3)
  write (*, '(A,I0)') ' sum ', total
end function
