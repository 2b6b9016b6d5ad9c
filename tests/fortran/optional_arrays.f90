! Optional arrays that are absent are passed on: flang tests for their presence itself, and no elements are required of them.
! expect: 3 8 8 2 1 1
module optional_arrays
  implicit none
contains
  integer function explicit(n, a)
    integer, intent(in) :: n
    integer, intent(in), optional :: a(n)
    explicit = n
    if (present(a)) explicit = a(1)
  end function
  integer function shaped(a)
    integer, intent(in), optional :: a(:)
    shaped = 7
    if (present(a)) shaped = a(1)
  end function
  integer function sized(a)
    integer, intent(in), optional :: a(3, *)
    sized = 7
    if (present(a)) sized = a(1, 1)
  end function
  integer function passes_explicit(n, a)
    integer, intent(in) :: n
    integer, intent(in), optional :: a(n)
    passes_explicit = explicit(n, a) + 1
  end function
  integer function passes_shaped(a)
    integer, intent(in), optional :: a(:)
    passes_shaped = shaped(a) + 1
  end function
  integer function passes_sized(a)
    integer, intent(in), optional :: a(3, 4)
    passes_sized = sized(a) + 1
  end function
  integer function accesses(n, a)
    integer, intent(in) :: n
    integer, intent(in), optional :: a(n)
    if (n > 2) then
      accesses = a(2)
    else
      accesses = explicit(n, a)
    end if
  end function
  subroutine fill(n, x)
    integer, intent(in) :: n
    integer, intent(inout), optional :: x(n)
    if (present(x)) x = 1
  end subroutine
  subroutine passes_longer(n, x)
    integer, intent(in) :: n
    integer, intent(inout), optional :: x(2 * n)
    call fill(2 * n, x)
  end subroutine
end module

program main
  use optional_arrays
  implicit none
  integer :: x(4)
  call passes_longer(2)
  call passes_longer(2, x)
  print '(i0, 5(1x, i0))', passes_explicit(2), passes_shaped(), passes_sized(), accesses(2), x(1), x(4)
end program
