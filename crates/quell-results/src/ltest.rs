//! Files by which tools of LTest exchange what is known of labels: `.labels` and `.hyperlabels`.
//!
//! A `.labels` file has a row for each label, with fields between commas; lines that begin with `#` are comments. A label is known by
//! its number. A further field behind those of LTest holds the id of Quell, so that labels without a number of the user's are found
//! again. A `.hyperlabels` file has a line for each hyperlabel, with the labels of its alternatives.
//!
//! Decisions:
//!
//! - **Only what is proved without bounds is uncoverable** there: the files have no room for bounds. The rest is unknown.
//! - **Sequences have no row**, as in LTest: each is a hyperlabel of its own, unless others are made of it.
//! - **Commas and blanks in names become `_`**: the files have no quotes.

use std::collections::{BTreeMap, BTreeSet};

use thiserror::Error;

use crate::record::{Record, RecordKind, Status};

/// The first line of a `.labels` file that Quell writes.
pub const LABELS_HEADER: &str = "# labels by quell";

/// What Quell writes in the brackets behind the status of a hyperlabel.
pub const HYPER_LABELS_NOTE: &str = "quell";

const FIELDS: &str =
    "# id, status, tag, origin_loc, current_loc, emitter, drivers, exec_time, id of quell";

/// What a file says of a label.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LabelStatus {
    Unknown,
    Covered,
    Uncoverable,
}

impl LabelStatus {
    fn name(self) -> &'static str {
        match self {
            Self::Unknown => "unknown",
            Self::Covered => "covered",
            Self::Uncoverable => "uncoverable",
        }
    }

    fn of(record: &Record) -> Self {
        match record.verdict.status {
            Status::Covered => Self::Covered,
            Status::Uncoverable if record.verdict.complete => Self::Uncoverable,
            _ => Self::Unknown,
        }
    }
}

/// A row of a `.labels` file.
#[derive(Clone, PartialEq, Debug)]
pub struct LabelRow {
    pub number: u64,
    pub status: LabelStatus,
    pub tag: String,
    /// Where the label comes from, as `FILE:LINE`, and where it is in the file that is annotated.
    pub origin: String,
    pub current: String,
    /// The tool that knows the status.
    pub emitter: String,
    /// The tests that cover it.
    pub drivers: Vec<String>,
    pub seconds: f64,
    /// The id of Quell, if Quell wrote the row.
    pub id: Option<String>,
}

/// What is wrong in a `.labels` file.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{line}: {problem}")]
pub struct LabelRowError {
    /// Counts from 1.
    pub line: usize,
    pub problem: LabelRowProblem,
}

#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum LabelRowProblem {
    #[error("a row has at least an id and a status, with a comma between")]
    TooShort,
    #[error("the id of a label is a number, and not `{0}`")]
    Id(String),
    #[error("the status of a label is unknown, covered or uncoverable, and not `{0}`")]
    Status(String),
    #[error("exec_time is a number of seconds, and not `{0}`")]
    Seconds(String),
    #[error("label {0} has a row already")]
    Twice(u64),
}

/// The rows of a `.labels` file.
pub fn read_labels(text: &str) -> Result<Vec<LabelRow>, LabelRowError> {
    let mut rows: Vec<LabelRow> = Vec::new();
    let mut known = BTreeSet::new();
    for (index, line) in text.lines().enumerate() {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let wrong = |problem| LabelRowError {
            line: index + 1,
            problem,
        };
        let row = row(line).map_err(wrong)?;
        if !known.insert(row.number) {
            return Err(wrong(LabelRowProblem::Twice(row.number)));
        }
        rows.push(row);
    }
    Ok(rows)
}

fn row(line: &str) -> Result<LabelRow, LabelRowProblem> {
    let fields: Vec<&str> = line.split(',').map(str::trim).collect();
    let [number, status, rest @ ..] = &fields[..] else {
        return Err(LabelRowProblem::TooShort);
    };
    let text = |index: usize| rest.get(index).map_or("", |field| *field);
    let seconds = match text(5) {
        "" => 0.0,
        seconds => {
            let number = seconds
                .parse()
                .ok()
                .filter(|number: &f64| number.is_finite());
            number.ok_or_else(|| LabelRowProblem::Seconds(seconds.to_owned()))?
        }
    };
    Ok(LabelRow {
        number: number
            .parse()
            .map_err(|_| LabelRowProblem::Id((*number).to_owned()))?,
        status: match *status {
            "unknown" => LabelStatus::Unknown,
            "covered" => LabelStatus::Covered,
            // An old name of it.
            "uncoverable" | "unreachable" => LabelStatus::Uncoverable,
            other => return Err(LabelRowProblem::Status(other.to_owned())),
        },
        tag: text(0).to_owned(),
        origin: text(1).to_owned(),
        current: text(2).to_owned(),
        emitter: text(3).to_owned(),
        drivers: text(4).split_whitespace().map(str::to_owned).collect(),
        seconds,
        id: Some(text(6).to_owned()).filter(|id| !id.is_empty()),
    })
}

/// The two files about labels.
#[derive(Clone, PartialEq, Debug)]
pub struct ExchangeFiles {
    pub labels: String,
    /// Empty if there are no hyperlabels.
    pub hyper_labels: String,
}

/// The files about the labels and hyperlabels among records.
pub fn write(records: &[Record]) -> ExchangeFiles {
    let numbers = numbers(records);
    let mut labels = format!("{LABELS_HEADER}\n{FIELDS}\n");
    let mut rows: Vec<(u64, &Record)> = records
        .iter()
        .filter(|of| of.kind == RecordKind::Label)
        .filter_map(|of| Some((label_number(&numbers, &of.id)?, of)))
        .collect();
    rows.sort_by_key(|(number, _)| *number);
    for (number, record) in rows {
        labels += &line(number, record);
    }
    ExchangeFiles {
        labels,
        hyper_labels: hyper_labels(records, &numbers),
    }
}

/// How a label is called in the files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Called {
    Label(u64),
    Sequence(u64),
}

fn label_number(numbers: &BTreeMap<&str, Called>, id: &str) -> Option<u64> {
    match numbers.get(id) {
        Some(Called::Label(number)) => Some(*number),
        _ => None,
    }
}

/// Labels of the user keep their numbers; the others are counted behind the largest one.
fn numbers(records: &[Record]) -> BTreeMap<&str, Called> {
    let labels = || records.iter().filter(|of| of.kind == RecordKind::Label);
    let mut numbers = BTreeMap::new();
    for record in labels() {
        if let Some(number) = number_behind(&record.id, "LABEL-") {
            numbers.insert(record.id.as_str(), Called::Label(number));
        } else if let Some(number) = number_behind(&record.id, "SEQUENCE-") {
            numbers.insert(record.id.as_str(), Called::Sequence(number));
        }
    }
    let largest = numbers.values().filter_map(|called| match called {
        Called::Label(number) => Some(*number),
        Called::Sequence(_) => None,
    });
    let first = largest.max().map_or(1, |number| number.saturating_add(1));
    let others = labels().filter(|of| !numbers.contains_key(of.id.as_str()));
    let others: Vec<&str> = others.map(|of| of.id.as_str()).collect();
    numbers.extend(others.into_iter().zip((first..).map(Called::Label)));
    numbers
}

/// The number of an id like `LABEL-17`, with or without a file in front.
fn number_behind(id: &str, head: &str) -> Option<u64> {
    let id = id.rsplit(':').next().unwrap_or(id);
    id.strip_prefix(head)?.parse().ok()
}

fn line(number: u64, record: &Record) -> String {
    let status = LabelStatus::of(record);
    let place = format!("{}:{}", plain(&record.file), record.span.line);
    // A label in the source has no other origin.
    let (origin, current) = match number_behind(&record.id, "LABEL-") {
        Some(_) => ("", place.as_str()),
        None => (place.as_str(), ""),
    };
    let tests = record.verdict.tests.iter().map(|test| plain(test));
    let drivers = match status {
        LabelStatus::Covered => tests.collect::<Vec<_>>().join(" "),
        _ => String::new(),
    };
    let tag = record.criterion.as_deref().unwrap_or_default();
    format!(
        "{number}, {}, {}, {origin}, {current}, quell, {drivers}, {:.3}, {}\n",
        status.name(),
        plain(tag),
        record.verdict.seconds,
        plain(&record.id)
    )
}

/// A name without what divides fields and names.
fn plain(name: &str) -> String {
    let divides = |c: char| c == ',' || c.is_whitespace() || c.is_control();
    name.replace(divides, "_")
}

/// One line for each hyperlabel, and for each sequence that is in none.
fn hyper_labels(records: &[Record], numbers: &BTreeMap<&str, Called>) -> String {
    let hypers = || {
        records
            .iter()
            .filter(|of| of.kind == RecordKind::HyperLabel)
    };
    let used: BTreeSet<&String> = hypers()
        .flat_map(|of| of.alternatives.iter().flatten())
        .collect();
    let is_single = |of: &&Record| {
        let is_sequence = matches!(numbers.get(of.id.as_str()), Some(Called::Sequence(_)));
        is_sequence && !used.contains(&of.id)
    };
    let single = records.iter().filter(is_single);
    let single = single.map(|of| (of, vec![vec![of.id.clone()]]));
    let all = hypers()
        .map(|of| (of, of.alternatives.clone()))
        .chain(single);
    let own = |record: &Record| number_behind(&record.id, "HYPERLABEL-");
    let largest = hypers().filter_map(own).max();
    let mut next = largest.map_or(1, |number| number.saturating_add(1));
    let mut text = String::new();
    for (record, alternatives) in all {
        let Some(shown) = shown(&alternatives, numbers) else {
            continue;
        };
        let number = own(record).unwrap_or(next);
        next += u64::from(number == next);
        let status = LabelStatus::of(record).name().to_uppercase();
        text += &format!("{number}) {shown} - {status} - [{HYPER_LABELS_NOTE}],\n");
    }
    text
}

/// The alternatives; none if one of them names a label that has no number.
fn shown(alternatives: &[Vec<String>], numbers: &BTreeMap<&str, Called>) -> Option<String> {
    let name = |id: &String| {
        Some(match numbers.get(id.as_str())? {
            Called::Label(number) => format!("l{number}"),
            Called::Sequence(number) => format!("s{number}"),
        })
    };
    let clauses = alternatives.iter().map(|labels| {
        let names: Option<Vec<String>> = labels.iter().map(name).collect();
        Some(format!("<{}|; ;>", names?.join(".")))
    });
    let clauses: Option<Vec<String>> = clauses.collect();
    clauses
        .filter(|all| !all.is_empty())
        .map(|all| all.join(" + "))
}
