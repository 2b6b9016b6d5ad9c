! Character variables: padding, substrings, comparison, trim, index, concatenation.
program characters
  implicit none
  character(len=10) :: word
  character(len=5) :: short
  character(len=20) :: joined
  integer :: i, n
  word = 'fortran'
  short = word
  print *, short, len(word), len_trim(word)
  joined = trim(word) // '-' // short(2:4)
  print *, trim(joined), index(joined, 'tra'), word(4:7)
  print *, word == 'fortran', 'abc' < 'abd', ichar('A'), achar(98)
  n = 0
  do i = 1, len_trim(joined)
    if (joined(i:i) == 'r') n = n + 1
  end do
  print *, n, adjustr(short), repeat('ab', 3)
end program
! expect:  fortr 10 7
! expect:  fortran-ort 4 tran
! expect:  T T 65 b
! expect:  3 fortrababab
