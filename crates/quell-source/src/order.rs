//! The order in which compilers evaluate expressions.

use crate::file::SourceFile;
use crate::node::{Kind, NodeId};

impl SourceFile {
    /// The node and the expressions below it, operands before the operators that use them. Nested
    /// statements, functions, and expressions that are not evaluated are left out.
    ///
    /// The right side of an assignment comes before the left one, as in the code of clang, rustc (for
    /// primitive types) and flang.
    pub fn evaluation_order(&self, id: NodeId) -> Vec<NodeId> {
        // In reverse: a node, then its operands from the last to the first.
        let mut reversed = Vec::new();
        let mut todo = vec![id];
        while let Some(at) = todo.pop() {
            reversed.push(at);
            let operands = self.operands(at);
            todo.extend(operands.filter(|child| !self.is_apart(*child)));
        }
        reversed.reverse();
        reversed
    }

    /// The children that a node evaluates, in order of evaluation.
    fn operands(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        let node = self.node(id);
        let children: &[NodeId] = match node.kind {
            Kind::SizeOf | Kind::Function | Kind::Pattern => &[],
            _ => &node.children,
        };
        let value_first = matches!(node.kind, Kind::Assign(_) | Kind::Declared | Kind::Let);
        let split = if value_first {
            children.len().min(1)
        } else {
            0
        };
        children[split..].iter().chain(&children[..split]).copied()
    }

    fn is_apart(&self, id: NodeId) -> bool {
        let parent = self.node(id).parent.map(|parent| self.kind(parent));
        match self.kind(id) {
            // The declaration of a `for` is part of it; blocks of Rust may have a value.
            Kind::Declaration => parent != Some(Kind::For),
            Kind::Block => parent.is_some_and(Kind::is_statement),
            kind => kind.is_statement(),
        }
    }
}
