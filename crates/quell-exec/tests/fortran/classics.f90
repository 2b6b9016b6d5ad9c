! Classic small programs: sorting, searching, sieves, calendars, linear equations, recursion.
module classics
  implicit none
  integer, parameter :: dp = selected_real_kind(15)
  type :: node
    integer :: value
    type(node), pointer :: next => null()
  end type
  type :: stack
    integer, allocatable :: items(:)
    integer :: top = 0
  end type
contains
  subroutine bubble(a)
    integer, intent(inout) :: a(:)
    integer :: i, j, t
    do i = size(a) - 1, 1, -1
      do j = 1, i
        if (a(j) > a(j + 1)) then
          t = a(j)
          a(j) = a(j + 1)
          a(j + 1) = t
        end if
      end do
    end do
  end subroutine
  recursive subroutine quicksort(a, first, last)
    real(dp), intent(inout) :: a(*)
    integer, intent(in) :: first, last
    real(dp) :: pivot, t
    integer :: i, j
    pivot = a((first + last)/2)
    i = first
    j = last
    do
      do while (a(i) < pivot)
        i = i + 1
      end do
      do while (pivot < a(j))
        j = j - 1
      end do
      if (i >= j) exit
      t = a(i)
      a(i) = a(j)
      a(j) = t
      i = i + 1
      j = j - 1
    end do
    if (first < i - 1) call quicksort(a, first, i - 1)
    if (j + 1 < last) call quicksort(a, j + 1, last)
  end subroutine
  integer function search(a, key) result(at)
    integer, intent(in) :: a(:), key
    integer :: low, high
    low = 1
    high = size(a)
    do while (low <= high)
      at = (low + high)/2
      if (a(at) == key) return
      if (a(at) < key) then
        low = at + 1
      else
        high = at - 1
      end if
    end do
    at = 0
  end function
  pure logical function leap(year)
    integer, intent(in) :: year
    leap = mod(year, 4) == 0 .and. (mod(year, 100) /= 0 .or. mod(year, 400) == 0)
  end function
  integer function days(d1, m1, d2, m2, year)
    integer, intent(in) :: d1, m1, d2, m2, year
    integer :: lengths(12), m
    lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    if (leap(year)) lengths(2) = 29
    if (m1 == m2) then
      days = d2 - d1
    else
      days = d2 + lengths(m1) - d1
      do m = m1 + 1, m2 - 1
        days = days + lengths(m)
      end do
    end if
  end function
  subroutine solve(a, b)
    real(dp), intent(inout) :: a(:, :), b(:)
    integer :: i, j, n
    real(dp) :: factor
    n = size(b)
    do i = 1, n
      do j = i + 1, n
        factor = a(j, i)/a(i, i)
        a(j, i:) = a(j, i:) - factor*a(i, i:)
        b(j) = b(j) - factor*b(i)
      end do
    end do
    do i = n, 1, -1
      b(i) = (b(i) - dot_product(a(i, i + 1:), b(i + 1:)))/a(i, i)
    end do
  end subroutine
  subroutine push(s, item)
    type(stack), intent(inout) :: s
    integer, intent(in) :: item
    if (.not. allocated(s%items)) allocate (s%items(2))
    if (s%top == size(s%items)) s%items = [s%items, s%items]
    s%top = s%top + 1
    s%items(s%top) = item
  end subroutine
  real(dp) function integral(f, from, to, steps)
    interface
      real(8) function f(x)
        real(8), intent(in) :: x
      end function
    end interface
    real(dp), intent(in) :: from, to
    integer, intent(in) :: steps
    integer :: i
    real(dp) :: h
    h = (to - from)/steps
    integral = 0
    do i = 0, steps - 1
      integral = integral + h*f(from + (i + 0.5_dp)*h)
    end do
  end function
end module
real(8) function parabola(x)
  real(8), intent(in) :: x
  parabola = x*x - 2*x + 1
end function
program main
  use classics
  implicit none
  integer :: a(8), i, n
  real(dp) :: r(7), m(3, 3), v(3)
  logical :: prime(2:60)
  type(node), pointer :: list, item
  type(stack) :: s
  real(8), external :: parabola
  integer :: table(4, 3)
  a = [170, 45, 75, -90, 802, 24, 2, 66]
  call bubble(a)
  print '(8I5)', a
  print *, search(a, 75), search(a, 3)
  r = [3.5_dp, -1.0_dp, 2.25_dp, 9.0_dp, 0.0_dp, 2.5_dp, -7.75_dp]
  call quicksort(r, 1, 7)
  print '(7F7.2)', r
  prime = .true.
  do i = 2, 7
    if (prime(i)) prime(i*i::i) = .false.
  end do
  print *, pack([(i, i = 2, 60)], prime)
  print *, days(1, 1, 31, 12, 2000), days(15, 2, 1, 3, 1900), days(3, 5, 9, 5, 2024), leap(2000), leap(1900)
  m = reshape([2d0, 1d0, 1d0, 1d0, 3d0, 2d0, 1d0, 0d0, 0d0], [3, 3])
  v = [4d0, 5d0, 6d0]
  call solve(m, v)
  print '(3F10.4)', v
  nullify (list)
  do i = 1, 5
    allocate (item)
    item%value = i*i
    item%next => list
    list => item
  end do
  n = 0
  do while (associated(list))
    n = n*10 + mod(list%value, 10)
    item => list
    list => list%next
    deallocate (item)
  end do
  print *, n
  do i = 1, 5
    call push(s, i*3)
  end do
  print *, s%top, s%items(:s%top)
  print '(F12.8)', integral(parabola, 0d0, 3d0, 100)
  do i = 1, 3
    table(:, i) = [(n*i, n = 1, 4)]
  end do
  do i = 1, 4
    print '(3(I4,:,"|"))', table(i, :)
  end do
  print *, hanoi(5), collatz(27)
contains
  recursive integer function hanoi(n) result(moves)
    integer, intent(in) :: n
    moves = 0
    if (n > 0) moves = 2*hanoi(n - 1) + 1
  end function
  integer function collatz(start) result(steps)
    integer, intent(in) :: start
    integer :: x
    x = start
    steps = 0
    do while (x /= 1)
      x = merge(x/2, 3*x + 1, mod(x, 2) == 0)
      steps = steps + 1
    end do
  end function
end program
