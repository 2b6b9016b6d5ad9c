//! Arguments of Rust's macros, which the grammar leaves as mere tokens, read as expressions.

use tree_sitter::Tree;

use crate::language::Language;
use crate::lines::clamp;
use crate::mapping::{Arena, Mapper, Part, Raw, Rule, named, value};
use crate::names::Names;
use crate::node::{NodeId, Span};
use crate::parse::grammar_tree;

/// Macros in arguments of macros are read this deep; each level reads the text once more.
const DEEPEST: u32 = 8;

/// What is put around the text, and what it then is.
const FORMS: &[(&str, &str, &str)] = &[
    ("fn f(){g(", ")}", "arguments"),
    ("fn f(){[", "]}", "array_expression"),
];

/// Reads the texts and hangs what is found below the nodes.
pub(crate) fn read(
    arena: &mut Arena,
    text: &str,
    rules: fn(&str) -> Option<Rule>,
    unread: Vec<(NodeId, Span)>,
) {
    let mut unread = unread;
    for _ in 0..DEEPEST {
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
    let mut forms = FORMS.iter();
    let found = forms.find_map(|form| Some((form, parsed(inside, form)?)));
    let Some((form, tree)) = found else {
        return Vec::new();
    };
    let mapper = Mapper {
        text,
        rules,
        names: &Names::default(),
        shift: i64::from(span.start) - i64::from(clamp(form.0.len())),
    };
    let parts = list_in(&tree, inside, form).map(arguments);
    arena.grow(&mapper, parts.unwrap_or_default(), parent)
}

fn parsed(inside: &str, form: &(&str, &str, &str)) -> Option<Tree> {
    let shown = format!("{}{inside}{}", form.0, form.1);
    let tree = grammar_tree(&shown, Language::Rust)?;
    let sound = !tree.root_node().has_error() && list_in(&tree, inside, form).is_some();
    sound.then_some(tree)
}

/// The node that holds the text and the brackets around it.
fn list_in<'t>(tree: &'t Tree, inside: &str, form: &(&str, &str, &str)) -> Option<Raw<'t>> {
    let start = form.0.len() - 1;
    let end = form.0.len() + inside.len() + 1;
    let found = tree.root_node().descendant_for_byte_range(start, end)?;
    let exact = found.start_byte() == start && found.end_byte() == end;
    (exact && found.kind() == form.2).then_some(found)
}

/// `name = value` names an argument of a format and assigns nothing.
fn arguments(list: Raw<'_>) -> Vec<Part<'_>> {
    let each = named(list).into_iter();
    let values = each.filter_map(|raw| match raw.kind() {
        "assignment_expression" => raw.child_by_field_name("right"),
        _ => Some(raw),
    });
    values.map(value).collect()
}
