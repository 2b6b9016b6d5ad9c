//! Processor time of a thread, which does not depend on other processes of a busy machine.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// A point in the processor time of the current thread. It must not be compared with those of other threads.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub struct ThreadTime(Duration);

impl ThreadTime {
    #[must_use]
    pub fn now() -> ThreadTime {
        let time = clock_gettime(ClockId::ThreadCPUTime);
        let seconds = u64::try_from(time.tv_sec).unwrap_or(0);
        ThreadTime(Duration::from_secs(seconds) + Duration::from_nanos(time.tv_nsec.unsigned_abs()))
    }

    /// The point this much later, saturating.
    #[must_use]
    pub fn after(self, duration: Duration) -> ThreadTime {
        ThreadTime(self.0.saturating_add(duration))
    }

    /// The processor time since this point.
    #[must_use]
    pub fn elapsed(self) -> Duration {
        ThreadTime::now().0.saturating_sub(self.0)
    }

    /// The processor time left until this point.
    #[must_use]
    pub fn remaining(self) -> Duration {
        self.0.saturating_sub(ThreadTime::now().0)
    }
}
