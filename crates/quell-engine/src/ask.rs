//! The solver as explorations ask it.

use std::cell::{Cell, RefCell};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use quell_exec::symbolic::Feasibility;
use quell_solver::{Answer, Limit, Log, Settings as SolverSettings, Solver, SolverError, standard};
use quell_term::{Op, Pool, Term, are_made_of_more, have_more_products};

use crate::evidence::Evidence;
use crate::subject::Settings;

/// A solver that explorations and queries share.
pub type Shared = Rc<RefCell<Box<dyn Solver>>>;

/// A solver that writes what it is asked into the directory, if one is given.
pub fn new_solver(log: Option<PathBuf>) -> Result<Shared, SolverError> {
    let solver = standard(SolverSettings::default());
    let solver: Box<dyn Solver> = match log {
        Some(directory) => Box::new(Log::new(solver, directory)?),
        None => Box::new(solver),
    };
    Ok(Rc::new(RefCell::new(solver)))
}

/// Asks the solver, for a short time, whether a loop can go on.
pub struct Ask<'s> {
    pub solver: Shared,
    pub settings: &'s Settings,
    pub admitted: Vec<Term>,
    pub evidence: Evidence,
    pub deadline: Rc<Cell<Instant>>,
    /// Questions that found no answer in time.
    pub unanswered: Rc<Cell<u32>>,
    /// How long a question may take whether a mutant is the original again: if it is not known, another one follows.
    pub glance: Rc<Cell<Duration>>,
}

/// So many questions of an exploration may find no answer: the next ones are about longer runs, and harder still.
pub const PATIENCE: u32 = 2;
/// What a question may take: not to know costs no more than following what no input leads to.
pub const SHORT: Duration = Duration::from_millis(100);

/// With more products than these in what a run has just come to, a solver takes longer to take the question in than it may
/// take to answer it.
const HOPELESS: usize = 16;

/// How many terms a question may be made of whether a mutant is the original again.
const LARGE: usize = 4096;

impl Ask<'_> {
    fn rest(&self) -> Duration {
        self.deadline
            .get()
            .saturating_duration_since(Instant::now())
    }

    /// Whether admitted inputs meet conditions; that none does is something to rest on.
    fn answer(
        &mut self,
        pool: &mut Pool,
        conditions: &[Term],
        most: Duration,
    ) -> Result<Answer, SolverError> {
        let all = [&self.admitted[..], conditions].concat();
        let time = self.settings.budgets.query.min(self.rest()).min(most);
        let limit = Limit::time(time).and_until(&self.settings.stop);
        let answer = self.solver.borrow_mut().check(pool, &all, limit)?;
        if answer == Answer::Unsat {
            self.evidence.add(&all);
        }
        Ok(answer)
    }
}

impl Feasibility for Ask<'_> {
    fn may_hold(&mut self, pool: &mut Pool, conditions: &[Term]) -> bool {
        if self.unanswered.get() >= PATIENCE || self.rest().is_zero() {
            return true;
        }
        let is_hopeless = newest(pool, conditions)
            .is_some_and(|newest| have_more_products(pool, &[newest], HOPELESS));
        let answer = match is_hopeless {
            true => None,
            false => Some(self.answer(pool, conditions, SHORT)),
        };
        let missed = u32::from(matches!(answer, None | Some(Ok(Answer::Unknown(_)))));
        self.unanswered.set(self.unanswered.get() + missed);
        !matches!(answer, Some(Ok(Answer::Unsat)))
    }

    fn never_hold(&mut self, pool: &mut Pool, conditions: &[Term]) -> bool {
        if self.rest().is_zero() || are_made_of_more(pool, conditions, LARGE) {
            return false;
        }
        let answer = self.answer(pool, conditions, self.glance.get());
        matches!(answer, Ok(Answer::Unsat))
    }

    fn deadline_passed(&self) -> bool {
        let stop = &self.settings.stop;
        Instant::now() >= self.deadline.get() || stop.load(Ordering::Relaxed)
    }
}

/// The last one made of what conditions say.
fn newest(pool: &Pool, conditions: &[Term]) -> Option<Term> {
    let mut newest = conditions.iter().copied().max()?;
    while pool.op(newest) == Op::And {
        newest = pool.args(newest).iter().copied().max()?;
    }
    Some(newest)
}
