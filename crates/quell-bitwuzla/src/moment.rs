//! Time as a thread has had it: what others do on a busy machine does not count.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// A point in the processor time of the thread that asks. It means nothing to another thread.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub struct Moment(Duration);

impl Moment {
    #[must_use]
    pub fn now() -> Moment {
        let time = clock_gettime(ClockId::ThreadCPUTime);
        let seconds = u64::try_from(time.tv_sec).unwrap_or(0);
        Moment(Duration::from_secs(seconds) + Duration::from_nanos(time.tv_nsec.unsigned_abs()))
    }

    /// This much later; the end of time if that is too late to be told.
    #[must_use]
    pub fn after(self, duration: Duration) -> Moment {
        Moment(self.0.saturating_add(duration))
    }

    /// From then to now.
    #[must_use]
    pub fn elapsed(self) -> Duration {
        Moment::now().0.saturating_sub(self.0)
    }

    /// From now to then.
    #[must_use]
    pub fn remaining(self) -> Duration {
        self.0.saturating_sub(Moment::now().0)
    }
}
