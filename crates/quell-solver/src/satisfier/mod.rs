//! The satisfier of constraint-based testing: domain reduction, as DeMillo and Offutt describe it in section 4.2 of
//! "Constraint-Based Automatic Test Data Generation" (1991). It is no decision procedure: it finds values quickly where constraints
//! are simple, and may give up where they are not.
//!
//! The parts, lowest first: [`domain`]: the values that a variable may still have; [`constraint`]: constraints of the forms
//! `x R c` and `x R y`; [`clause`]: the procedure for one conjunctive clause; [`normal_form`]: the clauses of a formula;
//! [`scratch`]: copies of terms to substitute values in; [`random`]: choices from a seed.
//!
//! Decisions:
//!
//! - **It never gives a wrong answer.** Values are evaluated in all constraints before they are given out. That nothing satisfies
//!   the constraints is said only if each clause has a conflict before any value was chosen; it is no proof in the sense of
//!   [`Answer::Unsat`](crate::Answer), which only Bitwuzla gives.
//! - **A reduction keeps every solution.** A domain is a set of ranges, and a constraint takes out only values that no solution has.
//! - **The variable with the smallest domain gets a value first,** at random from its domain, and the value is substituted before the
//!   next is chosen. Values near zero are preferred: sums of them stay within the width. The value is one with which constraints
//!   about this variable alone hold, as far as some are found: what `year mod 100 = 0` says is in no domain.
//! - **There is no backtracking.** Where a choice leads to a conflict, the next try starts again.
//! - **It is no stage in front of the solver.** With one of four tries a query, before or behind [`Guess`](crate::Guess), `auto` is
//!   not faster: the solver took 13.4 s of `examples/triangle.c` without it, 13.1 s and 13.9 s with it; 18.0, 17.8 and 18.4 s of
//!   `sorting.c`; 9.3, 10.2 and 10.4 s of `dates.c`; nothing of `leap_year.c`, where random inputs leave only what code equivalence
//!   and a few queries prove. `Guess` finds the models that are easy to find, and most of the other queries have none.

mod clause;
mod constraint;
mod domain;
mod normal_form;
mod random;
mod scratch;

use quell_term::{Assignment, Evaluator, Pool, Term};

pub use domain::Domain;
pub use random::Random;

use normal_form::Clauses;
use scratch::Scratch;

/// Constraints in disjunctive normal form, each clause with reduced domains.
#[derive(Debug)]
pub struct ConstraintSystem {
    scratch: Scratch,
    clauses: Clauses,
    /// The clause of the next try.
    next: usize,
}

impl ConstraintSystem {
    /// Reduces constraints; `fixed` are values of variables that are not chosen.
    #[must_use]
    pub fn new(pool: &Pool, constraints: &[Term], fixed: &Assignment) -> Self {
        let mut scratch = Scratch::of(pool, constraints, fixed);
        let constraints = std::mem::take(&mut scratch.constraints);
        Self {
            clauses: Clauses::of(constraints),
            scratch,
            next: 0,
        }
    }

    /// Whether the constraints contradict each other in every clause.
    #[must_use]
    pub fn is_unsolvable(&mut self) -> bool {
        !self.has_clause(0) && self.clauses.is_complete()
    }

    /// How many clauses are without a conflict, within the limits.
    #[must_use]
    pub fn clauses(&mut self) -> usize {
        self.has_clause(usize::MAX);
        self.clauses.list.len()
    }

    /// Whether there is a clause with this number.
    fn has_clause(&mut self, number: usize) -> bool {
        while self.clauses.list.len() <= number {
            if !self.clauses.grow(&mut self.scratch.pool) {
                return false;
            }
        }
        true
    }

    /// The domains of variables after the reduction of the first clause.
    #[must_use]
    pub fn domains(&mut self) -> Vec<(Term, Domain)> {
        self.has_clause(0);
        let Some(first) = self.clauses.list.first() else {
            return Vec::new();
        };
        let variables = self.scratch.variables.iter();
        let with_domain = variables.filter_map(|(variable, copy)| {
            let domain = first.domains.get(copy)?;
            Some((*variable, domain.clone()))
        });
        with_domain.collect()
    }

    /// Tries to choose values for the variables; nothing if that leads to a conflict. The constraints are those of the system.
    pub fn attempt(
        &mut self,
        pool: &Pool,
        (constraints, fixed): (&[Term], &Assignment),
        random: &mut Random,
    ) -> Option<Assignment> {
        let number = self.next;
        self.next = number.wrapping_add(1);
        self.has_clause(number);
        let count = self.clauses.list.len().max(1);
        let mut clause = self.clauses.list.get(number % count)?.clone();
        let scratch = &mut self.scratch.pool;
        clause.choose(scratch, random).ok()?;
        let copies: Vec<Term> = self.scratch.variables.iter().map(|of| of.1).collect();
        let found = clause.assignment(scratch, &copies, random);
        let values = self.scratch.variables.iter();
        let values =
            values.filter_map(|(variable, copy)| Some((*variable, found.get(*copy)?.clone())));
        let fixed = fixed
            .iter()
            .map(|(variable, value)| (variable, value.clone()));
        let model: Assignment = fixed.chain(values).collect();
        let mut evaluator = Evaluator::new();
        let mut all = constraints.iter();
        all.all(|term| evaluator.is_true(pool, &model, *term))
            .then_some(model)
    }
}
