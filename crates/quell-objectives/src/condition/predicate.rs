//! When a mutant changes the value of the predicate that its expression belongs to: control goes to another block at the end of
//! the predicate than in the original.
//!
//! A predicate is what a branch is decided by. Where a connective is evaluated operand by operand, each operand is a block of its
//! own; those of one predicate are evaluated together here, from the first that the mutant changes. A block is an operand if it
//! only computes, is entered from other operands alone, and leads to a block that one of these leads to as well.
//!
//! The condition is for the machine, which notices accesses outside of objects: loads are evaluated where they may not be in the
//! program, and a condition that depends on an undefined value counts as met.

use std::collections::BTreeMap;

use quell_ir::analysis::cfg::Cfg;
use quell_ir::entity::EntityRef;
use quell_ir::{BlockId, Function, InstId, InstKind, LocalId, Module, TypeId, Value};

use super::evaluate::{is_computation, is_pure};
use super::{Condition, SiteCondition, Step, Trap};
use crate::edit::{Change, NewInst, Replacement};
use crate::harden::drop_flags;
use crate::objective::Objective;
use crate::support::TRAP_IF;

/// Predicates with more operands than these are looked at up to there.
const MAX_OPERANDS: usize = 12;
/// Ways through the operands that are followed.
const MAX_WAYS: usize = 64;

/// The condition that the predicate of a mutant's expression differs, judged where the first operand that the mutant changes is
/// decided. None if the mutant changes no predicate, or one whose evaluation has an effect.
pub fn predicate(module: &Module, mutant: &Objective) -> Option<SiteCondition> {
    let function = &module.functions[mutant.site.function];
    let mut edits = BTreeMap::new();
    for edit in mutant.edits() {
        let Change::Replace(new) = &edit.change else {
            return None;
        };
        edits.insert(edit.at, new);
    }
    let first = mutant.edits().first()?.at;
    let mut blocks = function.blocks.iter();
    let (block, _) = blocks.find(|(_, block)| block.insts.contains(&first))?;
    let operands = operands(module, function, block)?;
    let in_predicate = |at: &InstId| {
        let mut operands = operands.iter();
        operands.any(|operand| function.blocks[*operand].insts.contains(at))
    };
    if !edits.keys().all(in_predicate) {
        return None;
    }
    let mut evaluation = Evaluation {
        module,
        function,
        edits: &edits,
        code: Vec::new(),
        traps: Condition::Never,
    };
    let original = evaluation.version(&operands, Version::Original)?;
    let mutated = evaluation.version(&operands, Version::Mutant)?;
    let same = same_exit(&exits(block, &original)?, &exits(block, &mutated)?);
    let holds = evaluation.traps.or(same.negated());
    let at = function.terminator(block)?;
    Some(SiteCondition::before(
        at,
        function.locals.len(),
        evaluation.code,
        holds,
    ))
}

/// The blocks of a predicate from one of its operands on; none if that block decides no branch.
fn operands(module: &Module, function: &Function, first: BlockId) -> Option<Vec<BlockId>> {
    let branches = |block: BlockId| {
        let end = function.terminator(block)?;
        match function.insts[end].kind {
            InstKind::CondBr {
                then, otherwise, ..
            } => Some([then, otherwise]),
            _ => None,
        }
    };
    branches(first)?;
    let cfg = Cfg::new(function);
    let mut found = vec![first];
    let mut next = 0;
    while let Some(block) = found.get(next).copied() {
        next += 1;
        for target in branches(block).into_iter().flatten() {
            let Some(beyond) = branches(target) else {
                continue;
            };
            let mut entered = cfg.distinct_predecessors(target);
            let is_inside = entered.all(|from| found.contains(&from));
            let mut others = found.iter().filter_map(|known| branches(*known));
            let shares = others.any(|leads| beyond.iter().any(|exit| leads.contains(exit)));
            let is_operand = is_inside && shares && computes(module, function, target);
            if is_operand && !found.contains(&target) && found.len() < MAX_OPERANDS {
                found.push(target);
            }
        }
    }
    Some(found)
}

/// Whether a block only computes.
fn computes(module: &Module, function: &Function, block: BlockId) -> bool {
    let insts = function.blocks[block].insts.iter();
    insts
        .map(|inst| &function.insts[*inst].kind)
        .all(|kind| kind.is_terminator() || kind_of(module, kind).is_some())
}

/// How an instruction is evaluated.
enum Evaluated {
    Total,
    Division,
    /// It says something about variables for debuggers.
    Nothing,
}

fn kind_of(module: &Module, kind: &InstKind) -> Option<Evaluated> {
    match kind {
        InstKind::Binary { op, .. } if op.is_division() => Some(Evaluated::Division),
        InstKind::Load { access, .. } if !access.volatile && access.ordering.is_none() => {
            Some(Evaluated::Total)
        }
        InstKind::Call(call) if is_pure(module, call) => Some(Evaluated::Total),
        InstKind::Call(call) => {
            let callee = module.direct_callee(call)?;
            let name = module.text(module.functions[callee].name);
            name.starts_with("llvm.dbg.").then_some(Evaluated::Nothing)
        }
        kind if is_computation(kind) => Some(Evaluated::Total),
        _ => None,
    }
}

/// Which of the two functions is evaluated.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Version {
    Original,
    Mutant,
}

/// The ends of the operands, with the values that decide them.
type Ends = BTreeMap<BlockId, InstKind>;

struct Evaluation<'a> {
    module: &'a Module,
    function: &'a Function,
    edits: &'a BTreeMap<InstId, &'a Replacement>,
    code: Vec<Step>,
    /// When something in the mutant traps.
    traps: Condition,
}

impl Evaluation<'_> {
    /// Evaluates all operands of one version.
    fn version(&mut self, operands: &[BlockId], version: Version) -> Option<Ends> {
        let mut values: BTreeMap<LocalId, Value> = BTreeMap::new();
        let mut ends = Ends::new();
        for (number, block) in operands.iter().enumerate() {
            // What the first one computes is known at its end, as far as the mutant does not change it.
            let is_done = number == 0;
            let mut is_changed = false;
            for &inst in &self.function.blocks[*block].insts {
                let new = self.edits.get(&inst).filter(|_| version == Version::Mutant);
                is_changed |= new.is_some();
                let kind = &self.function.insts[inst].kind;
                if let Some(new) = new {
                    self.replaced(inst, new, (*block, &mut values, &mut ends))?;
                } else if kind.is_terminator() {
                    ends.insert(*block, mapped(kind, &values));
                } else if is_done && !uses(kind, &values) {
                    // Memory must not change between what is evaluated again and the end of the block.
                    let keeps_memory = kind_of(self.module, kind).is_some();
                    if is_changed && !keeps_memory {
                        return None;
                    }
                } else {
                    self.repeated(inst, &mut values)?;
                }
            }
        }
        Some(ends)
    }

    /// An instruction of the function, evaluated again.
    fn repeated(&mut self, inst: InstId, values: &mut BTreeMap<LocalId, Value>) -> Option<()> {
        let inst = &self.function.insts[inst];
        let evaluated = kind_of(self.module, &inst.kind)?;
        if let Evaluated::Nothing = evaluated {
            return Some(());
        }
        let value = self.push(mapped(&inst.kind, values), inst.ty, &evaluated);
        if let Some(result) = inst.result.expand() {
            values.insert(result, value);
        }
        Some(())
    }

    /// What stands in place of an instruction.
    fn replaced(
        &mut self,
        inst: InstId,
        new: &Replacement,
        (block, values, ends): (BlockId, &mut BTreeMap<LocalId, Value>, &mut Ends),
    ) -> Option<()> {
        let base = self.function.locals.len();
        for (number, step) in new.code.iter().enumerate() {
            let kind = mapped(&step.kind, values);
            if kind.is_terminator() {
                ends.insert(block, kind);
                continue;
            }
            if let Some(condition) = self.trap_of(&kind) {
                self.traps = std::mem::take(&mut self.traps).or(condition);
                continue;
            }
            let evaluated = kind_of(self.module, &kind)?;
            if let Evaluated::Division = evaluated {
                let traps = Condition::Traps(self.code.len());
                self.traps = std::mem::take(&mut self.traps).or(traps);
            }
            let value = self.push(kind, step.ty, &evaluated);
            values.insert(LocalId::new(base + number), value);
        }
        if let (Some(result), Some(old)) = (new.result, self.function.insts[inst].result.expand()) {
            let result = value_of(result, values);
            values.insert(old, result);
        }
        // The provisional values of the next edit have the same numbers.
        values.retain(|local, _| local.index() < base);
        Some(())
    }

    /// When an instruction of a mutant traps on purpose.
    fn trap_of(&self, kind: &InstKind) -> Option<Condition> {
        let InstKind::Call(call) = kind else {
            return None;
        };
        let callee = self.module.direct_callee(call)?;
        let is_trap = self.module.text(self.module.functions[callee].name) == TRAP_IF;
        let condition = call.args.first().map(|arg| Condition::Holds(arg.value));
        condition.filter(|_| is_trap)
    }

    fn push(&mut self, mut kind: InstKind, ty: TypeId, evaluated: &Evaluated) -> Value {
        drop_flags(&mut kind);
        let local = LocalId::new(self.function.locals.len() + self.code.len());
        self.code.push(Step {
            inst: NewInst { kind, ty },
            trap: matches!(evaluated, Evaluated::Division).then_some(Trap::Division),
        });
        Value::Local(local)
    }
}

fn value_of(value: Value, values: &BTreeMap<LocalId, Value>) -> Value {
    match value {
        Value::Local(local) => values.get(&local).copied().unwrap_or(value),
        _ => value,
    }
}

fn mapped(kind: &InstKind, values: &BTreeMap<LocalId, Value>) -> InstKind {
    let mut kind = kind.clone();
    kind.for_each_operand_mut(|value| *value = value_of(*value, values));
    kind
}

fn uses(kind: &InstKind, values: &BTreeMap<LocalId, Value>) -> bool {
    let mut uses = false;
    kind.for_each_operand(|value| {
        uses |= matches!(value, Value::Local(local) if values.contains_key(local));
    });
    uses
}

/// The blocks that control goes to behind a predicate, and when.
fn exits(first: BlockId, ends: &Ends) -> Option<BTreeMap<BlockId, Condition>> {
    let mut found: BTreeMap<BlockId, Condition> = BTreeMap::new();
    let mut open = vec![(first, Condition::Always)];
    let mut ways = 0;
    while let Some((block, when)) = open.pop() {
        ways += 1;
        if ways > MAX_WAYS {
            return None;
        }
        let Some(end) = ends.get(&block) else {
            let known = found.remove(&block).unwrap_or_default();
            found.insert(block, known.or(when));
            continue;
        };
        match end {
            InstKind::Br { dest } => open.push((*dest, when)),
            InstKind::CondBr {
                cond,
                then,
                otherwise,
            } => {
                let holds = Condition::Holds(*cond);
                open.push((*then, when.clone().and(holds.clone())));
                open.push((*otherwise, when.and(holds.negated())));
            }
            _ => return None,
        }
    }
    Some(found)
}

/// When both versions leave a predicate to the same block.
fn same_exit(
    original: &BTreeMap<BlockId, Condition>,
    mutated: &BTreeMap<BlockId, Condition>,
) -> Condition {
    let both = original
        .iter()
        .filter_map(|(block, when)| Some(when.clone().and(mutated.get(block)?.clone())));
    both.fold(Condition::Never, Condition::or)
}
