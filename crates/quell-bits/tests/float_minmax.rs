//! Minimum and maximum on zeros and NaNs, where their variants differ.

use quell_bits::Bits;
use quell_bits::float::{self, FloatFormat};

const D: FloatFormat = FloatFormat::Double;

type Operation = fn(FloatFormat, &Bits, &Bits) -> Bits;

#[test]
fn as_generated_code_does() {
    const COLUMNS: [Operation; 4] = [float::minnum, float::maxnum, float::minimum, float::maximum];
    let mut checked = 0;
    for line in include_str!("data/minmax-x86-64.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
    {
        let (operands, results) = line.split_once(": ").expect("a colon");
        let pattern = |text: &str| Bits::parse_hex(64, text).expect("a pattern");
        let (a, b) = operands.split_once(' ').expect("two operands");
        for (operation, want) in COLUMNS.iter().zip(results.split(' ')) {
            assert_eq!(
                operation(D, &pattern(a), &pattern(b)),
                pattern(want),
                "{line}"
            );
            checked += 1;
        }
    }
    assert_eq!(checked, 36 * 4);
}

#[test]
fn numbers_beat_nans() {
    for format in FloatFormat::ALL {
        let one = float::from_int(format, &Bits::one(8), false);
        let (zero, negative_zero) = (Bits::zero(format.width()), Bits::min_signed(format.width()));
        let nan = float::nan::default_nan(format);
        for operation in [
            float::minimumnum,
            float::maximumnum,
            float::minnum,
            float::maxnum,
        ] {
            assert_eq!(operation(format, &one, &nan), one);
            assert_eq!(operation(format, &nan, &one), one);
        }
        for (a, b) in [(&zero, &negative_zero), (&negative_zero, &zero)] {
            assert_eq!(float::minimumnum(format, a, b), negative_zero);
            assert_eq!(float::maximumnum(format, a, b), zero);
            assert_eq!(float::minimum(format, a, b), negative_zero);
            assert_eq!(float::maximum(format, a, b), zero);
        }
        assert_eq!(float::minimum(format, &one, &zero), zero);
        assert_eq!(float::maximumnum(format, &one, &zero), one);
        assert!(float::is_nan(
            format,
            &float::minimumnum(format, &nan, &nan)
        ));
        assert!(float::is_nan(format, &float::maximum(format, &one, &nan)));
    }
}
