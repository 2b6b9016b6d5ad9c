//! The indices of an element of Fortran, which flang combines to one offset: a summand for each dimension,
//! the last dimension outermost.

use quell_ir::opcode::BinOp;
use quell_ir::{InstId, InstKind, Value};
use quell_source::{Kind, Language, NodeId};

use super::{Aligner, Use};

impl Aligner<'_> {
    /// The indices that are not constant, with the uses of their values.
    pub(super) fn subscripts(&self, inst: InstId, node: NodeId) -> Vec<(NodeId, Use)> {
        let children = &self.tree.node(node).children;
        let InstKind::Gep { indices, .. } = self.kind_of(inst) else {
            return Vec::new();
        };
        let mut at = Use {
            inst,
            operand: indices.len() as u32,
        };
        let mut found = Vec::new();
        for &child in children.iter().skip(2).rev() {
            let sum = self.value_at(at).and_then(|value| self.def(value));
            let is_sum = |inst: &InstId| {
                matches!(self.kind_of(*inst), InstKind::Binary { op: BinOp::Add, .. })
            };
            let Some(sum) = sum.filter(is_sum) else {
                // Constants alone, or an address of another shape.
                return Vec::new();
            };
            found.push((
                child,
                Use {
                    inst: sum,
                    operand: 0,
                },
            ));
            at = Use {
                inst: sum,
                operand: 1,
            };
        }
        found.extend(children.get(1).map(|&child| (child, at)));
        found.retain(|&(_, at)| !matches!(self.value_at(at), Some(Value::Const(_))));
        found
    }

    /// Whether an index is folded into an address, and the statement has other elements of the same array.
    pub(super) fn has_folded_index(&self, inst: InstId, node: NodeId, seen: usize) -> bool {
        let fortran = self.tree.language() == Language::Fortran;
        let element = matches!(self.kind_of(inst), InstKind::Gep { .. });
        if !fortran || !element || self.tree.kind(node) != Kind::Index {
            return false;
        }
        let base = |node: NodeId| {
            self.tree
                .child(node, 0)
                .map(|base| self.tree.node_text(base))
        };
        let nodes = self
            .place(inst)
            .map_or(&[][..], |place| self.tree.at(place));
        let same = nodes.iter().filter(|&&other| {
            let both = base(other).zip(base(node));
            let named = both.is_some_and(|(a, b)| a.eq_ignore_ascii_case(b));
            self.tree.kind(other) == Kind::Index && named
        });
        seen + 1 < self.tree.node(node).children.len() && same.count() > 1
    }
}
