//! Functions of the C library whose results no standard defines exactly.
//!
//! Compiled programs call the libm of the machine they run on, and its last bits differ between versions, so
//! its only exact model is the library itself. Together with [`extended`] for `long double` and
//! [`complex`](super::complex) for pairs, this is the only module of the crate that calls foreign code; the
//! functions have no access to memory of the program.
#![allow(unsafe_code)]

use std::cell::Cell;
use std::ffi::c_int;

use quell_bits::{Bits, FloatFormat, float};
use quell_values::unsupported::Unsupported;

use super::extended;
use crate::stop::Stop;

type Real1<F> = extern "C" fn(F) -> F;
type Real2<F> = extern "C" fn(F, F) -> F;
type Order<F> = extern "C" fn(c_int, F) -> F;

/// A function of one number, in all precisions.
#[derive(Clone, Copy, Debug)]
pub struct Function1 {
    name: &'static str,
    double: Real1<f64>,
    single: Real1<f32>,
    long: extended::Function,
}

/// A function of two numbers.
#[derive(Clone, Copy, Debug)]
pub struct Function2 {
    name: &'static str,
    double: Real2<f64>,
    single: Real2<f32>,
    long: extended::Function,
}

/// A function of an integer and a number: the Bessel functions.
#[derive(Clone, Copy, Debug)]
pub struct FunctionN {
    name: &'static str,
    double: Order<f64>,
    single: Order<f32>,
    long: extended::Function,
}

/// A result, and the value that `errno` was set to; 0 if it was not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Computed {
    pub bits: Bits,
    pub errno: i32,
}

/// Declares a function of the library. Its only side effect is on `errno`, which is thread-local.
macro_rules! declare {
    (Function1 $name:ident $real:ty) => {
        declare! { $name(x: $real) -> $real }
    };
    (Function2 $name:ident $real:ty) => {
        declare! { $name(x: $real, y: $real) -> $real }
    };
    (FunctionN $name:ident $real:ty) => {
        declare! { $name(order: c_int, x: $real) -> $real }
    };
    // Called through [`extended`], which implements its calling convention.
    ($name:ident) => {
        #[link(name = "m")]
        unsafe extern "C" {
            fn $name();
        }
    };
    ($name:ident($($param:ident: $type:ty),*) -> $real:ty) => {
        #[link(name = "m")]
        unsafe extern "C" {
            safe fn $name($($param: $type),*) -> $real;
        }
    };
}

/// A constant for each function. They are linked by the names that include the width: Rust's run-time library
/// defines some of the usual names (`cbrt`, `fdim`, `fmin`) with functions that do not set `errno`.
macro_rules! functions {
    ($kind:ident; $($constant:ident $name:literal = $double:ident, $single:ident, $long:ident;)*) => {
        $(
            declare! { $kind $double f64 }
            declare! { $kind $single f32 }
            declare! { $long }
            pub const $constant: $kind = $kind {
                name: $name,
                double: $double,
                single: $single,
                long: extended::Function($long),
            };
        )*
    };
}

functions! { Function1;
    SIN "sin" = sinf64, sinf32, sinl; COS "cos" = cosf64, cosf32, cosl; TAN "tan" = tanf64, tanf32, tanl;
    ASIN "asin" = asinf64, asinf32, asinl; ACOS "acos" = acosf64, acosf32, acosl; ATAN "atan" = atanf64, atanf32, atanl;
    SINH "sinh" = sinhf64, sinhf32, sinhl; COSH "cosh" = coshf64, coshf32, coshl; TANH "tanh" = tanhf64, tanhf32, tanhl;
    ASINH "asinh" = asinhf64, asinhf32, asinhl; ACOSH "acosh" = acoshf64, acoshf32, acoshl;
    ATANH "atanh" = atanhf64, atanhf32, atanhl; EXP "exp" = expf64, expf32, expl; EXP2 "exp2" = exp2f64, exp2f32, exp2l;
    EXP10 "exp10" = exp10f64, exp10f32, exp10l; EXPM1 "expm1" = expm1f64, expm1f32, expm1l;
    LOG "log" = logf64, logf32, logl; LOG2 "log2" = log2f64, log2f32, log2l; LOG10 "log10" = log10f64, log10f32, log10l;
    LOG1P "log1p" = log1pf64, log1pf32, log1pl; CBRT "cbrt" = cbrtf64, cbrtf32, cbrtl; ERF "erf" = erff64, erff32, erfl;
    ERFC "erfc" = erfcf64, erfcf32, erfcl; TGAMMA "tgamma" = tgammaf64, tgammaf32, tgammal;
    LGAMMA "lgamma" = lgammaf64, lgammaf32, lgammal; J0 "j0" = j0f64, j0f32, j0l; J1 "j1" = j1f64, j1f32, j1l;
    Y0 "y0" = y0f64, y0f32, y0l; Y1 "y1" = y1f64, y1f32, y1l;
    SIGNIFICAND "significand" = significand, significandf, significandl;
}

functions! { Function2;
    POW "pow" = powf64, powf32, powl; ATAN2 "atan2" = atan2f64, atan2f32, atan2l;
    HYPOT "hypot" = hypotf64, hypotf32, hypotl; REMAINDER "remainder" = remainderf64, remainderf32, remainderl;
    FDIM "fdim" = fdimf64, fdimf32, fdiml; FMIN "fmin" = fminf64, fminf32, fminl; FMAX "fmax" = fmaxf64, fmaxf32, fmaxl;
}

functions! { FunctionN;
    JN "jn" = jnf64, jnf32, jnl; YN "yn" = ynf64, ynf32, ynl;
}

#[link(name = "m")]
unsafe extern "C" {
    safe fn remquof64(x: f64, y: f64, quotient: &mut c_int) -> f64;
    safe fn remquof32(x: f32, y: f32, quotient: &mut c_int) -> f32;
    safe fn lgammaf64_r(x: f64, sign: &mut c_int) -> f64;
    safe fn lgammaf32_r(x: f32, sign: &mut c_int) -> f32;
    safe fn __errno_location() -> *mut c_int;
}

/// The result of a call, and the value that it set `errno` to.
pub fn with_errno<T>(call: impl FnOnce() -> T) -> (T, i32) {
    let errno = __errno_location();
    // SAFETY: the C library returns a valid pointer to this thread's own variable.
    unsafe { errno.write(0) };
    let result = call();
    // SAFETY: as above; the thread is the same.
    (result, unsafe { errno.read() })
}

pub fn unsupported(name: &str, format: FloatFormat) -> Stop {
    let (function, format) = (name.to_owned(), format.name().to_owned());
    Unsupported::FloatFormat { function, format }.into()
}

/// Calls the variant for the precision of the format. Formats below single precision are computed in it, as
/// compilers do; quadruple precision has no host type.
fn in_precision(
    name: &str,
    format: FloatFormat,
    operands: &[&Bits],
    double: impl FnOnce(&[f64]) -> f64,
    single: impl FnOnce(&[f32]) -> f32,
    long: impl FnOnce(&[&Bits]) -> Bits,
) -> Result<Computed, Stop> {
    let (bits, errno) = match format {
        FloatFormat::Double => {
            let operands = operands.iter().map(|a| f64::from_bits(a.low_u64()));
            let operands: Vec<_> = operands.collect();
            let (result, errno) = with_errno(|| double(&operands));
            (Bits::from_u64(64, result.to_bits()), errno)
        }
        FloatFormat::Single | FloatFormat::Half | FloatFormat::BFloat => {
            let widened = operands
                .iter()
                .map(|a| float::convert(format, FloatFormat::Single, a));
            let operands: Vec<_> = widened
                .map(|a| f32::from_bits(a.low_u64() as u32))
                .collect();
            let (result, errno) = with_errno(|| single(&operands));
            let result = Bits::from_u64(32, u64::from(result.to_bits()));
            (float::convert(FloatFormat::Single, format, &result), errno)
        }
        FloatFormat::X87 if extended::AVAILABLE => with_errno(|| long(operands)),
        FloatFormat::X87 | FloatFormat::Quad => return Err(unsupported(name, format)),
    };
    Ok(Computed { bits, errno })
}

impl Function1 {
    pub fn call(self, format: FloatFormat, a: &Bits) -> Result<Computed, Stop> {
        in_precision(
            self.name,
            format,
            &[a],
            |a| (self.double)(a[0]),
            |a| (self.single)(a[0]),
            |a| self.long.real(0, a),
        )
    }
}

impl Function2 {
    pub fn call(self, format: FloatFormat, a: &Bits, b: &Bits) -> Result<Computed, Stop> {
        in_precision(
            self.name,
            format,
            &[a, b],
            |a| (self.double)(a[0], a[1]),
            |a| (self.single)(a[0], a[1]),
            |a| self.long.real(0, a),
        )
    }
}

impl FunctionN {
    pub fn call(self, format: FloatFormat, order: i32, a: &Bits) -> Result<Computed, Stop> {
        in_precision(
            self.name,
            format,
            &[a],
            |a| (self.double)(order, a[0]),
            |a| (self.single)(order, a[0]),
            |a| self.long.real(u64::from(order as u32), a),
        )
    }
}

declare! { remquol }
declare! { lgammal_r }

/// The remainder, and the low bits of the quotient.
pub fn remainder_and_quotient(
    format: FloatFormat,
    a: &Bits,
    b: &Bits,
) -> Result<(Computed, i32), Stop> {
    let quotient = Cell::new(0);
    let computed = in_precision(
        "remquo",
        format,
        &[a, b],
        |a| with_integer(&quotient, |quotient| remquof64(a[0], a[1], quotient)),
        |a| with_integer(&quotient, |quotient| remquof32(a[0], a[1], quotient)),
        |a| {
            let (result, written) = extended::Function(remquol).real_and_int(a);
            quotient.set(written);
            result
        },
    )?;
    Ok((computed, quotient.get()))
}

/// The logarithm of the gamma function, and the sign of the gamma function.
pub fn log_gamma(format: FloatFormat, a: &Bits) -> Result<(Computed, i32), Stop> {
    let sign = Cell::new(0);
    let computed = in_precision(
        "lgamma",
        format,
        &[a],
        |a| with_integer(&sign, |sign| lgammaf64_r(a[0], sign)),
        |a| with_integer(&sign, |sign| lgammaf32_r(a[0], sign)),
        |a| {
            let (result, written) = extended::Function(lgammal_r).real_and_int(a);
            sign.set(written);
            result
        },
    )?;
    Ok((computed, sign.get()))
}

/// Calls a function that also writes an integer.
fn with_integer<T>(to: &Cell<c_int>, call: impl FnOnce(&mut c_int) -> T) -> T {
    let mut written = 0;
    let result = call(&mut written);
    to.set(written);
    result
}
