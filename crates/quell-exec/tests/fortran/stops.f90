! The ways a program ends.
! stdin: 0
! stdin: 1
! stdin: 2
! stdin: 3
! stdin: 4
! stdin: 5
! stdin: 6
! stdin: 7
! stdin: 8
! stdin: 9
program stops
  implicit none
  integer :: n
  integer, allocatable :: a(:)
  read (*, *) n
  print *, 'n is', n
  select case (n)
  case (1)
    stop
  case (2)
    stop 2
  case (3)
    stop 'a text'
  case (4)
    error stop
  case (5)
    error stop 3
  case (6)
    error stop 'went wrong'
  case (7)
    read (*, *) n
  case (8)
    allocate (a(2))
    allocate (a(3))
  case (9)
    stop 300
  end select
  print *, 'the end'
end program
