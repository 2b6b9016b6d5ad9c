subroutine s
  do 50 i = 1, 3
    do 50 j = 1, 3
      do 50 k = 1, 3
        x = 1
50      b(i) = 2
  if (x) then
  elseif (y) then
    z = 1
  endif
  lab: if (x) then
    y = 1
  end if lab
  select type (p => q)
  type is (integer)
    x = 1
  class default
    x = 2
  end select
  x = cond ? a : b
  do concurrent (i=1:n, j=1:m:2)
    x = 1
  end do
99 end subroutine
block data
  common /c/ a, b
  data a /1/, (v(i), i=1,3) /3*0.0/
end block data
function h(x)
  parameter (n = 3, m = 4)
  dimension x(10)
  real, allocatable :: q(:)
  integer, pointer :: pp => null()
  external foo
  h = x(1)
  100 format (i3)
  return 1
  entry h2(x)
#ifdef X
  a = 1
#else
  a = 2
#endif
  stop
  write (6, 100) x, (x(i), i = 1, 3)
  if (x) goto 10
  call foo
  call bar(x=3)
  a = b(1)(2:3)
  a%b(1)%c = d(:,1,2:)
10 end
