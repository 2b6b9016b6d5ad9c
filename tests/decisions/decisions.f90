! criteria: DC,CC,MCC
integer function branches(a, b)
  integer, intent(in) :: a, b
  branches = 0
  if (a > 0 .and. b < 3) then
!~ CC 7-12 a > 0; 19-24 b < 3
!~ DC 7-24 a > 0 .and. b < 3
!~ MCC 7-24 TT TF FT FF
    branches = 1
  else if (a == 4) then
!~ CC 12-18 a == 4
!~ DC 12-18 a == 4
!~ MCC 12-18 T F
    branches = 2
  end if
  if (.not. (a == b)) branches = 3
!~ CC 14-20 a == b
!~ DC 7-21 .not. (a == b)
!~ MCC 7-21 T F
  if (a > 1 .or. b > 1 .and. a < 7) branches = branches + 4
!~ CC 7-12 a > 1; 18-23 b > 1; 30-35 a < 7
!~ DC 7-35 a > 1 .or. b > 1 .and. a < 7
!~ MCC 7-35 TTT TTF TFT TFF FTT FTF FFT FFF
end function

integer function loops(a, b)
  integer, intent(in) :: a, b
  integer :: i, n
  n = 0
  do i = 1, a
    if (i == b) exit
!~ CC 9-15 i == b
!~ DC 9-15 i == b
!~ MCC 9-15 T F
    n = n + 1
  end do
  do while (n > 10 .and. n /= b)
!~ CC 13-19 n > 10; 26-32 n /= b
!~ DC 13-32 n > 10 .and. n /= b
!~ MCC 13-32 TT TF FT FF
    n = n - 2
  end do
  loops = n
end function

logical function values(a, b, p)
  integer, intent(in) :: a, b
  logical, intent(in) :: p
  logical :: c, d
  c = a < b
!~ CC 7-12 a < b
!~ DC 7-12 a < b
!~ MCC 7-12 T F
  d = p .and. c
!~ CC 7-8 p; 15-16 c
!~ DC 7-16 p .and. c
!~ MCC 7-16 TT TF FT FF
  c = p .eqv. d
!~ CC 7-16 p .eqv. d
!~ DC 7-16 p .eqv. d
!~ MCC 7-16 T F
  d = .not. c
!~ CC 13-14 c
!~ DC 7-14 .not. c
!~ MCC 7-14 T F
  values = d .neqv. a > 3
!~ CC 12-26 d .neqv. a > 3; 21-26 a > 3
!~ DC 12-26 d .neqv. a > 3; 21-26 a > 3
!~ MCC 12-26 T F; 21-26 T F
end function

integer function chosen(a, b)
  integer, intent(in) :: a, b
  select case (a)
  case (1)
    chosen = b
  case (2:5)
    chosen = merge(1, 2, b > 3)
!~ CC 26-31 b > 3
!~ DC 26-31 b > 3
!~ MCC 26-31 T F
  case default
    chosen = 0
  end select
end function
