//! What became of mutants, and the tests that were written, as text.

use std::collections::BTreeSet;
use std::io::{self, Write as _};

use quell_results::{
    Confirmation, DecidedMutant, Decision, Evidence, Kind, LOOP_BOUND, Run, WrittenTest,
};
use quell_values::Guard;

use super::table::aligned;
use super::{BOLD, CHANGE, DIM, value};

pub fn print(run: &Run, listed: Listed) -> io::Result<()> {
    let mut out = anstream::stdout().lock();
    out.write_all(text(run, listed).as_bytes())?;
    out.flush()
}

pub fn print_json(run: &Run) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(crate::decide::to_json(run).as_bytes())?;
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
    fn has(self, mutant: &DecidedMutant) -> bool {
        let is_killed = matches!(mutant.verdict.kind, Kind::Killed | Kind::Timeout);
        self == Self::All || !is_killed
    }
}

/// The whole report, with the totals where the eye is in the end.
pub fn text(run: &Run, listed: Listed) -> String {
    if run.mutants.is_empty() {
        return "no mutants\n".to_owned();
    }
    let functions = by_function(run);
    let entries = functions.iter().map(|(name, mutants)| {
        let mutants = mutants.iter().copied().filter(|of| listed.has(of));
        let mutants: Vec<&DecidedMutant> = mutants.collect();
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
fn by_function(run: &Run) -> Vec<(&str, Vec<&DecidedMutant>)> {
    let mut functions: Vec<(&str, Vec<&DecidedMutant>)> = Vec::new();
    for mutant in &run.mutants {
        let known = functions
            .iter_mut()
            .find(|(name, _)| *name == mutant.function);
        match known {
            Some((_, mutants)) => mutants.push(mutant),
            None => functions.push((&mutant.function, vec![mutant])),
        }
    }
    functions
}

/// Mutants of a function mostly have the same bounds, which are long: they are said once.
fn function(name: &str, mutants: &[&DecidedMutant]) -> String {
    let mut bounds: Vec<&[String]> = Vec::new();
    for mutant in mutants {
        let own = mutant.verdict.bounds.as_slice();
        if !own.is_empty() && !bounds.contains(&own) {
            bounds.push(own);
        }
    }
    let entries = mutants.iter().map(|mutant| entry(mutant, &bounds));
    let bounds = bounds.iter().enumerate();
    let bounds =
        bounds.map(|(index, bounds)| format!("  bounds {}: {}\n", index + 1, bounds.join("; ")));
    format!(
        "{BOLD}{name}{BOLD:#}\n{}{}",
        entries.collect::<String>(),
        bounds.collect::<String>()
    )
}

fn entry(mutant: &DecidedMutant, bounds: &[&[String]]) -> String {
    let same = mutant.duplicate_of.as_ref();
    let same = same.map_or(String::new(), |id| format!("same code as {id}: "));
    format!(
        "  {}  {DIM}{}:{}{DIM:#}  {same}{}\n    - {}\n    + {}\n",
        mutant.id,
        mutant.line,
        mutant.column,
        verdict(&mutant.verdict, bounds),
        mutant.original,
        mutant.replacement
    )
}

fn verdict(decision: &Decision, bounds: &[&[String]]) -> String {
    let because = |text: &str| match decision.reason.is_empty() {
        true => text.to_owned(),
        false => format!("{text}: {}", decision.reason),
    };
    match decision.kind {
        Kind::Killed => format!("killed by {}", by_tests(decision)),
        Kind::Timeout => format!("{CHANGE}timeout{CHANGE:#} on {}", by_tests(decision)),
        Kind::Equivalent if decision.complete => {
            because(&format!("equivalent (complete){}", confirmed(decision)))
        }
        Kind::Equivalent if decision.evidence == Some(Evidence::Code) => {
            "equivalent (same code as the original after optimisation)".to_owned()
        }
        Kind::Equivalent => because(&format!(
            "equivalent up to bounds{}{}",
            number(decision, bounds),
            confirmed(decision)
        )),
        Kind::Unreached => because(&format!(
            "{CHANGE}unreached{CHANGE:#} within bounds{}{}",
            number(decision, bounds),
            confirmed(decision)
        )),
        Kind::Unknown => because(&format!("{CHANGE}unknown{CHANGE:#}")),
    }
}

/// The number of a decision's bounds.
fn number(decision: &Decision, bounds: &[&[String]]) -> String {
    let known = bounds.iter().position(|of| *of == decision.bounds);
    known.map_or(String::new(), |index| format!(" {}", index + 1))
}

/// What the second solver says, if one was asked.
fn confirmed(decision: &Decision) -> String {
    let text = |of: &Confirmation| match of.is_complete() {
        true => format!(", {} agrees", of.solver),
        false => format!(
            ", {CHANGE}not confirmed{CHANGE:#} by {} ({})",
            of.solver,
            of.unanswered.join("; ")
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
        let [original, mutant] = [&seen.original, &seen.mutant].map(|text| without_ended(text));
        text += &format!(": {original}, mutant {mutant}");
    }
    text
}

/// That a run returned or was stopped needs no introduction.
fn without_ended(text: &str) -> &str {
    text.strip_prefix("how it ended ").unwrap_or(text)
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
            test.expected,
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
fn table(run: &Run, functions: &[(&str, Vec<&DecidedMutant>)]) -> String {
    let mut rows: Vec<[String; 10]> = functions
        .iter()
        .map(|(name, mutants)| {
            let tests = run.tests.iter().filter(|test| test.function == *name);
            row(name, mutants, tests.count())
        })
        .collect();
    if rows.len() != 1 {
        let all: Vec<&DecidedMutant> = run.mutants.iter().collect();
        rows.push(row("all", &all, run.tests.len()));
    }
    aligned(HEADS, &rows)
}

fn row(name: &str, mutants: &[&DecidedMutant], tests: usize) -> [String; 10] {
    let count = |is_counted: &dyn Fn(&Decision) -> bool| {
        let verdicts = mutants.iter().map(|mutant| &mutant.verdict);
        verdicts.filter(|of| is_counted(of)).count().to_string()
    };
    let kind = |kind: Kind| count(&|of| of.kind == kind);
    let is_by_code = |of: &Decision| of.evidence == Some(Evidence::Code);
    let is_bounded = |of: &Decision| of.kind == Kind::Equivalent && !of.complete && !is_by_code(of);
    [
        name.to_owned(),
        mutants.len().to_string(),
        kind(Kind::Killed),
        count(&|of| of.kind == Kind::Equivalent && of.complete),
        count(&is_by_code),
        count(&is_bounded),
        kind(Kind::Unreached),
        kind(Kind::Timeout),
        kind(Kind::Unknown),
        tests.to_string(),
    ]
}

/// The paper's procedure proves nothing where loops go on: whoever chose it is told so.
fn cut_short(run: &Run) -> String {
    if run.engine != "symbmc" {
        return String::new();
    }
    let mut lines = BTreeSet::new();
    for mutant in &run.mutants {
        let bounds = mutant.verdict.bounds.iter();
        let of_loops = bounds.filter(|bound| bound.starts_with(LOOP_BOUND));
        lines.extend(of_loops.map(|bound| {
            let function = &mutant.function;
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
    let lines = run
        .unsupported
        .iter()
        .map(|one| format!("  {}: {}\n", one.function, one.what));
    let lines: String = lines.collect();
    match lines.is_empty() {
        true => lines,
        false => format!("{BOLD}not decided:{BOLD:#}\n{lines}"),
    }
}

/// With how many equivalences the second solver agrees.
fn agreement(run: &Run) -> String {
    let mut verdicts = run.mutants.iter().map(|mutant| &mutant.verdict);
    let Some(confirmation) = verdicts.find_map(|verdict| verdict.confirmation.as_ref()) else {
        return String::new();
    };
    let totals = &run.totals;
    format!(
        "{DIM}second solver {}: {} equivalences confirmed, {} not confirmed{DIM:#}\n",
        confirmation.solver, totals.confirmed, totals.not_confirmed
    )
}

/// That equivalences were tried natively: had one been killed, there would be no report.
fn attacks(run: &Run) -> String {
    let totals = &run.totals;
    match totals.attacks {
        Some(0) if totals.equivalent + totals.equivalent_up_to_bounds + totals.unreached > 0 => {
            format!(
                "{DIM}equivalences were tried on no native input: none was found on which the original is defined{DIM:#}\n"
            )
        }
        None | Some(0) => String::new(),
        Some(inputs) => format!("{DIM}equivalences withstood {inputs} native inputs{DIM:#}\n"),
    }
}

fn footer(run: &Run) -> String {
    let totals = &run.totals;
    let (agreement, attacks) = (agreement(run), attacks(run));
    let config = run.config.as_ref();
    let config = config.map_or(String::new(), |path| {
        format!("{DIM}settings: {path}{DIM:#}\n")
    });
    let questions = match totals.queries {
        1 => "1 question".to_owned(),
        some => format!("{some} questions"),
    };
    format!(
        "{agreement}{attacks}{config}{DIM}engine {}: {} to the solver took {:.2} s (sum over all processors), the run {:.2} s{DIM:#}\n{DIM}protection: {}{DIM:#}\n",
        run.engine,
        questions,
        totals.solver_seconds,
        totals.seconds,
        run.protection.join(", ")
    )
}
