//! Side effects within an expression that C does not put in an order: `a + a++`.

use std::collections::BTreeSet;

use quell_source::{Kind, NodeId, UnaryOp};

use crate::tree::Tree;

/// How deep expressions may nest before they count as unsequenced.
const MAX_DEPTH: u32 = 100;

/// What evaluating an expression reads and changes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Effects {
    /// The object that the expression names.
    object: Option<String>,
    reads: BTreeSet<String>,
    changes: BTreeSet<String>,
    /// Those of the changes that may come after the value of the expression is known.
    open: BTreeSet<String>,
    /// Objects for which two of them conflict.
    conflicts: BTreeSet<String>,
}

impl Effects {
    pub(crate) fn of(tree: &Tree, node: NodeId) -> Self {
        Self::within(tree, node, MAX_DEPTH)
    }

    fn within(tree: &Tree, node: NodeId, depth: u32) -> Self {
        let Some(depth) = depth.checked_sub(1) else {
            return Self {
                conflicts: BTreeSet::from([String::new()]),
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
            if !sequenced {
                let between = all.conflicts_with(part);
                all.conflicts.extend(between);
            }
            all.conflicts.extend(part.conflicts.iter().cloned());
            all.reads.extend(part.reads.iter().cloned());
            all.changes.extend(part.changes.iter().cloned());
        }
        all.object = object(tree, node, parts.first());
        all.reads.extend(all.object.clone());
        if matches!(kind, Kind::Assign(_) | Kind::Update { .. })
            && let Some(object) = parts.first().and_then(|target| target.object.clone())
        {
            if !all.open.insert(object.clone()) {
                all.conflicts.insert(object.clone());
            }
            all.changes.insert(object);
        }
        all
    }

    /// Whether there is a conflict that others do not have.
    pub(crate) fn has_more_conflicts_than(&self, other: &Self) -> bool {
        !self.conflicts.is_subset(&other.conflicts)
    }

    fn conflicts_with(&self, other: &Self) -> BTreeSet<String> {
        let touched = |changes: &BTreeSet<String>, of: &Self| -> Vec<String> {
            let both =
                |object: &&String| of.changes.contains(*object) || of.reads.contains(*object);
            changes.iter().filter(both).cloned().collect()
        };
        let ours = touched(&self.changes, other).into_iter();
        ours.chain(touched(&other.changes, self)).collect()
    }
}

/// The object that an expression names whose first part is known; elements of one array are one object.
fn object(tree: &Tree, node: NodeId, first: Option<&Effects>) -> Option<String> {
    let base = || {
        let named = first.and_then(|first| first.object.clone());
        let child = tree.child(node, 0).map(|child| tree.bare(child));
        named.or_else(|| Some(tree.node_text(child?).replace([' ', '\n'], "")))
    };
    match tree.kind(node) {
        Kind::Name => Some(tree.node_text(node).to_owned()),
        Kind::Member { arrow } => {
            let member = tree.text(tree.node(node).token);
            let pointed = if arrow { "*" } else { "" };
            Some(format!("{pointed}{}.{member}", base()?))
        }
        Kind::Index | Kind::Unary(UnaryOp::Deref) => Some(format!("*{}", base()?)),
        _ => None,
    }
}
