//! Multiple condition coverage and the three forms of MC/DC.
//!
//! The label of a vector stands where its last condition is evaluated. If the value of that condition alone tells the vector,
//! nothing is recorded; otherwise a ghost holds two bits for each condition of the decision, see [`bits_of`].
//!
//! A decision with too many vectors has no labels of them; its MC/DC is that of `clauses`.

use std::collections::{BTreeMap, BTreeSet};

use quell_ir::{InstId, Value};

use super::{Labeller, at_exit, clauses, is, singles};
use crate::condition::{Condition, SiteCondition};
use crate::criteria::decisions::formula::{
    Evaluation, Formula, Independence, Next, Vector, bits_of,
};
use crate::criteria::decisions::{ConditionSites, Decision, Unlocated};
use crate::criteria::ghosts::Ghost;
use crate::criteria::{ConditionRow, DecisionTable};
use crate::objective::{LabelRole, Objective, ObjectiveId};

/// Decisions with more vectors have no labels of them.
const MAX_VECTORS: u64 = 256;

/// A ghost has two bits for each condition.
const MAX_CONDITIONS: usize = 32;

/// A form of MC/DC that is wanted.
pub(super) type Form = (&'static str, Independence);

const FORMS: &[(&str, Independence)] = &[
    ("GACC", Independence::General),
    ("CACC", Independence::Correlated),
    ("RACC", Independence::Restricted),
];

/// The vectors of a decision, and the independence of its conditions.
pub(super) fn labels(labeller: &mut Labeller<'_>, decision: &Decision) {
    let wanted = |row: &&Form| labeller.has(row.0);
    let forms: Vec<Form> = FORMS.iter().filter(wanted).copied().collect();
    let has_vectors = labeller.has("MCC");
    if forms.is_empty() && !has_vectors {
        return;
    }
    let count = decision.text.formula.count();
    let all = forms.iter().map(|row| row.0);
    let all: Vec<&'static str> = has_vectors
        .then_some("MCC")
        .into_iter()
        .chain(all)
        .collect();
    let sites = match sites(decision) {
        Ok(sites) => sites,
        Err(reason) => return skip(labeller, decision, &all, &reason),
    };
    if count <= MAX_VECTORS {
        let recorded = recorded(labeller, decision, &sites);
        match recorded {
            Ok((vectors, labels)) => {
                let pairs = |_: &mut Labeller<'_>, number: usize, (_, form): Form| {
                    let pairs = decision.text.formula.pairs(&vectors, number, form);
                    let labelled = |of: usize| VectorLabel {
                        id: labels[of].id.clone(),
                        values: vectors[of].values.clone(),
                    };
                    let both = |(a, b): (usize, usize)| [a, b].map(labelled).to_vec();
                    Ok(pairs.into_iter().map(both).collect())
                };
                let parts = independence(labeller, decision, &forms, pairs);
                keep(labeller, labels, has_vectors, &parts);
            }
            Err(reason) => skip(labeller, decision, &all, &reason.to_string()),
        }
        return;
    }
    if has_vectors {
        let reason = format!("it would be {count} labels; at most {MAX_VECTORS} are made");
        skip(labeller, decision, &["MCC"], &reason);
    }
    if !forms.is_empty() {
        let made = clauses::labels(labeller, decision, &sites, &forms);
        if let Err(reason) = made {
            skip(
                labeller,
                decision,
                &all[usize::from(has_vectors)..],
                &reason.to_string(),
            );
        }
    }
}

fn skip(labeller: &mut Labeller<'_>, decision: &Decision, criteria: &[&'static str], reason: &str) {
    for criterion in criteria {
        labeller.skip(criterion, decision.text.node, reason);
    }
}

/// The places of all conditions, if the values of all of them can be recorded.
fn sites(decision: &Decision) -> Result<Vec<ConditionSites>, String> {
    let sites = decision.all_sites();
    let known = decision.whole.map_err(|reason| reason.to_string());
    let sites = known.and(sites.ok_or_else(|| Unlocated::Part.to_string()))?;
    match sites.len() {
        0..=MAX_CONDITIONS => Ok(sites),
        count => Err(format!(
            "it has {count} conditions; at most {MAX_CONDITIONS} are recorded"
        )),
    }
}

/// The vectors of a decision with a label for each.
fn recorded(
    labeller: &mut Labeller<'_>,
    decision: &Decision,
    sites: &[ConditionSites],
) -> Result<(Vec<Vector>, Vec<Objective>), Unlocated> {
    let formula = &decision.text.formula;
    let vectors = formula.vectors();
    let predicates = predicates(labeller, formula, sites, &vectors);
    let predicates = predicates.ok_or(Unlocated::Order)?;
    let mut labels = Vec::new();
    for (vector, predicates) in vectors.iter().zip(predicates) {
        let text = text_of(labeller, decision, &vector.values);
        let node = decision.text.node;
        let source = labeller.source(node, text);
        let role = LabelRole::Objective;
        labels.push(labeller.named("MCC", node, source, predicates, role));
    }
    Ok((vectors, labels))
}

/// `a=T (b > 0)=-`.
pub(super) fn text_of(
    labeller: &Labeller<'_>,
    decision: &Decision,
    values: &[Option<bool>],
) -> String {
    let conditions = decision.text.conditions.iter().zip(values);
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
    sites: &[ConditionSites],
    vectors: &[Vector],
) -> Option<Vec<Vec<SiteCondition>>> {
    if formula.evaluation == Evaluation::Full {
        let sites = singles(sites);
        let last = sites.last()?;
        let all = vectors.iter().map(|vector| {
            let values = vector.values.iter().zip(&sites);
            let holds = values.filter_map(|(value, site)| Some(is(*site, (*value)?)));
            let holds = holds.fold(Condition::Always, Condition::and);
            vec![labeller.at(last.site, Vec::new(), holds)]
        });
        return Some(all.collect());
    }
    let mut ends: BTreeMap<(usize, bool), usize> = BTreeMap::new();
    for end in vectors.iter().filter_map(Vector::last) {
        *ends.entry(end).or_default() += 1;
    }
    let recorded = match ends.values().any(|&count| count > 1) {
        true => Some(record(labeller, formula, sites)?),
        false => None,
    };
    let mut found = Vec::new();
    for vector in vectors {
        let (last, value) = vector.last()?;
        let predicates = sites[last].to(value).map(|exit| match &recorded {
            Some(recorded) if ends[&(last, value)] > 1 => {
                let seen = recorded.seen[&(last, exit.site.site)];
                let holds = recorded.ghost.equals(labeller.module, seen, vector.bits());
                labeller.at(exit.site.site, Vec::new(), holds)
            }
            _ => at_exit(labeller, exit),
        });
        found.push(predicates.collect());
    }
    Some(found)
}

/// The values of the conditions of a decision in a ghost.
pub(super) struct Recorded {
    pub ghost: Ghost,
    /// What the ghost holds after a condition was evaluated at a place.
    pub seen: BTreeMap<(usize, InstId), Value>,
}

/// Records the values of the conditions.
pub(super) fn record(
    labeller: &mut Labeller<'_>,
    formula: &Formula,
    sites: &[ConditionSites],
) -> Option<Recorded> {
    let Next::Condition(first) = formula.flow().0 else {
        return None;
    };
    let (module, function) = (&mut *labeller.module, labeller.aligner.id);
    let width = (2 * formula.conditions as u32).next_power_of_two().max(8);
    let ghost = Ghost::new(module, function, width)?;
    let is_single = sites[first].single().is_some();
    if !is_single {
        ghost.assign_number(module, sites[first].entry, 0)?;
    }
    let mut seen = BTreeMap::new();
    for (number, of) in sites.iter().enumerate() {
        for place in of.places() {
            // Where the evaluation goes on elsewhere, nothing is added.
            let bits = [true, false].map(|bit| {
                let mut exits = of.exits.iter().filter(|exit| exit.site == place);
                let exit = exits.find(|exit| exit.value == (bit != place.inverted));
                exit.map_or(0, |exit| bits_of(number, exit.outcome))
            });
            let bits = ghost.either(module, place.site, place.value, bits)?;
            let value = match number == first && is_single {
                true => {
                    ghost.assign(module, place.site, bits)?;
                    bits
                }
                false => ghost.or_in(module, place.site, bits)?,
            };
            seen.insert((number, place.site), value);
        }
    }
    Some(Recorded { ghost, seen })
}

/// A label, and the values that conditions have where it is covered; `None` for one that is not evaluated, or may have any value.
#[derive(Clone, Debug)]
pub(super) struct VectorLabel {
    pub id: ObjectiveId,
    pub values: Vec<Option<bool>>,
}

/// Adds the hyperlabels of a decision and its table. The labels that they are made of.
pub(super) fn independence(
    labeller: &mut Labeller<'_>,
    decision: &Decision,
    forms: &[Form],
    mut alternatives: impl FnMut(
        &mut Labeller<'_>,
        usize,
        Form,
    ) -> Result<Vec<Vec<VectorLabel>>, String>,
) -> BTreeSet<ObjectiveId> {
    let mut vectors = BTreeMap::new();
    let mut rows = Vec::new();
    let whole = labeller.text(decision.text.node);
    for (number, &atom) in decision.text.conditions.iter().enumerate() {
        let text = labeller.text(atom);
        let mut row = ConditionRow {
            source: labeller.source(atom, text.clone()),
            hyper_labels: BTreeMap::new(),
        };
        if labeller.is_wanted(&row.source) {
            for &form in forms {
                let alternatives = match alternatives(labeller, number, form) {
                    Ok(alternatives) => alternatives,
                    Err(reason) => {
                        labeller.skip(form.0, atom, reason);
                        continue;
                    }
                };
                let all = alternatives.iter().flatten();
                vectors.extend(all.map(|of| (of.id.clone(), of.values.clone())));
                let ids = |pair: &Vec<VectorLabel>| pair.iter().map(|of| of.id.clone()).collect();
                let alternatives = alternatives.iter().map(ids).collect();
                let source = labeller.source(atom, format!("{text} decides {whole}"));
                let hyper = labeller.hyper(form.0, atom, source, alternatives);
                row.hyper_labels.insert(form.0, hyper.id.clone());
                labeller.labels.objectives.push(hyper);
            }
        }
        rows.push(row);
    }
    let is_wanted = rows.iter().any(|row| !row.hyper_labels.is_empty());
    if is_wanted {
        let source = labeller.source(decision.text.node, whole);
        labeller.labels.decisions.push(DecisionTable {
            function: labeller.aligner.id,
            source,
            conditions: rows,
            vectors: vectors.clone(),
        });
    }
    vectors.into_keys().collect()
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
