! operators: SVR
! Names mean the same in capital letters: nothing is replaced by itself.

integer function larger(A, b)
  integer, intent(in) :: A, B
  larger = A + B ! mutants: SVR 4
end function

integer function elements(t, u, n)
  integer, intent(in) :: N
  integer, intent(in) :: t(4), U(4)
  elements = T(1) + t(1) + u(2)
  elements = elements + N ! mutants: SVR 2
end function
