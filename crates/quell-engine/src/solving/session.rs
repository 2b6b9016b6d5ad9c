//! A solver with what belongs to it: evidence, the deadline of explorations, and an error that an exploration met.
//!
//! A model that does not satisfy its query, or any other error of the solver, ends the run. Explorations cannot return such an
//! error: their queries note it here, end the exploration as if the deadline had passed, and [`SolverSession::check`] and
//! [`SolverSession::healthy`] report it.

use std::cell::{Cell, RefCell};
use std::path::PathBuf;
use std::rc::Rc;
use std::time::{Duration, Instant};

use quell_exec::symbolic::Symbolic;
use quell_solver::{Answer, Log, Settings as SolverSettings, Solver, SolverError, standard};
use quell_term::{Pool, Term, narrowed};

use crate::budget::Budget;
use crate::error::EngineError;
use crate::solving::evidence::{Evidence, Script};
use crate::solving::feasibility::FeasibilityQueries;

/// A solver that explorations and engines share.
pub type SharedSolver = Rc<RefCell<Box<dyn Solver>>>;

/// The number of queries and the time they took.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct QueryStatistics {
    pub queries: u64,
    pub time: Duration,
}

impl std::ops::AddAssign for QueryStatistics {
    fn add_assign(&mut self, other: Self) {
        self.queries += other.queries;
        self.time += other.time;
    }
}

/// The solver of one worker for one function.
#[derive(Debug)]
pub struct SolverSession {
    solver: SharedSolver,
    pub evidence: Evidence,
    /// When the current exploration has to end. Shared with the queries that the explorer makes.
    exploration_end: Rc<Cell<Instant>>,
    /// The first error of a query that an exploration made.
    failure: Rc<RefCell<Option<SolverError>>>,
}

impl SolverSession {
    /// A new solver. Queries are written into the directory, if one is given; unsatisfiable ones are kept if they are wanted.
    pub fn new(log: Option<PathBuf>, keeps_evidence: bool) -> Result<Self, SolverError> {
        let solver = standard(SolverSettings::default());
        let solver: Box<dyn Solver> = match log {
            Some(directory) => Box::new(Log::new(solver, directory)?),
            None => Box::new(solver),
        };
        Ok(Self::with(solver, keeps_evidence))
    }

    fn with(solver: Box<dyn Solver>, keeps_evidence: bool) -> Self {
        Self {
            solver: Rc::new(RefCell::new(solver)),
            evidence: Evidence::new(keeps_evidence),
            exploration_end: Rc::new(Cell::new(Instant::now())),
            failure: Rc::default(),
        }
    }

    /// Sets when the current exploration has to end.
    pub fn set_exploration_end(&self, end: Instant) {
        self.exploration_end.set(end);
    }

    /// The queries of a new exploration.
    pub fn feasibility(&self, budget: &Budget) -> FeasibilityQueries {
        FeasibilityQueries::new(
            Rc::clone(&self.solver),
            self.evidence.clone(),
            budget.clone(),
            Rc::clone(&self.exploration_end),
            Rc::clone(&self.failure),
        )
    }

    /// Fails if a query of an exploration met an error. To be called after every exploration before its result is used.
    pub fn healthy(&self) -> Result<(), EngineError> {
        match self.failure.borrow_mut().take() {
            Some(error) => Err(error.into()),
            None => Ok(()),
        }
    }

    /// Whether assertions are satisfiable together with the facts about addresses. Unsatisfiable ones are evidence.
    pub fn check(
        &self,
        domain: &mut Symbolic,
        assertions: &[Term],
        time: Duration,
        budget: &Budget,
    ) -> Result<Answer, EngineError> {
        self.healthy()?;
        let assertions = &[assertions, domain.addresses.facts()].concat();
        let pool = &mut domain.pool;
        if contains_false(pool, assertions) {
            return Ok(Answer::Unsat);
        }
        let narrowed = narrowed(pool, assertions);
        let answer = if contains_false(pool, &narrowed) {
            Answer::Unsat
        } else {
            let limit = budget.query_limit(time);
            self.solver.borrow_mut().check(pool, &narrowed, limit)?
        };
        if answer == Answer::Unsat {
            self.evidence.add(assertions);
        }
        Ok(answer)
    }

    /// The scripts of all evidence since the last time.
    pub fn take_evidence(&self, domain: &Symbolic) -> Vec<Script> {
        self.evidence.take(&domain.pool)
    }

    pub fn statistics(&self) -> QueryStatistics {
        let stages = self.solver.borrow().statistics();
        stages
            .first()
            .map_or_else(QueryStatistics::default, |outermost| QueryStatistics {
                queries: outermost.queries,
                time: outermost.time,
            })
    }
}

fn contains_false(pool: &Pool, terms: &[Term]) -> bool {
    let mut terms = terms.iter();
    terms.any(|term| pool.as_bool(*term) == Some(false))
}

#[cfg(test)]
mod tests {
    use super::*;
    use quell_exec::symbolic::Feasibility as _;
    use quell_results::TimeLimit;
    use quell_solver::Limit;
    use quell_term::Sort;

    use crate::settings::Budgets;

    /// A solver whose models do not satisfy their queries.
    #[derive(Debug)]
    struct Wrong;

    impl Solver for Wrong {
        fn check(
            &mut self,
            _: &Pool,
            assertions: &[Term],
            _: Limit<'_>,
        ) -> Result<Answer, SolverError> {
            Err(SolverError::WrongModel {
                number: 1,
                count: assertions.len(),
                model: Box::default(),
            })
        }
    }

    /// An exploration has no error to return: it ends at once, and the error ends the run afterwards.
    #[test]
    fn a_wrong_model_in_an_exploration_is_not_lost() {
        let session = SolverSession::with(Box::new(Wrong), false);
        let end = Instant::now() + Duration::from_secs(60);
        let stop = std::sync::Arc::default();
        let deadline = (end, TimeLimit::Function);
        let budget = Budget::new(deadline, end, Budgets::default(), &stop);
        session.set_exploration_end(end);
        let mut queries = session.feasibility(&budget);
        queries.convergence_time.set(Duration::from_secs(1));
        assert!(!queries.deadline_passed());
        session.healthy().unwrap();
        let mut pool = Pool::default();
        let condition = pool.var("c", Sort::Bool);
        // Both answers are sound.
        assert!(queries.may_hold(&mut pool, &[condition]));
        assert!(queries.deadline_passed());
        let error = session.healthy().unwrap_err();
        assert!(error.denies_all_verdicts(), "{error}");
        assert!(!queries.never_hold(&mut pool, &[condition]));
        let error = session.healthy().unwrap_err();
        assert!(error.denies_all_verdicts(), "{error}");
        session.healthy().unwrap();
    }
}
