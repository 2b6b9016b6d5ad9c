//! A format being followed, item by item.

use std::rc::Rc;

use super::format::{Descriptor, Node};

/// What the statement does next.
#[derive(Clone, PartialEq, Debug)]
pub enum Step {
    Data(Descriptor),
    /// Nodes that need no item: texts, tabs, slashes.
    Control(Node),
    /// The format is over and starts again from its last group, on a new line.
    Revert,
    /// There is nothing that takes an item: going on would never end.
    Endless,
}

/// A position in a group.
#[derive(Clone, Debug)]
struct Level {
    nodes: Rc<[Node]>,
    next: usize,
    /// How often the group is still to be done after this time; `None` is without end.
    again: Option<usize>,
}

/// A format and how far it was followed.
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

    /// The next step; `None` at the end of the format.
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
        // A group that is repeated without end must at least do something.
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

    /// The next step while there are items left.
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

    /// Back to the last group of the outermost level, or to the beginning.
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
