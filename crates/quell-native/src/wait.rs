//! How long somebody waits for a harness: a run that sleeps would keep him for as long as it likes.

use std::io::{self, Read};
use std::process::ChildStdout;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

use crate::NativeError;

/// How often somebody who waits looks whether he still should.
const LOOK: Duration = Duration::from_millis(50);

/// Until when somebody waits.
#[derive(Clone, Debug)]
pub struct Wait {
    /// Raised when nobody wants to wait any more.
    pub stop: Arc<AtomicBool>,
    pub until: Option<Instant>,
}

impl Wait {
    /// Why there is nothing more to wait for.
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

/// The pipe that answers come from. To read from it fails once there is nothing more to wait for.
#[derive(Debug)]
pub struct Answers {
    pub pipe: ChildStdout,
    pub wait: Wait,
}

impl Answers {
    /// Whether something came, or never will, before the next look.
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
