module m
  implicit none
  type :: point
    integer :: x = 1, y
    real, dimension(3) :: v
  end type
  integer, parameter :: n = 10 + 2
  real :: tab(n), z
contains
  integer function f(a, b) result(r)
    integer, intent(in) :: a
    real(8), intent(inout) :: b(:)
    type(point) :: p
    integer :: i, j = 3
    character(len=10) :: s
    logical l
    data i, j /1, 2*3/, z /1.5/
    r = a + b(1) * 2 ** 3 - mod(a, 2)
    if (a .le. 3 .and. .not. l .or. a /= 4) r = -1
    if (a < 1) then
      r = 1
    else if (a == 2) then
      p%x = 2; p%v(3) = 1.0d0
    else
      call sub(a, b(1:3), s(1:2) // 'abc')
    end if
    outer: do i = 1, n, 2
      if (i == 3) cycle outer
      if (i > 5) exit
    end do outer
    do while (j < 3)
      j = j + 1
    end do
    do
      exit
    end do
    select case (i)
    case (1, 3:5)
      j = 1
    case (:0)
      j = 3
    case default
      stop 1
    end select
    do concurrent (i = 1:n)
      b(i) = 0.
    end do
    where (b > 0)
      b = 1 / b
    elsewhere
      b = 0
    end where
    forall (i = 1:n) b(i) = i
    b = [1.0, 2.0]
    b = (/ (i * 2, i = 1, n) /)
    allocate(q(n + 1), stat = ierr)
    print *, a, "text", b(1) + &
      2, .true.
    write (*, '(i3)') a
    read (10, *) b
    r = merge(1, 2, a > b(2)) ! comment
    l = a > 1 .eqv. .false.
    s = 'it''s'
    p = point(1, y=2)
    ptr => b
    goto 10
    go to (10, 20, 30), i
    if (a) 10, 20, 30
10  continue
20  r = 3
    return
30  error stop 'x'
  end function f
  subroutine sub(a, b, c)
    nullify(a)
    deallocate(b)
    do 40 i = 1, 3
      b(i) = 1
40  continue
    do 50 i = 1, 3
      do 50 j = 1, 3
50      b(i) = 2
    associate (x => p%x)
      x = x + 1
    end associate
    block
      integer :: k
      k = 1
    end block
    x = obj%get(1)%y(2)
    call obj%run(3)
    x = +1 - (-a)
    x = a .myop. b
    y = z'ff' + 1_8 + 1.e-3_dp
  end subroutine
end module
program main
  use m, only: f
  integer :: k
  k = f(1, (/1.0/))
contains
  pure elemental real function g(x)
    real, intent(in) :: x
    g = x
  end function
end program main
