//! Whether a proof covers an input. A test may kill on an input that the proof does not cover; a kill on one that it covers is a
//! contradiction.

use std::cell::RefCell;
use std::collections::HashMap;
use std::time::Instant;

use quell_bits::Bits;
use quell_exec::Stop;
use quell_exec::symbolic::{Bounds, Comparison, Convergence, Options};
use quell_objectives::ObjectiveId;
use quell_term::{Assignment, Evaluator, Op, Pool, Sort, Term, Value, canonical_nan};
use quell_values::inputs::InputSpace;

use crate::error::EngineError;
use crate::explored::Prover;
use crate::explored::mutants::replacement;
use crate::explored::original::{RECURSION, STATES, run_original};
use crate::explored::problem::{Problem, model_of};
use crate::labels::label_of;
use crate::ledger::proof::Coverage;

/// Which inputs the proofs about mutants over one input space cover.
pub struct Claims<'c> {
    prover: Prover<'c>,
    space: &'c InputSpace,
    /// When explorations have to end.
    until: Instant,
    /// By mutant and unwinding bound; `None` where the exploration failed.
    explored: RefCell<HashMap<(ObjectiveId, u32), Option<Explored>>>,
}

/// The terms of original and mutant, and the conditions under which they leave the bounds.
struct Explored {
    pool: Pool,
    variables: Vec<Term>,
    addresses: Vec<(Term, Bits)>,
    cuts: Vec<Term>,
}

impl<'c> Claims<'c> {
    pub fn new(prover: Prover<'c>, space: &'c InputSpace, until: Instant) -> Self {
        Self {
            prover,
            space,
            until,
            explored: RefCell::default(),
        }
    }

    /// Whether a proof about a mutant covers an input. Where that is not known it does not.
    pub fn cover(
        &self,
        mutant: &ObjectiveId,
        values: &[Bits],
        coverage: Option<Coverage>,
    ) -> Result<bool, EngineError> {
        let Some(Coverage { unwinding, is_cut }) = coverage else {
            return Ok(false);
        };
        let mut all = self.explored.borrow_mut();
        let explored = all
            .entry((mutant.clone(), unwinding))
            .or_insert_with(|| self.explore(mutant, unwinding).ok().flatten());
        self.prover.session.healthy()?;
        let explored = explored.as_ref();
        Ok(explored.is_some_and(|of| !of.is_unclaimed(values, is_cut)))
    }

    fn explore(&self, mutant: &ObjectiveId, unwinding: u32) -> Result<Option<Explored>, Stop> {
        let context = self.prover.context;
        let options = Options {
            bounds: Bounds {
                unwinding,
                recursion: RECURSION,
                states: STATES,
            },
            ub: context.settings().ub,
            ..Options::default()
        };
        let convergence = Convergence::Detected { queries: 0 };
        let program = context.program.clone();
        let module = program.module.clone();
        let objective = context.objective(mutant);
        let replacement = match label_of(objective) {
            Some(_) => None,
            None => match replacement(&module, objective) {
                Ok(replacement) => Some(replacement),
                Err(_) => return Ok(None),
            },
        };
        let mut feasibility = self.prover.feasibility();
        self.prover.session.set_exploration_end(self.until);
        let mut problem = Problem::new(program, self.space, options, convergence)?;
        feasibility.admitted.clone_from(&problem.admitted);
        problem.explorer.set_feasibility(&mut feasibility);
        let mut cuts = run_original(&mut problem)?.reached_bounds;
        if let Some(replacement) = replacement
            && let Comparison::Outcome(mutated) = problem.explorer.run_mutant(&replacement)?
        {
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
    /// Whether an input leaves the bounds or produces a NaN: proofs consider one NaN only.
    fn is_unclaimed(&self, values: &[Bits], is_cut: bool) -> bool {
        let model = model_of(&self.variables, values, &self.addresses);
        let mut evaluator = Evaluator::new();
        let mut is_beyond = |when: &Term| evaluator.is_true(&self.pool, &model, *when);
        is_cut && self.cuts.iter().any(&mut is_beyond) || makes_nan(&self.pool, &model)
    }
}

/// Whether an operation results in a NaN.
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
