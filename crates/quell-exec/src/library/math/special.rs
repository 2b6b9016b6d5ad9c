//! Functions that the C library of the host computes.

use quell_bits::{Bits, FloatFormat};

use super::host::{self, Function1, Function2, FunctionN};
use super::{bits, give_computed, in_format, in_formats, put};
use crate::domain::Domain;
use crate::library::Table;
use crate::library::call::{Call, Outcome};

in_formats! { "" Double, "f" Single, "l" X87; {
    "sin" => one(host::SIN),
    "cos" => one(host::COS),
    "tan" => one(host::TAN),
    "asin" => one(host::ASIN),
    "acos" => one(host::ACOS),
    "atan" => one(host::ATAN),
    "sinh" => one(host::SINH),
    "cosh" => one(host::COSH),
    "tanh" => one(host::TANH),
    "asinh" => one(host::ASINH),
    "acosh" => one(host::ACOSH),
    "atanh" => one(host::ATANH),
    "exp" => one(host::EXP),
    "exp2" => one(host::EXP2),
    "exp10" => one(host::EXP10),
    "expm1" => one(host::EXPM1),
    "log" => one(host::LOG),
    "log2" => one(host::LOG2),
    "log10" => one(host::LOG10),
    "log1p" => one(host::LOG1P),
    "cbrt" => one(host::CBRT),
    "erf" => one(host::ERF),
    "erfc" => one(host::ERFC),
    "tgamma" => one(host::TGAMMA),
    "lgamma" => log_gamma,
    "gamma" => log_gamma,
    "j0" => one(host::J0),
    "j1" => one(host::J1),
    "y0" => one(host::Y0),
    "y1" => one(host::Y1),
    "significand" => one(host::SIGNIFICAND),
    "pow" => two(host::POW),
    "atan2" => two(host::ATAN2),
    "hypot" => two(host::HYPOT),
    "remainder" => two(host::REMAINDER),
    "drem" => two(host::REMAINDER),
    "fdim" => two(host::FDIM),
    "fmin" => two(host::FMIN),
    "fmax" => two(host::FMAX),
    "jn" => ordered(host::JN),
    "yn" => ordered(host::YN),
    "remquo" => remainder_and_quotient,
    "sincos" => sine_and_cosine,
} }

/// In these names the suffix for the type is in the middle.
pub fn tables_of_reentrant<D: Domain>() -> Vec<Table<D>> {
    vec![
        in_format!("" Double; { "lgamma_r" => log_gamma_and_sign, }),
        in_format!("" Single; { "lgammaf_r" => log_gamma_and_sign, }),
        in_format!("" X87; { "lgammal_r" => log_gamma_and_sign, }),
    ]
}

fn one<D: Domain>(c: &mut Call<D>, format: FloatFormat, function: Function1) -> Outcome<D> {
    let computed = function.call(format, &bits(c, 0, format)?)?;
    give_computed(c, &computed)
}

fn two<D: Domain>(c: &mut Call<D>, format: FloatFormat, function: Function2) -> Outcome<D> {
    let (a, b) = (bits(c, 0, format)?, bits(c, 1, format)?);
    let computed = function.call(format, &a, &b)?;
    give_computed(c, &computed)
}

fn ordered<D: Domain>(c: &mut Call<D>, format: FloatFormat, function: FunctionN) -> Outcome<D> {
    let (order, x) = (c.int(0)?, bits(c, 1, format)?);
    let computed = function.call(format, order, &x)?;
    give_computed(c, &computed)
}

fn remainder_and_quotient<D: Domain>(c: &mut Call<D>, format: FloatFormat) -> Outcome<D> {
    let (a, b) = (bits(c, 0, format)?, bits(c, 1, format)?);
    let (computed, quotient) = host::remainder_and_quotient(format, &a, &b)?;
    put(c, 2, &Bits::from_i64(32, i64::from(quotient)))?;
    give_computed(c, &computed)
}

fn sine_and_cosine<D: Domain>(c: &mut Call<D>, format: FloatFormat) -> Outcome<D> {
    let x = bits(c, 0, format)?;
    let (sine, cosine) = (host::SIN.call(format, &x)?, host::COS.call(format, &x)?);
    put(c, 1, &sine.bits)?;
    put(c, 2, &cosine.bits)?;
    give_computed(c, &sine)?;
    Ok(None)
}

fn log_gamma<D: Domain>(c: &mut Call<D>, format: FloatFormat) -> Outcome<D> {
    let (computed, sign) = host::log_gamma(format, &bits(c, 0, format)?)?;
    c.machine.set_int_variable("signgam", sign)?;
    give_computed(c, &computed)
}

fn log_gamma_and_sign<D: Domain>(c: &mut Call<D>, format: FloatFormat) -> Outcome<D> {
    let (computed, sign) = host::log_gamma(format, &bits(c, 0, format)?)?;
    put(c, 1, &Bits::from_i64(32, i64::from(sign)))?;
    give_computed(c, &computed)
}
