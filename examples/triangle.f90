! Classifies a triangle by its sides: 0 none, 1 scalene, 2 isosceles, 3 equilateral.
integer function triangle(a, b, c)
  implicit none
  integer, intent(in) :: a, b, c

  triangle = 0
  if (a <= 0 .or. b <= 0 .or. c <= 0) return
  ! Differences instead of sums: these cannot overflow.
  if (a <= abs(b - c) .or. b <= abs(a - c) .or. c <= abs(a - b)) return
  triangle = 1
  if (a == b) triangle = triangle + 1
  if (b == c .or. a == c) triangle = triangle + 1
end function triangle

program classify
  implicit none
  integer, external :: triangle
  integer :: sides(3), i, status
  character(len=32) :: text

  do i = 1, 3
    call get_command_argument(i, text)
    read (text, *, iostat=status) sides(i)
    if (status /= 0) then
      write (0, '(A)') 'usage: triangle A B C'
      stop 2
    end if
  end do
  print '(I0)', triangle(sides(1), sides(2), sides(3))
end program classify

! Mutants, counted by hand. The compiler expands abs: its statement has no mutants.
!   triangle by symbmc: AOR 8, ROR 30, IVI 47
!   triangle by sufficient: AOR 8, ROR 42, ABS 39, LCR 3, UOI 29
