//! Every format against the C compiler and library of an x86-64 Linux machine.
#![cfg(all(target_arch = "x86_64", target_os = "linux"))]

mod support;

use quell_bits::Bits;
use quell_bits::float::{self, FloatFormat, RangeStatus, format, native};
use support::{Random, ask_c, letter};

const H: FloatFormat = FloatFormat::Half;
const F: FloatFormat = FloatFormat::Single;
const D: FloatFormat = FloatFormat::Double;
const X: FloatFormat = FloatFormat::X87;
const Q: FloatFormat = FloatFormat::Quad;

type Compute = fn(FloatFormat, &[Bits; 3]) -> Bits;

/// Operation, number of operands, what Quell computes, formats.
type Row = (&'static str, usize, Compute, &'static [FloatFormat]);

const ROWS: &[Row] = &[
    (
        "add",
        2,
        |f, [a, b, _]| float::add(f, a, b),
        &[H, F, D, X, Q],
    ),
    (
        "sub",
        2,
        |f, [a, b, _]| float::sub(f, a, b),
        &[H, F, D, X, Q],
    ),
    (
        "mul",
        2,
        |f, [a, b, _]| float::mul(f, a, b),
        &[H, F, D, X, Q],
    ),
    (
        "div",
        2,
        |f, [a, b, _]| float::div(f, a, b),
        &[H, F, D, X, Q],
    ),
    ("rem", 2, |f, [a, b, _]| float::rem(f, a, b), &[F, D, X, Q]),
    (
        "fma",
        3,
        |f, [a, b, c]| float::fma(f, a, b, c),
        &[F, D, X, Q],
    ),
    ("minnum", 2, |f, [a, b, _]| float::minnum(f, a, b), &[X, Q]),
    ("maxnum", 2, |f, [a, b, _]| float::maxnum(f, a, b), &[X, Q]),
    ("sqrt", 1, |f, [a, ..]| float::sqrt(f, a), &[F, D, X, Q]),
    ("floor", 1, |f, [a, ..]| float::floor(f, a), &[F, D, X, Q]),
    ("ceil", 1, |f, [a, ..]| float::ceil(f, a), &[F, D, X, Q]),
    ("trunc", 1, |f, [a, ..]| float::trunc(f, a), &[F, D, X, Q]),
    ("round", 1, |f, [a, ..]| float::round(f, a), &[F, D, X, Q]),
    (
        "roundeven",
        1,
        |f, [a, ..]| float::roundeven(f, a),
        &[F, D, X, Q],
    ),
    (
        "to_h",
        1,
        |f, [a, ..]| float::convert(f, H, a),
        &[F, D, X, Q],
    ),
    (
        "to_f",
        1,
        |f, [a, ..]| float::convert(f, F, a),
        &[H, D, X, Q],
    ),
    (
        "to_d",
        1,
        |f, [a, ..]| float::convert(f, D, a),
        &[H, F, X, Q],
    ),
    (
        "to_x",
        1,
        |f, [a, ..]| float::convert(f, X, a),
        &[H, F, D, Q],
    ),
    (
        "to_q",
        1,
        |f, [a, ..]| float::convert(f, Q, a),
        &[H, F, D, X],
    ),
];

fn hex(bits: &Bits) -> String {
    format!("{bits:032x}")
}

/// Whether an x87 pattern is one that no operation makes: a subnormal that has the integer bit, or
/// anything else that lacks it.
fn has_wrong_integer_bit(a: &Bits) -> bool {
    a.bit(63) == a.extract(78, 64).is_zero()
}

/// Operations that are one machine instruction on x87 numbers: only these treat such patterns as
/// documented, while the C library's results for them are arbitrary.
const INSTRUCTIONS: &[&str] = &["add", "sub", "mul", "div", "sqrt", "to_f", "to_d"];

/// Whether the result depends on the C compiler or library: which of two NaNs comes first, and
/// patterns with a wrong integer bit.
fn ambiguous(name: &str, f: FloatFormat, operands: &[Bits]) -> bool {
    let nans = operands.iter().filter(|operand| float::is_nan(f, operand));
    let odd = f == X && operands.iter().any(has_wrong_integer_bit);
    nans.count() > 1 && f.width() <= 64 || odd && !INSTRUCTIONS.contains(&name)
}

fn check_row(random: &mut Random, row: &Row, count: usize) {
    let (name, arity, compute, formats) = row;
    let mut cases = Vec::new();
    for &f in *formats {
        for index in 0..count {
            let mut operands = [(); 3].map(|()| random.pattern(f));
            // Operands that differ in sign only cancel, and NaNs of this kind are hard to choose from.
            if index % 16 == 0 {
                operands[1] = float::neg(f, &operands[0]);
            }
            if !ambiguous(name, f, &operands[..*arity]) {
                cases.push((f, operands));
            }
        }
    }
    let request = |(f, [a, b, c]): &(FloatFormat, [Bits; 3])| {
        format!("{} {name} {} {} {}", letter(*f), hex(a), hex(b), hex(c))
    };
    let requests: Vec<String> = cases.iter().map(request).collect();
    let answers = ask_c(&requests);
    for (((f, operands), request), answer) in cases.iter().zip(&requests).zip(&answers) {
        assert_eq!(hex(&compute(*f, operands)), *answer, "{request}");
    }
}

#[test]
fn arithmetic_and_conversions() {
    let mut random = Random(1);
    for row in ROWS {
        check_row(&mut random, row, 4000);
    }
}

#[test]
fn comparisons() {
    let mut random = Random(2);
    let mut cases = Vec::new();
    for f in [H, F, D, X, Q] {
        for _ in 0..3000 {
            let a = random.pattern(f);
            let b = if random.below(8) == 0 {
                a.clone()
            } else {
                random.pattern(f)
            };
            cases.push((f, a, b));
        }
    }
    let request = |(f, a, b): &(FloatFormat, Bits, Bits)| {
        format!("{} compare {} {} 0", letter(*f), hex(a), hex(b))
    };
    let requests: Vec<String> = cases.iter().map(request).collect();
    for ((f, a, b), answer) in cases.iter().zip(ask_c(&requests)) {
        let sign = match float::compare(*f, a, b) {
            None => "?",
            Some(std::cmp::Ordering::Less) => "<",
            Some(std::cmp::Ordering::Equal) => "=",
            Some(std::cmp::Ordering::Greater) => ">",
        };
        assert_eq!(sign, answer, "{f:?} {a:x} {b:x}");
    }
}

#[test]
fn integers_to_floats() {
    const KINDS: &[(&str, u32, bool)] = &[
        ("from_i64", 64, true),
        ("from_u64", 64, false),
        ("from_i128", 128, true),
        ("from_u128", 128, false),
    ];
    let mut random = Random(3);
    let mut cases = Vec::new();
    for &(name, width, signed) in KINDS {
        for f in [F, D, X, Q] {
            for _ in 0..1500 {
                let shift = random.below(width.into()) as u32;
                let integer = Bits::from_u128(width, random.wide()).ashr_u32(shift);
                cases.push((name, f, integer, signed));
            }
        }
    }
    let requests: Vec<String> = cases
        .iter()
        .map(|(name, f, a, _)| format!("{} {name} {} 0 0", letter(*f), hex(a)))
        .collect();
    let answers = ask_c(&requests);
    for (((name, f, a, signed), answer), request) in cases.iter().zip(answers).zip(requests) {
        assert_eq!(
            hex(&float::from_int(*f, a, *signed)),
            answer,
            "{name} {request}"
        );
    }
}

#[test]
fn floats_to_integers() {
    const KINDS: &[(&str, u32, bool)] = &[
        ("to_i32", 32, true),
        ("to_i64", 64, true),
        ("to_u64", 64, false),
    ];
    let mut random = Random(4);
    let (mut requests, mut expected) = (Vec::new(), Vec::new());
    for &(name, width, signed) in KINDS {
        for f in [F, D, X, Q] {
            for _ in 0..3000 {
                let a = random.pattern(f);
                let result = float::to_int(f, &a, width, signed);
                // Out of range the behaviour of C is undefined.
                if result.in_range {
                    requests.push(format!("{} {name} {} 0 0", letter(f), hex(&a)));
                    expected.push(hex(&result.value));
                }
            }
        }
    }
    assert!(requests.len() > 5000);
    for ((answer, want), request) in ask_c(&requests).iter().zip(&expected).zip(&requests) {
        assert_eq!(answer, want, "{request}");
    }
}

type Print = fn(FloatFormat, &Bits, format::Style) -> String;

/// A random conversion specification, and the function and style for it.
fn specification(random: &mut Random, f: FloatFormat) -> (String, Print, format::Style) {
    const LETTERS: [(char, Print); 4] = [
        ('f', format::fixed),
        ('e', format::scientific),
        ('g', format::general),
        ('a', format::hex),
    ];
    let (lower, print) = LETTERS[random.below(4) as usize];
    let uppercase = random.below(4) == 0;
    let precision = match random.below(4) {
        0 => None,
        1 => Some(random.below(4) as usize),
        2 => Some(random.below(40) as usize),
        _ => Some(random.below(200) as usize),
    };
    // The library's function for quads takes no flags.
    let alternate = f != Q && random.below(4) == 0;
    let flag = if alternate { "#" } else { "" };
    let digits = precision.map_or(String::new(), |digits| format!(".{digits}"));
    let letter = if uppercase {
        lower.to_ascii_uppercase()
    } else {
        lower
    };
    (
        format!("%{flag}{digits}{letter}"),
        print,
        format::Style {
            precision,
            alternate,
            uppercase,
        },
    )
}

#[test]
fn printed_texts() {
    let mut random = Random(5);
    let (mut requests, mut expected) = (Vec::new(), Vec::new());
    for f in [D, X, Q] {
        for _ in 0..4000 {
            let a = random.pattern(f);
            let (text, print, style) = specification(&mut random, f);
            if !(f == X && has_wrong_integer_bit(&a)) {
                requests.push(format!("{} print {text} {}", letter(f), hex(&a)));
                expected.push(print(f, &a, style));
            }
        }
    }
    for ((answer, want), request) in ask_c(&requests).iter().zip(&expected).zip(&requests) {
        assert_eq!(answer, want, "{request}");
    }
}

/// Texts on the edges of the grammar and of the range.
const ODD: &[&str] = &[
    "inf",
    "-Infinity",
    "infinit",
    "nan",
    "-NaN",
    "nan(12)",
    "nan(0x3f)",
    "nan(_x)",
    "nan(",
    "0x",
    "0x.p1",
    "0x1p",
    "0x1.8p+",
    "1e",
    "1e+",
    ".",
    "-.",
    "+.5",
    "5.",
    "  \t7",
    "- 1",
    "abc",
    "e5",
    "0x.8",
    "1e99999",
    "1e-99999",
    "0e999999999999",
    "0x1p99999",
    "0x1p-99999",
    "-0",
    "0x0p5",
    "00012",
    "1_0",
    "1e5000000000000",
];

/// A text that is a number, nearly one, or none at all.
fn text(random: &mut Random, f: FloatFormat) -> String {
    let exponent = |random: &mut Random, range: u64| random.below(2 * range) as i64 - range as i64;
    let a = random.pattern(f);
    let style = format::Style::with_precision(random.below(50) as usize);
    match random.below(6) {
        0 => ODD[random.below(ODD.len() as u64) as usize].to_owned(),
        1 => format::scientific(f, &a, style),
        2 => format::hex(f, &a, style),
        3 => format!(
            "0x{:x}.{:x}p{}",
            random.next() >> 40,
            random.wide(),
            exponent(random, 17000)
        ),
        4 => format!(
            "{}.{}e{}",
            random.next() >> 50,
            random.next(),
            exponent(random, 5100)
        ),
        _ => format!("{}e{}", random.next(), exponent(random, 400)),
    }
}

#[test]
fn scanned_texts() {
    let mut random = Random(6);
    let mut cases = Vec::new();
    for f in [F, D, X, Q] {
        cases.extend((0..3000).map(|_| (f, text(&mut random, f))));
        cases.extend((0..300).map(|_| (f, halfway(&mut random, f))));
    }
    let requests: Vec<String> = cases
        .iter()
        .map(|(f, text)| format!("{} scan {text}", letter(*f)))
        .collect();
    for ((f, text), answer) in cases.iter().zip(ask_c(&requests)) {
        let parsed = float::parse::strtod(*f, text.as_bytes());
        let erange = u32::from(parsed.status != RangeStatus::InRange);
        assert_eq!(
            format!("{} {erange} {}", parsed.consumed, hex(&parsed.bits)),
            answer,
            "{f:?} {text}"
        );
    }
}

/// All digits of a number halfway between two neighbours, sometimes with a digit more.
fn halfway(random: &mut Random, f: FloatFormat) -> String {
    let wider = if f == F { D } else { Q };
    let a = random.pattern(f);
    if f == Q || !float::is_finite(f, &a) {
        return format::scientific(f, &a, format::Style::with_precision(11_600));
    }
    let up = Bits::from_u128(f.width(), a.low_u128() + 1);
    let sum = float::add(
        wider,
        &float::convert(f, wider, &a),
        &float::convert(f, wider, &up),
    );
    let half = float::div(
        wider,
        &sum,
        &float::from_int(wider, &Bits::from_u64(8, 2), false),
    );
    let digits = format::fixed(wider, &half, format::Style::with_precision(16_500));
    let digits = digits.trim_end_matches('0');
    format!(
        "{digits}{}",
        ["", "0", "1", "00000000001"][random.below(4) as usize]
    )
}

/// The host's own arithmetic chooses NaNs as documented, where nothing was folded away.
#[test]
fn nan_choice_of_the_host() {
    use std::hint::black_box;
    let nans = [
        0x7ff8_0000_0000_0001u64,
        0xfff8_0000_0000_0002,
        0x7ff0_0000_0000_0003,
        0xfff4_0000_0000_0004,
    ];
    let numbers = [
        0,
        1f64.to_bits(),
        f64::INFINITY.to_bits(),
        (-1f64).to_bits(),
    ];
    for a in nans.into_iter().chain(numbers) {
        for b in nans.into_iter().chain(numbers) {
            let (x, y) = (black_box(f64::from_bits(a)), black_box(f64::from_bits(b)));
            assert_eq!(native::sub::<f64>(a, b), (x - y).to_bits(), "{a:x} - {b:x}");
            assert_eq!(native::div::<f64>(a, b), (x / y).to_bits(), "{a:x} / {b:x}");
        }
    }
}
