//! How long the caller waits for the harness: a run that sleeps would block it without end.
//!
//! - **No call outlasts its deadline.** When the deadline has passed, or Quell is stopped, the harness is ended with the run that
//!   is in progress, and that run has no result. A harness whose pipe is closed ends by itself, and its runs with it.

use std::io::{self, Read};
use std::process::ChildStdout;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

use crate::NativeError;

/// How often the deadline is checked.
const LOOK: Duration = Duration::from_millis(50);

/// When to stop waiting.
#[derive(Clone, Debug)]
pub struct Wait {
    /// Raised to stop waiting at once.
    pub stop: Arc<AtomicBool>,
    pub until: Option<Instant>,
}

impl Wait {
    /// Why the wait ended.
    pub fn end(&self) -> Option<NativeError> {
        if self.stop.load(Ordering::Relaxed) {
            return Some(NativeError::Interrupted);
        }
        let is_over = self.until.is_some_and(|until| Instant::now() >= until);
        is_over.then_some(NativeError::TimeUp)
    }

    /// Until the next look.
    fn look(&self) -> Duration {
        let rest = |until: Instant| until.saturating_duration_since(Instant::now());
        self.until.map_or(LOOK, |until| rest(until).min(LOOK))
    }
}

/// The pipe for answers. Reading fails when the wait has ended.
#[derive(Debug)]
pub struct Answers {
    pub pipe: ChildStdout,
    pub wait: Wait,
}

impl Answers {
    /// Whether input arrived, or the pipe was closed, before the next check.
    fn is_ready(&self) -> io::Result<bool> {
        let look = self.wait.look();
        let look = Timespec {
            tv_sec: 0,
            tv_nsec: look.subsec_nanos().into(),
        };
        let mut pipes = [PollFd::new(&self.pipe, PollFlags::IN)];
        match poll(&mut pipes, Some(&look)) {
            Ok(ready) => Ok(ready > 0),
            Err(Errno::INTR) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }
}

impl Read for Answers {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while !self.is_ready()? {
            if self.wait.end().is_some() {
                return Err(io::ErrorKind::TimedOut.into());
            }
        }
        self.pipe.read(buffer)
    }
}
