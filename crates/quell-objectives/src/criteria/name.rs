//! What labels are called and where they are in the source.

use quell_source::{NodeId, Span};

use crate::align::Aligner;
use crate::generate::short_hash;
use crate::objective::{ObjectiveId, Source, SourceSpan, SourceText, UsedIds};

/// Names the labels of one function.
#[derive(Debug)]
pub(super) struct LabelNamer<'a> {
    aligner: &'a Aligner<'a>,
    file: String,
    /// Rust's symbols end in a hash of the whole crate, so the name of the source stands for them.
    function: String,
}

impl<'a> LabelNamer<'a> {
    pub fn new(aligner: &'a Aligner<'a>) -> Self {
        let info = &aligner.info;
        let place = info.function_place(aligner.function);
        let function = match info.source_name(aligner.function) {
            Some(_) => info.qualified_name(aligner.function),
            None => aligner.module.text(aligner.function.name).to_owned(),
        };
        Self {
            aligner,
            file: place.map_or_else(String::new, |place| place.0.to_owned()),
            function,
        }
    }

    pub fn file(&self) -> &str {
        &self.file
    }

    /// An id that depends on the function, the criterion, the text of the statement and that of the label.
    pub fn id(
        &self,
        used: &mut UsedIds,
        criterion: &str,
        context: &str,
        text: &str,
    ) -> ObjectiveId {
        let words = [&self.function, criterion, context, text].map(str::as_bytes);
        used.fresh(criterion, short_hash(&words.join(&0xff)))
    }

    /// The source of a label about a node: that of a macro is where the macro is used.
    pub fn at_node(&self, node: NodeId, text: String) -> Source {
        self.at_span(self.aligner.tree.shown_span(node), text)
    }

    pub fn at_span(&self, span: Span, text: String) -> Source {
        let tree = self.aligner.tree;
        let (line, column) = tree.position(span.start);
        let (end_line, end_column) = tree.position(span.end);
        Source {
            span: SourceSpan {
                file: self.file.clone(),
                line,
                column,
                end_line,
                end_column,
            },
            text: SourceText::Predicate(text),
        }
    }

    /// A place of which no more than line and column are known.
    pub fn at_place(&self, (line, column): (u32, u32), text: String) -> Source {
        Source {
            span: SourceSpan {
                file: self.file.clone(),
                line,
                column,
                end_line: line,
                end_column: column,
            },
            text: SourceText::Predicate(text),
        }
    }

    /// The words of the statement that a node is in, which tell equal predicates apart.
    pub fn context(&self, node: NodeId) -> String {
        let tree = self.aligner.tree;
        let statement = tree.file().statement_of(node).unwrap_or(node);
        let words = tree.node_text(statement).split_whitespace();
        words.collect::<Vec<_>>().join(" ")
    }
}

/// Whether a source begins on the wanted lines.
pub(super) fn is_on(lines: Option<(u32, u32)>, source: &Source) -> bool {
    lines.is_none_or(|(first, last)| (first..=last).contains(&source.span.line))
}
