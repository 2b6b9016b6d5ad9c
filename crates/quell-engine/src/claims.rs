//! Whether a proof speaks of an input. What it says nothing about, a test may show; what it denies, no test can show unless
//! Quell is wrong.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::time::Instant;

use quell_bits::Bits;
use quell_exec::Stop;
use quell_exec::symbolic::{Bounds, Comparison, Convergence, Options};
use quell_term::{Assignment, Evaluator, Op, Pool, Sort, Term, Value, canonical_nan};
use quell_values::inputs::InputSpace;

use crate::bmc::{Unit, replacement};
use crate::original::{RECURSION, STATES, run_original};
use crate::problem::{Problem, model_of};
use crate::proof::Reach;

/// What the proofs about mutants over one input space say.
pub struct Claims<'c> {
    unit: &'c Unit<'c, 'c>,
    space: &'c InputSpace,
    /// How long explorations may go on.
    until: Instant,
    /// By the mutant and how far loops are followed; none where that could not be explored.
    explored: RefCell<BTreeMap<(usize, u32), Option<Explored>>>,
}

/// What original and mutant compute, and where they go on beyond the bounds.
struct Explored {
    pool: Pool,
    variables: Vec<Term>,
    addresses: Vec<(Term, Bits)>,
    cuts: Vec<Term>,
}

impl<'c> Claims<'c> {
    pub fn new(unit: &'c Unit<'c, 'c>, space: &'c InputSpace, until: Instant) -> Self {
        Self {
            unit,
            space,
            until,
            explored: RefCell::default(),
        }
    }

    /// Whether a proof says that a mutant does as the original on this input. Where nobody can tell it does not.
    pub fn deny(&self, mutant: usize, values: &[Bits], reach: Option<Reach>) -> bool {
        let Some(Reach { unroll, is_cut }) = reach else {
            return false;
        };
        let mut all = self.explored.borrow_mut();
        let explored = all
            .entry((mutant, unroll))
            .or_insert_with(|| self.explore(mutant, unroll).ok().flatten());
        explored
            .as_ref()
            .is_some_and(|of| !of.is_unclaimed(values, is_cut))
    }

    fn explore(&self, mutant: usize, unroll: u32) -> Result<Option<Explored>, Stop> {
        let options = Options {
            bounds: Bounds {
                unwinding: unroll,
                recursion: RECURSION,
                states: STATES,
            },
            ub: self.unit.settings().ub,
            ..Options::default()
        };
        let convergence = Convergence::Detected { queries: 0 };
        let program = self.unit.program.clone();
        let module = program.module.clone();
        let Ok(replacement) = replacement(&module, &self.unit.common.mutants[mutant]) else {
            return Ok(None);
        };
        let [mut ask, ..] = self.unit.asks();
        self.unit.until.set(self.until);
        let mut problem = Problem::new(program, self.space, options, convergence)?;
        ask.admitted.clone_from(&problem.admitted);
        problem.explorer.set_feasibility(&mut ask);
        let mut cuts = run_original(&mut problem)?.reached_bounds;
        if let Comparison::Outcome(mutated) = problem.explorer.run_mutant(&replacement)? {
            cuts.extend(mutated.reached_bounds);
        }
        let variables = std::mem::take(&mut problem.variables);
        let domain = problem.explorer.domain();
        Ok(Some(Explored {
            addresses: domain.addresses.example(),
            cuts: cuts.iter().map(|cut| cut.when).collect(),
            pool: std::mem::take(&mut domain.pool),
            variables,
        }))
    }
}

impl Explored {
    /// Whether an input is beyond the bounds, or makes a NaN, of which proofs know but one.
    fn is_unclaimed(&self, values: &[Bits], is_cut: bool) -> bool {
        let model = model_of(&self.variables, values, &self.addresses);
        let mut evaluator = Evaluator::new();
        let mut is_beyond = |when: &Term| evaluator.is_true(&self.pool, &model, *when);
        is_cut && self.cuts.iter().any(&mut is_beyond) || makes_nan(&self.pool, &model)
    }
}

/// Whether an operation comes to a NaN.
fn makes_nan(pool: &Pool, model: &Assignment) -> bool {
    let mut evaluator = Evaluator::new();
    let mut is_nan = |term: Term| {
        let Sort::Float(format) = pool.sort(term) else {
            return false;
        };
        let is_made = !matches!(pool.op(term), Op::Var(_) | Op::FromBits(_) | Op::Ite);
        is_made && evaluator.value(pool, model, term) == Value::Bits(canonical_nan(format))
    };
    pool.terms().any(&mut is_nan)
}
