//! The functions of the C library that no standard defines to the last bit.
//!
//! Compiled programs call the libm of the machine they run on, whose results differ between
//! versions in their last bits; so the only exact model of it is that library itself. This is the
//! one module of the crate that calls foreign code: all functions take numbers and give numbers.
#![allow(unsafe_code)]

use std::ffi::c_int;

use quell_bits::{Bits, FloatFormat, float};

use crate::stop::{Stop, StopKind};

type Real1<F> = extern "C" fn(F) -> F;
type Real2<F> = extern "C" fn(F, F) -> F;
type Order<F> = extern "C" fn(c_int, F) -> F;

/// A function of one number, in both precisions.
#[derive(Clone, Copy, Debug)]
pub struct Function1 {
    name: &'static str,
    double: Real1<f64>,
    single: Real1<f32>,
}

/// A function of two numbers.
#[derive(Clone, Copy, Debug)]
pub struct Function2 {
    name: &'static str,
    double: Real2<f64>,
    single: Real2<f32>,
}

/// A function of a whole number and a number: the Bessel functions.
#[derive(Clone, Copy, Debug)]
pub struct FunctionN {
    name: &'static str,
    double: Order<f64>,
    single: Order<f32>,
}

/// A result and the value that `errno` was set to; 0 if it was not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Computed {
    pub bits: Bits,
    pub errno: i32,
}

/// Declares one function of the library. They have no side effect but on `errno`, which belongs to
/// this thread.
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
    ($name:ident($($param:ident: $type:ty),*) -> $real:ty) => {
        #[link(name = "m")]
        unsafe extern "C" {
            safe fn $name($($param: $type),*) -> $real;
        }
    };
}

/// A constant for each pair of functions. They are called by the names that say their width: under
/// the usual ones, Rust's own run-time library brings some of them along (`cbrt`, `fdim`, `fmin`),
/// and those are others, without `errno`.
macro_rules! functions {
    ($kind:ident; $($constant:ident $name:literal = $double:ident, $single:ident;)*) => {
        $(
            declare! { $kind $double f64 }
            declare! { $kind $single f32 }
            pub const $constant: $kind = $kind {
                name: $name,
                double: $double,
                single: $single,
            };
        )*
    };
}

functions! { Function1;
    SIN "sin" = sinf64, sinf32; COS "cos" = cosf64, cosf32; TAN "tan" = tanf64, tanf32;
    ASIN "asin" = asinf64, asinf32; ACOS "acos" = acosf64, acosf32; ATAN "atan" = atanf64, atanf32;
    SINH "sinh" = sinhf64, sinhf32; COSH "cosh" = coshf64, coshf32; TANH "tanh" = tanhf64, tanhf32;
    ASINH "asinh" = asinhf64, asinhf32; ACOSH "acosh" = acoshf64, acoshf32;
    ATANH "atanh" = atanhf64, atanhf32; EXP "exp" = expf64, expf32; EXP2 "exp2" = exp2f64, exp2f32;
    EXP10 "exp10" = exp10f64, exp10f32; EXPM1 "expm1" = expm1f64, expm1f32;
    LOG "log" = logf64, logf32; LOG2 "log2" = log2f64, log2f32; LOG10 "log10" = log10f64, log10f32;
    LOG1P "log1p" = log1pf64, log1pf32; CBRT "cbrt" = cbrtf64, cbrtf32; ERF "erf" = erff64, erff32;
    ERFC "erfc" = erfcf64, erfcf32; TGAMMA "tgamma" = tgammaf64, tgammaf32;
    LGAMMA "lgamma" = lgammaf64, lgammaf32; J0 "j0" = j0f64, j0f32; J1 "j1" = j1f64, j1f32;
    Y0 "y0" = y0f64, y0f32; Y1 "y1" = y1f64, y1f32;
    SIGNIFICAND "significand" = significand, significandf;
}

functions! { Function2;
    POW "pow" = powf64, powf32; ATAN2 "atan2" = atan2f64, atan2f32;
    HYPOT "hypot" = hypotf64, hypotf32; REMAINDER "remainder" = remainderf64, remainderf32;
    FDIM "fdim" = fdimf64, fdimf32; FMIN "fmin" = fminf64, fminf32; FMAX "fmax" = fmaxf64, fmaxf32;
}

functions! { FunctionN;
    JN "jn" = jnf64, jnf32; YN "yn" = ynf64, ynf32;
}

#[link(name = "m")]
unsafe extern "C" {
    safe fn remquof64(x: f64, y: f64, quotient: &mut c_int) -> f64;
    safe fn remquof32(x: f32, y: f32, quotient: &mut c_int) -> f32;
    safe fn __errno_location() -> *mut c_int;
}

/// What a call gives and what it sets `errno` to.
fn with_errno<T>(call: impl FnOnce() -> T) -> (T, i32) {
    let errno = __errno_location();
    // SAFETY: the C library gives a valid pointer to this thread's own variable.
    unsafe { errno.write(0) };
    let result = call();
    // SAFETY: as above; the thread is the same.
    (result, unsafe { errno.read() })
}

fn unsupported(name: &str, format: FloatFormat) -> Stop {
    StopKind::Unsupported(format!("`{name}` on `{}`", format.name())).into()
}

/// Calls in the precision of the format. The formats below single precision are computed in it,
/// as compilers do; above double precision there is no host type.
fn in_precision(
    name: &str,
    format: FloatFormat,
    operands: &[&Bits],
    double: impl FnOnce(&[f64]) -> f64,
    single: impl FnOnce(&[f32]) -> f32,
) -> Result<Computed, Stop> {
    let computed = |(bits, errno)| Computed { bits, errno };
    match format {
        FloatFormat::Double => {
            let operands: Vec<_> = operands
                .iter()
                .map(|a| f64::from_bits(a.low_u64()))
                .collect();
            let (result, errno) = with_errno(|| double(&operands));
            Ok(computed((Bits::from_u64(64, result.to_bits()), errno)))
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
            let result = float::convert(FloatFormat::Single, format, &result);
            Ok(computed((result, errno)))
        }
        FloatFormat::X87 | FloatFormat::Quad => Err(unsupported(name, format)),
    }
}

impl Function1 {
    pub fn call(self, format: FloatFormat, a: &Bits) -> Result<Computed, Stop> {
        let (double, single) = (self.double, self.single);
        in_precision(self.name, format, &[a], |a| double(a[0]), |a| single(a[0]))
    }
}

impl Function2 {
    pub fn call(self, format: FloatFormat, a: &Bits, b: &Bits) -> Result<Computed, Stop> {
        let (double, single) = (self.double, self.single);
        in_precision(
            self.name,
            format,
            &[a, b],
            |a| double(a[0], a[1]),
            |a| single(a[0], a[1]),
        )
    }
}

impl FunctionN {
    pub fn call(self, format: FloatFormat, order: i32, a: &Bits) -> Result<Computed, Stop> {
        let (double, single) = (self.double, self.single);
        in_precision(
            self.name,
            format,
            &[a],
            |a| double(order, a[0]),
            |a| single(order, a[0]),
        )
    }
}

/// The remainder and the low bits of the quotient.
pub fn remainder_and_quotient(
    format: FloatFormat,
    a: &Bits,
    b: &Bits,
) -> Result<(Computed, i32), Stop> {
    let (mut quotient, mut quotient_single) = (0, 0);
    let computed = in_precision(
        "remquo",
        format,
        &[a, b],
        |a| remquof64(a[0], a[1], &mut quotient),
        |a| remquof32(a[0], a[1], &mut quotient_single),
    )?;
    Ok((computed, quotient | quotient_single))
}
