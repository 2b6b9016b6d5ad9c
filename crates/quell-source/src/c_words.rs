//! A minimal lexer of C that distinguishes code from comments, strings and directives.

use std::ops::Range;

/// Which bytes are code, and where the directives are.
#[derive(Debug)]
pub(crate) struct Scan {
    /// For each byte whether it is code: not white space, and not part of a comment, a literal or a directive.
    pub(crate) is_code: Vec<bool>,
    /// The lines of directives with their line breaks, continued lines as one.
    pub(crate) directives: Vec<Range<usize>>,
    /// The offsets of all bytes of code.
    offsets: Vec<usize>,
    /// For each offset the number of bytes of code before it.
    counts: Vec<usize>,
}

impl Scan {
    pub(crate) fn of(text: &[u8]) -> Scan {
        let mut is_code = vec![false; text.len()];
        let mut directives = Vec::new();
        let mut at = 0;
        let mut line_is_blank = true;
        while at < text.len() {
            let rest = &text[at..];
            let end = if rest[0] == b'#' && line_is_blank {
                let end = at + directive_length(rest);
                directives.push(start_of_line(text, at)..end);
                end
            } else {
                at + piece_length(rest, &mut is_code[at..])
            };
            let has_break = text[at..end].contains(&b'\n');
            line_is_blank = has_break || (line_is_blank && !is_code[at]);
            at = end;
        }
        Scan::indexed(is_code, directives)
    }

    fn indexed(is_code: Vec<bool>, directives: Vec<Range<usize>>) -> Scan {
        let mut offsets = Vec::new();
        let mut counts = Vec::with_capacity(is_code.len() + 1);
        for (at, is_code) in is_code.iter().enumerate() {
            counts.push(offsets.len());
            if *is_code {
                offsets.push(at);
            }
        }
        counts.push(offsets.len());
        Scan {
            is_code,
            directives,
            offsets,
            counts,
        }
    }

    /// The last byte of code before an offset.
    pub(crate) fn previous(&self, before: usize) -> Option<usize> {
        self.offsets[..self.counts[before]].last().copied()
    }

    /// The first byte of code from an offset on.
    pub(crate) fn next(&self, from: usize) -> Option<usize> {
        self.offsets.get(self.counts[from]).copied()
    }
}

fn start_of_line(text: &[u8], at: usize) -> usize {
    let before = text[..at].iter().rposition(|byte| *byte == b'\n');
    before.map_or(0, |before| before + 1)
}

/// The length up to and including the first line break without a backslash before it.
fn directive_length(text: &[u8]) -> usize {
    let mut escaped = false;
    for (at, byte) in text.iter().enumerate() {
        match byte {
            b'\n' if !escaped => return at + 1,
            b'\\' => escaped = true,
            b'\r' => {}
            _ => escaped = false,
        }
    }
    text.len()
}

/// The length of a comment, a literal or a single byte, at least 1; marks the bytes of code.
fn piece_length(text: &[u8], is_code: &mut [bool]) -> usize {
    match text {
        [b'/', b'/', ..] => length_until(text, b"\n"),
        [b'/', b'*', ..] => 2 + length_until(&text[2..], b"*/"),
        [quote @ (b'"' | b'\''), ..] => {
            let length = quoted_length(text, *quote);
            is_code[0] = true;
            is_code[length - 1] = true;
            length
        }
        [byte, ..] => {
            is_code[0] = !byte.is_ascii_whitespace();
            1
        }
        [] => 1,
    }
}

/// The length up to and including the mark, or of the whole text.
fn length_until(text: &[u8], mark: &[u8]) -> usize {
    let found = text.windows(mark.len()).position(|bytes| bytes == mark);
    found.map_or(text.len(), |at| at + mark.len())
}

/// The length up to and including the closing quote, or up to the end of the line.
fn quoted_length(text: &[u8], quote: u8) -> usize {
    let mut escaped = false;
    for (at, byte) in text.iter().enumerate().skip(1) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'\n' => return at,
            byte if *byte == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

pub(crate) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// The word that starts at an offset; empty if there is none.
pub(crate) fn word_at(text: &[u8], start: usize) -> &[u8] {
    let rest = &text[start..];
    let length = rest.iter().take_while(|byte| is_word(**byte)).count();
    &rest[..length]
}
