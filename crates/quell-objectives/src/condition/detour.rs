//! Connectives as control flow: when the mutant of `a && b` comes out of the condition elsewhere than the original.
//!
//! A mutant of a connective sends a branch another way: where the original goes on to the right operand the mutant passes it, and
//! the other way round. The right operand is evaluated beside the original, by code without side effect, and the places where
//! both leave the condition are compared, with the values that phis get there.
//!
//! Where the mutant would read memory through a pointer, or divide by zero, that the original does not touch, that is the
//! exception trigger: it counts as a difference, and the access is not made.

use std::collections::{BTreeMap, BTreeSet};

use quell_ir::entity::EntityRef;
use quell_ir::inst::Access;
use quell_ir::opcode::Flags;
use quell_ir::{BlockId, Function, InstId, InstKind, LocalDef, LocalId, Module, TypeId, Value};

use super::evaluate::{is_computation, is_pure};
use super::{Condition, SiteCondition, Step, Trap};
use crate::edit::{Change, Edit, NewInst};
use crate::harden::{self, drop_flags, locate_by};

/// Right operands with more paths than this are not evaluated beside the original.
const MAX_PATHS: usize = 16;
/// The same for instructions, added up over all paths.
const MAX_STEPS: usize = 256;

/// A branch condition and the value that it has.
type Literal = (Value, bool);

/// The difference that edits of a connective make, judged at one of the branches of its left operand; none if the edits are
/// others, or if the right operand has an effect.
pub(super) fn detour(
    module: &Module,
    function: &Function,
    edits: &[Edit],
    edit: &Edit,
) -> Option<SiteCondition> {
    let (cond, old) = branch(&function.insts[edit.at].kind)?;
    let new = redirected(edit, cond)?;
    let home = home_of(function, edit.at)?;
    let has_incoming = edits
        .iter()
        .any(|other| matches!(&other.change, Change::Incoming { from, .. } if *from == home));
    let (old_set, new_set) = (BTreeSet::from(old), BTreeSet::from(new));
    if old_set == new_set && !has_incoming {
        return None;
    }
    let all: BTreeSet<BlockId> = old_set.union(&new_set).copied().collect();
    old_set.intersection(&new_set).find_map(|&right| {
        let mut exits = all.clone();
        exits.remove(&right);
        let mut operand = Operand {
            module,
            function,
            home,
            right,
            exits,
            entered: (cond, old[0] == right),
            base: function.locals.len(),
            code: Vec::new(),
            ways: Vec::new(),
            triggers: Vec::new(),
        };
        operand.evaluate()?;
        let holds = operand.difference(edits, cond, old, new)?;
        Some(SiteCondition::before(
            edit.at,
            operand.base,
            operand.code,
            holds,
        ))
    })
}

/// Whether an edit gives a phi a value on a way whose branch another edit of the mutant sends elsewhere: the condition at the
/// branch says what becomes of it.
pub(super) fn is_part_of_detour(function: &Function, edits: &[Edit], edit: &Edit) -> bool {
    let Change::Incoming { from, .. } = edit.change else {
        return false;
    };
    let end = function.terminator(from);
    edits
        .iter()
        .any(|other| Some(other.at) == end && other.at != edit.at)
}

/// The condition of a branch and where it leads, first when the condition is true.
fn branch(kind: &InstKind) -> Option<(Value, [BlockId; 2])> {
    match *kind {
        InstKind::CondBr {
            cond,
            then,
            otherwise,
        } if then != otherwise => Some((cond, [then, otherwise])),
        _ => None,
    }
}

/// Where the new terminator leads under the same condition.
fn redirected(edit: &Edit, cond: Value) -> Option<[BlockId; 2]> {
    let Change::Replace(new) = &edit.change else {
        return None;
    };
    match &new.code[..] {
        [end] => match end.kind {
            InstKind::CondBr {
                cond: same,
                then,
                otherwise,
            } if same == cond => Some([then, otherwise]),
            InstKind::Br { dest } => Some([dest, dest]),
            _ => None,
        },
        _ => None,
    }
}

fn home_of(function: &Function, at: InstId) -> Option<BlockId> {
    let mut blocks = function.blocks.iter();
    let home = blocks.find(|(_, block)| block.insts.last() == Some(&at));
    home.map(|(id, _)| id)
}

/// A path through the right operand.
#[derive(Clone)]
struct Path {
    /// The block that comes next, and the one before it.
    to: BlockId,
    from: BlockId,
    taken: Vec<Literal>,
    /// What the locals of the operand are in the condition's code.
    values: BTreeMap<LocalId, Value>,
    visited: Vec<BlockId>,
}

/// The right operand of a connective, evaluated beside the original.
struct Operand<'a> {
    module: &'a Module,
    function: &'a Function,
    home: BlockId,
    right: BlockId,
    /// Where the connective is left to.
    exits: BTreeSet<BlockId>,
    /// The branch's condition with the value for which the original evaluates the operand.
    entered: Literal,
    base: usize,
    code: Vec<Step>,
    /// The ways out.
    ways: Vec<Path>,
    /// Where the evaluation would trap, if the original does not evaluate the operand.
    triggers: Vec<Condition>,
}

impl Operand<'_> {
    fn evaluate(&mut self) -> Option<()> {
        let mut paths = vec![Path {
            to: self.right,
            from: self.home,
            taken: Vec::new(),
            values: BTreeMap::new(),
            visited: vec![self.home],
        }];
        while let Some(mut path) = paths.pop() {
            if self.exits.contains(&path.to) {
                self.ways.push(path);
                continue;
            }
            let is_again = path.visited.contains(&path.to);
            if is_again || paths.len() + self.ways.len() > MAX_PATHS {
                return None;
            }
            path.visited.push(path.to);
            paths.extend(self.block(path)?);
        }
        Some(())
    }

    /// Evaluates a block; where its paths go on.
    fn block(&mut self, mut path: Path) -> Option<Vec<Path>> {
        let function = self.function;
        for &id in &function.blocks[path.to].insts {
            let inst = &function.insts[id];
            let mut kind = inst.kind.clone();
            kind.for_each_operand_mut(|value| *value = path.value(*value));
            let onward = |to: BlockId, literal: Option<Literal>| {
                let mut next = path.clone();
                (next.from, next.to) = (path.to, to);
                next.taken.extend(literal);
                next
            };
            let result = match kind {
                InstKind::Br { dest } => return Some(vec![onward(dest, None)]),
                InstKind::CondBr {
                    cond,
                    then,
                    otherwise,
                } => {
                    let then = onward(then, Some((cond, true)));
                    return Some(vec![then, onward(otherwise, Some((cond, false)))]);
                }
                InstKind::Phi { .. } => self.incoming(id, &path)?,
                kind => self.step(kind, inst.ty, &path.taken)?,
            };
            if let Some(local) = inst.result.expand() {
                path.values.insert(local, result);
            }
        }
        None
    }

    /// The value that a phi has on a path.
    fn incoming(&self, phi: InstId, path: &Path) -> Option<Value> {
        let InstKind::Phi { incoming, .. } = &self.function.insts[phi].kind else {
            return None;
        };
        let entry = incoming.iter().find(|entry| entry.1 == path.from)?;
        Some(path.value(entry.0))
    }

    fn push(&mut self, mut kind: InstKind, ty: TypeId, trap: Option<Trap>) -> Value {
        drop_flags(&mut kind);
        let local = LocalId::new(self.base + self.code.len());
        let inst = NewInst { kind, ty };
        self.code.push(Step { inst, trap });
        Value::Local(local)
    }

    fn step(&mut self, kind: InstKind, ty: TypeId, taken: &[Literal]) -> Option<Value> {
        if self.code.len() >= MAX_STEPS {
            return None;
        }
        match kind {
            InstKind::Binary { op, .. } if op.is_division() => {
                let trap = Condition::Traps(self.code.len());
                self.triggers.push(all_of(taken).and(trap));
                Some(self.push(kind, ty, Some(Trap::Division)))
            }
            InstKind::Load { ptr, access } if !access.volatile && access.ordering.is_none() => {
                self.load(ty, ptr, taken)
            }
            InstKind::Call(ref call) if is_pure(self.module, call) => {
                Some(self.push(kind, ty, None))
            }
            kind if is_computation(&kind) => Some(self.push(kind, ty, None)),
            _ => None,
        }
    }

    fn load(&mut self, ty: TypeId, ptr: Value, taken: &[Literal]) -> Option<Value> {
        let access = Access::default();
        let definition = |local: LocalId| match local.index().checked_sub(self.base) {
            Some(step) => self.code.get(step).map(|step| &step.inst.kind),
            None => match self.function.locals[local].def {
                LocalDef::Inst(inst) => Some(&self.function.insts[inst].kind),
                LocalDef::Param(_) => None,
            },
        };
        let within = locate_by(self.module, definition, ptr);
        let accessed = within.and_then(|within| harden::access(self.module, &within, ty));
        if let Some(harden::Access::Inside) = accessed {
            return Some(self.push(InstKind::Load { ptr, access }, ty, None));
        }
        if let Some(harden::Access::Computed(range)) = accessed {
            let trap = Condition::Traps(self.code.len());
            self.triggers.push(all_of(taken).and(trap));
            let load = InstKind::Load { ptr, access };
            return Some(self.push(load, ty, Some(Trap::OutOfBounds(range))));
        }
        // Read only where the original reads it too.
        let mut chosen = ptr;
        let elsewhere = self.variable_of(ty)?;
        let pointer = self.module.value_type(self.function, elsewhere)?;
        for (cond, holds) in taken.iter().copied().chain([self.entered]) {
            let (then, otherwise) = match holds {
                true => (chosen, elsewhere),
                false => (elsewhere, chosen),
            };
            let flags = Flags::NONE;
            let select = InstKind::Select {
                flags,
                cond,
                then,
                otherwise,
            };
            chosen = self.push(select, pointer, None);
        }
        self.triggers.push(all_of(taken));
        let load = InstKind::Load {
            ptr: chosen,
            access,
        };
        Some(self.push(load, ty, None))
    }

    /// A variable of the function that a value of this type can be read from.
    fn variable_of(&self, ty: TypeId) -> Option<Value> {
        let module = self.module;
        let size = |ty| module.layout.store_size(&module.types, ty).ok();
        let wanted = size(ty)?;
        let mut insts = self.function.insts.values();
        let found = insts.find(|inst| match inst.kind {
            InstKind::Alloca {
                elem, count: None, ..
            } => size(elem).is_some_and(|size| size >= wanted),
            _ => false,
        });
        found?.result.expand().map(Value::Local)
    }

    /// When the mutant comes out elsewhere than the original, or with other values.
    fn difference(
        &self,
        edits: &[Edit],
        cond: Value,
        old: [BlockId; 2],
        new: [BlockId; 2],
    ) -> Option<Condition> {
        let mut any = Condition::Never;
        for (index, holds) in [true, false].into_iter().enumerate() {
            let (from, to) = (old[index], new[index]);
            let differs = match (from == self.right, to == self.right) {
                (true, true) => Condition::Never,
                (true, false) => self.ways_differ(edits, to, Direct::Mutant)?,
                (false, true) => {
                    let triggers = self.triggers.iter().cloned();
                    let traps = triggers.fold(Condition::Never, Condition::or);
                    traps.or(self.ways_differ(edits, from, Direct::Original)?)
                }
                (false, false) if from == to => self.phis_differ(edits, to)?,
                (false, false) => Condition::Always,
            };
            any = any.or(all_of(&[(cond, holds)]).and(differs));
        }
        Some(any)
    }

    /// When the ways through the operand lead elsewhere than past it, or give phis there other values.
    fn ways_differ(&self, edits: &[Edit], past: BlockId, direct: Direct) -> Option<Condition> {
        let mut any = Condition::Never;
        for way in &self.ways {
            let differs = match way.to == past {
                false => Condition::Always,
                true => self.with_phis(past, |phi| {
                    let through = self.incoming(phi, way)?;
                    Some((through, self.past_value(edits, phi, direct)?))
                })?,
            };
            any = any.or(all_of(&way.taken).and(differs));
        }
        Some(any)
    }

    /// When the values differ that original and mutant give phis on the same way.
    fn phis_differ(&self, edits: &[Edit], past: BlockId) -> Option<Condition> {
        self.with_phis(past, |phi| {
            let old = self.past_value(edits, phi, Direct::Original)?;
            Some((old, self.past_value(edits, phi, Direct::Mutant)?))
        })
    }

    fn with_phis(
        &self,
        block: BlockId,
        values: impl Fn(InstId) -> Option<(Value, Value)>,
    ) -> Option<Condition> {
        let insts = self.function.blocks[block].insts.iter().copied();
        let is_phi = |id: &InstId| matches!(self.function.insts[*id].kind, InstKind::Phi { .. });
        let mut any = Condition::Never;
        for phi in insts.take_while(is_phi) {
            let (a, b) = values(phi)?;
            if a != b {
                any = any.or(Condition::Differ(a, b));
            }
        }
        Some(any)
    }

    /// The value of a phi where control comes from the branch itself.
    fn past_value(&self, edits: &[Edit], phi: InstId, direct: Direct) -> Option<Value> {
        let edited = edits.iter().find_map(|edit| match &edit.change {
            Change::Incoming { from, value } if edit.at == phi && *from == self.home => Some(value),
            _ => None,
        });
        match (direct, edited) {
            (Direct::Mutant, Some(new)) => new.result.filter(|_| new.code.is_empty()),
            _ => {
                let InstKind::Phi { incoming, .. } = &self.function.insts[phi].kind else {
                    return None;
                };
                let entry = incoming.iter().find(|entry| entry.1 == self.home);
                entry.map(|entry| entry.0)
            }
        }
    }
}

/// Who passes the operand.
#[derive(Clone, Copy)]
enum Direct {
    Original,
    Mutant,
}

impl Path {
    fn value(&self, value: Value) -> Value {
        match value {
            Value::Local(local) => self.values.get(&local).copied().unwrap_or(value),
            _ => value,
        }
    }
}

fn all_of(literals: &[Literal]) -> Condition {
    let literals = literals.iter().map(|&(cond, holds)| match holds {
        true => Condition::Holds(cond),
        false => Condition::Holds(cond).negated(),
    });
    literals.fold(Condition::Always, Condition::and)
}
