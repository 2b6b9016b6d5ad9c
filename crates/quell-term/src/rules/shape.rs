//! Rules for extraction, concatenation and extension of bit vectors.

use super::{Action, Rule};
use crate::op::Op;
use crate::pool::{Pool, Term};

pub(super) const EXTRACT: &[Rule] = &[
    Rule::new(
        "extract-all",
        Action::One(extract_all),
        &["((_ extract {w-1} 0) x)"],
    ),
    Rule::new(
        "extract-extract",
        Action::One(extract_extract),
        &[
            "((_ extract 1 1) ((_ extract {w-1} 1) x))",
            "((_ extract 0 0) ((_ extract {w-1} 1) x))",
        ],
    ),
    Rule::new(
        "extract-concat",
        Action::One(extract_concat),
        &[
            "((_ extract {w-1} 0) (concat x y))",
            "((_ extract {2w-1} {w}) (concat x y))",
            "((_ extract {w} {w-1}) (concat x y))",
        ],
    ),
    Rule::new(
        "extract-zero-extend",
        Action::One(extract_zero_extend),
        &[
            "((_ extract {w-1} 0) ((_ zero_extend 3) x))",
            "((_ extract {w+1} {w}) ((_ zero_extend 3) x))",
            "((_ extract {w} {w-1}) ((_ zero_extend 3) x))",
        ],
    ),
    Rule::new(
        "extract-sign-extend",
        Action::One(extract_sign_extend),
        &[
            "((_ extract {w-1} 0) ((_ sign_extend 3) x))",
            "((_ extract {w+1} {w}) ((_ sign_extend 3) x))",
            "((_ extract {w} {w-1}) ((_ sign_extend 3) x))",
        ],
    ),
    Rule::new(
        "extract-ite",
        Action::One(extract_ite),
        &[
            "((_ extract 0 0) (ite p k x))",
            "((_ extract 0 0) (ite p x k))",
        ],
    ),
    Rule::new(
        "extract-bitwise",
        Action::One(extract_bitwise),
        &[
            "((_ extract {w-1} {w-1}) (bvand x k))",
            "((_ extract {w-1} {w-1}) (bvxor x k))",
            "((_ extract 0 0) (bvnot x))",
            "((_ extract 0 0) (bvor (concat x y) (concat y z)))",
        ],
    ),
    Rule::new(
        "extract-low-arithmetic",
        Action::One(extract_low_arithmetic),
        &[
            "((_ extract {w-1} 0) (bvadd ((_ sign_extend 3) x) ((_ zero_extend 3) y)))",
            "((_ extract {w-1} 0) (bvmul ((_ sign_extend 3) x) {w+3:5}))",
            "((_ extract {w-1} 0) (bvneg ((_ sign_extend 3) x)))",
            "((_ extract 0 0) (bvadd x k))",
        ],
    ),
];

pub(super) const CONCAT: &[Rule] = &[
    Rule::new(
        "concat-zero",
        Action::Two(concat_zero),
        &["(concat {w:0} x)"],
    ),
    Rule::new(
        "concat-extended",
        Action::Two(concat_extended),
        &["(concat ((_ zero_extend 2) x) y)"],
    ),
    Rule::new(
        "concat-neighbours",
        Action::Two(concat_neighbours),
        &[
            "(concat ((_ extract {w-1} 1) x) ((_ extract 0 0) x))",
            "(concat ((_ extract {w-1} 1) x) (concat ((_ extract 0 0) x) y))",
        ],
    ),
    Rule::new(
        "concat-to-the-right",
        Action::Two(concat_right),
        &["(concat (concat x y) z)"],
    ),
    Rule::new(
        "concat-constants",
        Action::Two(concat_constants),
        &["(concat k (concat l x))"],
    ),
];

pub(super) const ZERO_EXTEND: &[Rule] = &[
    Rule::new(
        "zero-extend-by-none",
        Action::One(extend_by_none),
        &["((_ zero_extend 0) x)"],
    ),
    Rule::new(
        "zero-extend-again",
        Action::One(zero_extend_again),
        &["((_ zero_extend 2) ((_ zero_extend 3) x))"],
    ),
];

pub(super) const SIGN_EXTEND: &[Rule] = &[
    Rule::new(
        "sign-extend-by-none",
        Action::One(extend_by_none),
        &["((_ sign_extend 0) x)"],
    ),
    Rule::new(
        "sign-extend-again",
        Action::One(sign_extend_again),
        &["((_ sign_extend 2) ((_ sign_extend 3) x))"],
    ),
    Rule::new(
        "sign-extend-natural",
        Action::One(sign_extend_natural),
        &["((_ sign_extend 2) ((_ zero_extend 3) x))"],
    ),
];

fn range(op: Op) -> Option<(u32, u32)> {
    match op {
        Op::Extract { high, low } => Some((high, low)),
        _ => None,
    }
}

fn extract_all(p: &mut Pool, op: Op, a: Term) -> Option<Term> {
    let (high, low) = range(op)?;
    (low == 0 && high + 1 == p.width(a)).then_some(a)
}

fn extract_extract(p: &mut Pool, op: Op, a: Term) -> Option<Term> {
    let ((high, low), (_, base)) = (range(op)?, range(p.op(a))?);
    let whole = p.args(a)[0];
    Some(p.extract(whole, high + base, low + base))
}

fn extract_concat(p: &mut Pool, op: Op, a: Term) -> Option<Term> {
    let ((high, low), (top, bottom)) = (range(op)?, p.pair(a, Op::Concat)?);
    let cut = p.width(bottom);
    if high < cut {
        return Some(p.extract(bottom, high, low));
    }
    if low >= cut {
        return Some(p.extract(top, high - cut, low - cut));
    }
    let (upper, lower) = (
        p.extract(top, high - cut, 0),
        p.extract(bottom, cut - 1, low),
    );
    Some(p.concat(upper, lower))
}

fn extract_zero_extend(p: &mut Pool, op: Op, a: Term) -> Option<Term> {
    let ((high, low), inner) = (range(op)?, p.zero_extended(a)?);
    let width = p.width(inner);
    if low >= width {
        return Some(p.number(high - low + 1, 0));
    }
    let kept = p.extract(inner, high.min(width - 1), low);
    Some(p.zext_to(kept, high - low + 1))
}

fn extract_sign_extend(p: &mut Pool, op: Op, a: Term) -> Option<Term> {
    let ((high, low), inner) = (range(op)?, p.sign_extended(a)?);
    let top = p.width(inner) - 1;
    let kept = p.extract(inner, high.min(top), low.min(top));
    Some(p.sext_to(kept, high - low + 1))
}

fn extract_ite(p: &mut Pool, op: Op, a: Term) -> Option<Term> {
    let (c, x, y) = p.choice(a)?;
    if p.as_bits(x).is_none() && p.as_bits(y).is_none() {
        return None;
    }
    let (x, y) = (p.make(op, &[x]), p.make(op, &[y]));
    Some(p.ite(c, x, y))
}

/// Whether the slice of a term simplifies.
fn slice_simplifies(p: &Pool, term: Term) -> bool {
    let shaped = matches!(
        p.op(term),
        Op::Bits(_) | Op::Concat | Op::Extract { .. } | Op::ZeroExtend(_) | Op::SignExtend(_)
    );
    shaped || p.leaves(term) > 0
}

fn extract_bitwise(p: &mut Pool, op: Op, a: Term) -> Option<Term> {
    let inner = p.op(a);
    match (inner, p.args(a)) {
        (Op::BvNot, &[x]) => {
            let x = p.make(op, &[x]);
            Some(p.bvnot(x))
        }
        (Op::BvAnd | Op::BvOr | Op::BvXor, &[x, y]) => {
            if !slice_simplifies(p, x) && !slice_simplifies(p, y) {
                return None;
            }
            let (x, y) = (p.make(op, &[x]), p.make(op, &[y]));
            Some(p.make(inner, &[x, y]))
        }
        _ => None,
    }
}

/// The low bits of a sum or product depend on the low bits of its operands alone.
fn extract_low_arithmetic(p: &mut Pool, op: Op, a: Term) -> Option<Term> {
    let (_, 0) = range(op)? else {
        return None;
    };
    let inner = p.op(a);
    match (inner, p.args(a)) {
        (Op::BvNeg, &[x]) if slice_simplifies(p, x) => {
            let x = p.make(op, &[x]);
            Some(p.neg(x))
        }
        (Op::Add | Op::Mul, &[x, y]) if slice_simplifies(p, x) || slice_simplifies(p, y) => {
            let (x, y) = (p.make(op, &[x]), p.make(op, &[y]));
            Some(p.make(inner, &[x, y]))
        }
        _ => None,
    }
}

fn concat_zero(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    let width = p.width(a) + p.width(b);
    p.is_zero(a).then(|| p.zext_to(b, width))
}

fn concat_extended(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    let width = p.width(a) + p.width(b);
    let inner = p.zero_extended(a)?;
    let joined = p.concat(inner, b);
    Some(p.zext_to(joined, width))
}

/// The slice that two adjacent slices of one term form together.
fn joined_pieces(p: &mut Pool, a: Term, b: Term) -> Option<Term> {
    let ((high, cut), (below, low)) = (range(p.op(a))?, range(p.op(b))?);
    let whole = p.args(a)[0];
    (whole == p.args(b)[0] && cut == below + 1).then(|| p.extract(whole, high, low))
}

fn concat_neighbours(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    if let Some(joined) = joined_pieces(p, a, b) {
        return Some(joined);
    }
    let (middle, rest) = p.pair(b, Op::Concat)?;
    let joined = joined_pieces(p, a, middle)?;
    Some(p.concat(joined, rest))
}

fn concat_right(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    let (x, y) = p.pair(a, Op::Concat)?;
    let right = p.concat(y, b);
    Some(p.concat(x, right))
}

fn concat_constants(p: &mut Pool, _: Op, a: Term, b: Term) -> Option<Term> {
    let (x, y) = p.pair(b, Op::Concat)?;
    let constant = p.as_bits(a)?.concat(p.as_bits(x)?);
    let constant = p.bits(&constant);
    Some(p.concat(constant, y))
}

fn extend_by_none(_: &mut Pool, op: Op, a: Term) -> Option<Term> {
    matches!(op, Op::ZeroExtend(0) | Op::SignExtend(0)).then_some(a)
}

fn extended_width(p: &Pool, op: Op, a: Term) -> u32 {
    match op {
        Op::ZeroExtend(by) | Op::SignExtend(by) => p.width(a) + by,
        _ => p.width(a),
    }
}

fn zero_extend_again(p: &mut Pool, op: Op, a: Term) -> Option<Term> {
    let (width, inner) = (extended_width(p, op, a), p.zero_extended(a)?);
    Some(p.zext_to(inner, width))
}

fn sign_extend_again(p: &mut Pool, op: Op, a: Term) -> Option<Term> {
    let (width, inner) = (extended_width(p, op, a), p.sign_extended(a)?);
    Some(p.sext_to(inner, width))
}

/// The sign extension of a non-negative term is a zero extension.
fn sign_extend_natural(p: &mut Pool, op: Op, a: Term) -> Option<Term> {
    let width = extended_width(p, op, a);
    (p.unsigned_bits(a) < p.width(a)).then(|| p.zext_to(a, width))
}
