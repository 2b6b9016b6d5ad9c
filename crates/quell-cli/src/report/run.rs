//! The result of a run as text: the verdict on each objective, and the tests that were written.

use std::collections::BTreeSet;
use std::io::{self, Write as _};

use quell_results::{Bound, Decision, PathStatistics, Run, Status, Totals, WrittenTest};
use quell_values::Guard;

use super::reached;
use super::table::aligned;
use super::verdict::{Scopes, Shown, verdict};
use super::{BOLD, CHANGE, DIM, change, english, value};

pub fn print(run: &Run, listed: Listed) -> io::Result<()> {
    let mut out = anstream::stdout().lock();
    out.write_all(text(run, listed).as_bytes())?;
    out.flush()
}

pub fn print_json(run: &Run) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(run.to_json().as_bytes())?;
    out.flush()
}

/// Which mutants are listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Listed {
    All,
    /// Those that no test kills.
    Alive,
}

impl From<bool> for Listed {
    fn from(alive: bool) -> Self {
        match alive {
            true => Self::Alive,
            false => Self::All,
        }
    }
}

impl Listed {
    fn has(self, shown: &Shown<'_>) -> bool {
        self == Self::All || !shown.verdict.is_killed()
    }
}

/// The whole report, with the totals at its end, where a terminal shows them.
pub fn text(run: &Run, listed: Listed) -> String {
    if run.objectives.is_empty() {
        return "no mutants\n".to_owned();
    }
    let functions = by_function(run);
    let entries = functions.iter().map(|(name, mutants)| {
        let mutants = mutants.iter().copied().filter(|of| listed.has(of));
        let mutants: Vec<Shown<'_>> = mutants.collect();
        match mutants.is_empty() {
            true => String::new(),
            false => function(name, &mutants),
        }
    });
    entries.collect::<String>()
        + &tests(&run.tests, "kills")
        + &table(run, &functions)
        + &reached::table(run)
        + &cut_short(run)
        + &undecided(run)
        + &footer(run)
}

/// Functions in the order of their objectives.
pub(super) fn by_function(run: &Run) -> Vec<(&str, Vec<Shown<'_>>)> {
    let all = run.objectives.iter().zip(run.shared_verdicts());
    grouped(all.map(|(record, verdict)| Shown { record, verdict }))
}

/// Objectives by function, in the order of the first ones.
pub(super) fn grouped<'r>(all: impl Iterator<Item = Shown<'r>>) -> Vec<(&'r str, Vec<Shown<'r>>)> {
    let mut functions: Vec<(&str, Vec<Shown<'_>>)> = Vec::new();
    for shown in all {
        let mut known = functions.iter_mut();
        match known.find(|(name, _)| *name == shown.record.function) {
            Some((_, own)) => own.push(shown),
            None => functions.push((&shown.record.function, vec![shown])),
        }
    }
    functions
}

fn function(name: &str, mutants: &[Shown<'_>]) -> String {
    let scopes = Scopes::of(mutants);
    let entries = mutants.iter().map(|mutant| entry(mutant, &scopes));
    format!(
        "{BOLD}{name}{BOLD:#}\n{}{}",
        entries.collect::<String>(),
        scopes.lists()
    )
}

fn entry(shown: &Shown<'_>, scopes: &Scopes<'_>) -> String {
    let record = shown.record;
    let same = record.verdict.duplicate_of.as_ref();
    let same = same.map_or(String::new(), |id| format!("same code as {id}: "));
    format!(
        "  {}  {DIM}{}:{}{DIM:#}  {same}{}\n{}",
        record.id,
        record.span.line,
        record.span.column,
        verdict(shown.verdict, scopes),
        change(&record.source)
    )
}

/// The calls, with what the original was seen to do, and what the tests achieve in a verb.
pub(super) fn tests(tests: &[WrittenTest], achieve: &str) -> String {
    let mut text = String::new();
    for test in tests {
        let globals = test.inputs.globals.iter();
        let globals = globals.map(|(name, value)| format!("{name} = {}; ", value::shown(value)));
        let calls = test.inputs.calls.iter();
        let calls = calls.map(|(name, of)| format!("{name} returns {}; ", value::list(of)));
        let guard = match test.inputs.guard {
            Guard::Before => "guard before; ",
            Guard::After => "",
        };
        text += &format!(
            "  {}  {guard}{}{}{}({})  {}  {DIM}{achieve} {}{}{DIM:#}\n",
            test.id,
            globals.collect::<String>(),
            calls.collect::<String>(),
            test.function,
            value::list(&test.inputs.args),
            english::outcome(&test.expected),
            test.kills.len(),
            alone(test)
        );
    }
    match text.is_empty() {
        true => text,
        false => format!("{BOLD}tests:{BOLD:#}\n{text}"),
    }
}

/// How many of its kills no other test of the suite makes, where a smallest suite was chosen.
fn alone(test: &WrittenTest) -> String {
    match test.alone.len() {
        0 => String::new(),
        some => format!(", {some} alone"),
    }
}

/// How many killed mutants matter: the others are killed by whatever kills these.
fn subsuming(run: &Run) -> String {
    let counts = &run.totals.counts;
    match run.subsuming.len() {
        0 => String::new(),
        some => format!(
            "{DIM}{some} of {} killed mutants subsume the others: tests that kill these kill all{DIM:#}\n",
            counts.killed + counts.timeout
        ),
    }
}

const HEADS: [&str; 10] = [
    "function",
    "mutants",
    "killed",
    "equivalent",
    "same code",
    "up to bounds",
    "unreached",
    "timeouts",
    "unknown",
    "tests",
];

/// One line for each function, and one for all.
fn table(run: &Run, functions: &[(&str, Vec<Shown<'_>>)]) -> String {
    let mut rows: Vec<[String; 10]> = functions
        .iter()
        .map(|(name, mutants)| {
            let tests = run.tests.iter().filter(|test| test.function == *name);
            row(name, mutants, tests.count())
        })
        .collect();
    if rows.len() != 1 {
        let all = functions.iter().flat_map(|(_, mutants)| mutants);
        let all: Vec<Shown<'_>> = all.copied().collect();
        rows.push(row("all", &all, run.tests.len()));
    }
    aligned(HEADS, &rows)
}

fn row(name: &str, mutants: &[Shown<'_>], tests: usize) -> [String; 10] {
    let count = |is_counted: &dyn Fn(&Decision) -> bool| {
        let verdicts = mutants.iter().map(|mutant| mutant.verdict);
        verdicts.filter(|of| is_counted(of)).count().to_string()
    };
    let with = |status: Status| count(&|of| of.status == status);
    let is_equivalent = |of: &Decision| of.status == Status::Equivalent;
    let is_bounded = |of: &Decision| is_equivalent(of) && !of.complete && !of.is_same_code();
    [
        name.to_owned(),
        mutants.len().to_string(),
        with(Status::Killed),
        count(&|of| is_equivalent(of) && of.complete),
        count(&Decision::is_same_code),
        count(&is_bounded),
        with(Status::Unreached),
        with(Status::Timeout),
        with(Status::Unknown),
        tests.to_string(),
    ]
}

/// Loops whose unwinding is incomplete. The procedure of the paper proves nothing about them.
fn cut_short(run: &Run) -> String {
    if run.engine != "symbmc" {
        return String::new();
    }
    let mut lines = BTreeSet::new();
    for mutant in &run.objectives {
        let bounds = mutant.verdict.bounds.iter();
        let of_loops = bounds.filter(|bound| matches!(bound, Bound::Unwinding { .. }));
        lines.extend(of_loops.map(|bound| {
            let (function, bound) = (&mutant.function, english::bound(bound));
            format!("  {function}: {bound}; equivalences hold that far; allow more with --unroll\n")
        }));
    }
    match lines.is_empty() {
        true => String::new(),
        false => format!(
            "{CHANGE}loops are not unrolled entirely:{CHANGE:#}\n{}",
            lines.into_iter().collect::<String>()
        ),
    }
}

/// What kept objectives from being decided, by function.
pub(super) fn undecided(run: &Run) -> String {
    let lines = run.functions.iter().flat_map(|one| {
        let reasons = one.reasons.iter();
        reasons.map(|why| format!("  {}: {}\n", one.function, english::reason(why)))
    });
    let lines: String = lines.collect();
    match lines.is_empty() {
        true => lines,
        false => format!("{BOLD}not decided:{BOLD:#}\n{lines}"),
    }
}

/// What proofs of the run are about.
fn proofs(run: &Run) -> &'static str {
    match run.objectives.iter().any(|of| of.is_label()) {
        true => "proofs",
        false => "equivalences",
    }
}

/// With how many proofs the second solver agrees.
fn agreement(run: &Run) -> String {
    let mut verdicts = run.objectives.iter().map(|mutant| &mutant.verdict);
    let Some(confirmation) = verdicts.find_map(|verdict| verdict.confirmation.as_ref()) else {
        return String::new();
    };
    let totals = run.totals.equivalences;
    format!(
        "{DIM}second solver {}: {} {} confirmed, {} not confirmed{DIM:#}\n",
        confirmation.solver,
        totals.confirmed,
        proofs(run),
        totals.not_confirmed
    )
}

/// On how many native inputs proofs were tried: a test against one would have been an error.
fn attacks(run: &Run) -> String {
    let proved = |totals: &Totals| {
        let (equivalences, uncoverables) = (totals.equivalences, totals.uncoverables);
        let complete = equivalences.complete + uncoverables.complete;
        let up_to_bounds = equivalences.up_to_bounds + uncoverables.up_to_bounds;
        complete + up_to_bounds + totals.counts.unreached
    };
    let what = proofs(run);
    match run.statistics.attacks {
        Some(0) if proved(&run.totals) > 0 => {
            format!(
                "{DIM}{what} were tried on no native input: none was found on which the original is defined{DIM:#}\n"
            )
        }
        None | Some(0) => String::new(),
        Some(inputs) => format!("{DIM}{what} withstood {inputs} native inputs{DIM:#}\n"),
    }
}

/// The paths that were followed, where they alone decide.
fn paths(run: &Run) -> String {
    let of_function = |of: &PathStatistics| {
        let labels = match of.label_paths {
            0 => String::new(),
            some => format!(", {some} of them up to a label"),
        };
        let all = match of.complete {
            true => "all feasible paths",
            false => "not all feasible paths",
        };
        format!(
            "{DIM}paths of {}: {}{labels}; {} infeasible, {} cut at bounds, {} undefined inputs; {all} followed in {:.2} s{DIM:#}\n",
            of.function, of.paths, of.infeasible, of.cut, of.undefined, of.seconds
        )
    };
    match run.engine.as_str() {
        "dse" => run.explorations.iter().map(of_function).collect(),
        _ => String::new(),
    }
}

/// What it took, and what protected the system.
pub(super) fn footer(run: &Run) -> String {
    let statistics = run.statistics;
    let (agreement, attacks) = (agreement(run), attacks(run));
    let config = run.config.as_ref();
    let config = config.map_or(String::new(), |path| {
        format!("{DIM}settings: {path}{DIM:#}\n")
    });
    let queries = match statistics.queries {
        1 => "1 query".to_owned(),
        some => format!("{some} queries"),
    };
    let (paths, subsuming) = (paths(run), subsuming(run));
    format!(
        "{subsuming}{agreement}{attacks}{config}{paths}{DIM}engine {}: {} to the solver took {:.2} s (sum over all processors), the run {:.2} s{DIM:#}\n{DIM}protection: {}{DIM:#}\n",
        run.engine,
        queries,
        statistics.solver_seconds,
        statistics.seconds,
        english::protections(&run.protection)
    )
}
