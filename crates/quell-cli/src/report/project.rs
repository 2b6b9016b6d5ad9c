//! The result of several files as text: the answer first, then what is not decided, and where nothing was decided at all.

use std::collections::BTreeMap;
use std::io::{self, Write as _};

use quell_results::run::shared_verdicts;
use quell_results::{Decision, FileSummary, NotLinked, ProjectRun, Reason, SkippedReason, Status};

use super::run::{function, grouped};
use super::table::columns;
use super::verdict::Shown;
use super::{BOLD, CHANGE, DIM, english};

/// Which objectives are listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Listed {
    /// Only those that are not decided.
    Undecided,
    /// All that no test kills.
    Alive,
}

pub fn print(run: &ProjectRun, listed: Listed) -> io::Result<()> {
    let mut out = anstream::stdout().lock();
    out.write_all(text(run, listed).as_bytes())?;
    out.flush()
}

/// The whole report.
pub fn text(run: &ProjectRun, listed: Listed) -> String {
    let files = by_file(run);
    answer(run, &files)
        + &table(run, &files)
        + &details(&files, listed)
        + &undecided(run)
        + &external(run)
        + &skipped(run)
        + &footer(run)
}

/// Objectives by the file of their text, in the order of the first ones.
type ByFile<'r> = Vec<(&'r str, Vec<Shown<'r>>)>;

fn by_file(run: &ProjectRun) -> ByFile<'_> {
    let mut files: ByFile<'_> = Vec::new();
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    let verdicts = shared_verdicts(&run.objectives);
    for (record, verdict) in run.objectives.iter().zip(verdicts) {
        if record.is_part {
            continue;
        }
        let place = *places.entry(&record.file).or_insert(files.len());
        let shown = Shown { record, verdict };
        match files.get_mut(place) {
            Some((_, own)) => own.push(shown),
            None => files.push((&record.file, vec![shown])),
        }
    }
    files
}

/// A column of the table: its head, and what is counted in it.
type Column = (&'static str, fn(&Decision) -> bool);

/// Each objective is in one of them.
const COLUMNS: &[Column] = &[
    ("killed", |of| of.status == Status::Killed),
    ("covered", |of| of.status == Status::Covered),
    ("equivalent", |of| {
        of.status == Status::Equivalent && of.complete
    }),
    ("same code", Decision::is_same_code),
    ("up to bounds", |of| {
        of.status == Status::Equivalent && !of.complete && !of.is_same_code()
    }),
    ("uncoverable", |of| of.status == Status::Uncoverable),
    ("unreached", |of| of.status == Status::Unreached),
    ("timeouts", |of| of.status == Status::Timeout),
    ("suppressed", |of| of.status == Status::Suppressed),
    ("unknown", |of| of.status == Status::Unknown),
];

fn count<'r>(mut all: impl Iterator<Item = &'r Shown<'r>>, column: &Column) -> usize {
    let mut count = 0;
    all.by_ref()
        .for_each(|of| count += usize::from(column.1(of.verdict)));
    count
}

/// What the objectives are called.
fn what(run: &ProjectRun) -> &'static str {
    match run.objectives.iter().any(|of| of.is_label()) {
        true => "labels",
        false => "mutants",
    }
}

/// `7 files, 120 mutants: 100 killed, 20 equivalent`.
fn answer(run: &ProjectRun, files: &ByFile<'_>) -> String {
    let all = || files.iter().flat_map(|(_, of)| of);
    let counts = COLUMNS
        .iter()
        .map(|column| (count(all(), column), column.0));
    let counts = counts.filter(|(count, _)| *count > 0);
    let counts: Vec<String> = counts.map(|(count, of)| format!("{count} {of}")).collect();
    let files = match run.files.len() {
        1 => "1 file".to_owned(),
        some => format!("{some} files"),
    };
    match counts.is_empty() {
        true => format!("{files}, no {}\n", what(run)),
        false => format!(
            "{BOLD}{files}, {} {}: {}{BOLD:#}\n",
            all().count(),
            what(run),
            counts.join(", ")
        ),
    }
}

/// One line for each file, and one for all.
fn table(run: &ProjectRun, files: &ByFile<'_>) -> String {
    let all: Vec<&Shown<'_>> = files.iter().flat_map(|(_, of)| of).collect();
    if all.is_empty() {
        return String::new();
    }
    let used = |column: &&Column| count(all.iter().copied(), column) > 0;
    let used: Vec<&Column> = COLUMNS.iter().filter(used).collect();
    let row = |name: &str, own: &[&Shown<'_>], tests: usize| {
        let counts = used.iter().map(|column| count(own.iter().copied(), column));
        let numbers = [own.len()].into_iter().chain(counts).chain([tests]);
        let cells = numbers.map(|number| number.to_string());
        [name.to_owned()].into_iter().chain(cells).collect()
    };
    let mut rows: Vec<Vec<String>> = Vec::new();
    for (name, own) in files {
        let tests = run
            .tests
            .iter()
            .filter(|of| of.file.as_deref() == Some(name));
        rows.push(row(name, &own.iter().collect::<Vec<_>>(), tests.count()));
    }
    rows.push(row("all", &all, run.tests.len()));
    let heads = used.iter().map(|column| column.0);
    let heads = ["file", what(run)]
        .into_iter()
        .chain(heads)
        .chain(["tests"]);
    columns(&heads.collect::<Vec<_>>(), &rows)
}

/// The objectives that are listed, by file and function.
fn details(files: &ByFile<'_>, listed: Listed) -> String {
    let is_listed = |of: &Shown<'_>| match of.verdict.status {
        Status::Unknown | Status::Unreached | Status::Suppressed => true,
        Status::Killed | Status::Timeout | Status::Covered => false,
        _ => listed == Listed::Alive,
    };
    let mut text = String::new();
    for (file, own) in files {
        let own = own.iter().copied().filter(is_listed);
        for (name, objectives) in grouped(own) {
            text += &function(&format!("{file}: {name}"), &objectives);
        }
    }
    text
}

/// What kept objectives from being decided, by function.
fn undecided(run: &ProjectRun) -> String {
    let lines = run.functions.iter().flat_map(|one| {
        let file = one.file.as_deref().unwrap_or_default();
        let reasons = one.reasons.iter().map(english::reason);
        reasons.map(move |why| format!("  {file}: {}: {why}\n", one.function))
    });
    section("not decided", lines)
}

/// What files of the project define, and calls of which return any value nevertheless.
fn external(run: &ProjectRun) -> String {
    let of_file = |of: &FileSummary| {
        let mut by_reason: BTreeMap<NotLinked, Vec<String>> = BTreeMap::new();
        for left in &of.linked.external {
            let symbols = by_reason.entry(left.reason).or_default();
            symbols.push(format!("`{}`", left.symbol));
        }
        let lines = by_reason.into_iter().map(|(reason, symbols)| {
            let why = not_linked(reason);
            format!("  {}: {}: {why}\n", of.file, shortened(&symbols))
        });
        lines.collect::<String>()
    };
    section(
        "external although the project defines them",
        run.files.iter().map(of_file),
    )
}

fn not_linked(reason: NotLinked) -> &'static str {
    match reason {
        NotLinked::Limit => "more than --linked allows",
        NotLinked::SeveralDefinitions => "several files define it",
        NotLinked::OtherType => "declared with another type than it is defined with",
        NotLinked::OtherTarget => "compiled for another machine",
    }
}

/// Symbols beyond these are counted.
const SHOWN: usize = 5;

fn shortened(symbols: &[String]) -> String {
    let shown = symbols[..symbols.len().min(SHOWN)].join(", ");
    match symbols.len().saturating_sub(SHOWN) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

/// Files without a result.
fn skipped(run: &ProjectRun) -> String {
    let lines = run.skipped.iter().map(|of| {
        let why = match &of.reason {
            SkippedReason::NoSource { message } => message.clone(),
            SkippedReason::Missing => {
                "there is no such file; build the project first if the build generates it"
                    .to_owned()
            }
            SkippedReason::CompiledAgain => {
                "the build compiles it several times; the first command is used".to_owned()
            }
            // The whole message was shown when it happened.
            SkippedReason::NotLoaded { message } | SkippedReason::Failed { message } => {
                message.lines().next().unwrap_or_default().to_owned()
            }
        };
        format!("  {}: {why}\n", of.file)
    });
    section("left out", lines)
}

fn section(title: &str, lines: impl Iterator<Item = String>) -> String {
    let lines: String = lines.collect();
    match lines.is_empty() {
        true => lines,
        false => format!("{BOLD}{title}:{BOLD:#}\n{lines}"),
    }
}

/// What it took, and what protected the system.
fn footer(run: &ProjectRun) -> String {
    let statistics = run.statistics;
    let is_time_up = |reason: &Reason| matches!(reason, Reason::OutOfTime { .. });
    let mut reasons = run.functions.iter().flat_map(|of| &of.reasons);
    let advice = match reasons.any(is_time_up) {
        true => format!("{CHANGE}time was too short{CHANGE:#}: a later run with --out continues\n"),
        false => String::new(),
    };
    let configs = run.configs.iter();
    let configs = configs.map(|path| format!("{DIM}settings: {path}{DIM:#}\n"));
    format!(
        "{advice}{}{DIM}engine {}: {} queries to the solver took {:.2} s (sum over all processors), the run {:.2} s{DIM:#}\n\
         {DIM}protection: {}{DIM:#}\n",
        configs.collect::<String>(),
        run.engine,
        statistics.queries,
        statistics.solver_seconds,
        statistics.seconds,
        english::protections(&run.protection)
    )
}
