//! Labels among objectives: a module that records them, and what the concrete machine says of their predicates on one input.

use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;

use quell_exec::Program;
use quell_exec::concrete::carry::{Meeting, Settings, meets};
use quell_exec::condition::{Conditions, Met};
use quell_exec::{Stop, StopKind, Ub};
use quell_ir::{FuncId, InstId, Module};
use quell_objectives::condition::SiteCondition;
use quell_objectives::meta::{self, Meta, MetaError};
use quell_objectives::{Label, LabelRole, Objective, ObjectiveId, ObjectiveKind};
use quell_values::CallImage;

/// The label that an objective is.
pub fn label_of(objective: &Objective) -> Option<&Label> {
    match &objective.kind {
        ObjectiveKind::Label(label) => Some(label),
        _ => None,
    }
}

/// Whether an objective is decided from its labels alone.
pub fn is_hyper_label(objective: &Objective) -> bool {
    matches!(objective.kind, ObjectiveKind::HyperLabel(_))
}

/// Whether a test covers a label by its undefined behaviour.
pub fn is_run_time_error(label: &Label) -> bool {
    label.role == LabelRole::RunTimeError
}

/// Whether a run that meets a predicate of the label covers it. Otherwise predicates hold more often than they should.
pub fn is_exact(label: &Label) -> bool {
    label.predicates.iter().all(SiteCondition::is_exact)
}

/// The module with all mutants and labels. A label that cannot be recorded is left out: no native run covers it then.
pub fn built_in<'o>(
    module: &Module,
    objectives: impl IntoIterator<Item = &'o Objective>,
    options: &meta::Options,
) -> Result<Meta, MetaError> {
    let all = objectives.into_iter().filter(|of| !is_hyper_label(of));
    let mut all: Vec<Objective> = all.cloned().collect();
    loop {
        match meta::build(module, &all, options) {
            Err(MetaError::Label { objective }) if all.iter().any(|of| of.id == objective) => {
                all.retain(|of| of.id != objective);
            }
            built => return built,
        }
    }
}

/// Predicates of labels, ready to be evaluated, with the labels that they belong to.
#[derive(Debug)]
pub struct LabelConditions {
    pub conditions: Rc<Conditions>,
    labels: Vec<WatchedLabel>,
    places: BTreeMap<ObjectiveId, usize>,
}

/// A label and its predicates, by their places among the conditions.
#[derive(Debug)]
pub struct WatchedLabel {
    pub id: ObjectiveId,
    function: FuncId,
    pub predicates: Range<usize>,
    /// Of a run-time error: the instructions that would have undefined behaviour.
    errors: Vec<Option<InstId>>,
    is_exact: bool,
}

impl WatchedLabel {
    fn new(objective: &Objective, label: &Label, first: usize) -> Self {
        let errors = match is_run_time_error(label) {
            true => label.predicates.iter().map(|of| of.at.inst()).collect(),
            false => Vec::new(),
        };
        Self {
            id: objective.id.clone(),
            function: objective.site.function,
            predicates: first..first + label.predicates.len(),
            errors,
            is_exact: is_exact(label),
        }
    }
}

/// What the machine says of labels on one input.
#[derive(Debug)]
pub struct Judgement {
    met: Met,
    /// What ended the run early.
    stop: Option<Stop>,
    /// Where that was.
    at: Option<(FuncId, InstId)>,
}

impl Judgement {
    /// The undefined behaviour of the original.
    pub fn undefined(&self) -> Option<&Ub> {
        match self.stop.as_deref() {
            Some(StopKind::Ub(ub)) => Some(ub),
            _ => None,
        }
    }

    /// Whether one of the predicates held, and none had an undefined value.
    pub fn holds(&self, label: &WatchedLabel) -> bool {
        let mut all = label.predicates.clone();
        let is_defined = all.clone().all(|index| !self.met.undefined[index]);
        label.is_exact && is_defined && all.any(|index| self.met.met[index])
    }

    /// Whether a predicate of the label had an undefined value.
    pub fn is_undefined(&self, label: &WatchedLabel) -> bool {
        let mut all = label.predicates.clone();
        all.any(|index| self.met.undefined[index])
    }

    /// Whether the input has undefined behaviour at the place of a run-time error, as its predicate says.
    fn shows_error(&self, label: &WatchedLabel) -> bool {
        let is_here = |inst: &Option<InstId>| {
            inst.is_some_and(|inst| self.at == Some((label.function, inst)))
        };
        let mut errors = label.errors.iter().zip(label.predicates.clone());
        let holds = |index: usize| self.met.met[index] && !self.met.undefined[index];
        let shows = errors.any(|(inst, index)| is_here(inst) && holds(index));
        label.is_exact && shows && self.undefined().is_some()
    }
}

impl LabelConditions {
    /// The conditions of the labels among objectives, without those that the machine cannot evaluate. Nothing if there are none.
    pub fn new<'o>(
        program: &Rc<Program>,
        objectives: impl Iterator<Item = &'o Objective>,
    ) -> Option<Self> {
        let labels = objectives.filter_map(|of| Some((of, label_of(of)?)));
        let mut labels: Vec<(&Objective, &Label)> = labels.collect();
        let conditions = match prepared(program, &labels) {
            Ok(all) => all,
            Err(_) => {
                labels.retain(|one| prepared(program, std::slice::from_ref(one)).is_ok());
                prepared(program, &labels).ok()?
            }
        };
        let mut first = 0;
        let watched = labels.iter().map(|(objective, label)| {
            let watched = WatchedLabel::new(objective, label, first);
            first = watched.predicates.end;
            watched
        });
        let labels: Vec<WatchedLabel> = watched.collect();
        let places = labels.iter().zip(0..).map(|(of, at)| (of.id.clone(), at));
        let places = places.collect();
        (!labels.is_empty()).then_some(Self {
            conditions: Rc::new(conditions),
            labels,
            places,
        })
    }

    /// The label of an id, if the machine can evaluate its predicates.
    pub fn get(&self, id: &ObjectiveId) -> Option<&WatchedLabel> {
        self.labels.get(*self.places.get(id)?)
    }

    /// Runs the original on an input. A stop that is a limitation of the machine is a stop of the judgement too: what was met
    /// before counts.
    pub fn judge(&self, call: &CallImage, settings: Settings) -> Result<Judgement, Stop> {
        let Meeting { met, stop, places } = meets(call, settings, &self.conditions)?;
        let at = places.first().map(|place| (place.function, place.inst));
        Ok(Judgement { met, stop, at })
    }

    /// The labels that an input covers, if it is valid.
    pub fn covered<'l>(&'l self, judged: &'l Judgement) -> impl Iterator<Item = &'l ObjectiveId> {
        let labels = self.labels.iter();
        let covered = labels.filter(|of| of.errors.is_empty() && judged.holds(of));
        covered.map(|of| &of.id)
    }

    /// The run-time errors that an input shows.
    pub fn errors<'l>(&'l self, judged: &'l Judgement) -> impl Iterator<Item = &'l ObjectiveId> {
        let labels = self.labels.iter();
        labels.filter(|of| judged.shows_error(of)).map(|of| &of.id)
    }
}

fn prepared(program: &Rc<Program>, labels: &[(&Objective, &Label)]) -> Result<Conditions, Stop> {
    let conditions = labels.iter().flat_map(|(objective, label)| {
        let function = objective.site.function;
        let predicates = label.predicates.iter();
        predicates.map(move |predicate| (function, predicate.clone()))
    });
    let conditions: Vec<(FuncId, SiteCondition)> = conditions.collect();
    Conditions::new(program, &conditions)
}
