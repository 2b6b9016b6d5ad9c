//! Fixed-point numbers: integers in units of two to the power of minus a scale.

use quell_bits::Bits;

use super::call::{Call, Outcome, intrinsics};
use crate::domain::{Alu, Domain, Test};
use crate::stop::{Stop, Ub};

intrinsics! {
    "smul.fix" => product(Fixed { signed: true, saturating: false }),
    "umul.fix" => product(Fixed { signed: false, saturating: false }),
    "smul.fix.sat" => product(Fixed { signed: true, saturating: true }),
    "umul.fix.sat" => product(Fixed { signed: false, saturating: true }),
    "sdiv.fix" => quotient(Fixed { signed: true, saturating: false }),
    "udiv.fix" => quotient(Fixed { signed: false, saturating: false }),
    "sdiv.fix.sat" => quotient(Fixed { signed: true, saturating: true }),
    "udiv.fix.sat" => quotient(Fixed { signed: false, saturating: true }),
}

#[derive(Clone, Copy)]
struct Fixed {
    signed: bool,
    saturating: bool,
}

impl Fixed {
    /// Twice the width and two bits: wide enough for every intermediate result.
    fn wide(width: u32) -> u32 {
        2 * width + 2
    }

    fn widen<D: Domain>(self, d: &mut D, width: u32, a: &D::Word) -> D::Word {
        if self.signed {
            d.sext(width, Self::wide(width), a)
        } else {
            d.zext(width, Self::wide(width), a)
        }
    }

    /// The result in the width of the operands.
    fn narrow<D: Domain>(self, d: &mut D, width: u32, a: &D::Word) -> D::Word {
        let wide = Self::wide(width);
        if !self.saturating {
            return d.extract(wide, a, 0, width);
        }
        let (low, high) = if self.signed {
            (
                Bits::min_signed(width).sext(wide),
                Bits::max_signed(width).zext(wide),
            )
        } else {
            (Bits::zero(wide), Bits::ones(width).zext(wide))
        };
        let (low, high) = (d.constant(&low), d.constant(&high));
        let (below, above) = (
            d.test(Test::Slt, wide, a, &low),
            d.test(Test::Slt, wide, &high, a),
        );
        let clamped = d.select(&above, wide, &high, a);
        let clamped = d.select(&below, wide, &low, &clamped);
        d.extract(wide, &clamped, 0, width)
    }
}

/// A product, rounded down as compiled code does.
fn product<D: Domain>(c: &mut Call<D>, fixed: Fixed) -> Outcome<D> {
    let (width, scale) = (c.width(0)?, c.number(2, "a scale")?);
    let wide = Fixed::wide(width);
    c.each2(|d, a, b| {
        let (a, b) = (fixed.widen(d, width, a), fixed.widen(d, width, b));
        let (exact, scale) = (d.alu(Alu::Mul, wide, &a, &b), d.word(wide, scale));
        let result = d.alu(Alu::AShr, wide, &exact, &scale);
        Ok(fixed.narrow(d, width, &result))
    })
}

fn quotient<D: Domain>(c: &mut Call<D>, fixed: Fixed) -> Outcome<D> {
    let (width, scale) = (c.width(0)?, c.number(2, "a scale")?);
    let wide = Fixed::wide(width);
    c.each2(|d, a, b| {
        let zero = d.word(width, 0);
        let holds = d.test(Test::Ne, width, b, &zero);
        d.require(&holds, || Ub::DivisionByZero {
            operation: "/".into(),
        })?;
        let (a, b) = (fixed.widen(d, width, a), fixed.widen(d, width, b));
        let scale = d.word(wide, scale);
        let a = d.alu(Alu::Shl, wide, &a, &scale);
        let result = floor_quotient(d, wide, &a, &b)?;
        Ok(fixed.narrow(d, width, &result))
    })
}

/// The signed quotient rounded down: one less where rounding toward zero increased it.
fn floor_quotient<D: Domain>(
    d: &mut D,
    width: u32,
    a: &D::Word,
    b: &D::Word,
) -> Result<D::Word, Stop> {
    let (quotient, rest) = (d.alu(Alu::SDiv, width, a, b), d.alu(Alu::SRem, width, a, b));
    let (zero, one) = (d.word(width, 0), d.word(width, 1));
    let (inexact, signs) = (
        d.test(Test::Ne, width, &rest, &zero),
        d.alu(Alu::Xor, width, a, b),
    );
    let negative = d.test(Test::Slt, width, &signs, &zero);
    let rounded_up = d.alu(Alu::And, 1, &inexact, &negative);
    let less = d.alu(Alu::Sub, width, &quotient, &one);
    Ok(d.select(&rounded_up, width, &less, &quotient))
}
