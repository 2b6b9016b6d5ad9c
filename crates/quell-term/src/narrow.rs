//! A conjunction made smaller by what its own parts say: under the condition of a path, the tests that led there are
//! decided everywhere else.

use crate::op::Op;
use crate::pool::{Pool, Term};
use crate::walk::{Substitution, conjuncts};
use rustc_hash::FxHashMap;

/// Smaller conjunctions say more: so often they are made smaller still.
const ROUNDS: usize = 4;
/// Conjunctions and disjunctions of more parts are left alone.
const MANY: usize = 64;

/// Terms that hold at once exactly where the given ones do. What some of them say is put into the others; what all
/// sides of a disjunction have in common is taken out of it.
pub fn narrowed(pool: &mut Pool, assertions: &[Term]) -> Vec<Term> {
    let mut all = parts(pool, assertions);
    for _ in 0..ROUNDS {
        let mut split = Vec::with_capacity(all.len());
        for term in &all {
            split.extend(common_parts(pool, *term));
        }
        let split = parts(pool, &split);
        let Some(known) = known(pool, &split) else {
            return vec![pool.bool(false)];
        };
        let mut known = Substitution::new(known);
        let applied: Vec<Term> = split
            .iter()
            .map(|term| inside(pool, &mut known, *term))
            .collect();
        let narrower = parts(pool, &applied);
        if narrower == all {
            break;
        }
        all = narrower;
    }
    all
}

/// The parts of all terms, each once; `false` alone where one of them is.
fn parts(pool: &Pool, terms: &[Term]) -> Vec<Term> {
    let all = conjuncts(pool, terms, usize::MAX).unwrap_or_default();
    let impossible = all.iter().find(|part| pool.op(**part) == Op::Bool(false));
    impossible.map_or_else(|| all.clone(), |part| vec![*part])
}

/// What every side of a disjunction says, and what is left of it.
fn common_parts(pool: &mut Pool, term: Term) -> Vec<Term> {
    factored(pool, term).unwrap_or_else(|| vec![term])
}

fn factored(pool: &mut Pool, term: Term) -> Option<Vec<Term>> {
    let denied = denied(pool, term).filter(|inner| pool.op(*inner) == Op::And)?;
    let sides: Vec<Vec<Term>> = parts(pool, &[denied])
        .into_iter()
        .map(|part| {
            let side = pool.not(part);
            parts(pool, &[side])
        })
        .collect();
    let (first, others) = sides.split_first()?;
    if others.len() >= MANY || sides.iter().any(|side| side.len() > MANY) {
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

fn denied(pool: &Pool, term: Term) -> Option<Term> {
    (pool.op(term) == Op::Not).then(|| pool.args(term)[0])
}

/// What each part says of a term: that it holds, that it does not, or which constant it is; nothing if two parts say
/// different things. A part can be put into others although they are put into it: it is smaller than what it stands in.
fn known(pool: &mut Pool, parts: &[Term]) -> Option<FxHashMap<Term, Term>> {
    let (yes, no) = (pool.bool(true), pool.bool(false));
    let mut known = FxHashMap::default();
    for &part in parts {
        let itself = denied(pool, part).map_or((part, yes), |inner| (inner, no));
        for (term, value) in fixed(pool, part).into_iter().chain([itself]) {
            if *known.entry(term).or_insert(value) != value {
                return None;
            }
        }
    }
    Some(known)
}

/// A term, and the constant that it is said to be.
fn fixed(pool: &Pool, part: Term) -> Option<(Term, Term)> {
    match (pool.op(part), pool.args(part)) {
        (Op::Eq, &[a, b]) if pool.is_const(b) => Some((a, b)),
        (Op::Eq, &[a, b]) if pool.is_const(a) => Some((b, a)),
        _ => None,
    }
}

/// A part with what is known put into it, but for what it says itself.
fn inside(pool: &mut Pool, known: &mut Substitution, part: Term) -> Term {
    if let Some(inner) = denied(pool, part) {
        let inner = below(pool, known, inner);
        return pool.not(inner);
    }
    match fixed(pool, part) {
        Some((term, constant)) => {
            let term = below(pool, known, term);
            pool.eq(term, constant)
        }
        None => below(pool, known, part),
    }
}

/// A term whose operands have what is known put into them.
fn below(pool: &mut Pool, known: &mut Substitution, term: Term) -> Term {
    let args = pool.args(term).to_vec();
    let new: Vec<Term> = args.iter().map(|arg| known.apply(pool, *arg)).collect();
    match new == args {
        true => term,
        false => pool.make(pool.op(term), &new),
    }
}
