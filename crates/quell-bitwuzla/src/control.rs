//! What ends a check before its answer: a point in time, a flag that another thread raises, or that memory runs short.

use std::cell::Cell;
use std::ffi::c_void;
use std::ptr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::{Moment, memory};

/// Memory is looked at no more often than this: asking the system takes a while.
const SELDOM: Duration = Duration::from_millis(20);

/// When to give up.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stop<'a> {
    pub deadline: Option<Moment>,
    pub flag: Option<&'a AtomicBool>,
    /// How many bytes the process may use.
    pub memory: Option<u64>,
}

impl Stop<'_> {
    #[must_use]
    pub fn is_due(&self) -> bool {
        self.flag.is_some_and(|flag| flag.load(Ordering::Relaxed))
            || self
                .deadline
                .is_some_and(|deadline| Moment::now() >= deadline)
    }
}

/// The state that Bitwuzla hands to the callback while it works.
#[derive(Debug)]
pub(crate) struct Control {
    deadline: Cell<Option<Moment>>,
    /// Null, or valid until `clear`.
    flag: Cell<*const AtomicBool>,
    memory: Cell<Option<u64>>,
    /// When memory was looked at since `set`.
    looked: Cell<Option<Instant>>,
    is_out_of_memory: Cell<bool>,
}

impl Control {
    pub(crate) fn new() -> Control {
        Control {
            deadline: Cell::new(None),
            flag: Cell::new(ptr::null()),
            memory: Cell::new(None),
            looked: Cell::new(None),
            is_out_of_memory: Cell::new(false),
        }
    }

    /// The caller keeps the flag alive until it calls `clear`.
    pub(crate) fn set(&self, stop: Stop<'_>) {
        self.deadline.set(stop.deadline);
        self.flag.set(stop.flag.map_or(ptr::null(), ptr::from_ref));
        self.memory.set(stop.memory);
        self.looked.set(None);
        self.is_out_of_memory.set(false);
    }

    /// Forgets what was set; whether memory ran short.
    pub(crate) fn clear(&self) -> bool {
        let is_out_of_memory = self.is_out_of_memory.get();
        self.set(Stop::default());
        is_out_of_memory
    }

    /// Whether the process has come to use more memory than it may.
    fn runs_short(&self) -> bool {
        let looked = self.looked.get();
        if let Some(most) = self.memory.get()
            && !self.is_out_of_memory.get()
            && looked.is_none_or(|last| last.elapsed() >= SELDOM)
        {
            let is_over = memory::in_use().is_some_and(|used| used > most);
            self.is_out_of_memory.set(is_over);
            self.looked.set(Some(Instant::now()));
        }
        self.is_out_of_memory.get()
    }

    #[allow(unsafe_code)]
    fn is_due(&self) -> bool {
        // SAFETY: null or alive, as `set` demands.
        let flag = unsafe { self.flag.get().as_ref() };
        Stop {
            deadline: self.deadline.get(),
            flag,
            memory: None,
        }
        .is_due()
            || self.runs_short()
    }
}

/// Bitwuzla asks this now and then while it solves; anything but zero ends the check.
#[allow(unsafe_code)]
pub(crate) extern "C" fn terminate(state: *mut c_void) -> i32 {
    // SAFETY: the session registers its boxed control, which outlives its solver.
    let control = unsafe { state.cast::<Control>().as_ref() };
    i32::from(control.is_some_and(Control::is_due))
}
