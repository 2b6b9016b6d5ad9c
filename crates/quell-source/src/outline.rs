//! The tree as indented text, for tests and debugging.

use std::fmt::Write as _;

use crate::file::SourceFile;
use crate::node::NodeId;

impl SourceFile {
    /// A line per node: its kind, its token if it is not the whole node, its text.
    pub fn outline(&self) -> String {
        let mut out = String::new();
        let mut todo = vec![(self.root(), 0usize)];
        while let Some((id, depth)) = todo.pop() {
            self.outline_line(&mut out, id, depth);
            let children = self.node(id).children.iter().rev();
            todo.extend(children.map(|child| (*child, depth + 1)));
        }
        out
    }

    fn outline_line(&self, out: &mut String, id: NodeId, depth: usize) {
        const MAX_TEXT: usize = 60;
        let node = self.node(id);
        let (line, column) = self.position(node.span.start);
        let mut text = self.expression_text(id);
        if text.chars().count() > MAX_TEXT {
            text = text.chars().take(MAX_TEXT).chain("...".chars()).collect();
        }
        let indent = "  ".repeat(depth);
        let _ = write!(out, "{indent}{:?} {line}:{column}", node.kind);
        if node.token != node.span {
            let (line, column) = self.position(node.token.start);
            let token = self.text(node.token).escape_default();
            let _ = write!(out, " [{token} {line}:{column}]");
        }
        let _ = writeln!(out, " {text}");
    }
}
