//! Decisions in the text: the control of a branch or a loop, and Boolean expressions whose value is used.

use std::collections::{BTreeMap, BTreeSet};

use quell_ir::{InstKind, Type};
use quell_source::{BinaryOp, Kind, Language, LogicalOp, NodeId, UnaryOp};

use super::constant_of;
use super::formula::{Evaluation, Formula, FormulaId, Part};
use crate::align::{Aligner, Class};
use crate::annotated::is_annotation;

/// A decision in the text.
#[derive(Debug)]
pub struct DecisionText {
    /// The whole expression, without parentheses around it.
    pub node: NodeId,
    /// The atomic conditions, in the order of the text.
    pub conditions: Vec<NodeId>,
    /// Operands of connectives that the compiler evaluates; they are no conditions.
    pub constants: Vec<NodeId>,
    /// The conditions that are conditional expressions, by their numbers.
    pub choices: BTreeMap<usize, Choice>,
    pub formula: Formula,
}

/// A conditional expression as a condition: what it depends on, and the two operands one of which it has the truth of.
#[derive(Debug)]
pub struct Choice {
    pub control: DecisionText,
    pub arms: [DecisionText; 2],
}

/// Conditional expressions as operands of each other; what is deeper is not looked into.
const DEEPEST_CHOICE: usize = 32;

impl DecisionText {
    /// Its conditions and constants, and those of its choices.
    pub fn atoms(&self) -> Vec<NodeId> {
        let mut atoms = [&self.conditions[..], &self.constants].concat();
        for choice in self.choices.values() {
            let [then, otherwise] = &choice.arms;
            let parts = [&choice.control, then, otherwise];
            atoms.extend(parts.into_iter().flat_map(Self::atoms));
        }
        atoms
    }
}

/// The decisions of a function, in the order of the text. Patterns and the values of `switch` are none, nor is what the compiler
/// does not evaluate, such as the operand of `sizeof`.
pub fn find(aligner: &Aligner<'_>) -> Vec<DecisionText> {
    let mut finder = Finder {
        aligner,
        claimed: BTreeSet::new(),
        found: Vec::new(),
    };
    let nodes = body_of(aligner);
    for &node in &nodes {
        for control in finder.controls(node) {
            finder.add(control);
        }
    }
    for &node in &nodes {
        if !finder.claimed.contains(&node) && finder.is_boolean(node) {
            finder.add(node);
        }
    }
    let tree = aligner.tree;
    finder
        .found
        .sort_by_key(|decision| (tree.shown_span(decision.node).start, decision.node));
    finder.found
}

/// The nodes of a function with what its macros stand for, without functions inside it, annotations and what is not evaluated.
pub fn body_of(aligner: &Aligner<'_>) -> Vec<NodeId> {
    let tree = aligner.tree;
    let Some(root) = function_node(aligner) else {
        return Vec::new();
    };
    let mut order = Vec::new();
    let mut open = vec![root];
    while let Some(id) = open.pop() {
        let id = tree.expanded(id).unwrap_or(id);
        let inner = tree.kind(id) == Kind::Function && id != root;
        let is_code = !is_annotation(aligner.module, tree, id);
        if inner || tree.kind(id) == Kind::SizeOf || !is_code {
            continue;
        }
        order.push(id);
        open.extend(tree.node(id).children.iter().rev().copied());
    }
    order
}

/// The function in the text: the one that most instructions are placed in.
pub fn function_node(aligner: &Aligner<'_>) -> Option<NodeId> {
    let file = aligner.tree.file();
    let mut votes = std::collections::BTreeMap::<NodeId, usize>::new();
    for &place in aligner.places.values() {
        if let Some(function) = file.function_of(file.innermost_at(place)) {
            *votes.entry(function).or_default() += 1;
        }
    }
    let most = votes.into_iter().max_by_key(|&(node, count)| (count, node));
    most.map(|(node, _)| node)
}

struct Finder<'a> {
    aligner: &'a Aligner<'a>,
    /// Connectives, negations and comparisons that are part of a decision.
    claimed: BTreeSet<NodeId>,
    found: Vec<DecisionText>,
}

impl Finder<'_> {
    /// The conditions that a statement or conditional branches on.
    fn controls(&self, node: NodeId) -> Vec<NodeId> {
        let tree = self.aligner.tree;
        let children = &tree.node(node).children;
        let control = match tree.kind(node) {
            Kind::If | Kind::While | Kind::Conditional => children.first(),
            Kind::DoWhile | Kind::For => children.get(1),
            Kind::Case { .. } if tree.language() == Language::Rust => self.guard(children),
            _ => None,
        };
        let is_value =
            |node: &&NodeId| !matches!(tree.kind(tree.bare(**node)), Kind::Empty | Kind::Let);
        control.filter(is_value).copied().into_iter().collect()
    }

    /// Rust's guard stands between the patterns of an arm and its body.
    fn guard<'n>(&self, children: &'n [NodeId]) -> Option<&'n NodeId> {
        let (_, before) = children.split_last()?;
        let (last, patterns) = before.split_last()?;
        let is_pattern = self.aligner.tree.kind(*last) == Kind::Pattern;
        (!is_pattern && !patterns.is_empty()).then_some(last)
    }

    /// Whether a node is an operator with a truth value.
    fn is_boolean(&self, node: NodeId) -> bool {
        match self.aligner.tree.kind(node) {
            Kind::Logical(_) => true,
            Kind::Binary(op) => is_relation(op),
            Kind::Unary(UnaryOp::Not) => !self.is_bitwise(node),
            _ => false,
        }
    }

    /// Whether `!` of Rust is one of an integer.
    fn is_bitwise(&self, node: NodeId) -> bool {
        let aligner = self.aligner;
        if aligner.tree.language() != Language::Rust {
            return false;
        }
        let Some(&inst) = aligner.found.insts.get(&(node, Class::Compute)) else {
            return false;
        };
        let ty = aligner.function.insts[inst].ty;
        matches!(aligner.kind_of(inst), InstKind::Binary { .. })
            && *aligner.module.types.get(ty) != Type::Int(1)
    }

    /// What an operand of a connective stands for: without parentheses, what is before a comma, casts and assignments of truth
    /// values, and `__builtin_expect`. Other casts and assignments stay, as they may change whether a number is zero.
    fn operand(&self, node: NodeId) -> NodeId {
        let tree = self.aligner.tree;
        let mut outer = tree.bare(node);
        let (mut at, mut is_cast) = (outer, false);
        loop {
            let inner = match tree.kind(at) {
                Kind::Comma => tree.child(at, 1),
                Kind::Cast => tree.child(at, 0),
                Kind::Assign(None) if tree.language() == Language::C => tree.child(at, 1),
                Kind::Call if self.is_expectation(at) => tree.child(at, 1),
                _ => return outer,
            };
            let Some(inner) = inner else {
                return outer;
            };
            is_cast |= matches!(tree.kind(at), Kind::Cast | Kind::Assign(_));
            at = tree.bare(inner);
            if !is_cast || self.is_boolean(at) {
                outer = at;
            }
        }
    }

    fn is_expectation(&self, call: NodeId) -> bool {
        let tree = self.aligner.tree;
        let callee = tree.child(call, 0);
        tree.language() == Language::C
            && callee.is_some_and(|callee| tree.node_text(callee) == "__builtin_expect")
    }

    /// Adds the decision that an expression is.
    fn add(&mut self, node: NodeId) {
        let mut claimed = Vec::new();
        let found = self.split(node, &mut claimed, 0);
        self.claimed.extend(claimed);
        self.found.push(found);
    }

    /// An expression as a formula, and the nodes that are part of it. Nothing recurses over its depth but the choices in it.
    fn split(&self, node: NodeId, claimed: &mut Vec<NodeId>, depth: usize) -> DecisionText {
        let tree = self.aligner.tree;
        let mut building = Building::default();
        let mut open = vec![Step::Visit(node, false)];
        while let Some(step) = open.pop() {
            let (node, negated) = match step {
                Step::Join(op) => {
                    building.join(op);
                    continue;
                }
                Step::Visit(node, negated) => (self.operand(node), negated),
            };
            claimed.push(node);
            let children = &tree.node(node).children;
            match (tree.kind(node), &children[..]) {
                (Kind::Logical(op), &[left, right]) => {
                    let visits = [right, left].map(|child| Step::Visit(child, negated));
                    open.push(Step::Join(if negated { opposite(op) } else { op }));
                    open.extend(visits);
                }
                (Kind::Unary(UnaryOp::Not), &[inner]) if self.is_boolean(node) => {
                    open.push(Step::Visit(inner, !negated));
                }
                _ => {
                    let choice = self.choice(node, depth);
                    building.leaf(node, negated, self.constant(node), choice);
                }
            }
        }
        let evaluation = match tree.language() {
            Language::Fortran => Evaluation::Full,
            _ => Evaluation::ShortCircuit,
        };
        building.finish(tree.bare(node), evaluation)
    }

    /// What a conditional expression is made of. Its operands may be decisions of their own.
    fn choice(&self, node: NodeId, depth: usize) -> Option<Choice> {
        let tree = self.aligner.tree;
        let &[control, then, otherwise] = &tree.node(node).children[..] else {
            return None;
        };
        if tree.kind(node) != Kind::Conditional || depth >= DEEPEST_CHOICE {
            return None;
        }
        let part = |node| self.split(node, &mut Vec::new(), depth + 1);
        Some(Choice {
            control: part(control),
            arms: [part(then), part(otherwise)],
        })
    }

    /// The value of a condition that the compiler evaluates.
    fn constant(&self, atom: NodeId) -> Option<bool> {
        let tree = self.aligner.tree;
        match (tree.language(), tree.kind(atom)) {
            (Language::C, _) => constant_of(self.aligner, atom),
            (_, Kind::Truth) => Some(tree.node_text(atom).to_lowercase().contains("true")),
            _ => None,
        }
    }
}

/// What is left to do for a formula.
enum Step {
    /// An expression, or its negation.
    Visit(NodeId, bool),
    /// The two last formulas together.
    Join(LogicalOp),
}

/// A formula that is put together from left to right.
#[derive(Default)]
struct Building {
    nodes: Vec<Part>,
    open: Vec<FormulaId>,
    conditions: Vec<NodeId>,
    constants: Vec<NodeId>,
    choices: BTreeMap<usize, Choice>,
}

impl Building {
    fn leaf(
        &mut self,
        atom: NodeId,
        negated: bool,
        constant: Option<bool>,
        choice: Option<Choice>,
    ) {
        let part = match constant {
            Some(value) => {
                self.constants.push(atom);
                Part::Constant(value != negated)
            }
            None => {
                let number = self.conditions.len();
                self.conditions.push(atom);
                self.choices.extend(choice.map(|choice| (number, choice)));
                Part::Condition { number, negated }
            }
        };
        self.push(part);
    }

    fn join(&mut self, op: LogicalOp) {
        let right = self.open.pop().unwrap_or_default();
        let left = self.open.pop().unwrap_or_default();
        self.push(match op {
            LogicalOp::And => Part::And(left, right),
            LogicalOp::Or => Part::Or(left, right),
        });
    }

    fn push(&mut self, part: Part) {
        self.open.push(self.nodes.len());
        self.nodes.push(part);
    }

    fn finish(self, node: NodeId, evaluation: Evaluation) -> DecisionText {
        DecisionText {
            node,
            formula: Formula {
                nodes: self.nodes,
                conditions: self.conditions.len(),
                evaluation,
            },
            conditions: self.conditions,
            constants: self.constants,
            choices: self.choices,
        }
    }
}

fn opposite(op: LogicalOp) -> LogicalOp {
    match op {
        LogicalOp::And => LogicalOp::Or,
        LogicalOp::Or => LogicalOp::And,
    }
}

fn is_relation(op: BinaryOp) -> bool {
    use BinaryOp::{Eq, Eqv, Ge, Gt, Le, Lt, Ne, Neqv};
    matches!(op, Eq | Ne | Lt | Le | Gt | Ge | Eqv | Neqv)
}
