//! The disjunctive normal form of constraints: conjunctive clauses, each reduced as far as that goes without a choice.
//!
//! Connectives, and choices between values inside of comparisons, are cases of their own. A clause whose constraints contradict
//! each other is left out as soon as that is seen.

use quell_term::{Op, Pool, Sort, Substitution, Term, are_made_of_more, reachable};
use rustc_hash::FxHashMap;

use super::clause::Clause;

/// No more clauses than these are made.
const MAX_CLAUSES: usize = 64;
/// No more cases than these are looked at.
const MAX_CASES: usize = 1024;
/// Constraints with more subterms than these are not searched for choices.
const MAX_SEARCHED: usize = 2048;

/// The clauses of which one has to hold.
#[derive(Debug, Default)]
pub(super) struct Clauses {
    pub list: Vec<Clause>,
    /// Whether there are no others.
    pub is_complete: bool,
}

/// A clause in the making.
#[derive(Clone, Debug, Default)]
struct Partial {
    clause: Clause,
    /// Terms that have not been looked at.
    open: Vec<Term>,
    /// Terms that are several cases.
    several: Vec<Term>,
}

/// What a term is made of.
enum Form {
    /// All of these hold.
    Conjunction([Term; 2]),
    /// Both terms of one of these hold.
    Cases([[Term; 2]; 2]),
    Atom,
}

impl Clauses {
    pub fn of(pool: &mut Pool, constraints: &[Term]) -> Self {
        let mut found = Self {
            list: Vec::new(),
            is_complete: true,
        };
        let mut stack = vec![Partial {
            open: constraints.to_vec(),
            ..Partial::default()
        }];
        let mut looked_at = 0;
        while let Some(mut partial) = stack.pop() {
            looked_at += 1;
            if found.list.len() >= MAX_CLAUSES || looked_at > MAX_CASES {
                found.is_complete = false;
                break;
            }
            if !partial.settle(pool) {
                continue;
            }
            let several = partial.several.pop();
            match several.map(|term| form_of(pool, term)) {
                Some(Form::Cases(cases)) => stack.extend(cases.map(|case| {
                    let mut with = partial.clone();
                    with.open.extend(case);
                    with
                })),
                _ => {
                    partial.clause.constraints.extend(several);
                    found.list.push(partial.clause);
                }
            }
        }
        found
    }
}

impl Partial {
    /// Takes conjunctions apart and reduces the domains, which may decide between cases; false if there is a conflict.
    fn settle(&mut self, pool: &mut Pool) -> bool {
        loop {
            while let Some(term) = self.open.pop() {
                match form_of(pool, term) {
                    Form::Conjunction(parts) => self.open.extend(parts),
                    Form::Cases(_) | Form::Atom => self.clause.constraints.push(term),
                }
            }
            self.clause.constraints.append(&mut self.several);
            if self.clause.reduce(pool).is_err() {
                return false;
            }
            for term in std::mem::take(&mut self.clause.constraints) {
                match form_of(pool, term) {
                    Form::Conjunction(parts) => self.open.extend(parts),
                    Form::Cases(_) => self.several.push(term),
                    Form::Atom => self.clause.constraints.push(term),
                }
            }
            if self.open.is_empty() {
                return true;
            }
        }
    }
}

fn form_of(pool: &mut Pool, term: Term) -> Form {
    let is_bool = |pool: &Pool, term: Term| pool.sort(term) == Sort::Bool;
    let args = pool.args(term).to_vec();
    match (pool.op(term), &args[..]) {
        (Op::And, &[a, b]) => Form::Conjunction([a, b]),
        (Op::Or, &[a, b]) => Form::Cases([[a, a], [b, b]]),
        (Op::Xor, &[a, b]) => differ(pool, a, b),
        (Op::Eq, &[a, b]) if is_bool(pool, a) => agree(pool, a, b),
        (Op::Ite, &[condition, then, otherwise]) => {
            let not = pool.not(condition);
            Form::Cases([[condition, then], [not, otherwise]])
        }
        (Op::Not, &[inner]) => negation(pool, term, inner),
        _ => choice(pool, term),
    }
}

fn negation(pool: &mut Pool, term: Term, inner: Term) -> Form {
    let args = pool.args(inner).to_vec();
    match (pool.op(inner), &args[..]) {
        (Op::Or, &[a, b]) => Form::Conjunction([pool.not(a), pool.not(b)]),
        (Op::And, &[a, b]) => {
            let (a, b) = (pool.not(a), pool.not(b));
            Form::Cases([[a, a], [b, b]])
        }
        (Op::Xor, &[a, b]) => agree(pool, a, b),
        (Op::Eq, &[a, b]) if pool.sort(a) == Sort::Bool => differ(pool, a, b),
        (Op::Ite, &[condition, then, otherwise]) => {
            let not = pool.not(condition);
            let (then, otherwise) = (pool.not(then), pool.not(otherwise));
            Form::Cases([[condition, then], [not, otherwise]])
        }
        _ => choice(pool, term),
    }
}

fn agree(pool: &mut Pool, a: Term, b: Term) -> Form {
    let (not_a, not_b) = (pool.not(a), pool.not(b));
    Form::Cases([[a, b], [not_a, not_b]])
}

fn differ(pool: &mut Pool, a: Term, b: Term) -> Form {
    let (not_a, not_b) = (pool.not(a), pool.not(b));
    Form::Cases([[a, not_b], [not_a, b]])
}

/// The cases of the innermost choice between values in a comparison.
fn choice(pool: &mut Pool, term: Term) -> Form {
    if are_made_of_more(pool, &[term], MAX_SEARCHED) {
        return Form::Atom;
    }
    let parts = reachable(pool, &[term]).into_iter();
    let choice = parts.filter(|part| *part != term && pool.op(*part) == Op::Ite);
    let choice = choice.map(|part| (part, pool.args(part).to_vec())).next();
    let Some((part, args)) = choice else {
        return Form::Atom;
    };
    let &[condition, then, otherwise] = &args[..] else {
        return Form::Atom;
    };
    let not = pool.not(condition);
    let mut with = |value| {
        let map = FxHashMap::from_iter([(part, value)]);
        Substitution::new(map).apply(pool, term)
    };
    let (then, otherwise) = (with(then), with(otherwise));
    Form::Cases([[condition, then], [not, otherwise]])
}
