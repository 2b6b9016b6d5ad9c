//! Evaluates conditions of an edge, or after an instruction, before an instruction.

use quell_ir::entity::EntityRef;
use quell_ir::{BlockId, Function, Inst, InstId, InstKind, LocalId, Module, Value};

use super::evaluate::{is_computation, is_pure};
use super::terminator::leads_to;
use super::{Condition, Location, SiteCondition, Stage, Step, Trap};
use crate::edit::NewInst;
use crate::harden::drop_flags;

/// The same condition, judged before an instruction and nowhere else. What an instruction computes is computed before it
/// as well; on the way to a block, before the branch that leads there. None where the instruction has an effect, or the
/// branch is none that is followed.
pub(crate) fn judged_before(
    module: &Module,
    function: &Function,
    condition: SiteCondition,
) -> Option<SiteCondition> {
    match condition.at {
        Location::Edge { from, to } => before_branch(function, condition, from, to),
        Location::Inst(_) if condition.after == Stage::default() => Some(condition),
        Location::Inst(inst) => before_inst(module, function, condition, inst),
    }
}

fn before_branch(
    function: &Function,
    condition: SiteCondition,
    from: BlockId,
    to: BlockId,
) -> Option<SiteCondition> {
    let branch = function.terminator(from)?;
    let taken = leads_to(&function.insts[branch].kind, to)?;
    let Stage { code, holds } = condition.before;
    let holds = taken.and(holds);
    Some(SiteCondition::before(branch, condition.base, code, holds))
}

fn before_inst(
    module: &Module,
    function: &Function,
    condition: SiteCondition,
    at: InstId,
) -> Option<SiteCondition> {
    let inst = &function.insts[at];
    let (base, first) = (condition.base, condition.before.code.len());
    let repeated = repeated(module, inst)?;
    let result = inst.result.expand();
    let moved = |value: &mut Value| match *value {
        Value::Local(local) if Some(local) == result => {
            *value = Value::Local(LocalId::new(base + first));
        }
        Value::Local(local) if local.index() >= base + first => {
            *value = Value::Local(LocalId::new(local.index() + 1));
        }
        _ => {}
    };
    let Stage { mut code, holds } = condition.before;
    code.push(repeated);
    for mut step in condition.after.code {
        step.for_each_value_mut(moved);
        code.push(step);
    }
    let mut after = condition.after.holds;
    after.for_each_value_mut(&moved);
    after.shift_traps(first);
    Some(SiteCondition::before(at, base, code, holds.or(after)))
}

/// The instruction as a step, if it only computes or reads.
fn repeated(module: &Module, inst: &Inst) -> Option<Step> {
    let trap = match &inst.kind {
        InstKind::Binary { op, .. } if op.is_division() => Some(Trap::Division),
        InstKind::Load { access, .. } if !access.volatile && access.ordering.is_none() => None,
        InstKind::Call(call) if is_pure(module, call) => None,
        kind if is_computation(kind) => None,
        _ => return None,
    };
    let mut kind = inst.kind.clone();
    drop_flags(&mut kind);
    let inst = NewInst { kind, ty: inst.ty };
    Some(Step { inst, trap })
}

impl Condition {
    /// Counts a step that was put in at `first`.
    fn shift_traps(&mut self, first: usize) {
        match self {
            Self::Traps(step) if *step >= first => *step += 1,
            Self::Any(all) | Self::All(all) => {
                all.iter_mut().for_each(|one| one.shift_traps(first));
            }
            Self::Not(inner) => inner.shift_traps(first),
            _ => {}
        }
    }
}
