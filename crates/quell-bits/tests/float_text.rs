//! Constants in LLVM's notations, and texts of values.

mod support;

use quell_bits::Bits;
use quell_bits::float::llvm_text::{self, ParseFloatError};
use quell_bits::float::{self, FloatFormat, format, parse};
use support::Random;

use FloatFormat::{BFloat, Double, Half, Quad, Single, X87};

/// LLVM's text for a pattern. All of these were checked with LLVM's own assembler.
const PRINTED: &[(FloatFormat, u128, &str)] = &[
    (Double, 0x3ff0_0000_0000_0000, "1.000000e+00"),
    (Double, 0x8000_0000_0000_0000, "-0.000000e+00"),
    (Double, 0x3fb9_9999_9999_999a, "1.000000e-01"),
    (Double, 0x4009_21fb_5444_2d18, "0x400921FB54442D18"),
    (Double, 0x7ff0_0000_0000_0000, "0x7FF0000000000000"),
    (Double, 0xfff0_0000_0000_0001, "0xFFF0000000000001"),
    (Double, 0x0000_0000_0000_0001, "4.940660e-324"),
    (Double, 0x3ff3_c0c9_539b_8887, "0x3FF3C0C9539B8887"),
    (Double, 0x40fe_2400_0000_0000, "1.234560e+05"),
    (Single, 0x3fc0_0000, "1.500000e+00"),
    (Single, 0x3dcc_cccd, "0x3FB99999A0000000"),
    (Single, 0x7f80_0001, "0x7FF0000020000000"),
    (Single, 0xffc0_0000, "0xFFF8000000000000"),
    (Single, 0x0000_0001, "0x36A0000000000000"),
    (Half, 0x3c00, "0xH3C00"),
    (Half, 0x7c01, "0xH7C01"),
    (BFloat, 0x3f80, "0xR3F80"),
    (X87, 0x3fff_8000_0000_0000_0000, "0xK3FFF8000000000000000"),
    (X87, 0xffff_c000_0000_0000_0000, "0xKFFFFC000000000000000"),
    (
        Quad,
        0x3fff_0000_0000_0000_0000_0000_0000_0001,
        "0xL00000000000000013FFF000000000000",
    ),
];

#[test]
fn known_constants() {
    for &(format, raw, text) in PRINTED {
        let bits = Bits::from_u128(format.width(), raw);
        assert_eq!(llvm_text::print(format, &bits), text);
        assert_eq!(llvm_text::parse(format, text), Ok(bits), "{text}");
    }
}

#[test]
fn other_spellings() {
    let cases: &[(FloatFormat, &str, u128)] = &[
        (Double, "+1.5", 0x3ff8_0000_0000_0000),
        (Double, "0x3FF8000000000000", 0x3ff8_0000_0000_0000),
        (Half, "1.5", 0x3e00),
        (Half, "0x3FF8000000000000", 0x3e00),
        (BFloat, "-2.0", 0xc000),
        (X87, "1.0", 0x3fff_8000_0000_0000_0000),
        (Quad, "1.0", 0x3fff_0000_0000_0000_0000_0000_0000_0000),
        (Single, "f0x3F800000", 0x3f80_0000),
        (Single, "+inf", 0x7f80_0000),
        (Single, "-inf", 0xff80_0000),
        (Single, "-qnan", 0xffc0_0000),
        (Double, "+nan(0x12)", 0x7ff8_0000_0000_0012),
        (Double, "+snan(0x12)", 0x7ff0_0000_0000_0012),
        (Double, "0x1.8p1", 0x4008_0000_0000_0000),
    ];
    for &(format, text, raw) in cases {
        let bits = Bits::from_u128(format.width(), raw);
        assert_eq!(llvm_text::parse(format, text), Ok(bits), "{text}");
    }
}

#[test]
fn refused_constants() {
    for text in [
        "",
        "x",
        "-",
        "1.0x",
        "inf",
        "1e",
        "nan(0x1)",
        "+snan(0x0)",
        " 1.0",
        "+nan(1)",
        "é",
        "0x1.8p1 ",
    ] {
        assert_eq!(
            llvm_text::parse(Double, text),
            Err(ParseFloatError::Malformed),
            "{text}"
        );
    }
    for text in ["0x", "0xK", "0xH3C000", "0xéé", "0x12345678123456789"] {
        let result = llvm_text::parse(Half, text);
        assert!(
            matches!(result, Err(ParseFloatError::Pattern(_))),
            "{text} {result:?}"
        );
    }
    assert_eq!(
        llvm_text::parse(Single, "0.1"),
        Err(ParseFloatError::NotExact("float"))
    );
    assert_eq!(
        llvm_text::parse(Single, "0x7FF0000000000001"),
        Err(ParseFloatError::NotExact("float"))
    );
    assert_eq!(
        llvm_text::parse(Double, "1.0e999"),
        Err(ParseFloatError::NotExact("double"))
    );
    assert_eq!(
        llvm_text::parse(Quad, "0xM00"),
        Err(ParseFloatError::DoubleDouble)
    );
    let other = ParseFloatError::OtherFormat {
        found: "half",
        wanted: "float",
    };
    assert_eq!(llvm_text::parse(Single, "0xH3C00"), Err(other));
}

#[test]
fn every_constant_comes_back() {
    let mut random = Random(21);
    for format in FloatFormat::ALL {
        for _ in 0..20_000 {
            let bits = random.pattern(format);
            let text = llvm_text::print(format, &bits);
            assert_eq!(llvm_text::parse(format, &text), Ok(bits), "{text}");
        }
    }
}

#[test]
fn any_text_is_parsed_or_refused() {
    let mut random = Random(22);
    let letters = b"0123456789abcdefxpKLHRM.+-()nif e\xc3\xa9";
    for _ in 0..50_000 {
        let length = random.below(14) as usize;
        let bytes: Vec<u8> = (0..length)
            .map(|_| letters[random.below(letters.len() as u64) as usize])
            .collect();
        for format in FloatFormat::ALL {
            assert!(parse::strtod(format, &bytes).consumed <= bytes.len());
            if let Ok(text) = std::str::from_utf8(&bytes) {
                let _ = llvm_text::parse(format, text);
            }
        }
    }
}

#[test]
fn shortest_texts() {
    let cases = [
        (0.1, "0.1"),
        (1.0, "1"),
        (1e300, "1e+300"),
        (5e-324, "5e-324"),
        (123_456_789.0, "123456789"),
        (0.0, "0"),
        (f64::INFINITY, "inf"),
    ];
    for (value, text) in cases {
        let bits = Bits::from_u64(64, f64::to_bits(value));
        assert_eq!(format::shortest(Double, &bits), text);
    }
    let mut random = Random(23);
    for format in FloatFormat::ALL {
        for _ in 0..200 {
            let bits = float::abs(format, &random.pattern(format));
            if float::is_finite(format, &bits)
                && !(format == X87 && float::is_subnormal(format, &bits))
            {
                let text = format::shortest(format, &bits);
                assert_eq!(parse::strtod(format, text.as_bytes()).bits, bits, "{text}");
            }
        }
    }
}

#[test]
fn digits_beyond_any_precision() {
    let bits = Bits::from_u64(64, 0.5f64.to_bits());
    let text = format::fixed(Double, &bits, format::Style::with_precision(100_000));
    assert_eq!(text.len(), 100_002);
    assert_eq!(text.trim_end_matches('0'), "0.5");
    let text = format::scientific(Double, &bits, format::Style::with_precision(70_000));
    assert!(text.starts_with("5.000") && text.ends_with("000e-01"));
    let text = format::hex(Double, &bits, format::Style::with_precision(300));
    assert_eq!(text, format!("0x1.{}p-1", "0".repeat(300)));
}

#[test]
fn long_numbers_are_read_quickly() {
    let tail = "3".repeat(1_000_000);
    for format in FloatFormat::ALL {
        let third = float::div(
            format,
            &float::from_int(format, &Bits::one(8), false),
            &float::from_int(format, &Bits::from_u64(8, 3), false),
        );
        let parsed = parse::strtod(format, format!("0.{tail}").as_bytes());
        assert_eq!((parsed.bits, parsed.consumed), (third, 1_000_002));
    }
}
