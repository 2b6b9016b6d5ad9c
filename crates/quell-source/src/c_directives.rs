//! Conditional lines of C that are not whole statements, which the grammar cannot parse.
//!
//! Of `#if A`, `if (a) {`, `#else`, `if (b) {`, `#endif` only the first alternative is parsed. Lines that are
//! whole statements or declarations stay unchanged, with all their alternatives.

use std::ops::Range;

use crate::c_words::{Scan, word_at};

/// Groups nested more deeply are not inspected: each level is inspected once for each level around it.
const MAX_DEPTH: usize = 64;

/// One alternative: the line of its directive, and the lines up to the next directive of the group.
#[derive(Debug)]
struct Branch {
    /// The first byte of the directive's line.
    directive: usize,
    /// The first byte after that line.
    start: usize,
    end: usize,
    /// Whether the condition is `#if 0`.
    is_never: bool,
}

/// From `#if` to `#endif`.
#[derive(Debug)]
struct Group {
    branches: Vec<Branch>,
    /// The line of `#endif`.
    end: Range<usize>,
    /// How many groups are around it.
    depth: usize,
}

/// Blanks the alternatives that are not to be parsed. The text keeps its length and its lines.
pub(crate) fn choose(text: &mut [u8]) {
    let scan = Scan::of(text);
    for group in groups(text, &scan) {
        if group.depth > MAX_DEPTH || is_whole(text, &scan, &group) {
            continue;
        }
        let chosen = group.branches.iter().position(|branch| !branch.is_never);
        for (index, branch) in group.branches.iter().enumerate() {
            blank(&mut text[branch.directive..branch.start]);
            if Some(index) != chosen {
                blank(&mut text[branch.start..branch.end]);
            }
        }
        blank(&mut text[group.end.clone()]);
    }
}

/// Replaces bytes by blanks, except line breaks, which end directives.
fn blank(bytes: &mut [u8]) {
    for byte in bytes {
        if !matches!(byte, b'\n' | b'\r') {
            *byte = b' ';
        }
    }
}

/// All groups, the inner ones first.
fn groups(text: &[u8], scan: &Scan) -> Vec<Group> {
    let mut open: Vec<Vec<Branch>> = Vec::new();
    let mut done = Vec::new();
    for line in &scan.directives {
        let words = &text[line.clone()];
        let (word, rest) = directive_words(words);
        let branch = Branch {
            directive: line.start,
            start: line.end,
            end: line.end,
            is_never: word == "if" && rest == "0",
        };
        match word {
            "if" | "ifdef" | "ifndef" => open.push(vec![branch]),
            "elif" | "elifdef" | "elifndef" | "else" => {
                if let Some(branches) = open.last_mut() {
                    close_last(branches, line.start);
                    branches.push(branch);
                }
            }
            "endif" => {
                if let Some(mut branches) = open.pop() {
                    close_last(&mut branches, line.start);
                    let end = line.clone();
                    let depth = open.len();
                    done.push(Group {
                        branches,
                        end,
                        depth,
                    });
                }
            }
            _ => {}
        }
    }
    done
}

fn close_last(branches: &mut [Branch], end: usize) {
    if let Some(last) = branches.last_mut() {
        last.end = end;
    }
}

/// The word after `#` and the rest of the line.
fn directive_words(line: &[u8]) -> (&str, &str) {
    let line = std::str::from_utf8(line).unwrap_or("").trim();
    let line = line.strip_prefix('#').unwrap_or(line).trim_start();
    let end = line.find(|c: char| !c.is_ascii_alphabetic());
    let (word, rest) = line.split_at(end.unwrap_or(line.len()));
    (word, rest.trim())
}

/// Whether all alternatives are whole statements or declarations, at a position where such may be.
fn is_whole(text: &[u8], scan: &Scan, group: &Group) -> bool {
    let Some(first) = group.branches.first() else {
        return true;
    };
    let before = scan.previous(first.directive).map(|at| text[at]);
    let follows = matches!(before, None | Some(b';' | b'{' | b'}' | b':'));
    let mut branches = group.branches.iter();
    follows
        && next_word(text, scan, group.end.end) != b"else"
        && branches.all(|branch| is_whole_branch(text, scan, branch.start..branch.end))
}

fn is_whole_branch(text: &[u8], scan: &Scan, range: Range<usize>) -> bool {
    let has_code = scan.next(range.start).is_some_and(|at| at < range.end);
    let last = scan.previous(range.end).map(|at| text[at]);
    let ends = matches!(last, Some(b';' | b'}' | b':'));
    let begins = next_word(text, scan, range.start) != b"else";
    !has_code || (begins && ends && is_balanced(text, scan, range))
}

/// Whether all brackets that open in the range close in it, and the reverse.
fn is_balanced(text: &[u8], scan: &Scan, range: Range<usize>) -> bool {
    let mut depth = 0i64;
    for at in range {
        match text[at] {
            _ if !scan.is_code[at] => {}
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth -= 1,
            _ => {}
        }
        if depth < 0 {
            return false;
        }
    }
    depth == 0
}

/// The first word from an offset on.
fn next_word<'a>(text: &'a [u8], scan: &Scan, from: usize) -> &'a [u8] {
    scan.next(from).map_or(b"", |start| word_at(text, start))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(text: &str) -> String {
        let mut bytes = text.as_bytes().to_vec();
        choose(&mut bytes);
        let masked = String::from_utf8(bytes).unwrap();
        assert_eq!(masked.len(), text.len());
        let lines = masked
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty());
        lines.collect::<Vec<_>>().join("|")
    }

    #[test]
    fn of_partial_statements_one_alternative_is_kept() {
        let text = "a;\n#if A /* { */\nif (a) {\n#elif B\nif (b) {\n#else\nif (c) {\n#endif\n}\n";
        assert_eq!(chosen(text), "a;|if (a) {|}");
        let text = "x = 1\n#ifdef A\n + 2\n#endif\n;\n";
        assert_eq!(chosen(text), "x = 1|+ 2|;");
        let text = "if (a) b();\n#if 0\nelse c();\n#else\nelse d();\n#endif\n";
        assert_eq!(chosen(text), "if (a) b();|else d();");
        let text = "#ifdef A\nif (a) b(); else\n#endif\nc();\n";
        assert_eq!(chosen(text), "if (a) b(); else|c();");
    }

    #[test]
    fn whole_statements_stay() {
        let text = "a;\n#if A\nb();\n// if (x) {\n#else\nc(\"{\");\n#endif\nd;\n";
        assert_eq!(chosen(text), text.trim_end().replace('\n', "|"));
        let guard = "#ifndef H\n#define H\n#include <x>\nint a;\n#endif\n";
        assert_eq!(chosen(guard), guard.trim_end().replace('\n', "|"));
        assert_eq!(chosen("#endif\n#else\n#if"), "#endif|#else|#if");
    }

    #[test]
    fn inner_groups_are_chosen_on_their_own() {
        let text = "f(a\n#ifdef A\n#ifdef B\n, b\n#endif\n, c\n#endif\n);\n";
        assert_eq!(chosen(text), "f(a|, b|, c|);");
    }
}
