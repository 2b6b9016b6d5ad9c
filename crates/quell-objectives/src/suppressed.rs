//! Comments in the source that exclude mutants and labels: `// quell: ignore ROR -- reason`.
//!
//! A comment behind code is about its line, one on a line of its own about the next line with code. It names operators, groups of
//! operators or criteria, or `all`.

use std::collections::BTreeMap;

use quell_ir::Module;
use quell_ir::debug::DebugInfo;
use quell_source::Language;

use crate::catalogue::Selection;
use crate::objective::{Objective, ObjectiveId};
use crate::sources::{Sources, full_path};

/// What comments say of the objectives of a module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Suppressed {
    /// The reasons that the comments give; empty if they give none.
    pub objectives: BTreeMap<ObjectiveId, String>,
    /// Comments that cannot be read or exclude nothing, each with its place.
    pub wrong: Vec<String>,
}

/// A comment of this kind.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Ignore {
    /// Of the comment itself, and of the code that it is about. From 1.
    line: u32,
    about: u32,
    names: Vec<String>,
    reason: String,
}

/// Finds the objectives that comments exclude.
pub fn suppressed(module: &Module, sources: &Sources, objectives: &[Objective]) -> Suppressed {
    let info = DebugInfo::new(module);
    let mut found = Suppressed::default();
    let trees = sources.trees();
    let comments: BTreeMap<&str, Vec<Ignore>> = trees
        .map(|tree| {
            let text = tree.file().whole_text();
            (tree.path.as_str(), ignores(text, tree.language()))
        })
        .collect();
    for objective in objectives {
        let span = &objective.source.span;
        let place = info.function_place(&module.functions[objective.site.function]);
        let path = full_path(&span.file, place.map_or("", |place| place.1));
        let here = comments.get(path.as_str()).into_iter().flatten();
        let mut here = here.filter(|of| of.about == span.line);
        if let Some(ignore) = here.find(|of| of.is_about(objective.operator())) {
            found
                .objectives
                .insert(objective.id.clone(), ignore.reason.clone());
        }
    }
    for (path, ignores) in &comments {
        let unknown = ignores.iter().filter_map(Ignore::unknown);
        found
            .wrong
            .extend(unknown.map(|(line, what)| format!("{path}:{line}: {what}")));
    }
    found
}

impl Ignore {
    fn is_about(&self, operator: &str) -> bool {
        self.names.iter().any(|name| {
            name.eq_ignore_ascii_case("all")
                || name.eq_ignore_ascii_case(operator)
                || Selection::parse(name)
                    .is_ok_and(|of| of.operators.iter().any(|row| row.name == operator))
        })
    }

    /// What is wrong with it.
    fn unknown(&self) -> Option<(u32, String)> {
        let is_criterion = |name: &str| {
            let mut rows = crate::criteria::CRITERIA.iter();
            rows.any(|row| row.name.eq_ignore_ascii_case(name))
        };
        let is_known = |name: &String| {
            name.eq_ignore_ascii_case("all") || is_criterion(name) || Selection::parse(name).is_ok()
        };
        let what = match self.names.iter().find(|name| !is_known(name)) {
            Some(name) => format!(
                "`quell: ignore` names `{name}`, which is no operator, group or criterion; `quell help operators` lists them"
            ),
            None if self.names.is_empty() => {
                "`quell: ignore` names no operator; write `quell: ignore ROR -- reason`, or `all`"
                    .to_owned()
            }
            None => return None,
        };
        Some((self.line, what))
    }
}

/// The comments of a text.
fn ignores(text: &str, language: Language) -> Vec<Ignore> {
    let mut found: Vec<Ignore> = Vec::new();
    let mut waiting: Vec<Ignore> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let (code, comment) = split(line, language);
        let is_code = !code.trim().is_empty();
        waiting.extend(comment.and_then(|comment| ignore(number, comment)));
        if is_code {
            found.extend(waiting.drain(..).map(|of| Ignore {
                about: number,
                ..of
            }));
        }
    }
    found.extend(waiting);
    found
}

fn ignore(line: u32, comment: &str) -> Option<Ignore> {
    let rest = comment.trim().strip_prefix("quell:")?.trim_start();
    let rest = rest.strip_prefix("ignore")?;
    let (names, reason) = rest.split_once("--").unwrap_or((rest, ""));
    let names = names.split([',', ' ', '\t']);
    let names = names.filter(|name| !name.is_empty());
    Some(Ignore {
        line,
        about: 0,
        names: names.map(str::to_owned).collect(),
        reason: reason.trim().to_owned(),
    })
}

/// The code of a line and the comment behind it. Quotes that a line leaves open end with it.
fn split(line: &str, language: Language) -> (&str, Option<&str>) {
    let (marks, quotes): (&[&str], &[char]) = match language {
        Language::Fortran => (&["!"], &['"', '\'']),
        // An apostrophe may begin a lifetime.
        Language::Rust => (&["//"], &['"']),
        _ => (&["//", "/*"], &['"', '\'']),
    };
    let mut open = None;
    let mut is_escaped = false;
    for (at, c) in line.char_indices() {
        let mark = marks.iter().find(|mark| line[at..].starts_with(**mark));
        match (open, mark) {
            (None, Some(mark)) => {
                let comment = &line[at + mark.len()..];
                return (&line[..at], Some(comment.trim_end_matches("*/")));
            }
            (None, None) if quotes.contains(&c) => open = Some(c),
            (Some(quote), _) if c == quote && !is_escaped => open = None,
            _ => {}
        }
        is_escaped = c == '\\' && !is_escaped && language != Language::Fortran;
    }
    (line, None)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str, language: Language) -> Vec<(u32, String, String)> {
        let found = ignores(text, language).into_iter();
        found
            .map(|of| (of.about, of.names.join(" "), of.reason))
            .collect()
    }

    fn row(about: u32, names: &str, reason: &str) -> (u32, String, String) {
        (about, names.to_owned(), reason.to_owned())
    }

    #[test]
    fn comments_are_about_their_line_or_the_next_one_with_code() {
        let c = "int a; // quell: ignore ROR -- never negative\n\
                 /* quell: ignore AOR, SDL -- logging */\n\n// more\nf();\n\
                 s = \"// quell: ignore ROR\"; // quell: ignore all\n";
        let expected = [
            row(1, "ROR", "never negative"),
            row(5, "AOR SDL", "logging"),
            row(6, "all", ""),
        ];
        assert_eq!(of(c, Language::C), expected);
    }

    #[test]
    fn each_language_has_its_comments() {
        let fortran = "x = 'it''s ! not' ! quell: ignore ROR -- x";
        assert_eq!(of(fortran, Language::Fortran), [row(1, "ROR", "x")]);
        let rust = "fn f<'a>(x: &'a str) {} // quell: ignore ROR";
        assert_eq!(of(rust, Language::Rust), [row(1, "ROR", "")]);
        assert_eq!(
            of("'\\'' // quell: ignore LCR", Language::C),
            [row(1, "LCR", "")]
        );
    }

    #[test]
    fn names_are_operators_groups_or_all() {
        let is_about = |names: &str, operator| {
            let comment = format!("quell: ignore {names}");
            ignore(1, &comment).is_some_and(|of| of.is_about(operator))
        };
        assert!(is_about("ror", "ROR"));
        assert!(is_about("all", "ROR"));
        assert!(is_about("sufficient", "ROR"));
        assert!(!is_about("AOR", "ROR"));
        let wrong = ignore(1, "quell: ignore ROX").and_then(|of| of.unknown());
        assert!(wrong.is_some_and(|(_, what)| what.contains("ROX")));
    }
}
