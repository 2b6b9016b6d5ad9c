! Sums and products, whose last digits show the order of operations.
program p
 integer :: i
 real :: r(4), q(500), z(7)
 real(8) :: d(500), w(6)
 r = [0.1, 0.2, 0.3, 0.4]
 print *, sum(r), sum(r*r), product(r)
 q = [(1.0/real(i), i=1,500)]
 d = [(1d0/real(i,8), i=1,500)]
 w = [1d10, 1d0, -1d10, 1d-5, 3d0, 0.1d0]
 print *, sum(q), sum(d), sum(w), product(w), product(1d0+d(1:20)), product(1.0+q(1:20))
 z = [1e8, 1.0, 1.0, 1.0, 1.0, -1e8, 3.0]
 print *, sum(z), dot_product(z, z), dot_product(q, q), dot_product(d,d), norm2(q)
end
