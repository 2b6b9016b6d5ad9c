//! Terms copied into a pool of their own: values are substituted there, and the pool of the caller does not grow.

use quell_term::{Assignment, Op, Pool, Term, Value, reachable};
use rustc_hash::FxHashMap;

/// Copies of terms, and the variables in them.
#[derive(Debug)]
pub(super) struct Scratch {
    pub pool: Pool,
    pub constraints: Vec<Term>,
    /// Variables without a value, each with its copy.
    pub variables: Vec<(Term, Term)>,
}

impl Scratch {
    /// Copies constraints; variables with a value become constants.
    pub fn of(pool: &Pool, constraints: &[Term], fixed: &Assignment) -> Self {
        let mut scratch = Self {
            pool: Pool::new(),
            constraints: Vec::new(),
            variables: Vec::new(),
        };
        let mut copies: FxHashMap<Term, Term> = FxHashMap::default();
        // Operands come before the terms made of them.
        for term in reachable(pool, constraints) {
            let copy = scratch.copy(pool, term, &copies, fixed);
            copies.insert(term, copy);
        }
        let known = constraints.iter().filter_map(|term| copies.get(term));
        scratch.constraints = known.copied().collect();
        scratch
    }

    fn copy(
        &mut self,
        pool: &Pool,
        term: Term,
        copies: &FxHashMap<Term, Term>,
        fixed: &Assignment,
    ) -> Term {
        if let Some(bits) = pool.as_bits(term) {
            return self.pool.bits(bits);
        }
        if let Some(name) = pool.var_name(term) {
            if let Some(value) = fixed.get(term)
                && let Some(constant) = self.constant(pool, term, value)
            {
                return constant;
            }
            let copy = self.pool.var(name, pool.sort(term));
            self.variables.push((term, copy));
            return copy;
        }
        match pool.op(term) {
            Op::Bool(value) => self.pool.bool(value),
            op => {
                let args = pool.args(term).iter();
                let args: Vec<Term> = args.filter_map(|arg| copies.get(arg).copied()).collect();
                self.pool.make(op, &args)
            }
        }
    }

    fn constant(&mut self, pool: &Pool, term: Term, value: &Value) -> Option<Term> {
        self.pool.constant(pool.sort(term), value)
    }
}
