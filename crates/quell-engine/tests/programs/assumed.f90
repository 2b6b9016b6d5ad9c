! Assumptions on arguments and on variables of any kind. The verdicts of the mutants of the group symbmc are given at the
! end.
integer function halved(n)
  integer, intent(in) :: n
  call quell_assume(n >= 0 .and. n < 100)
  halved = n / 2
  if (n > 200) halved = 1
end function

integer function small(n)
  integer, intent(in) :: n
  logical(kind=1) :: is_small
  is_small = n > 3
  call quell_assume(is_small)
  small = 0
  if (n > 2) small = 1
end function

integer function told(n, holds)
  integer, intent(in) :: n
  logical(kind=2), intent(in) :: holds
  call quell_assume(holds)
  told = n
  if (.not. holds) told = 1
end function

!: halved: 14 killed, 7 equivalent, 2 unreached
!: small: 7 killed, 19 equivalent
!: told: 3 killed, 2 unreached
