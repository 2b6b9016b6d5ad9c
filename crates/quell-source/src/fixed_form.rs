//! Fortran's fixed form, converted to free form of the same length for the grammar.
//!
//! Comments are blanked, and continued lines are joined by blanking the line break and the columns before
//! the text. Offsets do not change.

use crate::lines::clamp;
use crate::node::Span;

/// The text to be parsed, of the length of the original text.
#[derive(Debug)]
pub(crate) struct GrammarInput {
    pub(crate) text: String,
    /// The spans of blanked comments and continuation marks.
    pub(crate) comments: Vec<Span>,
}

/// Text after this column is ignored.
const LAST_COLUMN: usize = 72;
/// The text of a statement starts after this many columns.
const MARGIN: usize = 6;

#[derive(Clone, Copy, PartialEq, Eq)]
enum LineKind {
    /// Comments and blank lines.
    Comment,
    /// A line of the preprocessor.
    Directive,
    Initial,
    /// A continuation line, with the number of bytes before its text.
    Continuation(usize),
}

struct Line<'a> {
    start: usize,
    text: &'a str,
    kind: LineKind,
}

pub(crate) fn masked(text: &str) -> GrammarInput {
    let lines = lines_of(text);
    let mut bytes = text.as_bytes().to_vec();
    let mut comments = Vec::new();
    let mut quote = None;
    for line in &lines {
        if line.kind == LineKind::Initial {
            quote = None;
        }
        comments.extend(ignored_spans(line, &mut quote));
    }
    let mark = text.len() - text.trim_start_matches(BYTE_ORDER_MARK).len();
    bytes[..mark].fill(b' ');
    for span in &comments {
        bytes[span.start as usize..span.end as usize].fill(b' ');
    }
    join_continued(&lines, &mut bytes);
    // Only whole characters are replaced by blanks, so the text stays valid UTF-8.
    let masked = String::from_utf8(bytes);
    GrammarInput {
        text: masked.unwrap_or_else(|_| text.to_owned()),
        comments,
    }
}

/// Does not count as a column.
pub(crate) const BYTE_ORDER_MARK: char = '\u{feff}';

fn lines_of(text: &str) -> Vec<Line<'_>> {
    let unmarked = text.trim_start_matches(BYTE_ORDER_MARK);
    let mut start = text.len() - unmarked.len();
    let split = unmarked.split('\n').map(|line| {
        let found = Line {
            start,
            text: line,
            kind: kind_of(line),
        };
        start += line.len() + 1;
        found
    });
    split.collect()
}

fn kind_of(line: &str) -> LineKind {
    let bytes = line.as_bytes();
    match bytes.first() {
        Some(b'C' | b'c' | b'*' | b'!' | b'D' | b'd') | None => return LineKind::Comment,
        Some(b'#') => return LineKind::Directive,
        Some(_) => {}
    }
    let blanks = line.len() - line.trim_start().len();
    let starts_with_bang = line[blanks..].starts_with('!') && blanks != MARGIN - 1;
    if blanks == line.len() || starts_with_bang {
        return LineKind::Comment;
    }
    continuation(line).map_or(LineKind::Initial, LineKind::Continuation)
}

/// The number of bytes before the text of a continuation line, which is marked in the last column of the margin or by a digit
/// after a tab.
fn continuation(line: &str) -> Option<usize> {
    if let Some(tabbed) = line.strip_prefix('\t') {
        let marked = tabbed.starts_with(|c: char| ('1'..='9').contains(&c));
        return marked.then_some(2);
    }
    let margin = line.get(..MARGIN - 1)?;
    let mark = line[MARGIN - 1..].chars().next()?;
    let marked = margin.bytes().all(|byte| byte == b' ') && !mark.is_whitespace() && mark != '0';
    marked.then_some(MARGIN - 1 + mark.len_utf8())
}

/// The parts of a line that are not code. `quote` is the quote that is open at the start of the line, and is updated.
fn ignored_spans(line: &Line<'_>, quote: &mut Option<u8>) -> Vec<Span> {
    let span = |from: usize, to: usize| Span {
        start: clamp(line.start + from),
        end: clamp(line.start + to),
    };
    let margin = match line.kind {
        LineKind::Comment => return vec![span(0, line.text.len())],
        LineKind::Directive => return Vec::new(),
        LineKind::Initial => 0,
        LineKind::Continuation(margin) => margin,
    };
    let end = end_of_columns(line.text);
    let end = end_of_code(&line.text[..end], margin, quote);
    let parts = [span(0, margin), span(end, line.text.len())];
    parts
        .into_iter()
        .filter(|span| span.start < span.end)
        .collect()
}

/// The end of the columns that are read. Compilers differ on the columns of lines with tabs, which are read completely.
fn end_of_columns(line: &str) -> usize {
    if line.contains('\t') {
        return line.len();
    }
    let beyond = (LAST_COLUMN..line.len()).find(|at| line.is_char_boundary(*at));
    beyond.unwrap_or(line.len())
}

/// The start of the comment at the end of a line, or the end of the line.
fn end_of_code(line: &str, from: usize, quote: &mut Option<u8>) -> usize {
    for (at, byte) in line.bytes().enumerate().skip(from) {
        match (*quote, byte) {
            (None, b'!') => return at,
            (None, b'\'' | b'"') => *quote = Some(byte),
            (Some(open), _) if open == byte => *quote = None,
            _ => {}
        }
    }
    line.len()
}

/// Blanks the line breaks before continuation lines, and before comment lines between them.
fn join_continued(lines: &[Line<'_>], bytes: &mut [u8]) {
    let mut is_continued = false;
    for line in lines.iter().rev() {
        let line_break = line.start + line.text.len();
        if is_continued && line_break < bytes.len() {
            bytes[line_break] = b' ';
        }
        if line.kind != LineKind::Comment {
            is_continued = matches!(line.kind, LineKind::Continuation(_));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_joined_in_place() {
        let text = "C note\n      X = A + ! one\n* two\n     &    B\n   10 CONTINUE\n";
        let shown = masked(text);
        assert_eq!(shown.text.len(), text.len());
        let expected = format!(
            "{}\n      X = A + {} {} {}    B\n   10 CONTINUE\n",
            " ".repeat(6),
            " ".repeat(5),
            " ".repeat(5),
            " ".repeat(6),
        );
        assert_eq!(shown.text, expected);
        let texts = shown.comments.iter();
        let texts: Vec<&str> = texts
            .map(|span| &text[span.start as usize..span.end as usize])
            .collect();
        assert_eq!(texts, ["C note", "! one", "* two", "     &", ""]);
    }

    #[test]
    fn quotes_hide_comments_across_lines() {
        let text = "      X = 'A ! B\n     1 ! C' ! D\n      Y = 1\n";
        let shown = masked(text);
        assert!(shown.text.contains("A ! B"));
        assert!(shown.text.contains("! C'"));
        assert!(!shown.text.contains("! D"));
    }

    #[test]
    fn text_beyond_the_last_column_is_ignored() {
        let text = format!("      X = 1{}SEQ\n", " ".repeat(61));
        let shown = masked(&text);
        assert!(!shown.text.contains("SEQ"));
        let wide = format!("     ü{}ü\n", "x".repeat(64));
        assert_eq!(masked(&wide).text.len(), wide.len());
    }

    #[test]
    fn tabs_replace_the_margin() {
        let shown = masked("\tX = 1 +\n\t1 2\n");
        assert_eq!(shown.text, "\tX = 1 +    2\n");
    }
}
