! Subroutines and functions: intent, optional arguments, recursion, results, internal procedures.
module things
  implicit none
contains
  subroutine swap(a, b)
    integer, intent(inout) :: a, b
    integer :: t
    t = a
    a = b
    b = t
  end subroutine
  recursive function factorial(n) result(f)
    integer, intent(in) :: n
    integer(8) :: f
    if (n <= 1) then
      f = 1
    else
      f = n * factorial(n - 1)
    end if
  end function
  integer function scaled(n, by)
    integer, intent(in) :: n
    integer, intent(in), optional :: by
    scaled = n * 2
    if (present(by)) scaled = n * by
  end function
end module

program main
  use things
  implicit none
  integer :: x, y
  x = 3
  y = 8
  call swap(x, y)
  print *, x, y, factorial(15)
  print *, scaled(5), scaled(5, 7), inner(4)
contains
  integer function inner(n)
    integer, intent(in) :: n
    inner = n + x
  end function
end program
! expect:  8 3 1307674368000
! expect:  10 35 12
