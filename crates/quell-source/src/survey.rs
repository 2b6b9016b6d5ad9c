//! One walk over the whole of a grammar's tree for what lies outside of ours: comments, errors, macros.

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
    /// The text is what the grammar was shown.
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
            self.comments.push(span_of(raw));
        } else if raw.is_error() || raw.is_missing() {
            self.errors.push(span_of(raw));
        } else if raw.is_named() && raw.kind().starts_with("preproc") {
            self.macros.extend(MacroEvent::of(raw, text));
        } else {
            self.names.visit(raw, text);
        }
    }
}

pub(crate) fn span_of(raw: Raw<'_>) -> Span {
    Span {
        start: clamp(raw.start_byte()),
        end: clamp(raw.end_byte()),
    }
}
