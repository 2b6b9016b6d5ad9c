//! The result of a run as text: what is known of each objective, and the tests that were written.

use std::collections::BTreeSet;
use std::io::{self, Write as _};

use quell_results::{
    Assumption, Bound, Confirmation, Decision, Observable, Record, Run, Status, Totals, WrittenTest,
};
use quell_values::Guard;

use super::table::aligned;
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

/// A record with the verdict that is shown. A duplicate has that of the mutant whose code it has.
#[derive(Clone, Copy)]
struct Shown<'r> {
    record: &'r Record,
    verdict: &'r Decision,
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
        + &tests(&run.tests)
        + &table(run, &functions)
        + &cut_short(run)
        + &undecided(run)
        + &footer(run)
}

/// Functions in the order of their mutants.
fn by_function(run: &Run) -> Vec<(&str, Vec<Shown<'_>>)> {
    let mut functions: Vec<(&str, Vec<Shown<'_>>)> = Vec::new();
    for (record, verdict) in run.objectives.iter().zip(run.shared_verdicts()) {
        let shown = Shown { record, verdict };
        let known = functions
            .iter_mut()
            .find(|(name, _)| *name == record.function);
        match known {
            Some((_, mutants)) => mutants.push(shown),
            None => functions.push((&record.function, vec![shown])),
        }
    }
    functions
}

/// The distinct lists of bounds and of assumptions of a function's mutants. They are long, and most mutants share them: each is
/// printed once, with a number.
struct Scopes<'r> {
    bounds: Vec<&'r [Bound]>,
    assumptions: Vec<&'r [Assumption]>,
}

impl<'r> Scopes<'r> {
    fn of(mutants: &[Shown<'r>]) -> Self {
        let verdicts = || mutants.iter().map(|mutant| mutant.verdict);
        Self {
            bounds: distinct(verdicts().map(|of| of.bounds.as_slice())),
            assumptions: distinct(verdicts().map(|of| of.assumptions.as_slice())),
        }
    }

    /// ` up to bounds 1, assumptions 2`, with another first word for other verdicts.
    fn text(&self, introduction: &str, decision: &Decision) -> String {
        let bounds = number(&self.bounds, &decision.bounds);
        let assumptions = number(&self.assumptions, &decision.assumptions);
        let parts = [
            bounds.map(|number| format!("bounds {number}")),
            assumptions.map(|number| format!("assumptions {number}")),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        match parts.is_empty() {
            true => String::new(),
            false => format!("{introduction}{}", parts.join(", ")),
        }
    }

    /// All of them, one in a line.
    fn lists(&self) -> String {
        let lines = |title: &str, lists: Vec<String>| -> String {
            let lists = lists.iter().enumerate();
            let lines = lists.map(|(index, list)| format!("  {title} {}: {list}\n", index + 1));
            lines.collect()
        };
        let bounds = self.bounds.iter();
        let assumptions = self.assumptions.iter();
        lines(
            "bounds",
            bounds.map(|list| joined(list, english::bound)).collect(),
        ) + &lines(
            "assumptions",
            assumptions
                .map(|list| joined(list, english::assumption))
                .collect(),
        )
    }
}

fn joined<T>(list: &[T], text: fn(&T) -> String) -> String {
    let texts: Vec<String> = list.iter().map(text).collect();
    texts.join("; ")
}

fn distinct<'r, T: PartialEq>(lists: impl Iterator<Item = &'r [T]>) -> Vec<&'r [T]> {
    let mut known: Vec<&[T]> = Vec::new();
    for list in lists.filter(|list| !list.is_empty()) {
        if !known.contains(&list) {
            known.push(list);
        }
    }
    known
}

/// The number of a list among those that are printed.
fn number<T: PartialEq>(known: &[&[T]], list: &[T]) -> Option<usize> {
    known.iter().position(|of| *of == list).map(|at| at + 1)
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

fn verdict(decision: &Decision, scopes: &Scopes<'_>) -> String {
    let because = |text: &str| match explanation(decision) {
        None => text.to_owned(),
        Some(why) => format!("{text}: {why}"),
    };
    match decision.status {
        Status::Killed => format!("killed by {}", by_tests(decision)),
        Status::Timeout => format!("{CHANGE}timeout{CHANGE:#} on {}", by_tests(decision)),
        Status::Equivalent if decision.complete => {
            let scope = scopes.text(" under ", decision);
            because(&format!(
                "equivalent (complete){scope}{}",
                confirmed(decision)
            ))
        }
        Status::Equivalent if decision.is_same_code() => {
            "equivalent (same code as the original after optimisation)".to_owned()
        }
        Status::Equivalent => because(&format!(
            "equivalent{}{}",
            scopes.text(" up to ", decision),
            confirmed(decision)
        )),
        Status::Unreached => because(&format!(
            "{CHANGE}unreached{CHANGE:#}{}{}",
            scopes.text(" within ", decision),
            confirmed(decision)
        )),
        Status::Unknown => because(&format!("{CHANGE}unknown{CHANGE:#}")),
        other => english::status(other).to_owned(),
    }
}

/// Why a mutant is unknown, or how an equivalence was proved and what is not known beyond it.
fn explanation(decision: &Decision) -> Option<String> {
    let mut parts = Vec::new();
    let reason = decision.reason.as_ref().map(english::reason);
    match decision.status {
        Status::Unknown => return reason,
        Status::Unreached => parts.push("no valid input executes it".to_owned()),
        _ => parts.push(english::method(decision.method?).to_owned()),
    }
    if decision.reachability_unknown {
        parts.push("whether a valid input executes it is not known".to_owned());
    }
    if let Some(doubt) = &decision.doubt {
        parts.push(format!("on smaller inputs, {}", english::reason(doubt)));
    }
    parts.extend(reason.map(|reason| format!("beyond the bounds, {reason}")));
    Some(parts.join("; "))
}

/// What the second solver says, if one was asked.
fn confirmed(decision: &Decision) -> String {
    let text = |of: &Confirmation| match of.is_complete() {
        true => format!(", {} agrees", of.solver),
        false => format!(
            ", {CHANGE}not confirmed{CHANGE:#} by {} ({})",
            of.solver,
            joined(&of.unanswered, english::unanswered)
        ),
    };
    decision
        .confirmation
        .as_ref()
        .map_or_else(String::new, text)
}

/// `t1 and 2 more: result 0, mutant 1`.
fn by_tests(decision: &Decision) -> String {
    let mut text = match decision.tests.as_slice() {
        [] => String::new(),
        [only] => only.clone(),
        [first, others @ ..] => format!("{first} and {} more", others.len()),
    };
    if decision.original_aborts {
        text += " (original aborts)";
    }
    if let Some(seen) = &decision.observed {
        // How a run ended needs no name in front.
        let what = match &seen.what {
            Observable::End => String::new(),
            what => format!("{what} "),
        };
        text += &format!(": {what}{}, mutant {what}{}", seen.original, seen.mutant);
    }
    text
}

/// The calls, with what the original was seen to do.
fn tests(tests: &[WrittenTest]) -> String {
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
            "  {}  {guard}{}{}{}({})  {}  {DIM}kills {}{DIM:#}\n",
            test.id,
            globals.collect::<String>(),
            calls.collect::<String>(),
            test.function,
            value::list(&test.inputs.args),
            english::outcome(&test.expected),
            test.kills.len()
        );
    }
    match text.is_empty() {
        true => text,
        false => format!("{BOLD}tests:{BOLD:#}\n{text}"),
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

/// What kept mutants from being decided, by function.
fn undecided(run: &Run) -> String {
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

/// With how many equivalences the second solver agrees.
fn agreement(run: &Run) -> String {
    let mut verdicts = run.objectives.iter().map(|mutant| &mutant.verdict);
    let Some(confirmation) = verdicts.find_map(|verdict| verdict.confirmation.as_ref()) else {
        return String::new();
    };
    let totals = run.totals.equivalences;
    format!(
        "{DIM}second solver {}: {} equivalences confirmed, {} not confirmed{DIM:#}\n",
        confirmation.solver, totals.confirmed, totals.not_confirmed
    )
}

/// On how many native inputs equivalences were compared: a kill of one would have been an error.
fn attacks(run: &Run) -> String {
    let proved = |totals: &Totals| {
        let equivalences = totals.equivalences;
        equivalences.complete + equivalences.up_to_bounds + totals.counts.unreached
    };
    match run.statistics.attacks {
        Some(0) if proved(&run.totals) > 0 => {
            format!(
                "{DIM}equivalences were tried on no native input: none was found on which the original is defined{DIM:#}\n"
            )
        }
        None | Some(0) => String::new(),
        Some(inputs) => format!("{DIM}equivalences withstood {inputs} native inputs{DIM:#}\n"),
    }
}

fn footer(run: &Run) -> String {
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
    format!(
        "{agreement}{attacks}{config}{DIM}engine {}: {} to the solver took {:.2} s (sum over all processors), the run {:.2} s{DIM:#}\n{DIM}protection: {}{DIM:#}\n",
        run.engine,
        queries,
        statistics.solver_seconds,
        statistics.seconds,
        english::protections(&run.protection)
    )
}
