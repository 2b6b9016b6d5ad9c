//! Jumps with other targets: `break` and `continue`, labels, cases, and iterations of loops.

use quell_ir::{BlockId, InstId, InstKind, Value};
use quell_source::{Kind, Language, NodeId, Span};

use super::Workshop;
use crate::align::{Class, literal};
use crate::catalogue::JumpChange;
use crate::edit::{Change, Edit};
use crate::rewrite::{self, Rewrite};

impl Workshop<'_> {
    pub(super) fn change_jumps(&mut self, change: JumpChange) {
        let tree = self.aligner.tree;
        let Some(function) = self.function_node() else {
            return;
        };
        for node in tree.file().descend(function).collect::<Vec<_>>() {
            match (change, tree.kind(node)) {
                (JumpChange::BreakContinue, Kind::Break | Kind::Continue) => self.swap_jump(node),
                (JumpChange::OtherLabel, Kind::Goto) => self.other_labels(node, function),
                (JumpChange::DropCase, Kind::Switch) => self.drop_cases(node),
                (JumpChange::AtLeastOnce | JumpChange::AtMostOnce, Kind::For) => {
                    self.change_rounds(node, change)
                }
                (JumpChange::AtLeastOnce | JumpChange::AtMostOnce, Kind::CountedLoop) => {
                    self.change_count(node, change)
                }
                _ => Some(()),
            };
        }
    }

    fn redirected(&mut self, branch: InstId, to: BlockId) -> Edit {
        let change = Change::Jump(to);
        Edit { at: branch, change }
    }

    fn swap_jump(&mut self, node: NodeId) -> Option<()> {
        let tree = self.aligner.tree;
        if tree.language() != Language::C {
            return self.swap_loop_jump(node);
        }
        let around =
            |kind: Kind| matches!(kind, Kind::For | Kind::While | Kind::DoWhile | Kind::Switch);
        let holder = tree.nearest(tree.parent(node)?, around)?;
        let (target, text) = match tree.kind(node) {
            // Out of a switch, `continue` goes to the loop around it.
            Kind::Break if tree.kind(holder) == Kind::Switch => {
                let looping = |kind: Kind| matches!(kind, Kind::For | Kind::While | Kind::DoWhile);
                let around = tree.nearest(holder, looping)?;
                (self.aligner.next_round(around)?, "continue;")
            }
            Kind::Break => (self.aligner.next_round(holder)?, "continue;"),
            _ => (self.aligner.exit_of(holder)?, "break;"),
        };
        let at = self.aligner.first_of(node)?;
        let edit = self.redirected(at, target);
        let span = tree.node(node).span;
        let text = text.to_owned();
        self.draft(node, Rewrite { span, text }, vec![edit]);
        Some(())
    }

    /// `break` and `continue` of Rust, `exit` and `cycle` of Fortran, of the innermost loop.
    fn swap_loop_jump(&mut self, node: NodeId) -> Option<()> {
        let tree = self.aligner.tree;
        let looping = |kind: Kind| matches!(kind, Kind::While | Kind::Loop | Kind::CountedLoop);
        let holder = tree.nearest(tree.parent(node)?, looping)?;
        let words = match tree.language() {
            Language::Rust => ["break", "continue"],
            _ => ["exit", "cycle"],
        };
        // A jump with a label or a value is another kind.
        let written = tree.node_text(node).trim_end_matches(';');
        let old = words
            .iter()
            .position(|word| written.eq_ignore_ascii_case(word))?;
        let target = match tree.kind(node) {
            Kind::Break => self.aligner.next_round(holder)?,
            _ => self.aligner.exit_of(holder)?,
        };
        let edge = self.edge_of(node)?;
        let edit = self.lead(edge, target);
        let span = tree.node(node).span;
        let rest = &tree.node_text(node)[words[old].len()..];
        let text = format!("{}{rest}", words[1 - old]);
        self.draft(node, Rewrite { span, text }, vec![edit]);
        Some(())
    }

    fn other_labels(&mut self, node: NodeId, function: NodeId) -> Option<()> {
        let tree = self.aligner.tree;
        let own = tree.text(tree.node(node).token).to_owned();
        let at = self.aligner.first_of(node)?;
        let labels = tree.file().descend(function);
        for label in labels
            .filter(|&id| tree.kind(id) == Kind::Labelled)
            .collect::<Vec<_>>()
        {
            let name = tree.text(tree.node(label).token).to_owned();
            let statement = tree.node(label).children.last().copied();
            let block = statement.and_then(|id| self.aligner.block_starting(id));
            if let (Some(block), true) = (block, name != own) {
                let span = tree.node(node).token;
                let edit = self.redirected(at, block);
                self.draft(node, Rewrite { span, text: name }, vec![edit]);
            }
        }
        Some(())
    }

    /// A removed case: its value goes to the default.
    fn drop_cases(&mut self, node: NodeId) -> Option<()> {
        let aligner = self.aligner;
        let inst = *aligner.found.insts.get(&(node, Class::Choose))?;
        let InstKind::Switch {
            value,
            default,
            cases,
        } = aligner.kind_of(inst)
        else {
            return None;
        };
        for &(constant, block) in cases.iter().filter(|case| case.1 != *default) {
            let Some((case, span)) = self.case_of(node, Value::Const(constant)) else {
                continue;
            };
            let rest = cases
                .iter()
                .copied()
                .filter(|&(other, to)| (other, to) != (constant, block));
            let kind = InstKind::Switch {
                value: *value,
                default: *default,
                cases: rest.collect(),
            };
            let mut code = self.code();
            let void = code.module.types.void();
            code.push(kind, void);
            let edit = code.replace(inst, None);
            let text = String::new();
            self.draft(case, Rewrite { span, text }, vec![edit]);
        }
        Some(())
    }

    /// The label of a value, up to its colon.
    fn case_of(&self, switch: NodeId, value: Value) -> Option<(NodeId, Span)> {
        let tree = self.aligner.tree;
        if tree.language() != quell_source::Language::C {
            return None;
        }
        let cases = tree.file().descend(switch).filter(|&id| {
            let own = tree.nearest(tree.parent(id).unwrap_or(id), |kind| kind == Kind::Switch);
            matches!(tree.kind(id), Kind::Case { default: false }) && own == Some(switch)
        });
        let mut found = cases.filter(|&case| {
            let label = tree.child(case, 0);
            label.is_some_and(|label| literal::denotes(self.aligner, label, value) == Some(true))
        });
        let case = found.next()?;
        let node = tree.node(case);
        let label = tree.node(tree.child(case, 0)?).span;
        let rest = tree.text(Span {
            start: label.end,
            end: node.span.end,
        });
        let colon = rest.find(':')? as u32;
        let end = label.end + colon + 1;
        let start = node.span.start;
        Some((case, Span { start, end }))
    }

    /// Where a switch leads for the values of a case.
    pub(super) fn block_of_case(&self, switch: NodeId, case: NodeId) -> Option<BlockId> {
        let aligner = self.aligner;
        let inst = *aligner.found.insts.get(&(switch, Class::Choose))?;
        let InstKind::Switch { default, cases, .. } = aligner.kind_of(inst) else {
            return None;
        };
        match aligner.tree.kind(case) {
            Kind::Case { default: true } => Some(*default),
            Kind::Case { default: false } => {
                let label = aligner.tree.child(case, 0)?;
                let mut found = cases.iter().filter(|(value, _)| {
                    literal::denotes(aligner, label, Value::Const(*value)) == Some(true)
                });
                found.next().map(|(_, block)| *block)
            }
            _ => None,
        }
    }

    fn change_rounds(&mut self, node: NodeId, change: JumpChange) -> Option<()> {
        let (tree, aligner) = (self.aligner.tree, self.aligner);
        let condition = tree
            .child(node, 1)
            .filter(|&id| tree.kind(id) != Kind::Empty)?;
        let branches = aligner.found.branches.iter();
        let mut own = branches.filter(|branch| tree.contains(condition, branch.atom));
        let branch = *own.next()?;
        if own.next().is_some() {
            return None;
        }
        let test = aligner.block_starting(condition)?;
        let back = aligner.block_of[&aligner.first_of(tree.child(node, 2)?)?];
        let (from, to) = match change {
            JumpChange::AtLeastOnce => (self.only_jump(test, |block| block != back)?, branch.then),
            _ => (
                self.only_jump(test, |block| block == back)?,
                branch.otherwise,
            ),
        };
        let edit = self.redirected(from, to);
        let rewrite = self.counted_rounds(node, condition, change)?;
        self.draft(node, rewrite, vec![edit]);
        Some(())
    }

    /// The head of a loop that knows its first round. The outer loop ends with the inner one, however that ends.
    fn counted_rounds(&self, node: NodeId, test: NodeId, change: JumpChange) -> Option<Rewrite> {
        let tree = self.aligner.tree;
        let (start, step) = (tree.node(node).span.start, tree.node(tree.child(node, 2)?));
        let between = |start, end| tree.text(Span { start, end });
        let first = self.unused_name("first_round");
        let operator = match change {
            JumpChange::AtLeastOnce => "||",
            _ => "&&",
        };
        let (test_span, test) = (
            tree.node(test).span,
            rewrite::operand(tree, test, rewrite::UNARY),
        );
        let head = between(start, test_span.start);
        let behind = between(test_span.end, step.span.start);
        let text = format!(
            "for (int {first} = 1; {first}; {first} = 0) {head}{first} {operator} {test}{behind}{first} = 0, {}",
            tree.text(step.span)
        );
        let span = Span {
            start,
            end: step.span.end,
        };
        Some(Rewrite { span, text })
    }

    /// A name that the file does not use.
    fn unused_name(&self, wanted: &str) -> String {
        let text = self.aligner.tree.file().whole_text();
        let numbered = (2..).map(|number| format!("{wanted}{number}"));
        let mut names = std::iter::once(wanted.to_owned()).chain(numbered);
        names
            .find(|name| !text.contains(name.as_str()))
            .unwrap_or_default()
    }

    /// The only plain jump to a block from those that fit.
    fn only_jump(&self, to: BlockId, fits: impl Fn(BlockId) -> bool) -> Option<InstId> {
        let function = self.aligner.function;
        let blocks = function.blocks.keys().filter(|&block| fits(block));
        let ends = blocks.filter_map(|block| function.terminator(block));
        let mut jumps = ends.filter(|&end| *self.aligner.kind_of(end) == InstKind::Br { dest: to });
        let only = jumps.next();
        only.filter(|_| jumps.next().is_none())
    }
}
