//! Assignments and increments whose value is used: `(c = next()) != end`, `while (n--)`.

use quell_ir::{InstId, InstKind, Type, Value};
use quell_source::{Kind, Language, NodeId};

use super::casts::CastTo;
use super::operands::{Agreement, Form, Operand};
use super::signs::wider;
use super::{Aligner, Class, Use};

impl Aligner<'_> {
    /// The operand that holds what an assignment of C stores. None for other nodes, and for constants.
    pub(super) fn assigned_operand(&self, node: NodeId, at: Use) -> Option<Operand> {
        let stored = self.stored_by(node)?;
        let mut chain = vec![at];
        let mut last = at;
        while self.value_at(last) != Some(stored) {
            last = self.inside_conversion(last)?;
            chain.push(last);
        }
        let (at, _, exact) = self.innermost_of(&chain, at);
        Some(Operand {
            node,
            at,
            value: self.value_at(at)?,
            agreement: Agreement::Yes,
            form: exact.then_some(Form::Operator),
        })
    }

    /// What a plain assignment of C stores, unless it is a constant.
    fn stored_by(&self, node: NodeId) -> Option<Value> {
        let value = self.value_at(self.store_of(node)?)?;
        matches!(value, Value::Local(_)).then_some(value)
    }

    /// Where a plain assignment of C stores its value.
    fn store_of(&self, node: NodeId) -> Option<Use> {
        let plain = self.tree.kind(node) == Kind::Assign(None);
        let store = self.found.insts.get(&(node, Class::Write));
        let c = self.tree.language() == Language::C;
        let inst = *store.filter(|_| plain && c)?;
        Some(Use { inst, operand: 0 })
    }

    /// Whether the value of a node counts as signed: that of an assignment has the type of its target.
    pub fn signed_value(&self, node: NodeId, value: Value) -> Option<bool> {
        if self.tree.language() == Language::C
            && let Some(known) = self.signed_by_type(node, value)
        {
            return Some(known);
        }
        if let Some(Type::Int(width)) = self.type_of(value).map(|ty| self.module.types.get(ty))
            && let Some(known) = crate::rust_types::is_signed_value(self, node, *width)
        {
            return Some(known);
        }
        match self.store_of(node) {
            Some(store) if self.value_at(store) == Some(value) => self.constant_sign(store),
            _ if self.is_length(node, value) => Some(false),
            _ => self.signed(value),
        }
    }

    /// Whether the operands of an operator of C count as signed.
    pub(super) fn signed_operands(&self, inst: InstId) -> Option<bool> {
        let node = *self.found.nodes.get(&inst)?;
        let children = self.children_of(inst, node);
        let cast = |(child, _): &(NodeId, Use)| self.cast_around(*child);
        if children.iter().any(|of| cast(of) == Some(CastTo::Unknown)) {
            return None;
        }
        let signs = children
            .into_iter()
            .map(|(child, at)| match cast(&(child, at)) {
                Some(CastTo::Wide { signed }) => Some(signed),
                Some(CastTo::Narrow) => Some(true),
                _ => {
                    let value = self.value_at(at)?;
                    self.signed_value(self.uncast(child), value)
                }
            });
        signs.reduce(wider).flatten()
    }

    /// The outermost of the assignments that pass on the value of a node, which is among these values; `None` if
    /// an assignment passes on another value.
    pub(super) fn given_on(&self, node: NodeId, values: &[Value]) -> Option<NodeId> {
        let mut node = node;
        loop {
            let (holder, child) = self.user_of(node)?;
            let assigned = self.tree.language() == Language::C
                && self.tree.kind(holder) == Kind::Assign(None)
                && self.tree.child_index(holder, child) == Some(1);
            match assigned {
                false => return Some(node),
                true => {
                    let stored = self.stored_by(holder)?;
                    node = values.contains(&stored).then_some(holder)?;
                }
            }
        }
    }

    /// The node around it that is neither parentheses nor a cast, and the child of that node which holds it.
    fn user_of(&self, node: NodeId) -> Option<(NodeId, NodeId)> {
        let mut found = self.tree.holder(node)?;
        while self.tree.kind(found.0) == Kind::Cast {
            found = self.tree.holder(found.0)?;
        }
        Some(found)
    }

    /// Whether a node is the target of an assignment or an increment.
    pub(super) fn is_target(&self, node: NodeId, of: NodeId) -> bool {
        let target = self.tree.child(of, 0);
        target.is_some_and(|target| self.uncast(target) == node)
    }

    /// The uses that must change with the value at a use, so that the edit is a change of the expression there: in C the
    /// assigned value is passed on.
    pub fn reach(&self, at: Use) -> Reach {
        let own = self.found.nodes.get(&at.inst).copied();
        let stored = own.filter(|&node| self.store_of(node) == Some(at));
        match (stored, self.value_at(at)) {
            (Some(_), Some(Value::Local(_))) => self.reach_of_value(at),
            (Some(node), Some(value)) => self.reach_of_constant(node, value),
            _ => Reach::Use,
        }
    }

    fn reach_of_value(&self, at: Use) -> Reach {
        let Some(def) = self.value_at(at).and_then(|value| self.def(value)) else {
            return Reach::Use;
        };
        let others = self.users_of(def).iter().filter(|&&user| user != at);
        let (later, earlier): (Vec<Use>, Vec<Use>) =
            others.partition(|user| self.comes_after(user.inst, at.inst));
        let phi = matches!(self.kind_of(def), InstKind::Phi { .. });
        match (later.is_empty(), earlier.is_empty() && !phi) {
            (true, _) => Reach::Use,
            (false, true) => Reach::Definition(def),
            (false, false) => Reach::Uses(later),
        }
    }

    /// Whether an instruction is executed after another one, whenever it is executed.
    fn comes_after(&self, inst: InstId, other: InstId) -> bool {
        let (block, home) = (self.block_of[&inst], self.block_of[&other]);
        if block != home {
            return self.dominators.dominates(home, block);
        }
        let insts = &self.function.blocks[block].insts;
        let place = |wanted: InstId| insts.iter().position(|&inst| inst == wanted);
        place(other) < place(inst)
    }

    /// A constant has no definition: the assignments around it store it too.
    fn reach_of_constant(&self, node: NodeId, value: Value) -> Reach {
        let mut uses = Vec::new();
        let mut node = node;
        while let Some((holder, child)) = self.tree.holder(node) {
            let index = self.tree.child_index(holder, child);
            match (self.tree.kind(holder), index) {
                (Kind::Expression | Kind::For, _) | (Kind::Comma, Some(0)) => break,
                (Kind::Comma, _) => {}
                (Kind::Assign(None) | Kind::Declared, Some(1)) => {
                    let store = self.found.insts.get(&(holder, Class::Write));
                    let at = store.map(|&inst| Use { inst, operand: 0 });
                    match at.filter(|&at| self.value_at(at) == Some(value)) {
                        Some(at) => uses.push(at),
                        None => return Reach::Unknown,
                    }
                }
                _ => return Reach::Unknown,
            }
            if self.tree.kind(holder) == Kind::Declared {
                break;
            }
            node = holder;
        }
        match uses.is_empty() {
            true => Reach::Use,
            false => Reach::Uses(uses),
        }
    }
}

/// The uses that change with the value of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reach {
    /// The use alone.
    Use,
    /// All users of this instruction.
    Definition(InstId),
    /// These uses of the same value too.
    Uses(Vec<Use>),
    /// Unknown.
    Unknown,
}
