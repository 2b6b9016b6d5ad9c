//! Hyperlabels over the labels of the source, as LTest states them beside it.
//!
//! Decisions:
//!
//! - **Constraints become alternatives.** LTest compares the truth of what labels bind. So a guard over `n` names is covered by one of the
//!   assignments of truth values to them that fulfil it, and each label becomes a part for each assignment of its own names:
//!   `LABEL-3-10` is label 3 while the first name that it binds is true and the second one false. Engines need to know nothing of
//!   bindings.
//! - **Labels of a hyperlabel are its parts,** and count no longer by themselves, if all of them are in one function, as their engine
//!   sees them all.
//! - **A hyperlabel with a label that the source does not have is left out**: the file may be one of other criteria.

use std::collections::{BTreeMap, BTreeSet};
use std::mem::discriminant;

use quell_ir::{FuncId, Value};
use thiserror::Error;

use super::combinations::{Clause, Combination};
use super::{InvalidLabel, Labels, SkippedLabel, place_in_list};
use crate::condition::Condition;
use crate::objective::{
    HyperLabel, Label, LabelRole, Objective, ObjectiveId, ObjectiveKind, SourceText,
};

/// More names in the constraints of one hyperlabel give too many alternatives.
const MOST_NAMES: usize = 8;

/// What the user wrote, by the numbers there.
#[derive(Debug, Default)]
pub(crate) struct UserLabels {
    pub labels: BTreeMap<u64, Vec<ObjectiveId>>,
    pub sequences: BTreeMap<u64, Vec<ObjectiveId>>,
    /// The names that a label or a sequence binds, each with a value of one bit for each of its predicates.
    pub bindings: BTreeMap<ObjectiveId, Vec<(String, Vec<Value>)>>,
}

/// Why the constraints of a hyperlabel mean nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ConstraintError {
    #[error("none of its labels binds `{0}` to a number or a pointer")]
    Unbound(String),
    #[error("both {1} and {2} bind `{0}`")]
    Ambiguous(String, ObjectiveId, ObjectiveId),
    #[error("its constraints have {0} names; at most {MOST_NAMES} are supported")]
    TooMany(usize),
}

enum Left {
    /// The source has no such label.
    Missing,
    Wrong(ConstraintError),
}

/// Adds the hyperlabels of a file to the labels of the source.
pub fn combine(labels: &mut Labels, combinations: &[Combination], file: &str) {
    let user = std::mem::take(&mut labels.user);
    let mut combiner = Combiner {
        user: &user,
        labels,
        parts: BTreeMap::new(),
    };
    let (mut missing, mut used) = (0, BTreeSet::new());
    for combination in combinations {
        match combiner.alternatives(combination) {
            Ok(alternatives) => combiner.hyper_label(combination, alternatives, &mut used),
            Err(Left::Missing) => missing += 1,
            Err(Left::Wrong(error)) => {
                combiner.labels.invalid.push(InvalidLabel::HyperLabel {
                    file: file.to_owned(),
                    line: combination.line,
                    text: combination.text.clone(),
                    error,
                });
            }
        }
    }
    if missing > 0 {
        let file = file.to_owned();
        labels.skipped.push(SkippedLabel::HyperLabels {
            file,
            count: missing,
        });
    }
    for objective in &mut labels.objectives {
        if let ObjectiveKind::Label(label) = &mut objective.kind
            && used.contains(&objective.id)
        {
            label.role = LabelRole::Part;
        }
    }
    labels.objectives.sort_by_key(place_in_list);
}

struct Combiner<'l> {
    user: &'l UserLabels,
    labels: &'l mut Labels,
    /// Labels with some of their names bound to truth values, in their order.
    parts: BTreeMap<(ObjectiveId, Vec<(String, bool)>), ObjectiveId>,
}

impl Combiner<'_> {
    fn objective(&self, id: &ObjectiveId) -> Option<&Objective> {
        self.labels.objectives.iter().find(|of| of.id == *id)
    }

    fn alternatives(&mut self, of: &Combination) -> Result<Vec<Vec<ObjectiveId>>, Left> {
        let mut alternatives = Vec::new();
        for clause in &of.alternatives {
            for labels in self.choices(clause)? {
                match clause.constraints.is_empty() || self.is_impossible(&labels) {
                    true => alternatives.push(labels),
                    false => {
                        let constrained = self.constrained(clause, &labels);
                        alternatives.extend(constrained.map_err(Left::Wrong)?);
                    }
                }
            }
        }
        Ok(alternatives)
    }

    /// The labels of a clause. One that a macro puts into several places is any of those.
    fn choices(&self, clause: &Clause) -> Result<Vec<Vec<ObjectiveId>>, Left> {
        let labels = clause.labels.iter().map(|of| self.user.labels.get(of));
        let sequences = clause.sequences.iter();
        let sequences = sequences.map(|of| self.user.sequences.get(of));
        let mut choices = vec![Vec::new()];
        for places in labels.chain(sequences) {
            let places = places.ok_or(Left::Missing)?;
            let longer = choices.iter().flat_map(|known: &Vec<ObjectiveId>| {
                places.iter().map(move |id| {
                    let id = std::slice::from_ref(id);
                    [known.as_slice(), id].concat()
                })
            });
            choices = longer.collect();
        }
        Ok(choices)
    }

    /// Whether one of them is in code that the compiler left out.
    fn is_impossible(&self, labels: &[ObjectiveId]) -> bool {
        let never = discriminant(&Condition::Never);
        labels.iter().any(|id| {
            let label = self.objective(id).and_then(label_of);
            let predicates = label.map_or(&[][..], |label| label.predicates.as_slice());
            let is_never = |holds: &Condition| discriminant(holds) == never;
            predicates.iter().all(|of| is_never(&of.before.holds))
        })
    }

    /// For each assignment that fulfils the constraints, the labels with their names bound.
    fn constrained(
        &mut self,
        clause: &Clause,
        labels: &[ObjectiveId],
    ) -> Result<Vec<Vec<ObjectiveId>>, ConstraintError> {
        let constraints = clause.constraints.iter();
        let names = constraints.flat_map(|of| [&of.left, &of.right]);
        let names: BTreeSet<&String> = names.collect();
        if names.len() > MOST_NAMES {
            return Err(ConstraintError::TooMany(names.len()));
        }
        let mut binders: BTreeMap<&String, &ObjectiveId> = BTreeMap::new();
        for &name in &names {
            binders.insert(name, self.binder(name, labels)?);
        }
        let mut alternatives = Vec::new();
        for bits in 0..1_u32 << names.len() {
            let values = names.iter().enumerate();
            let values: BTreeMap<&String, bool> = values
                .map(|(index, name)| (*name, bits >> index & 1 == 0))
                .collect();
            let mut constraints = clause.constraints.iter();
            if constraints.all(|of| (values[&of.left] == values[&of.right]) == of.is_equal) {
                let parts = labels.iter().map(|id| {
                    let own = values.iter().filter(|(name, _)| binders[*name] == id);
                    let own = own.map(|(name, value)| ((*name).clone(), *value));
                    self.part(id, own.collect())
                });
                alternatives.push(parts.collect());
            }
        }
        Ok(alternatives)
    }

    fn binder<'i>(
        &self,
        name: &str,
        labels: &'i [ObjectiveId],
    ) -> Result<&'i ObjectiveId, ConstraintError> {
        let binds = |id: &&ObjectiveId| {
            let bound = self.user.bindings.get(*id).into_iter().flatten();
            bound.into_iter().any(|(known, _)| known == name)
        };
        let mut binders = labels.iter().filter(binds);
        match (binders.next(), binders.next()) {
            (None, _) => Err(ConstraintError::Unbound(name.to_owned())),
            (Some(only), None) => Ok(only),
            (Some(one), Some(other)) => {
                let (one, other) = (one.clone(), other.clone());
                Err(ConstraintError::Ambiguous(name.to_owned(), one, other))
            }
        }
    }

    /// A label while names that it binds have these truth values.
    fn part(&mut self, id: &ObjectiveId, values: Vec<(String, bool)>) -> ObjectiveId {
        let key = (id.clone(), values);
        if let Some(known) = self.parts.get(&key) {
            return known.clone();
        }
        let Some(part) = self.made(&key) else {
            return id.clone();
        };
        let made = part.id.clone();
        self.labels.objectives.push(part);
        self.parts.insert(key, made.clone());
        made
    }

    fn made(&mut self, (id, values): &(ObjectiveId, Vec<(String, bool)>)) -> Option<Objective> {
        if values.is_empty() {
            return None;
        }
        let mut part = self.objective(id)?.clone();
        let bound = self.user.bindings.get(id)?;
        let ObjectiveKind::Label(label) = &mut part.kind else {
            return None;
        };
        label.role = LabelRole::Part;
        for (name, value) in values {
            let (_, truths) = bound.iter().find(|(known, _)| known == name)?;
            for (predicate, truth) in label.predicates.iter_mut().zip(truths) {
                let holds = Condition::Holds(*truth);
                let holds = if *value { holds } else { holds.negated() };
                let before = std::mem::replace(&mut predicate.before.holds, Condition::Never);
                predicate.before.holds = before.and(holds);
            }
        }
        let digits = values
            .iter()
            .map(|(_, value)| if *value { '1' } else { '0' });
        part.id = self
            .labels
            .ids
            .take(format!("{id}-{}", digits.collect::<String>()));
        let bound = values
            .iter()
            .map(|(name, value)| format!("{name} is {value}"));
        let bound = bound.collect::<Vec<_>>().join(" and ");
        part.source.text = SourceText::Predicate(format!("{} while {bound}", part.source.before()));
        Some(part)
    }

    fn hyper_label(
        &mut self,
        combination: &Combination,
        alternatives: Vec<Vec<ObjectiveId>>,
        used: &mut BTreeSet<ObjectiveId>,
    ) {
        let named: Vec<ObjectiveId> = self.named(combination);
        let labels = named.iter().filter_map(|id| self.objective(id));
        let functions: BTreeSet<FuncId> = labels.clone().map(|of| of.site.function).collect();
        let criteria: BTreeSet<&str> = labels.clone().map(Objective::operator).collect();
        let (Some(&function), Some(first)) = (functions.first(), labels.clone().next()) else {
            return;
        };
        let criterion = match criteria.into_iter().collect::<Vec<_>>()[..] {
            [only] => only.to_owned(),
            _ => super::user::LABEL.to_owned(),
        };
        let mut source = first.source.clone();
        source.text = SourceText::Predicate(combination.text.clone());
        let id = format!("HYPERLABEL-{}", combination.number);
        let id = self.labels.ids.take(id);
        let hyper = HyperLabel {
            criterion,
            alternatives,
        };
        if functions.len() == 1 {
            used.extend(named);
        }
        let objective = Objective::hyper_label(id, function, hyper, source);
        self.labels.objectives.push(objective);
    }

    /// All labels that a combination names.
    fn named(&self, combination: &Combination) -> Vec<ObjectiveId> {
        let clauses = combination.alternatives.iter();
        let ids = clauses.flat_map(|clause| {
            let labels = clause.labels.iter().map(|of| self.user.labels.get(of));
            let sequences = clause.sequences.iter();
            labels.chain(sequences.map(|of| self.user.sequences.get(of)))
        });
        ids.flatten().flatten().cloned().collect()
    }
}

fn label_of(objective: &Objective) -> Option<&Label> {
    match &objective.kind {
        ObjectiveKind::Label(label) => Some(label),
        _ => None,
    }
}
