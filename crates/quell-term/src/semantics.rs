//! The semantics of operators on values.
//!
//! There are two implementations: on machine words, for operands and results of at most 64 bits, and
//! on [`Value`]s, for all sorts and widths.

use crate::op::{Op, Rounding};
use crate::pattern;
use crate::sort::Sort;
use crate::value::{ArrayValue, Value};
use quell_bits::{Bits, FloatFormat, float, word};
use std::cmp::Ordering;

/// The functions that compute an operator, on words and on values. Booleans count as bit vectors of
/// width 1.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Semantics {
    /// A bit vector to one of its width.
    Map(fn(u32, u64) -> u64, fn(&Bits) -> Bits),
    /// Two bit vectors to one of their width.
    Combine(fn(u32, u64, u64) -> u64, fn(&Bits, &Bits) -> Bits),
    /// A predicate on two bit vectors.
    Compare(fn(u32, u64, u64) -> bool, fn(&Bits, &Bits) -> bool),
    /// A float to one of its format.
    Float1(fn(FloatFormat, &Bits) -> Bits),
    /// Two floats to one of their format.
    Float2(fn(FloatFormat, &Bits, &Bits) -> Bits),
    /// Three floats to one of their format.
    Float3(fn(FloatFormat, &Bits, &Bits, &Bits) -> Bits),
    /// A predicate on a float.
    FloatTest(fn(FloatFormat, &Bits) -> bool),
    /// A predicate on the order of two floats, which is none if one is a NaN.
    FloatCompare(fn(Option<Ordering>) -> bool),
    /// Computed by a case of its own in this module.
    Special,
}

/// Divisions with a result for every divisor, as in SMT-LIB.
pub(crate) mod total {
    use super::{Bits, word};

    pub fn udiv(w: u32, a: u64, b: u64) -> u64 {
        word::udiv(w, a, b).unwrap_or(word::mask(w))
    }

    pub fn sdiv(w: u32, a: u64, b: u64) -> u64 {
        let by_zero = || {
            if word::sign_bit(w, a) {
                1
            } else {
                word::mask(w)
            }
        };
        word::sdiv(w, a, b).unwrap_or_else(by_zero)
    }

    pub fn urem(w: u32, a: u64, b: u64) -> u64 {
        word::urem(w, a, b).unwrap_or(a)
    }

    pub fn srem(w: u32, a: u64, b: u64) -> u64 {
        word::srem(w, a, b).unwrap_or(a)
    }

    pub fn wide_udiv(a: &Bits, b: &Bits) -> Bits {
        a.udiv(b).unwrap_or_else(|| Bits::ones(a.width()))
    }

    pub fn wide_sdiv(a: &Bits, b: &Bits) -> Bits {
        let by_zero = || {
            if a.sign_bit() {
                Bits::one(a.width())
            } else {
                Bits::ones(a.width())
            }
        };
        a.sdiv(b).unwrap_or_else(by_zero)
    }

    pub fn wide_urem(a: &Bits, b: &Bits) -> Bits {
        a.urem(b).unwrap_or_else(|| a.clone())
    }

    pub fn wide_srem(a: &Bits, b: &Bits) -> Bits {
        a.srem(b).unwrap_or_else(|| a.clone())
    }
}

/// The result of an operator on words, if operands and result fit one. The widths are those of the
/// operands; floats are left to [`apply`].
#[inline]
pub(crate) fn apply_words(op: Op, widths: &[u32], args: &[u64]) -> Option<u64> {
    let width = *widths.first()?;
    match (op.info().semantics, args) {
        (Semantics::Map(f, _), &[a]) => Some(f(width, a)),
        (Semantics::Combine(f, _), &[a, b]) => Some(f(width, a, b)),
        (Semantics::Compare(f, _), &[a, b]) => Some(u64::from(f(width, a, b))),
        (Semantics::Special, _) => special_words(op, widths, args),
        _ => None,
    }
}

fn special_words(op: Op, widths: &[u32], args: &[u64]) -> Option<u64> {
    Some(match (op, args, widths) {
        (Op::Eq, [a, b], _) => u64::from(a == b),
        (Op::Ite, [c, a, b], _) => *(if *c != 0 { a } else { b }),
        (Op::Concat, [a, b], [_, low]) => a.checked_shl(*low)? | b,
        (Op::Extract { high, low }, [a], _) => word::fit(high - low + 1, a >> low),
        (Op::ZeroExtend(_), [a], _) => *a,
        (Op::SignExtend(by), [a], [from]) => word::sext(*from, from + by, *a),
        _ => return None,
    })
}

/// The result of an operator on values of the given sorts; `None` if SMT-LIB leaves it open, or if
/// the values are not of these sorts.
pub(crate) fn apply(op: Op, sorts: &[Sort], args: &[&Value]) -> Option<Value> {
    match (op, args) {
        (Op::Eq, [a, b]) => return Some(Value::Bool(same(sorts.first()?, a, b))),
        (Op::Ite, [Value::Bool(c), a, b]) => return Some((*if *c { a } else { b }).clone()),
        (Op::Select, [Value::Array(array), Value::Bits(at)]) => {
            return Some(Value::Bits(array.get(at).clone()));
        }
        (Op::Store, [Value::Array(array), Value::Bits(at), Value::Bits(value)]) => {
            return Some(Value::Array(array.with(at, value)));
        }
        (Op::ConstArray(_), [Value::Bits(value)]) => {
            return Some(Value::Array(ArrayValue::filled(value.clone())));
        }
        (Op::Not, [Value::Bool(a)]) => return Some(Value::Bool(!a)),
        (Op::And, [Value::Bool(a), Value::Bool(b)]) => return Some(Value::Bool(a & b)),
        (Op::Or, [Value::Bool(a), Value::Bool(b)]) => return Some(Value::Bool(a | b)),
        (Op::Xor, [Value::Bool(a), Value::Bool(b)]) => return Some(Value::Bool(a ^ b)),
        _ => {}
    }
    match (sorts, args) {
        (&[Sort::Float(format), ..], _) => on_floats(op, format, args),
        (_, [Value::Bits(a)]) => on_vector(op, a).map(Value::Bits),
        (_, [Value::Bits(a), Value::Bits(b)]) => on_vectors(op, a, b),
        _ => None,
    }
}

/// Whether two values of a sort are equal.
fn same(sort: &Sort, a: &Value, b: &Value) -> bool {
    match (sort, a, b) {
        (Sort::Array { index, .. }, Value::Array(a), Value::Array(b)) => a.equals(b, *index),
        _ => a == b,
    }
}

fn on_vectors(op: Op, a: &Bits, b: &Bits) -> Option<Value> {
    match op.info().semantics {
        Semantics::Combine(_, f) => Some(Value::Bits(f(a, b))),
        Semantics::Compare(_, f) => Some(Value::Bool(f(a, b))),
        _ => matches!(op, Op::Concat).then(|| Value::Bits(a.concat(b))),
    }
}

fn on_vector(op: Op, a: &Bits) -> Option<Bits> {
    if let Semantics::Map(_, f) = op.info().semantics {
        return Some(f(a));
    }
    Some(match op {
        Op::Extract { high, low } => a.extract(high, low),
        Op::ZeroExtend(by) => a.zext(a.width().checked_add(by)?),
        Op::SignExtend(by) => a.sext(a.width().checked_add(by)?),
        Op::FromBits(format) => pattern::canonical(format, a),
        Op::SBvToFp(format) => pattern::pack(format, &float::from_int(format, a, true)),
        Op::UBvToFp(format) => pattern::pack(format, &float::from_int(format, a, false)),
        _ => return None,
    })
}

fn on_floats(op: Op, format: FloatFormat, args: &[&Value]) -> Option<Value> {
    let operand = |index: usize| match args.get(index) {
        Some(Value::Bits(bits)) => Some(pattern::unpack(format, bits)),
        _ => None,
    };
    let a = operand(0)?;
    let float = |result: Bits| Some(Value::Bits(pattern::pack(format, &result)));
    match op.info().semantics {
        Semantics::Float1(f) => float(f(format, &a)),
        Semantics::Float2(f) => float(f(format, &a, &operand(1)?)),
        Semantics::Float3(f) => float(f(format, &a, &operand(1)?, &operand(2)?)),
        Semantics::FloatTest(f) => Some(Value::Bool(f(format, &a))),
        Semantics::FloatCompare(f) => {
            Some(Value::Bool(f(float::compare(format, &a, &operand(1)?))))
        }
        _ => convert(op, format, &a).map(Value::Bits),
    }
}

/// Operators from a float to another sort or format.
fn convert(op: Op, format: FloatFormat, a: &Bits) -> Option<Bits> {
    let integer = |width, signed| {
        let result = float::to_int(format, a, width, signed);
        result.in_range.then_some(result.value)
    };
    match op {
        Op::ToBits => Some(pattern::pack(format, a)),
        Op::FpToFp(to) => Some(pattern::pack(to, &float::convert(format, to, a))),
        Op::FpToSBv(width) => integer(width, true),
        Op::FpToUBv(width) => integer(width, false),
        Op::FpRoundToIntegral(rounding) => {
            Some(pattern::pack(format, &rounded(rounding)(format, a)))
        }
        _ => None,
    }
}

fn rounded(rounding: Rounding) -> fn(FloatFormat, &Bits) -> Bits {
    match rounding {
        Rounding::NearestEven => float::roundeven,
        Rounding::NearestAway => float::round,
        Rounding::Up => float::ceil,
        Rounding::Down => float::floor,
        Rounding::Zero => float::trunc,
    }
}
