//! The result sort of each [`Signature`].

use crate::op::{Op, Signature};
use crate::sort::{Sort, pattern_width};

/// See [`Op::result_sort`].
pub(crate) fn result_sort(op: Op, args: &[Sort]) -> Option<Sort> {
    let info = op.info();
    if args.len() != usize::from(info.arity) {
        return None;
    }
    let result = match (info.signature, args) {
        (Signature::Leaf, _) => matches!(op, Op::Bool(_)).then_some(Sort::Bool),
        (Signature::Bools, _) => all(args, Sort::Bool).then_some(Sort::Bool),
        (Signature::Equality, [a, b]) => (a == b).then_some(Sort::Bool),
        (Signature::Choice, [Sort::Bool, a, b]) => (a == b).then_some(*a),
        (Signature::Vectors | Signature::VectorTest, [first @ Sort::Bv(_), ..])
        | (Signature::Floats | Signature::FloatTest, [first @ Sort::Float(_), ..]) => {
            all(args, *first).then_some(uniform(info.signature, *first))
        }
        (Signature::Join, [Sort::Bv(high), Sort::Bv(low)]) => high.checked_add(*low).map(Sort::Bv),
        (Signature::Read | Signature::Write | Signature::Fill, _) => array_sort(op, args),
        (_, [arg]) => converted(op, *arg),
        _ => None,
    };
    result.filter(|sort| sort.is_valid())
}

fn all(args: &[Sort], wanted: Sort) -> bool {
    args.iter().all(|&sort| sort == wanted)
}

/// The result sort of an operator whose operands have one sort.
fn uniform(signature: Signature, operand: Sort) -> Sort {
    match signature {
        Signature::VectorTest | Signature::FloatTest => Sort::Bool,
        _ => operand,
    }
}

/// The result sort of a unary operator that changes the sort.
fn converted(op: Op, arg: Sort) -> Option<Sort> {
    match (op, arg) {
        (Op::Extract { high, low }, Sort::Bv(width)) => {
            (low <= high && high < width).then(|| Sort::Bv(high - low + 1))
        }
        (Op::ZeroExtend(by) | Op::SignExtend(by), Sort::Bv(width)) => {
            width.checked_add(by).map(Sort::Bv)
        }
        (Op::FromBits(format), Sort::Bv(width)) => {
            (width == pattern_width(format)).then_some(Sort::Float(format))
        }
        (Op::ToBits, Sort::Float(format)) => Some(Sort::Bv(pattern_width(format))),
        (Op::FpToSBv(width) | Op::FpToUBv(width), Sort::Float(_)) => Some(Sort::Bv(width)),
        (Op::FpToFp(format), Sort::Float(_))
        | (Op::SBvToFp(format) | Op::UBvToFp(format), Sort::Bv(_)) => Some(Sort::Float(format)),
        _ => None,
    }
}

fn array_sort(op: Op, args: &[Sort]) -> Option<Sort> {
    match (op, args) {
        (Op::Select, [Sort::Array { index, element }, at]) => {
            (*at == Sort::Bv(*index)).then_some(Sort::Bv(*element))
        }
        (Op::Store, [array @ Sort::Array { index, element }, at, value]) => {
            (*at == Sort::Bv(*index) && *value == Sort::Bv(*element)).then_some(*array)
        }
        (Op::ConstArray(index), &[Sort::Bv(element)]) => Some(Sort::Array { index, element }),
        _ => None,
    }
}
