//! Results of runs, translated from the numbers of the harness.

use quell_values::{End, Observed};

/// The original run once for observation and once with recording, which gave the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recording {
    pub observed: Observed,
    /// Numbers of the objectives whose sites were executed, and of those among them whose site conditions held there:
    /// infected mutants and covered labels.
    pub executed: Vec<u32>,
    pub infected: Vec<u32>,
    /// One byte for each block and branch, as the module numbers them: not 0 where it was taken.
    pub blocks: Vec<u8>,
    pub branches: Vec<u8>,
}

/// The result of a mutant on a test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RunResult {
    /// The same bytes as the original everywhere.
    Same,
    /// Other bytes; the types determine whether the values differ.
    Differs(Box<Observed>),
}

/// The original and some mutants on one test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Runs {
    pub original: Observed,
    /// In the order of the mutants asked for.
    pub mutants: Vec<RunResult>,
}

const SIGABRT: u64 = 6;
const SIGKILL: u64 = 9;

/// Signals of Linux that end a program by default, by their numbers.
const SIGNALS: &[(u64, &str)] = &[
    (1, "SIGHUP"),
    (2, "SIGINT"),
    (3, "SIGQUIT"),
    (4, "SIGILL"),
    (5, "SIGTRAP"),
    (7, "SIGBUS"),
    (8, "SIGFPE"),
    (SIGKILL, "SIGKILL"),
    (10, "SIGUSR1"),
    (11, "SIGSEGV"),
    (12, "SIGUSR2"),
    (13, "SIGPIPE"),
    (14, "SIGALRM"),
    (15, "SIGTERM"),
];

/// Kinds of `quell_trap`, and above 1000 those of the harness.
const TRAPS: &[(u64, &str)] = &[
    (1, "division by zero"),
    (2, "overflow in a division"),
    (3, "unreachable code"),
    (4, "trap"),
    (5, "memory error"),
    (1000, "write outside an object"),
];

/// As `enum limit` of the harness numbers them.
const LIMITS: &[&str] = &[
    "processor time",
    "output",
    "file size",
    "waiting for something that never comes",
    "memory",
    "recorded calls",
    "processes",
];

fn named(table: &[(u64, &str)], code: u64, otherwise: &str) -> String {
    let found = table.iter().find(|(number, _)| *number == code);
    found.map_or_else(
        || format!("{otherwise} {code}"),
        |(_, name)| (*name).to_owned(),
    )
}

/// `enum ending` of the harness and its code; with the names of undefined symbols.
pub(crate) fn end(ending: u64, code: u64, undefined: &[String]) -> End {
    let missing = || {
        usize::try_from(code)
            .ok()
            .and_then(|code| undefined.get(code))
    };
    match ending {
        0 => End::Returned,
        1 => End::Exited(code as i32),
        2 if code == SIGABRT => End::Aborted,
        // No other cause sends it: the hard limit on processor time, or the kernel short of memory.
        2 if code == SIGKILL => End::OverLimit("killed by the system".to_owned()),
        2 => End::Trapped(named(SIGNALS, code, "signal")),
        3 => End::OutOfWork,
        4 => End::Trapped(named(TRAPS, code, "trap")),
        5 => {
            let limit = usize::try_from(code).ok().and_then(|code| LIMITS.get(code));
            End::OverLimit((*limit.unwrap_or(&"a limit")).to_owned())
        }
        6 if missing().is_some() => End::Missing(missing().cloned().unwrap_or_default()),
        _ => End::Trapped("stray write over the harness".to_owned()),
    }
}

/// A run of which only the signal that ended it is known.
pub(crate) fn ended_by(signal: i32) -> RunResult {
    const SIGNALLED: u64 = 2;
    RunResult::Differs(Box::new(Observed {
        end: end(SIGNALLED, signal.unsigned_abs().into(), &[]),
        ..Observed::default()
    }))
}

/// Numbers of the slots that are set; slot 0 is the original.
pub(crate) fn set_slots(bytes: &[u8]) -> Vec<u32> {
    let numbered = bytes.iter().enumerate().skip(1);
    let set = numbered.filter(|(_, byte)| **byte != 0);
    set.map(|(slot, _)| slot as u32).collect()
}

/// Names the first part in which two observations differ; work does not count.
pub fn first_difference(a: &Observed, b: &Observed) -> &'static str {
    differing(a, b).unwrap_or("nothing")
}

/// Whether two observations are the same byte for byte; work does not count.
pub fn same_bytes(a: &Observed, b: &Observed) -> bool {
    differing(a, b).is_none()
}

fn differing(a: &Observed, b: &Observed) -> Option<&'static str> {
    let parts = [
        (a.end != b.end, "how it ends"),
        (a.result != b.result, "the result"),
        (a.objects != b.objects, "memory of its parameters"),
        (a.globals != b.globals, "globals"),
        (a.blocks != b.blocks, "the heap"),
        (a.stdout != b.stdout, "standard output"),
        (a.steady_stderr() != b.steady_stderr(), "standard error"),
        (a.files != b.files, "files"),
        (a.events != b.events, "calls to outside functions"),
    ];
    let mut parts = parts.iter();
    parts.find(|(differs, _)| *differs).map(|(_, what)| *what)
}
