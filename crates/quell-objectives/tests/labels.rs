//! The files in `tests/decisions` say in comments which labels their lines have, with text and span.
//!
//! A comment that begins with `~` is about the line of code before it and lists all labels of one criterion that begin there:
//!
//! * `//~ CC 9-14 a > 0; 18-23 b > 0` are conditions at these columns, the first one included, the last one excluded. Each
//!   of them has two labels, one for each truth value. So it is for DC and DCC.
//! * `//~ MCC 9-23 TT TF F-` are the vectors of the decision there.
//! * `//~ RACC 9-14 a > 0 (1)` is the independence of a condition, and how many pairs of vectors show it.
//! * `//~ without CC 9-10 it is constant` is what got no labels.
//!
//! Other labels are listed with their texts. The first line of a file names the criteria. A line of code without a comment has
//! no labels of them. `QUELL_ONLY=name` checks one file; `QUELL_BLESS=1` writes the comments, for you to review.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use quell_compile::{Request, Toolbox, compile};
use quell_ir::parse::parse_module;
use quell_ir::verify::verify;
use quell_objectives::criteria::{CriteriaSelection, Labels, SkippedLabel, WantedLabels, label};
use quell_objectives::{Objective, SourceSpan, Sources};

fn directory() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.canonicalize().unwrap().join("tests/decisions")
}

fn labels_of(path: &Path, criteria: &str) -> Labels {
    let compiled = compile(&Request::new(path), &Toolbox::from_env());
    let compiled = compiled.unwrap_or_else(|error| panic!("{error}"));
    let mut module = parse_module(&compiled.text, "module").unwrap();
    let sources = Sources::load(&module);
    let wanted = WantedLabels {
        selection: CriteriaSelection::parse(criteria).unwrap_or_else(|error| panic!("{error}")),
        functions: Vec::new(),
        lines: None,
        partitions: BTreeMap::new(),
        operators: None,
    };
    let found = label(&mut module, &sources, &wanted);
    assert_eq!(verify(&module), Vec::new());
    found
}

/// `9-14`, over several lines `9-3:14`.
fn columns(span: &SourceSpan) -> String {
    match span.line == span.end_line {
        true => format!("{}-{}", span.column, span.end_column),
        false => format!("{}-{}:{}", span.column, span.end_line, span.end_column),
    }
}

/// What is listed of a line for a criterion, by column.
type Items = BTreeMap<(u32, u32), Vec<String>>;

/// By line, then by criterion.
#[derive(Default)]
struct Listing(BTreeMap<u32, BTreeMap<String, Items>>);

impl Listing {
    fn items(&mut self, criterion: &str, span: &SourceSpan) -> &mut Vec<String> {
        let line = self.0.entry(span.line).or_default();
        let items = line.entry(criterion.to_owned()).or_default();
        let width = (span.end_line - span.line) * 1000 + span.end_column;
        items.entry((span.column, width)).or_default()
    }

    fn of(labels: &Labels) -> Self {
        let mut listing = Self::default();
        let wanted = labels.objectives.iter().filter(|of| !of.is_part());
        for of in wanted {
            let criterion = of.operator();
            match criterion {
                "DC" | "CC" | "DCC" => listing.add_truth(criterion, of, labels),
                "MCC" => listing.add_vector(of),
                _ => listing.add_other(criterion, of),
            }
        }
        for skipped in &labels.skipped {
            listing.add_skipped(skipped);
        }
        listing
    }

    /// Of the two labels of a condition, that of its truth stands for both.
    fn add_truth(&mut self, criterion: &str, of: &Objective, labels: &Labels) {
        let text = of.source.before();
        let count = |text: &str| {
            let all = labels.objectives.iter();
            let own = all.filter(|other| {
                let is_here = other.source.span == of.source.span;
                is_here && other.operator() == criterion && other.source.before() == text
            });
            own.count()
        };
        let negation = format!("!({text})");
        let positive = text
            .strip_prefix("!(")
            .and_then(|inner| inner.strip_suffix(')'));
        if positive.is_some_and(|positive| count(positive) == count(text)) {
            return;
        }
        assert_eq!(count(&negation), count(text), "{criterion} {text}");
        let columns = columns(&of.source.span);
        let items = self.items(criterion, &of.source.span);
        items.push(format!("{columns} {text}"));
    }

    /// `a=T (b > 0)=-` as `T-`.
    fn add_vector(&mut self, of: &Objective) {
        let text = of.source.before();
        let bytes = text.as_bytes();
        let is_value = |at: &usize| {
            let ends = matches!(bytes.get(at + 2), None | Some(b' '));
            let is_relation = b"=!<> ".contains(&bytes[at.saturating_sub(1)]);
            bytes[*at] == b'=' && ends && !is_relation
        };
        let values = (0..bytes.len()).filter(is_value);
        let vector: String = values.map(|at| char::from(bytes[at + 1])).collect();
        let columns = columns(&of.source.span);
        let items = self.items("MCC", &of.source.span);
        match items.last_mut() {
            Some(item) => *item = format!("{item} {vector}"),
            None => items.push(format!("{columns} {vector}")),
        }
    }

    fn add_other(&mut self, criterion: &str, of: &Objective) {
        let (columns, text) = (columns(&of.source.span), of.source.before());
        let item = match of.alternatives() {
            [] => format!("{columns} {text}"),
            pairs if text.contains(" decides ") => {
                let (condition, _) = text.split_once(" decides ").unwrap();
                format!("{columns} {condition} ({})", pairs.len())
            }
            pairs => {
                let parts: BTreeSet<_> = pairs.iter().flatten().collect();
                format!("{columns} {text} ({} of {})", pairs.len(), parts.len())
            }
        };
        self.items(criterion, &of.source.span).push(item);
    }

    fn add_skipped(&mut self, skipped: &SkippedLabel) {
        let SkippedLabel::Place {
            criterion,
            file,
            line,
            column,
            reason,
        } = skipped
        else {
            panic!("{skipped}");
        };
        let span = SourceSpan {
            file: file.clone(),
            line: *line,
            column: *column,
            end_line: *line,
            end_column: *column,
        };
        let items = self.items(&format!("without {criterion}"), &span);
        items.push(format!("{column} {reason}"));
    }

    /// The comments about a line.
    fn comments(&self, line: u32, mark: &str) -> Vec<String> {
        let criteria = self.0.get(&line).into_iter().flatten();
        let comment = |(criterion, items): (&String, &Items)| {
            let items: Vec<String> = items.values().flatten().cloned().collect();
            format!("{mark} {criterion} {}", items.join("; "))
        };
        criteria.map(comment).collect()
    }
}

/// The file, and what it is with the comments that it should have.
fn commented(path: &Path) -> (String, String) {
    let text = fs::read_to_string(path).unwrap();
    let mark = match path.extension().is_some_and(|of| of == "f90" || of == "f") {
        true => "!~",
        false => "//~",
    };
    let first = text.lines().next().unwrap();
    let (_, criteria) = first.split_once("criteria:").expect("a line of criteria");
    let criteria = criteria.trim_end_matches("*/").trim();
    let listing = Listing::of(&labels_of(path, criteria));
    let mut expected = String::new();
    for (line, number) in text.lines().zip(1..) {
        let is_comment = line.trim_start().starts_with(mark);
        if is_comment {
            let has_own = listing.comments(number, mark);
            assert!(
                has_own.is_empty(),
                "labels on a line of comments: {has_own:?}"
            );
            continue;
        }
        expected += &format!("{line}\n");
        for comment in listing.comments(number, mark) {
            expected += &format!("{comment}\n");
        }
    }
    (text, expected)
}

fn check(path: &Path) -> Result<(), String> {
    let (found, expected) = commented(path);
    if found == expected {
        return Ok(());
    }
    if std::env::var("QUELL_BLESS").is_ok() {
        fs::write(path, &expected).unwrap();
    }
    let expected: Vec<&str> = expected.lines().collect();
    let found: Vec<&str> = found.lines().collect();
    let only = |ones: &[&str], others: &[&str], sign: &str| {
        let ones = ones.iter().filter(|line| !others.contains(line));
        ones.map(|line| format!("{sign} {line}\n"))
            .collect::<String>()
    };
    Err(format!(
        "{}:\n{}{}",
        path.display(),
        only(&found, &expected, "-"),
        only(&expected, &found, "+")
    ))
}

fn all_with(extension: &str) {
    let name = std::env::var("QUELL_ONLY").unwrap_or_default();
    let entries = fs::read_dir(directory()).unwrap();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|of| of == extension));
    files.retain(|path| path.to_string_lossy().contains(&name));
    files.sort();
    assert!(!files.is_empty() || !name.is_empty());
    let wrong = files.iter().filter_map(|path| check(path).err());
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn labels_of_c() {
    all_with("c");
}

#[test]
fn labels_of_rust() {
    all_with("rs");
}

#[test]
fn labels_of_fortran() {
    all_with("f90");
}
