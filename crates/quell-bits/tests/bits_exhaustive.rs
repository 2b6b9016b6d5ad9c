//! Every operation on every value of narrow widths, against plain integer arithmetic.

use quell_bits::{Bits, word};
use std::cmp::Ordering;

/// Reference integers of a width: the unsigned and the signed reading of the same bits.
#[derive(Clone, Copy)]
struct Ref {
    w: u32,
    u: i32,
    s: i32,
}

impl Ref {
    fn new(w: u32, u: i32) -> Ref {
        let s = if u >> (w - 1) & 1 == 1 {
            u - (1 << w)
        } else {
            u
        };
        Ref { w, u, s }
    }

    fn bits(self) -> Bits {
        Bits::from_u64(self.w, self.u as u64)
    }

    /// The value wrapped into the width.
    fn wrap(self, value: i32) -> Bits {
        Bits::from_u64(self.w, value.rem_euclid(1 << self.w) as u64)
    }

    fn max_u(self) -> i32 {
        (1 << self.w) - 1
    }

    fn max_s(self) -> i32 {
        (1 << (self.w - 1)) - 1
    }

    fn min_s(self) -> i32 {
        -(1 << (self.w - 1))
    }

    fn leaves_s(self, value: i32) -> bool {
        value < self.min_s() || value > self.max_s()
    }

    fn leaves_u(self, value: i32) -> bool {
        value < 0 || value > self.max_u()
    }
}

type Expected = fn(Ref, Ref) -> Bits;
type ExpectedOption = fn(Ref, Ref) -> Option<Bits>;
type ExpectedBool = fn(Ref, Ref) -> bool;

/// A left shift without any limit, for amounts that would not fit the reference.
fn shifted(value: i32, amount: i32) -> i64 {
    i64::from(value) << amount.min(20)
}

fn shifted_fits(b: Ref, low: i32, high: i32, value: i32) -> bool {
    let result = shifted(value, b.u);
    value == 0 || (result >= i64::from(low) && result <= i64::from(high))
}

type BinaryRow = (
    &'static str,
    fn(&Bits, &Bits) -> Bits,
    fn(u32, u64, u64) -> u64,
    Expected,
);

const BINARY: &[BinaryRow] = &[
    ("add", Bits::add, word::add, |a, b| a.wrap(a.u + b.u)),
    ("sub", Bits::sub, word::sub, |a, b| a.wrap(a.u - b.u)),
    ("mul", Bits::mul, word::mul, |a, b| a.wrap(a.u * b.u)),
    ("and", Bits::and, word::and, |a, b| a.wrap(a.u & b.u)),
    ("or", Bits::or, word::or, |a, b| a.wrap(a.u | b.u)),
    ("xor", Bits::xor, word::xor, |a, b| a.wrap(a.u ^ b.u)),
    ("shl", Bits::shl, word::shl, |a, b| {
        a.wrap(if b.u >= a.w as i32 { 0 } else { a.u << b.u })
    }),
    ("lshr", Bits::lshr, word::lshr, |a, b| {
        a.wrap(a.u >> b.u.min(31))
    }),
    ("ashr", Bits::ashr, word::ashr, |a, b| {
        a.wrap(a.s >> b.u.min(31))
    }),
    ("rotl", Bits::rotl, word::rotl, |a, b| {
        let n = b.u % a.w as i32;
        a.wrap(a.u << n | a.u >> (a.w as i32 - n))
    }),
    ("rotr", Bits::rotr, word::rotr, |a, b| {
        let n = b.u % a.w as i32;
        a.wrap(a.u >> n | a.u << (a.w as i32 - n))
    }),
    ("umin", Bits::umin, word::umin, |a, b| a.wrap(a.u.min(b.u))),
    ("umax", Bits::umax, word::umax, |a, b| a.wrap(a.u.max(b.u))),
    ("smin", Bits::smin, word::smin, |a, b| a.wrap(a.s.min(b.s))),
    ("smax", Bits::smax, word::smax, |a, b| a.wrap(a.s.max(b.s))),
    ("uadd_sat", Bits::uadd_sat, word::uadd_sat, |a, b| {
        a.wrap((a.u + b.u).min(a.max_u()))
    }),
    ("usub_sat", Bits::usub_sat, word::usub_sat, |a, b| {
        a.wrap((a.u - b.u).max(0))
    }),
    ("sadd_sat", Bits::sadd_sat, word::sadd_sat, |a, b| {
        a.wrap((a.s + b.s).clamp(a.min_s(), a.max_s()))
    }),
    ("ssub_sat", Bits::ssub_sat, word::ssub_sat, |a, b| {
        a.wrap((a.s - b.s).clamp(a.min_s(), a.max_s()))
    }),
    ("ushl_sat", Bits::ushl_sat, word::ushl_sat, |a, b| {
        a.wrap(shifted(a.u, b.u).min(a.max_u().into()) as i32)
    }),
    ("sshl_sat", Bits::sshl_sat, word::sshl_sat, |a, b| {
        a.wrap(shifted(a.s, b.u).clamp(a.min_s().into(), a.max_s().into()) as i32)
    }),
];

type PartialRow = (
    &'static str,
    fn(&Bits, &Bits) -> Option<Bits>,
    fn(u32, u64, u64) -> Option<u64>,
    ExpectedOption,
);

const PARTIAL: &[PartialRow] = &[
    ("udiv", Bits::udiv, word::udiv, |a, b| {
        Some(a.wrap(a.u.checked_div(b.u)?))
    }),
    ("urem", Bits::urem, word::urem, |a, b| {
        Some(a.wrap(a.u.checked_rem(b.u)?))
    }),
    ("sdiv", Bits::sdiv, word::sdiv, |a, b| {
        Some(a.wrap(a.s.checked_div(b.s)?))
    }),
    ("srem", Bits::srem, word::srem, |a, b| {
        Some(a.wrap(a.s.checked_rem(b.s)?))
    }),
];

type PredicateRow = (
    &'static str,
    fn(&Bits, &Bits) -> bool,
    fn(u32, u64, u64) -> bool,
    ExpectedBool,
);

const PREDICATES: &[PredicateRow] = &[
    ("ult", Bits::ult, word::ult, |a, b| a.u < b.u),
    ("ule", Bits::ule, word::ule, |a, b| a.u <= b.u),
    ("slt", Bits::slt, word::slt, |a, b| a.s < b.s),
    ("sle", Bits::sle, word::sle, |a, b| a.s <= b.s),
    (
        "uadd",
        Bits::uadd_overflows,
        word::uadd_overflows,
        |a, b| a.leaves_u(a.u + b.u),
    ),
    (
        "sadd",
        Bits::sadd_overflows,
        word::sadd_overflows,
        |a, b| a.leaves_s(a.s + b.s),
    ),
    (
        "usub",
        Bits::usub_overflows,
        word::usub_overflows,
        |a, b| a.leaves_u(a.u - b.u),
    ),
    (
        "ssub",
        Bits::ssub_overflows,
        word::ssub_overflows,
        |a, b| a.leaves_s(a.s - b.s),
    ),
    (
        "umul",
        Bits::umul_overflows,
        word::umul_overflows,
        |a, b| a.leaves_u(a.u * b.u),
    ),
    (
        "smul",
        Bits::smul_overflows,
        word::smul_overflows,
        |a, b| a.leaves_s(a.s * b.s),
    ),
    (
        "sdiv",
        Bits::sdiv_overflows,
        word::sdiv_overflows,
        |a, b| b.s != 0 && a.leaves_s(a.s / b.s),
    ),
    (
        "shl unsigned",
        Bits::shl_overflows_unsigned,
        word::shl_overflows_unsigned,
        |a, b| !shifted_fits(b, 0, a.max_u(), a.u),
    ),
    (
        "shl signed",
        Bits::shl_overflows_signed,
        word::shl_overflows_signed,
        |a, b| !shifted_fits(b, a.min_s(), a.max_s(), a.s),
    ),
    (
        "udiv exact",
        Bits::udiv_inexact,
        word::udiv_inexact,
        |a, b| b.u != 0 && a.u % b.u != 0,
    ),
    (
        "sdiv exact",
        Bits::sdiv_inexact,
        word::sdiv_inexact,
        |a, b| b.s != 0 && a.s % b.s != 0,
    ),
    (
        "lshr exact",
        Bits::lshr_inexact,
        word::lshr_inexact,
        |a, b| a.u >> b.u.min(20) << b.u.min(20) != a.u,
    ),
    (
        "ashr exact",
        Bits::ashr_inexact,
        word::ashr_inexact,
        |a, b| a.s >> b.u.min(20) << b.u.min(20) != a.s,
    ),
];

/// Widths 1 to 5 and 8, every pair of values.
fn every_pair(mut check: impl FnMut(Ref, Ref)) {
    for w in [1, 2, 3, 4, 5, 8] {
        for a in 0..1 << w {
            for b in 0..1 << w {
                check(Ref::new(w, a), Ref::new(w, b));
            }
        }
    }
}

#[test]
fn binary_operations() {
    every_pair(|a, b| {
        for (name, operation, word_operation, expected) in BINARY {
            let want = expected(a, b);
            let context = format!("{name} at {} bits: {} {}", a.w, a.u, b.u);
            assert_eq!(operation(&a.bits(), &b.bits()), want, "{context}");
            assert_eq!(
                word_operation(a.w, a.u as u64, b.u as u64),
                want.low_u64(),
                "{context}"
            );
        }
    });
}

#[test]
fn divisions() {
    every_pair(|a, b| {
        for (name, operation, word_operation, expected) in PARTIAL {
            let want = expected(a, b);
            let context = format!("{name} at {} bits: {} {}", a.w, a.u, b.u);
            assert_eq!(operation(&a.bits(), &b.bits()), want, "{context}");
            let word = word_operation(a.w, a.u as u64, b.u as u64);
            assert_eq!(word, want.map(|value| value.low_u64()), "{context}");
        }
    });
}

#[test]
fn predicates() {
    every_pair(|a, b| {
        for (name, operation, word_operation, expected) in PREDICATES {
            let want = expected(a, b);
            let context = format!("{name} at {} bits: {} {}", a.w, a.u, b.u);
            assert_eq!(operation(&a.bits(), &b.bits()), want, "{context}");
            assert_eq!(
                word_operation(a.w, a.u as u64, b.u as u64),
                want,
                "{context}"
            );
        }
    });
}

#[test]
fn orders() {
    every_pair(|a, b| {
        let (x, y) = (a.bits(), b.bits());
        assert_eq!(x.cmp_unsigned(&y), a.u.cmp(&b.u));
        assert_eq!(x.cmp_signed(&y), a.s.cmp(&b.s));
        assert_eq!(x.cmp_unsigned(&y) == Ordering::Equal, x == y);
    });
}

#[test]
fn funnel_shifts() {
    for w in 1..=4u32 {
        let all = 0..1u64 << w;
        for (high, low) in all.clone().flat_map(|h| all.clone().map(move |l| (h, l))) {
            for amount in 0..16u64 {
                let joined = high << w | low;
                let n = amount % u64::from(w);
                let left = word::fit(w, joined << n >> w);
                let right = word::fit(w, joined >> n);
                let (h, l) = (Bits::from_u64(w, high), Bits::from_u64(w, low));
                let by = Bits::from_u64(4, amount);
                assert_eq!(
                    h.fshl(&l, &by).low_u64(),
                    left,
                    "fshl {w} {high} {low} {amount}"
                );
                assert_eq!(
                    h.fshr(&l, &by).low_u64(),
                    right,
                    "fshr {w} {high} {low} {amount}"
                );
                assert_eq!(word::fshl(w, high, low, amount), left);
                assert_eq!(word::fshr(w, high, low, amount), right);
            }
        }
    }
}

/// Checks all operations on one value.
fn check_unary(a: Ref) {
    let (w, word, bits) = (a.w, a.u as u64, a.bits());
    let unary: [(Bits, u64, i32); 3] = [
        (bits.neg(), word::neg(w, word), -a.u),
        (bits.not(), word::not(w, word), !a.u),
        (bits.abs(), word::abs(w, word), a.s.abs()),
    ];
    for (got, got_word, want) in unary {
        assert_eq!(got, a.wrap(want));
        assert_eq!(got_word, got.low_u64());
    }
    let string: String = format!("{:0w$b}", a.u, w = w as usize);
    let reversed: String = string.chars().rev().collect();
    assert_eq!(
        format!("{:0w$b}", bits.reverse_bits().low_u64(), w = w as usize),
        reversed
    );
    assert_eq!(word::reverse_bits(w, word), bits.reverse_bits().low_u64());
    let leading = string.len() - string.trim_start_matches('0').len();
    let trailing = string.len() - string.trim_end_matches('0').len();
    let ones = string.matches('1').count();
    let counts = [
        bits.leading_zeros(),
        bits.trailing_zeros(),
        bits.count_ones(),
    ];
    assert_eq!(counts.map(|n| n as usize), [leading, trailing, ones]);
    let words = [
        word::leading_zeros(w, word),
        word::trailing_zeros(w, word),
        word::count_ones(w, word),
    ];
    assert_eq!(words, counts);
    assert_eq!(bits.is_ones(), ones == w as usize);
    assert_eq!(bits.sign_bit(), a.s < 0);
    assert_eq!(bits.to_i64(), Some(a.s.into()));
    assert_eq!(bits.to_string(), a.u.to_string());
    assert_eq!(bits.to_signed_string(), a.s.to_string());
    assert_eq!(format!("{bits:x}"), format!("{:x}", a.u));
}

#[test]
fn unary_operations() {
    for w in 1..=10 {
        for a in 0..1 << w {
            check_unary(Ref::new(w, a));
        }
    }
}

#[test]
fn widths_change() {
    for w in 1..=6 {
        for a in (0..1 << w).map(|u| Ref::new(w, u)) {
            for to in 1..=9 {
                assert_eq!(
                    a.bits().resize_unsigned(to).low_u64(),
                    word::fit(to, a.u as u64)
                );
                assert_eq!(a.bits().resize_signed(to), Bits::from_i64(to, a.s.into()));
                assert_eq!(word::sext(w, to, a.u as u64), a.bits().sext(to).low_u64());
            }
            for low in 0..w {
                for high in low..w {
                    let want = word::fit(high - low + 1, a.u as u64 >> low);
                    assert_eq!(
                        a.bits().extract(high, low),
                        Bits::from_u64(high - low + 1, want)
                    );
                }
                let split = a.bits().extract(w - 1, low).concat(&a.bits().trunc(low));
                assert_eq!(split, a.bits());
            }
        }
    }
}

#[test]
fn decimal_texts_up_to_their_range() {
    for w in 1..=8 {
        for value in -300i32..=600 {
            let fits = value >= -(1 << (w - 1)) && value < 1 << w;
            let parsed = Bits::parse_decimal(w, &value.to_string());
            assert_eq!(parsed.is_ok(), fits, "{value} in {w} bits");
            if let Ok(bits) = parsed {
                assert_eq!(bits, Bits::from_i64(w, value.into()));
            }
        }
    }
}
