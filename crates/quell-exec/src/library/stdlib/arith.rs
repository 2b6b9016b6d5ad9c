//! Integer arithmetic.

use crate::domain::{Domain, UbMode};
use crate::library::call::{Call, Outcome, models};
use crate::program::shape::ShapeKind;
use crate::stop::{Stop, Ub};
use crate::value::Val;

models! {
    "abs" => abs,
    "labs" => labs,
    "llabs" => labs,
    "imaxabs" => labs,
    "div" => div,
    "ldiv" => ldiv,
    "lldiv" => ldiv,
    "imaxdiv" => ldiv,
}

fn abs<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let value = c.int(0)?;
    require_magnitude(c, value.checked_abs().is_some(), "abs")?;
    c.give_int(value.wrapping_abs())
}

fn labs<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let value = c.long(0)?;
    require_magnitude(c, value.checked_abs().is_some(), "labs")?;
    c.give_long(value.wrapping_abs())
}

/// Requires that the absolute value fits; that of the smallest number does not.
fn require_magnitude<D: Domain>(
    c: &mut Call<D>,
    fits: bool,
    name: &'static str,
) -> Result<(), Stop> {
    let wraps = matches!(c.machine.domain.ub_mode(), UbMode::Wrap | UbMode::Overflow);
    if fits || wraps {
        Ok(())
    } else {
        Err(Ub::SignedOverflow {
            operation: name.into(),
        }
        .into())
    }
}

/// Quotient and remainder of operands of `width` bits.
fn divide(a: i64, b: i64, width: u32) -> Result<(i64, i64), Stop> {
    if b == 0 {
        return Err(Ub::DivisionByZero {
            operation: "div".into(),
        }
        .into());
    }
    let least = i64::MIN >> (64 - width);
    if b == -1 && a == least {
        return Err(Ub::DivisionOverflow {
            operation: "div".into(),
        }
        .into());
    }
    Ok((a / b, a % b))
}

/// Two ints are returned in one word, the quotient in its low half.
fn div<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (a, b) = (c.int(0)?, c.int(1)?);
    let (quotient, remainder) = divide(i64::from(a), i64::from(b), 32)?;
    let (low, high) = (quotient as u32, remainder as u32);
    let shape = c.machine.program.shapes.get(c.site.ret)?;
    if let ShapeKind::Struct(_) = shape.kind {
        return give_pair(c, 32, u64::from(low), u64::from(high));
    }
    c.give(64, u64::from(high) << 32 | u64::from(low))
}

fn ldiv<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (a, b) = (c.long(0)?, c.long(1)?);
    let (quotient, remainder) = divide(a, b, 64)?;
    give_pair(c, 64, quotient as u64, remainder as u64)
}

fn give_pair<D: Domain>(c: &mut Call<D>, width: u32, a: u64, b: u64) -> Outcome<D> {
    let members = [a, b].map(|value| Val::Word(c.machine.domain.word(width, value)));
    Ok(Some(Val::agg(members)))
}
