//! The disjunctive normal form of constraints: conjunctive clauses, each reduced as far as that goes without a choice. A clause is
//! made when it is asked for: mostly, the first ones have a solution.
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

/// The clauses of which one has to hold, made one after the other as they are asked for.
#[derive(Debug)]
pub(super) struct Clauses {
    /// Those that are made.
    pub list: Vec<Clause>,
    /// What the others are made of.
    stack: Vec<Partial>,
    looked_at: usize,
    choices: Choices,
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
    /// A comparison with this choice between values inside.
    Choice(Term),
    Atom,
}

impl Clauses {
    pub fn of(constraints: Vec<Term>) -> Self {
        let whole = Partial {
            open: constraints,
            ..Partial::default()
        };
        Self {
            list: Vec::new(),
            stack: vec![whole],
            looked_at: 0,
            choices: Choices::default(),
        }
    }

    /// Makes the next clause; false if there is none within the limits.
    pub fn grow(&mut self, pool: &mut Pool) -> bool {
        while self.list.len() < MAX_CLAUSES && self.looked_at < MAX_CASES {
            let Some(mut partial) = self.stack.pop() else {
                return false;
            };
            self.looked_at += 1;
            if !partial.settle(pool, &mut self.choices) {
                continue;
            }
            let Some(term) = partial.several.pop() else {
                self.list.push(partial.clause);
                return true;
            };
            let cases = match form_of(pool, term, &mut self.choices) {
                Form::Cases(cases) => cases,
                Form::Choice(choice) => split(pool, term, choice),
                Form::Conjunction(both) => [both, both],
                Form::Atom => [[term, term]; 2],
            };
            self.stack.extend(cases.map(|case| {
                let mut with = partial.clone();
                with.open.extend(case);
                with
            }));
        }
        false
    }

    /// Whether there are no other clauses than those that are made.
    pub fn is_complete(&self) -> bool {
        self.stack.is_empty()
    }
}

impl Partial {
    /// Takes conjunctions apart and reduces the domains, which may decide between cases; false if there is a conflict.
    fn settle(&mut self, pool: &mut Pool, choices: &mut Choices) -> bool {
        loop {
            while let Some(term) = self.open.pop() {
                match form_of(pool, term, choices) {
                    Form::Conjunction(parts) => self.open.extend(parts),
                    _ => self.clause.constraints.push(term),
                }
            }
            self.clause.constraints.append(&mut self.several);
            if self.clause.reduce(pool).is_err() {
                return false;
            }
            for term in std::mem::take(&mut self.clause.constraints) {
                match form_of(pool, term, choices) {
                    Form::Conjunction(parts) => self.open.extend(parts),
                    Form::Cases(_) | Form::Choice(_) => self.several.push(term),
                    Form::Atom => self.clause.constraints.push(term),
                }
            }
            if self.open.is_empty() {
                return true;
            }
        }
    }
}

fn form_of(pool: &mut Pool, term: Term, choices: &mut Choices) -> Form {
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
        (Op::Not, &[inner]) => negation(pool, term, inner, choices),
        _ => choices.form_of(pool, term),
    }
}

fn negation(pool: &mut Pool, term: Term, inner: Term, choices: &mut Choices) -> Form {
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
        _ => choices.form_of(pool, term),
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

/// The innermost choice between values in each term that was looked at.
#[derive(Debug, Default)]
struct Choices(FxHashMap<Term, Option<Term>>);

impl Choices {
    fn form_of(&mut self, pool: &Pool, term: Term) -> Form {
        self.innermost(pool, term).map_or(Form::Atom, Form::Choice)
    }

    fn innermost(&mut self, pool: &Pool, term: Term) -> Option<Term> {
        if let Some(known) = self.0.get(&term) {
            return *known;
        }
        let choice = match are_made_of_more(pool, &[term], MAX_SEARCHED) {
            true => None,
            false => {
                let mut parts = reachable(pool, &[term]).into_iter();
                parts.find(|part| pool.op(*part) == Op::Ite)
            }
        };
        self.0.insert(term, choice);
        choice
    }
}

/// The cases of a choice between values in a comparison.
fn split(pool: &mut Pool, term: Term, choice: Term) -> [[Term; 2]; 2] {
    let &[condition, then, otherwise] = pool.args(choice) else {
        return [[term, term]; 2];
    };
    let not = pool.not(condition);
    let mut with = |value| {
        let map = FxHashMap::from_iter([(choice, value)]);
        Substitution::new(map).apply(pool, term)
    };
    let (then, otherwise) = (with(then), with(otherwise));
    [[condition, then], [not, otherwise]]
}
