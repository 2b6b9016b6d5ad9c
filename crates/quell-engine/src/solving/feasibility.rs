//! The queries that an exploration makes: whether a loop can continue, and whether a mutant has converged with the original.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::{Duration, Instant};

use quell_exec::symbolic::Feasibility;
use quell_solver::{Answer, SolverError};
use quell_term::{Op, Pool, Term, are_made_of_more, have_more_products};

use crate::budget::Budget;
use crate::solving::evidence::Evidence;
use crate::solving::session::SharedSolver;

/// The number of queries of an exploration without an answer after which no more are made: later ones are about longer runs,
/// and harder.
pub const UNANSWERED_LIMIT: u32 = 2;
/// The time limit of a query: following a path that is infeasible costs no more than that.
pub const SHORT_QUERY: Duration = Duration::from_millis(100);
/// With more products than these in the newest condition, the solver takes longer to read a query than it may take to answer.
const PRODUCT_LIMIT: usize = 16;
/// The number of terms that a query about convergence may have.
const CONVERGENCE_TERMS: usize = 4096;

/// Answers the queries of one exploration within short time limits.
#[derive(Debug)]
pub struct FeasibilityQueries {
    solver: SharedSolver,
    evidence: Evidence,
    budget: Budget,
    exploration_end: Rc<Cell<Instant>>,
    failure: Rc<RefCell<Option<SolverError>>>,
    /// What holds of all inputs.
    pub admitted: Vec<Term>,
    /// The number of queries without an answer.
    pub unanswered: Rc<Cell<u32>>,
    /// The time limit of a query about convergence: without an answer, another one follows later.
    pub convergence_time: Rc<Cell<Duration>>,
}

impl FeasibilityQueries {
    pub(super) fn new(
        solver: SharedSolver,
        evidence: Evidence,
        budget: Budget,
        exploration_end: Rc<Cell<Instant>>,
        failure: Rc<RefCell<Option<SolverError>>>,
    ) -> Self {
        Self {
            solver,
            evidence,
            budget,
            exploration_end,
            failure,
            admitted: Vec::new(),
            unanswered: Rc::default(),
            convergence_time: Rc::default(),
        }
    }

    fn remaining(&self) -> Duration {
        let end = self.exploration_end.get();
        end.saturating_duration_since(Instant::now())
    }

    /// Whether admitted inputs satisfy conditions; `None` without an answer in time. An error of the solver is noted and ends
    /// the exploration.
    fn answer(&mut self, pool: &mut Pool, conditions: &[Term], time: Duration) -> Option<bool> {
        if self.failure.borrow().is_some() {
            return None;
        }
        let all = [&self.admitted[..], conditions].concat();
        let query = self.budget.limits.query;
        let time = query.min(self.remaining()).min(time);
        let limit = self.budget.interruptible(time);
        let answer = self.solver.borrow_mut().check(pool, &all, limit);
        match answer {
            Ok(Answer::Unsat) => {
                self.evidence.add(&all);
                Some(false)
            }
            Ok(Answer::Sat(_)) => Some(true),
            Ok(Answer::Unknown(_)) => None,
            Err(error) => {
                self.failure.borrow_mut().get_or_insert(error);
                None
            }
        }
    }
}

impl Feasibility for FeasibilityQueries {
    fn may_hold(&mut self, pool: &mut Pool, conditions: &[Term]) -> bool {
        if self.unanswered.get() >= UNANSWERED_LIMIT || self.remaining().is_zero() {
            return true;
        }
        let is_hopeless = newest(pool, conditions)
            .is_some_and(|newest| have_more_products(pool, &[newest], PRODUCT_LIMIT));
        let answer = if is_hopeless {
            None
        } else {
            self.answer(pool, conditions, SHORT_QUERY)
        };
        if answer.is_none() {
            self.unanswered.set(self.unanswered.get() + 1);
        }
        answer != Some(false)
    }

    fn never_hold(&mut self, pool: &mut Pool, conditions: &[Term]) -> bool {
        if self.remaining().is_zero() || are_made_of_more(pool, conditions, CONVERGENCE_TERMS) {
            return false;
        }
        self.answer(pool, conditions, self.convergence_time.get()) == Some(false)
    }

    fn deadline_passed(&self) -> bool {
        self.remaining().is_zero() || self.budget.is_cut_off() || self.failure.borrow().is_some()
    }
}

/// The newest conjunct of conditions.
fn newest(pool: &Pool, conditions: &[Term]) -> Option<Term> {
    let mut newest = conditions.iter().copied().max()?;
    while pool.op(newest) == Op::And {
        newest = pool.args(newest).iter().copied().max()?;
    }
    Some(newest)
}
