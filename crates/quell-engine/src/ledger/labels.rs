//! The labels of a function: which of them are only parts of hyperlabels, and which are still worth a query.

use indexmap::IndexMap;
use quell_objectives::{LabelRole, ObjectiveId};

use crate::labels::{Objectives, label_of};

/// The labels and hyperlabels of a function.
#[derive(Debug, Default)]
pub struct LabelTable {
    roles: IndexMap<ObjectiveId, LabelRole>,
    /// The alternatives of each hyperlabel: labels by their places.
    hyper_labels: Vec<Vec<Vec<usize>>>,
}

/// What is known of a label.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LabelState {
    Covered,
    /// No input covers it, without any bound.
    Impossible,
    Open,
}

impl LabelTable {
    pub fn new<'i>(
        objectives: &Objectives<'_>,
        ids: impl Iterator<Item = &'i ObjectiveId>,
    ) -> Self {
        let mut table = Self::default();
        let mut hyper_labels = Vec::new();
        for objective in ids.filter_map(|id| objectives.get(id)) {
            match label_of(objective) {
                Some(label) => _ = table.roles.insert(objective.id.clone(), label.role),
                None if objective.alternatives().is_empty() => {}
                None => hyper_labels.push(objective.alternatives()),
            }
        }
        let places = |labels: &Vec<ObjectiveId>| {
            let places = labels.iter().map(|id| table.roles.get_index_of(id));
            places.collect::<Option<Vec<usize>>>()
        };
        let known =
            |alternatives: &[Vec<ObjectiveId>]| alternatives.iter().filter_map(&places).collect();
        table.hyper_labels = hyper_labels.into_iter().map(known).collect();
        table
    }

    pub fn is_label(&self, id: &ObjectiveId) -> bool {
        self.roles.contains_key(id)
    }

    /// Whether a label counts only as a part of hyperlabels.
    pub fn is_part(&self, id: &ObjectiveId) -> bool {
        self.roles.get(id) == Some(&LabelRole::Part)
    }

    /// The parts that may still decide a hyperlabel, with what is known of each label.
    pub fn needed_parts(&self, state: impl Fn(&ObjectiveId) -> LabelState) -> Vec<&ObjectiveId> {
        let states: Vec<LabelState> = self.roles.keys().map(state).collect();
        let mut needed = vec![false; states.len()];
        for alternatives in &self.hyper_labels {
            let is = |place: &usize, state| states[*place] == state;
            let covered = |labels: &Vec<usize>| labels.iter().all(|of| is(of, LabelState::Covered));
            if alternatives.iter().any(covered) {
                continue;
            }
            let impossible =
                |labels: &Vec<usize>| labels.iter().any(|of| is(of, LabelState::Impossible));
            for labels in alternatives.iter().filter(|labels| !impossible(labels)) {
                labels.iter().for_each(|&place| needed[place] = true);
            }
        }
        let parts = self.roles.iter().zip(needed);
        let parts = parts.filter(|((_, role), needed)| **role == LabelRole::Part && *needed);
        parts.map(|((id, _), _)| id).collect()
    }
}
