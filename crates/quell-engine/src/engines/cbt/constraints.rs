//! The constraint generator: necessity and predicate constraints of mutants as site conditions.

use quell_ir::Module;
use quell_objectives::condition::{Condition, SiteCondition, Stage, necessity, predicate};
use quell_objectives::{Objective, ObjectiveId};

use super::templates::{Necessity, Template};
use crate::settings::CbtConstraints;

/// Which constraint it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ConstraintKind {
    Predicate,
    Necessity,
}

/// The constraints of one mutant, at one or several sites.
#[derive(Clone, Debug)]
pub struct MutantConstraints {
    pub id: ObjectiveId,
    pub template: &'static Template,
    pub necessity: Vec<SiteCondition>,
    /// Of a mutant that changes a predicate.
    pub predicate: Option<SiteCondition>,
}

impl MutantConstraints {
    pub fn of(module: &Module, mutant: &Objective) -> Self {
        let template = Template::of(mutant.operator());
        let predicate = predicate(module, mutant).filter(|of| !of.is_never());
        let necessity = necessity(module, mutant);
        let necessity = match (template.necessity, &predicate) {
            (Necessity::WholeExpression, Some(predicate)) => vec![predicate.clone()],
            (Necessity::ByDefinition, _) => necessity.into_iter().map(reached).collect(),
            _ => necessity,
        };
        Self {
            id: mutant.id.clone(),
            template,
            necessity,
            predicate,
        }
    }

    /// The wanted constraints, those that say more first. The predicate constraint is one beside the necessity constraint, or
    /// stands in its place; a mutant that changes no predicate has the necessity constraint alone.
    pub fn wanted(&self, wanted: CbtConstraints) -> Vec<(ConstraintKind, &SiteCondition)> {
        let predicate = self.predicate.iter();
        let predicate = predicate.map(|of| (ConstraintKind::Predicate, of));
        let necessity = self.necessity.iter();
        let necessity = necessity.map(|of| (ConstraintKind::Necessity, of));
        match (wanted, &self.predicate) {
            (CbtConstraints::Necessity, _) => necessity.collect(),
            (CbtConstraints::Predicate, Some(_)) => predicate.collect(),
            (CbtConstraints::Predicate | CbtConstraints::Both, _) => {
                predicate.chain(necessity).collect()
            }
        }
    }
}

/// The condition that the site is reached.
fn reached(condition: SiteCondition) -> SiteCondition {
    SiteCondition {
        before: Stage {
            code: Vec::new(),
            holds: Condition::Always,
        },
        after: Stage::default(),
        ..condition
    }
}
