//! Arithmetic of the formats that the host lacks.

use super::classify::normal_form;
use super::unpack::{Magnitude, Unpacked, round, unpack};
use super::{FloatFormat, nan};
use num_bigint::BigUint;
use rustc_apfloat::Float;
use rustc_apfloat::ieee::{BFloat, Double, Half, Quad, Single, X87DoubleExtended};

/// The operations that the soft-float library computes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Operation {
    Add,
    Sub,
    Mul,
    Div,
    /// The product of the first two operands plus the third.
    Fma,
}

/// Applies an operation to the operands it has; superfluous ones are ignored.
pub(super) fn apply(format: FloatFormat, operation: Operation, operands: &[u128]) -> u128 {
    if operands.iter().any(|&raw| nan::is_nan(format, raw)) {
        return nan_of(format, operation, operands);
    }
    let result = match format {
        FloatFormat::Half => apply_as::<Half>(format, operation, operands),
        FloatFormat::BFloat => apply_as::<BFloat>(format, operation, operands),
        FloatFormat::Single => apply_as::<Single>(format, operation, operands),
        FloatFormat::Double => apply_as::<Double>(format, operation, operands),
        FloatFormat::X87 => apply_as::<X87DoubleExtended>(format, operation, operands),
        FloatFormat::Quad => apply_as::<Quad>(format, operation, operands),
    };
    // The library's default NaN has the other sign.
    if nan::is_nan(format, result) {
        nan::default_raw(format)
    } else {
        result
    }
}

/// The NaN of an operation with a NaN operand. In formats without an instruction for it, a fused
/// operation treats NaNs as a product followed by a sum.
fn nan_of(format: FloatFormat, operation: Operation, operands: &[u128]) -> u128 {
    match (operation, operands) {
        (Operation::Fma, &[a, b, c]) if format.width() > 64 => {
            let product = apply(format, Operation::Mul, &[a, b]);
            apply(format, Operation::Add, &[product, c])
        }
        // The instruction takes the NaN of its second factor first.
        (Operation::Fma, &[a, b, c])
            if matches!(format, FloatFormat::Single | FloatFormat::Double) =>
        {
            nan::propagate(format, &[b, a, c])
        }
        // Between NaNs that differ in sign only, these two take the second.
        (Operation::Sub | Operation::Div, &[a, b]) if format == FloatFormat::Quad => {
            nan::propagate(format, &[b, a])
        }
        _ => nan::propagate(format, operands),
    }
}

fn apply_as<F: Float>(format: FloatFormat, operation: Operation, operands: &[u128]) -> u128 {
    let operand = |index: usize| {
        let raw = operands.get(index).copied().unwrap_or(0);
        F::from_bits(normal_form(format, raw))
    };
    let (a, b) = (operand(0), operand(1));
    let result = match operation {
        Operation::Add => a + b,
        Operation::Sub => a - b,
        Operation::Mul => a * b,
        Operation::Div => a / b,
        Operation::Fma => a.mul_add(b, operand(2)),
    };
    result.value.to_bits()
}

/// The remainder of the quotient rounded towards zero, as C's `fmod`: always exact.
pub(super) fn rem(format: FloatFormat, a: u128, b: u128) -> u128 {
    let (dividend, divisor) = (unpack(format, a), unpack(format, b));
    match (dividend, divisor) {
        (Unpacked::Finite { .. }, Unpacked::Infinity { .. }) => a,
        (
            Unpacked::Finite {
                negative,
                significand,
                exponent,
            },
            Unpacked::Finite {
                significand: by,
                exponent: by_exponent,
                ..
            },
        ) if by != 0 => {
            let unit = exponent.min(by_exponent);
            let rest = scaled_rem(significand, exponent - unit, by, by_exponent - unit);
            round(format, negative, Magnitude::from_big(&rest, unit, false)).raw
        }
        _ => nan::propagate(format, &[a, b]),
    }
}

/// `(a << a_shift) % (b << b_shift)` where one of the shifts is 0. Shifts may be in the tens of
/// thousands, so the dividend is not built: its remainder comes from modular powers of two.
fn scaled_rem(a: u128, a_shift: i64, b: u128, b_shift: i64) -> BigUint {
    if b_shift > 128 {
        return BigUint::from(a);
    }
    let divisor = BigUint::from(b) << b_shift;
    let power = BigUint::from(2u32).modpow(&BigUint::from(a_shift.unsigned_abs()), &divisor);
    BigUint::from(a) * power % divisor
}

/// The correctly rounded square root.
pub(super) fn sqrt(format: FloatFormat, raw: u128) -> u128 {
    match unpack(format, raw) {
        Unpacked::Finite { significand: 0, .. } | Unpacked::Infinity { negative: false } => raw,
        Unpacked::Finite {
            negative: false,
            significand,
            exponent,
        } => round(format, false, root(significand, exponent)).raw,
        _ => nan::propagate(format, &[raw]),
    }
}

/// The square root with at least 127 bits, which is more than any format keeps.
fn root(significand: u128, exponent: i64) -> Magnitude {
    let shift = 254 + (exponent & 1);
    let square = BigUint::from(significand) << shift;
    let root = square.sqrt();
    let sticky = &root * &root != square;
    Magnitude::from_big(&root, (exponent - shift) / 2, sticky)
}

#[cfg(test)]
mod tests {
    //! The soft-float path on the formats of the host, against the host.

    use super::*;
    use crate::float::native::{self, Native};
    use proptest::prelude::*;

    type Row = (Operation, fn(u64, u64) -> u64);

    fn rows<F: Native>() -> [Row; 4] {
        [
            (Operation::Add, native::add::<F>),
            (Operation::Sub, native::sub::<F>),
            (Operation::Mul, native::mul::<F>),
            (Operation::Div, native::div::<F>),
        ]
    }

    fn check<F: Native>(a: u64, b: u64, c: u64) {
        let [x, y, z] = [a, b, c].map(u128::from);
        for (operation, host) in rows::<F>() {
            let got = apply(F::FORMAT, operation, &[x, y]);
            assert_eq!(got, host(a, b).into(), "{operation:?} {a:x} {b:x}");
        }
        let got = apply(F::FORMAT, Operation::Fma, &[x, y, z]);
        assert_eq!(
            got,
            native::fma::<F>(a, b, c).into(),
            "fma {a:x} {b:x} {c:x}"
        );
        assert_eq!(
            rem(F::FORMAT, x, y),
            native::rem::<F>(a, b).into(),
            "rem {a:x} {b:x}"
        );
        assert_eq!(
            sqrt(F::FORMAT, x),
            native::sqrt::<F>(a).into(),
            "sqrt {a:x}"
        );
    }

    /// Words whose halves are often extreme.
    fn word() -> impl Strategy<Value = u64> {
        let part = || {
            prop_oneof![
                any::<u32>(),
                Just(0),
                Just(u32::MAX),
                0x3ff0_0000..0x4010_0000u32
            ]
        };
        (part(), part()).prop_map(|(high, low)| u64::from(high) << 32 | u64::from(low))
    }

    #[test]
    fn of_two_nan_factors_both_take_the_second() {
        check::<f64>(
            0xffff_ffff_ffff_ffff,
            0xffff_ffff_bf04_3db3,
            0x3ffd_4661_3ffd_5223,
        );
        check::<f32>(0xffff_ffff, 0xffc0_3db3, 0x3ffd_4661);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]

        #[test]
        fn agrees_with_the_host(a in word(), b in word(), c in word()) {
            check::<f64>(a, b, c);
            check::<f32>(a >> 32, b >> 32, c >> 32);
        }
    }
}
