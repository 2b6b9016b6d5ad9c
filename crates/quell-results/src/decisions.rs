//! Decisions of the source and MC/DC: which tests show that a condition affects its decision on its own.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::record::{Record, Span, Status};

/// A decision of the source and its conditions, in the order of the text.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct DecisionReport {
    pub function: String,
    pub file: String,
    pub span: Span,
    pub text: String,
    pub conditions: Vec<ConditionReport>,
    /// By the ids of labels of multiple condition coverage: the values of the conditions in their order, such as `TF-`: `-` for
    /// one that is not evaluated.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub vectors: BTreeMap<String, String>,
}

/// A condition of a decision.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ConditionReport {
    pub span: Span,
    pub text: String,
    /// By criterion (`GACC`, `CACC`, `RACC`): its independent effect on the decision.
    pub independence: BTreeMap<String, Independence>,
}

/// A hyperlabel that is covered by tests that show that a condition affects its decision on its own.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Independence {
    /// The id of the hyperlabel, whose record has the verdict.
    pub objective: String,
    /// The pair that shows it, if it is covered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pair: Option<IndependencePair>,
}

/// Two evaluations of a decision, in which the condition is true and false.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct IndependencePair {
    pub holds: Witness,
    pub fails: Witness,
}

/// A test, and its evaluation of the decision.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Witness {
    pub test: String,
    /// The id of the label of the vector.
    pub label: String,
    /// The values of the conditions in their order, such as `TF-`.
    pub vector: String,
}

impl Independence {
    /// Of a hyperlabel that is not decided yet.
    pub fn of(objective: String) -> Self {
        Self {
            objective,
            pair: None,
        }
    }
}

/// The same decisions with the pairs that the records of labels and hyperlabels show.
pub(crate) fn with_pairs(
    mut decisions: Vec<DecisionReport>,
    records: &[Record],
) -> Vec<DecisionReport> {
    let by_id = records.iter().map(|record| (record.id.as_str(), record));
    let by_id: BTreeMap<&str, &Record> = by_id.collect();
    for decision in &mut decisions {
        let conditions = decision.conditions.iter_mut();
        for independence in conditions.flat_map(|of| of.independence.values_mut()) {
            independence.pair = pair(&independence.objective, &decision.vectors, &by_id);
        }
    }
    decisions
}

/// The first alternative of which both labels are covered. The condition is true in the first one.
fn pair(
    hyper_label: &str,
    vectors: &BTreeMap<String, String>,
    records: &BTreeMap<&str, &Record>,
) -> Option<IndependencePair> {
    let hyper_label = records.get(hyper_label)?;
    let tests = &hyper_label.verdict.tests;
    let witness = |id: &String| witness(records.get(id.as_str())?, vectors.get(id)?, tests);
    let mut pairs = hyper_label.alternatives.iter();
    pairs.find_map(|labels| match labels.as_slice() {
        [holds, fails] => Some(IndependencePair {
            holds: witness(holds)?,
            fails: witness(fails)?,
        }),
        _ => None,
    })
}

/// A test that covers a label, if possible one of those that are preferred.
fn witness(label: &Record, vector: &str, preferred: &[String]) -> Option<Witness> {
    let tests = &label.verdict.tests;
    let chosen = tests.iter().find(|test| preferred.contains(test));
    let test = chosen.or(tests.first());
    let test = test.filter(|_| label.verdict.status == Status::Covered)?;
    Some(Witness {
        test: test.clone(),
        label: label.id.clone(),
        vector: vector.to_owned(),
    })
}
