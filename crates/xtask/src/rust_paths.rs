//! Finds the paths that a Rust file uses, in its tokens: `use` declarations and paths in code that start with
//! `crate`, `self` or `super`. Macro bodies count; comments and strings do not.

/// A path from the root of the crate, and the line where it starts.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct UsedPath {
    pub line: usize,
    /// Module names and the last item, without `crate`; `*` for a glob.
    pub path: Vec<String>,
}

/// All paths in the file of a module.
pub(crate) fn paths(text: &str, module: &[String]) -> Vec<UsedPath> {
    let mut reader = Reader {
        tokens: tokens(text),
        next: 0,
        module: module.to_vec(),
        braces: Vec::new(),
        found: Vec::new(),
    };
    while reader.next < reader.tokens.len() {
        reader.read_one();
    }
    reader.found
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token<'t> {
    Word(&'t str),
    /// `::`
    Separator,
    Sign(char),
}

struct Reader<'t> {
    tokens: Vec<(usize, Token<'t>)>,
    next: usize,
    /// The module at this position.
    module: Vec<String>,
    /// For each open brace, whether it opens an inline module.
    braces: Vec<bool>,
    found: Vec<UsedPath>,
}

impl<'t> Reader<'t> {
    fn peek(&self, ahead: usize) -> Option<Token<'t>> {
        self.tokens.get(self.next + ahead).map(|token| token.1)
    }

    fn is_after(&self, back: usize, token: Token<'_>) -> bool {
        let index = self.next.checked_sub(back);
        index.is_some_and(|index| self.tokens[index].1 == token)
    }

    fn read_one(&mut self) {
        match self.peek(0) {
            Some(Token::Word("mod")) => return self.inline_module(),
            Some(Token::Word(word @ ("crate" | "self" | "super")))
                if self.peek(1) == Some(Token::Separator) && !self.is_inside_path() =>
            {
                let base = self.base(word);
                self.next += 2;
                return self.tree(base);
            }
            Some(Token::Sign('{')) => self.braces.push(false),
            Some(Token::Sign('}')) if self.braces.pop() == Some(true) => {
                self.module.pop();
            }
            _ => {}
        }
        self.next += 1;
    }

    /// Whether this word continues a path or belongs to a visibility, as in `pub(in crate::a)`.
    fn is_inside_path(&self) -> bool {
        let in_visibility =
            self.is_after(1, Token::Word("in")) && self.is_after(2, Token::Sign('('));
        self.is_after(1, Token::Separator) || in_visibility
    }

    fn inline_module(&mut self) {
        if let (Some(Token::Word(name)), Some(Token::Sign('{'))) = (self.peek(1), self.peek(2)) {
            self.module.push(name.to_owned());
            self.braces.push(true);
            self.next += 2;
        }
        self.next += 1;
    }

    fn base(&self, word: &str) -> Vec<String> {
        let mut base = match word {
            "crate" => Vec::new(),
            _ => self.module.clone(),
        };
        if word == "super" {
            base.pop();
        }
        base
    }

    /// Parses what follows a separator: the rest of a path, or a group of paths.
    fn tree(&mut self, mut path: Vec<String>) {
        let line = self.tokens.get(self.next).map_or(0, |token| token.0);
        loop {
            match self.peek(0) {
                Some(Token::Word("super")) => {
                    path.pop();
                }
                Some(Token::Word("self")) => {}
                Some(Token::Word(name)) => path.push(name.to_owned()),
                Some(Token::Sign('*')) => path.push("*".to_owned()),
                Some(Token::Sign('{')) => return self.group(&path),
                _ => break,
            }
            self.next += 1;
            if self.peek(0) != Some(Token::Separator) {
                break;
            }
            self.next += 1;
        }
        self.found.push(UsedPath { line, path });
    }

    fn group(&mut self, path: &[String]) {
        self.next += 1;
        loop {
            match self.peek(0) {
                None => return,
                Some(Token::Sign('}')) => {
                    self.next += 1;
                    return;
                }
                Some(Token::Sign(',')) => self.next += 1,
                // `name as other`
                Some(Token::Word("as")) => self.next += 2,
                Some(Token::Word(_) | Token::Sign('*' | '{')) => self.tree(path.to_vec()),
                Some(_) => self.next += 1,
            }
        }
    }
}

/// The tokens of a file with their lines, without comments and literals.
fn tokens(text: &str) -> Vec<(usize, Token<'_>)> {
    let mut found = Vec::new();
    let (mut rest, mut line) = (text, 1);
    while let Some(first) = rest.chars().next() {
        let length = skipped(rest).unwrap_or_else(|| {
            let (token, length) = token(rest, first);
            found.extend(token.map(|token| (line, token)));
            length
        });
        let (read, left) = rest.split_at(length);
        line += read.matches('\n').count();
        rest = left;
    }
    found
}

fn token(rest: &str, first: char) -> (Option<Token<'_>>, usize) {
    if first.is_whitespace() {
        return (None, first.len_utf8());
    }
    if rest.starts_with("::") {
        return (Some(Token::Separator), 2);
    }
    if is_word(first) {
        let length = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        return (Some(Token::Word(&rest[..length])), length);
    }
    (Some(Token::Sign(first)), first.len_utf8())
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The length of the comment or literal that begins here, if one does.
fn skipped(rest: &str) -> Option<usize> {
    if rest.starts_with("//") {
        return Some(rest.find('\n').unwrap_or(rest.len()));
    }
    if rest.starts_with("/*") {
        return Some(block_comment(rest));
    }
    if let Some(string) = rest.strip_prefix('"') {
        return Some(1 + quoted(string, '"'));
    }
    if rest.starts_with('\'') {
        return character(rest);
    }
    raw_string(rest)
}

/// The length of a block comment, which may contain others.
fn block_comment(rest: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    loop {
        let tail = &rest[at..];
        if tail.starts_with("/*") {
            depth += 1;
            at += 2;
        } else if tail.starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else if let Some(c) = tail.chars().next() {
            at += c.len_utf8();
        } else {
            return rest.len();
        }
    }
}

/// The length up to and including the closing quote.
fn quoted(rest: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

/// The length of a character literal, or of the quote of a lifetime.
fn character(rest: &str) -> Option<usize> {
    let mut after = rest[1..].chars();
    let (first, second) = (after.next()?, after.next());
    let is_literal = first == '\\' || second == Some('\'');
    Some(if is_literal {
        1 + quoted(&rest[1..], '\'')
    } else {
        1
    })
}

/// The length of `r"..."`, `r#"..."#` or `br"..."`. An identifier that ends in `r` is a token of its own.
fn raw_string(rest: &str) -> Option<usize> {
    let body = rest.strip_prefix("br").or_else(|| rest.strip_prefix('r'))?;
    let hashes = body.len() - body.trim_start_matches('#').len();
    let content = body[hashes..].strip_prefix('"')?;
    let end = format!("\"{}", "#".repeat(hashes));
    let start = rest.len() - content.len();
    let length = content
        .find(&end)
        .map_or(content.len(), |at| at + end.len());
    Some(start + length)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<String> {
        let module = ["a".to_owned(), "b".to_owned()];
        let paths = paths(text, &module).into_iter();
        paths
            .map(|used| format!("{}:{}", used.line, used.path.join("::")))
            .collect()
    }

    #[test]
    fn paths_are_resolved_from_the_root_of_the_crate() {
        let cases: &[(&str, &[&str])] = &[
            ("use crate::x::Y;", &["1:x::Y"]),
            ("use super::c;", &["1:a::c"]),
            ("use super::super::c::*;", &["1:c::*"]),
            ("use self::d as e;", &["1:a::b::d"]),
            (
                "use super::{self, c::{D as E, F}};\nlet x = crate::g();",
                &["1:a", "1:a::c::D", "1:a::c::F", "2:g"],
            ),
            (
                "mod tests { use super::*; mod m { use super::super::x; } }\nuse super::y;",
                &["1:a::b::*", "1:a::b::x", "2:a::y"],
            ),
            ("pub(crate) fn f(self) { self.g(); }", &[]),
            ("pub(in crate::a) fn f() {}", &[]),
            ("impl crate::t::T for X {}", &["1:t::T"]),
        ];
        for (text, expected) in cases {
            assert_eq!(found(text), *expected, "{text}");
        }
    }

    #[test]
    fn literals_and_comments_hide_nothing_behind_them() {
        let cases = [
            "'\"' /* \" /* */ */ \"\\\"crate::no\" crate::x",
            "fn f<'a>() {} r#\"crate::no \" \"# crate::x",
            "'\\'' b\"crate::no\" b'\"' // crate::no\n crate::x",
            "\"two\nlines\" crate::x",
        ];
        for text in cases {
            let found: Vec<String> = found(text);
            assert_eq!(found.len(), 1, "{text}: {found:?}");
            assert!(found[0].ends_with(":x"), "{text}: {found:?}");
        }
    }
}
