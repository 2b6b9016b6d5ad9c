//! Limits of a query.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use quell_bitwuzla::ThreadTime;

use crate::Reason;

/// When to give up: at a point in the processor time of the current thread, or when another thread raises a flag. A limit
/// holds for a query as a whole, however many stages work on it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limit<'a> {
    deadline: Option<ThreadTime>,
    flag: Option<&'a AtomicBool>,
}

impl<'a> Limit<'a> {
    /// No limit.
    #[must_use]
    pub fn none() -> Limit<'static> {
        Limit::default()
    }

    /// This much processor time from now on.
    #[must_use]
    pub fn time(duration: Duration) -> Limit<'static> {
        Limit::none().and_time(duration)
    }

    /// Until the flag is set.
    #[must_use]
    pub fn until(flag: &'a AtomicBool) -> Limit<'a> {
        Limit::none().and_until(flag)
    }

    /// The same limit, and at most this much processor time from now on.
    #[must_use]
    pub fn and_time(self, duration: Duration) -> Limit<'a> {
        let end = ThreadTime::now().after(duration);
        Limit {
            deadline: Some(self.deadline.map_or(end, |known| known.min(end))),
            ..self
        }
    }

    /// The same deadline, and until this flag is set.
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

    /// Why to give up, if the limit is reached.
    #[must_use]
    pub fn reached(&self) -> Option<Reason> {
        if self.flag.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Some(Reason::Stopped);
        }
        let late = self
            .deadline
            .is_some_and(|deadline| ThreadTime::now() >= deadline);
        late.then_some(Reason::Time)
    }

    /// The processor time left; none if it is not limited.
    #[must_use]
    pub fn remaining(&self) -> Option<Duration> {
        self.deadline.map(ThreadTime::remaining)
    }

    /// This limit for Bitwuzla, with a limit of the memory of the process.
    pub(crate) fn as_stop(&self, memory: u64) -> quell_bitwuzla::Stop<'a> {
        quell_bitwuzla::Stop {
            deadline: self.deadline,
            flag: self.flag,
            memory: Some(memory),
        }
    }
}
