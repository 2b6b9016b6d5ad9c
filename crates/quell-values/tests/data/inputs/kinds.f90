! Parameters of Fortran that other test files lack.
integer function largest(values)
  integer, intent(in) :: values(:)
  largest = maxval(values)
end function

real function corner(matrix)
  real, intent(in) :: matrix(:, :)
  corner = matrix(1, 1)
end function

subroutine shout(text, loud)
  character(len=*), intent(inout) :: text
  logical, intent(in) :: loud
  if (loud) text(1:1) = '!'
end subroutine

complex function turned(z)
  complex, intent(in) :: z
  turned = conjg(z)
end function

subroutine fill(values, n, m, by)
  integer, intent(in) :: n, m
  integer(2), intent(inout) :: values(n, m)
  integer(2), intent(in) :: by
  values = by
end subroutine

integer function at_least(a, b)
  integer, intent(in) :: a
  integer, intent(in), optional :: b
  interface
    integer function inner(a, b)
      integer, intent(in) :: a
      integer, intent(in), optional :: b
    end function
  end interface
  at_least = inner(a, b)
end function

integer function inner(a, b)
  integer, intent(in) :: a
  integer, intent(in), optional :: b
  inner = a
  if (present(b)) inner = max(a, b)
end function

module shapes
  type point
    real :: x, y
    logical :: seen
    character(len=3) :: label
  end type
contains
  subroutine move(p, by, names)
    type(point), intent(inout) :: p
    real, intent(in) :: by(2)
    character(len=2), intent(in) :: names(2)
    p%x = p%x + by(1)
    p%seen = names(1) == 'ab'
  end subroutine

  real function height(p)
    type(point), intent(in) :: p
    height = inner_height(p)
  end function

  real function inner_height(p)
    type(point), intent(in) :: p
    inner_height = p%y
  end function

  logical function any_set(flags)
    logical, intent(in) :: flags(:)
    any_set = any(flags)
  end function

  integer function tens(digits)
    integer(1), intent(in) :: digits(0:1, 3)
    tens = digits(0, 2)
  end function
end module
