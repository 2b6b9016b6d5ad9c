//! The functions of `complex.h`, computed by the host's C library like those of `math.h`.
#![allow(unsafe_code)]

use quell_bits::{Bits, FloatFormat};

use super::Pair;
use crate::library::math::extended;
use crate::library::math::host::{Computed, unsupported, with_errno};
use crate::stop::Stop;

/// A complex number as C passes it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Complex<F> {
    re: F,
    im: F,
}

/// A function from complex to complex numbers.
#[derive(Clone, Copy, Debug)]
pub struct Function {
    name: &'static str,
    double: extern "C" fn(Complex<f64>) -> Complex<f64>,
    single: extern "C" fn(Complex<f32>) -> Complex<f32>,
    long: extended::Function,
}

/// A function of two complex numbers.
#[derive(Clone, Copy, Debug)]
pub struct Function2 {
    name: &'static str,
    double: extern "C" fn(Complex<f64>, Complex<f64>) -> Complex<f64>,
    single: extern "C" fn(Complex<f32>, Complex<f32>) -> Complex<f32>,
    long: extended::Function,
}

/// A function from complex to real numbers.
#[derive(Clone, Copy, Debug)]
pub struct Magnitude {
    name: &'static str,
    double: extern "C" fn(Complex<f64>) -> f64,
    single: extern "C" fn(Complex<f32>) -> f32,
    long: extended::Function,
}

macro_rules! functions {
    ($kind:ident $result:ident; $($constant:ident $name:literal = $double:ident, $single:ident, $long:ident;)*) => {
        $(
            #[link(name = "m")]
            unsafe extern "C" {
                safe fn $double(x: Complex<f64>) -> $result<f64>;
                safe fn $single(x: Complex<f32>) -> $result<f32>;
                fn $long();
            }
            pub const $constant: $kind = $kind {
                name: $name,
                double: $double,
                single: $single,
                long: extended::Function($long),
            };
        )*
    };
}

/// A real number.
type Plain<F> = F;

functions! { Function Complex;
    CSQRT "csqrt" = csqrtf64, csqrtf32, csqrtl; CEXP "cexp" = cexpf64, cexpf32, cexpl;
    CLOG "clog" = clogf64, clogf32, clogl; CLOG10 "clog10" = clog10f64, clog10f32, clog10l;
    CSIN "csin" = csinf64, csinf32, csinl; CCOS "ccos" = ccosf64, ccosf32, ccosl;
    CTAN "ctan" = ctanf64, ctanf32, ctanl; CASIN "casin" = casinf64, casinf32, casinl;
    CACOS "cacos" = cacosf64, cacosf32, cacosl; CATAN "catan" = catanf64, catanf32, catanl;
    CSINH "csinh" = csinhf64, csinhf32, csinhl; CCOSH "ccosh" = ccoshf64, ccoshf32, ccoshl;
    CTANH "ctanh" = ctanhf64, ctanhf32, ctanhl; CASINH "casinh" = casinhf64, casinhf32, casinhl;
    CACOSH "cacosh" = cacoshf64, cacoshf32, cacoshl; CATANH "catanh" = catanhf64, catanhf32, catanhl;
    CPROJ "cproj" = cprojf64, cprojf32, cprojl;
}

functions! { Magnitude Plain;
    CABS "cabs" = cabsf64, cabsf32, cabsl; CARG "carg" = cargf64, cargf32, cargl;
}

#[link(name = "m")]
unsafe extern "C" {
    safe fn cpowf64(x: Complex<f64>, y: Complex<f64>) -> Complex<f64>;
    safe fn cpowf32(x: Complex<f32>, y: Complex<f32>) -> Complex<f32>;
    fn cpowl();
}

pub const CPOW: Function2 = Function2 {
    name: "cpow",
    double: cpowf64,
    single: cpowf32,
    long: extended::Function(cpowl),
};

fn double(x: &Pair) -> Complex<f64> {
    let part = |bits: &Bits| f64::from_bits(bits.low_u64());
    Complex {
        re: part(&x.0),
        im: part(&x.1),
    }
}

fn single(x: &Pair) -> Complex<f32> {
    let part = |bits: &Bits| f32::from_bits(bits.low_u64() as u32);
    Complex {
        re: part(&x.0),
        im: part(&x.1),
    }
}

fn of_double(x: f64) -> Bits {
    Bits::from_u64(64, x.to_bits())
}

fn of_single(x: f32) -> Bits {
    Bits::from_u64(32, u64::from(x.to_bits()))
}

fn pair_of_double(x: Complex<f64>) -> Pair {
    (of_double(x.re), of_double(x.im))
}

fn pair_of_single(x: Complex<f32>) -> Pair {
    (of_single(x.re), of_single(x.im))
}

impl Function {
    /// The result, and the value that `errno` was set to.
    pub fn call(self, format: FloatFormat, x: &Pair) -> Result<(Pair, i32), Stop> {
        Ok(match format {
            FloatFormat::Double => with_errno(|| pair_of_double((self.double)(double(x)))),
            FloatFormat::Single => with_errno(|| pair_of_single((self.single)(single(x)))),
            FloatFormat::X87 if extended::AVAILABLE => {
                with_errno(|| self.long.complex(&[&x.0, &x.1]))
            }
            _ => return Err(unsupported(self.name, format)),
        })
    }
}

impl Function2 {
    pub fn call(self, format: FloatFormat, x: &Pair, y: &Pair) -> Result<(Pair, i32), Stop> {
        Ok(match format {
            FloatFormat::Double => {
                with_errno(|| pair_of_double((self.double)(double(x), double(y))))
            }
            FloatFormat::Single => {
                with_errno(|| pair_of_single((self.single)(single(x), single(y))))
            }
            FloatFormat::X87 if extended::AVAILABLE => {
                with_errno(|| self.long.complex(&[&x.0, &x.1, &y.0, &y.1]))
            }
            _ => return Err(unsupported(self.name, format)),
        })
    }
}

impl Magnitude {
    pub fn call(self, format: FloatFormat, x: &Pair) -> Result<Computed, Stop> {
        let (bits, errno) = match format {
            FloatFormat::Double => with_errno(|| of_double((self.double)(double(x)))),
            FloatFormat::Single => with_errno(|| of_single((self.single)(single(x)))),
            FloatFormat::X87 if extended::AVAILABLE => {
                with_errno(|| self.long.real(0, &[&x.0, &x.1]))
            }
            _ => return Err(unsupported(self.name, format)),
        };
        Ok(Computed { bits, errno })
    }
}
