! Types, variables, parameters and names of Fortran.
!@ sig triangle(a: integer <- *0, b: integer <- *1, c: integer <- *2, kind: integer <- *3) -> void
!@ loc triangle a: behind 0
!@ [O0] loc triangle work: slot
subroutine triangle(a, b, c, kind)  !@ origin triangle: main
  integer, intent(in) :: a, b, c    !@ var triangle a: integer
  integer, intent(out) :: kind      !@ var triangle kind: integer
  integer :: i                      !@ [O0] var triangle i: integer
  real :: work(10)                  !@ [O0] var triangle work: real, dimension(10)
  character(len=5) :: text          !@ [O0] var triangle text: character(len=5)
  common /shared/ x, y
  real x, y                         !@ [O0] loc triangle y: static shared_+4
  work(1) = x
  text = 'abc'
  kind = a + b + c                  !@ [O0] op triangle add 3
  do i = 1, 3
    kind = kind + i + int(work(1)) + ichar(text(1:1))
  end do
  y = x
end subroutine

!@ sig total(v: real(8), dimension(*) <- *0, n: integer <- *1) -> real(8)
function total(v, n) result(r)
  integer n
  real(8) v(n), r                   !@ [O0] var total r: real(8)
  integer i
  r = 0
  do i = 1, n
    r = r + v(i)
  end do
end function

module geometry
  integer :: modvar = 3             !@ global modvar: integer
  real(8) :: grid(5, 2)             !@ global grid: real(8), dimension(5,2)
contains
  !@ name geometry::shift
  subroutine shift(m, flag)
    real, intent(inout) :: m(:,:)   !@ [O0] var shift m: real, dimension(:,:)
    logical, intent(in) :: flag     !@ [O0] var shift flag: logical
    if (flag) m(1,1) = m(1,1) + modvar
  end subroutine
end module
!@ user: geometry::shift total triangle
