//! When a run infects a mutant: the values or the control at one of its edits differ from the original's.

use quell_ir::{Function, InstKind, Module, Value};

use super::evaluate::{Evaluation, Places};
use super::{Condition, Location, SiteCondition, Stage};
use crate::edit::{Change, Edit};
use crate::idle;
use crate::objective::{Objective, ObjectiveKind};

/// The conditions under which a run meets an objective: it infects the mutant, covers the label, or calls the other function
/// of the pair. It is met if one of them is, at its own place.
pub fn infection(module: &Module, objective: &Objective) -> Vec<SiteCondition> {
    if let ObjectiveKind::Label(label) = &objective.kind {
        return label.predicates.clone();
    }
    let function = &module.functions[objective.site.function];
    let edits = objective.edits();
    let idle = idle::idle(function, &idle::users_of(function), edits);
    let of_edit = |edit| of_edit(module, function, edit, idle.contains(&edit.at));
    edits.iter().map(of_edit).collect()
}

/// When the state of a mutant differs from the original's right behind one of its edits: as [`infection`], but a store to
/// another place counts only if it changes what is there.
pub(crate) fn weak_kill(module: &Module, objective: &Objective) -> Vec<SiteCondition> {
    let function = &module.functions[objective.site.function];
    let edits = objective.edits();
    let idle = idle::idle(function, &idle::users_of(function), edits);
    let of_edit = |edit: &Edit| {
        let is_idle = idle.contains(&edit.at);
        judged(module, function, edit, is_idle, Places::Compared)
    };
    edits.iter().map(of_edit).collect()
}

/// The condition of one edit. An idle edit only removes unused code: the other edits determine the difference.
pub(crate) fn of_edit(
    module: &Module,
    function: &Function,
    edit: &Edit,
    is_idle: bool,
) -> SiteCondition {
    judged(module, function, edit, is_idle, Places::Apart)
}

fn judged(
    module: &Module,
    function: &Function,
    edit: &Edit,
    is_idle: bool,
    places: Places,
) -> SiteCondition {
    let at = location(function, edit);
    let base = function.locals.len();
    let constant = |holds| SiteCondition {
        at,
        base,
        before: Stage {
            code: Vec::new(),
            holds,
        },
        after: Stage::default(),
    };
    match &edit.change {
        _ if is_idle => constant(Condition::Never),
        Change::Replace(new) => Evaluation::new(module, function, Some(edit.at), new)
            .with_places(places)
            .at(at),
        Change::Incoming { from, value } => {
            let old = incoming(function, edit, *from);
            Evaluation::new(module, function, None, value).on_edge(at, old)
        }
        // The rest of the function is left out.
        Change::Jump(_) | Change::Return(_) => constant(Condition::Always),
    }
}

fn location(function: &Function, edit: &Edit) -> Location {
    let Change::Incoming { from, .. } = edit.change else {
        return Location::Inst(edit.at);
    };
    let mut blocks = function.blocks.iter();
    let home = blocks.find(|(_, block)| block.insts.contains(&edit.at));
    match home {
        Some((to, _)) => Location::Edge { from, to },
        None => Location::Inst(edit.at),
    }
}

/// The value that a phi gets from a block.
fn incoming(function: &Function, edit: &Edit, from: quell_ir::BlockId) -> Option<Value> {
    match &function.insts.get(edit.at)?.kind {
        InstKind::Phi { incoming, .. } => {
            let entry = incoming.iter().find(|entry| entry.1 == from);
            entry.map(|entry| entry.0)
        }
        _ => None,
    }
}
