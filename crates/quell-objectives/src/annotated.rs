//! Annotations, by which a program restricts its inputs, get no mutants: they are no code under test.

use quell_ir::Module;
use quell_source::{Kind, Language, NodeId};
use quell_values::annotations::{self, Annotation};

use crate::tree::Tree;

/// Whether a node is in a call of an annotation, or a statement that consists of one. A call that returns an input is an
/// expression like others; only its arguments get no mutants.
pub(crate) fn is_annotation(module: &Module, tree: &Tree, node: NodeId) -> bool {
    let is_call = |node: NodeId| annotation(module, tree, node).is_some();
    if let Some(annotation) = annotation(module, tree, alone_in(tree, node)) {
        return !gives_value(annotation) || tree.kind(node) == Kind::Expression;
    }
    let parent = |id: &NodeId| tree.parent(*id);
    let mut around = std::iter::successors(parent(&node), parent);
    around.any(is_call)
}

/// The expression of a statement that has no other part; else the node itself.
fn alone_in(tree: &Tree, node: NodeId) -> NodeId {
    match (tree.kind(node), &tree.node(node).children[..]) {
        (Kind::Expression, [only]) => tree.bare(*only),
        _ => node,
    }
}

fn gives_value(annotation: Annotation) -> bool {
    matches!(
        annotation,
        Annotation::Value { .. } | Annotation::Range | Annotation::Choice
    )
}

/// The name of the called function, unless the program defines it itself.
fn annotation(module: &Module, tree: &Tree, node: NodeId) -> Option<Annotation> {
    if tree.kind(node) != Kind::Call {
        return None;
    }
    let callee = tree.text(tree.node(node).token);
    // Rust's path leads to the name.
    let name = callee.rsplit("::").next().unwrap_or(callee).trim();
    let symbol = match tree.language() {
        Language::Fortran => format!("{}_", name.to_lowercase()),
        Language::C | Language::Rust => name.to_owned(),
    };
    let own = module.find_function(&symbol);
    let is_own = own.is_some_and(|id| !module.functions[id].is_declaration());
    annotations::find(&symbol).filter(|_| !is_own)
}
