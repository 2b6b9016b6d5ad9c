//! Integers: minimum and maximum, counting and moving bits, funnel shifts.

use quell_bits::Bits;

use super::call::{Call, Outcome, intrinsics};
use crate::domain::{Alu, Alu1, Domain, Test, UbMode};
use crate::stop::{Stop, Ub};

intrinsics! {
    "smin" => pick(Test::Slt, false),
    "smax" => pick(Test::Slt, true),
    "umin" => pick(Test::Ult, false),
    "umax" => pick(Test::Ult, true),
    "scmp" => three_way(Test::Slt),
    "ucmp" => three_way(Test::Ult),
    "abs" => abs,
    "ctpop" => bits(Alu1::CountOnes),
    "bswap" => bits(Alu1::SwapBytes),
    "bitreverse" => bits(Alu1::ReverseBits),
    "ctlz" => zeros(Alu1::LeadingZeros),
    "cttz" => zeros(Alu1::TrailingZeros),
    "fshl" => funnel_left,
    "fshr" => funnel_right,
}

/// The smaller of two values according to a test, or the larger.
pub fn choose<D: Domain>(
    d: &mut D,
    width: u32,
    (less, greater): (Test, bool),
    a: &D::Word,
    b: &D::Word,
) -> D::Word {
    let a_is_less = d.test(less, width, a, b);
    if greater {
        d.select(&a_is_less, width, b, a)
    } else {
        d.select(&a_is_less, width, a, b)
    }
}

fn pick<D: Domain>(c: &mut Call<D>, less: Test, greater: bool) -> Outcome<D> {
    let width = c.width(0)?;
    c.each2(|d, a, b| Ok(choose(d, width, (less, greater), a, b)))
}

/// Three-way comparison: -1, 0 or 1.
fn three_way<D: Domain>(c: &mut Call<D>, less: Test) -> Outcome<D> {
    let (width, to) = (c.width(0)?, c.result_width()?);
    c.each2(|d, a, b| {
        let (below, above) = (d.test(less, width, a, b), d.test(less, width, b, a));
        let (minus, zero, one) = (d.constant(&Bits::ones(to)), d.word(to, 0), d.word(to, 1));
        let rest = d.select(&above, to, &one, &zero);
        Ok(d.select(&below, to, &minus, &rest))
    })
}

/// The absolute value. The second operand is a flag: the smallest value, which has none, is poison.
fn abs<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (width, excluded) = (c.width(0)?, c.flag(1)?);
    c.each1(|d, a| {
        let zero = d.word(width, 0);
        let (negative, negated) = (
            d.test(Test::Slt, width, a, &zero),
            d.alu1(Alu1::Neg, width, a),
        );
        let result = d.select(&negative, width, &negated, a);
        if !excluded {
            return Ok(result);
        }
        let smallest = d.constant(&Bits::min_signed(width));
        let holds = d.test(Test::Ne, width, a, &smallest);
        d.check_flag(
            &holds,
            || Ub::SignedOverflow {
                operation: "abs".into(),
            },
            width,
            result,
        )
    })
}

fn bits<D: Domain>(c: &mut Call<D>, op: Alu1) -> Outcome<D> {
    let width = c.width(0)?;
    c.each1(|d, a| Ok(d.alu1(op, width, a)))
}

/// Counts leading or trailing zeros. The second operand is a flag: zero is poison.
fn zeros<D: Domain>(c: &mut Call<D>, op: Alu1) -> Outcome<D> {
    let (width, excluded) = (c.width(0)?, c.flag(1)?);
    c.each1(|d, a| {
        let result = d.alu1(op, width, a);
        if !excluded {
            return Ok(result);
        }
        let zero = d.word(width, 0);
        let holds = d.test(Test::Ne, width, a, &zero);
        // Code for `ffs` counts the trailing zeros of zero and then discards the result, which must not stop
        // the run.
        let stops = matches!(d.ub_mode(), UbMode::Trap | UbMode::Overflow);
        if op == Alu1::TrailingZeros && stops {
            let undefined = d.undef(width);
            return Ok(d.select(&holds, width, &result, &undefined));
        }
        d.check_flag(&holds, zero_counted, width, result)
    })
}

fn zero_counted() -> Ub {
    Ub::LibraryMisuse {
        function: "__builtin_clz or __builtin_ctz".into(),
        what: "the argument is zero".to_owned(),
    }
}

/// The high half of `high:low` shifted left by the amount modulo the width.
fn funnel_left<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let width = c.width(0)?;
    c.each3(|d, high, low, amount| {
        let (amount, rest) = amounts(d, width, amount)?;
        let joined = join(d, width, (high, &amount), (low, &rest));
        Ok(unless_zero(d, width, &amount, &joined, high))
    })
}

/// The low half of `high:low` shifted right by the amount modulo the width.
fn funnel_right<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let width = c.width(0)?;
    c.each3(|d, high, low, amount| {
        let (amount, rest) = amounts(d, width, amount)?;
        let joined = join(d, width, (high, &rest), (low, &amount));
        Ok(unless_zero(d, width, &amount, &joined, low))
    })
}

/// The amount modulo the width, and the width minus it.
fn amounts<D: Domain>(d: &mut D, width: u32, amount: &D::Word) -> Result<(D::Word, D::Word), Stop> {
    let size = d.word(width, u64::from(width));
    let amount = d.alu(Alu::URem, width, amount, &size);
    let rest = d.alu(Alu::Sub, width, &size, &amount);
    Ok((amount, rest))
}

fn join<D: Domain>(
    d: &mut D,
    width: u32,
    (high, left): (&D::Word, &D::Word),
    (low, right): (&D::Word, &D::Word),
) -> D::Word {
    let high = d.alu(Alu::Shl, width, high, left);
    let low = d.alu(Alu::LShr, width, low, right);
    d.alu(Alu::Or, width, &high, &low)
}

/// `value`, or `otherwise` if the amount is zero: `value` contains a shift by the whole width then, whose
/// result is unspecified.
fn unless_zero<D: Domain>(
    d: &mut D,
    width: u32,
    amount: &D::Word,
    value: &D::Word,
    otherwise: &D::Word,
) -> D::Word {
    let zero = d.word(width, 0);
    let moved = d.test(Test::Ne, width, amount, &zero);
    d.select(&moved, width, value, otherwise)
}
