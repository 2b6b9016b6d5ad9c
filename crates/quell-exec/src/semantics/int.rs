//! Integer arithmetic, shifts and comparisons, with the checks of their poison-generating flags.

use quell_bits::Bits;
use quell_ir::opcode::{BinOp, Flags};

use crate::domain::{Alu, Decision, Domain, Test};
use crate::stop::{Stop, StopKind, Ub};

type Outcome<D> = Result<<D as Domain>::Word, Stop>;

/// The width and flags of an operation.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    pub width: u32,
    pub flags: Flags,
}

/// An operation with the flags `nsw` and `nuw`.
#[inline(always)]
fn wrapping<D: Domain>(
    d: &mut D,
    kind: Kind,
    (op, name): (Alu, &'static str),
    (signed, unsigned): (Test, Test),
    a: &D::Word,
    b: &D::Word,
) -> Outcome<D> {
    let mut result = d.alu(op, kind.width, a, b);
    if kind.flags.contains(Flags::NSW) {
        let overflows = d.test(signed, kind.width, a, b);
        let fits = d.not(&overflows);
        result = d.check_flag(
            &fits,
            || Ub::SignedOverflow {
                operation: name.into(),
            },
            kind.width,
            result,
        )?;
    }
    if kind.flags.contains(Flags::NUW) {
        let overflows = d.test(unsigned, kind.width, a, b);
        let fits = d.not(&overflows);
        result = d.check_flag(
            &fits,
            || Ub::UnsignedOverflow {
                operation: name.into(),
            },
            kind.width,
            result,
        )?;
    }
    Ok(result)
}

#[inline(always)]
pub fn add<D: Domain>(d: &mut D, kind: Kind, a: &D::Word, b: &D::Word) -> Outcome<D> {
    wrapping(
        d,
        kind,
        (Alu::Add, "+"),
        (Test::SAddOverflows, Test::UAddOverflows),
        a,
        b,
    )
}

#[inline(always)]
pub fn sub<D: Domain>(d: &mut D, kind: Kind, a: &D::Word, b: &D::Word) -> Outcome<D> {
    wrapping(
        d,
        kind,
        (Alu::Sub, "-"),
        (Test::SSubOverflows, Test::USubOverflows),
        a,
        b,
    )
}

#[inline(always)]
pub fn mul<D: Domain>(d: &mut D, kind: Kind, a: &D::Word, b: &D::Word) -> Outcome<D> {
    wrapping(
        d,
        kind,
        (Alu::Mul, "*"),
        (Test::SMulOverflows, Test::UMulOverflows),
        a,
        b,
    )
}

#[inline(always)]
fn nonzero<D: Domain>(d: &mut D, width: u32, b: &D::Word, name: &'static str) -> Result<(), Stop> {
    let zero = d.word(width, 0);
    let holds = d.test(Test::Ne, width, b, &zero);
    d.require(&holds, || Ub::DivisionByZero {
        operation: name.into(),
    })
}

/// Requires that the quotient fits: on the hardware, too, the smallest value divided by -1 traps.
#[inline(always)]
fn quotient_fits<D: Domain>(
    d: &mut D,
    width: u32,
    a: &D::Word,
    b: &D::Word,
    name: &'static str,
) -> Result<(), Stop> {
    let (smallest, minus_one) = (
        d.constant(&Bits::min_signed(width)),
        d.constant(&Bits::ones(width)),
    );
    let (a_is, b_is) = (
        d.test(Test::Eq, width, a, &smallest),
        d.test(Test::Eq, width, b, &minus_one),
    );
    let overflows = d.alu(Alu::And, 1, &a_is, &b_is);
    let fits = d.not(&overflows);
    d.require(&fits, || Ub::DivisionOverflow {
        operation: name.into(),
    })
}

/// Checks `exact`: multiplying the quotient must give the dividend.
#[inline(always)]
fn exact_division<D: Domain>(
    d: &mut D,
    kind: Kind,
    (rem, name): (Alu, &'static str),
    (a, b): (&D::Word, &D::Word),
    result: D::Word,
) -> Outcome<D> {
    if !kind.flags.contains(Flags::EXACT) {
        return Ok(result);
    }
    let (rest, zero) = (d.alu(rem, kind.width, a, b), d.word(kind.width, 0));
    let holds = d.test(Test::Eq, kind.width, &rest, &zero);
    d.check_flag(
        &holds,
        || Ub::Inexact {
            operation: name.into(),
        },
        kind.width,
        result,
    )
}

#[inline(always)]
pub fn udiv<D: Domain>(d: &mut D, kind: Kind, a: &D::Word, b: &D::Word) -> Outcome<D> {
    nonzero(d, kind.width, b, "/")?;
    let result = d.alu(Alu::UDiv, kind.width, a, b);
    exact_division(d, kind, (Alu::URem, "/"), (a, b), result)
}

#[inline(always)]
pub fn sdiv<D: Domain>(d: &mut D, kind: Kind, a: &D::Word, b: &D::Word) -> Outcome<D> {
    nonzero(d, kind.width, b, "/")?;
    quotient_fits(d, kind.width, a, b, "/")?;
    let result = d.alu(Alu::SDiv, kind.width, a, b);
    exact_division(d, kind, (Alu::SRem, "/"), (a, b), result)
}

#[inline(always)]
pub fn urem<D: Domain>(d: &mut D, kind: Kind, a: &D::Word, b: &D::Word) -> Outcome<D> {
    nonzero(d, kind.width, b, "%")?;
    Ok(d.alu(Alu::URem, kind.width, a, b))
}

#[inline(always)]
pub fn srem<D: Domain>(d: &mut D, kind: Kind, a: &D::Word, b: &D::Word) -> Outcome<D> {
    nonzero(d, kind.width, b, "%")?;
    quotient_fits(d, kind.width, a, b, "%")?;
    Ok(d.alu(Alu::SRem, kind.width, a, b))
}

/// The shift amount that the hardware uses: x86 takes it modulo 32, or modulo 64 for 64-bit words. Wider
/// words are shifted in steps, by the low bits of the amount that can be less than the width.
fn hardware_amount<D: Domain>(d: &mut D, width: u32, amount: &D::Word) -> D::Word {
    let mask = width.next_power_of_two().max(32) - 1;
    let mask = d.word(width, u64::from(mask));
    d.alu(Alu::And, width, amount, &mask)
}

#[inline(always)]
fn shift<D: Domain>(d: &mut D, op: Alu, kind: Kind, a: &D::Word, amount: &D::Word) -> Outcome<D> {
    let limit = d.word(kind.width, u64::from(kind.width));
    // A word of one or two bits cannot hold its own width, so its amount is compared in a wider one.
    let in_range = if kind.width < 3 {
        small_amount(d, kind.width, amount)
    } else {
        d.test(Test::Ult, kind.width, amount, &limit)
    };
    let taken = if d.wraps_on_violation() {
        hardware_amount(d, kind.width, amount)
    } else {
        amount.clone()
    };
    let result = d.alu(op, kind.width, a, &taken);
    let amount = match d.decide(&in_range) {
        Decision::Known(false) => d.show(kind.width, amount),
        _ => String::new(),
    };
    let ub = || Ub::BadShift {
        amount,
        width: kind.width,
    };
    d.check_flag(&in_range, ub, kind.width, result)
}

fn small_amount<D: Domain>(d: &mut D, width: u32, amount: &D::Word) -> D::Word {
    let wide = d.zext(width, 8, amount);
    let limit = d.word(8, u64::from(width));
    d.test(Test::Ult, 8, &wide, &limit)
}

/// Checks that shifting `result` back with `back` gives `a` again.
#[inline(always)]
fn keeps_bits<D: Domain>(
    d: &mut D,
    width: u32,
    back: Alu,
    (a, amount): (&D::Word, &D::Word),
    ub: Ub,
    result: D::Word,
) -> Outcome<D> {
    let again = d.alu(back, width, &result, amount);
    let holds = d.test(Test::Eq, width, &again, a);
    d.check_flag(&holds, || ub, width, result)
}

#[inline(always)]
pub fn shl<D: Domain>(d: &mut D, kind: Kind, a: &D::Word, b: &D::Word) -> Outcome<D> {
    let mut result = shift(d, Alu::Shl, kind, a, b)?;
    if kind.flags.contains(Flags::NSW) {
        result = keeps_bits(
            d,
            kind.width,
            Alu::AShr,
            (a, b),
            Ub::SignedOverflow {
                operation: "<<".into(),
            },
            result,
        )?;
    }
    if kind.flags.contains(Flags::NUW) {
        result = keeps_bits(
            d,
            kind.width,
            Alu::LShr,
            (a, b),
            Ub::UnsignedOverflow {
                operation: "<<".into(),
            },
            result,
        )?;
    }
    Ok(result)
}

#[inline(always)]
pub fn lshr<D: Domain>(d: &mut D, kind: Kind, a: &D::Word, b: &D::Word) -> Outcome<D> {
    let result = shift(d, Alu::LShr, kind, a, b)?;
    exact_shift(d, kind, (a, b), result)
}

#[inline(always)]
pub fn ashr<D: Domain>(d: &mut D, kind: Kind, a: &D::Word, b: &D::Word) -> Outcome<D> {
    let result = shift(d, Alu::AShr, kind, a, b)?;
    exact_shift(d, kind, (a, b), result)
}

#[inline(always)]
fn exact_shift<D: Domain>(
    d: &mut D,
    kind: Kind,
    operands: (&D::Word, &D::Word),
    result: D::Word,
) -> Outcome<D> {
    if !kind.flags.contains(Flags::EXACT) {
        return Ok(result);
    }
    keeps_bits(
        d,
        kind.width,
        Alu::Shl,
        operands,
        Ub::Inexact {
            operation: ">>".into(),
        },
        result,
    )
}

#[inline(always)]
pub fn and<D: Domain>(d: &mut D, kind: Kind, a: &D::Word, b: &D::Word) -> Outcome<D> {
    Ok(d.alu(Alu::And, kind.width, a, b))
}

#[inline(always)]
pub fn or<D: Domain>(d: &mut D, kind: Kind, a: &D::Word, b: &D::Word) -> Outcome<D> {
    let result = d.alu(Alu::Or, kind.width, a, b);
    if !kind.flags.contains(Flags::DISJOINT) {
        return Ok(result);
    }
    let (common, zero) = (d.alu(Alu::And, kind.width, a, b), d.word(kind.width, 0));
    let holds = d.test(Test::Eq, kind.width, &common, &zero);
    d.check_flag(
        &holds,
        || Ub::Inexact {
            operation: "|".into(),
        },
        kind.width,
        result,
    )
}

#[inline(always)]
pub fn xor<D: Domain>(d: &mut D, kind: Kind, a: &D::Word, b: &D::Word) -> Outcome<D> {
    Ok(d.alu(Alu::Xor, kind.width, a, b))
}

/// Any integer operator, dispatched at run time.
pub fn binary<D: Domain>(d: &mut D, op: BinOp, kind: Kind, a: &D::Word, b: &D::Word) -> Outcome<D> {
    match op {
        BinOp::Add => add(d, kind, a, b),
        BinOp::Sub => sub(d, kind, a, b),
        BinOp::Mul => mul(d, kind, a, b),
        BinOp::UDiv => udiv(d, kind, a, b),
        BinOp::SDiv => sdiv(d, kind, a, b),
        BinOp::URem => urem(d, kind, a, b),
        BinOp::SRem => srem(d, kind, a, b),
        BinOp::Shl => shl(d, kind, a, b),
        BinOp::LShr => lshr(d, kind, a, b),
        BinOp::AShr => ashr(d, kind, a, b),
        BinOp::And => and(d, kind, a, b),
        BinOp::Or => or(d, kind, a, b),
        BinOp::Xor => xor(d, kind, a, b),
        _ => Err(StopKind::broken(format!("`{}` on integers", op.text())).into()),
    }
}
