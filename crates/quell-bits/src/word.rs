//! Bit-vector operations on plain machine words: a width of at most 64 bits and a `u64`.
//!
//! This is the only definition of every narrow operation: [`crate::Bits`] uses it for values of one
//! limb and the concrete machine calls it directly. Operands must have no bits set at or above the
//! width ([`fit`] ensures it); results have none either. Widths above 64 count as 64.

use std::cmp::Ordering;

/// The word with the low `w` bits set.
#[inline]
#[must_use]
pub const fn mask(w: u32) -> u64 {
    match w {
        0 => 0,
        1..=63 => u64::MAX >> (64 - w),
        _ => u64::MAX,
    }
}

/// Drops the bits at and above `w`.
#[inline]
#[must_use]
pub const fn fit(w: u32, a: u64) -> u64 {
    a & mask(w)
}

/// Number of bits above the width in a 64-bit word.
#[inline]
const fn spare(w: u32) -> u32 {
    64u32.saturating_sub(w)
}

/// The two's complement value of the low `w` bits.
#[inline]
#[must_use]
pub const fn sign_extend(w: u32, a: u64) -> i64 {
    match w {
        0 => 0,
        1..=63 => ((a << spare(w)) as i64) >> spare(w),
        _ => a as i64,
    }
}

/// The word holding a signed value in `w` bits, wrapping.
#[inline]
#[must_use]
pub const fn from_signed(w: u32, a: i64) -> u64 {
    fit(w, a as u64)
}

/// Whether the sign bit (bit `w - 1`) is set.
#[inline]
#[must_use]
pub const fn sign_bit(w: u32, a: u64) -> bool {
    a & min_signed(w) != 0
}

/// The least signed value: only the sign bit set.
#[inline]
#[must_use]
pub const fn min_signed(w: u32) -> u64 {
    mask(w) ^ max_signed(w)
}

/// The greatest signed value: all bits but the sign bit set.
#[inline]
#[must_use]
pub const fn max_signed(w: u32) -> u64 {
    mask(w) >> 1
}

/// Sum, wrapping.
#[inline]
#[must_use]
pub const fn add(w: u32, a: u64, b: u64) -> u64 {
    fit(w, a.wrapping_add(b))
}

/// Difference, wrapping.
#[inline]
#[must_use]
pub const fn sub(w: u32, a: u64, b: u64) -> u64 {
    fit(w, a.wrapping_sub(b))
}

/// Product, wrapping.
#[inline]
#[must_use]
pub const fn mul(w: u32, a: u64, b: u64) -> u64 {
    fit(w, a.wrapping_mul(b))
}

/// Two's complement negation.
#[inline]
#[must_use]
pub const fn neg(w: u32, a: u64) -> u64 {
    fit(w, a.wrapping_neg())
}

/// Complement of every bit.
#[inline]
#[must_use]
pub const fn not(w: u32, a: u64) -> u64 {
    fit(w, !a)
}

/// Bitwise and.
#[inline]
#[must_use]
pub const fn and(w: u32, a: u64, b: u64) -> u64 {
    fit(w, a & b)
}

/// Bitwise or.
#[inline]
#[must_use]
pub const fn or(w: u32, a: u64, b: u64) -> u64 {
    fit(w, a | b)
}

/// Bitwise exclusive or.
#[inline]
#[must_use]
pub const fn xor(w: u32, a: u64, b: u64) -> u64 {
    fit(w, a ^ b)
}

/// Unsigned quotient; `None` when the divisor is zero.
#[inline]
#[must_use]
pub const fn udiv(_w: u32, a: u64, b: u64) -> Option<u64> {
    a.checked_div(b)
}

/// Unsigned remainder; `None` when the divisor is zero.
#[inline]
#[must_use]
pub const fn urem(_w: u32, a: u64, b: u64) -> Option<u64> {
    a.checked_rem(b)
}

/// Signed quotient rounded towards zero; `None` when the divisor is zero. The least value divided
/// by -1 wraps to itself (see [`sdiv_overflows`]).
#[inline]
#[must_use]
pub const fn sdiv(w: u32, a: u64, b: u64) -> Option<u64> {
    if b == 0 {
        return None;
    }
    let quotient = sign_extend(w, a).wrapping_div(sign_extend(w, b));
    Some(from_signed(w, quotient))
}

/// Signed remainder with the sign of the dividend; `None` when the divisor is zero. The least
/// value by -1 gives 0.
#[inline]
#[must_use]
pub const fn srem(w: u32, a: u64, b: u64) -> Option<u64> {
    if b == 0 {
        return None;
    }
    let remainder = sign_extend(w, a).wrapping_rem(sign_extend(w, b));
    Some(from_signed(w, remainder))
}

/// Shift left; 0 when the amount reaches the width.
#[inline]
#[must_use]
pub const fn shl(w: u32, a: u64, amount: u64) -> u64 {
    if amount >= w as u64 || amount >= 64 {
        0
    } else {
        fit(w, a << amount)
    }
}

/// Logical shift right; 0 when the amount reaches the width.
#[inline]
#[must_use]
pub const fn lshr(w: u32, a: u64, amount: u64) -> u64 {
    if amount >= w as u64 || amount >= 64 {
        0
    } else {
        a >> amount
    }
}

/// Arithmetic shift right; all sign bits when the amount reaches the width.
#[inline]
#[must_use]
pub const fn ashr(w: u32, a: u64, amount: u64) -> u64 {
    let amount = if amount > 63 { 63 } else { amount };
    from_signed(w, sign_extend(w, a) >> amount)
}

/// Rotate left; the amount counts modulo the width.
#[inline]
#[must_use]
pub const fn rotl(w: u32, a: u64, amount: u64) -> u64 {
    fshl(w, a, a, amount)
}

/// Rotate right; the amount counts modulo the width.
#[inline]
#[must_use]
pub const fn rotr(w: u32, a: u64, amount: u64) -> u64 {
    fshr(w, a, a, amount)
}

/// Funnel shift left: the high half of `high:low` shifted left by the amount modulo the width.
#[inline]
#[must_use]
pub const fn fshl(w: u32, high: u64, low: u64, amount: u64) -> u64 {
    if w == 0 {
        return 0;
    }
    let w = if w > 64 { 64 } else { w };
    let amount = amount % w as u64;
    shl(w, high, amount) | lshr(w, low, w as u64 - amount)
}

/// Funnel shift right: the low half of `high:low` shifted right by the amount modulo the width.
#[inline]
#[must_use]
pub const fn fshr(w: u32, high: u64, low: u64, amount: u64) -> u64 {
    if w == 0 {
        return 0;
    }
    let w = if w > 64 { 64 } else { w };
    let amount = amount % w as u64;
    shl(w, high, w as u64 - amount) | lshr(w, low, amount)
}

/// Unsigned order.
#[inline]
#[must_use]
pub fn cmp_unsigned(_w: u32, a: u64, b: u64) -> Ordering {
    a.cmp(&b)
}

/// Signed order.
#[inline]
#[must_use]
pub fn cmp_signed(w: u32, a: u64, b: u64) -> Ordering {
    sign_extend(w, a).cmp(&sign_extend(w, b))
}

/// Unsigned less than.
#[inline]
#[must_use]
pub const fn ult(_w: u32, a: u64, b: u64) -> bool {
    a < b
}

/// Unsigned less than or equal.
#[inline]
#[must_use]
pub const fn ule(_w: u32, a: u64, b: u64) -> bool {
    a <= b
}

/// Signed less than.
#[inline]
#[must_use]
pub const fn slt(w: u32, a: u64, b: u64) -> bool {
    sign_extend(w, a) < sign_extend(w, b)
}

/// Signed less than or equal.
#[inline]
#[must_use]
pub const fn sle(w: u32, a: u64, b: u64) -> bool {
    sign_extend(w, a) <= sign_extend(w, b)
}

/// Whether the unsigned sum leaves the width.
#[inline]
#[must_use]
pub const fn uadd_overflows(w: u32, a: u64, b: u64) -> bool {
    add(w, a, b) < a
}

/// Whether the signed sum leaves the width.
#[inline]
#[must_use]
pub const fn sadd_overflows(w: u32, a: u64, b: u64) -> bool {
    let sum = add(w, a, b);
    sign_bit(w, (a ^ sum) & (b ^ sum))
}

/// Whether the unsigned difference is negative.
#[inline]
#[must_use]
pub const fn usub_overflows(_w: u32, a: u64, b: u64) -> bool {
    a < b
}

/// Whether the signed difference leaves the width.
#[inline]
#[must_use]
pub const fn ssub_overflows(w: u32, a: u64, b: u64) -> bool {
    let difference = sub(w, a, b);
    sign_bit(w, (a ^ b) & (a ^ difference))
}

/// Whether the unsigned product leaves the width.
#[inline]
#[must_use]
pub const fn umul_overflows(w: u32, a: u64, b: u64) -> bool {
    match a.checked_mul(b) {
        Some(product) => product > mask(w),
        None => true,
    }
}

/// Whether the signed product leaves the width.
#[inline]
#[must_use]
pub const fn smul_overflows(w: u32, a: u64, b: u64) -> bool {
    match sign_extend(w, a).checked_mul(sign_extend(w, b)) {
        Some(product) => sign_extend(w, product as u64) != product,
        None => true,
    }
}

/// Whether the signed quotient leaves the width: the least value by -1.
#[inline]
#[must_use]
pub const fn sdiv_overflows(w: u32, a: u64, b: u64) -> bool {
    w > 0 && a == min_signed(w) && b == mask(w)
}

/// Whether shifting left loses a set bit.
#[inline]
#[must_use]
pub const fn shl_overflows_unsigned(w: u32, a: u64, amount: u64) -> bool {
    lshr(w, shl(w, a, amount), amount) != a
}

/// Whether shifting left changes the signed value other than by the power of two: a lost bit
/// differs from the resulting sign.
#[inline]
#[must_use]
pub const fn shl_overflows_signed(w: u32, a: u64, amount: u64) -> bool {
    ashr(w, shl(w, a, amount), amount) != a
}

/// Whether an unsigned division leaves a remainder; false for a zero divisor.
#[inline]
#[must_use]
pub const fn udiv_inexact(w: u32, a: u64, b: u64) -> bool {
    matches!(urem(w, a, b), Some(1..))
}

/// Whether a signed division leaves a remainder; false for a zero divisor.
#[inline]
#[must_use]
pub const fn sdiv_inexact(w: u32, a: u64, b: u64) -> bool {
    matches!(srem(w, a, b), Some(1..))
}

/// Whether a logical shift right drops a set bit.
#[inline]
#[must_use]
pub const fn lshr_inexact(w: u32, a: u64, amount: u64) -> bool {
    shl(w, lshr(w, a, amount), amount) != a
}

/// Whether an arithmetic shift right drops a set bit.
#[inline]
#[must_use]
pub const fn ashr_inexact(w: u32, a: u64, amount: u64) -> bool {
    lshr_inexact(w, a, amount)
}

/// Unsigned sum, clamped to the greatest value.
#[inline]
#[must_use]
pub const fn uadd_sat(w: u32, a: u64, b: u64) -> u64 {
    if uadd_overflows(w, a, b) {
        mask(w)
    } else {
        add(w, a, b)
    }
}

/// Unsigned difference, clamped to 0.
#[inline]
#[must_use]
pub const fn usub_sat(_w: u32, a: u64, b: u64) -> u64 {
    a.saturating_sub(b)
}

/// The signed bound on the side of `a`.
#[inline]
const fn signed_bound_like(w: u32, a: u64) -> u64 {
    if sign_bit(w, a) {
        min_signed(w)
    } else {
        max_signed(w)
    }
}

/// Signed sum, clamped to the signed range.
#[inline]
#[must_use]
pub const fn sadd_sat(w: u32, a: u64, b: u64) -> u64 {
    if sadd_overflows(w, a, b) {
        signed_bound_like(w, a)
    } else {
        add(w, a, b)
    }
}

/// Signed difference, clamped to the signed range.
#[inline]
#[must_use]
pub const fn ssub_sat(w: u32, a: u64, b: u64) -> u64 {
    if ssub_overflows(w, a, b) {
        signed_bound_like(w, a)
    } else {
        sub(w, a, b)
    }
}

/// Shift left, clamped to the greatest unsigned value when a set bit is lost.
#[inline]
#[must_use]
pub const fn ushl_sat(w: u32, a: u64, amount: u64) -> u64 {
    if shl_overflows_unsigned(w, a, amount) {
        mask(w)
    } else {
        shl(w, a, amount)
    }
}

/// Shift left, clamped to the signed range when it overflows as a signed multiplication would.
#[inline]
#[must_use]
pub const fn sshl_sat(w: u32, a: u64, amount: u64) -> u64 {
    if shl_overflows_signed(w, a, amount) {
        signed_bound_like(w, a)
    } else {
        shl(w, a, amount)
    }
}

/// Sign-extends (or truncates) from one width to another.
#[inline]
#[must_use]
pub const fn sext(from: u32, to: u32, a: u64) -> u64 {
    from_signed(to, sign_extend(from, a))
}

/// Zero bits above the highest set bit; the width when the value is 0.
#[inline]
#[must_use]
pub const fn leading_zeros(w: u32, a: u64) -> u32 {
    a.leading_zeros().saturating_sub(spare(w))
}

/// Zero bits below the lowest set bit; the width when the value is 0.
#[inline]
#[must_use]
pub const fn trailing_zeros(w: u32, a: u64) -> u32 {
    if a == 0 {
        64 - spare(w)
    } else {
        a.trailing_zeros()
    }
}

/// Number of set bits.
#[inline]
#[must_use]
pub const fn count_ones(_w: u32, a: u64) -> u32 {
    a.count_ones()
}

/// Reverses the bytes. A width that is no multiple of 8 is treated as if padded with zeros to
/// whole bytes, and the result cut to the width.
#[inline]
#[must_use]
pub const fn swap_bytes(w: u32, a: u64) -> u64 {
    let padding = spare(w) / 8 * 8;
    if padding == 64 {
        return 0;
    }
    fit(w, a.swap_bytes() >> padding)
}

/// Reverses the bits.
#[inline]
#[must_use]
pub const fn reverse_bits(w: u32, a: u64) -> u64 {
    match w {
        0 => 0,
        _ => a.reverse_bits() >> spare(w),
    }
}

/// The smaller unsigned value.
#[inline]
#[must_use]
pub const fn umin(_w: u32, a: u64, b: u64) -> u64 {
    if a < b { a } else { b }
}

/// The greater unsigned value.
#[inline]
#[must_use]
pub const fn umax(_w: u32, a: u64, b: u64) -> u64 {
    if a < b { b } else { a }
}

/// The smaller signed value.
#[inline]
#[must_use]
pub const fn smin(w: u32, a: u64, b: u64) -> u64 {
    if slt(w, a, b) { a } else { b }
}

/// The greater signed value.
#[inline]
#[must_use]
pub const fn smax(w: u32, a: u64, b: u64) -> u64 {
    if slt(w, a, b) { b } else { a }
}

/// Absolute value; the least signed value stays itself.
#[inline]
#[must_use]
pub const fn abs(w: u32, a: u64) -> u64 {
    if sign_bit(w, a) { neg(w, a) } else { a }
}
