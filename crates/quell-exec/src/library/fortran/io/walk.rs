//! Traverses a format, item by item.

use std::rc::Rc;

use super::format::{Descriptor, Node};

/// The next action of a statement.
#[derive(Clone, PartialEq, Debug)]
pub enum Step {
    Data(Descriptor),
    /// A node that takes no item: a text, tab or slash.
    Control(Node),
    /// The format is exhausted and restarts at its last group, on a new line.
    Revert,
    /// No node takes an item, so the traversal would not end.
    Endless,
}

/// A position in a group.
#[derive(Clone, Debug)]
struct Level {
    nodes: Rc<[Node]>,
    next: usize,
    /// How many more times the group is repeated; `None` is without limit.
    again: Option<usize>,
}

/// The position in a format.
#[derive(Clone, Debug)]
pub struct Walk {
    nodes: Rc<[Node]>,
    levels: Vec<Level>,
    pub scale: i32,
    pub plus: bool,
}

impl Walk {
    pub fn new(nodes: Vec<Node>) -> Self {
        let nodes: Rc<[Node]> = nodes.into();
        let first = Level {
            nodes: nodes.clone(),
            next: 0,
            again: Some(0),
        };
        Self {
            nodes,
            levels: vec![first],
            scale: 0,
            plus: false,
        }
    }

    /// The next step; none at the end of the format.
    pub fn step(&mut self) -> Option<Step> {
        loop {
            let level = self.levels.last_mut()?;
            let Some(node) = level.nodes.get(level.next).cloned() else {
                self.end_of_group();
                continue;
            };
            level.next += 1;
            match node {
                Node::Group(count, inner) => self.enter(count, &inner),
                Node::Data(descriptor) => return Some(Step::Data(descriptor)),
                Node::Scale(scale) => self.scale = scale,
                Node::Plus(plus) => self.plus = plus,
                Node::Ignored => {}
                control => return Some(Step::Control(control)),
            }
        }
    }

    fn enter(&mut self, count: Option<usize>, inner: &[Node]) {
        // A group that is repeated without limit must not be empty.
        let again = match count {
            Some(0) => return,
            Some(count) => Some(count - 1),
            None if takes_items(inner) => None,
            None => Some(0),
        };
        self.levels.push(Level {
            nodes: inner.into(),
            next: 0,
            again,
        });
    }

    fn end_of_group(&mut self) {
        let Some(level) = self.levels.last_mut() else {
            return;
        };
        match &mut level.again {
            Some(0) => {
                self.levels.pop();
            }
            Some(count) => {
                *count -= 1;
                level.next = 0;
            }
            None => level.next = 0,
        }
    }

    /// The next step while items are left.
    pub fn step_with_item(&mut self) -> Step {
        match self.step() {
            Some(step) => step,
            None if takes_items(&self.nodes) => {
                self.revert();
                Step::Revert
            }
            None => Step::Endless,
        }
    }

    /// Returns to the last group of the outermost level, or to the beginning.
    fn revert(&mut self) {
        let is_group = |node: &Node| matches!(node, Node::Group(..));
        let last = self.nodes.iter().rposition(is_group);
        let start = last.filter(|&last| takes_items(&self.nodes[last..]));
        self.levels = vec![Level {
            nodes: self.nodes.clone(),
            next: start.unwrap_or(0),
            again: Some(0),
        }];
    }
}

fn takes_items(nodes: &[Node]) -> bool {
    nodes.iter().any(|node| match node {
        Node::Data(_) => true,
        Node::Group(count, inner) => *count != Some(0) && takes_items(inner),
        _ => false,
    })
}
