//! `a * b + c` of floating point, which clang fuses into one operation.

use quell_ir::{InstId, InstKind, Value};
use quell_source::{BinaryOp, Kind, NodeId};

use super::shapes::callee_name;
use super::{Aligner, Use};

/// A product and the other operand of its sum or difference, as in the source.
#[derive(Clone, Copy, Debug)]
pub struct Fused {
    /// The node of the product.
    pub product: NodeId,
    /// The product is the left operand.
    pub product_first: bool,
    pub factors: [Value; 2],
    pub other: Value,
}

impl Aligner<'_> {
    pub(super) fn is_fused(&self, inst: InstId) -> bool {
        let call = self.kind_of(inst).as_call();
        let name = call.and_then(|call| callee_name(self.module, call));
        name.is_some_and(|name| name.starts_with("llvm.fmuladd.f"))
    }

    /// The parts of the operation at a sum or difference.
    pub fn fused(&self, inst: InstId, node: NodeId) -> Option<Fused> {
        let (product, product_first) = self.fused_product(inst, node)?;
        let call = self
            .kind_of(inst)
            .as_call()
            .filter(|_| self.is_fused(inst))?;
        let [a, b, c] = &call.args[..] else {
            return None;
        };
        Some(Fused {
            product,
            product_first,
            factors: [self.unsigned_value(a.value), b.value],
            other: self.unsigned_value(c.value),
        })
    }

    /// The child that is the product: the left one if it can be, as clang does it.
    fn fused_product(&self, inst: InstId, node: NodeId) -> Option<(NodeId, bool)> {
        let sum = match self.tree.kind(node) {
            Kind::Binary(op) | Kind::Assign(Some(op)) => op,
            _ => return None,
        };
        let operand = |index| {
            let child = self.tree.bare(self.tree.child(node, index)?);
            let computed = self.found.insts.get(&(child, super::Class::Compute));
            let elsewhere = computed.is_some_and(|&other| other != inst);
            (self.tree.kind(child) == Kind::Binary(BinaryOp::Mul) && !elsewhere).then_some(child)
        };
        let fits = matches!(sum, BinaryOp::Add | BinaryOp::Sub);
        let left = operand(0).filter(|_| matches!(self.tree.kind(node), Kind::Binary(_)));
        let found = match left.filter(|_| fits) {
            Some(product) => (product, true),
            None => (operand(1).filter(|_| fits)?, false),
        };
        (sum == BinaryOp::Add || self.shows_sign(inst, found.1)).then_some(found)
    }

    /// Whether the operand of a difference that is subtracted has a sign of its own: that of a constant is a part of it.
    fn shows_sign(&self, inst: InstId, product_first: bool) -> bool {
        let call = self.kind_of(inst).as_call();
        let subtracted = if product_first { 2 } else { 0 };
        let value = call.and_then(|call| call.args.get(subtracted));
        value.is_none_or(|arg| !matches!(arg.value, Value::Const(_)))
    }

    /// The value below the sign that clang gives an operand of a difference.
    fn unsigned_value(&self, value: Value) -> Value {
        match self.def(value) {
            Some(inst) if self.is_fused_sign(inst) => match *self.kind_of(inst) {
                InstKind::FNeg { arg, .. } => arg,
                _ => value,
            },
            _ => value,
        }
    }

    /// A sign that only serves a fused operation at the same place.
    pub(super) fn is_fused_sign(&self, inst: InstId) -> bool {
        let users = self.users_of(inst);
        let place = self.place(inst);
        matches!(self.kind_of(inst), InstKind::FNeg { .. })
            && !users.is_empty()
            && users
                .iter()
                .all(|user| self.is_fused(user.inst) && self.place(user.inst) == place)
    }

    /// The factors and the other operand, with the uses of their values.
    pub(super) fn fused_children(&self, inst: InstId, node: NodeId) -> Vec<(NodeId, Use)> {
        let Some(fused) = self.fused(inst, node) else {
            return Vec::new();
        };
        let other = self.tree.child(node, usize::from(fused.product_first));
        let factors = [0, 1].map(|index| self.tree.child(fused.product, index));
        // The callee is the first operand.
        let places = [(factors[0], 1), (factors[1], 2), (other, 3)];
        let known = places.into_iter().filter_map(|(child, operand)| {
            let at = Use { inst, operand };
            Some((child?, at))
        });
        known.collect()
    }
}
