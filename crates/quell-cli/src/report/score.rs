//! A score as text.

use std::collections::BTreeMap;
use std::io::{self, Write as _};

use quell_results::{Count, Kill, MutantReport, Percent, Score, Totals, Undefined, Verdict};
use quell_values::annotations::is_annotation;

use super::table::aligned;
use super::{BOLD, DIM, english};

pub fn print(score: &Score, with_matrix: bool) -> io::Result<()> {
    let mut out = anstream::stdout().lock();
    out.write_all(text(score, with_matrix).as_bytes())?;
    out.flush()
}

pub fn print_json(score: &Score) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(score.to_json().as_bytes())?;
    out.flush()
}

/// The whole report.
fn text(score: &Score, with_matrix: bool) -> String {
    let mut text = table(score);
    let reach = if score.tests.len() == 1 {
        "test reaches"
    } else {
        "tests reach"
    };
    text += &format!(
        "{} {reach} {} blocks and {} branches\n",
        score.tests.len(),
        share(score.coverage.blocks),
        share(score.coverage.branches)
    );
    text += &undefined(score);
    text += &interrupted(score);
    text += &alive(score);
    text += &same_code(score);
    if with_matrix {
        text += &matrix(score);
    }
    text + &format!(
        "{DIM}protection: {}{DIM:#}\n",
        english::protections(&score.protection)
    )
}

const HEADS: [&str; 8] = [
    "function",
    "mutants",
    "executed",
    "weakly killed",
    "killed",
    "timeouts",
    "same code",
    "score",
];

/// One line for each function, and one for all.
fn table(score: &Score) -> String {
    let mut by_function: BTreeMap<&str, Vec<&Verdict>> = BTreeMap::new();
    let mut order = Vec::new();
    for mutant in &score.mutants {
        let verdicts = by_function.entry(&mutant.function).or_default();
        if verdicts.is_empty() {
            order.push(mutant.function.as_str());
        }
        verdicts.push(&mutant.verdict);
    }
    let mut rows: Vec<[String; 8]> = order
        .iter()
        .map(|function| row(function, &Totals::of(by_function[function].iter().copied())))
        .collect();
    if rows.len() != 1 {
        rows.push(row("all", &score.totals));
    }
    aligned(HEADS, &rows)
}

fn row(name: &str, totals: &Totals) -> [String; 8] {
    [
        name.to_owned(),
        totals.mutants.to_string(),
        totals.executed.to_string(),
        totals.weakly_killed.to_string(),
        totals.killed.to_string(),
        totals.timeouts.to_string(),
        totals.same_code.to_string(),
        totals.score.map_or("-".to_owned(), percent),
    ]
}

/// Two numbers while it is open.
fn percent(percent: Percent) -> String {
    let Percent { least, most } = percent;
    match least == most {
        true => format!("{least:.1} %"),
        false => format!("{least:.1} to {most:.1} %"),
    }
}

fn share(count: Count) -> String {
    format!("{} of {}", count.covered, count.total)
}

/// What the program lacks.
fn undefined(score: &Score) -> String {
    let mut text = String::new();
    for Undefined { symbol, used_by } in &score.undefined {
        let users = used_by.join(", ");
        text += &format!("nobody defines {symbol}, used by {users}: what comes to it ends there\n");
    }
    for Undefined { symbol, used_by } in &score.outside {
        let users = used_by.join(", ");
        text += &match is_annotation(symbol) {
            true => format!("{symbol}, used by {users}, gives what the test says, or zero\n"),
            false => format!(
                "nobody defines {symbol}, used by {users}: calls are compared and return what the test says, or zero\n"
            ),
        };
    }
    text
}

/// What is known so far is no score.
fn interrupted(score: &Score) -> String {
    let Totals {
        mutants,
        unfinished,
        ..
    } = score.totals;
    match score.interrupted {
        false => String::new(),
        true => format!(
            "{BOLD}interrupted:{BOLD:#} this is of the {} mutants judged so far; {unfinished} are unfinished\n",
            mutants - unfinished
        ),
    }
}

/// The mutants that no test kills.
fn alive(score: &Score) -> String {
    let alive = score.mutants.iter().filter(|of| of.verdict.is_alive());
    let alive: Vec<&MutantReport> = alive.collect();
    if alive.is_empty() {
        return match (score.mutants.len(), score.totals.unfinished) {
            (0, _) => "there are no mutants\n".to_owned(),
            (_, 0) => "every mutant is killed\n".to_owned(),
            _ => String::new(),
        };
    }
    let mut text = format!("{BOLD}alive:{BOLD:#}\n");
    for mutant in alive {
        let why = match &mutant.verdict {
            Verdict::WeaklyKilled { .. } => "its state differed, but nothing that can be observed",
            Verdict::Executed { .. } => "executed, but its state never differed",
            _ => "no test executes it",
        };
        let (span, diff) = (&mutant.span, &mutant.diff);
        text += &format!(
            "  {}  {DIM}{}:{}{DIM:#}  {why}\n    - {}\n    + {}\n",
            mutant.id, span.line, span.column, diff.before, diff.after
        );
    }
    text
}

/// What the compiler says about mutants.
fn same_code(score: &Score) -> String {
    let mut text = String::new();
    for mutant in &score.mutants {
        let partner = match &mutant.verdict {
            Verdict::Equivalent => "the original",
            Verdict::Duplicate { of } => of,
            _ => continue,
        };
        text += &format!("  {}  {partner}\n", mutant.id);
    }
    match text.is_empty() {
        true => text,
        false => format!("{BOLD}the compiler makes the same code of:{BOLD:#}\n{text}"),
    }
}

/// Which test kills which mutant, and what it saw.
fn matrix(score: &Score) -> String {
    let mut text = format!("{BOLD}kills:{BOLD:#}\n");
    for Kill {
        mutant,
        test,
        what,
        original,
        observed,
    } in &score.kills
    {
        text += &format!("  {mutant}  {test}  {what}: {original}, mutant {observed}\n");
    }
    text
}
