!mod$ v1 sum:c11a56a310164c37
module shapes
integer(4),parameter::dp=8_4
intrinsic::kind
type::point
integer(4)::x=1_4
real(4)::y=2._4
end type
type::box
type(point)::corner
character(4_4,1)::name="none"
integer(4)::sizes(1_8:3_8)=[INTEGER(4)::1_4,2_4,3_4]
end type
interface area
procedure::area_int
procedure::area_real
end interface
contains
recursive function fib(n) result(r)
integer(4),intent(in)::n
integer(4)::r
end
function area_int(n)
integer(4),intent(in)::n
integer(4)::area_int
end
function area_real(x)
real(8),intent(in)::x
real(8)::area_real
end
elemental function gcd(a,b)
integer(4),intent(in)::a
integer(4),intent(in)::b
integer(4)::gcd
end
subroutine swap(a,b)
real(8),intent(inout)::a
real(8),intent(inout)::b
end
end
