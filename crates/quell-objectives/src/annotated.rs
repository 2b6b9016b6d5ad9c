//! What a program says of its inputs is no code that could have faults: nothing in it is changed.

use quell_source::{Kind, Language, NodeId};
use quell_values::annotations::{self, Annotation};

use crate::tree::Tree;

/// Whether a node is in a call of an annotation, or a statement that is nothing else. A call that gives an input is an
/// expression like others; only its arguments are left alone.
pub(crate) fn is_annotation(tree: &Tree, node: NodeId) -> bool {
    if is_call(tree, alone_in(tree, node)) {
        return !gives_value(tree, alone_in(tree, node)) || tree.kind(node) == Kind::Expression;
    }
    let parent = |id: &NodeId| tree.parent(*id);
    let mut around = std::iter::successors(parent(&node), parent);
    around.any(|id| is_call(tree, id))
}

/// The expression of a statement that has no other part; else the node itself.
fn alone_in(tree: &Tree, node: NodeId) -> NodeId {
    match (tree.kind(node), &tree.node(node).children[..]) {
        (Kind::Expression, [only]) => tree.bare(*only),
        _ => node,
    }
}

fn is_call(tree: &Tree, node: NodeId) -> bool {
    annotation(tree, node).is_some()
}

fn gives_value(tree: &Tree, node: NodeId) -> bool {
    matches!(
        annotation(tree, node),
        Some(Annotation::Value { .. } | Annotation::Range | Annotation::Choice)
    )
}

fn annotation(tree: &Tree, node: NodeId) -> Option<Annotation> {
    if tree.kind(node) != Kind::Call {
        return None;
    }
    let callee = tree.text(tree.node(node).token);
    // Rust's path leads to the name.
    let name = callee.rsplit("::").next().unwrap_or(callee).trim();
    match tree.language() {
        Language::Fortran => annotations::find(&name.to_lowercase()),
        Language::C | Language::Rust => annotations::find(name),
    }
}
