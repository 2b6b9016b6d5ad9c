//! Changes of C whose text has another meaning than the edits. They are not made.

use std::collections::BTreeSet;

use quell_ir::{InstId, InstKind};
use quell_source::{Kind, Language, NodeId, UnaryOp};

use crate::align::Aligner;
use crate::operators::Draft;
use crate::tree::Tree;
use crate::{fortran_texts, rust_types};

/// Parts of a function of C that cannot be changed separately.
#[derive(Debug)]
pub(crate) struct Doubts<'a> {
    aligner: &'a Aligner<'a>,
    /// Atomic read-modify-write operations.
    atomic: BTreeSet<u32>,
    /// Compare-and-exchange loops.
    attempts: BTreeSet<InstId>,
}

impl<'a> Doubts<'a> {
    pub(crate) fn new(aligner: &'a Aligner<'a>) -> Self {
        let insts = &aligner.function.insts;
        let steps = insts.iter().filter(|(_, inst)| {
            matches!(inst.kind, InstKind::AtomicRmw { .. } | InstKind::CmpXchg(_))
        });
        let steps: Vec<InstId> = steps.map(|(id, _)| id).collect();
        let attempts = steps.iter().copied().filter(|&inst| {
            let atomic = matches!(aligner.kind_of(inst), InstKind::CmpXchg(_));
            atomic
                && aligner
                    .place(inst)
                    .is_some_and(|place| has_step(aligner, place))
        });
        Self {
            aligner,
            atomic: steps
                .iter()
                .filter_map(|&inst| aligner.place(inst))
                .collect(),
            attempts: attempts.collect(),
        }
    }

    /// Whether the edits of a change differ from its text.
    pub(crate) fn about(&self, draft: &Draft) -> bool {
        let aligner = self.aligner;
        match aligner.tree.language() {
            Language::C => {}
            Language::Rust => return rust_types::refuses(aligner, draft),
            Language::Fortran => return fortran_texts::says_otherwise(aligner, draft),
        }
        self.is_in_atomic_step(draft.node)
            || self.breaks_attempts(draft)
            || self.is_given_on(draft.node)
            || self.covers_a_header(draft)
            || self.is_beside_an_error(draft.node)
            || self.takes_a_value(draft)
    }

    /// `a += b` and `a++` of an atomic object: the compiler emits one instruction for the operation and others that
    /// recompute its value.
    fn is_in_atomic_step(&self, node: NodeId) -> bool {
        let tree = self.aligner.tree;
        let mut around = std::iter::successors(Some(node), |&id| tree.parent(id));
        around.any(|id| is_step(tree.kind(id)) && self.atomic.contains(&tree.node(id).token.start))
    }

    /// Without the instruction that ends it, a compare-and-exchange loop would not terminate.
    fn breaks_attempts(&self, draft: &Draft) -> bool {
        let mut edits = draft.edits.iter();
        edits.any(|edit| self.attempts.contains(&edit.at))
    }

    /// The condition of `a ?: b` is also its value, and a change of the branch alone has no text.
    fn is_given_on(&self, node: NodeId) -> bool {
        let tree = self.aligner.tree;
        tree.holder(node).is_some_and(|(holder, child)| {
            tree.kind(holder) == Kind::Conditional
                && tree.child(holder, 0) == Some(child)
                && has_no_second(tree, holder)
        })
    }

    /// A macro that is more or less than an operand (`a MINUS_ONE + b`) cannot be parsed, so that operands cannot be
    /// assigned to operators.
    fn is_beside_an_error(&self, node: NodeId) -> bool {
        let tree = self.aligner.tree;
        let Some(around) = self.whole_around(node) else {
            return false;
        };
        let whole = tree.node(around).span;
        let mut errors = tree.file().errors().iter();
        errors.any(|error| whole.start <= error.start && error.end <= whole.end)
    }

    /// The statement that an expression is in, or the part of one that holds other statements.
    fn whole_around(&self, node: NodeId) -> Option<NodeId> {
        let tree = self.aligner.tree;
        let holds_statements = |id: NodeId| {
            let holds = |&id: &NodeId| tree.kind(id).is_statement() || tree.kind(id) == Kind::Block;
            tree.node(id).children.iter().any(holds)
        };
        if tree.kind(node).is_statement() {
            return None;
        }
        let mut part = node;
        while let Some(parent) = tree.parent(part) {
            if tree.kind(parent).is_statement() {
                return Some(if holds_statements(parent) {
                    part
                } else {
                    parent
                });
            }
            part = parent;
        }
        None
    }

    /// The last statement of `({ ...; a; })` is its value, and no other kind of statement has one.
    fn takes_a_value(&self, draft: &Draft) -> bool {
        let tree = self.aligner.tree;
        let span = draft.rewrite.span;
        let statement = tree.nearest(draft.node, Kind::is_statement);
        let covered = statement.filter(|&id| tree.node(id).span.start == span.start);
        let block = covered.and_then(|id| Some((id, tree.parent(id)?)));
        block.is_some_and(|(id, block)| {
            let last = tree.node(block).children.last() == Some(&id);
            let holder = tree.parent(block).map(|holder| tree.kind(holder));
            let within = matches!(holder, Some(Kind::Paren | Kind::Other | Kind::Declared));
            let whole = span.end + 1 >= tree.node(id).span.end;
            tree.kind(block) == Kind::Block && last && within && whole
        })
    }

    /// A macro for the head of a loop is parsed like the left side of the assignment after it.
    fn covers_a_header(&self, draft: &Draft) -> bool {
        let tree = self.aligner.tree;
        let statement = tree.nearest(draft.node, Kind::is_statement);
        let assignment = statement.and_then(|id| tree.child(id, 0));
        let target = assignment
            .filter(|&id| matches!(tree.kind(id), Kind::Assign(_) | Kind::Update { .. }))
            .and_then(|id| tree.child(id, 0))
            .filter(|&target| !can_be_assigned(tree.kind(tree.bare(target))));
        let start = target.map(|target| tree.node(target).span.start);
        let span = draft.rewrite.span;
        start.is_some_and(|start| (span.start..span.end).contains(&start))
    }
}

fn has_no_second(tree: &Tree, conditional: NodeId) -> bool {
    let children = &tree.node(conditional).children;
    let empty = |&id: &NodeId| tree.kind(id) == Kind::Empty;
    children.len() < 3 || children.iter().any(empty)
}

fn has_step(aligner: &Aligner<'_>, place: u32) -> bool {
    let nodes = aligner.tree.at(place);
    nodes.iter().any(|&node| is_step(aligner.tree.kind(node)))
}

fn is_step(kind: Kind) -> bool {
    matches!(kind, Kind::Assign(Some(_)) | Kind::Update { .. })
}

fn can_be_assigned(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Name | Kind::Index | Kind::Member { .. } | Kind::Unary(UnaryOp::Deref)
    )
}
