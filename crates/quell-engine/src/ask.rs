//! The solver as explorations ask it.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Instant;

use quell_exec::symbolic::Oracle;
use quell_solver::{Answer, Limit, Settings as SolverSettings, Solver, Standard, standard};
use quell_term::{Pool, Term};

use crate::evidence::Evidence;
use crate::subject::Settings;

/// A solver that explorations and queries share.
pub type Shared = Rc<RefCell<Standard>>;

pub fn new_solver() -> Shared {
    Rc::new(RefCell::new(standard(SolverSettings::default())))
}

/// Asks the solver, for a short time, whether a loop can go on.
pub struct Ask<'s> {
    pub solver: Shared,
    pub settings: &'s Settings,
    pub admitted: Vec<Term>,
    pub evidence: Evidence,
    pub deadline: Instant,
    /// Questions that found no answer in time.
    pub unanswered: u32,
}

/// So many questions of an exploration may find no answer: the next ones are about longer runs, and harder still.
const PATIENCE: u32 = 2;

impl Oracle for Ask<'_> {
    fn may_hold(&mut self, pool: &mut Pool, conditions: &[Term]) -> bool {
        let rest = self.deadline.saturating_duration_since(Instant::now());
        if self.unanswered >= PATIENCE || rest.is_zero() {
            return true;
        }
        let mut all = self.admitted.clone();
        all.extend_from_slice(conditions);
        let time = self.settings.budgets.query.min(rest);
        let limit = Limit::time(time).and_until(&self.settings.stop);
        let answer = self.solver.borrow_mut().check(pool, &all, limit);
        self.unanswered += u32::from(matches!(answer, Ok(Answer::Unknown(_))));
        let never = matches!(answer, Ok(Answer::Unsat));
        if never {
            self.evidence.add(&all);
        }
        !never
    }
}
