//! Fortran's `do` loops: flang computes the trip count from the bounds and the step before the loop, so a bound is
//! found in the operands of the count.

use quell_bits::Bits;
use quell_ir::opcode::{BinOp, CastOp, IntPred};
use quell_ir::{BlockId, ConstKind, InstId, InstKind, Value};
use quell_source::{Kind, Language, NodeId};

use super::operands::Agreement;
use super::{Aligner, Use, ValueSite, literal};

/// Which of the expressions after `do i =`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bound {
    First,
    Last,
    Step,
}

/// Sites of bounds are distinguished by operand numbers that no instruction has.
const BOUND_OPERANDS: u32 = 1 << 16;

const BOUNDS: [Bound; 3] = [Bound::First, Bound::Last, Bound::Step];

/// A loop as flang emits it: the variable and the remaining trip count are phis or, if the loop has jumps out of
/// it, variables in memory.
#[derive(Clone, Copy, Debug)]
pub struct Rounds {
    pub node: NodeId,
    /// The exit block.
    pub after: BlockId,
    /// The initial trip count, and the initial value of the variable.
    pub left: Use,
    pub variable: Use,
    /// The location of the variable.
    pub kept: Value,
    /// The instruction that adds the step to the variable.
    pub advance: InstId,
    /// The values of first, last and step.
    pub bounds: [Value; 3],
}

/// The parts of a loop before its bounds are known.
#[derive(Clone, Copy, Debug)]
pub struct Parts {
    node: NodeId,
    after: BlockId,
    left: Use,
    variable: Use,
    kept: Value,
    advance: InstId,
}

impl Aligner<'_> {
    /// Finds the loops first, so that their own instructions are not aligned as operators.
    pub(super) fn collect_loops(&mut self) {
        if self.tree.language() != Language::Fortran {
            return;
        }
        for block in self.function.blocks.keys() {
            let Some((node, test)) = self.loop_at(block) else {
                continue;
            };
            let parts = match self.kind_of(test) {
                InstKind::Phi { .. } => self.parts_in_phis(block, node, test),
                InstKind::Load { ptr, .. } => self.parts_in_memory(block, node, *ptr),
                _ => None,
            };
            match parts {
                Some(parts) => self.loops.push(parts),
                None => self.found.unaligned.push(test),
            }
        }
    }

    pub(super) fn collect_rounds(&mut self) {
        for parts in self.loops.clone() {
            match self.bounds_of(&parts) {
                Some(bounds) => self.found.rounds.push(Rounds {
                    node: parts.node,
                    after: parts.after,
                    left: parts.left,
                    variable: parts.variable,
                    kept: parts.kept,
                    advance: parts.advance,
                    bounds,
                }),
                None => self.found.unaligned.push(parts.left.inst),
            }
        }
    }

    /// The loop whose trip count a block tests, and the tested value.
    fn loop_at(&self, block: BlockId) -> Option<(NodeId, InstId)> {
        let end = self.function.terminator(block)?;
        let InstKind::CondBr { cond, .. } = *self.kind_of(end) else {
            return None;
        };
        let InstKind::ICmp { pred, lhs, rhs, .. } = *self.kind_of(self.def(cond)?) else {
            return None;
        };
        let left = self
            .def(lhs)
            .filter(|_| pred == IntPred::Sgt && self.is_zero(rhs))?;
        let own = self.block_of.get(&left) == Some(&block);
        let nodes = self.tree.at(self.place(end)?).iter().copied();
        let mut loops = nodes.filter(|&node| self.tree.kind(node) == Kind::CountedLoop);
        let node = loops.next().filter(|_| own)?;
        loops.next().is_none().then_some((node, left))
    }

    fn after(&self, block: BlockId) -> Option<BlockId> {
        match *self.kind_of(self.function.terminator(block)?) {
            InstKind::CondBr { otherwise, .. } => Some(otherwise),
            _ => None,
        }
    }

    fn parts_in_phis(&self, block: BlockId, node: NodeId, left: InstId) -> Option<Parts> {
        let insts = self.function.blocks[block].insts.iter().copied();
        let mut others = insts
            .filter(|&inst| inst != left && matches!(self.kind_of(inst), InstKind::Phi { .. }));
        let variable = others.next().filter(|_| others.next().is_none())?;
        let (first, next) = self.ways_into(variable, left)?;
        let (count, _) = self.ways_into(left, left)?;
        let users = self.users_of(variable).iter();
        let mut stores = users.filter_map(|user| match *self.kind_of(user.inst) {
            InstKind::Store { ptr, .. } if user.operand == 0 => Some(ptr),
            _ => None,
        });
        let kept = stores.next()?;
        Some(Parts {
            node,
            after: self.after(block)?,
            left: count,
            variable: first,
            kept,
            advance: self.def(self.value_at(next)?)?,
        })
    }

    /// The incoming edges of a phi of a loop: on entry, and from the latch.
    fn ways_into(&self, phi: InstId, left: InstId) -> Option<(Use, Use)> {
        let InstKind::Phi { incoming, .. } = self.kind_of(left) else {
            return None;
        };
        let own = self.function.insts[left].result.expand().map(Value::Local);
        let counts_down = |value: Value| {
            self.def_is(value, |kind| {
                matches!(kind, InstKind::Binary { op: BinOp::Sub, lhs, .. } if Some(*lhs) == own)
            })
        };
        let (again, before) = match incoming[..] {
            [(a, from_a), (_, from_b)] if counts_down(a) => (from_a, from_b),
            [(_, from_a), (b, from_b)] if counts_down(b) => (from_b, from_a),
            _ => return None,
        };
        let InstKind::Phi { incoming, .. } = self.kind_of(phi) else {
            return None;
        };
        let from = |block| {
            let operand = incoming.iter().position(|entry| entry.1 == block)?;
            let operand = operand as u32;
            Some(Use { inst: phi, operand })
        };
        Some((from(before)?, from(again)?))
    }

    /// The counter is an unnamed variable, stored once before the loop and decremented in each iteration.
    fn parts_in_memory(&self, block: BlockId, node: NodeId, counter: Value) -> Option<Parts> {
        let slot = self.def(counter)?;
        let unnamed = matches!(self.kind_of(slot), InstKind::Alloca { .. })
            && self.names.at(self.module, counter).is_none();
        let [count, again] = self.stores_to(slot).filter(|_| unnamed)?;
        let (before, round) = (self.block_of[&count], self.block_of[&again]);
        let name = self.tree.node_text(self.tree.child(node, 0)?);
        let last_in = |block: BlockId| {
            let insts = self.function.blocks[block].insts.iter().rev().copied();
            let mut stores = insts.filter_map(|inst| match *self.kind_of(inst) {
                InstKind::Store { ptr, .. } => Some((inst, ptr)),
                _ => None,
            });
            stores.next()
        };
        let (first, kept) = last_in(before)?;
        let (next, same) = last_in(round)?;
        let named = self.names.at(self.module, kept)?;
        let operand = 0;
        let value = self.value_at(Use {
            inst: next,
            operand,
        })?;
        (kept == same && self.same_name(&named.name, name)).then_some(Parts {
            node,
            after: self.after(block)?,
            left: Use {
                inst: count,
                operand,
            },
            variable: Use {
                inst: first,
                operand,
            },
            kept,
            advance: self.def(value)?,
        })
    }

    /// The only two stores to a variable: the one outside of a loop and the one that counts down.
    fn stores_to(&self, slot: InstId) -> Option<[InstId; 2]> {
        let users = self.users_of(slot).iter();
        let stores = users.filter(|user| {
            matches!(self.kind_of(user.inst), InstKind::Store { .. }) && user.operand == 1
        });
        let stores: Vec<InstId> = stores.map(|user| user.inst).collect();
        let counts = |inst: InstId| {
            let value = self.value_at(Use { inst, operand: 0 });
            let computed = value.and_then(|value| self.binary_of(value));
            computed.is_some_and(|(op, _, by)| op == BinOp::Sub && self.number(by) == Some(1))
        };
        match stores[..] {
            [a, b] if counts(b) => Some([a, b]),
            [b, a] if counts(b) => Some([a, b]),
            _ => None,
        }
    }

    fn bounds_of(&self, parts: &Parts) -> Option<[Value; 3]> {
        let InstKind::Binary {
            op: BinOp::Add,
            rhs: step,
            ..
        } = *self.kind_of(parts.advance)
        else {
            return None;
        };
        let first = self.narrowed(self.value_at(parts.variable)?);
        let step = self.narrowed(step);
        let count = self.value_at(parts.left)?;
        let last = self.last_of(count, (first, step), self.tree.child(parts.node, 2)?)?;
        Some([first, last, step])
    }

    /// Instructions of a loop that flang places at the last statement of its body, and variables.
    pub(super) fn is_bookkeeping(&self, inst: InstId) -> bool {
        if self.tree.language() != Language::Fortran {
            return false;
        }
        match *self.kind_of(inst) {
            InstKind::Alloca { .. } => true,
            InstKind::Br { .. } => {
                let mut rounds = self
                    .loops
                    .iter()
                    .map(|parts| self.block_of.get(&parts.advance));
                rounds.any(|block| block == self.block_of.get(&inst))
            }
            InstKind::Store { value, ptr, .. } => {
                let phi = self.def_is(value, |kind| matches!(kind, InstKind::Phi { .. }));
                phi || self.is_counter(ptr)
                    || self.def(value).is_some_and(|inst| self.is_advance(inst))
            }
            InstKind::Load { ptr, .. } => {
                let users = self.users_of(inst);
                let advances = users.iter().all(|user| self.is_advance(user.inst));
                self.is_counter(ptr) || !users.is_empty() && advances
            }
            _ => self.is_advance(inst),
        }
    }

    /// Whether a variable is only the trip counter of a loop.
    fn is_counter(&self, ptr: Value) -> bool {
        let slot = self.def(ptr);
        let mut stores = self.loops.iter().map(|parts| parts.left.inst);
        slot.is_some()
            && stores.any(|inst| match *self.kind_of(inst) {
                InstKind::Store { ptr, .. } => self.def(ptr) == slot,
                _ => false,
            })
    }

    /// Whether an instruction only serves a loop's variable or its trip count.
    pub(super) fn is_advance(&self, inst: InstId) -> bool {
        let users = self.users_of(inst);
        let phis = users
            .iter()
            .all(|user| matches!(self.kind_of(user.inst), InstKind::Phi { .. }));
        let known = self.loops.iter().any(|parts| parts.advance == inst);
        let counts = users.iter().any(|user| match *self.kind_of(user.inst) {
            InstKind::Store { ptr, .. } => user.operand == 0 && self.is_counter(ptr),
            _ => false,
        });
        self.tree.language() == Language::Fortran && !users.is_empty() && (phis || known || counts)
    }

    /// A number before it was extended and truncated again.
    fn narrowed(&self, value: Value) -> Value {
        let inner =
            |value: Value, wanted: CastOp| match self.def(value).map(|inst| self.kind_of(inst)) {
                Some(InstKind::Cast { op, arg, .. }) if *op == wanted => Some(*arg),
                _ => None,
            };
        let whole = inner(value, CastOp::Trunc).and_then(|long| inner(long, CastOp::SExt));
        match whole {
            Some(whole) if self.type_of(whole) == self.type_of(value) => whole,
            _ => value,
        }
    }

    /// The last value in `(last - first + step) / step`, of which parts may be folded.
    fn last_of(&self, count: Value, (first, step): (Value, Value), node: NodeId) -> Option<Value> {
        if self.int_of(count).is_some() {
            return self.folded_last(first, node);
        }
        let one = self.number(step) == Some(1);
        let sum = match self.binary_of(count) {
            Some((BinOp::SDiv, sum, by)) if self.is_same(by, step) => sum,
            _ if one => count,
            _ => return None,
        };
        let last = match (self.number(first), self.number(step)) {
            (Some(first), Some(step)) if first == step => sum,
            (Some(first), Some(step)) => match self.binary_of(sum)? {
                (BinOp::Add, last, rest) if self.number(rest) == step.checked_sub(first) => last,
                _ => return None,
            },
            _ => match self.binary_of(sum)? {
                (BinOp::Add, difference, by) if self.is_same(by, step) => {
                    match self.binary_of(difference)? {
                        (BinOp::Sub, last, from) if self.is_same(from, first) => last,
                        _ => return None,
                    }
                }
                (BinOp::Sub, _, from) if self.is_same(from, first) => {
                    return self.folded_last(first, node);
                }
                _ => return None,
            },
        };
        match self.def(last).map(|inst| self.kind_of(inst)) {
            Some(InstKind::Cast {
                op: CastOp::SExt,
                arg,
                ..
            }) => Some(*arg),
            _ if self.type_of(last) == self.type_of(first) => Some(last),
            _ => None,
        }
    }

    /// The constant of a literal, in the type of the variable: it must occur in the module.
    fn folded_last(&self, first: Value, node: NodeId) -> Option<Value> {
        let ty = self.type_of(first)?;
        let node = self.tree.bare(node);
        let mut all = self.module.consts.iter();
        let found = all.find(|(id, constant)| {
            constant.ty == ty && literal::denotes(self, node, Value::Const(*id)) == Some(true)
        });
        found.map(|(id, _)| Value::Const(id))
    }

    fn binary_of(&self, value: Value) -> Option<(BinOp, Value, Value)> {
        match *self.kind_of(self.def(value)?) {
            InstKind::Binary { op, lhs, rhs, .. } => Some((op, lhs, rhs)),
            _ => None,
        }
    }

    fn number(&self, value: Value) -> Option<i64> {
        self.int_of(value).and_then(Bits::to_i64)
    }

    /// Whether a long number is the extension of the other one.
    fn is_same(&self, long: Value, number: Value) -> bool {
        let both = self.number(long).zip(self.number(number));
        let inner = match self.def(long).map(|inst| self.kind_of(inst)) {
            Some(InstKind::Cast {
                op: CastOp::SExt,
                arg,
                ..
            }) => *arg,
            _ => long,
        };
        both.is_some_and(|(a, b)| a == b) || inner == number
    }

    /// The bounds and steps whose expressions are certain.
    pub(super) fn bound_values(&self) -> Vec<ValueSite> {
        let mut sites = Vec::new();
        for (index, rounds) in self.found.rounds.iter().enumerate() {
            for (number, bound) in BOUNDS.into_iter().enumerate() {
                sites.extend(self.bound_value(rounds, (index, bound), number));
            }
        }
        sites
    }

    fn bound_value(
        &self,
        rounds: &Rounds,
        bound: (usize, Bound),
        number: usize,
    ) -> Option<ValueSite> {
        let node = self.uncast(self.tree.child(rounds.node, number + 1)?);
        let value = rounds.bounds[number];
        let (agreement, form) = self.agreement(node, value);
        let form = form.filter(|_| agreement == Agreement::Yes)?;
        Some(ValueSite {
            node,
            at: Use {
                inst: rounds.left.inst,
                operand: BOUND_OPERANDS + number as u32,
            },
            value,
            ty: self.type_of(value)?,
            signed: Some(true),
            form,
            target_of: None,
            bound: Some(bound),
            part: None,
        })
    }

    /// The loop that a node is.
    pub fn rounds_of(&self, node: NodeId) -> Option<&Rounds> {
        self.found.rounds.iter().find(|rounds| rounds.node == node)
    }
}

/// Whether a constant is the number zero.
pub fn is_zero_constant(module: &quell_ir::Module, value: Value) -> bool {
    match value {
        Value::Const(id) => {
            matches!(&module.consts.get(id).kind, ConstKind::Int(bits) if bits.is_zero())
        }
        _ => false,
    }
}
