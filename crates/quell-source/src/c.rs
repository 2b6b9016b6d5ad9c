//! The table of C.

use crate::lines::clamp;
use crate::mapping::{
    Make, Mapper, Part, Raw, Row, Rule, Token, Want, all_below, all_children, empty, exactly_one,
    leaf, named, value,
};
use crate::node::{Kind, Span};
use crate::ops::UnaryOp;
use crate::shared::{OPERATOR, assignment, binary, call, operator, single};

use Rule::{All, Fields, Leaf, Skip, Special, Splice};

pub(crate) const TABLE: &[Row] = &[
    // Expressions.
    ("binary_expression", Special(binary_or_range)),
    ("unary_expression", Special(unary)),
    ("pointer_expression", Special(unary)),
    ("assignment_expression", Special(assignment)),
    ("update_expression", Special(update)),
    ("identifier", Leaf(Kind::Name)),
    ("null", Leaf(Kind::Name)),
    ("number_literal", Special(number)),
    ("char_literal", Leaf(Kind::Char)),
    ("string_literal", Leaf(Kind::Text)),
    ("concatenated_string", Leaf(Kind::Text)),
    ("true", Leaf(Kind::Truth)),
    ("false", Leaf(Kind::Truth)),
    (
        "subscript_expression",
        Fields(Kind::Index, Token::Whole, &["argument", "index"]),
    ),
    ("field_expression", Special(member)),
    ("call_expression", Special(call)),
    ("argument_list", Splice),
    ("conditional_expression", Special(conditional)),
    (
        "cast_expression",
        Fields(Kind::Cast, Token::Whole, &["value"]),
    ),
    ("parenthesized_expression", All(Kind::Paren, Token::Whole)),
    (
        "comma_expression",
        Fields(Kind::Comma, Token::Kind(","), &["left", "right"]),
    ),
    ("extension_expression", Splice),
    ("sizeof_expression", All(Kind::SizeOf, Token::First)),
    ("alignof_expression", All(Kind::SizeOf, Token::First)),
    ("offsetof_expression", Leaf(Kind::SizeOf)),
    ("initializer_list", All(Kind::Aggregate, Token::Whole)),
    ("initializer_pair", Special(initializer_pair)),
    ("compound_literal_expression", Special(compound_literal)),
    // Statements.
    ("compound_statement", Special(block)),
    ("declaration", Special(declaration)),
    ("expression_statement", Special(expression_statement)),
    ("if_statement", Special(if_statement)),
    ("else_clause", Splice),
    ("while_statement", Special(while_statement)),
    ("do_statement", Special(do_statement)),
    ("for_statement", Special(for_statement)),
    ("switch_statement", Special(switch_statement)),
    ("case_statement", Special(case_statement)),
    ("return_statement", All(Kind::Return, Token::First)),
    ("break_statement", All(Kind::Break, Token::First)),
    ("continue_statement", All(Kind::Continue, Token::First)),
    (
        "goto_statement",
        Fields(Kind::Goto, Token::Field("label"), &[]),
    ),
    (
        "labeled_statement",
        All(Kind::Labelled, Token::Field("label")),
    ),
    ("statement_identifier", Skip),
    ("attributed_statement", Splice),
    ("function_definition", Special(function_definition)),
    ("linkage_specification", Splice),
    ("declaration_list", Splice),
    // Directives: the code between them is part of the tree.
    ("preproc_if", Special(directive)),
    ("preproc_ifdef", Special(directive)),
    ("preproc_elif", Special(directive)),
    ("preproc_elifdef", Special(directive)),
    ("preproc_else", Special(directive)),
    ("preproc_def", Skip),
    ("preproc_function_def", Skip),
    ("preproc_call", Skip),
    ("preproc_include", Skip),
    ("preproc_directive", Skip),
    ("preproc_arg", Skip),
    // Nodes without a value.
    ("comment", Skip),
    ("primitive_type", Skip),
    ("type_identifier", Skip),
    ("field_identifier", Skip),
    ("sized_type_specifier", Skip),
    ("struct_specifier", Skip),
    ("union_specifier", Skip),
    ("enum_specifier", Skip),
    ("macro_type_specifier", Skip),
    ("type_descriptor", Skip),
    ("type_definition", Skip),
    ("type_qualifier", Skip),
    ("storage_class_specifier", Skip),
    ("attribute_specifier", Skip),
    ("attribute_declaration", Skip),
    ("ms_declspec_modifier", Skip),
    ("ms_call_modifier", Skip),
    ("alignas_qualifier", Skip),
];

/// In the text that the grammar parses, `case a ... b` is an operator, see `c_dialect`.
fn binary_or_range<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, want: Want) -> Vec<Part<'t>> {
    if operator(mapper, raw) != ".." {
        return binary(mapper, raw, want);
    }
    let parts = mapper.fields(raw, &["left", "right"]);
    let make = mapper.make(Kind::Range { inclusive: true }, raw, OPERATOR, parts);
    let token = Span {
        end: make.token.end + 1,
        ..make.token
    };
    single(Make { token, ..make })
}

const UNARY: &[(&str, UnaryOp)] = &[
    ("+", UnaryOp::Plus),
    ("-", UnaryOp::Neg),
    ("!", UnaryOp::Not),
    ("~", UnaryOp::BitNot),
    ("*", UnaryOp::Deref),
    ("&", UnaryOp::AddressOf),
];

fn unary<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, _: Want) -> Vec<Part<'t>> {
    let written = operator(mapper, raw);
    let parts = mapper.fields(raw, &["argument"]);
    if written == "(" {
        // A cast that `c_casts` has replaced by an operator.
        return single(mapper.make(Kind::Cast, raw, Token::Whole, parts));
    }
    let row = UNARY.iter().find(|row| row.0 == written);
    let kind = row.map_or(Kind::Other, |row| Kind::Unary(row.1));
    single(mapper.make(kind, raw, OPERATOR, parts))
}

fn update<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, _: Want) -> Vec<Part<'t>> {
    let token = mapper.token(raw, OPERATOR);
    let kind = Kind::Update {
        increment: operator(mapper, raw) == "++",
        prefix: token.start == mapper.span(raw).start,
    };
    let parts = mapper.fields(raw, &["argument"]);
    single(mapper.make(kind, raw, OPERATOR, parts))
}

/// A number. The grammar includes the sign of `-1`, which becomes a unary operator.
fn number<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, _: Want) -> Vec<Part<'t>> {
    let written = mapper.text(raw).to_ascii_lowercase();
    let span = mapper.span(raw);
    let sign = UNARY.iter().find(|row| written.starts_with(row.0));
    let digits = written.trim_start_matches(['+', '-']).trim_start();
    let start = span.end - clamp(digits.len());
    let exponent = if digits.starts_with("0x") { 'p' } else { 'e' };
    let is_float = digits.contains(['.', exponent]);
    let kind = if is_float { Kind::Float } else { Kind::Integer };
    let number = leaf(kind, Span { start, ..span });
    let Some((_, op)) = sign else {
        return vec![number];
    };
    single(Make {
        kind: Kind::Unary(*op),
        span,
        token: Span {
            end: span.start + 1,
            ..span
        },
        parts: vec![number],
    })
}

fn member<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, _: Want) -> Vec<Part<'t>> {
    let kind = Kind::Member {
        arrow: operator(mapper, raw) == "->",
    };
    let parts = mapper.fields(raw, &["argument"]);
    single(mapper.make(kind, raw, Token::Field("field"), parts))
}

/// A conditional. GNU's `a ?: b` has no second operand.
fn conditional<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, _: Want) -> Vec<Part<'t>> {
    let parts = mapper.fields(raw, &["condition", "consequence", "alternative"]);
    single(mapper.make(Kind::Conditional, raw, Token::Kind("?"), parts))
}

/// `.x = 1`: only the value is evaluated.
fn initializer_pair<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, _: Want) -> Vec<Part<'t>> {
    mapper.fields(raw, &["value"])
}

fn compound_literal<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, _: Want) -> Vec<Part<'t>> {
    let list = raw.child_by_field_name("value");
    let parts = list.into_iter().flat_map(all_below).collect();
    single(mapper.make(Kind::Aggregate, raw, Token::Field("value"), parts))
}

fn declaration<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, _: Want) -> Vec<Part<'t>> {
    let mut cursor = raw.walk();
    let declarators = raw.children_by_field_name("declarator", &mut cursor);
    let parts = declarators.flat_map(|each| declared(mapper, each));
    let parts = parts.collect();
    single(mapper.make(Kind::Declaration, raw, Token::Whole, parts))
}

/// A declarator: the name with its initial value, or the name alone, with the sizes of an array.
fn declared<'t>(mapper: &Mapper<'_>, raw: Raw<'t>) -> Vec<Part<'t>> {
    let initial = raw.child_by_field_name("value");
    let inner = raw
        .child_by_field_name("declarator")
        .filter(|_| initial.is_some());
    let declarator = Declarator::of(inner.unwrap_or(raw));
    let Some(name) = declarator.name else {
        return initial.map(value).into_iter().collect();
    };
    let token = mapper.span(name);
    let name = leaf(Kind::Name, token);
    let make = |kind, parts| Make {
        kind,
        span: mapper.span(raw),
        token,
        parts,
    };
    if let Some(initial) = initial {
        return single(make(Kind::Declared, vec![name, value(initial)]));
    }
    if declarator.function.is_some() {
        return Vec::new();
    }
    if declarator.sizes.is_empty() {
        return vec![name];
    }
    let sizes = declarator.sizes.into_iter().map(value);
    single(make(
        Kind::Other,
        std::iter::once(name).chain(sizes).collect(),
    ))
}

/// The parts of a declarator such as `(*f)(int)` or `*a[n]`.
struct Declarator<'t> {
    name: Option<Raw<'t>>,
    /// Set if the name is that of a function.
    function: Option<Raw<'t>>,
    sizes: Vec<Raw<'t>>,
}

impl Declarator<'_> {
    fn of(raw: Raw<'_>) -> Declarator<'_> {
        let mut found = Declarator {
            name: None,
            function: None,
            sizes: Vec::new(),
        };
        let mut next = Some(raw);
        while let Some(raw) = next {
            match raw.kind() {
                "identifier" => found.name = Some(raw),
                "function_declarator" => found.function = Some(raw),
                // A pointer to a function is not a function; what it encloses may be one.
                "pointer_declarator" => found.function = None,
                "array_declarator" => found.sizes.extend(raw.child_by_field_name("size")),
                _ => {}
            }
            let inner = raw.child_by_field_name("declarator");
            next = inner.or_else(|| parenthesized(raw));
        }
        // The tree has the last size outermost.
        found.sizes.reverse();
        found
    }
}

/// The declarator in parentheses, where attributes may precede it.
fn parenthesized(raw: Raw<'_>) -> Option<Raw<'_>> {
    let is_inside =
        raw.kind() == "parenthesized_declarator" || raw.kind() == "attributed_declarator";
    let inside = if is_inside { named(raw) } else { Vec::new() };
    let declares =
        |raw: &Raw<'_>| raw.kind() == "identifier" || raw.kind().ends_with("_declarator");
    inside.into_iter().find(declares)
}

fn expression_statement<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, _: Want) -> Vec<Part<'t>> {
    let parts = all_below(raw);
    if parts.is_empty() {
        return vec![leaf(Kind::Empty, mapper.span(raw))];
    }
    single(mapper.make(Kind::Expression, raw, Token::Whole, parts))
}

/// The condition of a statement, without its parentheses.
fn condition<'t>(mapper: &Mapper<'_>, raw: Raw<'t>) -> Part<'t> {
    let Some(condition) = raw.child_by_field_name("condition") else {
        return empty(mapper.span(raw).end);
    };
    exactly_one(all_below(condition), mapper.span(condition))
}

fn body<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, field: &str) -> Part<'t> {
    let body = raw.child_by_field_name(field);
    body.map_or_else(|| empty(mapper.span(raw).end), value)
}

fn if_statement<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, _: Want) -> Vec<Part<'t>> {
    let mut parts = vec![condition(mapper, raw), body(mapper, raw, "consequence")];
    parts.extend(raw.child_by_field_name("alternative").map(value));
    single(mapper.make(Kind::If, raw, Token::First, parts))
}

fn while_statement<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, _: Want) -> Vec<Part<'t>> {
    let parts = vec![condition(mapper, raw), body(mapper, raw, "body")];
    single(mapper.make(Kind::While, raw, Token::First, parts))
}

fn do_statement<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, _: Want) -> Vec<Part<'t>> {
    let parts = vec![body(mapper, raw, "body"), condition(mapper, raw)];
    single(mapper.make(Kind::DoWhile, raw, Token::First, parts))
}

fn for_statement<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, _: Want) -> Vec<Part<'t>> {
    let positions = positions_in_for(mapper, raw);
    let fields = ["initializer", "condition", "update", "body"];
    let mut parts = Vec::new();
    for (index, field) in fields.iter().enumerate() {
        let position = positions.get(index).copied();
        let position = position.unwrap_or(mapper.span(raw).end);
        let child = raw.child_by_field_name(field);
        parts.push(child.map_or_else(|| empty(position), value));
    }
    single(mapper.make(Kind::For, raw, Token::First, parts))
}

/// The offsets of the parts of a `for`, for those that are empty.
fn positions_in_for(mapper: &Mapper<'_>, raw: Raw<'_>) -> Vec<u32> {
    let children = all_children(raw).into_iter();
    let precedes_part = |child: &Raw<'_>| matches!(child.kind(), "(" | ";" | "declaration");
    let ends = children
        .filter(precedes_part)
        .map(|child| mapper.span(child).end);
    ends.collect()
}

/// A `switch`. The block of the body is dropped: its statements are children of the switch.
fn switch_statement<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, _: Want) -> Vec<Part<'t>> {
    let mut parts = vec![condition(mapper, raw)];
    match raw.child_by_field_name("body") {
        Some(body) if body.kind() == "compound_statement" => parts.extend(all_below(body)),
        body => parts.extend(body.map(value)),
    }
    single(mapper.make(Kind::Switch, raw, Token::First, parts))
}

fn case_statement<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, _: Want) -> Vec<Part<'t>> {
    let default = raw.child_by_field_name("value").is_none();
    let kind = Kind::Case { default };
    single(mapper.make(kind, raw, Token::First, all_below(raw)))
}

fn block<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, _: Want) -> Vec<Part<'t>> {
    let inside = |child| Part::Raw(child, Want::Effect);
    let parts = named(raw).into_iter().map(inside).collect();
    single(mapper.make(Kind::Block, raw, Token::Whole, parts))
}

/// A function. Inside a block, what parses as a function is the use of a macro: `for_each(x) { ... }`.
fn function_definition<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, want: Want) -> Vec<Part<'t>> {
    if want == Want::Effect {
        let parts = vec![body(mapper, raw, "body")];
        return single(mapper.make(Kind::Other, raw, Token::Whole, parts));
    }
    let declarator = raw.child_by_field_name("declarator").map(Declarator::of);
    let name = declarator.as_ref().and_then(|declarator| declarator.name);
    let function = declarator.and_then(|declarator| declarator.function);
    let parameters = function.and_then(|function| function.child_by_field_name("parameters"));
    let names = parameters
        .into_iter()
        .flat_map(named)
        .filter_map(parameter_name);
    let mut parts: Vec<Part<'t>> = names
        .map(|name| leaf(Kind::Name, mapper.span(name)))
        .collect();
    parts.push(body(mapper, raw, "body"));
    let span = mapper.span(raw);
    single(Make {
        kind: Kind::Function,
        span,
        token: name.map_or(span, |name| mapper.span(name)),
        parts,
    })
}

/// The name of a parameter, which in K&R style stands alone.
fn parameter_name(raw: Raw<'_>) -> Option<Raw<'_>> {
    match raw.kind() {
        "identifier" => Some(raw),
        _ => Declarator::of(raw.child_by_field_name("declarator")?).name,
    }
}

/// The contents of `#if` and similar directives, without the condition, which is not evaluated by the program.
fn directive<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, _: Want) -> Vec<Part<'t>> {
    let condition = raw.child_by_field_name("condition");
    let condition = condition.or_else(|| raw.child_by_field_name("name"));
    let below = named(raw).into_iter();
    let parts = below.filter(|child| Some(child.id()) != condition.map(|raw| raw.id()));
    let parts = parts.map(value).collect();
    single(mapper.make(Kind::Other, raw, Token::Whole, parts))
}
