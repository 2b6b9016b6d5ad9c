//! Signals that would end the process: results so far are reported, and no temporary file is left behind.
//!
//! Commands with results ask for the [`interrupt_flag`]; others end at once, by [`end_cleanly`].

use std::collections::HashMap;
use std::fs;
use std::ops::RangeInclusive;
use std::os::fd::OwnedFd;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use quell_compile::remove_scratch_directories;
use rustix::process::{Pid, PidfdFlags, Signal, getpgid, getpgrp, pidfd_open, pidfd_send_signal};
use signal_hook::consts::{
    SIGALRM, SIGHUP, SIGINT, SIGIO, SIGPROF, SIGQUIT, SIGSYS, SIGTERM, SIGTRAP, SIGUSR1, SIGUSR2,
    SIGVTALRM, SIGXCPU, SIGXFSZ,
};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// One Ctrl-C may arrive as several signals: from the terminal, and from the process that started Quell.
const ONE_WISH: Duration = Duration::from_secs(1);
/// How long a tool may take to end after a signal.
const PATIENCE: Duration = Duration::from_secs(1);
const MOMENT: Duration = Duration::from_millis(50);
const SHORT_MOMENT: Duration = Duration::from_millis(5);
/// All that end a process by default, except for those that its own errors raise.
const SIGNALS: [i32; 15] = [
    SIGHUP, SIGINT, SIGTERM, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU,
    SIGIO, SIGTRAP, SIGSYS, SIGSTKFLT, SIGPWR,
];
/// Of Linux, which other systems do not have.
const SIGSTKFLT: i32 = 16;
const SIGPWR: i32 = 30;
/// Those without a meaning of their own; the C library keeps two before them for itself.
const REAL_TIME: RangeInclusive<i32> = 34..=64;
/// What shells add to the number of a signal.
const BY_SIGNAL: i32 = 128;

/// Set while a signal ends this process.
static ENDING: AtomicBool = AtomicBool::new(false);

/// Set when the time for the whole run is over.
static TIME_UP: AtomicBool = AtomicBool::new(false);

/// Those of [`SIGNALS`] and [`REAL_TIME`] that Quell did not inherit as ignored: `nohup` ignores SIGHUP for its command.
fn signals() -> Vec<i32> {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    let is_ignored = |signal: &i32| ignored.unwrap_or(0) >> (signal - 1) & 1 == 1;
    let all = SIGNALS.into_iter().chain(REAL_TIME);
    all.filter(|signal| !is_ignored(signal)).collect()
}

/// A write beyond the limit on the size of files is an error like others, and does not end the process.
pub fn survive_large_files() {
    // Without a handler the signal ends the process as it would others.
    let _ = signal_hook::flag::register(SIGXFSZ, Arc::default());
}

/// For commands without results of their own: a signal ends them as it ends others, but leaves no temporary files and no
/// compilers.
pub fn end_cleanly() {
    if let Ok(mut signals) = Signals::new(signals()) {
        thread::spawn(move || {
            for signal in signals.forever() {
                end_by(signal);
            }
        });
    }
}

/// Called before an error is reported. A signal may have ended a compiler and so caused the error: then this does not return,
/// and the signal ends the process.
pub fn let_signal_end() {
    let start = Instant::now();
    while ENDING.load(Ordering::Relaxed) || start.elapsed() < MOMENT {
        thread::sleep(SHORT_MOMENT);
    }
}

fn end_by(signal: i32) {
    ENDING.store(true, Ordering::Relaxed);
    Tools::default().end();
    remove_scratch_directories();
    // Does not return, unless it knows nothing of the signal.
    let _ = emulate_default_handler(signal);
    process::exit(BY_SIGNAL + signal);
}

/// Ends compilers when the time for the whole run is over. All other code checks the time itself.
pub fn end_tools_at(end: Instant) {
    thread::spawn(move || {
        thread::sleep(end.saturating_duration_since(Instant::now()));
        TIME_UP.store(true, Ordering::Relaxed);
        let mut tools = Tools::default();
        loop {
            tools.interrupt(end);
            thread::sleep(MOMENT);
        }
    });
}

/// Whether the time for the whole run is over, so that any error of a compiler may be due to that.
pub fn is_time_up() -> bool {
    TIME_UP.load(Ordering::Relaxed)
}

/// Set by the first Ctrl-C; another one later on ends the process at once.
pub fn interrupt_flag() -> Arc<AtomicBool> {
    Arc::clone(FLAG.get_or_init(install))
}

/// Without handlers an interrupt ends the process at once, which is no worse than for others.
fn install() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let wanted = signals();
    for &signal in &wanted {
        let _ = signal_hook::flag::register(signal, Arc::clone(&flag));
    }
    if let Ok(signals) = Signals::new(wanted) {
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
    let mut tools = Tools::default();
    loop {
        tools.interrupt(first);
        thread::sleep(MOMENT);
        for signal in signals.pending() {
            if first.elapsed() > ONE_WISH {
                end_by(signal);
            }
        }
    }
}

/// Compilers and what they started. One whose parent has ended is no longer found below this process, so all that got
/// a signal are remembered.
#[derive(Debug, Default)]
struct Tools {
    running: HashMap<Pid, OwnedFd>,
}

impl Tools {
    /// Does what a terminal does: all get the signal too; those that do not heed it are killed.
    fn interrupt(&mut self, since: Instant) {
        self.look_around();
        let signal = match since.elapsed() > PATIENCE {
            true => Signal::KILL,
            false => Signal::INT,
        };
        self.running
            .retain(|_, tool| pidfd_send_signal(tool, signal).is_ok());
    }

    /// Processes in groups of their own are excluded: they end with their pipe.
    fn look_around(&mut self) {
        let group = getpgrp();
        for tool in descendants() {
            if getpgid(Some(tool)).ok() == Some(group)
                && let Ok(handle) = pidfd_open(tool, PidfdFlags::empty())
            {
                self.running.insert(tool, handle);
            }
        }
    }

    /// Waits until all have ended, but not for long.
    fn end(&mut self) {
        let start = Instant::now();
        self.interrupt(start);
        while !self.running.is_empty() && start.elapsed() < 2 * PATIENCE {
            thread::sleep(SHORT_MOMENT);
            self.interrupt(start);
        }
    }
}

/// The processes that this one has started, and those that they have; none if the system does not tell.
fn descendants() -> Vec<Pid> {
    let mut found = children("self");
    let mut next = 0;
    while let Some(process) = found.get(next) {
        next += 1;
        found.extend(children(&process.as_raw_nonzero().to_string()));
    }
    found
}

fn children(process: &str) -> Vec<Pid> {
    let threads = fs::read_dir(format!("/proc/{process}/task"));
    let threads = threads.into_iter().flatten().flatten();
    let lists =
        threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    let text = lists.collect::<Vec<_>>().join(" ");
    let numbers = text.split_whitespace().filter_map(|word| word.parse().ok());
    numbers.filter_map(Pid::from_raw).collect()
}

/// Whether the user interrupted the run. Then any error may be due to that: the signal goes to compilers as well, perhaps
/// a moment earlier.
pub fn is_interrupted() -> bool {
    let is_set = || FLAG.get().is_some_and(|flag| flag.load(Ordering::Relaxed));
    is_set() || {
        thread::sleep(MOMENT);
        is_set()
    }
}
