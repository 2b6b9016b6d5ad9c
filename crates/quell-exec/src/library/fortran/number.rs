//! Arithmetic that is not inlined: remainders, powers, and conversions.

use crate::domain::Domain;
use crate::library::call::{Call, Outcome, models};
use crate::stop::{Stop, Ub};

models! {
    "ModInteger1" => mod_8,
    "ModInteger2" => mod_16,
    "ModInteger4" => mod_32,
    "ModInteger8" => mod_64,
    "ModReal4" => mod_float,
    "ModReal8" => mod_double,
    "ModuloInteger1" => modulo_8,
    "ModuloInteger2" => modulo_16,
    "ModuloInteger4" => modulo_32,
    "ModuloInteger8" => modulo_64,
    "ModuloReal4" => modulo_float,
    "ModuloReal8" => modulo_double,
    "FPow4i" => power_float,
    "FPow8i" => power_double,
    "FPow4k" => power_float_long,
    "FPow8k" => power_double_long,
    "Fraction4" => fraction_float,
    "Fraction8" => fraction_double,
    "Exponent4_4" => exponent_float,
    "Exponent8_4" => exponent_double,
    "Exponent4_8" => exponent_float_long,
    "Exponent8_8" => exponent_double_long,
    "Scale4" => scale_float,
    "Scale8" => scale_double,
    "Spacing4" => spacing_float,
    "Spacing8" => spacing_double,
    "RRSpacing4" => rrspacing_float,
    "RRSpacing8" => rrspacing_double,
    "Nearest4" => nearest_float,
    "Nearest8" => nearest_double,
    "SetExponent4" => set_exponent_float,
    "SetExponent8" => set_exponent_double,
}

impl<D: Domain> Call<'_, D> {
    fn signed(&mut self, index: usize, width: u32) -> Result<i64, Stop> {
        Ok(quell_bits::word::sign_extend(
            width,
            self.bits(index, width)?,
        ))
    }

    fn float(&mut self, index: usize) -> Result<f32, Stop> {
        Ok(f32::from_bits(self.bits(index, 32)? as u32))
    }

    fn double(&mut self, index: usize) -> Result<f64, Stop> {
        Ok(f64::from_bits(self.bits(index, 64)?))
    }

    fn give_float(&mut self, value: f32) -> Outcome<D> {
        self.give(32, u64::from(value.to_bits()))
    }

    fn give_double(&mut self, value: f64) -> Outcome<D> {
        self.give(64, value.to_bits())
    }
}

fn divided<D: Domain>(c: &mut Call<D>, width: u32) -> Result<(i64, i64), Stop> {
    let (a, b) = (c.signed(0, width)?, c.signed(1, width)?);
    match b {
        0 => Err(Ub::DivisionByZero {
            operation: "mod".into(),
        }
        .into()),
        _ => Ok((a, b)),
    }
}

fn remainder<D: Domain>(c: &mut Call<D>, width: u32) -> Outcome<D> {
    let (a, b) = divided(c, width)?;
    c.give(width, a.wrapping_rem(b) as u64)
}

/// The remainder with the sign of the divisor.
fn modulo<D: Domain>(c: &mut Call<D>, width: u32) -> Outcome<D> {
    let (a, b) = divided(c, width)?;
    let rest = a.wrapping_rem(b);
    let wrong_sign = rest != 0 && (rest < 0) != (b < 0);
    c.give(width, (if wrong_sign { rest + b } else { rest }) as u64)
}

fn mod_8<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    remainder(c, 8)
}

fn mod_16<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    remainder(c, 16)
}

fn mod_32<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    remainder(c, 32)
}

fn mod_64<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    remainder(c, 64)
}

fn modulo_8<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    modulo(c, 8)
}

fn modulo_16<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    modulo(c, 16)
}

fn modulo_32<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    modulo(c, 32)
}

fn modulo_64<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    modulo(c, 64)
}

fn mod_float<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let value = c.float(0)? % c.float(1)?;
    c.give_float(value)
}

fn mod_double<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let value = c.double(0)? % c.double(1)?;
    c.give_double(value)
}

/// The remainder with the sign of the divisor, also for zero.
fn real_modulo(a: f64, b: f64) -> f64 {
    let rest = a % b;
    if rest == 0.0 {
        rest.copysign(b)
    } else if (rest < 0.0) != (b < 0.0) {
        rest + b
    } else {
        rest
    }
}

fn modulo_float<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (a, b) = (c.float(0)?, c.float(1)?);
    let rest = a % b;
    let value = if rest != 0.0 && (rest < 0.0) != (b < 0.0) {
        rest + b
    } else {
        real_modulo(a.into(), b.into()) as f32
    };
    c.give_float(value)
}

fn modulo_double<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let value = real_modulo(c.double(0)?, c.double(1)?);
    c.give_double(value)
}

/// Exponentiation by squaring in the order of flang's runtime, because each step rounds.
macro_rules! power {
    ($base:expr, $exponent:expr) => {{
        let (mut base, exponent) = ($base, $exponent);
        let mut rest = i64::unsigned_abs(exponent);
        let mut result = 1.0;
        if exponent < 0 {
            base = 1.0 / base;
        }
        while rest != 0 {
            if rest & 1 == 1 {
                result *= base;
            }
            rest >>= 1;
            if rest != 0 {
                base *= base;
            }
        }
        result
    }};
}

fn power_float<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let value: f32 = power!(c.float(0)?, c.signed(1, 32)?);
    c.give_float(value)
}

fn power_double<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let value: f64 = power!(c.double(0)?, c.signed(1, 32)?);
    c.give_double(value)
}

fn power_float_long<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let value: f32 = power!(c.float(0)?, c.signed(1, 64)?);
    c.give_float(value)
}

fn power_double_long<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let value: f64 = power!(c.double(0)?, c.signed(1, 64)?);
    c.give_double(value)
}

/// A number as a fraction in [0.5, 1) and a power of two.
fn parts(value: f64) -> (f64, i64) {
    if value == 0.0 || !value.is_finite() {
        return (value, 0);
    }
    let (scaled, shift) = if value.abs() < f64::MIN_POSITIVE {
        (value * 2f64.powi(64), 64)
    } else {
        (value, 0)
    };
    let bits = scaled.to_bits();
    let exponent = ((bits >> 52) & 0x7ff) as i64 - 1022;
    let fraction = f64::from_bits((bits & !(0x7ff << 52)) | (1022 << 52));
    (fraction, exponent - shift)
}

/// `value * 2**power`, rounded once.
fn scaled(value: f64, power: i64) -> f64 {
    let power = power.clamp(-2200, 2200);
    if power >= -1000 {
        let half = power / 2;
        return value * 2f64.powi(half as i32) * 2f64.powi((power - half) as i32);
    }
    // Only the last step may round.
    let (fraction, exponent) = parts(value);
    let total = exponent + power;
    match total {
        ..=-1100 => 0.0f64.copysign(value),
        -1099..=-900 => fraction * 2f64.powi(-500) * 2f64.powi((total + 500) as i32),
        _ => fraction * 2f64.powi(total as i32),
    }
}

fn fraction_float<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let value = parts(c.float(0)?.into()).0 as f32;
    c.give_float(value)
}

fn fraction_double<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let value = parts(c.double(0)?).0;
    c.give_double(value)
}

fn exponent<D: Domain>(c: &mut Call<D>, value: f64, width: u32) -> Outcome<D> {
    let exponent = if value.is_finite() {
        parts(value).1
    } else if width == 32 {
        i64::from(i32::MAX)
    } else {
        i64::MAX
    };
    c.give(width, exponent as u64)
}

fn exponent_float<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let value = c.float(0)?.into();
    exponent(c, value, 32)
}

fn exponent_double<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let value = c.double(0)?;
    exponent(c, value, 32)
}

fn exponent_float_long<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let value = c.float(0)?.into();
    exponent(c, value, 64)
}

fn exponent_double_long<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let value = c.double(0)?;
    exponent(c, value, 64)
}

fn scale_float<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let value = scaled(c.float(0)?.into(), c.long(1)?) as f32;
    c.give_float(value)
}

fn scale_double<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let value = scaled(c.double(0)?, c.long(1)?);
    c.give_double(value)
}

fn set_exponent_float<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let value = scaled(parts(c.float(0)?.into()).0, c.long(1)?) as f32;
    c.give_float(value)
}

fn set_exponent_double<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let value = scaled(parts(c.double(0)?).0, c.long(1)?);
    c.give_double(value)
}

/// The distance to the next number, for a format with this many digits.
fn spacing(value: f64, digits: i64, least: f64) -> f64 {
    match value {
        0.0 => least,
        value if !value.is_finite() => f64::NAN,
        value => scaled(1.0, parts(value).1 - digits).max(least),
    }
}

fn spacing_float<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let value = spacing(c.float(0)?.into(), 24, f32::MIN_POSITIVE.into()) as f32;
    c.give_float(value)
}

fn spacing_double<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let value = spacing(c.double(0)?, 53, f64::MIN_POSITIVE);
    c.give_double(value)
}

fn rrspacing(value: f64, digits: i64) -> f64 {
    if value.is_finite() {
        scaled(parts(value).0.abs(), digits)
    } else {
        f64::NAN
    }
}

fn rrspacing_float<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let value = rrspacing(c.float(0)?.into(), 24) as f32;
    c.give_float(value)
}

fn rrspacing_double<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let value = rrspacing(c.double(0)?, 53);
    c.give_double(value)
}

fn nearest_float<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let value = c.float(0)?;
    let value = if c.bits(1, 1)? != 0 {
        value.next_up()
    } else {
        value.next_down()
    };
    c.give_float(value)
}

fn nearest_double<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let value = c.double(0)?;
    let value = if c.bits(1, 1)? != 0 {
        value.next_up()
    } else {
        value.next_down()
    };
    c.give_double(value)
}
