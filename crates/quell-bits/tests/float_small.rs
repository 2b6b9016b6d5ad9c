//! The 16-bit formats on every value, against doubles: a double holds each of their sums, products
//! and square roots exactly enough that rounding it again gives the right result.

mod support;

use quell_bits::Bits;
use quell_bits::float::{self, FloatFormat};
use support::Random;

const D: FloatFormat = FloatFormat::Double;
const SMALL: [FloatFormat; 2] = [FloatFormat::Half, FloatFormat::BFloat];

fn all(format: FloatFormat) -> impl Iterator<Item = Bits> {
    (0..=u16::MAX).map(move |raw| Bits::from_u64(format.width(), raw.into()))
}

fn to_f64(format: FloatFormat, bits: &Bits) -> f64 {
    f64::from_bits(float::convert(format, D, bits).low_u64())
}

fn from_f64(format: FloatFormat, value: f64) -> Bits {
    float::convert(D, format, &Bits::from_u64(64, value.to_bits()))
}

type Unary = (&'static str, fn(FloatFormat, &Bits) -> Bits, fn(f64) -> f64);

const UNARY: &[Unary] = &[
    ("sqrt", float::sqrt, f64::sqrt),
    ("floor", float::floor, f64::floor),
    ("ceil", float::ceil, f64::ceil),
    ("trunc", float::trunc, f64::trunc),
    ("round", float::round, f64::round),
    ("roundeven", float::roundeven, f64::round_ties_even),
    ("rint", float::rint, f64::round_ties_even),
    ("nearbyint", float::nearbyint, f64::round_ties_even),
    ("neg", float::neg, |x| -x),
    ("abs", float::abs, f64::abs),
];

#[test]
fn unary_operations_on_every_value() {
    for format in SMALL {
        for bits in all(format).filter(|bits| !float::is_nan(format, bits)) {
            let value = to_f64(format, &bits);
            for (name, operation, reference) in UNARY {
                let (got, want) = (operation(format, &bits), reference(value));
                if want.is_nan() {
                    assert_eq!(got, float::nan::default_nan(format), "{name} {bits:x}");
                } else {
                    assert_eq!(got, from_f64(format, want), "{name} {bits:x}");
                }
            }
        }
    }
}

#[test]
fn nans_come_out_quieted() {
    for format in SMALL {
        for bits in all(format).filter(|bits| float::is_nan(format, bits)) {
            let quiet = float::nan::quiet(format, &bits);
            assert!(!float::is_signaling(format, &quiet));
            for (name, operation, _) in UNARY.iter().filter(|row| row.0 != "neg" && row.0 != "abs")
            {
                assert_eq!(operation(format, &bits), quiet, "{name} {bits:x}");
            }
            let one = float::from_int(format, &Bits::one(8), false);
            assert_eq!(float::add(format, &one, &bits), quiet);
            assert_eq!(float::mul(format, &bits, &one), quiet);
        }
    }
}

#[test]
fn classes_of_every_value() {
    for format in SMALL {
        for bits in all(format) {
            let value = to_f64(format, &bits);
            assert_eq!(float::is_nan(format, &bits), value.is_nan());
            assert_eq!(float::is_inf(format, &bits), value.is_infinite());
            assert_eq!(float::is_finite(format, &bits), value.is_finite());
            assert_eq!(float::is_zero(format, &bits), value == 0.0);
            assert_eq!(float::sign(format, &bits), value.is_sign_negative());
            let least_normal = if format == FloatFormat::Half {
                -14
            } else {
                -126
            };
            let subnormal = value != 0.0 && value.abs() < f64::powi(2.0, least_normal);
            assert_eq!(float::is_subnormal(format, &bits), subnormal);
            assert_eq!(
                float::is_normal(format, &bits),
                value.is_finite() && value != 0.0 && !subnormal
            );
        }
    }
}

type Binary = (
    &'static str,
    fn(FloatFormat, &Bits, &Bits) -> Bits,
    fn(f64, f64) -> f64,
);

const BINARY: &[Binary] = &[
    ("add", float::add, |x, y| x + y),
    ("sub", float::sub, |x, y| x - y),
    ("mul", float::mul, |x, y| x * y),
    ("div", float::div, |x, y| x / y),
    ("rem", float::rem, |x, y| x % y),
    ("copysign", float::copysign, f64::copysign),
];

#[test]
fn binary_operations() {
    let mut random = Random(11);
    for format in SMALL {
        for _ in 0..60_000 {
            let (a, b) = (random.pattern(format), random.pattern(format));
            let (x, y) = (to_f64(format, &a), to_f64(format, &b));
            if x.is_nan() || y.is_nan() {
                continue;
            }
            assert_eq!(float::compare(format, &a, &b), x.partial_cmp(&y));
            for (name, operation, reference) in BINARY {
                let (got, want) = (operation(format, &a, &b), reference(x, y));
                if want.is_nan() {
                    assert_eq!(got, float::nan::default_nan(format), "{name} {a:x} {b:x}");
                } else {
                    assert_eq!(got, from_f64(format, want), "{name} {a:x} {b:x}");
                }
            }
        }
    }
}

/// A finite value as a whole number of 2^-133, the least bfloat, in plenty of bits.
fn scaled(format: FloatFormat, bits: &Bits) -> Bits {
    let quad = FloatFormat::Quad;
    let unit = float::parse::strtod(quad, b"0x1p133").bits;
    let whole = float::mul(quad, &float::convert(format, quad, bits), &unit);
    float::to_int(quad, &whole, 1000, true).value
}

#[test]
fn fused_operations_round_once() {
    let mut random = Random(12);
    for format in SMALL {
        for _ in 0..20_000 {
            let [a, b, c] = [(); 3].map(|()| random.pattern(format));
            if [&a, &b, &c]
                .iter()
                .any(|operand| !float::is_finite(format, operand))
            {
                continue;
            }
            let product = scaled(format, &a).mul(&scaled(format, &b));
            let sum = product.add(&scaled(format, &c).shl_u32(133));
            if sum.is_zero() {
                continue;
            }
            let sign = if sum.sign_bit() { "-" } else { "" };
            let exact = format!("{sign}0x{:x}p-266", sum.abs());
            let want = float::parse::strtod(format, exact.as_bytes()).bits;
            assert_eq!(float::fma(format, &a, &b, &c), want, "{a:x} {b:x} {c:x}");
        }
    }
}

#[test]
fn integers_from_every_value() {
    for format in SMALL {
        for bits in all(format) {
            let value = to_f64(format, &bits);
            for (width, signed) in [
                (1, false),
                (1, true),
                (8, false),
                (8, true),
                (20, true),
                (40, false),
            ] {
                let result = float::to_int(format, &bits, width, signed);
                let (low, high) = if signed {
                    (
                        -f64::powi(2.0, width as i32 - 1),
                        f64::powi(2.0, width as i32 - 1) - 1.0,
                    )
                } else {
                    (0.0, f64::powi(2.0, width as i32) - 1.0)
                };
                let whole = value.trunc();
                assert_eq!(
                    result.in_range,
                    (low..=high).contains(&whole),
                    "{bits:x} {width} {signed}"
                );
                let clamped = if value.is_nan() {
                    0
                } else {
                    whole.clamp(low, high) as i64
                };
                assert_eq!(
                    result.value,
                    Bits::from_i64(width, clamped),
                    "{bits:x} {width} {signed}"
                );
            }
        }
    }
}

#[test]
fn values_of_every_small_integer() {
    for format in SMALL {
        for integer in -70_000i64..70_000 {
            let got = float::from_int(format, &Bits::from_i64(33, integer), true);
            assert_eq!(got, from_f64(format, integer as f64), "{integer}");
        }
    }
}
