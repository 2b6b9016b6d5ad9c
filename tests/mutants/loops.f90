! operators: symbmc, mothra:DER, mothra:RSR, mothra:SDL, mothra:SVR, mothra:AAR, mothra:SAR, extended:IDX
! Bounds and steps of loops, elements of arrays with several dimensions. Flang computes the trip count before the loop: a mutant of a bound
! computes it again. A step of zero and the subscript 0 are invalid Fortran; no step is a variable that the loop changes. For variables as indices IDX equals IVI, which is listed first.
! A constant index beside variable ones is part of the address, and is found only if the statement has no other element of the
! same array; it has no mutants.

subroutine bounds(x, n, k)
  integer, intent(in) :: n, k
  integer, intent(inout) :: x(n, n)
  integer :: i, j
  do i = n - 1, k + 2, -2 ! mutants: AOR 8, IVI 13, DER 2, RSR 1, SDL 1, SVR 6
    do j = 1, 3 ! mutants: IVI 5, DER 2, RSR 1, SDL 1
      x(i, j) = x(i + 1, j - 1) + n ! mutants: AOR 12, IVI 19, IDX 4, RSR 1, SDL 1, SVR 15, SAR 4
    end do
  end do
end subroutine

subroutine steps(s, a, b, c)
  integer, intent(in) :: a, b, c
  integer, intent(inout) :: s
  integer :: i
  do i = a, b, c ! mutants: IVI 8, RSR 1, SDL 1, SVR 10
    s = s + i ! mutants: AOR 4, IVI 6, RSR 1, SDL 1, SVR 8
  end do
  do i = 2, b ! mutants: IVI 6, DER 2, RSR 1, SDL 1, SVR 4
    s = s - 1 ! mutants: AOR 4, IVI 5, RSR 1, SDL 1, SVR 4
  end do
  do i = a, 10 ! mutants: IVI 6, DER 2, RSR 1, SDL 1, SVR 4
    s = s * 2 ! mutants: AOR 4, IVI 6, RSR 1, SDL 1, SVR 4
  end do
end subroutine

integer function folded(t, p)
  integer, intent(in) :: t(3, 4), p
  folded = t(p, 2) + p ! mutants: AOR 4, IVI 8, RSR 1, SDL 1, SVR 2, SAR 2
  folded = folded + t(1, p) * t(p, 3) ! mutants: RSR 1, SDL 1
end function
