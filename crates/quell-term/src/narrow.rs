//! Simplification of a conjunction by the values that its conjuncts fix: the branch conditions in a
//! path condition are decided wherever they occur in other conjuncts.

use crate::op::Op;
use crate::pool::{Pool, Term};
use crate::walk::{Substitution, conjuncts};
use rustc_hash::FxHashMap;

/// A simplified conjunction may fix more values: the simplification is repeated at most this often.
const MAX_ROUNDS: usize = 4;
/// Disjunctions with more operands, or with an operand of more conjuncts, are not factored.
const MAX_PARTS: usize = 64;

/// Terms whose conjunction is equivalent to that of the given ones. Values that conjuncts fix are
/// substituted in the other conjuncts; common conjuncts of the operands of a disjunction are factored
/// out.
pub fn narrowed(pool: &mut Pool, assertions: &[Term]) -> Vec<Term> {
    let mut all = parts(pool, assertions);
    for _ in 0..MAX_ROUNDS {
        let mut split = Vec::with_capacity(all.len());
        for term in &all {
            split.extend(factored(pool, *term).unwrap_or_else(|| vec![*term]));
        }
        let split = parts(pool, &split);
        let Some(fixed) = fixed_values(pool, &split) else {
            return vec![pool.bool(false)];
        };
        let mut fixed = Substitution::new(fixed);
        let applied: Vec<Term> = split
            .iter()
            .map(|term| simplified_conjunct(pool, &mut fixed, *term))
            .collect();
        let narrower = parts(pool, &applied);
        if narrower == all {
            break;
        }
        all = narrower;
    }
    all
}

/// The conjuncts of all terms, each once; `false` alone if one of them is `false`.
fn parts(pool: &Pool, terms: &[Term]) -> Vec<Term> {
    let all = conjuncts(pool, terms, usize::MAX).unwrap_or_default();
    let constant_false = all.iter().find(|part| pool.op(**part) == Op::Bool(false));
    constant_false.map_or_else(|| all.clone(), |part| vec![*part])
}

/// The common conjuncts of the operands of a disjunction, followed by the disjunction without them;
/// none if the term is not a disjunction or its operands have nothing in common.
fn factored(pool: &mut Pool, term: Term) -> Option<Vec<Term>> {
    // A disjunction is represented as the negation of a conjunction.
    let conjunction = negated(pool, term).filter(|inner| pool.op(*inner) == Op::And)?;
    let sides: Vec<Vec<Term>> = parts(pool, &[conjunction])
        .into_iter()
        .map(|part| {
            let side = pool.not(part);
            parts(pool, &[side])
        })
        .collect();
    let (first, others) = sides.split_first()?;
    if others.len() >= MAX_PARTS || sides.iter().any(|side| side.len() > MAX_PARTS) {
        return None;
    }
    let is_common = |part: &&Term| others.iter().all(|side| side.contains(part));
    let mut common: Vec<Term> = first.iter().filter(is_common).copied().collect();
    if common.is_empty() {
        return None;
    }
    let mut rests = Vec::new();
    for side in &sides {
        let rest = side.iter().filter(|part| !common.contains(part));
        let rest: Vec<Term> = rest.copied().collect();
        rests.push(pool.and_all(&rest));
    }
    common.push(pool.or_all(&rests));
    Some(common)
}

/// The operand of a negation.
fn negated(pool: &Pool, term: Term) -> Option<Term> {
    (pool.op(term) == Op::Not).then(|| pool.args(term)[0])
}

/// The constants to which the parts fix terms: each part itself is true, the operand of a negation
/// false, and a term that is equal to a constant that constant. None if two parts contradict each
/// other.
///
/// Mutual substitution is sound: a part only occurs in larger terms, so no two parts justify each
/// other.
fn fixed_values(pool: &mut Pool, parts: &[Term]) -> Option<FxHashMap<Term, Term>> {
    let (yes, no) = (pool.bool(true), pool.bool(false));
    let mut values = FxHashMap::default();
    for &part in parts {
        let itself = negated(pool, part).map_or((part, yes), |inner| (inner, no));
        for (term, value) in equal_constant(pool, part).into_iter().chain([itself]) {
            if *values.entry(term).or_insert(value) != value {
                return None;
            }
        }
    }
    Some(values)
}

/// Of an equality with a constant: the other side, and the constant.
fn equal_constant(pool: &Pool, part: Term) -> Option<(Term, Term)> {
    match (pool.op(part), pool.args(part)) {
        (Op::Eq, &[a, b]) if pool.is_const(b) => Some((a, b)),
        (Op::Eq, &[a, b]) if pool.is_const(a) => Some((b, a)),
        _ => None,
    }
}

/// A part after substitution of the fixed values, except of the value that the part itself fixes.
fn simplified_conjunct(pool: &mut Pool, fixed: &mut Substitution, part: Term) -> Term {
    if let Some(inner) = negated(pool, part) {
        let inner = with_operands_substituted(pool, fixed, inner);
        return pool.not(inner);
    }
    match equal_constant(pool, part) {
        Some((term, constant)) => {
            let term = with_operands_substituted(pool, fixed, term);
            pool.eq(term, constant)
        }
        None => with_operands_substituted(pool, fixed, part),
    }
}

/// A term after substitution of the fixed values in its operands, but not of the term itself.
fn with_operands_substituted(pool: &mut Pool, fixed: &mut Substitution, term: Term) -> Term {
    let args = pool.args(term).to_vec();
    let new: Vec<Term> = args.iter().map(|arg| fixed.apply(pool, *arg)).collect();
    if new == args {
        term
    } else {
        pool.make(pool.op(term), &new)
    }
}
