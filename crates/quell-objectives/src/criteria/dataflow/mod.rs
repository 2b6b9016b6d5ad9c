//! Data flow: whether the value that a definition gives to a variable reaches a use of it.
//!
//! * [`variables`]: the variables of a function, and where the text assigns and reads them. [`globals`]: what other functions may do
//!   to those of the file. [`reach`]: which definition may reach which use.
//!
//! Decisions:
//!
//! - **A ghost holds the number of the definition** that a variable has its value of; zero where it has none, or one that is no
//!   definition of the text. It is set right before the assignment, and looked at right before the read.
//! - **A pair exists where a path without another definition exists.** Pairs without one are not made; whether such a path is
//!   feasible is for an engine to say.

mod globals;
mod reach;
mod variables;

use std::collections::{BTreeMap, BTreeSet};

use quell_ir::{InstId, Value};

use super::ghosts::Ghost;
use super::labeller::Labeller;
use crate::condition::SiteCondition;
use crate::objective::{LabelRole, Objective, ObjectiveId, ObjectiveKind};

pub(super) use globals::Globals;
use reach::Pair;
use variables::{Definition, UseSite, Variable, variables};

/// Definition-use pairs, all definitions, all uses.
const DUC: &str = "DUC";
const ADC: &str = "ADC";
const AUC: &str = "AUC";

/// The criteria of data flow.
pub(super) const OF_DATA_FLOW: &[&str] = &[DUC, ADC, AUC];

/// A ghost counts definitions.
const WIDTH: u32 = 32;

/// The pairs of all variables, and the hyperlabels of their definitions.
pub(super) fn labels(labeller: &mut Labeller<'_>, globals: &Globals) {
    let wanted = labeller.wanted_of(OF_DATA_FLOW);
    let Some(&first) = wanted.first() else {
        return;
    };
    let found = variables(labeller.aligner, globals);
    for (node, reason) in found.skipped {
        labeller.skip(first, node, reason);
    }
    for variable in &found.variables {
        // Without ghost code there is nothing to look at; that happens only without a body.
        let _ = of_variable(labeller, variable);
    }
}

fn of_variable(labeller: &mut Labeller<'_>, variable: &Variable) -> Option<()> {
    let pairs = reach::pairs(labeller.aligner, variable);
    if pairs.is_empty() {
        return Some(());
    }
    let ghost = record(labeller, variable)?;
    let predicates = predicates(labeller, variable, &ghost, &pairs)?;
    let mut labels = BTreeMap::new();
    for (pair, predicates) in predicates {
        let label = pair_label(labeller, variable, pair, predicates);
        labels.insert(pair, label);
    }
    let parts = hyper_labels(labeller, variable, &labels);
    keep(labeller, labels, &parts);
    Some(())
}

/// Sets a ghost wherever the variable gets a value, or loses the one that it had.
fn record(labeller: &mut Labeller<'_>, variable: &Variable) -> Option<Ghost> {
    let (id, module) = (labeller.aligner.id, &mut *labeller.module);
    let ghost = Ghost::new(module, id, WIDTH)?;
    for &lost in &variable.kills {
        ghost.assign_number(module, lost, 0)?;
    }
    for (definition, number) in variable.definitions.iter().zip(1..) {
        for &write in &definition.writes {
            ghost.assign_number(module, write, number)?;
        }
    }
    Some(ghost)
}

/// When a use reads the value of a definition.
fn predicates(
    labeller: &mut Labeller<'_>,
    variable: &Variable,
    ghost: &Ghost,
    pairs: &BTreeSet<Pair>,
) -> Option<BTreeMap<Pair, Vec<SiteCondition>>> {
    let mut seen: BTreeMap<InstId, Value> = BTreeMap::new();
    for read in variable.uses.iter().flat_map(|of| &of.reads) {
        let value = ghost.read(labeller.module, *read)?;
        seen.insert(*read, value);
    }
    let mut found = BTreeMap::new();
    for &pair in pairs {
        let number = pair.definition as u64 + 1;
        let reads = variable.uses[pair.user].reads.iter();
        let conditions = reads.map(|read| {
            let holds = ghost.equals(labeller.module, seen[read], number);
            labeller.at(*read, Vec::new(), holds)
        });
        found.insert(pair, conditions.collect());
    }
    Some(found)
}

/// `n = 0 at 3:9 reaches n at 5:12`.
fn pair_label(
    labeller: &mut Labeller<'_>,
    variable: &Variable,
    pair: Pair,
    predicates: Vec<SiteCondition>,
) -> Objective {
    let definition = &variable.definitions[pair.definition];
    let user = &variable.uses[pair.user];
    let text = format!(
        "{} reaches {}",
        shown_definition(labeller, definition),
        shown_use(labeller, variable, user)
    );
    let source = labeller.source(user.node, text);
    let key = key_of(labeller, variable, definition);
    let id = labeller.id(DUC, user.node, &key);
    let label = crate::objective::Label {
        criterion: DUC.to_owned(),
        predicates,
        role: LabelRole::Objective,
    };
    Objective::label(id, labeller.aligner.id, label, source)
}

/// Identifies a definition among those of its variable, independently of line numbers.
fn key_of(labeller: &Labeller<'_>, variable: &Variable, definition: &Definition) -> String {
    let place = labeller.aligner.tree.file().fingerprint(definition.node);
    format!("{} {place:016x}", variable.name)
}

fn place(labeller: &Labeller<'_>, definition: &Definition) -> String {
    let span = labeller.source(definition.node, String::new()).span;
    format!("{}:{}", span.line, span.column)
}

fn shown_definition(labeller: &Labeller<'_>, definition: &Definition) -> String {
    let (text, at) = (labeller.text(definition.node), place(labeller, definition));
    match definition.is_parameter {
        true => format!("the parameter {text}"),
        false => format!("{text} at {at}"),
    }
}

fn shown_use(labeller: &Labeller<'_>, variable: &Variable, user: &UseSite) -> String {
    let span = labeller.source(user.node, String::new()).span;
    format!("{} at {}:{}", variable.name, span.line, span.column)
}

/// Adds the hyperlabels of each definition: one of its pairs, and all of them. The pairs that they are made of.
fn hyper_labels(
    labeller: &mut Labeller<'_>,
    variable: &Variable,
    labels: &BTreeMap<Pair, Objective>,
) -> BTreeSet<ObjectiveId> {
    let mut parts = BTreeSet::new();
    for (number, definition) in variable.definitions.iter().enumerate() {
        let own = labels.iter().filter(|(pair, _)| pair.definition == number);
        let own: Vec<ObjectiveId> = own.map(|(_, label)| label.id.clone()).collect();
        if own.is_empty() {
            continue;
        }
        let shown = shown_definition(labeller, definition);
        let any = own.iter().map(|id| vec![id.clone()]).collect();
        let all = vec![own.clone()];
        let each = match own.len() {
            1 => "its use".to_owned(),
            count => format!("each of its {count} uses"),
        };
        let forms = [
            (ADC, any, format!("{shown} reaches a use")),
            (AUC, all, format!("{shown} reaches {each}")),
        ];
        for (criterion, alternatives, text) in forms {
            let source = labeller.source(definition.node, text);
            if labeller.has(criterion) && labeller.is_wanted(&source) {
                let key = key_of(labeller, variable, definition);
                let id = labeller.id(criterion, definition.node, &key);
                let hyper = labeller.hyper_with(id, criterion, source, alternatives);
                labeller.labels.objectives.push(hyper);
                parts.extend(own.iter().cloned());
            }
        }
    }
    parts
}

/// Keeps the pairs that are wanted themselves, and as parts those that hyperlabels are made of.
fn keep(
    labeller: &mut Labeller<'_>,
    labels: BTreeMap<Pair, Objective>,
    parts: &BTreeSet<ObjectiveId>,
) {
    for mut label in labels.into_values() {
        let is_wanted = labeller.has(DUC) && labeller.is_wanted(&label.source);
        let is_part = parts.contains(&label.id);
        if !is_wanted && let ObjectiveKind::Label(label) = &mut label.kind {
            label.role = LabelRole::Part;
        }
        if is_wanted || is_part {
            labeller.labels.objectives.push(label);
        }
    }
}
