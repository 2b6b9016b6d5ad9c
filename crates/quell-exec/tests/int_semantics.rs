//! Every integer operator on every pair of 8-bit values, with every flag, in every mode, compared with
//! arithmetic on wide host integers.

use quell_exec::concrete::{Concrete, Word};
use quell_exec::domain::Domain;
use quell_exec::semantics::int::{Kind, binary};
use quell_exec::{StopKind, Ub, UbMode};
use quell_ir::opcode::{BinOp, Flags};

/// The expected result of an operator on two values.
#[derive(Debug, PartialEq)]
enum Expected {
    Value(u8),
    /// A flag is violated; the hardware computes this value.
    Violated(u8),
    /// Undefined in every mode.
    AlwaysUndefined,
}

fn value(wide: i32) -> u8 {
    wide as u8
}

fn flagged(result: i32, signed: i32, unsigned: i64, flags: Flags) -> Expected {
    let signed_fits = i8::try_from(signed).is_ok();
    let unsigned_fits = u8::try_from(unsigned).is_ok();
    let broken = (flags.contains(Flags::NSW) && !signed_fits)
        || (flags.contains(Flags::NUW) && !unsigned_fits);
    if broken {
        Expected::Violated(value(result))
    } else {
        Expected::Value(value(result))
    }
}

fn exact(result: i32, lossless: bool, flags: Flags) -> Expected {
    if flags.contains(Flags::EXACT) && !lossless {
        Expected::Violated(value(result))
    } else {
        Expected::Value(value(result))
    }
}

fn shift(op: BinOp, a: u8, amount: u8, flags: Flags) -> Expected {
    let signed = i32::from(a as i8);
    // x86 shifts 8-bit values as 32-bit ones, and uses five bits of the amount.
    let taken = u32::from(amount & 31);
    let result = match op {
        BinOp::Shl if taken < 8 => (u32::from(a) << taken) as u8,
        BinOp::LShr if taken < 8 => a >> taken,
        BinOp::AShr => value(signed >> taken.min(7)),
        _ => 0,
    };
    if amount >= 8 {
        return Expected::Violated(result);
    }
    let kept = match op {
        BinOp::Shl => {
            let signed_back = i32::from(result as i8) >> taken == signed;
            let unsigned_back = result >> taken == a;
            (!flags.contains(Flags::NSW) || signed_back)
                && (!flags.contains(Flags::NUW) || unsigned_back)
        }
        _ => !flags.contains(Flags::EXACT) || (u32::from(result) << taken) as u8 == a,
    };
    if kept {
        Expected::Value(result)
    } else {
        Expected::Violated(result)
    }
}

fn expected(op: BinOp, a: u8, b: u8, flags: Flags) -> Expected {
    let (sa, sb) = (i32::from(a as i8), i32::from(b as i8));
    let (ua, ub) = (i64::from(a), i64::from(b));
    match op {
        BinOp::Add => flagged(sa + sb, sa + sb, ua + ub, flags),
        BinOp::Sub => flagged(sa - sb, sa - sb, ua - ub, flags),
        BinOp::Mul => flagged(sa * sb, sa * sb, ua * ub, flags),
        BinOp::And => Expected::Value(a & b),
        BinOp::Xor => Expected::Value(a ^ b),
        BinOp::Or if flags.contains(Flags::DISJOINT) && a & b != 0 => Expected::Violated(a | b),
        BinOp::Or => Expected::Value(a | b),
        BinOp::Shl | BinOp::LShr | BinOp::AShr => shift(op, a, b, flags),
        _ if b == 0 => Expected::AlwaysUndefined,
        BinOp::UDiv => exact(i32::from(a / b), a.is_multiple_of(b), flags),
        BinOp::URem => Expected::Value(a % b),
        _ if a == 0x80 && b == 0xff => Expected::AlwaysUndefined,
        BinOp::SDiv => exact(sa / sb, sa % sb == 0, flags),
        _ => Expected::Value(value(sa % sb)),
    }
}

fn check(op: BinOp, flags: Flags, mode: UbMode, a: u8, b: u8) {
    let mut domain = Concrete { ub_mode: mode };
    let (x, y) = (Word::Bits(u64::from(a)), Word::Bits(u64::from(b)));
    let got = binary(&mut domain, op, Kind { width: 8, flags }, &x, &y);
    let place = format!("{} {flags:?} {mode:?} {a} {b}: {got:?}", op.text());
    match (expected(op, a, b, flags), mode) {
        (Expected::Value(v), _) => assert_eq!(got.ok(), Some(Word::Bits(u64::from(v))), "{place}"),
        (Expected::Violated(v), UbMode::Overflow) if is_overflow(op, b) => {
            assert_eq!(got.ok(), Some(Word::Bits(u64::from(v))), "{place}");
        }
        (Expected::AlwaysUndefined, _)
        | (Expected::Violated(_), UbMode::Trap | UbMode::Overflow) => {
            assert!(
                matches!(got.map_err(|stop| *stop), Err(StopKind::Ub(_))),
                "{place}"
            );
        }
        (Expected::Violated(v), UbMode::Wrap) => {
            assert_eq!(got.ok(), Some(Word::Bits(u64::from(v))), "{place}");
        }
        (Expected::Violated(_), UbMode::Poison) => {
            assert_eq!(got.ok(), Some(Word::Undefined), "{place}")
        }
    }
}

/// Whether overflow is the only undefined behaviour that an operation can have.
fn is_overflow(op: BinOp, b: u8) -> bool {
    matches!(op, BinOp::Add | BinOp::Sub | BinOp::Mul) || op == BinOp::Shl && b < 8
}

fn flag_sets(op: BinOp) -> Vec<Flags> {
    match op {
        BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Shl => {
            vec![
                Flags::NONE,
                Flags::NSW,
                Flags::NUW,
                Flags::NSW.with(Flags::NUW),
            ]
        }
        BinOp::UDiv | BinOp::SDiv | BinOp::LShr | BinOp::AShr => vec![Flags::NONE, Flags::EXACT],
        BinOp::Or => vec![Flags::NONE, Flags::DISJOINT],
        _ => vec![Flags::NONE],
    }
}

#[test]
fn every_operator_on_every_pair_of_bytes() {
    let operators = BinOp::ALL.iter().copied().filter(|op| !op.is_float());
    for op in operators {
        for flags in flag_sets(op) {
            for mode in [UbMode::Trap, UbMode::Overflow, UbMode::Wrap, UbMode::Poison] {
                for (a, b) in (0..=255).flat_map(|a| (0..=255).map(move |b| (a, b))) {
                    check(op, flags, mode, a, b);
                }
            }
        }
    }
}

#[test]
fn undefined_behaviour_has_its_name() {
    let mut domain = Concrete::default();
    let mut name = |op, flags, a: u8, b: u8| {
        let (a, b) = (Word::Bits(u64::from(a)), Word::Bits(u64::from(b)));
        binary(&mut domain, op, Kind { width: 8, flags }, &a, &b).map_err(|stop| *stop)
    };
    assert_eq!(
        name(BinOp::Add, Flags::NSW, 127, 1),
        Err(StopKind::Ub(Ub::SignedOverflow {
            operation: "+".into()
        }))
    );
    assert_eq!(
        name(BinOp::SDiv, Flags::NONE, 1, 0),
        Err(StopKind::Ub(Ub::DivisionByZero {
            operation: "/".into()
        }))
    );
    assert_eq!(
        name(BinOp::SRem, Flags::NONE, 128, 255),
        Err(StopKind::Ub(Ub::DivisionOverflow {
            operation: "%".into()
        }))
    );
    let bad_shift = Ub::BadShift {
        amount: "-1".to_owned(),
        width: 8,
    };
    assert_eq!(
        name(BinOp::Shl, Flags::NONE, 1, 255),
        Err(StopKind::Ub(bad_shift))
    );
}

/// Amounts less than the width are valid for words wider than a register, too.
#[test]
fn wide_shifts_wrap_at_their_own_width() {
    let mut d = Concrete {
        ub_mode: UbMode::Wrap,
    };
    let kind = Kind {
        width: 128,
        flags: Flags::NONE,
    };
    for amount in [0, 1, 63, 64, 100, 127, 128, 130] {
        let (one, by) = (d.word(128, 1), d.word(128, amount));
        let shifted = binary(&mut d, BinOp::Shl, kind, &one, &by).expect("no stop");
        let bits = shifted.defined(128).expect("a value");
        assert_eq!(bits.low_u128(), 1 << (amount % 128), "by {amount}");
    }
}
