//! The weak-kill constraints of PexMutator (table II of its paper): when the expression that a mutant changes has another value
//! than before, right there and without what follows.
//!
//! | operator | constraint |
//! |---|---|
//! | ABS, UOI | the operand differs from what replaces it, or the variable is stepped to another value |
//! | AOR, ROR | the expression differs from that with the other operator, or that traps |
//! | LCR | the connective differs from the other one: it is left elsewhere, or has another value |
//! | UOI `!` | always: the branch goes the other way |
//!
//! Each is judged before the instruction that the expression compiles to, where all operands have values, and one that traps is a
//! condition of its own. Constraints of nested expressions stand at their own instructions, so they come depth first. The result
//! of a call with an effect has no value before the call; its constraint is judged right after it.

use quell_ir::{Function, InstKind, Module, Value};

use super::detour::{detour, is_part_of_detour};
use super::early::judged_before;
use super::evaluate::Evaluation;
use super::infection::{infection, weak_kill};
use super::{Condition, Location, SiteCondition, Stage};
use crate::edit::{Change, Edit, Replacement};
use crate::harden::drop_flags;
use crate::objective::Objective;

/// The weak-kill constraints of a mutant: one for each of its changes that changes a value or a branch. A run weakly kills the
/// mutant if one of them holds, at its own instruction.
pub fn weak_kill_constraints(module: &Module, mutant: &Objective) -> Vec<SiteCondition> {
    let function = &module.functions[mutant.site.function];
    let edits = mutant.edits();
    let judged = edits.iter().zip(weak_kill(module, mutant));
    let judged = judged.filter(|(_, condition)| !condition.is_never());
    let judged = judged.filter(|(edit, _)| !is_part_of_detour(function, edits, edit));
    let constraints = judged.map(|(edit, condition)| {
        let own = detour(module, function, edits, edit);
        let own = own.or_else(|| operand_differs(module, function, edit));
        own.unwrap_or_else(|| earliest(module, function, condition))
    });
    constraints.collect()
}

/// The necessity constraints of Godzilla (table 1 of its paper): what the mutant changes has another value. That is one operand
/// where a mutant replaces an operand, and the expression where it replaces the operation.
pub fn necessity(module: &Module, mutant: &Objective) -> Vec<SiteCondition> {
    let function = &module.functions[mutant.site.function];
    let infected = mutant.edits().iter().zip(infection(module, mutant));
    let infected = infected.filter(|(_, condition)| !condition.is_never());
    let constraints = infected
        .map(|(edit, condition)| operand_differs(module, function, edit).unwrap_or(condition));
    constraints.collect()
}

/// The condition, before its instruction if that is possible. On a way from a branch that is not followed it counts as met where
/// the branch is.
fn earliest(module: &Module, function: &Function, condition: SiteCondition) -> SiteCondition {
    if let Some(early) = judged_before(module, function, condition.clone()) {
        return early;
    }
    let end = match condition.at {
        Location::Inst(_) => None,
        Location::Edge { from, .. } => function.terminator(from),
    };
    let at_end = |end| SiteCondition::before(end, condition.base, Vec::new(), Condition::Unknown);
    end.map_or_else(|| condition.clone(), at_end)
}

/// That the operand which an edit replaces differs from the new one, if that is all the edit does.
fn operand_differs(module: &Module, function: &Function, edit: &Edit) -> Option<SiteCondition> {
    let Change::Replace(new) = &edit.change else {
        return None;
    };
    let (last, earlier) = new.code.split_last()?;
    let (old, replaced) = replaced_operand(&function.insts[edit.at].kind, &last.kind)?;
    let operand = Replacement {
        code: earlier.to_vec(),
        result: Some(replaced),
    };
    let at = Location::Inst(edit.at);
    let condition = Evaluation::new(module, function, None, &operand).on_edge(at, Some(old));
    let is_early = condition.after == Stage::default() && condition.is_exact();
    is_early.then_some(condition)
}

/// The operand in which two instructions differ, before and after, if it is the only difference.
fn replaced_operand(old: &InstKind, new: &InstKind) -> Option<(Value, Value)> {
    let (before, after) = (operands(old), operands(new));
    if before.len() != after.len() {
        return None;
    }
    let mut same = new.clone();
    let mut values = before.iter().copied();
    same.for_each_operand_mut(|value| *value = values.next().unwrap_or(*value));
    let mut plain = old.clone();
    drop_flags(&mut plain);
    drop_flags(&mut same);
    let mut differing = before.into_iter().zip(after).filter(|(a, b)| a != b);
    match (plain == same, differing.next(), differing.next()) {
        (true, Some(one), None) => Some(one),
        _ => None,
    }
}

fn operands(kind: &InstKind) -> Vec<Value> {
    let mut values = Vec::new();
    kind.for_each_operand(|value| values.push(*value));
    values
}
