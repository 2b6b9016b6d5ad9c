//! Address arithmetic of `getelementptr`, with the checks of `inbounds`.

use crate::domain::{Alu, Domain, Test};
use crate::memory::Memory;
use crate::program::op::Inbounds;
use crate::stop::{Stop, Ub};

/// The result of a `getelementptr` that moved a pointer, after the checks of `inbounds`.
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

/// `base + sext(index) * scale`. An overflow of this sum is detected as leaving the object.
#[inline(always)]
pub fn scaled<D: Domain>(
    d: &mut D,
    base: &D::Ptr,
    index: (&D::Word, u32),
    scale: i64,
    inbounds: Inbounds,
) -> Result<D::Ptr, Stop> {
    let offset = product(d, index, scale, inbounds)?;
    Ok(d.ptr_add(base, &offset))
}

/// `sext(index) * scale`, which must not overflow with `inbounds`.
#[inline(always)]
pub fn product<D: Domain>(
    d: &mut D,
    (index, width): (&D::Word, u32),
    scale: i64,
    inbounds: Inbounds,
) -> Result<D::Word, Stop> {
    let index = if width < 64 {
        d.sext(width, 64, index)
    } else {
        d.extract(width, index, 0, 64)
    };
    let by = d.word(64, scale as u64);
    let offset = d.alu(Alu::Mul, 64, &index, &by);
    if inbounds == Inbounds::Nothing || !can_overflow(width, scale) || d.ignores_flags() {
        return Ok(offset);
    }
    let fits = d.between(64, &index, (i64::MIN / scale, i64::MAX / scale));
    d.check_flag(&fits, || Ub::PointerOverflow, 64, offset)
}

/// The sum of two offsets of one `getelementptr`. It must not overflow, because it could lead back into the
/// object.
pub fn sum<D: Domain>(
    d: &mut D,
    a: &D::Word,
    b: &D::Word,
    inbounds: Inbounds,
) -> Result<D::Word, Stop> {
    let offset = d.alu(Alu::Add, 64, a, b);
    if inbounds == Inbounds::Nothing || d.ignores_flags() {
        return Ok(offset);
    }
    let overflows = d.test(Test::SAddOverflows, 64, a, b);
    let fits = d.not(&overflows);
    d.check_flag(&fits, || Ub::PointerOverflow, 64, offset)
}

/// Whether an index of this width multiplied by this element size can overflow.
#[inline(always)]
const fn can_overflow(width: u32, scale: i64) -> bool {
    scale > 1 && width + (64 - scale.leading_zeros()) > 64
}
