! Arrays: constructors, sections, reductions, matrix products, allocation, reshaping.
program arrays
  implicit none
  integer :: i, a(5), b(2, 3), c(3, 2), d(2, 2), e(2, 3, 2)
  real :: r(4), rm(2, 2), rv(2)
  real(8) :: x(6), xm(3, 3), xv(3)
  logical :: mask(5)
  integer, allocatable :: al(:), al2(:, :)
  integer, pointer :: p(:)
  integer, target :: t(4)
  character(len=3) :: names(3)
  a = [5, 3, 1, 4, 2]
  print *, sum(a), product(a), maxval(a), minval(a), maxloc(a), minloc(a), count(a > 2), any(a > 4), all(a > 0)
  print *, sum(a, mask=a > 2), maxval(a, mask=a < 4), count([.true., .false.]), maxloc(a, dim=1), findloc(a, 4)
  b = reshape([1, 2, 3, 4, 5, 6], [2, 3])
  c = transpose(b)
  d = matmul(b, c)
  print *, d, c
  print *, sum(b, dim=1), sum(b, dim=2), maxval(b, dim=1), minloc(b), maxloc(b), product(b, dim=2), any(b > 4, dim=1)
  print *, dot_product(a, a), size(b), size(b, 1), shape(b), lbound(a), ubound(b), matmul(b, [1, 2, 3]), matmul([1, 2], b)
  e = reshape([(i, i = 1, 12)], [2, 3, 2])
  print *, e(:, 2, :), sum(e, dim=3), reshape(b, [3, 2], order=[2, 1]), reshape([1], [2, 2], pad=[7, 8])
  allocate (al(3))
  al = [7, 8, 9]
  al = [al, 10]
  print *, al, allocated(al), size(al)
  al = al(2:3)
  print *, al
  al = [(i*i, i = 1, 6)]
  al = pack(al, mod(al, 2) == 0)
  print *, al
  deallocate (al)
  print *, allocated(al)
  allocate (al2(0:1, 2), source=1)
  al2(1, 2) = 5
  print *, al2, lbound(al2), ubound(al2)
  t = 3
  p => t(2:3)
  p = 9
  print *, t, associated(p)
  allocate (p(2))
  p = 1
  print *, p
  deallocate (p)
  where (a > 2)
    a = 0
  elsewhere
    a = a + 10
  end where
  print *, a
  forall (i=1:5) a(i) = i*i
  print *, a(5:1:-2), merge(1, 2, .true.), spread([1, 2], 1, 2), spread([1, 2], 2, 2), cshift(a, 1), eoshift(a, 1), eoshift(a, -2, boundary=7)
  mask = [.true., .false., .true., .false., .true.]
  print *, pack(a, mask), unpack([1, 2, 3], mask, 0), merge(a, -a, mask)
  r = [0.1, 0.2, 0.3, 0.4]
  print *, sum(r), product(r), maxval(r), minloc(r), dot_product(r, r), sum(r*r), norm2(r)
  x = [1d10, 1d0, -1d10, 1d-5, 3d0, 0.1d0]
  print *, sum(x), product(x), maxval(x), minval(x), dot_product(x, x)
  print *, sum([(1.0/real(i), i = 1, 500)]), sum([(1d0/real(i, 8), i = 1, 500)])
  rm = reshape([1.1, 2.2, 3.3, 4.4], [2, 2])
  rv = matmul(rm, [0.5, 0.25])
  print *, matmul(rm, rm), rv
  xm = reshape([(1d0/real(i, 8), i = 1, 9)], [3, 3])
  xv = matmul(xm, [0.1d0, 0.2d0, 0.3d0])
  print *, matmul(xm, transpose(xm)), xv
  names = ['ab ', 'cde', 'f  ']
  print *, names, len_trim(names), maxval(a), iall([7, 3]), iany([4, 1]), iparity([5, 3])
  call show(a(1:5:2), 3)
  call show_all(b(:, 2:3))
contains
  subroutine show(v, n)
    integer, intent(in) :: n, v(n)
    print *, 'show', v
  end subroutine
  subroutine show_all(m)
    integer, intent(in) :: m(:, :)
    print *, 'all', size(m, 1), size(m, 2), m
  end subroutine
end program
