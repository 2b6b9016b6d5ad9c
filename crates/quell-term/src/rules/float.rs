//! Rules for floating point. Operators that depend only on the pattern of a float are expressed with
//! bit vectors, which are easier for solvers than floats.

use super::{Action, Rule};
use crate::op::Op;
use crate::pattern;
use crate::pool::{Pool, Term};
use crate::sort::{Sort, pattern_width};
use quell_bits::{Bits, FloatFormat, float};

pub(super) const ADD: &[Rule] = &[Rule::new(
    "fp-add-minus-zero",
    Action::Two(add_minus_zero),
    &["(fp.add RNE f (_ -zero {format}))"],
)];

pub(super) const SUB: &[Rule] = &[Rule::new(
    "fp-sub-as-add",
    Action::Two(sub_as_add),
    &["(fp.sub RNE f g)"],
)];

pub(super) const MUL: &[Rule] = &[Rule::new(
    "fp-mul-constant",
    Action::Two(mul_constant),
    &[
        "(fp.mul RNE f {float:1})",
        "(fp.mul RNE f {float:-1})",
        "(fp.mul RNE f {float:2})",
    ],
)];

pub(super) const DIV: &[Rule] = &[Rule::new(
    "fp-div-power",
    Action::Two(div_power),
    &[
        "(fp.div RNE f {float:1})",
        "(fp.div RNE f {float:4})",
        "(fp.div RNE f {float:-2})",
    ],
)];

pub(super) const NEG: &[Rule] = &[
    Rule::new("fp-neg-neg", Action::One(neg_neg), &["(fp.neg (fp.neg f))"]),
    Rule::new(
        "fp-neg-pattern",
        Action::One(neg_pattern),
        &["(fp.neg ((_ to_fp {format}) h))"],
    ),
];

pub(super) const ABS: &[Rule] = &[
    Rule::new(
        "fp-abs-sign",
        Action::One(abs_sign),
        &["(fp.abs (fp.neg f))", "(fp.abs (fp.abs f))"],
    ),
    Rule::new(
        "fp-abs-pattern",
        Action::One(abs_pattern),
        &["(fp.abs ((_ to_fp {format}) h))"],
    ),
    Rule::new(
        "fp-abs-unsigned",
        Action::One(abs_unsigned),
        &[
            "(fp.abs (fp.mul RNE f f))",
            "(fp.abs (fp.sqrt RNE (fp.add RNE (fp.abs f) g)))",
            "(fp.abs (fp.sqrt RNE (fp.sub RNE (fp.abs f) g)))",
        ],
    ),
    Rule::new(
        "fp-abs-choice",
        Action::One(abs_choice),
        &["(fp.abs (fp.sub RNE (fp.abs f) g))"],
    ),
];

pub(super) const COMPARE: &[Rule] = &[
    Rule::new(
        "fp-compare-self",
        Action::Two(compare_self),
        &["(fp.eq f f)", "(fp.lt f f)", "(fp.leq f f)"],
    ),
    Rule::new(
        "fp-compare-patterns",
        Action::Two(compare_patterns),
        &[
            "(fp.lt ((_ to_fp {format}) h) ((_ to_fp {format}) i))",
            "(fp.leq ((_ to_fp {format}) h) ((_ to_fp {format}) i))",
            "(fp.eq ((_ to_fp {format}) h) ((_ to_fp {format}) i))",
        ],
    ),
    Rule::new(
        "fp-compare-negated",
        Action::Two(compare_negated),
        &[
            "(fp.lt (fp.neg f) (fp.neg g))",
            "(fp.eq (fp.neg f) (fp.neg g))",
        ],
    ),
];

pub(super) const TEST: &[Rule] = &[
    Rule::new(
        "fp-test-sign",
        Action::One(test_sign),
        &[
            "(fp.isNaN (fp.neg f))",
            "(fp.isInfinite (fp.abs f))",
            "(fp.isZero (fp.neg f))",
            "(fp.isNegative (fp.abs f))",
        ],
    ),
    Rule::new(
        "fp-test-integer",
        Action::One(test_integer),
        &[
            "(fp.isNaN ((_ to_fp {format}) RNE x))",
            "(fp.isNaN ((_ to_fp_unsigned {format}) RNE x))",
        ],
    ),
    Rule::new(
        "fp-test-pattern",
        Action::One(test_pattern),
        &[
            "(fp.isNaN ((_ to_fp {format}) h))",
            "(fp.isInfinite ((_ to_fp {format}) h))",
            "(fp.isZero ((_ to_fp {format}) h))",
            "(fp.isNegative ((_ to_fp {format}) h))",
        ],
    ),
];

pub(super) const TO_BITS: &[Rule] = &[
    Rule::new(
        "to-bits-pattern",
        Action::One(to_bits_pattern),
        &["(to_bits ((_ to_fp {format}) h))"],
    ),
    Rule::new(
        "to-bits-ite",
        Action::One(to_bits_ite),
        &[
            "(to_bits (ite p ((_ to_fp {format}) h) f))",
            "(to_bits (ite p f {float:1}))",
        ],
    ),
];

pub(super) const FROM_BITS: &[Rule] = &[
    Rule::new(
        "from-bits-to-bits",
        Action::One(from_bits_to_bits),
        &["((_ to_fp {format}) (to_bits f))"],
    ),
    Rule::new(
        "from-bits-canonical",
        Action::One(from_bits_canonical),
        &[
            "((_ to_fp {format}) (ite (bvult {magnitude:infinity} ((_ extract {f-2} 0) h)) {pattern:nan} h))",
        ],
    ),
    Rule::new(
        "from-bits-ite",
        Action::One(from_bits_ite),
        &[
            "((_ to_fp {format}) (ite p (to_bits f) h))",
            "((_ to_fp {format}) (ite p h (ite q (to_bits f) i)))",
        ],
    ),
];

pub(super) const TO_FP: &[Rule] = &[Rule::new(
    "to-fp-and-back",
    Action::One(to_fp_and_back),
    &[
        "((_ to_fp {format}) RNE ((_ to_fp 15 113) RNE f))",
        "((_ to_fp {format}) RNE f)",
    ],
)];

fn format_of(p: &Pool, term: Term) -> Option<FloatFormat> {
    match p.sort(term) {
        Sort::Float(format) => Some(format),
        _ => None,
    }
}

/// The pattern that a float is made from.
pub(super) fn pattern_under(p: &Pool, term: Term) -> Option<Term> {
    match (p.op(term), p.args(term)) {
        (Op::FromBits(_), &[bits]) => Some(bits),
        _ => None,
    }
}

/// Whether a term is the float constant with a small integral value.
fn is_whole(p: &Pool, term: Term, value: i64) -> bool {
    let Some(format) = format_of(p, term) else {
        return false;
    };
    let memory = float::from_int(format, &Bits::from_i64(8, value), true);
    p.as_float(term) == Some(&pattern::pack(format, &memory))
}

fn add_minus_zero(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    let bits = p.as_float(b)?;
    (*bits == Bits::min_signed(bits.width())).then_some(a)
}

fn sub_as_add(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    let negated = p.fp_neg(b);
    Some(p.fp_add(a, negated))
}

fn mul_constant(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    if is_whole(p, b, 1) {
        return Some(a);
    }
    if is_whole(p, b, -1) {
        return Some(p.fp_neg(a));
    }
    is_whole(p, b, 2).then(|| p.fp_add(a, a))
}

/// Division by a power of two is multiplication by its inverse, if that is a normal number.
fn div_power(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    let format = format_of(p, a)?;
    let divisor = pattern::unpack(format, p.as_float(b)?);
    let one = float::from_int(format, &Bits::one(2), false);
    let inverse = float::div(format, &one, &divisor);
    let fraction = format.significand_bits() - 1;
    let is_power = |bits: &Bits| {
        float::is_normal(format, bits) && pattern::pack(format, bits).trunc(fraction).is_zero()
    };
    if !is_power(&divisor) || !is_power(&inverse) {
        return None;
    }
    let factor = p.float(format, &pattern::pack(format, &inverse));
    Some(p.fp_mul(a, factor))
}

fn neg_neg(p: &mut Pool, _: Op, a: Term) -> Option<Term> {
    p.under(a, Op::FpNeg)
}

fn neg_pattern(p: &mut Pool, _: Op, a: Term) -> Option<Term> {
    let (format, bits) = (format_of(p, a)?, pattern_under(p, a)?);
    let sign = p.bits(&Bits::min_signed(pattern_width(format)));
    let flipped = p.bvxor(bits, sign);
    Some(p.from_bits(format, flipped))
}

fn abs_sign(p: &mut Pool, _: Op, a: Term) -> Option<Term> {
    let inner = p.under(a, Op::FpNeg).or_else(|| p.under(a, Op::FpAbs))?;
    Some(p.fp_abs(inner))
}

/// A float without a sign is its own magnitude.
fn abs_unsigned(p: &mut Pool, _: Op, a: Term) -> Option<Term> {
    is_unsigned(p, a, MAX_DEPTH).then_some(a)
}

/// Expresses a magnitude as the choice that programs make too, so that both are the same term. The
/// operand must not be -0, which is not less than 0: the choice would keep its sign.
fn abs_choice(p: &mut Pool, _: Op, a: Term) -> Option<Term> {
    let format = format_of(p, a)?;
    if !is_not_minus_zero(p, a, MAX_DEPTH) {
        return None;
    }
    let zero = p.float(format, &Bits::zero(pattern_width(format)));
    let (negative, opposite) = (p.fp_lt(a, zero), p.fp_neg(a));
    Some(p.ite(negative, opposite, a))
}

/// How many nested operations are inspected.
const MAX_DEPTH: u32 = 8;

/// Whether a float is known to be neither negative nor -0.
fn is_unsigned(p: &Pool, term: Term, depth: u32) -> bool {
    match (p.op(term), p.args(term)) {
        (Op::FpAbs, _) => true,
        (Op::FpMul, &[a, b]) => a == b,
        (Op::FpSqrt, &[a]) => depth > 0 && is_not_minus_zero(p, a, depth - 1),
        _ => false,
    }
}

/// Whether a float is known not to be -0. A sum is -0 only if both operands are: operands that cancel
/// give 0.
fn is_not_minus_zero(p: &Pool, term: Term, depth: u32) -> bool {
    if is_unsigned(p, term, depth) {
        return true;
    }
    match (p.op(term), p.args(term)) {
        _ if depth == 0 => false,
        (Op::FpAdd, args) => args.iter().any(|arg| is_not_minus_zero(p, *arg, depth - 1)),
        (Op::FpSub, &[a, _]) => is_not_minus_zero(p, a, depth - 1),
        _ => false,
    }
}

fn abs_pattern(p: &mut Pool, _: Op, a: Term) -> Option<Term> {
    let (format, bits) = (format_of(p, a)?, pattern_under(p, a)?);
    let magnitude = magnitude(p, bits);
    let width = pattern_width(format);
    let cleared = p.zext_to(magnitude, width);
    Some(p.from_bits(format, cleared))
}

/// A pattern without its sign.
fn magnitude(p: &mut Pool, bits: Term) -> Term {
    p.extract(bits, p.width(bits) - 2, 0)
}

/// The magnitude of infinity.
fn infinity(p: &mut Pool, format: FloatFormat) -> Term {
    let width = pattern_width(format) - 1;
    let ones = Bits::ones(format.exponent_bits()).zext(width);
    p.bits(&ones.shl_u32(format.significand_bits() - 1))
}

/// Whether a pattern is a NaN: its magnitude is greater than infinity's.
pub(super) fn is_nan_pattern(p: &mut Pool, format: FloatFormat, bits: Term) -> Term {
    let (magnitude, infinity) = (magnitude(p, bits), infinity(p, format));
    p.ult(infinity, magnitude)
}

fn compare_self(p: &mut Pool, op: Op, a: Term, b: Term) -> Option<Term> {
    if a != b {
        return None;
    }
    if op == Op::FpLt {
        return Some(p.bool(false));
    }
    let nan = p.fp_is_nan(a);
    Some(p.not(nan))
}

/// A signed number that orders patterns like their floats; it is 0 for both zeros.
fn order_key(p: &mut Pool, bits: Term) -> Term {
    let (width, zero) = (p.width(bits), p.zero_of(bits));
    let negative = p.slt(bits, zero);
    let magnitude = magnitude(p, bits);
    let magnitude = p.zext_to(magnitude, width);
    let opposite = p.neg(magnitude);
    p.ite(negative, opposite, magnitude)
}

fn compare_patterns(p: &mut Pool, op: Op, a: Term, b: Term) -> Option<Term> {
    let format = format_of(p, a)?;
    let (x, y) = (pattern_under(p, a)?, pattern_under(p, b)?);
    let (left, right) = (order_key(p, x), order_key(p, y));
    let ordered = match op {
        Op::FpLt => p.slt(left, right),
        Op::FpLe => p.sle(left, right),
        _ => p.eq(left, right),
    };
    let (nan_x, nan_y) = (is_nan_pattern(p, format, x), is_nan_pattern(p, format, y));
    let nan = p.or(nan_x, nan_y);
    let numbers = p.not(nan);
    Some(p.and(numbers, ordered))
}

fn compare_negated(p: &mut Pool, op: Op, a: Term, b: Term) -> Option<Term> {
    let (x, y) = (p.under(a, Op::FpNeg)?, p.under(b, Op::FpNeg)?);
    Some(p.make(op, &[y, x]))
}

fn test_sign(p: &mut Pool, op: Op, a: Term) -> Option<Term> {
    if op == Op::FpIsNegative {
        return p.under(a, Op::FpAbs).map(|_| p.bool(false));
    }
    let inner = p.under(a, Op::FpNeg).or_else(|| p.under(a, Op::FpAbs))?;
    Some(p.make(op, &[inner]))
}

fn test_integer(p: &mut Pool, op: Op, a: Term) -> Option<Term> {
    let integer = matches!(p.op(a), Op::SBvToFp(_) | Op::UBvToFp(_));
    (integer && op == Op::FpIsNan).then(|| p.bool(false))
}

fn test_pattern(p: &mut Pool, op: Op, a: Term) -> Option<Term> {
    let (format, bits) = (format_of(p, a)?, pattern_under(p, a)?);
    let size = magnitude(p, bits);
    match op {
        Op::FpIsNan => Some(is_nan_pattern(p, format, bits)),
        Op::FpIsInf => {
            let infinity = infinity(p, format);
            Some(p.eq(size, infinity))
        }
        Op::FpIsZero => {
            let zero = p.zero_of(size);
            Some(p.eq(size, zero))
        }
        Op::FpIsNegative => {
            let (zero, nan) = (p.zero_of(bits), is_nan_pattern(p, format, bits));
            let (negative, number) = (p.slt(bits, zero), p.not(nan));
            Some(p.and(negative, number))
        }
        _ => None,
    }
}

fn to_bits_pattern(p: &mut Pool, _: Op, a: Term) -> Option<Term> {
    let (format, bits) = (format_of(p, a)?, pattern_under(p, a)?);
    let nan = is_nan_pattern(p, format, bits);
    let canonical = p.bits(&crate::canonical_nan(format));
    Some(p.ite(nan, canonical, bits))
}

fn to_bits_ite(p: &mut Pool, _: Op, a: Term) -> Option<Term> {
    let (c, x, y) = p.choice(a)?;
    if pattern_under(p, x).is_none() && pattern_under(p, y).is_none() {
        return None;
    }
    let (x, y) = (p.to_bits(x), p.to_bits(y));
    Some(p.ite(c, x, y))
}

fn from_bits_to_bits(p: &mut Pool, _: Op, a: Term) -> Option<Term> {
    p.under(a, Op::ToBits)
}

/// Replacing NaN patterns by the canonical one does not change the float.
fn from_bits_canonical(p: &mut Pool, op: Op, a: Term) -> Option<Term> {
    let Op::FromBits(format) = op else {
        return None;
    };
    // The normal form of the NaN test may be a negation, which exchanges the branches.
    let (condition, x, y) = p.choice(a)?;
    let nan_constant =
        |p: &Pool, term: Term| p.as_bits(term) == Some(&crate::canonical_nan(format));
    let (bits, wanted) = if nan_constant(p, x) {
        (y, condition)
    } else if nan_constant(p, y) {
        (x, p.not(condition))
    } else {
        return None;
    };
    (is_nan_pattern(p, format, bits) == wanted).then(|| p.from_bits(format, bits))
}

/// Whether a pattern is a choice with a branch that is the pattern of a float.
fn has_float_branch(p: &Pool, term: Term, depth: u32) -> bool {
    p.op(term) == Op::ToBits
        || depth > 0
            && p.choice(term).is_some_and(|(_, a, b)| {
                has_float_branch(p, a, depth - 1) || has_float_branch(p, b, depth - 1)
            })
}

fn from_bits_ite(p: &mut Pool, op: Op, a: Term) -> Option<Term> {
    let (c, x, y) = p.choice(a).filter(|_| has_float_branch(p, a, 3))?;
    let (x, y) = (p.make(op, &[x]), p.make(op, &[y]));
    Some(p.ite(c, x, y))
}

/// A conversion to the same format, or back from a wider format, which represents every value.
fn to_fp_and_back(p: &mut Pool, op: Op, a: Term) -> Option<Term> {
    let Op::FpToFp(format) = op else {
        return None;
    };
    if format_of(p, a) == Some(format) {
        return Some(a);
    }
    let Op::FpToFp(between) = p.op(a) else {
        return None;
    };
    let inner = p.args(a)[0];
    let keeps = between.exponent_bits() >= format.exponent_bits()
        && between.significand_bits() >= format.significand_bits();
    (keeps && format_of(p, inner) == Some(format)).then_some(inner)
}
