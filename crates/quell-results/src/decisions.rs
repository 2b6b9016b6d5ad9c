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
    /// The values of the conditions in their order, such as `TF-`: `-` for one that is not evaluated.
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
        let texts: Vec<String> = decision
            .conditions
            .iter()
            .map(|of| of.text.clone())
            .collect();
        let conditions = decision.conditions.iter_mut();
        for independence in conditions.flat_map(|of| of.independence.values_mut()) {
            independence.pair = pair(&independence.objective, &by_id);
            let pairs = independence.pair.iter_mut();
            for witness in pairs.flat_map(|pair| [&mut pair.holds, &mut pair.fails]) {
                if let Some(values) = values(&witness.vector, &texts) {
                    witness.vector = values;
                }
            }
        }
    }
    decisions
}

/// The values in the text of a vector, `a=T (b > 0)=-`, as `T-`.
fn values(vector: &str, conditions: &[String]) -> Option<String> {
    let mut values = String::new();
    let mut rest = vector;
    for condition in conditions {
        let open = rest.strip_prefix('(');
        let named = open.and_then(|rest| rest.strip_prefix(&**condition)?.strip_prefix(')'));
        rest = named.or_else(|| rest.strip_prefix(&**condition))?;
        rest = rest.strip_prefix('=')?;
        values.push(rest.chars().next().filter(|value| "TF-".contains(*value))?);
        rest = rest[1..].trim_start();
    }
    rest.is_empty().then_some(values)
}

/// The first alternative of which both labels are covered. The condition is true in the first one.
fn pair(hyper_label: &str, records: &BTreeMap<&str, &Record>) -> Option<IndependencePair> {
    let hyper_label = records.get(hyper_label)?;
    let witness = |id: &String| witness(records.get(id.as_str())?, &hyper_label.verdict.tests);
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
fn witness(label: &Record, preferred: &[String]) -> Option<Witness> {
    let tests = &label.verdict.tests;
    let chosen = tests.iter().find(|test| preferred.contains(test));
    let test = chosen.or(tests.first());
    let test = test.filter(|_| label.verdict.status == Status::Covered)?;
    Some(Witness {
        test: test.clone(),
        label: label.id.clone(),
        vector: label.source.before().to_owned(),
    })
}
