//! Multiple condition coverage and the three forms of MC/DC.
//!
//! The label of a vector stands where its last condition is evaluated. If the value of that condition alone tells the vector,
//! nothing is recorded; otherwise a ghost holds two bits for each condition of the decision, see [`bits_of`].

use std::collections::{BTreeMap, BTreeSet};

use quell_ir::Value;

use super::{Labeller, is};
use crate::align::TruthSite;
use crate::condition::{Condition, SiteCondition};
use crate::criteria::decisions::formula::{
    Evaluation, Formula, Independence, Next, Vector, bits_of,
};
use crate::criteria::decisions::{Decision, Unlocated};
use crate::criteria::ghosts::Ghost;
use crate::criteria::{ConditionRow, DecisionTable};
use crate::objective::{LabelRole, Objective, ObjectiveId};

/// Decisions with more vectors have no labels of them.
const MAX_VECTORS: u64 = 256;

/// A ghost has two bits for each condition.
const MAX_CONDITIONS: usize = 32;

const FORMS: &[(&str, Independence)] = &[
    ("GACC", Independence::General),
    ("CACC", Independence::Correlated),
    ("RACC", Independence::Restricted),
];

/// The vectors of a decision, and the independence of its conditions.
pub(super) fn labels(labeller: &mut Labeller<'_>, decision: &Decision) {
    let wanted = |row: &&(&'static str, Independence)| labeller.has(row.0);
    let forms: Vec<(&'static str, Independence)> = FORMS.iter().filter(wanted).copied().collect();
    let has_vectors = labeller.has("MCC");
    if forms.is_empty() && !has_vectors {
        return;
    }
    match recorded(labeller, decision) {
        Ok((vectors, labels)) => {
            let parts = independence(labeller, decision, &forms, &vectors, &labels);
            keep(labeller, labels, has_vectors, &parts);
        }
        Err(reason) => {
            let all = forms.iter().map(|row| row.0);
            for criterion in has_vectors.then_some("MCC").into_iter().chain(all) {
                labeller.skip(criterion, decision.text.node, &reason);
            }
        }
    }
}

/// The vectors of a decision with a label for each.
fn recorded(
    labeller: &mut Labeller<'_>,
    decision: &Decision,
) -> Result<(Vec<Vector>, Vec<Objective>), String> {
    let formula = &decision.text.formula;
    let sites = decision.all_sites();
    let known = decision.whole.map_err(|reason| reason.to_string());
    let sites = known.and(sites.ok_or_else(|| Unlocated::Part.to_string()))?;
    let count = formula.count();
    if count > MAX_VECTORS || formula.conditions > MAX_CONDITIONS {
        return Err(format!(
            "it has {} conditions and {count} vectors; at most {MAX_CONDITIONS} and {MAX_VECTORS} are labelled",
            formula.conditions
        ));
    }
    let vectors = formula.vectors();
    let predicates = predicates(labeller, formula, &sites, &vectors);
    let predicates = predicates.ok_or_else(|| Unlocated::Order.to_string())?;
    let mut labels = Vec::new();
    for (vector, predicate) in vectors.iter().zip(predicates) {
        let text = text_of(labeller, decision, vector);
        let node = decision.text.node;
        let source = labeller.source(node, text);
        let role = LabelRole::Objective;
        labels.push(labeller.named("MCC", node, source, vec![predicate], role));
    }
    Ok((vectors, labels))
}

/// `a=T (b > 0)=-`.
fn text_of(labeller: &Labeller<'_>, decision: &Decision, vector: &Vector) -> String {
    let conditions = decision.text.conditions.iter().zip(&vector.values);
    let each = conditions.map(|(&atom, value)| {
        let text = labeller.text(atom);
        let is_name = text.chars().all(|c| c.is_alphanumeric() || c == '_');
        let value = match value {
            Some(true) => 'T',
            Some(false) => 'F',
            None => '-',
        };
        match is_name {
            true => format!("{text}={value}"),
            false => format!("({text})={value}"),
        }
    });
    each.collect::<Vec<_>>().join(" ")
}

/// When each of the vectors was seen.
fn predicates(
    labeller: &mut Labeller<'_>,
    formula: &Formula,
    sites: &[TruthSite],
    vectors: &[Vector],
) -> Option<Vec<SiteCondition>> {
    if formula.evaluation == Evaluation::Full {
        let last = sites.last()?;
        let all = vectors.iter().map(|vector| {
            let values = vector.values.iter().zip(sites);
            let holds = values.filter_map(|(value, site)| Some(is(*site, (*value)?)));
            let holds = holds.fold(Condition::Always, Condition::and);
            labeller.at(last.site, Vec::new(), holds)
        });
        return Some(all.collect());
    }
    let mut ends: BTreeMap<(usize, bool), usize> = BTreeMap::new();
    for end in vectors.iter().filter_map(Vector::last) {
        *ends.entry(end).or_default() += 1;
    }
    let ghost = match ends.values().any(|&count| count > 1) {
        true => Some(record(labeller, formula, sites)?),
        false => None,
    };
    let mut found = Vec::new();
    for vector in vectors {
        let (last, value) = vector.last()?;
        let holds = match &ghost {
            Some((ghost, seen)) if ends[&(last, value)] > 1 => {
                ghost.equals(labeller.module, seen[last], vector.bits())
            }
            _ => is(sites[last], value),
        };
        found.push(labeller.at(sites[last].site, Vec::new(), holds));
    }
    Some(found)
}

/// Records the values of the conditions in a ghost. Its values after each of them.
fn record(
    labeller: &mut Labeller<'_>,
    formula: &Formula,
    sites: &[TruthSite],
) -> Option<(Ghost, Vec<Value>)> {
    let Next::Condition(first) = formula.flow().0 else {
        return None;
    };
    let (module, function) = (&mut *labeller.module, labeller.aligner.id);
    let width = (2 * formula.conditions as u32).next_power_of_two().max(8);
    let ghost = Ghost::new(module, function, width)?;
    let mut seen = Vec::new();
    for (number, site) in sites.iter().enumerate() {
        let bits = [true, false].map(|value| bits_of(number, value != site.inverted));
        let bits = ghost.either(module, site.site, site.value, bits)?;
        let value = match number == first {
            true => {
                ghost.assign(module, site.site, bits)?;
                bits
            }
            false => ghost.or_in(module, site.site, bits)?,
        };
        seen.push(value);
    }
    Some((ghost, seen))
}

/// Adds the hyperlabels of a decision and its table. The labels that they are made of.
fn independence(
    labeller: &mut Labeller<'_>,
    decision: &Decision,
    forms: &[(&'static str, Independence)],
    vectors: &[Vector],
    labels: &[Objective],
) -> BTreeSet<ObjectiveId> {
    let mut parts = BTreeSet::new();
    let mut rows = Vec::new();
    let whole = labeller.text(decision.text.node);
    for (number, &atom) in decision.text.conditions.iter().enumerate() {
        let text = labeller.text(atom);
        let mut row = ConditionRow {
            source: labeller.source(atom, text.clone()),
            hyper_labels: BTreeMap::new(),
        };
        if labeller.is_wanted(&row.source) {
            for &(criterion, form) in forms {
                let pairs = decision.text.formula.pairs(vectors, number, form);
                let ids = |(a, b): (usize, usize)| vec![labels[a].id.clone(), labels[b].id.clone()];
                let alternatives: Vec<Vec<ObjectiveId>> = pairs.into_iter().map(ids).collect();
                parts.extend(alternatives.iter().flatten().cloned());
                let source = labeller.source(atom, format!("{text} decides {whole}"));
                let hyper = labeller.hyper(criterion, atom, source, alternatives);
                row.hyper_labels.insert(criterion, hyper.id.clone());
                labeller.labels.objectives.push(hyper);
            }
        }
        rows.push(row);
    }
    let is_wanted = rows.iter().any(|row| !row.hyper_labels.is_empty());
    if is_wanted {
        let source = labeller.source(decision.text.node, whole);
        let all = labels.iter().zip(vectors);
        let shown = all.filter(|(label, _)| parts.contains(&label.id));
        let values = shown.map(|(label, vector)| (label.id.clone(), vector.values.clone()));
        labeller.labels.decisions.push(DecisionTable {
            function: labeller.aligner.id,
            source,
            conditions: rows,
            vectors: values.collect(),
        });
    }
    parts
}

/// Keeps the labels that are wanted themselves, and as parts those that hyperlabels are made of.
fn keep(
    labeller: &mut Labeller<'_>,
    labels: Vec<Objective>,
    has_vectors: bool,
    parts: &BTreeSet<ObjectiveId>,
) {
    for mut label in labels {
        let is_wanted = has_vectors && labeller.is_wanted(&label.source);
        let is_part = parts.contains(&label.id);
        if !is_wanted && let crate::ObjectiveKind::Label(label) = &mut label.kind {
            label.role = LabelRole::Part;
        }
        if is_wanted || is_part {
            labeller.labels.objectives.push(label);
        }
    }
}
