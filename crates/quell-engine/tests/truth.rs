//! All criteria on functions over bytes: the labels that Quell makes are those that are marked by hand, and covered and
//! uncoverable is what native runs on all inputs say.
//!
//! `truth/functions.c` marks each label with a condition in C, by the definitions of `truth/marks.h`. A sanitizer says which runs
//! have undefined behaviour. Nothing of Quell takes part in what is expected.

#[path = "support/deciding.rs"]
mod deciding;
#[path = "truth/native.rs"]
mod native;
#[path = "labels/support.rs"]
mod support;

use std::collections::{BTreeMap, BTreeSet};

use deciding::{BMC, root, run_by, settings};
use native::{Key, Marked, marks, plain};
use quell_objectives::criteria::CRITERIA;
use quell_results::{Record, RecordKind, Run, Status};
use support::{Labelled, labelled_with};

const FILE: &str = "crates/quell-engine/tests/truth/functions.c";

/// The operators of weak mutation that are marked.
const OPERATORS: &str = "symbmc:AOR,symbmc:ROR";

type Marks = BTreeMap<Key, Marked>;

/// What each record is called by its mark. The second use of a variable on a line is the one with the larger column.
fn keys(run: &Run) -> BTreeMap<Key, &Record> {
    let mut records: Vec<&Record> = run.objectives.iter().collect();
    records.sort_by_key(|record| (record.span.line, record.span.column));
    let mut uses: BTreeMap<Key, usize> = BTreeMap::new();
    let mut found = BTreeMap::new();
    for record in records {
        let mut key = key(record);
        if key.criterion == "DUC" {
            let count = uses.entry(key.clone()).or_default();
            *count += 1;
            if *count > 1 {
                key.text += &format!(" {count}");
            }
        }
        let known = found.insert(key, record);
        assert!(known.is_none(), "{known:?} {record:?}");
    }
    found
}

fn key(record: &Record) -> Key {
    let criterion = record.criterion.clone().expect("a criterion");
    let text = record.source.before();
    let has_line = !matches!(&criterion[..], "FC" | "IDC" | "ADC" | "AUC");
    let text = match &criterion[..] {
        "WM" => {
            let (_, mutant) = text.split_once(" differs from ").unwrap();
            mutant.trim_matches('`').to_owned()
        }
        "DUC" => without_places(text),
        "ADC" | "AUC" => {
            let (definition, _) = text.split_once(" reaches ").unwrap();
            without_places(definition)
        }
        _ => text.to_owned(),
    };
    Key {
        function: record.function.clone(),
        criterion,
        line: if has_line { record.span.line } else { 0 },
        text,
    }
}

/// `n = 0 at 3:9 reaches n at 5:12` as `n = 0 reaches n`.
fn without_places(text: &str) -> String {
    let is_place = |word: &str| {
        let digits = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_digit());
        word.split_once(':')
            .is_some_and(|(line, column)| digits(line) && digits(column))
    };
    let mut words: Vec<&str> = text.split(' ').collect();
    while let Some(at) = words.iter().position(|word| is_place(word)) {
        words.drain(at - 1..=at);
    }
    words.join(" ")
}

/// Whether some tests cover what is marked.
fn is_coverable(marks: &Marks, key: &Key) -> bool {
    let is_seen = |key: &Key| marks.get(key).is_some_and(|of| !of.covering.is_empty());
    let of_definition = || {
        let start = format!("{} reaches ", key.text);
        let own = marks.iter().filter(move |(of, _)| {
            let is_pair = of.function == key.function && of.criterion == "DUC";
            is_pair && of.text.starts_with(&start)
        });
        own.map(|(_, of)| !of.covering.is_empty())
    };
    match &key.criterion[..] {
        "ADC" => of_definition().any(|covered| covered),
        "AUC" => of_definition().all(|covered| covered),
        "GACC" | "CACC" | "RACC" => {
            let taken = vectors(marks, key);
            let covered = |vector: &String| taken.contains(vector);
            marks[key].pairs.iter().any(|pair| pair.iter().all(covered))
        }
        _ => is_seen(key),
    }
}

/// The vectors that some input takes of the decision that a condition is shown to decide: `TF-`.
fn vectors(marks: &Marks, key: &Key) -> BTreeSet<String> {
    let (condition, _) = key.text.split_once(" decides ").unwrap();
    let shown = [format!("({condition})="), format!(" {condition}=")];
    let own = marks.iter().filter(|(of, marked)| {
        let is_here = (&of.function, of.line) == (&key.function, key.line);
        let text = format!(" {}", of.text);
        let has_condition = shown.iter().any(|shown| text.contains(shown));
        is_here && has_condition && of.criterion == "MCC" && !marked.covering.is_empty()
    });
    // A value stands behind `=` at the end of a word.
    let values = own.map(|(of, _)| {
        let words = of.text.split(' ');
        let values = words.filter_map(|word| {
            let (_, value) = word.rsplit_once('=')?;
            value.chars().next().filter(|c| "TF-".contains(*c))
        });
        values.collect()
    });
    values.collect()
}

fn decided(engine: &str, labels: &Labelled) -> Run {
    let run = labels.with_subject(|subject| run_by(engine, subject, &settings()));
    run.unwrap_or_else(|error| panic!("{error}"))
}

/// What is said wrongly of a label.
fn differs(key: &Key, record: &Record, marks: &Marks) -> Option<String> {
    let expected = match is_coverable(marks, key) {
        true => Status::Covered,
        false => Status::Uncoverable,
    };
    let verdict = &record.verdict;
    let is_proved =
        record.kind != RecordKind::Label || verdict.status == Status::Covered || verdict.complete;
    let is_right = verdict.status == expected && is_proved;
    (!is_right).then(|| format!("{key:?}: {verdict:?}, expected {expected:?}"))
}

/// The bytes of an input as one number.
fn packed(args: &[i64]) -> u64 {
    let bytes = args.iter().map(|arg| (*arg & 0xff) as u64);
    bytes.fold(0, |all, byte| all << 8 | byte)
}

/// Each test covers natively what it is said to cover.
fn tests_hold(run: &Run, keys: &BTreeMap<Key, &Record>, marks: &Marks) {
    for test in &run.tests {
        let args: Vec<i64> = test.inputs.args.iter().map(support::number).collect();
        for id in &test.kills {
            let mut own = keys.iter().filter(|(_, record)| record.id == *id);
            let (key, _) = own.next().expect("a label");
            let is_covered = marks[key].covering.contains(&packed(&args));
            assert!(is_covered, "{}: {key:?} {args:?}", test.id);
        }
    }
}

/// Checks all verdicts of an engine.
fn check(engine: &str) {
    let directory = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let path = root().join(FILE);
    let marks = marks(&path, directory.path());
    let plain = plain(&path, directory.path());
    let names: Vec<&str> = CRITERIA.iter().map(|row| row.name).collect();
    let file = plain.to_str().unwrap();
    let labels = labelled_with(file, &names.join(","), Some(OPERATORS));
    let run = decided(engine, &labels);
    let keys = keys(&run);
    let made = keys.keys().filter(|key| !marks.contains_key(key));
    assert_eq!(made.collect::<Vec<_>>(), Vec::<&Key>::new(), "not marked");
    let missing = marks.keys().filter(|key| !keys.contains_key(key));
    assert_eq!(missing.collect::<Vec<_>>(), Vec::<&Key>::new(), "not made");
    let wrong = keys
        .iter()
        .filter_map(|(key, record)| differs(key, record, &marks));
    assert_eq!(wrong.collect::<Vec<_>>(), Vec::<String>::new(), "{engine}");
    tests_hold(&run, &keys, &marks);
    // Each criterion has labels of both kinds, except that each function is entered.
    for name in names {
        let own = marks.keys().filter(|key| key.criterion == name);
        let (yes, no): (Vec<&Key>, Vec<&Key>) = own.partition(|key| is_coverable(&marks, key));
        assert!(!yes.is_empty() && no.is_empty() == (name == "FC"), "{name}");
    }
}

#[test]
fn concolic_execution_decides_all_criteria_as_native_runs() {
    check("dse");
}

#[test]
fn bounded_model_checking_decides_all_criteria_as_native_runs() {
    check(BMC);
}

#[test]
fn both_together_decide_all_criteria_as_native_runs() {
    check("auto");
}
