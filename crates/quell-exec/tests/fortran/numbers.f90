! Numeric intrinsics, kinds, bits, recursion, derived types.
module shapes
  implicit none
  integer, parameter :: dp = kind(1.0d0)
  type :: point
    integer :: x = 1
    real :: y = 2.0
  end type
  type :: box
    type(point) :: corner
    character(len=4) :: name = 'none'
    integer :: sizes(3) = [1, 2, 3]
  end type
  interface area
    module procedure area_int, area_real
  end interface
contains
  recursive integer function fib(n) result(r)
    integer, intent(in) :: n
    if (n < 2) then
      r = n
    else
      r = fib(n - 1) + fib(n - 2)
    end if
  end function
  integer function area_int(n)
    integer, intent(in) :: n
    area_int = n*n
  end function
  real(dp) function area_real(x)
    real(dp), intent(in) :: x
    area_real = x*x
  end function
  elemental integer function gcd(a, b)
    integer, intent(in) :: a, b
    integer :: x, y, t
    x = abs(a)
    y = abs(b)
    do while (y /= 0)
      t = mod(x, y)
      x = y
      y = t
    end do
    gcd = x
  end function
  subroutine swap(a, b)
    real(dp), intent(inout) :: a, b
    real(dp) :: t
    t = a
    a = b
    b = t
  end subroutine
end module
program numbers
  use shapes
  implicit none
  integer :: i, j, k
  integer(1) :: tiny_int
  integer(8) :: long
  real :: r
  real(dp) :: x, y
  type(box) :: b
  type(point), allocatable :: points(:)
  print *, fib(15), area(3), area(1.5d0), gcd([12, 18, 7], [8, 27, 21])
  x = 1.5d0
  y = 2.5d0
  call swap(x, y)
  print *, x, y
  print *, mod(7, 3), mod(-7, 3), modulo(-7, 3), modulo(7, -3), abs(-3), sign(2, -1), min(1, 2), max(3, 4, 5), dim(5, 3)
  print *, 2**10, 2.0**0.5, 2.0d0**3, (-2.0)**3, 2.0**(-2), 10**0, mod(5.5, 2.0), modulo(-5.5d0, 2.0d0), modulo(5.5, -2.0)
  print *, nint(2.5), nint(-2.5), floor(-1.5), ceiling(1.2), int(3.9), real(3), dble(1), aint(2.7), anint(2.5), nint(2.4d0)
  print *, sqrt(2.0), sqrt(2.0d0), exp(0.0), abs(-2.5), hypot(3.0, 4.0)
  print *, iand(6, 3), ior(6, 3), ieor(6, 3), ishft(1, 3), ishft(-16, -2), not(0), btest(5, 2), ibset(0, 3), ibclr(7, 1)
  print *, popcnt(7), leadz(1), trailz(8), ishftc(3, 2, 5), ibits(52, 2, 3), shiftl(1, 4), shiftr(-1, 28), shifta(-16, 2)
  print *, huge(1), huge(1_8), tiny(1.0), epsilon(1d0), digits(1.0), precision(1d0), range(1), radix(1), maxexponent(1.0)
  print *, exponent(10.0), fraction(10.0), scale(1.5, 3), nearest(1.0, 1.0), spacing(1.0), set_exponent(3.0, 2), rrspacing(2.0d0)
  tiny_int = 100_1
  tiny_int = tiny_int + 27_1
  long = 3000000000_8
  print *, tiny_int, long*3, int(long/1000), transfer(1.0, 1), real(long), logical(.true., 1)
  do i = 1, 5
    k = 0
    inner: do j = 1, 10
      if (mod(j, 2) == 0) cycle inner
      k = k + j*i
      if (k > 40) exit inner
    end do inner
    select case (k)
    case (:10)
      print *, i, k, 'small'
    case (11:25, 30)
      print *, i, k, 'middle'
    case default
      print *, i, k, 'big'
    end select
  end do
  b%corner = point(5, 2.5)
  b%name = 'boxes'
  print *, b%corner%x, b%corner%y, b%name, b%sizes
  allocate (points(2))
  points(2)%x = 7
  print *, points(1)%x, points(2)%x, points%y
  r = 0.0
  do i = 1, 1000
    r = r + 0.1
  end do
  print *, r
  call random_number(r)
  print *, r >= 0.0 .and. r < 1.0
  associate (n => b%sizes(2))
    n = n + 40
  end associate
  print *, b%sizes, selected_int_kind(9), kind(x), storage_size(x)
  block
    integer :: local
    local = 3
    print *, local
  end block
  print *, merge('yes', 'no ', x > y), x > y .neqv. y > x, .not. x == y
end program
