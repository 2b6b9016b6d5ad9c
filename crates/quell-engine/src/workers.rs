//! Threads of a run. Terms and solvers stay in the thread that made them, so every worker has its own.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{Builder, Scope, ScopedJoinHandle};

use crate::error::EngineError;

/// The stack of a worker, as large as that of the command's main thread: terms nest deeply.
const STACK: usize = 256 << 20;

/// Starts a worker with a stack that is large enough for deep terms.
pub fn spawn<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> Result<ScopedJoinHandle<'scope, T>, EngineError> {
    let thread = Builder::new().stack_size(STACK);
    thread
        .spawn_scoped(scope, work)
        .map_err(EngineError::Thread)
}

/// The number of processors that no worker uses at the moment.
#[derive(Debug, Default)]
pub struct IdleProcessors(AtomicUsize);

impl IdleProcessors {
    /// Takes at most `wanted` of them; how many were taken.
    pub fn take(&self, wanted: usize) -> usize {
        let mut taken = 0;
        let take = |idle: usize| {
            taken = idle.min(wanted);
            Some(idle - taken)
        };
        let _ = self
            .0
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, take);
        taken
    }

    /// Gives processors back.
    pub fn release(&self, count: usize) {
        self.0.fetch_add(count, Ordering::Relaxed);
    }
}
