//! Side effects within an expression that C does not put in an order: `a + a++`.

use std::collections::BTreeSet;

use quell_source::{Kind, NodeId, UnaryOp};

use crate::tree::Tree;

/// How deep expressions may nest before they count as unsequenced.
const MAX_DEPTH: u32 = 100;

/// What evaluating an expression reads and changes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Effects {
    reads: BTreeSet<String>,
    changes: BTreeSet<String>,
    /// Those of the changes that may come after the value of the expression is known.
    open: BTreeSet<String>,
    /// Whether two of them conflict.
    pub(crate) conflict: bool,
}

impl Effects {
    pub(crate) fn of(tree: &Tree, node: NodeId) -> Self {
        Self::within(tree, node, MAX_DEPTH)
    }

    fn within(tree: &Tree, node: NodeId, depth: u32) -> Self {
        let Some(depth) = depth.checked_sub(1) else {
            return Self {
                conflict: true,
                ..Self::default()
            };
        };
        let node = tree.bare(node);
        if tree.kind(node) == Kind::SizeOf {
            return Self::default();
        }
        let children = tree.node(node).children.iter();
        let parts: Vec<Self> = children
            .map(|&child| Self::within(tree, child, depth))
            .collect();
        Self::joined(tree, node, &parts)
    }

    /// The effects of a node whose parts have these.
    pub(crate) fn joined(tree: &Tree, node: NodeId, parts: &[Self]) -> Self {
        let kind = tree.kind(node);
        let sequenced = matches!(
            kind,
            Kind::Logical(_) | Kind::Comma | Kind::Conditional | Kind::Declared | Kind::Declaration
        );
        let mut all = Self::default();
        for (index, part) in parts.iter().enumerate() {
            // A sequence point ends the effects of the first operand, and those of arguments.
            let settled = kind == Kind::Call || sequenced && index == 0;
            if !settled {
                all.open.extend(part.open.iter().cloned());
            }
            all.conflict |= part.conflict || !sequenced && all.conflicts_with(part);
            all.reads.extend(part.reads.iter().cloned());
            all.changes.extend(part.changes.iter().cloned());
        }
        if let Some(object) = object(tree, node) {
            all.reads.insert(object);
        }
        if matches!(kind, Kind::Assign(_) | Kind::Update { .. }) {
            let target = tree.child(node, 0).map(|target| tree.bare(target));
            if let Some(object) = target.and_then(|target| object(tree, target)) {
                all.conflict |= all.open.contains(&object);
                all.open.insert(object.clone());
                all.changes.insert(object);
            }
        }
        all
    }

    fn conflicts_with(&self, other: &Self) -> bool {
        let touched = |changes: &BTreeSet<String>, of: &Self| {
            changes
                .iter()
                .any(|object| of.changes.contains(object) || of.reads.contains(object))
        };
        touched(&self.changes, other) || touched(&other.changes, self)
    }
}

/// The object that an expression names; elements of one array are one object.
fn object(tree: &Tree, node: NodeId) -> Option<String> {
    match tree.kind(node) {
        Kind::Name => Some(tree.node_text(node).to_owned()),
        Kind::Member { .. } => Some(tree.node_text(node).replace([' ', '\n'], "")),
        Kind::Index | Kind::Unary(UnaryOp::Deref) => {
            let base = tree.bare(tree.child(node, 0)?);
            Some(format!(
                "*{}",
                tree.node_text(base).replace([' ', '\n'], "")
            ))
        }
        _ => None,
    }
}
