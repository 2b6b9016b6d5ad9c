//! Rules for `ite`, and for operators on choices between constants.

use super::{Action, Rule};
use crate::op::Op;
use crate::pool::{MAX_ARITY, Pool, Term};
use crate::sort::Sort;
use quell_bits::Bits;

pub(super) const ITE: &[Rule] = &[
    Rule::new(
        "ite-constant",
        Action::Three(ite_constant),
        &["(ite true x y)", "(ite false x y)"],
    ),
    Rule::new("ite-same", Action::Three(ite_same), &["(ite p x x)"]),
    Rule::new("ite-not", Action::Three(ite_not), &["(ite (not p) x y)"]),
    Rule::new(
        "ite-of-bools",
        Action::Three(ite_of_bools),
        &[
            "(ite p true q)",
            "(ite p false q)",
            "(ite p q true)",
            "(ite p q false)",
            "(ite p p q)",
            "(ite p (not p) q)",
            "(ite p q p)",
            "(ite p q (not p))",
            "(ite p q (not q))",
        ],
    ),
    Rule::new(
        "ite-condition-again",
        Action::Three(ite_condition_again),
        &[
            "(ite p (ite p x y) z)",
            "(ite p x (ite p y z))",
            "(ite p (ite (not p) x y) z)",
        ],
    ),
    Rule::new(
        "ite-joins",
        Action::Three(ite_joins),
        &[
            "(ite p (ite q x y) y)",
            "(ite p (ite q x y) x)",
            "(ite p x (ite q x y))",
            "(ite p x (ite q y x))",
        ],
    ),
    Rule::new(
        "ite-equal",
        Action::Three(ite_equal),
        &["(ite (= x y) x y)", "(ite (= x k) k x)"],
    ),
    Rule::new(
        "ite-extreme",
        Action::Three(ite_extreme),
        &[
            "(ite (bvult y x) y x)",
            "(ite (bvslt y x) x y)",
            "(ite (bvult x k) x l)",
            "(ite (bvslt x k) l x)",
        ],
    ),
    Rule::new(
        "ite-same-operator",
        Action::Three(ite_same_operator),
        &[
            "(ite p (bvnot x) (bvnot y))",
            "(ite p (not q) (not r))",
            "(ite p ((_ sign_extend 2) x) ((_ sign_extend 2) y))",
            "(ite p ((_ zero_extend 2) x) {w+2:1})",
            "(ite p {w+2:-1} ((_ sign_extend 2) x))",
        ],
    ),
    Rule::new(
        "ite-common-operand",
        Action::Three(ite_common_operand),
        &[
            "(ite p (bvadd x y) (bvadd z x))",
            "(ite p (bvand x y) (bvand x k))",
            "(ite p (and q r) (and r p))",
            "(ite p (concat x y) (concat x z))",
            "(ite p (concat x y) (concat z y))",
        ],
    ),
    Rule::new(
        "ite-added",
        Action::Three(ite_added),
        &["(ite p (bvadd x y) x)", "(ite p x (bvadd x k))"],
    ),
];

/// Rules for operators on bit vectors.
pub(super) const LIFT: &[Rule] = &[
    Rule::new(
        "lift-over-one",
        Action::One(lift_one),
        &["(bvneg (ite p k l))", "((_ zero_extend 3) (ite p k l))"],
    ),
    Rule::new(
        "lift-over-two",
        Action::Two(lift_two),
        &[
            "(bvult (ite p k l) m)",
            "(bvadd (ite p k (ite q l m)) k)",
            "(bvlshr k (ite p l m))",
            "(concat (ite p k l) m)",
            "(bvmul (ite p k l) (ite p l m))",
        ],
    ),
];

fn ite_constant(p: &mut Pool, _: Op, c: Term, a: Term, b: Term) -> Option<Term> {
    p.as_bool(c).map(|value| if value { a } else { b })
}

fn ite_same(_: &mut Pool, _: Op, _: Term, a: Term, b: Term) -> Option<Term> {
    (a == b).then_some(a)
}

fn ite_not(p: &mut Pool, _: Op, c: Term, a: Term, b: Term) -> Option<Term> {
    let positive = p.under(c, Op::Not)?;
    Some(p.ite(positive, b, a))
}

/// The value of a Boolean under the assumption that the condition has a value, if it follows.
fn known_under(p: &Pool, condition: Term, value: bool, term: Term) -> Option<bool> {
    if term == condition {
        return Some(value);
    }
    if p.are_complements(condition, term) {
        return Some(!value);
    }
    p.as_bool(term)
}

fn ite_of_bools(p: &mut Pool, _: Op, c: Term, a: Term, b: Term) -> Option<Term> {
    if p.sort(a) != Sort::Bool {
        return None;
    }
    match (known_under(p, c, true, a), known_under(p, c, false, b)) {
        (Some(true), _) => Some(p.or(c, b)),
        (Some(false), _) => {
            let not_c = p.not(c);
            Some(p.and(not_c, b))
        }
        (_, Some(true)) => Some(p.implies(c, a)),
        (_, Some(false)) => Some(p.and(c, a)),
        _ if p.are_complements(a, b) => Some(p.eq(c, a)),
        _ => None,
    }
}

/// Inside a branch the value of the condition is known.
fn ite_condition_again(p: &mut Pool, _: Op, c: Term, a: Term, b: Term) -> Option<Term> {
    let inner = |p: &Pool, term: Term, value: bool| {
        let (condition, yes, no) = p.choice(term)?;
        let known = known_under(p, c, value, condition)?;
        Some(if known { yes } else { no })
    };
    let (new_a, new_b) = (inner(p, a, true), inner(p, b, false));
    if new_a.is_none() && new_b.is_none() {
        return None;
    }
    Some(p.ite(c, new_a.unwrap_or(a), new_b.unwrap_or(b)))
}

/// A branch that is itself a choice with the other branch in it: one choice with a combined
/// condition.
fn ite_joins(p: &mut Pool, _: Op, c: Term, a: Term, b: Term) -> Option<Term> {
    if let Some((d, x, y)) = p.choice(a) {
        if y == b {
            let both = p.and(c, d);
            return Some(p.ite(both, x, b));
        }
        if x == b {
            let not_d = p.not(d);
            let both = p.and(c, not_d);
            return Some(p.ite(both, y, b));
        }
    }
    let (d, x, y) = p.choice(b)?;
    if x == a {
        let one = p.or(c, d);
        return Some(p.ite(one, a, y));
    }
    if y == a {
        let one = p.implies(d, c);
        return Some(p.ite(one, a, x));
    }
    None
}

/// Where two terms are equal, either branch may be taken.
fn ite_equal(p: &mut Pool, _: Op, c: Term, a: Term, b: Term) -> Option<Term> {
    (p.partner(c, Op::Eq, a) == Some(b)).then_some(b)
}

/// Minimum and maximum of two terms have one form each: at the boundary both branches are equal, so
/// strict and non-strict comparisons give the same value.
fn ite_extreme(p: &mut Pool, _: Op, c: Term, a: Term, b: Term) -> Option<Term> {
    let op = p.op(c);
    if !matches!(op, Op::Ult | Op::Slt) {
        return None;
    }
    let (x, y) = p.pair(c, op)?;
    if p.as_bits(y).is_none() {
        let extreme = (a, b) == (x, y) || (a, b) == (y, x);
        if !extreme || x < y {
            return None;
        }
        let reversed = p.make(op, &[y, x]);
        return Some(p.ite(reversed, b, a));
    }
    // `x <= k` has the normal form `x < k + 1`.
    let other = if a == x { b } else { a };
    if a != x && b != x {
        return None;
    }
    let (limit, bound) = (p.as_bits(y)?, p.as_bits(other)?);
    let wraps = limit.is_zero() && op == Op::Ult
        || *limit == Bits::min_signed(limit.width()) && op == Op::Slt;
    if wraps || bound.add(&Bits::one(bound.width())) != *limit {
        return None;
    }
    let strict = p.make(op, &[x, other]);
    Some(p.ite(strict, a, b))
}

/// The operands of two extensions of one kind; the second may be a constant that is an extension.
fn under_extensions(p: &mut Pool, a: Term, b: Term) -> Option<(Op, Term, Term)> {
    let op = p.op(a);
    let x = match op {
        Op::ZeroExtend(_) | Op::SignExtend(_) => p.args(a)[0],
        _ => return None,
    };
    if let Some(y) = p.under(b, op) {
        return Some((op, x, y));
    }
    let bits = p.as_bits(b)?;
    let narrow = bits.trunc(p.width(x));
    let back = match op {
        Op::ZeroExtend(_) => narrow.zext(bits.width()),
        _ => narrow.sext(bits.width()),
    };
    (back == *bits).then(|| (op, x, p.bits(&narrow)))
}

/// Moves a unary operator out of both branches.
fn ite_same_operator(p: &mut Pool, _: Op, c: Term, a: Term, b: Term) -> Option<Term> {
    if let Some((op, x, y)) = under_extensions(p, a, b) {
        let inner = p.ite(c, x, y);
        return Some(p.make(op, &[inner]));
    }
    if let Some((op, y, x)) = under_extensions(p, b, a) {
        let inner = p.ite(c, x, y);
        return Some(p.make(op, &[inner]));
    }
    let op = p.op(a);
    if !matches!(op, Op::Not | Op::BvNot | Op::BvNeg) {
        return None;
    }
    let (x, y) = (p.under(a, op)?, p.under(b, op)?);
    let inner = p.ite(c, x, y);
    Some(p.make(op, &[inner]))
}

/// Moves a binary operator with a common operand out of both branches.
fn ite_common_operand(p: &mut Pool, _: Op, c: Term, a: Term, b: Term) -> Option<Term> {
    let op = p.op(a);
    let (x, y) = p.pair(a, op)?;
    let (u, v) = p.pair(b, op)?;
    if op == Op::Concat {
        return ite_of_concats(p, c, [x, y], [u, v]);
    }
    if !matches!(
        op,
        Op::And | Op::Add | Op::Mul | Op::BvAnd | Op::BvOr | Op::BvXor
    ) {
        return None;
    }
    let (common, yes, no) = match (p.partner(b, op, x), p.partner(b, op, y)) {
        (Some(no), _) => (x, y, no),
        (_, Some(no)) => (y, x, no),
        _ => return None,
    };
    let inner = p.ite(c, yes, no);
    Some(p.make(op, &[common, inner]))
}

/// Moves a concatenation with a common part out of both branches, each given as `[high, low]`.
fn ite_of_concats(p: &mut Pool, c: Term, [x, y]: [Term; 2], [u, v]: [Term; 2]) -> Option<Term> {
    if x == u {
        let low = p.ite(c, y, v);
        return Some(p.concat(x, low));
    }
    if y != v {
        return None;
    }
    let high = p.ite(c, x, u);
    Some(p.concat(high, y))
}

/// A branch that is the sum of the other branch and another term.
fn ite_added(p: &mut Pool, _: Op, c: Term, a: Term, b: Term) -> Option<Term> {
    if p.op(a) != Op::Add && p.op(b) != Op::Add {
        return None;
    }
    let zero = p.zero_of(a);
    if let Some(added) = p.partner(a, Op::Add, b) {
        let inner = p.ite(c, added, zero);
        return Some(p.add(b, inner));
    }
    let added = p.partner(b, Op::Add, a)?;
    let inner = p.ite(c, zero, added);
    Some(p.add(a, inner))
}

/// Operators are not lifted over trees of choices with more leaves.
const MAX_LEAVES: u8 = 24;

/// Whether a term is a choice between a few constants.
fn is_tree(p: &Pool, term: Term) -> bool {
    (2..=MAX_LEAVES).contains(&p.leaves(term))
}

fn lift_one(p: &mut Pool, op: Op, a: Term) -> Option<Term> {
    is_tree(p, a).then(|| lifted(p, op, &[a], 0))
}

fn lift_two(p: &mut Pool, op: Op, a: Term, b: Term) -> Option<Term> {
    if is_tree(p, a) && p.leaves(b) == 1 {
        return Some(lifted(p, op, &[a, b], 0));
    }
    if p.leaves(a) == 1 && is_tree(p, b) {
        return Some(lifted(p, op, &[a, b], 1));
    }
    // Two choices by one condition.
    let ((c, x, y), (d, u, v)) = (p.choice(a)?, p.choice(b)?);
    let constants = [x, y, u, v].iter().all(|&term| p.leaves(term) == 1);
    if c != d || !constants {
        return None;
    }
    let (yes, no) = (p.make(op, &[x, u]), p.make(op, &[y, v]));
    Some(p.ite(c, yes, no))
}

/// The operator applied to the leaves of one of its operands. Recursion is at most as deep as there
/// are leaves.
fn lifted(p: &mut Pool, op: Op, args: &[Term], at: usize) -> Term {
    let Some((c, a, b)) = p.choice(args[at]) else {
        return p.make(op, args);
    };
    let mut inner = [c; MAX_ARITY];
    inner[..args.len()].copy_from_slice(args);
    inner[at] = a;
    let yes = lifted(p, op, &inner[..args.len()], at);
    inner[at] = b;
    let no = lifted(p, op, &inner[..args.len()], at);
    p.ite(c, yes, no)
}
