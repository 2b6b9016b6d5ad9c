//! What a question is about: the terms its assertions are made of.

use quell_term::{Op, Pool, Sort, Term, TermMap};

/// What is in the terms that assertions are made of. Keeps its memory from one question to the next.
#[derive(Debug, Default)]
pub(crate) struct Cone {
    /// In this walk.
    seen: TermMap<()>,
    pending: Vec<Term>,
    variables: Vec<Term>,
    patterns: Vec<Term>,
    constants: Vec<Term>,
    size: usize,
    products: usize,
}

impl Cone {
    /// Looks at these terms and all they are made of.
    pub(crate) fn walk(&mut self, pool: &Pool, roots: &[Term]) {
        self.start();
        self.pending.extend_from_slice(roots);
        while let Some(term) = self.pending.pop() {
            if self.seen.insert(term, ()) {
                self.note(pool, term);
                self.pending.extend_from_slice(pool.args(term));
            }
        }
        self.variables.sort_unstable();
    }

    fn start(&mut self) {
        self.seen.clear();
        self.variables.clear();
        self.patterns.clear();
        self.constants.clear();
        (self.size, self.products) = (0, 0);
    }

    fn note(&mut self, pool: &Pool, term: Term) {
        let op = pool.op(term);
        let is_float = matches!(pool.sort(term), Sort::Float(_));
        let is_variable = matches!(op, Op::Var(_));
        self.size += 1;
        self.products += products(pool, term);
        if matches!(op, Op::Bits(_)) {
            self.constants.push(term);
        }
        if is_variable {
            self.variables.push(term);
        }
        if op == Op::ToBits || (is_variable && is_float) {
            self.patterns.push(term);
        }
    }

    /// The variables, in the order of their making.
    pub(crate) fn variables(&self) -> &[Term] {
        &self.variables
    }

    /// The terms that stand for the pattern of a float or are given by one: `ToBits` and variables.
    pub(crate) fn patterns(&self) -> &[Term] {
        &self.patterns
    }

    /// The bit-vector constants, in no order that means anything.
    pub(crate) fn constants(&self) -> &[Term] {
        &self.constants
    }

    /// How many products of two things that are both not known the solver makes of them.
    pub(crate) fn products(&self) -> usize {
        self.products
    }

    /// How many terms there are.
    pub(crate) fn size(&self) -> usize {
        self.size
    }
}

/// How many products the solver makes of a term: one of its quotient and the divisor for a division, and that times the
/// divisor for its remainder.
fn products(pool: &Pool, term: Term) -> usize {
    let is_open = |term: &Term| !pool.is_const(*term);
    match pool.op(term) {
        _ if !pool.args(term).iter().all(is_open) => 0,
        Op::Mul => 1,
        Op::UDiv | Op::URem | Op::SDiv | Op::SRem => 2,
        _ => 0,
    }
}
