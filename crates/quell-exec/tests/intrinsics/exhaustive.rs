//! Integer intrinsics on every pair of 8-bit values, compared with arithmetic on host integers.

use quell_exec::UbMode;
use quell_exec::Val;
use quell_exec::concrete::{Value, Word};

use super::{call, machine};

fn clamp(value: i32) -> u8 {
    value.clamp(-128, 127) as u8
}

fn clamp_unsigned(value: i32) -> u8 {
    value.clamp(0, 255) as u8
}

/// An intrinsic of two bytes with a result of one byte, and the expected result.
type Row = (&'static str, fn(u8, u8) -> u8);

const ROWS: &[Row] = &[
    ("smin", |a, b| (a as i8).min(b as i8) as u8),
    ("smax", |a, b| (a as i8).max(b as i8) as u8),
    ("umin", |a, b| a.min(b)),
    ("umax", |a, b| a.max(b)),
    ("scmp", |a, b| (a as i8).cmp(&(b as i8)) as i8 as u8),
    ("ucmp", |a, b| a.cmp(&b) as i8 as u8),
    ("sadd.sat", |a, b| {
        clamp(i32::from(a as i8) + i32::from(b as i8))
    }),
    ("ssub.sat", |a, b| {
        clamp(i32::from(a as i8) - i32::from(b as i8))
    }),
    ("uadd.sat", |a, b| {
        clamp_unsigned(i32::from(a) + i32::from(b))
    }),
    ("usub.sat", |a, b| {
        clamp_unsigned(i32::from(a) - i32::from(b))
    }),
];

fn byte(value: u8) -> Value {
    Val::Word(Word::Bits(u64::from(value)))
}

fn number(value: &Value) -> u64 {
    match value {
        Val::Word(Word::Bits(value)) => *value,
        other => panic!("{other:?} is not a number"),
    }
}

fn text(name: &str, ret: &str) -> String {
    let name = format!("{name}.i8");
    let name = if name.contains("cmp") {
        name.replace(".i8", ".i8.i8")
    } else {
        name
    };
    format!(
        "define {ret} @f(i8 %a, i8 %b) {{
  %r = call {ret} @llvm.{name}(i8 %a, i8 %b)
  ret {ret} %r
}}
declare {ret} @llvm.{name}(i8, i8)"
    )
}

fn pairs() -> impl Iterator<Item = (u8, u8)> {
    (0..=255).flat_map(|a| (0..=255).map(move |b| (a, b)))
}

#[test]
fn two_bytes_to_one() {
    for (name, expected) in ROWS {
        let mut machine = machine(&text(name, "i8"), UbMode::Trap);
        for (a, b) in pairs() {
            let got = call(&mut machine, &[byte(a), byte(b)]).expect("a result");
            let got = number(&got.expect("a value"));
            assert_eq!(got, u64::from(expected(a, b)), "{name} of {a} and {b}");
        }
    }
}

#[test]
fn overflow_is_reported() {
    let wide = |signed: bool, a: u8| {
        if signed {
            i32::from(a as i8)
        } else {
            i32::from(a)
        }
    };
    type Exact = fn(i32, i32) -> i32;
    let operations: [(&str, Exact); 3] = [
        ("add", |a, b| a + b),
        ("sub", |a, b| a - b),
        ("mul", |a, b| a * b),
    ];
    for (operation, exact) in operations {
        for signed in [false, true] {
            let name = format!(
                "{}{operation}.with.overflow",
                if signed { "s" } else { "u" }
            );
            let mut machine = machine(&text(&name, "{ i8, i1 }"), UbMode::Trap);
            for (a, b) in pairs() {
                let exact = exact(wide(signed, a), wide(signed, b));
                let fits = if signed {
                    i8::try_from(exact).is_ok()
                } else {
                    u8::try_from(exact).is_ok()
                };
                let got = call(&mut machine, &[byte(a), byte(b)]).expect("a result");
                let got = got.expect("a value");
                let (value, flag) = (got.at(&[0]).expect("it"), got.at(&[1]).expect("it"));
                assert_eq!(
                    number(value),
                    u64::from(exact as u8),
                    "{name} of {a} and {b}"
                );
                assert_eq!(number(flag), u64::from(!fits), "{name} of {a} and {b}");
            }
        }
    }
}

#[test]
fn funnel_shifts_move_two_bytes() {
    for (name, left) in [("fshl", true), ("fshr", false)] {
        let text = format!(
            "define i8 @f(i8 %a, i8 %b, i8 %c) {{
  %r = call i8 @llvm.{name}.i8(i8 %a, i8 %b, i8 %c)
  ret i8 %r
}}
declare i8 @llvm.{name}.i8(i8, i8, i8)"
        );
        let mut machine = machine(&text, UbMode::Trap);
        for (a, b) in pairs().filter(|(a, b)| a % 5 == 0 && b % 3 == 0) {
            for c in (0..=255).step_by(7) {
                let joined = u32::from(a) << 8 | u32::from(b);
                let expected = if left {
                    joined << (c % 8) >> 8
                } else {
                    joined >> (c % 8)
                } as u8;
                let got = call(&mut machine, &[byte(a), byte(b), byte(c as u8)]);
                let got = number(&got.expect("a result").expect("a value"));
                assert_eq!(got, u64::from(expected), "{name} of {a}, {b} by {c}");
            }
        }
    }
}
