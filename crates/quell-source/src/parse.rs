//! Parsing of a text to a [`SourceFile`].

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, OnceLock};

use tree_sitter::{Parser, Tree};

use crate::file::SourceFile;
use crate::fixed_form::{BYTE_ORDER_MARK, GrammarInput};
use crate::language::{Language, is_fixed_form};
use crate::lines::{Lines, clamp};
use crate::mapping::{Arena, Mapper, Row, Rule, all_below};
use crate::node::{Kind, Node, NodeId, Span};
use crate::survey::Survey;
use crate::{c, c_dialect, fixed_form, fortran, rust, rust_macros};

/// Parses a file. It has only a root if the grammar fails or the text is longer than 4 GiB.
pub(crate) fn parse(path: PathBuf, text: String, language: Language) -> SourceFile {
    let whole = Span {
        start: 0,
        end: clamp(text.len()),
    };
    let mut arena = Arena::default();
    let root = arena.add(Kind::Other, whole, whole, None);
    let input = grammar_input(&path, &text, language);
    let mut survey = match tree_of(&input.text, language) {
        Some(tree) => grow(&mut arena, root, &tree, &text, language),
        None => Survey {
            errors: vec![whole],
            ..Survey::default()
        },
    };
    survey.comments.extend(input.comments);
    survey.comments.sort();
    finish(path, text, language, arena, survey)
}

/// The text that the grammar parses instead of the file's, of the same length.
fn grammar_input(path: &Path, text: &str, language: Language) -> GrammarInput {
    let with_text = |text: String| GrammarInput {
        text,
        comments: Vec::new(),
    };
    match language {
        Language::C => with_text(c_dialect::masked(&without_byte_order_mark(text))),
        Language::Fortran if is_fixed_form(path) => fixed_form::masked(text),
        Language::Rust | Language::Fortran => with_text(without_byte_order_mark(text)),
    }
}

/// The text with blanks for a byte order mark, which the grammars do not support.
fn without_byte_order_mark(text: &str) -> String {
    let rest = text.trim_start_matches(BYTE_ORDER_MARK);
    format!("{}{rest}", " ".repeat(text.len() - rest.len()))
}

fn tree_of(text: &str, language: Language) -> Option<Tree> {
    u32::try_from(text.len()).ok()?;
    grammar_tree(text, language)
}

pub(crate) fn grammar_tree(text: &str, language: Language) -> Option<Tree> {
    let grammar = match language {
        Language::C => tree_sitter_c::LANGUAGE,
        Language::Rust => tree_sitter_rust::LANGUAGE,
        Language::Fortran => tree_sitter_fortran::LANGUAGE,
    };
    let mut parser = Parser::new();
    parser.set_language(&grammar.into()).ok()?;
    parser.parse(text, None)
}

fn grow(arena: &mut Arena, root: NodeId, tree: &Tree, text: &str, language: Language) -> Survey {
    let survey = Survey::of(tree, text);
    let mapper = Mapper {
        text,
        rules: rules_of(language),
        shift: 0,
        names: &survey.names,
    };
    let parts = all_below(tree.root_node());
    let unread = arena.grow(&mapper, parts, root);
    rust_macros::read(arena, text, mapper.rules, unread);
    survey
}

type Rules = LazyLock<HashMap<&'static str, Rule>>;

static C: Rules = LazyLock::new(|| by_name(c::TABLE));
static FORTRAN: Rules = LazyLock::new(|| by_name(fortran::TABLE));
static RUST: Rules = LazyLock::new(|| by_name(rust::TABLE));

fn by_name(table: &[Row]) -> HashMap<&'static str, Rule> {
    table.iter().copied().collect()
}

fn rules_of(language: Language) -> fn(&str) -> Option<Rule> {
    match language {
        Language::C => |kind| C.get(kind).copied(),
        Language::Rust => |kind| RUST.get(kind).copied(),
        Language::Fortran => |kind| FORTRAN.get(kind).copied(),
    }
}

fn finish(
    path: PathBuf,
    text: String,
    language: Language,
    arena: Arena,
    survey: Survey,
) -> SourceFile {
    let by_token = index(&arena, |node| node.token);
    let by_start = index(&arena, |node| node.span);
    SourceFile {
        path,
        lines: Lines::of(&text),
        text,
        language,
        nodes: arena.nodes,
        comments: survey.comments,
        errors: survey.errors,
        macros: survey.macros,
        by_token,
        by_start,
        fingerprints: OnceLock::new(),
    }
}

/// Nodes sorted by the start of a span, the deepest first among equals.
fn index(arena: &Arena, span: impl Fn(&Node) -> Span) -> Vec<(u32, NodeId)> {
    let ids = (0..clamp(arena.nodes.len())).map(NodeId);
    let start = |id: NodeId| span(&arena.nodes[id.0 as usize]).start;
    let mut all: Vec<(u32, NodeId)> = ids.map(|id| (start(id), id)).collect();
    let depth = |id: NodeId| u32::MAX - arena.depths[id.0 as usize];
    all.sort_by_key(|(start, id)| (*start, depth(*id), *id));
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A row for a kind that the grammar lacks would be unused.
    #[test]
    fn tables_have_only_kinds_of_the_grammars() {
        let tables = [
            (tree_sitter_c::LANGUAGE, c::TABLE),
            (tree_sitter_rust::LANGUAGE, rust::TABLE),
            (tree_sitter_fortran::LANGUAGE, fortran::TABLE),
        ];
        for (grammar, table) in tables {
            let grammar: tree_sitter::Language = grammar.into();
            for (name, _) in table {
                assert_ne!(grammar.id_for_node_kind(name, true), 0, "{name}");
            }
            assert_eq!(by_name(table).len(), table.len(), "a kind occurs twice");
        }
    }
}
