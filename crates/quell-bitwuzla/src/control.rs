//! What stops a check before its result: a deadline, a flag that another thread raises, or the memory limit.

use std::cell::Cell;
use std::ffi::c_void;
use std::ptr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::{ThreadTime, memory};

/// Memory use is queried at most this often, since the system call is slow.
const MEMORY_INTERVAL: Duration = Duration::from_millis(20);

/// When a check stops without a result.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stop<'a> {
    pub deadline: Option<ThreadTime>,
    pub flag: Option<&'a AtomicBool>,
    /// How many bytes the process may use.
    pub memory: Option<u64>,
}

impl Stop<'_> {
    /// Whether the flag is raised or the deadline has passed.
    #[must_use]
    pub fn is_due(&self) -> bool {
        self.flag.is_some_and(|flag| flag.load(Ordering::Relaxed))
            || self
                .deadline
                .is_some_and(|deadline| ThreadTime::now() >= deadline)
    }
}

/// The state that Bitwuzla passes to the termination callback.
#[derive(Debug)]
pub(crate) struct Control {
    deadline: Cell<Option<ThreadTime>>,
    /// Null, or valid until `clear`.
    flag: Cell<*const AtomicBool>,
    memory: Cell<Option<u64>>,
    /// When memory use was last queried since `set`.
    memory_queried: Cell<Option<Instant>>,
    is_out_of_memory: Cell<bool>,
}

impl Control {
    pub(crate) fn new() -> Control {
        Control {
            deadline: Cell::new(None),
            flag: Cell::new(ptr::null()),
            memory: Cell::new(None),
            memory_queried: Cell::new(None),
            is_out_of_memory: Cell::new(false),
        }
    }

    /// The caller keeps the flag alive until it calls `clear`.
    pub(crate) fn set(&self, stop: Stop<'_>) {
        self.deadline.set(stop.deadline);
        self.flag.set(stop.flag.map_or(ptr::null(), ptr::from_ref));
        self.memory.set(stop.memory);
        self.memory_queried.set(None);
        self.is_out_of_memory.set(false);
    }

    /// Removes all conditions, and returns whether the memory limit was exceeded.
    pub(crate) fn clear(&self) -> bool {
        let is_out_of_memory = self.is_out_of_memory.get();
        self.set(Stop::default());
        is_out_of_memory
    }

    /// Whether the process has exceeded its memory limit.
    fn exceeds_memory(&self) -> bool {
        let queried = self.memory_queried.get();
        if let Some(limit) = self.memory.get()
            && !self.is_out_of_memory.get()
            && queried.is_none_or(|last| last.elapsed() >= MEMORY_INTERVAL)
        {
            let is_over = memory::resident().is_some_and(|used| used > limit);
            self.is_out_of_memory.set(is_over);
            self.memory_queried.set(Some(Instant::now()));
        }
        self.is_out_of_memory.get()
    }

    #[allow(unsafe_code)]
    fn is_due(&self) -> bool {
        // SAFETY: null or alive, as `set` requires.
        let flag = unsafe { self.flag.get().as_ref() };
        Stop {
            deadline: self.deadline.get(),
            flag,
            memory: None,
        }
        .is_due()
            || self.exceeds_memory()
    }
}

/// The termination callback, which Bitwuzla calls while it solves; a non-zero result stops the check.
#[allow(unsafe_code)]
pub(crate) extern "C" fn terminate(state: *mut c_void) -> i32 {
    // SAFETY: the session registers its boxed control, which outlives its solver.
    let control = unsafe { state.cast::<Control>().as_ref() };
    i32::from(control.is_some_and(Control::is_due))
}
