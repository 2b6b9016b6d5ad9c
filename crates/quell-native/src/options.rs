//! How a program is built and run.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;

use quell_compile::OptLevel;

use crate::sandbox::Sandbox;
use crate::stub::Externals;

#[derive(Clone, Debug)]
pub struct Options {
    /// Symbols of the functions that tests call; all that can be called when empty.
    pub functions: Vec<String>,
    pub opt_level: OptLevel,
    pub externals: Externals,
    /// The cache for the compiled part that all harnesses share; `None` for a cache that lives as long as the session.
    pub cache: Option<PathBuf>,
    /// Warm processes.
    pub workers: usize,
    pub work: WorkLimits,
    pub limits: Limits,
    pub sandbox: Sandbox,
    /// Raised to end a session: jobs that were not begun are not done, and runs under way are ended.
    pub stop: Arc<AtomicBool>,
}

impl Options {
    /// The defaults, with the given confinement of programs.
    pub fn new(sandbox: Sandbox) -> Self {
        Self {
            sandbox,
            functions: Vec::new(),
            opt_level: OptLevel::O1,
            externals: Externals::default(),
            cache: None,
            workers: thread::available_parallelism().map_or(1, usize::from),
            work: WorkLimits::default(),
            limits: Limits::default(),
            stop: Arc::default(),
        }
    }
}

/// The work of a short run.
const SHORT: u64 = 20_000;

/// Work is counted by the program itself, so a busy machine changes no verdict. A mutant may do `factor`
/// times the work of the original and `constant` more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WorkLimits {
    pub original: u64,
    pub factor: u64,
    pub constant: u64,
}

impl Default for WorkLimits {
    /// For calls of a function. The constant is what a mutant that does not end costs on each test, a few milliseconds: more
    /// than what any test would notice, and a campaign still ends soon.
    fn default() -> Self {
        Self {
            original: 100_000_000,
            factor: 10,
            constant: 2_000_000,
        }
    }
}

impl WorkLimits {
    /// For whole programs, of which little may run on the original and much when something fails. They take so long to start
    /// that more does not matter.
    pub fn of_commands() -> Self {
        Self {
            constant: 20_000_000,
            ..Self::default()
        }
    }

    /// For first runs; those that take long are repeated before they count.
    pub(crate) fn of_first_runs(self) -> Self {
        Self {
            constant: self.constant.min(SHORT),
            ..self
        }
    }

    /// For many inputs, where those on which the original does more are reported as unfinished.
    pub(crate) fn of_short_runs(self) -> Self {
        Self {
            original: self.original.min(SHORT),
            ..self.of_first_runs()
        }
    }
}

/// What one run may use at most.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Only for code that does not count its work: loops of libraries.
    pub cpu_seconds: u64,
    /// Of memory, for all that a process maps.
    pub memory_bytes: u64,
    /// To each file, standard output and standard error.
    pub written_bytes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            cpu_seconds: 10,
            memory_bytes: 1 << 30,
            written_bytes: 1 << 20,
        }
    }
}
