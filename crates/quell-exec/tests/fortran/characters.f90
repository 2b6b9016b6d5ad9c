! Character variables: joining, comparing, searching, conversion.
program characters
  implicit none
  character(len=10) :: s, u
  character(len=:), allocatable :: t
  character(len=1) :: c
  character(len=5) :: list(3)
  integer :: i, n
  s = 'abc'
  t = trim(s)//'def'
  print *, s, '|', t, '|', len(t), len_trim(s), index(t, 'cd'), index(t, 'x'), index('abab', 'ab', back=.true.)
  print *, adjustl('  x '), '|', adjustr('x  '), '|', s == 'abc', s < 'b', s > 'ab', 'a' == 'a  ', 'B' < 'a'
  print *, scan(t, 'xc'), verify(t, 'abc'), scan('abcabc', 'b', back=.true.), repeat('ab', 3), ichar('a'), char(98), iachar('c'), achar(100)
  t = t//'ghi'
  print *, t, len(t), t(2:4), t(:3), t(5:)
  t(1:2) = 'XY'
  print *, t
  u = t(3:)
  print *, u, '|'
  do i = 1, len_trim(s)
    c = s(i:i)
    if (c >= 'a' .and. c <= 'z') s(i:i) = achar(iachar(c) - 32)
  end do
  print *, s
  list = ['pear ', 'apple', 'fig  ']
  call sort(list)
  print *, list
  print '(3A)', list
  write (s, '(I4)') 77
  read (s, *) i
  print *, s, i
  t = ''
  print *, len(t), t, '|', lge('b', 'a'), llt('b', 'a'), max('ab', 'cd'), min('ab', 'cd')
  print *, palindrome('racecar'), palindrome('fortran')
  t = reverse('stressed')
  print *, t
contains
  subroutine sort(a)
    character(len=*), intent(inout) :: a(:)
    character(len=len(a)) :: temp
    integer :: i, j
    do i = 1, size(a) - 1
      do j = i + 1, size(a)
        if (a(j) < a(i)) then
          temp = a(i)
          a(i) = a(j)
          a(j) = temp
        end if
      end do
    end do
  end subroutine
  logical function palindrome(s)
    character(len=*), intent(in) :: s
    integer :: i
    palindrome = .true.
    do i = 1, len(s)/2
      if (s(i:i) /= s(len(s) - i + 1:len(s) - i + 1)) palindrome = .false.
    end do
  end function
  function reverse(s) result(r)
    character(len=*), intent(in) :: s
    character(len=len(s)) :: r
    integer :: i
    do i = 1, len(s)
      r(i:i) = s(len(s) - i + 1:len(s) - i + 1)
    end do
  end function
end program
