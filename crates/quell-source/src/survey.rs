//! A traversal of a grammar's tree that collects what Quell's tree does not contain: comments, errors, macros, names.

use crate::lines::clamp;
use crate::macros::MacroEvent;
use crate::mapping::{Raw, is_comment};
use crate::names::Names;
use crate::node::Span;

#[derive(Debug, Default)]
pub(crate) struct Survey {
    pub(crate) comments: Vec<Span>,
    pub(crate) errors: Vec<Span>,
    pub(crate) macros: Vec<MacroEvent>,
    pub(crate) names: Names,
}

impl Survey {
    /// Surveys a tree. The offsets of the file and of the parsed text are the same.
    pub(crate) fn of(tree: &tree_sitter::Tree, text: &str) -> Survey {
        let mut survey = Survey::default();
        let mut cursor = tree.walk();
        loop {
            let raw = cursor.node();
            survey.visit(raw, text);
            if cursor.goto_first_child() || cursor.goto_next_sibling() {
                continue;
            }
            loop {
                if !cursor.goto_parent() {
                    return survey;
                }
                if cursor.goto_next_sibling() {
                    break;
                }
            }
        }
    }

    fn visit(&mut self, raw: Raw<'_>, text: &str) {
        if is_comment(raw) {
            self.add_comment(span_of(raw), text);
        } else if raw.is_error() || raw.is_missing() {
            self.errors.push(span_of(raw));
        } else if raw.is_named() && raw.kind().starts_with("preproc") {
            self.macros.extend(MacroEvent::of(raw, text));
        } else {
            self.names.visit(raw, text);
        }
    }
}

impl Survey {
    /// Adds a comment, unless it is nested in a documentation comment. Those also end with a line break, which is dropped.
    fn add_comment(&mut self, span: Span, text: &str) {
        let inside = text.get(span.start as usize..span.end as usize);
        let blanks = inside.map_or(0, |inside| inside.len() - inside.trim_end().len());
        let end = span.end - clamp(blanks);
        if self
            .comments
            .last()
            .is_none_or(|last| last.end <= span.start)
        {
            self.comments.push(Span { end, ..span });
        }
    }
}

pub(crate) fn span_of(raw: Raw<'_>) -> Span {
    Span {
        start: clamp(raw.start_byte()),
        end: clamp(raw.end_byte()),
    }
}
