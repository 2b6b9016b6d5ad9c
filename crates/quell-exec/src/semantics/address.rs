//! Addresses that `getelementptr` computes, and what it promises of them.

use crate::domain::{Alu, Domain};
use crate::memory::Memory;
use crate::program::op::Inbounds;
use crate::stop::{Stop, Ub};

/// What a `getelementptr` gives that went from one pointer to another.
#[inline(always)]
pub fn within<D: Domain>(
    (d, memory): (&mut D, &mut D::Memory),
    from: &D::Ptr,
    to: D::Ptr,
    inbounds: Inbounds,
) -> Result<D::Ptr, Stop> {
    match inbounds {
        Inbounds::Nothing | Inbounds::ByAccess => Ok(to),
        Inbounds::Object => memory.within(d, from, to, true),
        Inbounds::ObjectInC => memory.within(d, from, to, false),
    }
}

/// `base + sext(index) * scale`, where the product must not overflow if anything is promised. Whether the sum does is seen
/// where it leaves the object.
#[inline(always)]
pub fn scaled<D: Domain>(
    d: &mut D,
    base: &D::Ptr,
    (index, width): (&D::Word, u32),
    scale: i64,
    inbounds: Inbounds,
) -> Result<D::Ptr, Stop> {
    let index = if width < 64 {
        d.sext(width, 64, index)
    } else {
        d.extract(width, index, 0, 64)
    };
    let by = d.word(64, scale as u64);
    let mut offset = d.alu(Alu::Mul, 64, &index, &by);
    if inbounds != Inbounds::Nothing && can_overflow(width, scale) && !d.ignores_promises() {
        let fits = d.between(64, &index, (i64::MIN / scale, i64::MAX / scale));
        offset = d.promise(&fits, || Ub::PointerOverflow, 64, offset)?;
    }
    Ok(d.ptr_add(base, &offset))
}

/// Whether an index of a width may be too large for a size of elements.
#[inline(always)]
const fn can_overflow(width: u32, scale: i64) -> bool {
    scale > 1 && width + (64 - scale.leading_zeros()) > 64
}
