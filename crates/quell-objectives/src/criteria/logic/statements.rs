//! Functions that are entered, and statements that are executed.

use quell_ir::{InstId, InstKind};
use quell_source::{Kind, NodeId};

use super::Labeller;
use crate::annotated::is_annotation;
use crate::condition::Condition;
use crate::criteria::decisions::function_node;

/// FC and IC.
pub(super) fn labels(labeller: &mut Labeller<'_>) {
    let Some(function) = function_node(labeller.aligner) else {
        return;
    };
    if labeller.has("FC")
        && let Some(first) = entry(labeller)
    {
        let predicate = labeller.at(first, Vec::new(), Condition::Always);
        let text = first_line(labeller, function);
        labeller.label("FC", (function, text), vec![predicate]);
    }
    if labeller.has("IC") {
        for node in statements(labeller, function) {
            statement(labeller, node);
        }
    }
}

/// The first instruction that does something.
fn entry(labeller: &Labeller<'_>) -> Option<InstId> {
    let function = labeller.aligner.function;
    let insts = &function.blocks[function.entry()?].insts;
    let mut all = insts.iter().copied();
    all.find(|&inst| !matches!(function.insts[inst].kind, InstKind::Alloca { .. }))
}

fn statement(labeller: &mut Labeller<'_>, node: NodeId) {
    match labeller.aligner.first_of(node) {
        Some(first) => {
            let predicate = labeller.at(first, Vec::new(), Condition::Always);
            let text = first_line(labeller, node);
            labeller.label("IC", (node, text), vec![predicate]);
        }
        None if labeller.aligner.insts_of(node).is_empty() => {
            labeller.skip("IC", node, "there is no code for it");
        }
        None => labeller.skip("IC", node, "it is not certain where its code begins"),
    }
}

fn first_line(labeller: &Labeller<'_>, node: NodeId) -> String {
    let text = labeller.aligner.tree.node_text(node);
    text.lines().next().unwrap_or("").trim().to_owned()
}

/// The statements of a function that may have code, in the order of the text. What a statement is made of, as the first part
/// of a `for`, is none of its own.
fn statements(labeller: &Labeller<'_>, function: NodeId) -> Vec<NodeId> {
    let tree = labeller.aligner.tree;
    let mut found = Vec::new();
    let mut open = vec![function];
    while let Some(id) = open.pop() {
        let kind = tree.kind(id);
        let is_code = !is_annotation(labeller.aligner.module, tree, id);
        if kind == Kind::Function && id != function || !is_code {
            continue;
        }
        if is_executed(labeller, id) {
            found.push(id);
        }
        let children = &tree.node(id).children;
        let own = match kind {
            Kind::For => children.len().saturating_sub(1),
            _ => 0,
        };
        open.extend(children[own..].iter().rev().copied());
    }
    found
}

fn is_executed(labeller: &Labeller<'_>, id: NodeId) -> bool {
    let tree = labeller.aligner.tree;
    match tree.kind(id) {
        Kind::Case { .. } | Kind::Labelled => false,
        // Without a value nothing is executed.
        Kind::Declaration => {
            let children = &tree.node(id).children;
            let mut kinds = children.iter().map(|&child| tree.kind(child));
            kinds.any(|kind| kind == Kind::Declared)
        }
        kind => kind.is_statement(),
    }
}
