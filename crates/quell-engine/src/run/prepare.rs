//! What a run builds before it decides anything: the native program with all mutants, which mutants have the same code, and a
//! plan for each function.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::thread;
use std::time::Instant;

use quell_compile::Toolbox;
use quell_ir::{FuncId, Module};
use quell_native::labels::built_in;
use quell_native::tce::{self, CodeEquivalence, CodeEquivalences};
use quell_native::{Options, Session};
use quell_objectives::meta::{self, Meta};
use quell_objectives::{Objective, ObjectiveId};

use crate::context::{FunctionPlan, RunContext, unused_name};
use crate::error::EngineError;
use crate::known::Known;
use crate::labels::{Objectives, is_hyper_label, label_of};
use crate::oracle::Oracle;
use crate::settings::{Settings, Subject};

/// The objectives to decide, the native program with these mutants, and the plans of functions.
#[derive(Debug)]
pub struct Prepared<'s> {
    /// Without those that are known.
    pub objectives: Objectives<'s>,
    pub session: Session,
    same_code: CodeEquivalences,
    pub plans: Vec<FunctionPlan>,
    meta: Meta,
}

impl<'s> Prepared<'s> {
    /// Of all objectives of the subject, by their ids.
    pub fn new(
        subject: &Subject<'s>,
        all: &Objectives<'s>,
        known: &Known,
        settings: &Settings,
    ) -> Result<Self, EngineError> {
        let tools = Toolbox::from_env();
        let module = subject.lookup.module;
        let objectives = open(all, known);
        let built = objectives.values().copied();
        let meta = built_in(module, built, &meta::Options::default())?;
        let symbol = |function: &FuncId| module.text(module.functions[*function].name).to_owned();
        let native = Options {
            functions: by_function(all, settings).keys().map(symbol).collect(),
            stop: Arc::clone(&settings.stop),
            ..settings.native.clone()
        };
        // Both wait for the compiler, and a small run does little else.
        let (session, same_code) = thread::scope(|scope| {
            let compared = scope.spawn(|| same_code(module, &objectives, settings, &tools));
            let session = Session::build(&meta.module, &tools, native);
            (session, compared.join())
        });
        let same_code = same_code.map_err(|_| EngineError::Lost)?;
        Ok(Self {
            plans: plans((subject, settings), all, known, &same_code),
            objectives,
            session: session?,
            same_code,
            meta,
        })
    }

    /// What all functions share.
    pub fn context<'c>(
        &'c self,
        subject: &Subject<'c>,
        settings: &'c Settings,
        start: Instant,
    ) -> RunContext<'c> {
        let oracle = Oracle {
            session: &self.session,
            meta: &self.meta,
            objectives: &self.objectives,
        };
        let module = (subject.lookup, Arc::clone(&subject.shared));
        RunContext::new(module, &self.objectives, settings, oracle, start)
    }

    /// The mutant that has the code of this one, if it is a duplicate.
    pub fn duplicate_of(&self, id: &ObjectiveId) -> Option<&ObjectiveId> {
        match self.same_code.get(id)? {
            CodeEquivalence::DuplicateOf(partner) => Some(partner),
            _ => None,
        }
    }

    /// Whether the compiler generates the code of the original for a mutant.
    pub fn has_original_code(&self, id: &ObjectiveId) -> bool {
        self.same_code.get(id) == Some(&CodeEquivalence::Equivalent)
    }
}

pub fn by_id(all: &[Objective]) -> Result<Objectives<'_>, EngineError> {
    let mut objectives = Objectives::with_capacity(all.len());
    for objective in all {
        if objectives.insert(objective.id.clone(), objective).is_some() {
            return Err(EngineError::DuplicateId(objective.id.to_string()));
        }
    }
    Ok(objectives)
}

/// The objectives about which nothing is known.
pub fn open<'s>(all: &Objectives<'s>, known: &Known) -> Objectives<'s> {
    let open = all.iter().filter(|(id, _)| known.decision(id).is_none());
    open.map(|(id, objective)| (id.clone(), *objective))
        .collect()
}

/// Mutants with the code of the original or of another mutant. Code that cannot be compared equals no other.
fn same_code(
    module: &Module,
    objectives: &Objectives<'_>,
    settings: &Settings,
    tools: &Toolbox,
) -> CodeEquivalences {
    let changes_code = |of: &&&Objective| label_of(of).is_none() && !is_hyper_label(of);
    let mutants = objectives.values().filter(changes_code);
    let mutants: Vec<Objective> = mutants.map(|of| Objective::clone(of)).collect();
    let compared = settings
        .compare_code
        .then(|| tce::compare(module, &mutants, tools));
    compared.and_then(Result::ok).unwrap_or_default()
}

/// A plan for each function that has objectives to decide. Names of tests do not depend on what is known.
fn plans(
    (subject, settings): (&Subject<'_>, &Settings),
    of_id: &Objectives<'_>,
    known: &Known,
    same_code: &CodeEquivalences,
) -> Vec<FunctionPlan> {
    let mut used = BTreeSet::new();
    let functions = by_function(of_id, settings).into_iter();
    functions
        .map(|(function, mut objectives)| {
            objectives.retain(|id| known.decision(id).is_none());
            let name = subject.lookup.name(function);
            let prefix = unused_name(&name, &mut used);
            let is_hyper = |id: &&ObjectiveId| of_id.get(*id).is_some_and(|of| is_hyper_label(of));
            let is_own = |id: &&ObjectiveId| {
                let code = same_code.get(*id);
                !matches!(code, Some(CodeEquivalence::DuplicateOf(_))) && !is_hyper(id)
            };
            let is_inner = |id: &&ObjectiveId| {
                let objective = of_id.get(*id);
                objective.is_some_and(|of| of.site.function != function)
            };
            FunctionPlan {
                function,
                inner: objectives.iter().filter(is_inner).cloned().collect(),
                known_tests: known.last_number(&prefix),
                prefix,
                name,
                own: objectives.iter().filter(is_own).cloned().collect(),
                hyper_labels: objectives.iter().filter(is_hyper).cloned().collect(),
                objectives,
            }
        })
        .filter(|plan| plan.objectives.len() > plan.hyper_labels.len())
        .collect()
}

/// The objectives by the functions that their tests call.
fn by_function(
    objectives: &Objectives<'_>,
    settings: &Settings,
) -> BTreeMap<FuncId, Vec<ObjectiveId>> {
    let mut functions: BTreeMap<FuncId, Vec<ObjectiveId>> = BTreeMap::new();
    for (id, objective) in objectives {
        let of_function = functions.entry(settings.called_for(objective)).or_default();
        of_function.push(id.clone());
    }
    functions
}
