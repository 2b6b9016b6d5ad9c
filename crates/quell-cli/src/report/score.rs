//! A score as text.

use std::io::{self, Write as _};

use quell_results::{
    Count, Decision, Kill, Level, Percent, Record, Score, Status, Totals, UsedSymbol,
};
use quell_values::annotations::is_annotation;

use super::cover::{Labelled, ListedLabels};
use super::table::aligned;
use super::{BOLD, DIM, change, english};

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
    let (has_mutants, has_labels) = (has(score, false), has(score, true));
    let labelled = Labelled::from(score);
    let mut text = String::new();
    if has_mutants || !has_labels {
        text += &table(score);
    }
    if has_labels {
        text += &labelled.score_table();
    }
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
    if has_mutants || !has_labels {
        text += &alive(score);
        text += &same_code(score);
    }
    if has_labels {
        text += &labelled.labels(ListedLabels::Open);
        text += &labelled.decisions();
    }
    if with_matrix && (has_mutants || !has_labels) {
        text += &matrix(score);
    }
    if with_matrix && has_labels {
        text += &labelled.matrix();
    }
    text + &format!(
        "{DIM}protection: {}{DIM:#}\n",
        english::protections(&score.protection)
    )
}

fn has(score: &Score, labels: bool) -> bool {
    score.objectives.iter().any(|of| of.is_label() == labels)
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

/// One line for each function with mutants, and one for all.
fn table(score: &Score) -> String {
    let mutants = || score.objectives.iter().filter(|of| !of.is_label());
    let functions = score.functions.iter().map(|of| of.function.as_str());
    let own = |name: &str| {
        mutants()
            .filter(|of| of.function == name)
            .collect::<Vec<_>>()
    };
    let with_mutants = functions.filter(|name| !own(name).is_empty());
    let mut rows: Vec<[String; 8]> = with_mutants
        .map(|name| row(name, &totals(own(name))))
        .collect();
    if rows.len() != 1 {
        rows.push(row("all", &totals(mutants().collect())));
    }
    aligned(HEADS, &rows)
}

fn totals(mutants: Vec<&Record>) -> Totals {
    let verdicts: Vec<&Decision> = mutants.iter().map(|of| &of.verdict).collect();
    Totals::of(verdicts)
}

fn row(name: &str, totals: &Totals) -> [String; 8] {
    [
        name.to_owned(),
        totals.counts.objectives.to_string(),
        totals.executed().to_string(),
        totals.weakly_killed().to_string(),
        totals.killed().to_string(),
        totals.counts.timeout.to_string(),
        totals.same_code().to_string(),
        totals.score.map_or("-".to_owned(), percent),
    ]
}

/// Two numbers while mutants are undecided.
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

/// The undefined symbols and the external functions.
fn undefined(score: &Score) -> String {
    let mut text = String::new();
    for UsedSymbol { symbol, used_by } in &score.undefined {
        let users = used_by.join(", ");
        text += &format!(
            "undefined symbol `{symbol}`, used by {users}: runs that reach it end there\n"
        );
    }
    for UsedSymbol { symbol, used_by } in &score.outside {
        let users = used_by.join(", ");
        text += &match is_annotation(symbol) {
            true => format!("`{symbol}`, used by {users}, returns what the test says, or zero\n"),
            false => format!(
                "external function `{symbol}`, used by {users}: calls are compared and return what the test says, or zero\n"
            ),
        };
    }
    text
}

/// That the score is preliminary.
fn interrupted(score: &Score) -> String {
    let counts = score.totals.counts;
    let what = match (has(score, false), has(score, true)) {
        (_, false) => "mutants",
        (false, true) => "labels",
        (true, true) => "mutants and labels",
    };
    match score.interrupted {
        false => String::new(),
        true => format!(
            "{BOLD}interrupted:{BOLD:#} this is of the {} {what} judged so far; {} are unfinished\n",
            counts.objectives - counts.unknown,
            counts.unknown
        ),
    }
}

/// The mutants that no test kills.
fn alive(score: &Score) -> String {
    let survives = |of: &&Record| of.verdict.status == Status::Survived;
    let alive: Vec<&Record> = score.objectives.iter().filter(survives).collect();
    let is_unknown = |of: &&Record| !of.is_label() && of.verdict.status == Status::Unknown;
    let unknown = score.objectives.iter().filter(is_unknown).count();
    if alive.is_empty() {
        return match (score.objectives.len(), unknown) {
            (0, _) => "there are no mutants\n".to_owned(),
            (_, 0) => "every mutant is killed\n".to_owned(),
            _ => String::new(),
        };
    }
    let mut text = format!("{BOLD}survivors:{BOLD:#}\n");
    for mutant in alive {
        let why = english::level(mutant.verdict.level.unwrap_or(Level::NotExecuted));
        let span = mutant.span;
        text += &format!(
            "  {}  {DIM}{}:{}{DIM:#}  {why}\n{}",
            mutant.id,
            span.line,
            span.column,
            change(&mutant.source)
        );
    }
    text
}

/// The mutants whose code is that of the original or of another mutant.
fn same_code(score: &Score) -> String {
    let mut text = String::new();
    for mutant in &score.objectives {
        let partner = match &mutant.verdict.duplicate_of {
            Some(of) => of,
            None if mutant.verdict.is_same_code() => "the original",
            None => continue,
        };
        text += &format!("  {}  {partner}\n", mutant.id);
    }
    match text.is_empty() {
        true => text,
        false => format!("{BOLD}same code after optimisation:{BOLD:#}\n{text}"),
    }
}

/// Which test kills which mutant, and the difference.
fn matrix(score: &Score) -> String {
    let mut text = format!("{BOLD}kills:{BOLD:#}\n");
    for Kill {
        objective,
        test,
        observed,
    } in &score.kills
    {
        text += &format!(
            "  {objective}  {test}  {}: {}, mutant {}\n",
            observed.what, observed.original, observed.mutant
        );
    }
    text
}
