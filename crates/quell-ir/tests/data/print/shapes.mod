!mod$ v1 sum:97d7cf3e47ba0299
module shapes
type::point
real(8)::x
real(8)::y
character(5_4,1)::label
end type
contains
recursive function ackermann(m,n) result(r)
integer(4),intent(in)::m
integer(4),intent(in)::n
integer(4)::r
end
subroutine scale(p,by)
type(point),intent(inout)::p
real(8),intent(in)::by
end
function kind_of(a,b,c)
integer(4),intent(in)::a
integer(4),intent(in)::b
integer(4),intent(in)::c
integer(4)::kind_of
end
end
