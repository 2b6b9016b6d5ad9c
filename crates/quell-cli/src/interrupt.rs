//! Ctrl-C: what was found so far is worth telling, and nothing is left behind.

use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, getpgid, getpgrp, kill_process};
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
        thread::spawn(|| hasten(signals));
    }
    flag
}

/// From the first signal on no tool is waited for, also not one that is started later.
fn hasten(mut signals: Signals) {
    if signals.forever().next().is_none() {
        return;
    }
    let first = Instant::now();
    loop {
        interrupt_tools();
        thread::sleep(MOMENT);
        for signal in signals.pending() {
            if first.elapsed() > ONE_WISH {
                // It does not come back from this; if it does, the user will ask again.
                let _ = emulate_default_handler(signal);
            }
        }
    }
}

/// Does what a terminal does: compilers and the like get the signal too. What is a group of its own is not for it.
fn interrupt_tools() {
    let group = getpgrp();
    let tools = children()
        .into_iter()
        .filter(|&child| getpgid(Some(child)).ok() == Some(group));
    for tool in tools {
        // It may have ended just now.
        let _ = kill_process(tool, Signal::INT);
    }
}

/// The processes that any thread of this one has started; none if the system does not tell.
fn children() -> Vec<Pid> {
    let threads = fs::read_dir("/proc/self/task")
        .into_iter()
        .flatten()
        .flatten();
    let lists =
        threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    let text = lists.collect::<Vec<_>>().join(" ");
    let numbers = text.split_whitespace().filter_map(|word| word.parse().ok());
    numbers.filter_map(Pid::from_raw).collect()
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
