//! Ctrl-C: what was found so far is worth telling, and nothing is left behind.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// One Ctrl-C may come as several signals: from the terminal, and from whoever started Quell.
const ONE_WISH: Duration = Duration::from_secs(1);
const MOMENT: Duration = Duration::from_millis(50);
const SIGNALS: [i32; 3] = [SIGHUP, SIGINT, SIGTERM];

/// Set by the first Ctrl-C; another one later on ends the process at once.
pub fn interrupt_flag() -> Arc<AtomicBool> {
    Arc::clone(FLAG.get_or_init(install))
}

/// Without handlers an interrupt ends the process at once, which is no worse than for others.
fn install() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    for signal in SIGNALS {
        let _ = signal_hook::flag::register(signal, Arc::clone(&flag));
    }
    if let Ok(signals) = Signals::new(SIGNALS) {
        thread::spawn(|| end_if_asked_again(signals));
    }
    flag
}

fn end_if_asked_again(mut signals: Signals) {
    let mut first = None;
    for signal in signals.forever() {
        let first: Instant = *first.get_or_insert_with(Instant::now);
        if first.elapsed() > ONE_WISH {
            // It does not come back from this; if it does, the user will ask again.
            let _ = emulate_default_handler(signal);
        }
    }
}

/// Whether somebody wants an end. Then any error may be due to that: the signal goes to compilers as well, perhaps
/// a moment earlier.
pub fn is_interrupted() -> bool {
    let is_set = || FLAG.get().is_some_and(|flag| flag.load(Ordering::Relaxed));
    is_set() || {
        thread::sleep(MOMENT);
        is_set()
    }
}
