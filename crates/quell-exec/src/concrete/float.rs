//! Floating-point operations of the concrete domain, mapped to `quell_bits::float`.

use quell_bits::{Bits, FloatFormat, float};

use super::word::Word;
use crate::domain::{Fpu, Fpu1};

/// The frequent operations on doubles, without building a [`Bits`].
#[inline(always)]
pub fn double(op: Fpu, a: u64, b: u64) -> u64 {
    let (x, y) = (f64::from_bits(a), f64::from_bits(b));
    let result = match op {
        Fpu::Add => x + y,
        Fpu::Sub => x - y,
        Fpu::Mul => x * y,
        Fpu::Div => x / y,
        _ => f64::NAN,
    };
    // NaN results and rare cases are left to `generic`, so that one function defines which NaN results.
    if result.is_nan() {
        generic(op, FloatFormat::Double, a, b)
    } else {
        result.to_bits()
    }
}

#[cold]
#[inline(never)]
fn generic(op: Fpu, format: FloatFormat, a: u64, b: u64) -> u64 {
    let w = format.width();
    apply(op, format, &Bits::from_u64(w, a), &Bits::from_u64(w, b)).low_u64()
}

pub fn any(op: Fpu, format: FloatFormat, a: &Word, b: &Word) -> Word {
    let w = format.width();
    match (a.defined(w), b.defined(w)) {
        (Some(a), Some(b)) => Word::from_bits(apply(op, format, &a, &b)),
        _ => Word::Undefined,
    }
}

fn apply(op: Fpu, format: FloatFormat, a: &Bits, b: &Bits) -> Bits {
    let function = match op {
        Fpu::Add => float::add,
        Fpu::Sub => float::sub,
        Fpu::Mul => float::mul,
        Fpu::Div => float::div,
        Fpu::Rem => float::rem,
        Fpu::MinNum => float::minnum,
        Fpu::MaxNum => float::maxnum,
        Fpu::Minimum => float::minimum,
        Fpu::Maximum => float::maximum,
        Fpu::MinimumNum => float::minimumnum,
        Fpu::MaximumNum => float::maximumnum,
        Fpu::CopySign => float::copysign,
    };
    function(format, a, b)
}

pub fn unary(op: Fpu1, format: FloatFormat, a: &Word) -> Word {
    let w = format.width();
    let Some(bits) = a.defined(w) else {
        return Word::Undefined;
    };
    let function = match op {
        Fpu1::Neg => float::neg,
        Fpu1::Abs => float::abs,
        Fpu1::Sqrt => float::sqrt,
        Fpu1::Floor => float::floor,
        Fpu1::Ceil => float::ceil,
        Fpu1::Trunc => float::trunc,
        Fpu1::Round => float::round,
        Fpu1::RoundEven => float::roundeven,
        Fpu1::Rint => float::rint,
    };
    Word::from_bits(function(format, &bits))
}
