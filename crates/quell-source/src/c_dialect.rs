//! C constructs that the grammar lacks, replaced by known ones of the same length.

use crate::c_casts;
use crate::c_directives;
use crate::c_words::{Scan, word_at};

/// How many bytes are searched for the end of a short construct.
const SEARCH_LENGTH: usize = 200;

/// The replacement of a word, padded with blanks.
#[derive(Clone, Copy)]
enum Replacement {
    /// The text replaces the word.
    Text(&'static [u8]),
    /// A qualifier replaces the word; the parentheses after it are blanked, what they enclose stays.
    Unwrap,
    /// The text replaces the word with its parentheses and what they enclose.
    Call(&'static [u8]),
}

/// A type qualifier, which does not affect the tree.
const QUALIFIER: &[u8] = b"const";

const WORDS: &[(&[u8], Replacement)] = &[
    (b"_Complex", Replacement::Text(QUALIFIER)),
    (b"__complex__", Replacement::Text(QUALIFIER)),
    (b"_Thread_local", Replacement::Text(QUALIFIER)),
    // Any prefix operator: the operator is read from the original text.
    (b"__real__", Replacement::Text(b"~")),
    (b"__imag__", Replacement::Text(b"~")),
    (b"_Atomic", Replacement::Unwrap),
    (b"_BitInt", Replacement::Call(b"int")),
];

/// The text to be parsed, of the length of the original text.
pub(crate) fn masked(text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    c_directives::choose(&mut bytes);
    let scan = Scan::of(&bytes);
    replace_words(&mut bytes, &scan);
    c_casts::replace_casts(text, &mut bytes);
    // Only whole characters are blanked, and ASCII is replaced by ASCII.
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

/// The replacement of a word; `complex` has one only if its header is included.
fn replacement_of(word: &[u8], has_complex: bool) -> Option<Replacement> {
    if has_complex && word == b"complex" {
        return Some(Replacement::Text(QUALIFIER));
    }
    let row = WORDS.iter().find(|row| row.0 == word)?;
    Some(row.1)
}

fn replace_words(bytes: &mut [u8], scan: &Scan) {
    let has_complex = bytes.windows(11).any(|bytes| bytes == b"<complex.h>");
    let mut at = 0;
    while let Some(start) = Some(at)
        .filter(|at| *at < bytes.len())
        .and_then(|at| scan.next(at))
    {
        let word = word_at(bytes, start);
        let length = word.len();
        if word == b"case" {
            replace_range(bytes, scan, start + length);
        } else if let Some(replacement) = replacement_of(word, has_complex) {
            replace_word(bytes, scan, start..start + length, replacement);
        }
        at = start + length.max(1);
    }
}

fn replace_word(
    bytes: &mut [u8],
    scan: &Scan,
    word: std::ops::Range<usize>,
    replacement: Replacement,
) {
    let parentheses = parentheses_at(bytes, scan, word.end);
    match (replacement, parentheses) {
        (Replacement::Text(text), _) => put(&mut bytes[word], text),
        (Replacement::Unwrap, Some((open, close))) => {
            put(&mut bytes[word], QUALIFIER);
            put(&mut bytes[open..=open], b"");
            put(&mut bytes[close..=close], b"");
        }
        (Replacement::Call(text), Some((_, close))) => put(&mut bytes[word.start..=close], text),
        (Replacement::Unwrap | Replacement::Call(_), None) => {}
    }
}

/// Overwrites a range with a text, padded with blanks.
fn put(range: &mut [u8], text: &[u8]) {
    range.fill(b' ');
    range[..text.len()].copy_from_slice(text);
}

/// The offsets of the pair of parentheses that follows, unless parentheses are nested in it.
fn parentheses_at(bytes: &[u8], scan: &Scan, from: usize) -> Option<(usize, usize)> {
    let open = scan.next(from).filter(|at| bytes[*at] == b'(')?;
    let near = &bytes[open..bytes.len().min(open + SEARCH_LENGTH)];
    let length = near.iter().position(|byte| *byte == b')')?;
    let close = open + length;
    let nested = bytes[open + 1..close].contains(&b'(');
    (!nested && bytes[open..close].is_ascii()).then_some((open, close))
}

/// Replaces the dots of GNU's `case a ... b` by an operator with a lower precedence than those in `a` and `b`.
fn replace_range(bytes: &mut [u8], scan: &Scan, from: usize) {
    let to = bytes.len().min(from + SEARCH_LENGTH);
    let ends = |at: &usize| scan.is_code[*at] && matches!(bytes[*at], b':' | b';' | b'{' | b'}');
    let end = (from..to).find(ends).unwrap_or(to);
    let dots = bytes[from..end].windows(3).position(|dots| dots == b"...");
    if let Some(at) = dots.map(|at| from + at).filter(|at| scan.is_code[*at]) {
        bytes[at..at + 3].copy_from_slice(b"|| ");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_words_become_known_ones() {
        let rows = [
            ("_Complex double z;", "const    double z;"),
            ("x = __real__ z;", "x = ~        z;"),
            ("_Atomic(int) x;", "const   int  x;"),
            ("_Atomic int x;", "_Atomic int x;"),
            ("unsigned _BitInt(12) x;", "unsigned int         x;"),
            ("case 1 ... 5: x;", "case 1 ||  5: x;"),
            ("case ':' ... '9': x;", "case ':' ||  '9': x;"),
            ("case 1: f(\"...\", ...);", "case 1: f(\"...\", ...);"),
            ("\"_Complex\" // _Complex", "\"_Complex\" // _Complex"),
        ];
        for (text, expected) in rows {
            assert_eq!(masked(text), expected);
        }
    }
}
