//! Expansion of C's macros as text.
//!
//! There is no expansion if this file alone does not determine it: for macros of other files, names with two definitions,
//! and replacements that paste or stringify tokens.

use crate::file::SourceFile;
use crate::lines::clamp;
use crate::macros::{self, MacroCall};
use crate::node::Span;

/// The use of a macro and its expansion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expansion {
    /// The span of the use with its arguments.
    pub span: Span,
    /// The expansion on one line.
    pub text: String,
    /// Arguments that occur in the expansion exactly once and unexpanded.
    pub arguments: Vec<Written>,
}

/// An argument in an expansion that is copied from the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Written {
    /// Its span in the expansion.
    pub at: Span,
    /// Its span in the file.
    pub from: Span,
}

/// Bounds of the nesting of macros and of the length of an expansion.
const MAX_DEPTH: usize = 16;
const MAX_TEXT: usize = 4096;

impl SourceFile {
    /// The full expansion of the macro used at the offset.
    pub fn expansion_at(&self, offset: u32) -> Option<Expansion> {
        let call = self.macro_call_at(offset)?;
        let rest = self.text.get(call.name.end as usize..)?;
        let mut expander = Expander {
            file: self,
            offset,
            open: vec![self.text(call.name).to_owned()],
        };
        let arguments = match call.parameters {
            Some(_) => Some(arguments(rest)?),
            None => None,
        };
        let length = arguments.as_ref().map_or(0, |arguments| arguments.length);
        let list = arguments.map_or_else(Vec::new, |arguments| arguments.list);
        let mut pieces = expander.substitute(&call, &list)?;
        expander.rescan(&mut pieces)?;
        Some(joined(
            pieces,
            Span {
                start: call.name.start,
                end: call.name.end + clamp(length),
            },
            call.name.end,
        ))
    }
}

/// A piece of a replacement: its text, and its range behind the macro's name if it is an unexpanded argument.
#[derive(Clone, Debug)]
struct Piece {
    text: String,
    argument: Option<(usize, usize)>,
}

struct Expander<'f> {
    file: &'f SourceFile,
    offset: u32,
    /// The macros that are being expanded, which are not expanded again inside their own expansion.
    open: Vec<String>,
}

impl<'f> Expander<'f> {
    /// The replacement of a macro with arguments for its parameters.
    fn substitute(&mut self, call: &MacroCall<'_>, given: &[Argument]) -> Option<Vec<Piece>> {
        let text = plain(call.replacement)?;
        let parameters = call.parameters.unwrap_or(&[]);
        let nothing = given.len() == 1 && given[0].text.is_empty() && parameters.is_empty();
        if given.len() != parameters.len() && !nothing {
            return None;
        }
        let mut pieces: Vec<Piece> = Vec::new();
        for token in tokens(&text) {
            let number = parameters.iter().position(|name| name == token);
            let piece = match number.map(|number| &given[number]) {
                Some(given) => {
                    let expanded = self.expanded(&given.text)?;
                    let written = (expanded == given.text).then_some((given.start, given.end));
                    Piece {
                        text: expanded,
                        argument: written,
                    }
                }
                None => Piece {
                    text: token.to_owned(),
                    argument: None,
                },
            };
            pieces.push(piece);
        }
        Some(pieces)
    }

    /// Expands macros in a replacement, except in arguments, which have been expanded before.
    fn rescan(&mut self, pieces: &mut Vec<Piece>) -> Option<()> {
        let has_macros = pieces.iter().any(|piece| {
            let call = self.macro_named(&piece.text);
            piece.argument.is_none() && call.is_some()
        });
        if has_macros {
            let text: String = pieces.iter().map(|piece| piece.text.as_str()).collect();
            let text = self.expanded(&text)?;
            *pieces = vec![Piece {
                text,
                argument: None,
            }];
        }
        Some(())
    }

    /// A text with its macros expanded.
    fn expanded(&mut self, text: &str) -> Option<String> {
        if self.open.len() > MAX_DEPTH || text.len() > MAX_TEXT {
            return None;
        }
        let mut out = String::new();
        let mut rest = text;
        while let Some(token) = tokens(rest).next() {
            rest = &rest[token.len()..];
            let Some(call) = self.macro_named(token) else {
                out.push_str(token);
                continue;
            };
            let given = match call.parameters {
                Some(_) => match arguments(rest) {
                    Some(given) => given,
                    // The name of a function-like macro without arguments is not a use of it.
                    None if !rest.trim_start().starts_with('(') => {
                        out.push_str(token);
                        continue;
                    }
                    None => return None,
                },
                None => Arguments::default(),
            };
            rest = rest.get(given.length..)?;
            out.push_str(&self.nested(token, &call, &given.list)?);
        }
        (out.len() <= MAX_TEXT).then_some(out)
    }

    fn nested(&mut self, name: &str, call: &MacroCall<'_>, given: &[Argument]) -> Option<String> {
        let pieces = self.substitute(call, given)?;
        self.open.push(name.to_owned());
        let text = join(&pieces).0;
        let text = self.expanded(&text);
        self.open.pop();
        text
    }

    /// The macro with a name, unless it is being expanded.
    fn macro_named(&self, name: &str) -> Option<MacroCall<'f>> {
        let word = name.starts_with(|c: char| c.is_alphabetic() || c == '_');
        let open = !word || self.open.iter().any(|open| open == name);
        if open {
            return None;
        }
        macros::defined(&self.file.text, &self.file.macros, name, self.offset)
    }
}

/// A replacement on one line without comments; none if it contains operators of the preprocessor.
fn plain(replacement: &str) -> Option<String> {
    let text = replacement.replace("\\\r\n", " ").replace("\\\n", " ");
    let text = without_comments(&text)?;
    let odd = text.contains('#') || text.contains("__VA_");
    (!odd && text.len() <= MAX_TEXT).then_some(text)
}

/// A text with a blank for each comment; none if one is not closed. What stands in quotes is no comment.
fn without_comments(text: &str) -> Option<String> {
    let mut kept = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['/', '"', '\'']) {
        kept.push_str(&rest[..at]);
        rest = &rest[at..];
        let first = rest.chars().next()?;
        if rest.starts_with("//") {
            rest = "";
        } else if let Some(comment) = rest.strip_prefix("/*") {
            rest = &comment[comment.find("*/")? + 2..];
            kept.push(' ');
        } else {
            let length = if first == '/' { 1 } else { quoted(rest, first) };
            kept.push_str(&rest[..length]);
            rest = &rest[length..];
        }
    }
    kept.push_str(rest);
    Some(kept.trim().to_owned())
}

/// The length of what stands in quotes, with them.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        if c == quote && !escaped {
            return at + 1;
        }
        escaped = c == '\\' && !escaped;
    }
    text.len()
}

fn joined(pieces: Vec<Piece>, span: Span, after_name: u32) -> Expansion {
    let (text, starts) = join(&pieces);
    let once = |written: (usize, usize)| {
        let same = pieces
            .iter()
            .filter(|piece| piece.argument == Some(written));
        same.count() == 1
    };
    let arguments = pieces.iter().zip(starts).filter_map(|(piece, start)| {
        let (from, to) = piece.argument.filter(|&written| once(written))?;
        Some(Written {
            at: Span {
                start: clamp(start),
                end: clamp(start + piece.text.len()),
            },
            from: Span {
                start: after_name + clamp(from),
                end: after_name + clamp(to),
            },
        })
    });
    let arguments = arguments.collect();
    Expansion {
        span,
        text,
        arguments,
    }
}

/// The pieces as one text, with blanks where tokens would merge, and the start of each piece.
fn join(pieces: &[Piece]) -> (String, Vec<usize>) {
    let mut text = String::new();
    let mut starts = Vec::new();
    for piece in pieces {
        let sticky = |c: char| "+-*/%&|<>=!^".contains(c);
        let word = |c: char| c.is_alphanumeric() || c == '_';
        let ends = text.chars().last().zip(piece.text.chars().next());
        let merges = ends.is_some_and(|(a, b)| sticky(a) && sticky(b) || word(a) && word(b));
        if merges && piece.argument.is_some() {
            text.push(' ');
        }
        starts.push(text.len());
        text.push_str(&piece.text);
    }
    (text, starts)
}

#[derive(Debug)]
struct Argument {
    text: String,
    /// Its range in the text behind the macro's name.
    start: usize,
    end: usize,
}

#[derive(Debug, Default)]
struct Arguments {
    list: Vec<Argument>,
    /// The length up to and including the closing parenthesis.
    length: usize,
}

/// The arguments in parentheses at the start of a text.
fn arguments(text: &str) -> Option<Arguments> {
    let mut found = Arguments::default();
    let (mut depth, mut start) = (0_usize, 0);
    let mut at = 0;
    for token in tokens(text) {
        let before = at;
        at += token.len();
        match token {
            "(" | "[" | "{" => {
                depth += 1;
                if depth == 1 {
                    start = at;
                }
            }
            ")" | "]" | "}" => depth = depth.checked_sub(1)?,
            _ if depth == 0 && !token.trim().is_empty() => return None,
            _ => {}
        }
        let ends = depth == 0 && token == ")";
        if ends || depth == 1 && token == "," {
            found.list.push(argument(text, start, before)?);
            start = at;
        }
        if ends {
            found.length = at;
            return Some(found);
        }
    }
    None
}

fn argument(text: &str, start: usize, end: usize) -> Option<Argument> {
    let written = text.get(start..end)?;
    let start = start + (written.len() - written.trim_start().len());
    let text = written.trim();
    let one_line = !text.contains(['\n', '#']) && !text.contains("/*");
    one_line.then(|| Argument {
        text: text.to_owned(),
        start,
        end: start + text.len(),
    })
}

/// The tokens of a text: words, literals, runs of blanks, and all other characters one by one.
fn tokens(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let word = |c: char| c.is_alphanumeric() || c == '_';
        let length = match first {
            '"' | '\'' => literal_length(rest, first),
            c if word(c) => rest.find(|c| !word(c)).unwrap_or(rest.len()),
            c if c.is_whitespace() => rest
                .find(|c: char| !c.is_whitespace())
                .unwrap_or(rest.len()),
            c => c.len_utf8(),
        };
        let (token, after) = rest.split_at(length);
        rest = after;
        Some(token)
    })
}

fn literal_length(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote => return at + c.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Language;

    /// The expansion of the last line of a text, and its unexpanded arguments.
    fn expansion(text: &str) -> Option<(String, Vec<String>)> {
        let file = SourceFile::parse("t.c", text.to_owned(), Language::C);
        let offset = text.trim_end().rfind('\n').map_or(0, |at| at + 1);
        let found = file.expansion_at(clamp(offset))?;
        assert_eq!(file.text(found.span), text[offset..].trim_end());
        for written in &found.arguments {
            let at = written.at.start as usize..written.at.end as usize;
            assert_eq!(file.text(written.from), &found.text[at]);
        }
        let arguments = found.arguments.iter();
        let arguments = arguments.map(|written| file.text(written.from).to_owned());
        Some((found.text.clone(), arguments.collect()))
    }

    #[test]
    fn macros_are_expanded() {
        for (text, expected, written) in [
            (
                "#define MAX(a,b) ((a)>(b)?(a):(b))\nMAX(x + 1, f(y, z))",
                "((x + 1)>(f(y, z))?(x + 1):(f(y, z)))",
                vec![],
            ),
            (
                "#define NEXT(a) ((a) + 1)\nNEXT( i )",
                "((i) + 1)",
                vec!["i"],
            ),
            ("#define NEG(a) -a\nNEG(-3)", "- -3", vec!["-3"]),
            ("#define N 10\n#define M (N + k)\nM", "(10 + k)", vec![]),
            (
                "#define SQ(x) ((x) * (x))\n#define D(x, y) SQ(x - y)\nD(SQ(a), b)",
                "((((a) * (a)) - b) * (((a) * (a)) - b))",
                vec![],
            ),
            ("#define self self + 1\nself", "self + 1", vec![]),
            (
                "#define NOTED(a) /* first */ (a) /*second*/ + 1 // third\nNOTED(b)",
                "(b)   + 1",
                vec!["b"],
            ),
            (
                "#define QUOTED(a) f(\"/* no */\", '/', '\"', \"//\", a / 2)\nQUOTED(b)",
                "f(\"/* no */\", '/', '\"', \"//\", b / 2)",
                vec!["b"],
            ),
            (
                "#define LONG(a) a \\\n  + 2\nLONG(q)",
                "q    + 2",
                vec!["q"],
            ),
            (
                "#define A(x) x\n#undef A\n#define A(x) (x)\nA(c)",
                "(c)",
                vec!["c"],
            ),
            (
                "#define C(x) (x == ',')\nC(')')",
                "(')' == ',')",
                vec!["')'"],
            ),
        ] {
            let written: Vec<String> = written.into_iter().map(str::to_owned).collect();
            let found = expansion(text);
            assert_eq!(found, Some((expected.to_owned(), written)), "{text}");
        }
    }

    #[test]
    fn uncertain_macros_have_no_expansion() {
        for text in [
            "#define STR(a) #a\nSTR(x)",
            "#define CAT(a, b) a ## b\nCAT(x, y)",
            "#define LOG(...) f(__VA_ARGS__)\nLOG(x, y)",
            "#define TWO(a, b) a + b\nTWO(x)",
            "#if X\n#define N 1\n#else\n#define N 2\n#endif\nN",
            "#define OPEN(a) (a\nOPEN(x",
            "#define OPEN(a) a /* not closed\nOPEN(x)",
            "name",
        ] {
            assert_eq!(expansion(text), None, "{text}");
        }
    }
}
