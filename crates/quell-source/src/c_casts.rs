//! Casts of C that can be parsed only with the names of types: `(T)-1`, `(T)(x)`, `(T)*p`.
//!
//! The grammar parses them as a subtraction, a call and a product. If the name in the parentheses is that
//! of a type, the text to be parsed has `~  -1` instead, an operator with the precedence of a cast.

use std::collections::HashSet;

/// Replaces casts in the text to be parsed, which has the length of the original text.
pub(crate) fn replace_casts(text: &str, masked: &mut [u8]) {
    let types = type_names(text);
    for (start, byte) in text.bytes().enumerate() {
        if byte != b'(' || masked[start] != b'(' {
            continue;
        }
        if let Some(end) = cast_at(text, start, &types) {
            masked[start] = b'~';
            masked[start + 1..end].fill(b' ');
        }
    }
}

/// The end of the cast whose opening parenthesis is at `start`, if it is one.
fn cast_at(text: &str, start: usize, types: &HashSet<&str>) -> Option<usize> {
    let rest = &text[start + 1..];
    let name_start = rest.len() - rest.trim_start().len();
    let name = word(&rest[name_start..]);
    let is_type = types.contains(name) || name.ends_with("_t");
    let after = rest[name_start + name.len()..].trim_start();
    let after = after.strip_prefix(')').filter(|_| is_type)?;
    let next = after.trim_start().chars().next()?;
    let fits = "+-*&(".contains(next) && starts_operand(&text[..start]);
    fits.then(|| text.len() - after.len())
}

/// Whether a parenthesis after this text starts an operand, not a list of parameters or arguments.
fn starts_operand(before: &str) -> bool {
    let before = before.trim_end();
    let last_word = before.trim_end_matches(is_word).len();
    let keyword = matches!(&before[last_word..], "return" | "case" | "else" | "do");
    keyword || (last_word == before.len() && !before.ends_with([')', ']']))
}

fn word(text: &str) -> &str {
    let end = text.find(|c: char| !is_word(c)).unwrap_or(text.len());
    &text[..end]
}

/// Names that `typedef`s of the file define: the last word before each semicolon.
fn type_names(text: &str) -> HashSet<&str> {
    const KEYWORD: &str = "typedef";
    let mut names = HashSet::new();
    let mut rest = text;
    while let Some(at) = rest.find(KEYWORD) {
        rest = &rest[at + KEYWORD.len()..];
        let Some(end) = end_of_typedef(rest) else {
            break;
        };
        names.extend(last_word(&rest[..end]));
        rest = &rest[end..];
    }
    names
}

fn last_word(text: &str) -> Option<&str> {
    let text = text.trim_end();
    let start = text.trim_end_matches(is_word).len();
    text.get(start..).filter(|word| !word.is_empty())
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// The first semicolon outside of all braces.
fn end_of_typedef(text: &str) -> Option<usize> {
    let mut depth = 0u32;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            b';' if depth == 0 => return Some(at),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn replaced(text: &str) -> String {
        let mut masked = text.as_bytes().to_vec();
        replace_casts(text, &mut masked);
        String::from_utf8(masked).unwrap()
    }

    #[test]
    fn casts_become_operators_of_the_same_length() {
        let text =
            "typedef struct { int a; } T; x = (T)-1; y = sizeof (T)(1); f(T)*p; return ( u_t )(x);";
        let expected =
            "typedef struct { int a; } T; x = ~  -1; y = sizeof (T)(1); f(T)*p; return ~      (x);";
        assert_eq!(replaced(text), expected);
        for same in ["x = (a)-1;", "typedef ü; (ü)-1 typedef"] {
            assert_eq!(replaced(same), same);
        }
    }
}
