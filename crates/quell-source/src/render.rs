//! Edits of the text as one line before and one after.

use crate::file::SourceFile;
use crate::language::Language;
use crate::node::{NodeId, Span};

/// The lines that edits touch, joined to one line, without comments at its ends.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Rendered {
    pub before: String,
    pub after: String,
}

impl SourceFile {
    /// Replaces the spans by the texts. Of overlapping edits, the one that starts first applies.
    pub fn render(&self, edits: &[(Span, String)]) -> Rendered {
        let edits = in_order(edits);
        let (Some(first), Some(last)) = (edits.first(), edits.last()) else {
            return Rendered::default();
        };
        let touched = Span {
            start: self.lines.line_start(first.0.start),
            end: self.lines.line_end(last_byte(last.0)),
        };
        Rendered {
            before: self.on_one_line(touched, &[]),
            after: self.on_one_line(touched, &edits),
        }
    }

    /// The text of a node on one line.
    pub fn expression_text(&self, id: NodeId) -> String {
        self.on_one_line(self.node(id).span, &[])
    }

    fn on_one_line(&self, region: Span, edits: &[(Span, &str)]) -> String {
        let mut text = String::new();
        let mut from = region.start;
        for (span, replacement) in self.cuts(region, edits) {
            if span.start >= from {
                text.push_str(self.text(Span {
                    start: from,
                    end: span.start,
                }));
                text.push_str(replacement);
                from = span.end;
            }
        }
        if from < region.end {
            text.push_str(self.text(Span {
                start: from,
                end: region.end,
            }));
        }
        join_lines(&text, self.language())
    }

    /// The edits, and comments as edits that remove them.
    fn cuts<'a>(&self, region: Span, edits: &[(Span, &'a str)]) -> Vec<(Span, &'a str)> {
        let first = self
            .comments
            .partition_point(|comment| comment.end <= region.start);
        let comments = self.comments[first..].iter();
        let comments = comments.take_while(|comment| comment.start < region.end);
        let at_an_end = comments.filter(|comment| self.is_at_an_end(**comment));
        let clipped = at_an_end.map(|comment| Span {
            start: comment.start.max(region.start),
            end: comment.end.min(region.end),
        });
        let mut cuts: Vec<(Span, &str)> = clipped.map(|span| (span, "")).collect();
        cuts.extend_from_slice(edits);
        cuts.sort_by_key(|(span, _)| *span);
        cuts
    }

    /// Whether there are only blanks before or after a comment in its line, or it spans several lines.
    fn is_at_an_end(&self, comment: Span) -> bool {
        let before = Span {
            start: self.lines.line_start(comment.start),
            end: comment.start,
        };
        let after = Span {
            start: comment.end,
            end: self.lines.line_end(comment.end),
        };
        let spans_lines = self.text(comment).contains('\n');
        spans_lines
            || [before, after]
                .iter()
                .any(|span| self.text(*span).trim().is_empty())
    }
}

fn in_order(edits: &[(Span, String)]) -> Vec<(Span, &str)> {
    let mut sorted: Vec<(Span, &str)> = edits
        .iter()
        .map(|(span, text)| (*span, text.as_str()))
        .collect();
    sorted.sort_by_key(|(span, _)| *span);
    let mut end = 0;
    sorted.retain(|(span, _)| {
        let fits = span.start >= end && span.end >= span.start;
        if fits {
            end = span.end;
        }
        fits
    });
    sorted
}

fn last_byte(span: Span) -> u32 {
    if span.end > span.start {
        span.end - 1
    } else {
        span.start
    }
}

/// Joins lines with single blanks, without continuation marks.
fn join_lines(text: &str, language: Language) -> String {
    let lines = text.lines().map(|line| match language {
        Language::C => line.trim().trim_end_matches('\\').trim_end(),
        Language::Rust => line.trim(),
        Language::Fortran => line.trim_matches(|c: char| c == '&' || c.is_whitespace()),
    });
    let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
    lines.join(" ")
}
