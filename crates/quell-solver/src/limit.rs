//! How long an answer may take.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use quell_bitwuzla::Moment;

use crate::Reason;

/// When to give up: after so much processor time of the thread that asks, or when another thread raises a flag. A limit
/// holds for a question as a whole, however many stages work on it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limit<'a> {
    deadline: Option<Moment>,
    flag: Option<&'a AtomicBool>,
}

impl<'a> Limit<'a> {
    /// No limit.
    #[must_use]
    pub fn none() -> Limit<'static> {
        Limit::default()
    }

    /// So long from now on.
    #[must_use]
    pub fn time(duration: Duration) -> Limit<'static> {
        Limit::none().and_time(duration)
    }

    /// Until somebody sets the flag.
    #[must_use]
    pub fn until(flag: &'a AtomicBool) -> Limit<'a> {
        Limit::none().and_until(flag)
    }

    /// The same, and no longer than this from now on.
    #[must_use]
    pub fn and_time(self, duration: Duration) -> Limit<'a> {
        let end = Moment::now().after(duration);
        Limit {
            deadline: Some(self.deadline.map_or(end, |known| known.min(end))),
            ..self
        }
    }

    /// The same, and only until somebody sets the flag.
    #[must_use]
    pub fn and_until<'b>(self, flag: &'b AtomicBool) -> Limit<'b>
    where
        'a: 'b,
    {
        Limit {
            flag: Some(flag),
            ..self
        }
    }

    /// Why it is time to give up, if it is.
    #[must_use]
    pub fn reached(&self) -> Option<Reason> {
        if self.flag.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Some(Reason::Stopped);
        }
        let late = self
            .deadline
            .is_some_and(|deadline| Moment::now() >= deadline);
        late.then_some(Reason::Time)
    }

    /// What is left; none if there is no limit of time.
    #[must_use]
    pub fn remaining(&self) -> Option<Duration> {
        self.deadline.map(Moment::remaining)
    }

    /// The same for Bitwuzla, with the memory that the process may use.
    pub(crate) fn as_stop(&self, memory: u64) -> quell_bitwuzla::Stop<'a> {
        quell_bitwuzla::Stop {
            deadline: self.deadline,
            flag: self.flag,
            memory: Some(memory),
        }
    }
}
