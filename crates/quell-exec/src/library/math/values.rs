//! Floating-point values in any domain, shared by the models of `math.h` and the intrinsics.

use quell_bits::{Bits, FloatFormat};

use crate::domain::Domain;
use crate::stop::Stop;

/// The bit patterns at which the classes of magnitudes begin: zero, the smallest number, the smallest normal
/// one, infinity, the first NaN, the first quiet NaN.
pub fn milestones(format: FloatFormat) -> [Bits; 6] {
    let width = format.width();
    let field = width - 1 - format.exponent_bits();
    let leading = match format {
        FloatFormat::X87 => 1u128 << 63,
        _ => 0,
    };
    let infinity = ((1u128 << format.exponent_bits()) - 1) << field | leading;
    let quiet = infinity | 1 << (format.significand_bits() - 2);
    [0, 1, 1 << field | leading, infinity, infinity + 1, quiet]
        .map(|raw| Bits::from_u128(width, raw))
}

/// An integral value as a signed integer. Out of range it is the "integer indefinite" value of the hardware,
/// the smallest integer.
pub fn to_integer<D: Domain>(
    d: &mut D,
    format: FloatFormat,
    width: u32,
    whole: &D::Word,
) -> D::Word {
    let (value, in_range) = d.float_to_int(format, width, true, whole);
    let indefinite = d.constant(&Bits::min_signed(width));
    d.select(&in_range, width, &value, &indefinite)
}

/// Applies a function to the bits of a value; an undefined value stays undefined.
pub fn given<D: Domain>(
    d: &mut D,
    format: FloatFormat,
    a: &D::Word,
    f: impl FnOnce(&Bits) -> Bits,
) -> Result<D::Word, Stop> {
    if !d.is_defined(a) {
        return Ok(d.undef(format.width()));
    }
    let bits = d.concrete(format.width(), a, "a floating-point number")?;
    Ok(d.constant(&f(&bits)))
}
