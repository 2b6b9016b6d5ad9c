//! C as the grammar does not know it, shown to it as C that it knows, of the same length.

use crate::c_casts;
use crate::c_directives;
use crate::c_words::{Scan, word_at};

/// How far to look for the other end of something short.
const FARTHEST: usize = 200;

/// What stands in for a word. The rest of its place is blank.
#[derive(Clone, Copy)]
enum Instead {
    Text(&'static [u8]),
    /// Of a word with parentheses, which go too: what is in them stays.
    Inside,
    /// Of a word with parentheses: the text stands for all of it.
    Call(&'static [u8]),
}

/// Any word would do that says nothing about a type.
const QUALIFIER: &[u8] = b"const";

const WORDS: &[(&[u8], Instead)] = &[
    (b"_Complex", Instead::Text(QUALIFIER)),
    (b"__complex__", Instead::Text(QUALIFIER)),
    (b"_Thread_local", Instead::Text(QUALIFIER)),
    // Operators, as far as precedence goes; nobody takes them for `~`, which is not in the file.
    (b"__real__", Instead::Text(b"~")),
    (b"__imag__", Instead::Text(b"~")),
    (b"_Atomic", Instead::Inside),
    (b"_BitInt", Instead::Call(b"int")),
];

/// The text to be parsed.
pub(crate) fn show(text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    c_directives::choose(&mut bytes);
    let scan = Scan::of(&bytes);
    replace_words(&mut bytes, &scan);
    c_casts::disguise(text, &mut bytes);
    // Whole characters were blanked, and ASCII replaced by ASCII.
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

/// A header makes `complex` one of the words.
fn instead_of(word: &[u8], has_complex: bool) -> Option<Instead> {
    if has_complex && word == b"complex" {
        return Some(Instead::Text(QUALIFIER));
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
        } else if let Some(instead) = instead_of(word, has_complex) {
            replace_word(bytes, scan, start..start + length, instead);
        }
        at = start + length.max(1);
    }
}

fn replace_word(bytes: &mut [u8], scan: &Scan, word: std::ops::Range<usize>, instead: Instead) {
    let parentheses = parentheses_at(bytes, scan, word.end);
    match (instead, parentheses) {
        (Instead::Text(text), _) => put(&mut bytes[word], text),
        (Instead::Inside, Some((open, close))) => {
            put(&mut bytes[word], QUALIFIER);
            put(&mut bytes[open..=open], b"");
            put(&mut bytes[close..=close], b"");
        }
        (Instead::Call(text), Some((_, close))) => put(&mut bytes[word.start..=close], text),
        (Instead::Inside | Instead::Call(_), None) => {}
    }
}

fn put(place: &mut [u8], text: &[u8]) {
    place.fill(b' ');
    place[..text.len()].copy_from_slice(text);
}

/// The places of the parentheses that come next. Others inside of them are too much for a type.
fn parentheses_at(bytes: &[u8], scan: &Scan, from: usize) -> Option<(usize, usize)> {
    let open = scan.next(from).filter(|at| bytes[*at] == b'(')?;
    let near = &bytes[open..bytes.len().min(open + FARTHEST)];
    let length = near.iter().position(|byte| *byte == b')')?;
    let close = open + length;
    let nested = bytes[open + 1..close].contains(&b'(');
    (!nested && bytes[open..close].is_ascii()).then_some((open, close))
}

/// GNU's `case a ... b` as an operator that binds less than any in `a` and `b`.
fn replace_range(bytes: &mut [u8], scan: &Scan, from: usize) {
    let to = bytes.len().min(from + FARTHEST);
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
        for (text, shown) in rows {
            assert_eq!(show(text), shown);
        }
    }
}
