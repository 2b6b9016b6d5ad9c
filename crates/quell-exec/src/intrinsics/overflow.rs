//! Arithmetic that reports overflow or saturates.

use quell_bits::Bits;

use super::call::{Call, Outcome, intrinsics, lanes_of, like};
use crate::domain::{Alu, Domain, Test};
use crate::semantics::int::{self, Kind};
use crate::stop::Stop;
use crate::value::Val;

intrinsics! {
    "sadd.with.overflow" => with_overflow(Alu::Add, Test::SAddOverflows),
    "uadd.with.overflow" => with_overflow(Alu::Add, Test::UAddOverflows),
    "ssub.with.overflow" => with_overflow(Alu::Sub, Test::SSubOverflows),
    "usub.with.overflow" => with_overflow(Alu::Sub, Test::USubOverflows),
    "smul.with.overflow" => with_overflow(Alu::Mul, Test::SMulOverflows),
    "umul.with.overflow" => with_overflow(Alu::Mul, Test::UMulOverflows),
    "uadd.sat" => unsigned_saturating(Alu::Add, Test::UAddOverflows),
    "usub.sat" => unsigned_saturating(Alu::Sub, Test::USubOverflows),
    "sadd.sat" => signed_saturating(Alu::Add, Test::SAddOverflows),
    "ssub.sat" => signed_saturating(Alu::Sub, Test::SSubOverflows),
    "ushl.sat" => unsigned_shift,
    "sshl.sat" => signed_shift,
}

/// The wrapped result, and whether it wrapped.
fn with_overflow<D: Domain>(c: &mut Call<D>, op: Alu, overflows: Test) -> Outcome<D> {
    let width = c.width(0)?;
    let (a, b) = (c.arg(0)?, c.arg(1)?);
    let d = &mut c.machine.domain;
    let (mut values, mut flags) = (Vec::new(), Vec::new());
    for (x, y) in lanes_of(a).iter().zip(&lanes_of(b)) {
        values.push(Val::Word(d.alu(op, width, x.word()?, y.word()?)));
        flags.push(Val::Word(d.test(overflows, width, x.word()?, y.word()?)));
    }
    Ok(Some(Val::agg([like(a, values)?, like(a, flags)?])))
}

fn unsigned_saturating<D: Domain>(c: &mut Call<D>, op: Alu, overflows: Test) -> Outcome<D> {
    let width = c.width(0)?;
    let bound = match op {
        Alu::Sub => Bits::zero(width),
        _ => Bits::ones(width),
    };
    c.each2(|d, a, b| {
        let (result, bound) = (d.alu(op, width, a, b), d.constant(&bound));
        let out = d.test(overflows, width, a, b);
        Ok(d.select(&out, width, &bound, &result))
    })
}

/// The signed bound with the sign of a value: the saturated result of a sum, a difference, or a product by a
/// power of two whose first operand is the value.
pub fn bound_towards<D: Domain>(d: &mut D, width: u32, a: &D::Word) -> D::Word {
    let zero = d.word(width, 0);
    let negative = d.test(Test::Slt, width, a, &zero);
    let (low, high) = (
        d.constant(&Bits::min_signed(width)),
        d.constant(&Bits::max_signed(width)),
    );
    d.select(&negative, width, &low, &high)
}

fn signed_saturating<D: Domain>(c: &mut Call<D>, op: Alu, overflows: Test) -> Outcome<D> {
    let width = c.width(0)?;
    c.each2(|d, a, b| {
        let (result, bound) = (d.alu(op, width, a, b), bound_towards(d, width, a));
        let out = d.test(overflows, width, a, b);
        Ok(d.select(&out, width, &bound, &result))
    })
}

/// The value shifted left, and whether shifting back with `back` restores it.
fn shifted<D: Domain>(
    d: &mut D,
    width: u32,
    back: Alu,
    a: &D::Word,
    amount: &D::Word,
) -> Result<(D::Word, D::Word), Stop> {
    let kind = Kind {
        width,
        flags: quell_ir::opcode::Flags::NONE,
    };
    let result = int::shl(d, kind, a, amount)?;
    let again = d.alu(back, width, &result, amount);
    let kept = d.test(Test::Eq, width, &again, a);
    Ok((result, kept))
}

fn unsigned_shift<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let width = c.width(0)?;
    c.each2(|d, a, b| {
        let (result, kept) = shifted(d, width, Alu::LShr, a, b)?;
        let bound = d.constant(&Bits::ones(width));
        Ok(d.select(&kept, width, &result, &bound))
    })
}

fn signed_shift<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let width = c.width(0)?;
    c.each2(|d, a, b| {
        let (result, kept) = shifted(d, width, Alu::AShr, a, b)?;
        let bound = bound_towards(d, width, a);
        Ok(d.select(&kept, width, &result, &bound))
    })
}
