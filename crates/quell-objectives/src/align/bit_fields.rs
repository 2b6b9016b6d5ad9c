//! Bit-fields of C: the code that extracts them from their words, or inserts them, is no operator of the source.

use std::collections::BTreeMap;

use quell_bits::Bits;
use quell_ir::debug::DebugInfo;
use quell_ir::metadata::{MdField, MdNode, Metadata};
use quell_ir::opcode::BinOp;
use quell_ir::{ConstId, ConstKind, InstId, InstKind, Module, Type, Value};
use quell_source::{Kind, NodeId};

use super::names::is_truth;
use super::operands::{Agreement, Form, Operand};
use super::{Aligner, Part, Use, ValueSite, literal};
use crate::support;
use crate::tree::Tree;

/// The maximal number of instructions that extract or insert a field.
const MAX_STEPS: u32 = 8;

/// The names of all bit-fields, and whether they are truth values.
pub fn names(module: &Module) -> BTreeMap<String, bool> {
    let info = DebugInfo::new(module);
    let nodes = module.metadata.values().filter_map(|data| match data {
        Metadata::Node(node) => Some(node),
        _ => None,
    });
    let fields = nodes.filter(|node| match field(module, node, "flags") {
        Some(MdField::Word(flags)) => module.text(*flags).contains("DIFlagBitField"),
        _ => false,
    });
    let mut names = BTreeMap::new();
    for node in fields {
        let truth = match field(module, node, "baseType") {
            Some(MdField::Ref(ty)) => is_truth(&info, Some(*ty)),
            _ => false,
        };
        if let Some(MdField::String(name)) = field(module, node, "name") {
            *names.entry(module.text(*name).to_owned()).or_default() |= truth;
        }
    }
    names
}

fn field<'m>(module: &Module, node: &'m MdNode, name: &str) -> Option<&'m MdField> {
    let mut fields = node.fields.iter();
    let named = fields.find(|field| field.0.is_some_and(|own| module.text(own) == name));
    named.map(|field| &field.1)
}

impl Aligner<'_> {
    /// Whether arithmetic only extracts a bit-field from its word or inserts it.
    pub(super) fn is_packing(&self, inst: InstId) -> bool {
        let place = self
            .place(inst)
            .filter(|_| !self.tree.bit_fields.is_empty());
        let nodes = place.map_or(&[][..], |place| self.tree.at(place));
        let accessed = nodes.iter().any(|&node| self.bit_field_of(node).is_some());
        accessed && (self.takes_out(inst, MAX_STEPS) || self.puts_in(inst, MAX_STEPS))
    }

    /// The bit-field that a node is or changes.
    fn bit_field_of(&self, node: NodeId) -> Option<NodeId> {
        let member = match self.tree.kind(node) {
            Kind::Assign(_) | Kind::Update { .. } => self.tree.bare(self.tree.child(node, 0)?),
            _ => node,
        };
        let name = self.tree.text(self.tree.node(member).token);
        let is_member = matches!(self.tree.kind(member), Kind::Member { .. });
        (is_member && self.tree.bit_fields.contains_key(name)).then_some(member)
    }

    /// Shifts and masks by constants, of a word that was read at the same place.
    fn takes_out(&self, inst: InstId, steps: u32) -> bool {
        let (Some((_, inner)), Some(steps)) = (self.masked(inst), steps.checked_sub(1)) else {
            return false;
        };
        match self.kind_of(inner) {
            InstKind::Load { .. } => self.place(inner) == self.place(inst),
            _ => self.takes_out(inner, steps) || self.puts_in(inner, steps),
        }
    }

    /// The mask or shift by a constant that an instruction is, and what it is applied to.
    fn masked(&self, inst: InstId) -> Option<(BinOp, InstId)> {
        match *self.kind_of(inst) {
            InstKind::Binary {
                op: op @ (BinOp::And | BinOp::LShr | BinOp::AShr | BinOp::Shl),
                lhs,
                rhs: Value::Const(_),
                ..
            } => Some((op, self.def(lhs)?)),
            _ => None,
        }
    }

    /// The insertion of a new field beside the old ones, and the instructions before it.
    fn puts_in(&self, inst: InstId, steps: u32) -> bool {
        let Some(steps) = steps.checked_sub(1) else {
            return false;
        };
        let users = self.users_of(inst);
        match *self.kind_of(inst) {
            InstKind::Binary {
                op: BinOp::Or, lhs, ..
            } => {
                let beside = self.def(lhs).is_some_and(|old| self.takes_out(old, 1));
                let stored = |user: &Use| matches!(self.kind_of(user.inst), InstKind::Store { .. });
                beside && !users.is_empty() && users.iter().all(stored)
            }
            InstKind::Binary {
                op: BinOp::And | BinOp::Shl,
                rhs: Value::Const(_),
                ..
            } => users.iter().any(|user| {
                self.place(user.inst) == self.place(inst) && self.puts_in(user.inst, steps)
            }),
            _ => false,
        }
    }

    /// The operand that holds a bit-field, promoted as C does it.
    pub(super) fn packed_operand(&self, node: NodeId, at: Use) -> Option<Operand> {
        self.bit_field_of(node).filter(|&member| member == node)?;
        let taken_out = |at: Use| {
            let inst = self.def(self.value_at(at)?)?;
            self.is_packing(inst).then_some(inst)
        };
        let (mut outer, mut last) = (at, at);
        while taken_out(last).is_none() {
            outer = last;
            last = self.inside_conversion(last)?;
        }
        let mut inst = taken_out(last)?;
        let promotes = matches!(self.kind_of(last.inst), InstKind::Cast { .. })
            && self.place(last.inst) == self.place(inst);
        while let Some((_, inner)) = self.masked(inst) {
            inst = inner;
        }
        let nodes = self.tree.at(self.place(inst)?);
        let own = nodes
            .iter()
            .any(|&other| self.bit_field_of(other) == Some(node));
        let at = if promotes { outer } else { last };
        own.then_some(Operand {
            node,
            at,
            value: self.value_at(at)?,
            agreement: Agreement::Yes,
            form: Some(Form::Variable(None)),
        })
    }

    /// The use of the value that an assignment inserts into a bit-field.
    pub(super) fn packed_value(&self, store: InstId, node: NodeId) -> Option<Use> {
        self.bit_field_of(node)?;
        let whole = self.def(self.value_at(Use {
            inst: store,
            operand: 0,
        })?)?;
        let InstKind::Binary {
            op: BinOp::Or, rhs, ..
        } = *self.kind_of(whole)
        else {
            return None;
        };
        let mut inst = self.def(rhs).filter(|_| self.is_packing(whole))?;
        while let Some((BinOp::Shl, inner)) = self.masked(inst) {
            inst = inner;
        }
        self.masked(inst)?;
        Some(Use { inst, operand: 0 })
    }

    /// Constants that are inserted into bit-fields, which the compiler packs itself.
    pub(super) fn field_values(&self) -> Vec<ValueSite> {
        let stores = self.found.nodes.iter();
        let sites = stores.filter_map(|(&inst, &node)| self.field_value(inst, node));
        sites.collect()
    }

    fn field_value(&self, inst: InstId, node: NodeId) -> Option<ValueSite> {
        let plain = self.tree.kind(node) == Kind::Assign(None);
        let alone = self.tree.kind(self.tree.holder(node)?.0) == Kind::Expression;
        let member = self.bit_field_of(node).filter(|_| plain && alone)?;
        // A value converted to a Boolean becomes 0 or 1.
        let name = self.tree.text(self.tree.node(member).token);
        if self.tree.bit_fields.get(name) != Some(&false) {
            return None;
        }
        let InstKind::Store { value, .. } = *self.kind_of(inst) else {
            return None;
        };
        let (kept, put_in) = self.packed_constant(self.def(value)?)?;
        let (BinOp::And, _) = self.masked(kept)? else {
            return None;
        };
        let InstKind::Binary { rhs, .. } = *self.kind_of(kept) else {
            return None;
        };
        let outside = self.int_of(rhs)?;
        let mask = !outside.to_u64()? & ones(outside.width())?;
        let literal = self.uncast(self.tree.child(node, 1)?);
        let width = if mask.count_ones() > 32 { 64 } else { 32 };
        let id = self.known_literal(literal, width)?;
        let number = self.int_of(Value::Const(id))?.to_u64()?;
        let same = put_in == (number << mask.trailing_zeros()) & mask;
        let result = self.function.insts[kept].result.expand()?;
        same.then_some(ValueSite {
            node: literal,
            at: Use { inst, operand: 0 },
            value: Value::Const(id),
            ty: self.module.consts.get(id).ty,
            signed: None,
            form: Form::Constant,
            target_of: None,
            bound: None,
            part: Some(Part::Field {
                kept: Value::Local(result),
                mask,
            }),
        })
    }

    /// The part of a word that is kept, and the inserted bits; inserted zeros leave no instruction.
    fn packed_constant(&self, word: InstId) -> Option<(InstId, u64)> {
        match *self.kind_of(word) {
            InstKind::Binary {
                op: BinOp::Or,
                lhs,
                rhs,
                ..
            } => Some((self.def(lhs)?, self.int_of(rhs)?.to_u64()?)),
            _ => Some((word, 0)),
        }
    }

    fn known_literal(&self, node: NodeId, width: u32) -> Option<ConstId> {
        let number = literal::signed(self.tree, node)?;
        let ty = self.module.types.lookup(&Type::Int(width))?;
        let bits = Bits::from_i64(width, number);
        self.module.consts.lookup(ty, &ConstKind::Int(bits))
    }
}

/// A mask of this many ones; `None` if the word is shorter.
fn ones(width: u32) -> Option<u64> {
    u64::MAX.checked_shr(64u32.checked_sub(width)?)
}

/// Adds the literals that are assigned to bit-fields to the module, as the compiler emits only bits of them.
pub fn intern_literals(module: &mut Module, tree: &Tree) {
    if tree.bit_fields.is_empty() {
        return;
    }
    for node in tree.descend(tree.file().root()) {
        let value = tree.child(node, 1);
        let value = value.filter(|_| tree.kind(node) == Kind::Assign(None));
        if let Some(number) = value.and_then(|value| literal::signed(tree, tree.bare(value))) {
            for width in [32, 64] {
                support::int(module, width, number);
            }
        }
    }
}
