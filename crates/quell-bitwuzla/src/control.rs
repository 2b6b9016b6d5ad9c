//! What ends a check before its answer: a point in time, or a flag that another thread raises.

use std::cell::Cell;
use std::ffi::c_void;
use std::ptr;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::Moment;

/// When to give up.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stop<'a> {
    pub deadline: Option<Moment>,
    pub flag: Option<&'a AtomicBool>,
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
}

impl Control {
    pub(crate) fn new() -> Control {
        Control {
            deadline: Cell::new(None),
            flag: Cell::new(ptr::null()),
        }
    }

    /// The caller keeps the flag alive until it calls `clear`.
    pub(crate) fn set(&self, stop: Stop<'_>) {
        self.deadline.set(stop.deadline);
        self.flag.set(stop.flag.map_or(ptr::null(), ptr::from_ref));
    }

    pub(crate) fn clear(&self) {
        self.set(Stop::default());
    }

    #[allow(unsafe_code)]
    fn is_due(&self) -> bool {
        // SAFETY: null or alive, as `set` demands.
        let flag = unsafe { self.flag.get().as_ref() };
        Stop {
            deadline: self.deadline.get(),
            flag,
        }
        .is_due()
    }
}

/// Bitwuzla asks this now and then while it solves; anything but zero ends the check.
#[allow(unsafe_code)]
pub(crate) extern "C" fn terminate(state: *mut c_void) -> i32 {
    // SAFETY: the session registers its boxed control, which outlives its solver.
    let control = unsafe { state.cast::<Control>().as_ref() };
    i32::from(control.is_some_and(Control::is_due))
}
