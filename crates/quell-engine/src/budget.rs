//! The time that is left for the objectives of a function: a value that is divided and handed down.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use quell_exec::{Stop, StopKind};
use quell_native::reason_of;
use quell_results::{Reason, TimeLimit};
use quell_solver::Limit;

use crate::settings::Budgets;

/// What the work on one function may take. Methods that change something return a new budget.
#[derive(Clone, Debug)]
pub struct Budget {
    began: Instant,
    deadline: Instant,
    /// The limit that `deadline` comes from.
    limit: TimeLimit,
    /// When the whole run has to end.
    run_end: Instant,
    /// Time that does not count as used, such as native trials, which say nothing about how hard a function is.
    uncounted: Duration,
    /// What single queries and objectives may take.
    pub limits: Budgets,
    stop: Arc<AtomicBool>,
    /// Raised when the work is not needed any more.
    abandoned: Option<Arc<AtomicBool>>,
}

impl Budget {
    /// A budget that begins now.
    pub fn new(
        (deadline, limit): (Instant, TimeLimit),
        run_end: Instant,
        limits: Budgets,
        stop: &Arc<AtomicBool>,
    ) -> Self {
        Self {
            began: Instant::now(),
            deadline,
            limit,
            run_end,
            uncounted: Duration::ZERO,
            limits,
            stop: Arc::clone(stop),
            abandoned: None,
        }
    }

    /// The same budget with a part of the whole time kept for what comes later.
    pub fn without_share(&self, part: u32) -> Self {
        let all = self.deadline.saturating_duration_since(self.began);
        let deadline = self.deadline.checked_sub(all / part);
        Self {
            deadline: deadline.unwrap_or(self.deadline),
            ..self.clone()
        }
    }

    /// A share of the time that is left, but no more than some time, as a budget that begins now.
    pub fn share(&self, (part, of): (u32, u32), most: Duration) -> Self {
        let now = Instant::now();
        let left = self.deadline.saturating_duration_since(now);
        let own = (left * part / of.max(1)).min(most);
        Self {
            began: now,
            deadline: now + own,
            uncounted: Duration::ZERO,
            ..self.clone()
        }
    }

    /// The same budget, of which some used time does not count.
    pub fn uncounting(&self, time: Duration) -> Self {
        Self {
            uncounted: self.uncounted + time,
            ..self.clone()
        }
    }

    /// The same budget with another limit for single queries.
    pub fn with_query(&self, query: Duration) -> Self {
        let limits = Budgets {
            query,
            ..self.limits
        };
        Self {
            limits,
            ..self.clone()
        }
    }

    /// The same budget, which also ends when a flag is raised.
    pub fn unless(&self, abandoned: &Arc<AtomicBool>) -> Self {
        Self {
            abandoned: Some(Arc::clone(abandoned)),
            ..self.clone()
        }
    }

    pub fn deadline(&self) -> Instant {
        self.deadline
    }

    /// When native runs end at the latest.
    pub fn native_deadline(&self) -> Instant {
        self.deadline.min(self.run_end)
    }

    /// When the whole run has to end.
    pub fn run_end(&self) -> Instant {
        self.run_end
    }

    pub fn remaining(&self) -> Duration {
        self.deadline.saturating_duration_since(Instant::now())
    }

    /// Whether the user interrupted the run.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Whether the work is not wanted any more, however much time is left.
    pub fn is_cut_off(&self) -> bool {
        let abandoned = self.abandoned.as_ref();
        self.is_stopped() || abandoned.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// Why nothing more is done, if the deadline has passed or the run was interrupted.
    pub fn ended(&self) -> Option<Reason> {
        let now = Instant::now();
        if self.is_stopped() {
            Some(Reason::Interrupted)
        } else if now >= self.run_end {
            let limit = TimeLimit::Run;
            Some(Reason::OutOfTime { limit })
        } else {
            (now >= self.deadline || self.is_cut_off()).then(|| self.out_of_time())
        }
    }

    /// The reason for objectives that are left when the budget is used up.
    pub fn end_reason(&self) -> Reason {
        self.ended().unwrap_or_else(|| self.out_of_time())
    }

    fn out_of_time(&self) -> Reason {
        Reason::OutOfTime { limit: self.limit }
    }

    /// Why an exploration stopped.
    pub fn reason(&self, stop: &Stop) -> Reason {
        match (&**stop, self.ended()) {
            (StopKind::TimeUp, Some(end)) => end,
            (stop, _) => reason_of(stop),
        }
    }

    /// Whether less than a part of the time is used up.
    pub fn has_used_less_than(&self, part: u32) -> bool {
        let all = self.deadline.saturating_duration_since(self.began);
        let used = self.began.elapsed().saturating_sub(self.uncounted);
        used < all / part && self.ended().is_none()
    }

    /// The limit of a query that may take some time, at most until the deadline.
    pub fn query_limit(&self, time: Duration) -> Limit<'_> {
        self.interruptible(time.min(self.remaining()))
    }

    /// The limit of a query that may take some time, unless the run is interrupted.
    pub fn interruptible(&self, time: Duration) -> Limit<'_> {
        Limit::time(time).and_until(&self.stop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn budget(seconds: u64) -> Budget {
        let deadline = Instant::now() + Duration::from_secs(seconds);
        let limits = Budgets::default();
        let stop = Arc::default();
        let run_end = Instant::now() + Duration::from_secs(1000);
        Budget::new((deadline, TimeLimit::Function), run_end, limits, &stop)
    }

    #[test]
    fn the_reason_names_the_limit_that_was_reached() {
        assert_eq!(budget(60).ended(), None);
        let limit = TimeLimit::Function;
        assert_eq!(budget(0).ended(), Some(Reason::OutOfTime { limit }));
        let stopped = budget(60);
        stopped.stop.store(true, Ordering::Relaxed);
        assert_eq!(stopped.ended(), Some(Reason::Interrupted));
    }

    #[test]
    fn shares_end_before_the_whole() {
        let whole = budget(80);
        let part = whole.without_share(8);
        let kept = whole.deadline() - part.deadline();
        assert!(kept > Duration::from_secs(9) && kept <= Duration::from_secs(10));
    }

    #[test]
    fn a_share_is_of_the_time_that_is_left() {
        let mut whole = budget(80);
        whole.began -= Duration::from_secs(20);
        let quarter = whole.share((1, 4), crate::settings::LONGEST);
        let left = quarter.remaining();
        assert!(left > Duration::from_secs(19) && left <= Duration::from_secs(20));
        assert!(quarter.has_used_less_than(2));
        let second = whole.share((1, 4), Duration::from_secs(1));
        assert!(second.remaining() <= Duration::from_secs(1));
    }

    #[test]
    fn uncounted_time_is_not_used() {
        let mut used = budget(100);
        used.began -= Duration::from_secs(60);
        assert!(!used.has_used_less_than(4));
        assert!(
            used.uncounting(Duration::from_secs(50))
                .has_used_less_than(4)
        );
    }
}
