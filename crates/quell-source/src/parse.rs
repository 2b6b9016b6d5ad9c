//! From text to a file with its tree.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, OnceLock};

use tree_sitter::{Parser, Tree};

use crate::file::SourceFile;
use crate::fixed_form::{BYTE_ORDER_MARK, Shown};
use crate::language::{Language, is_fixed_form};
use crate::lines::{Lines, clamp};
use crate::mapping::{Arena, Mapper, Row, Rule, all_below};
use crate::node::{Kind, Node, NodeId, Span};
use crate::survey::Survey;
use crate::{c, c_dialect, fixed_form, fortran, rust, rust_macros};

/// A file without any nodes but the root if the grammar gives nothing or the text is beyond 4 GiB.
pub(crate) fn parse(path: PathBuf, text: String, language: Language) -> SourceFile {
    let whole = Span {
        start: 0,
        end: clamp(text.len()),
    };
    let mut arena = Arena::default();
    let root = arena.add(Kind::Other, whole, whole, None);
    let shown = show(&path, &text, language);
    let mut survey = match tree_of(&shown.text, language) {
        Some(tree) => grow(&mut arena, root, &tree, &text, language),
        None => Survey {
            errors: vec![whole],
            ..Survey::default()
        },
    };
    survey.comments.extend(shown.comments);
    survey.comments.sort();
    finish(path, text, language, arena, survey)
}

/// What the grammar is shown instead of the text: of the same length, and easier to understand.
fn show(path: &Path, text: &str, language: Language) -> Shown {
    let unchanged = |text: String| Shown {
        text,
        comments: Vec::new(),
    };
    match language {
        Language::C => unchanged(c_dialect::show(&without_byte_order_mark(text))),
        Language::Fortran if is_fixed_form(path) => fixed_form::show(text),
        Language::Rust | Language::Fortran => unchanged(without_byte_order_mark(text)),
    }
}

/// Some editors write one at the start of a file; the grammars know none.
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

/// Nodes by the start of something, the deepest first among equals.
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

    /// A row for a kind that the grammar does not have would never be used.
    #[test]
    fn tables_name_what_the_grammars_have() {
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
            assert_eq!(by_name(table).len(), table.len(), "a kind is there twice");
        }
    }
}
