//! Arguments of Rust's macros, which the grammar leaves as tokens, parsed as expressions.

use tree_sitter::Tree;

use crate::language::Language;
use crate::lines::clamp;
use crate::mapping::{Arena, Mapper, Part, Raw, Rule, named, value};
use crate::names::Names;
use crate::node::{NodeId, Span};
use crate::parse::grammar_tree;

/// Nested macros are parsed up to this depth; each level parses the text once more.
const MAX_DEPTH: u32 = 8;

/// A context in which a text can be parsed.
struct Context {
    before: &'static str,
    after: &'static str,
    /// The kind of the grammar's node that then holds the text.
    kind: &'static str,
}

const CONTEXTS: &[Context] = &[
    Context {
        before: "fn f(){g(",
        after: ")}",
        kind: "arguments",
    },
    Context {
        before: "fn f(){[",
        after: "]}",
        kind: "array_expression",
    },
];

/// Parses the texts and adds their expressions to the nodes.
pub(crate) fn read(
    arena: &mut Arena,
    text: &str,
    rules: fn(&str) -> Option<Rule>,
    unread: Vec<(NodeId, Span)>,
) {
    let mut unread = unread;
    for _ in 0..MAX_DEPTH {
        let mut deeper = Vec::new();
        for (parent, span) in unread {
            deeper.extend(read_one(arena, text, rules, parent, span));
        }
        unread = deeper;
    }
}

fn read_one(
    arena: &mut Arena,
    text: &str,
    rules: fn(&str) -> Option<Rule>,
    parent: NodeId,
    span: Span,
) -> Vec<(NodeId, Span)> {
    let inside = text.get(span.start as usize..span.end as usize);
    let inside = inside.filter(|inside| !inside.trim().is_empty());
    let Some(inside) = inside else {
        return Vec::new();
    };
    let mut contexts = CONTEXTS.iter();
    let found = contexts.find_map(|context| Some((context, parsed(inside, context)?)));
    let Some((context, tree)) = found else {
        return Vec::new();
    };
    let mapper = Mapper {
        text,
        rules,
        names: &Names::default(),
        shift: i64::from(span.start) - i64::from(clamp(context.before.len())),
    };
    let parts = list_in(&tree, inside, context).map(arguments);
    arena.grow(&mapper, parts.unwrap_or_default(), parent)
}

fn parsed(inside: &str, context: &Context) -> Option<Tree> {
    let text = format!("{}{inside}{}", context.before, context.after);
    let tree = grammar_tree(&text, Language::Rust)?;
    let is_valid = !tree.root_node().has_error() && list_in(&tree, inside, context).is_some();
    is_valid.then_some(tree)
}

/// The node that holds the text and the brackets around it.
fn list_in<'t>(tree: &'t Tree, inside: &str, context: &Context) -> Option<Raw<'t>> {
    let start = context.before.len() - 1;
    let end = context.before.len() + inside.len() + 1;
    let found = tree.root_node().descendant_for_byte_range(start, end)?;
    let exact = found.start_byte() == start && found.end_byte() == end;
    (exact && found.kind() == context.kind).then_some(found)
}

/// The arguments of a list. `name = value` is a named argument of a format, not an assignment.
fn arguments(list: Raw<'_>) -> Vec<Part<'_>> {
    let each = named(list).into_iter();
    let values = each.filter_map(|raw| match raw.kind() {
        "assignment_expression" => raw.child_by_field_name("right"),
        _ => Some(raw),
    });
    values.map(value).collect()
}
