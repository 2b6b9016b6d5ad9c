//! MC/DC: the pairs that Quell finds and those that it proves impossible are those of the truth tables, and clang agrees.
//!
//! The decisions are those of `mcdc/decisions.c`, whose comments mark decisions and conditions. Native runs on all inputs
//! print which vectors are feasible; what these say of each form is found by enumeration, without any code of Quell.

#[path = "support/deciding.rs"]
mod deciding;
#[path = "mcdc/formula.rs"]
mod formula;
#[path = "mcdc/native.rs"]
mod native;
#[path = "labels/support.rs"]
mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use deciding::{BMC, run_by, settings};
use formula::{Form, Formula, Vector, decisions, vector};
use native::{Call, Seen, covered_by_clang, vectors};
use quell_results::{DecisionReport, Independence, Record, Run, Status};
use support::labelled;

const FORMS: [(&str, Form); 3] = [
    ("GACC", Form::General),
    ("CACC", Form::Correlated),
    ("RACC", Form::Restricted),
];

const FILE: &str = "crates/quell-engine/tests/mcdc/decisions.c";

/// Decisions with more vectors than have labels.
const WIDE: &str = "crates/quell-engine/tests/mcdc/wide.c";

fn path() -> PathBuf {
    deciding::root().join(FILE)
}

fn formulas() -> BTreeMap<String, Formula> {
    let text = std::fs::read_to_string(path()).unwrap();
    let found = decisions(&text);
    let count = found.len();
    let by_name: BTreeMap<String, Formula> = found.into_iter().collect();
    assert_eq!(by_name.len(), count);
    by_name
}

fn decided() -> Run {
    decided_for("GACC,CACC,RACC")
}

fn decided_for(criteria: &str) -> Run {
    decided_in(FILE, criteria)
}

fn decided_in(file: &str, criteria: &str) -> Run {
    let labels = labelled(file, criteria);
    let run = labels.with_subject(|subject| run_by(BMC, subject, &settings()));
    run.unwrap_or_else(|error| panic!("{error}"))
}

fn calls(run: &Run) -> Vec<Call> {
    let tests = run.tests.iter().map(|test| {
        let args = test.inputs.args.iter().map(support::number);
        (test.function.clone(), args.collect())
    });
    tests.collect()
}

fn without_outcomes(seen: &BTreeSet<(Vector, bool)>) -> BTreeSet<Vector> {
    seen.iter().map(|(vector, _)| vector.clone()).collect()
}

/// `a=T (b > 3)=-` as a vector.
fn values(text: &str) -> Vector {
    let compact: String = match text.contains('=') {
        false => text.to_owned(),
        true => text
            .split('=')
            .skip(1)
            .filter_map(|part| part.chars().next().filter(|c| "TF-".contains(*c)))
            .collect(),
    };
    vector(&compact)
}

/// Checks what is said of one condition in one form. Whether it is independent.
fn check(
    run: &Run,
    feasible: &Seen,
    (name, formula): (&str, &Formula),
    (number, form): (usize, Form),
    said: &Independence,
) -> bool {
    let vectors = without_outcomes(&feasible[name]);
    let expected = formula.is_independent(&vectors, number, form);
    let record = run.objectives.iter().find(|of| of.id == said.objective);
    let verdict = &record.expect("a record").verdict;
    let what = format!("condition {number} of {name}, {form:?}: {verdict:?}");
    match &said.pair {
        Some(pair) => {
            assert_eq!(verdict.status, Status::Covered, "{what}");
            let pair = BTreeSet::from([values(&pair.holds.vector), values(&pair.fails.vector)]);
            assert!(pair.is_subset(&vectors), "{what}: {pair:?}");
            assert!(
                formula.is_independent(&pair, number, form),
                "{what}: {pair:?}"
            );
        }
        None => {
            assert_eq!(verdict.status, Status::Uncoverable, "{what}");
            assert!(verdict.complete, "{what}");
        }
    }
    assert_eq!(said.pair.is_some(), expected, "{what}");
    expected
}

#[test]
fn pairs_are_those_of_the_truth_tables() {
    let (formulas, feasible, run) = (formulas(), vectors(&path(), None), decided());
    assert!(formulas.len() >= 12);
    let sizes: BTreeSet<usize> = formulas.values().map(Formula::conditions).collect();
    assert_eq!(sizes, (2..=8).collect());
    let mut impossible: BTreeMap<&str, usize> = BTreeMap::new();
    for (name, formula) in &formulas {
        for (vector, outcome) in &feasible[name] {
            assert!(formula.agrees(vector, *outcome), "{name}: {vector:?}");
        }
        let mut own = run.decisions.iter().filter(|of| of.function == *name);
        let decision = own
            .next()
            .unwrap_or_else(|| panic!("no decision of {name}"));
        assert!(own.next().is_none(), "{name}");
        assert_eq!(decision.conditions.len(), formula.conditions(), "{name}");
        for (number, condition) in decision.conditions.iter().enumerate() {
            for (criterion, form) in FORMS {
                let said = &condition.independence[criterion];
                let (of, which) = ((&name[..], formula), (number, form));
                if !check(&run, &feasible, of, which, said) {
                    *impossible.entry(criterion).or_default() += 1;
                }
            }
        }
    }
    // The conditions are coupled, and more pairs are impossible for the strictest form.
    assert!(
        impossible["GACC"] > 0 && impossible["RACC"] > impossible["CACC"],
        "{impossible:?}"
    );
}

/// MC/DC does not need the vectors: of decisions with too many it is what all inputs say.
#[test]
fn pairs_of_wide_decisions_are_those_of_all_inputs() {
    let path = deciding::root().join(WIDE);
    let formulas = decisions(&std::fs::read_to_string(&path).unwrap());
    let (feasible, run) = (vectors(&path, None), decided_in(WIDE, "GACC,CACC,RACC"));
    let mut impossible: BTreeMap<&str, usize> = BTreeMap::new();
    for (name, formula) in &formulas {
        let mut own = run.decisions.iter();
        let decision = own.find(|of| of.function == *name).unwrap();
        assert_eq!(decision.conditions.len(), 16, "{name}");
        for (number, condition) in decision.conditions.iter().enumerate() {
            for (criterion, form) in FORMS {
                let said = &condition.independence[criterion];
                let record = run.objectives.iter().find(|of| of.id == said.objective);
                let verdict = &record.expect("a record").verdict;
                let is_shown = formula.is_independent_in(&feasible[name], number, form);
                let expected = match is_shown {
                    true => Status::Covered,
                    false => Status::Uncoverable,
                };
                let what = format!("condition {number} of {name}, {form:?}: {verdict:?}");
                assert_eq!(verdict.status, expected, "{what}");
                assert!(is_shown || verdict.complete, "{what}");
                *impossible.entry(criterion).or_default() += usize::from(!is_shown);
            }
        }
    }
    assert!(
        impossible["GACC"] > 0 && impossible["RACC"] >= impossible["CACC"],
        "{impossible:?}"
    );
}

/// Both ways to say what all inputs show agree.
#[test]
fn truth_tables_agree_with_what_conditions_decide() {
    let feasible = vectors(&path(), None);
    for (name, formula) in &formulas() {
        let seen = &feasible[name];
        for number in 0..formula.conditions() {
            for (_, form) in FORMS {
                let by_table = formula.is_independent(&without_outcomes(seen), number, form);
                let by_seen = formula.is_independent_in(seen, number, form);
                assert_eq!(by_table, by_seen, "condition {number} of {name}, {form:?}");
            }
        }
    }
}

/// Says of an evaluation, by its vector and outcome, whether a label stands for it.
type StandsFor = Box<dyn Fn(&Vector, bool) -> bool>;

/// Which evaluations a label of a decision stands for.
fn stands_for(record: &Record, decision: &DecisionReport) -> Option<StandsFor> {
    let text = record.source.before();
    let inner = text
        .strip_prefix("!(")
        .and_then(|text| text.strip_suffix(')'));
    let (positive, wanted) = inner.map_or((text, true), |inner| (inner, false));
    match record.criterion.as_deref()? {
        "MCC" => {
            let values = values(text);
            Some(Box::new(move |vector, _| *vector == values))
        }
        "DC" => {
            let wanted = wanted || text == decision.text;
            Some(Box::new(move |_, outcome| outcome == wanted))
        }
        "CC" => {
            let mut conditions = decision.conditions.iter();
            let number = conditions.position(|of| of.text == positive).unwrap();
            Some(Box::new(move |vector, _| vector[number] == Some(wanted)))
        }
        _ => None,
    }
}

/// Labels of decisions, conditions and vectors are covered if native runs evaluate them, and uncoverable if none does.
#[test]
fn labels_of_decisions_are_what_native_runs_evaluate() {
    let (feasible, run) = (vectors(&path(), None), decided_for("DC,CC,MCC,CACC"));
    let (mut covered, mut uncoverable) = (0, 0);
    for record in &run.objectives {
        let mut own = run.decisions.iter();
        let decision = own.find(|of| of.function == record.function).unwrap();
        let Some(is_meant) = stands_for(record, decision) else {
            continue;
        };
        let mut seen = feasible[&record.function].iter();
        let verdict = &record.verdict;
        match seen.any(|(vector, outcome)| is_meant(vector, *outcome)) {
            true => {
                covered += 1;
                assert_eq!(verdict.status, Status::Covered, "{record:?}");
            }
            false => {
                uncoverable += 1;
                assert_eq!(verdict.status, Status::Uncoverable, "{record:?}");
                assert!(verdict.complete, "{record:?}");
            }
        }
    }
    assert!(covered > 150 && uncoverable > 10, "{covered} {uncoverable}");
}

/// The tests of the pairs evaluate the vectors that they are said to.
#[test]
fn tests_of_pairs_evaluate_their_vectors() {
    let run = decided();
    let mut count = 0;
    for decision in &run.decisions {
        for said in decision
            .conditions
            .iter()
            .flat_map(|of| of.independence.values())
        {
            let Some(pair) = &said.pair else {
                continue;
            };
            count += 1;
            for witness in [&pair.holds, &pair.fails] {
                let test = run.tests.iter().find(|of| of.id == witness.test);
                assert!(test.expect("a test").kills.contains(&witness.label));
            }
        }
    }
    assert!(count > 50, "{count}");
    let seen = vectors(&path(), Some(&calls(&run)));
    for decision in &run.decisions {
        let own = seen.get(&decision.function);
        let own = own.map(without_outcomes).unwrap_or_default();
        for said in decision
            .conditions
            .iter()
            .flat_map(|of| of.independence.values())
        {
            for witness in said.pair.iter().flat_map(|pair| [&pair.holds, &pair.fails]) {
                assert!(own.contains(&values(&witness.vector)), "{witness:?}");
            }
        }
    }
}

/// Clang calls a condition covered if two evaluations differ in it and in the outcome, and in no other condition that both
/// evaluate: that is RACC. It covers what Quell covers, and what Quell proves impossible it does not cover; of half of the
/// tests it covers what their vectors show.
#[test]
fn clang_covers_the_same_conditions() {
    let (formulas, run) = (formulas(), decided());
    let all = calls(&run);
    let by_clang = covered_by_clang(&path(), &all);
    // It does not measure a negated connective.
    let unmeasured = formulas.keys().filter(|name| !by_clang.contains_key(*name));
    assert_eq!(unmeasured.collect::<Vec<_>>(), ["nested"]);
    for decision in &run.decisions {
        let Some(covered) = by_clang.get(&decision.function) else {
            continue;
        };
        let pairs = decision.conditions.iter();
        let pairs: Vec<bool> = pairs
            .map(|of| of.independence["RACC"].pair.is_some())
            .collect();
        assert_eq!(*covered, pairs, "{}", decision.function);
    }
    let half: Vec<Call> = all.iter().step_by(2).cloned().collect();
    let (seen, by_clang) = (
        vectors(&path(), Some(&half)),
        covered_by_clang(&path(), &half),
    );
    for (name, covered) in &by_clang {
        let Some(formula) = formulas.get(name) else {
            continue;
        };
        let vectors = seen.get(name).map(without_outcomes).unwrap_or_default();
        let numbers = 0..formula.conditions();
        let shown = numbers.map(|of| formula.is_independent(&vectors, of, Form::Restricted));
        assert_eq!(*covered, shown.collect::<Vec<_>>(), "{name}");
    }
}
