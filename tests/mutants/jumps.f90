! operators: extended:SDL, extended:BCS, extended:CND, mothra:RSR, mothra:DER, symbmc:ROR
! Flang lets the branch of `if (c) exit` leave the loop directly, and sometimes inverts the comparison: mutants change its
! targets. Removing the jump removes the `if` as well.

integer function search(a, n, v)
  integer, intent(in) :: n, v
  integer, intent(in) :: a(n)
  integer :: i
  search = 0 ! mutants: SDL 1, RSR 1
  do i = 1, n ! mutants: SDL 1, RSR 1, DER 2
    if (a(i) < 0) cycle ! mutants: ROR 5, RSR 1, SDL 1, BCS 1, CND 3
    if (a(i) == v) exit ! mutants: ROR 5, RSR 1, SDL 1, BCS 1, CND 3
    search = search + 1 ! mutants: SDL 1, RSR 1
  end do
  if (search > 3) then ! mutants: ROR 5, RSR 1, SDL 1, CND 3
    search = 3 ! mutants: SDL 1, RSR 1
  end if
end function

integer function halve(n)
  integer, intent(in) :: n
  halve = n ! mutants: SDL 1, RSR 1
  do while (halve > 3) ! mutants: ROR 5, SDL 1, RSR 1, CND 3
    halve = halve / 2 ! mutants: SDL 1, RSR 1
  end do
  if (n < 0) return ! mutants: ROR 5, RSR 1, SDL 1, CND 3
  halve = halve + 1 ! mutants: SDL 1, RSR 1
end function
