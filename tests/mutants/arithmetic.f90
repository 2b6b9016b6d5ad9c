! operators: symbmc, sufficient:LCR, extended:CND
! Operators, conditions and indices of Fortran. Flang gives positions to whole statements only, shares addresses and generates
! loop counters: those have no mutants, and neither has an address that is read and written, nor an index that two elements
! share. No subscript is replaced by the constant 0: flang refuses it.

integer function expressions(a, b, n)
  integer, intent(in) :: a, b, n
  integer :: s
  s = 0 ! mutants: IVI 2
  s = s + a * n - b ! mutants: AOR 12, IVI 12
  if (a > b .and. n /= 3) then ! mutants: ROR 10, IVI 12, LCR 1, CND 3
    s = -s ! mutants: IVI 3
  else if (.not. (a == b)) then ! mutants: ROR 5, IVI 6, CND 3
    s = (s + 2) / (s - 2) ! mutants: AOR 12, IVI 12
  end if
  expressions = s ! mutants: IVI 3
end function

subroutine arrays(x, y, n)
  integer, intent(in) :: n
  real, intent(inout) :: x(n), y(n)
  integer :: i
  do i = 1, n ! mutants: IVI 5
    y(i) = x(i + 1) * 2.5 ! mutants: AOR 8, IVI 13
    if (x(i) .le. y(i)) y(i) = 0.0 ! mutants: ROR 5, IVI 10, CND 3
  end do
end subroutine

integer function truths(go, n)
  logical, intent(in) :: go
  integer, intent(in) :: n
  logical :: again
  again = go
  truths = n ! mutants: IVI 3
  if (again) truths = 5 ! mutants: IVI 3, CND 3
end function
