//! Laws of wide values against big integers, and the corners of the interface.

use num_bigint::{BigInt, BigUint};
use proptest::prelude::*;
use quell_bits::{Bits, ParseBitsError, word};

fn unsigned(bits: &Bits) -> BigUint {
    BigUint::from_bytes_le(&bits.to_le_bytes())
}

fn signed(bits: &Bits) -> BigInt {
    let value = BigInt::from(unsigned(bits));
    if bits.sign_bit() {
        value - (BigInt::from(1) << bits.width())
    } else {
        value
    }
}

/// A big integer wrapped into a width.
fn wrap(width: u32, value: &BigInt) -> Bits {
    let modulus = BigInt::from(1) << width;
    let rest = ((value % &modulus) + &modulus) % &modulus;
    Bits::from_le_bytes(width, &rest.to_bytes_le().1)
}

fn fits_unsigned(width: u32, value: &BigInt) -> bool {
    BigInt::from(unsigned(&wrap(width, value))) == *value
}

fn fits_signed(width: u32, value: &BigInt) -> bool {
    signed(&wrap(width, value)) == *value
}

/// Limbs that are often 0, all ones or near a power of two: where carries and signs go wrong.
fn limb() -> impl Strategy<Value = u64> {
    prop_oneof![
        any::<u64>(),
        Just(0),
        Just(u64::MAX),
        (0..64u32).prop_map(|n| 1 << n),
        0..4u64
    ]
}

fn value(width: u32) -> impl Strategy<Value = Bits> {
    prop::collection::vec(limb(), 5).prop_map(move |limbs| Bits::from_limbs(width, &limbs))
}

fn pair() -> impl Strategy<Value = (Bits, Bits)> {
    (1..=300u32).prop_flat_map(|width| (value(width), value(width)))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn ring((a, b) in pair()) {
        let w = a.width();
        let (x, y) = (signed(&a), signed(&b));
        prop_assert_eq!(a.add(&b), wrap(w, &(&x + &y)));
        prop_assert_eq!(a.sub(&b), wrap(w, &(&x - &y)));
        prop_assert_eq!(a.mul(&b), wrap(w, &(&x * &y)));
        prop_assert_eq!(a.neg(), wrap(w, &-&x));
        prop_assert_eq!(a.not(), wrap(w, &(-&x - 1)));
        prop_assert_eq!(a.abs(), wrap(w, &BigInt::from(x.magnitude().clone())));
        prop_assert_eq!(a.and(&b), wrap(w, &(&x & &y)));
        prop_assert_eq!(a.or(&b), wrap(w, &(&x | &y)));
        prop_assert_eq!(a.xor(&b), wrap(w, &(&x ^ &y)));
    }

    #[test]
    fn division((a, b) in pair()) {
        let w = a.width();
        prop_assume!(!b.is_zero());
        let (x, y) = (BigInt::from(unsigned(&a)), BigInt::from(unsigned(&b)));
        prop_assert_eq!(a.udiv(&b), Some(wrap(w, &(&x / &y))));
        prop_assert_eq!(a.urem(&b), Some(wrap(w, &(&x % &y))));
        prop_assert_eq!(a.udiv_inexact(&b), &x % &y != BigInt::ZERO);
        let (x, y) = (signed(&a), signed(&b));
        prop_assert_eq!(a.sdiv(&b), Some(wrap(w, &(&x / &y))));
        prop_assert_eq!(a.srem(&b), Some(wrap(w, &(&x % &y))));
        prop_assert_eq!(a.sdiv_inexact(&b), &x % &y != BigInt::ZERO);
        prop_assert_eq!(a.sdiv_overflows(&b), !fits_signed(w, &(&x / &y)));
    }

    #[test]
    fn overflow((a, b) in pair()) {
        let w = a.width();
        let (x, y) = (BigInt::from(unsigned(&a)), BigInt::from(unsigned(&b)));
        prop_assert_eq!(a.uadd_overflows(&b), !fits_unsigned(w, &(&x + &y)));
        prop_assert_eq!(a.usub_overflows(&b), !fits_unsigned(w, &(&x - &y)));
        prop_assert_eq!(a.umul_overflows(&b), !fits_unsigned(w, &(&x * &y)));
        let (x, y) = (signed(&a), signed(&b));
        prop_assert_eq!(a.sadd_overflows(&b), !fits_signed(w, &(&x + &y)));
        prop_assert_eq!(a.ssub_overflows(&b), !fits_signed(w, &(&x - &y)));
        prop_assert_eq!(a.smul_overflows(&b), !fits_signed(w, &(&x * &y)));
    }

    #[test]
    fn saturation((a, b) in pair()) {
        let w = a.width();
        let top = BigInt::from(unsigned(&Bits::ones(w)));
        let (x, y) = (BigInt::from(unsigned(&a)), BigInt::from(unsigned(&b)));
        prop_assert_eq!(a.uadd_sat(&b), wrap(w, &(&x + &y).min(top)));
        prop_assert_eq!(a.usub_sat(&b), wrap(w, &(&x - &y).max(BigInt::ZERO)));
        let (low, high) = (signed(&Bits::min_signed(w)), signed(&Bits::max_signed(w)));
        let (x, y) = (signed(&a), signed(&b));
        prop_assert_eq!(a.sadd_sat(&b), wrap(w, &(&x + &y).clamp(low.clone(), high.clone())));
        prop_assert_eq!(a.ssub_sat(&b), wrap(w, &(&x - &y).clamp(low, high)));
    }

    #[test]
    fn order((a, b) in pair()) {
        prop_assert_eq!(a.cmp_unsigned(&b), unsigned(&a).cmp(&unsigned(&b)));
        prop_assert_eq!(a.cmp_signed(&b), signed(&a).cmp(&signed(&b)));
        prop_assert_eq!(unsigned(&a.umin(&b)), unsigned(&a).min(unsigned(&b)));
        prop_assert_eq!(unsigned(&a.umax(&b)), unsigned(&a).max(unsigned(&b)));
        prop_assert_eq!(signed(&a.smin(&b)), signed(&a).min(signed(&b)));
        prop_assert_eq!(signed(&a.smax(&b)), signed(&a).max(signed(&b)));
    }

    #[test]
    fn shifts((a, b) in pair(), amount in 0..320u32) {
        let w = a.width();
        let (x, y) = (unsigned(&a), unsigned(&b));
        let by = Bits::from_u64(70, amount.into());
        prop_assert_eq!(a.shl(&by), wrap(w, &(BigInt::from(x.clone()) << amount)));
        prop_assert_eq!(a.lshr(&by), wrap(w, &(BigInt::from(x.clone()) >> amount)));
        prop_assert_eq!(a.ashr(&by), wrap(w, &(signed(&a) >> amount)));
        let overflows = !fits_unsigned(w, &(BigInt::from(x.clone()) << amount));
        prop_assert_eq!(a.shl_overflows_unsigned(&by), overflows);
        prop_assert_eq!(a.shl_overflows_signed(&by), !fits_signed(w, &(signed(&a) << amount)));
        prop_assert_eq!(a.lshr_inexact(&by), (x.clone() >> amount) << amount != x);
        let joined = BigInt::from((x << w) | y);
        let n = amount % w;
        prop_assert_eq!(a.fshl(&b, &by), wrap(w, &((&joined << n) >> w)));
        prop_assert_eq!(a.fshr(&b, &by), wrap(w, &(&joined >> n)));
        prop_assert_eq!(a.rotl(&by), a.fshl(&a, &by));
        prop_assert_eq!(a.rotr(&by), a.rotl_u32(w - n));
    }

    #[test]
    fn shape((a, b) in pair(), to in 1..400u32) {
        let w = a.width();
        prop_assert_eq!(a.zext(to), wrap(to, &BigInt::from(unsigned(&a))));
        prop_assert_eq!(a.sext(to), wrap(to, &signed(&a)));
        let joined = a.concat(&b);
        prop_assert_eq!(joined.width(), 2 * w);
        prop_assert_eq!(joined.extract(2 * w - 1, w), a.clone());
        prop_assert_eq!(joined.trunc(w), b);
        let reversed = a.reverse_bits();
        for i in 0..w {
            prop_assert_eq!(reversed.bit(i), a.bit(w - 1 - i));
        }
        prop_assert_eq!(u64::from(a.bit_length()), unsigned(&a).bits());
        prop_assert_eq!(a.trailing_zeros(), (0..w).find(|&i| a.bit(i)).unwrap_or(w));
        prop_assert_eq!(a.count_ones(), (0..w).filter(|&i| a.bit(i)).count() as u32);
        let mut bytes = a.to_le_bytes();
        prop_assert_eq!(Bits::from_le_bytes(w, &bytes), a.clone());
        bytes.reverse();
        prop_assert_eq!(a.swap_bytes(), Bits::from_le_bytes(w, &bytes));
    }

    #[test]
    fn text((a, _) in pair()) {
        let w = a.width();
        prop_assert_eq!(a.to_string(), unsigned(&a).to_string());
        prop_assert_eq!(a.to_signed_string(), signed(&a).to_string());
        prop_assert_eq!(Bits::parse_decimal(w, &a.to_string()), Ok(a.clone()));
        prop_assert_eq!(Bits::parse_decimal(w, &a.to_signed_string()), Ok(a.clone()));
        prop_assert_eq!(Bits::parse_hex(w, &format!("{a:x}")), Ok(a.clone()));
        let beyond = BigUint::from(1u32) << w;
        let error = Err(ParseBitsError::OutOfRange { width: w });
        prop_assert_eq!(Bits::parse_decimal(w, &beyond.to_string()), error.clone());
        prop_assert_eq!(Bits::parse_hex(w, &format!("{beyond:x}")), error.clone());
        let below: BigInt = signed(&Bits::min_signed(w)) - 1;
        prop_assert_eq!(Bits::parse_decimal(w, &below.to_string()), error);
    }

    #[test]
    fn conversions(width in 1..200u32, x in any::<i64>(), y in any::<u128>()) {
        prop_assert_eq!(Bits::from_i64(width, x), wrap(width, &x.into()));
        prop_assert_eq!(Bits::from_u128(width, y), wrap(width, &y.into()));
        let a = Bits::from_i64(width, x);
        prop_assert_eq!(a.to_i64().map(BigInt::from), Some(signed(&a)));
        let b = Bits::from_u128(width, y);
        prop_assert_eq!(b.to_u128().map(BigUint::from), Some(unsigned(&b)));
        prop_assert_eq!(b.to_u64().is_some(), unsigned(&b).bits() <= 64);
        prop_assert_eq!(b.to_i64().is_some(), fits_signed(64, &signed(&b)));
    }
}

#[test]
fn width_zero_is_harmless() {
    let zero = Bits::zero(0);
    assert_eq!(zero, Bits::ones(0));
    assert_eq!(zero, Bits::from_u64(0, 7));
    assert_eq!(zero.to_u64(), Some(0));
    assert_eq!(zero.to_i64(), Some(0));
    for result in [
        zero.add(&zero),
        zero.mul(&zero),
        zero.neg(),
        zero.not(),
        zero.shl(&zero),
    ] {
        assert_eq!(result, zero);
    }
    for result in [
        zero.ashr_u32(3),
        zero.rotl_u32(3),
        zero.swap_bytes(),
        zero.reverse_bits(),
    ] {
        assert_eq!(result, zero);
    }
    assert_eq!(zero.udiv(&zero), None);
    assert_eq!(
        (
            zero.leading_zeros(),
            zero.trailing_zeros(),
            zero.count_ones()
        ),
        (0, 0, 0)
    );
    assert_eq!(zero.concat(&Bits::one(3)), Bits::one(3));
    assert_eq!(Bits::min_signed(0), zero);
    assert_eq!(zero.to_string(), "0");
    assert_eq!(Bits::one(9).extract(2, 5), zero);
    assert_eq!(word::sign_extend(0, 0), 0);
    assert_eq!(word::fshl(0, 0, 0, 1), 0);
    assert_eq!(word::swap_bytes(0, 0), 0);
}

#[test]
fn operands_of_different_widths_take_the_left_one() {
    let (narrow, wide) = (Bits::from_u64(8, 200), Bits::from_u64(200, 0x1_37));
    assert_eq!(narrow.add(&wide), Bits::from_u64(8, 255));
    assert_eq!(wide.add(&narrow), Bits::from_u64(200, 0x1_37 + 200));
    assert_eq!(narrow.umin(&wide), Bits::from_u64(8, 0x37));
    assert!(wide.udiv(&narrow).is_some_and(|q| q.to_u64() == Some(1)));
}

#[test]
fn texts_that_are_no_numbers() {
    let invalid = |offset, found| Err(ParseBitsError::InvalidDigit { offset, found });
    assert_eq!(Bits::parse_decimal(8, ""), Err(ParseBitsError::Empty));
    assert_eq!(Bits::parse_decimal(8, "-"), Err(ParseBitsError::Empty));
    assert_eq!(Bits::parse_decimal(8, "+1"), invalid(0, '+'));
    assert_eq!(Bits::parse_decimal(8, "-1x"), invalid(2, 'x'));
    assert_eq!(Bits::parse_decimal(8, "--1"), invalid(1, '-'));
    assert_eq!(Bits::parse_decimal(8, "1é"), invalid(1, 'é'));
    assert_eq!(Bits::parse_hex(8, "-1"), invalid(0, '-'));
    assert_eq!(Bits::parse_hex(8, "1g"), invalid(1, 'g'));
    assert_eq!(Bits::parse_decimal(0, "0"), Ok(Bits::zero(0)));
    assert_eq!(Bits::parse_decimal(8, "-0"), Ok(Bits::zero(8)));
    assert_eq!(Bits::parse_hex(4, "000f"), Ok(Bits::ones(4)));
}

#[test]
fn endless_texts_end_quickly() {
    let zeros = "0".repeat(1 << 20);
    assert_eq!(
        Bits::parse_decimal(64, &format!("{zeros}7")),
        Ok(Bits::from_u64(64, 7))
    );
    let nines = "9".repeat(1 << 20);
    assert_eq!(
        Bits::parse_decimal(64, &nines),
        Err(ParseBitsError::OutOfRange { width: 64 })
    );
}

#[test]
fn texts_of_the_widest_integers() {
    let width = 1 << 20;
    let text = format!("1{}", "0".repeat(300_000));
    let parsed = Bits::parse_decimal(width, &text);
    let want = Bits::from_le_bytes(width, &BigUint::from(10u32).pow(300_000).to_bytes_le());
    assert_eq!(parsed, Ok(want));
}

#[test]
fn padding_of_texts() {
    assert_eq!(
        format!(
            "{:>6}|{:#06x}",
            Bits::from_u64(8, 42),
            Bits::from_u64(8, 42)
        ),
        "    42|0x002a"
    );
    let wide = Bits::one(200).shl_u32(130);
    assert_eq!(format!("{wide:#x}"), format!("0x4{}", "0".repeat(32)));
}
