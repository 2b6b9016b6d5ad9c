//! Operations on partly undefined words: which bits of the result are defined. Exact for operations that move
//! bits, so that padding does not spread into bit-fields; conservative for arithmetic.

use quell_bits::Bits;

use super::word::Word;
use crate::domain::{Alu, Alu1, Test};

type Parts = (Bits, Bits);

/// All bits from the lowest undefined one upwards: carries can reach them.
fn smear_up(undef: &Bits) -> Bits {
    let low = undef.trailing_zeros();
    Bits::ones(undef.width()).shl_u32(low)
}

fn all_if_any(undef: &Bits) -> Bits {
    if undef.is_zero() {
        undef.clone()
    } else {
        Bits::ones(undef.width())
    }
}

pub fn alu(op: Alu, a: Parts, b: Parts, compute: impl Fn(&Bits, &Bits) -> Bits) -> Word {
    let value = compute(&a.0, &b.0);
    let either = a.1.or(&b.1);
    let undef = match op {
        Alu::Xor => either,
        // A defined zero decides an `and`, a defined one an `or`.
        Alu::And => either.and(&known_zeros(&a).or(&known_zeros(&b)).not()),
        Alu::Or => either.and(&known_ones(&a).or(&known_ones(&b)).not()),
        Alu::Add | Alu::Sub | Alu::Mul => smear_up(&either),
        Alu::Shl | Alu::LShr | Alu::AShr => shift(op, &a, &b),
        Alu::UDiv | Alu::SDiv | Alu::URem | Alu::SRem => all_if_any(&either),
    };
    Word::from_parts(value, undef)
}

fn known_zeros(parts: &Parts) -> Bits {
    parts.0.or(&parts.1).not()
}

fn known_ones(parts: &Parts) -> Bits {
    parts.0.clone()
}

fn shift(op: Alu, a: &Parts, amount: &Parts) -> Bits {
    if !amount.1.is_zero() {
        return Bits::ones(a.0.width());
    }
    match op {
        Alu::Shl => a.1.shl(&amount.0),
        Alu::LShr => a.1.lshr(&amount.0),
        _ => a.1.ashr(&amount.0),
    }
}

pub fn test(test: Test, a: Parts, b: Parts) -> Word {
    let both_defined = a.1.or(&b.1).not();
    let differ = !a.0.xor(&b.0).and(&both_defined).is_zero();
    match test {
        // One bit that is defined in both and differs decides equality.
        Test::Eq if differ => Word::bool(false),
        Test::Ne if differ => Word::bool(true),
        Test::Ult => unsigned_test(Bits::ult, &a, &b),
        Test::Ule => unsigned_test(Bits::ule, &a, &b),
        Test::Slt => unsigned_test(Bits::ult, &biased(a), &biased(b)),
        Test::Sle => unsigned_test(Bits::ule, &biased(a), &biased(b)),
        _ => Word::Undefined,
    }
}

/// The test is decided if it has one result for the extremes of both words. A word without any defined bit
/// was never written, so a comparison with it stays undefined even with the smallest or largest value.
fn unsigned_test(holds: fn(&Bits, &Bits) -> bool, a: &Parts, b: &Parts) -> Word {
    if a.1.is_ones() || b.1.is_ones() {
        return Word::Undefined;
    }
    let (low_a, high_a) = (&a.0, a.0.or(&a.1));
    let (low_b, high_b) = (&b.0, b.0.or(&b.1));
    match (holds(&high_a, low_b), holds(low_a, &high_b)) {
        (true, _) => Word::bool(true),
        (_, false) => Word::bool(false),
        _ => Word::Undefined,
    }
}

/// Flips the sign bit, which turns the signed order into the unsigned one.
fn biased((bits, undef): Parts) -> Parts {
    let flipped = bits.xor(&Bits::min_signed(bits.width()));
    (flipped.and(&undef.not()), undef)
}

pub fn alu1(op: Alu1, a: Parts, compute: impl Fn(&Bits) -> Bits) -> Word {
    let value = compute(&a.0);
    let undef = match op {
        Alu1::Not => a.1,
        Alu1::Neg => smear_up(&a.1),
        Alu1::SwapBytes => a.1.swap_bytes(),
        Alu1::ReverseBits => a.1.reverse_bits(),
        Alu1::CountOnes | Alu1::LeadingZeros | Alu1::TrailingZeros => all_if_any(&a.1),
    };
    Word::from_parts(value, undef)
}
