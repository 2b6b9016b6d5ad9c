//! The table of Rust.
//!
//! Nearly everything is an expression in Rust. Expressions whose value is not used become statements, and the
//! tail expression of a function becomes a `Return`.

use crate::mapping::{
    Make, Mapper, Part, Raw, Row, Rule, Token, Want, all_below, all_children, child_of_kind, empty,
    leaf, named, value,
};
use crate::node::{Kind, Span};
use crate::ops::{LogicalOp, UnaryOp};
use crate::rust_patterns::{field_pattern, match_arm, negative_literal, parameters, pattern};
use crate::shared::{assignment, binary, call, single};

use Rule::{All, Fields, Leaf, Skip, Special, Splice};

pub(crate) const TABLE: &[Row] = &[
    // Expressions.
    ("binary_expression", Special(binary)),
    ("unary_expression", Special(unary)),
    (
        "reference_expression",
        Fields(Kind::Unary(UnaryOp::AddressOf), Token::First, &["value"]),
    ),
    ("assignment_expression", Special(assignment)),
    ("compound_assignment_expr", Special(assignment)),
    ("identifier", Leaf(Kind::Name)),
    ("scoped_identifier", Leaf(Kind::Name)),
    ("self", Leaf(Kind::Name)),
    ("crate", Leaf(Kind::Name)),
    ("super", Leaf(Kind::Name)),
    ("metavariable", Leaf(Kind::Name)),
    ("integer_literal", Leaf(Kind::Integer)),
    ("float_literal", Leaf(Kind::Float)),
    ("char_literal", Leaf(Kind::Char)),
    ("string_literal", Leaf(Kind::Text)),
    ("raw_string_literal", Leaf(Kind::Text)),
    ("boolean_literal", Leaf(Kind::Truth)),
    ("negative_literal", Special(negative_literal)),
    ("index_expression", All(Kind::Index, Token::Whole)),
    (
        "field_expression",
        Fields(
            Kind::Member { arrow: false },
            Token::Field("field"),
            &["value"],
        ),
    ),
    ("call_expression", Special(call)),
    ("generic_function", Special(generic_function)),
    ("macro_invocation", Special(macro_invocation)),
    (
        "type_cast_expression",
        Fields(Kind::Cast, Token::Kind("as"), &["value"]),
    ),
    ("parenthesized_expression", All(Kind::Paren, Token::Whole)),
    ("range_expression", Special(range)),
    ("try_expression", All(Kind::Try, Token::Kind("?"))),
    ("tuple_expression", All(Kind::Aggregate, Token::Whole)),
    ("array_expression", All(Kind::Aggregate, Token::Whole)),
    ("struct_expression", All(Kind::Aggregate, Token::Whole)),
    ("unit_expression", Leaf(Kind::Aggregate)),
    ("field_initializer_list", Splice),
    ("field_initializer", Special(field_initializer)),
    ("shorthand_field_initializer", Splice),
    ("base_field_initializer", Splice),
    ("closure_expression", Special(closure)),
    // Conditions and patterns.
    (
        "let_condition",
        Fields(Kind::Let, Token::First, &["pattern", "value"]),
    ),
    ("let_chain", Special(let_chain)),
    ("match_arm", Special(match_arm)),
    ("tuple_pattern", Special(pattern)),
    ("tuple_struct_pattern", Special(pattern)),
    ("struct_pattern", Special(pattern)),
    ("or_pattern", Special(pattern)),
    ("slice_pattern", Special(pattern)),
    ("ref_pattern", Special(pattern)),
    ("mut_pattern", Special(pattern)),
    ("reference_pattern", Special(pattern)),
    ("captured_pattern", Special(pattern)),
    ("generic_pattern", Special(pattern)),
    ("range_pattern", Special(range)),
    ("field_pattern", Special(field_pattern)),
    ("shorthand_field_identifier", Leaf(Kind::Name)),
    ("remaining_field_pattern", Skip),
    ("mutable_specifier", Skip),
    // Statements.
    ("block", Special(block)),
    ("unsafe_block", Special(wrapped_block)),
    ("async_block", Special(wrapped_block)),
    ("const_block", Special(wrapped_block)),
    ("try_block", Special(wrapped_block)),
    ("gen_block", Special(wrapped_block)),
    ("expression_statement", Special(expression_statement)),
    ("empty_statement", Leaf(Kind::Empty)),
    ("let_declaration", Special(let_declaration)),
    ("const_item", Special(constant)),
    ("static_item", Special(constant)),
    ("if_expression", Special(if_expression)),
    ("else_clause", Special(else_clause)),
    ("match_expression", Special(match_expression)),
    ("while_expression", Special(while_loop)),
    ("loop_expression", Special(endless_loop)),
    ("for_expression", Special(for_loop)),
    ("return_expression", All(Kind::Return, Token::First)),
    ("break_expression", All(Kind::Break, Token::First)),
    ("continue_expression", All(Kind::Continue, Token::First)),
    ("label", Skip),
    ("function_item", Special(function)),
    ("impl_item", Special(body_only)),
    ("trait_item", Special(body_only)),
    ("mod_item", Special(body_only)),
    ("declaration_list", Splice),
    // Nodes without a value.
    ("function_signature_item", Skip),
    ("macro_definition", Skip),
    ("use_declaration", Skip),
    ("extern_crate_declaration", Skip),
    ("foreign_mod_item", Skip),
    ("struct_item", Skip),
    ("enum_item", Skip),
    ("union_item", Skip),
    ("type_item", Skip),
    ("associated_type", Skip),
    ("attribute_item", Skip),
    ("inner_attribute_item", Skip),
    ("line_comment", Skip),
    ("block_comment", Skip),
    ("shebang", Skip),
    ("type_identifier", Skip),
    ("scoped_type_identifier", Skip),
    ("generic_type_with_turbofish", Skip),
    ("type_arguments", Skip),
    ("primitive_type", Skip),
    ("visibility_modifier", Skip),
];

const UNARY: &[(&str, UnaryOp)] = &[
    ("-", UnaryOp::Neg),
    ("!", UnaryOp::Not),
    ("*", UnaryOp::Deref),
];

fn unary<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, _: Want) -> Vec<Part<'t>> {
    let written = raw.child(0).map_or("", |operator| mapper.text(operator));
    let row = UNARY.iter().find(|row| row.0 == written);
    let kind = row.map_or(Kind::Other, |row| Kind::Unary(row.1));
    single(mapper.make(kind, raw, Token::First, all_below(raw)))
}

fn generic_function<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, _: Want) -> Vec<Part<'t>> {
    mapper.fields(raw, &["function"])
}

fn field_initializer<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, _: Want) -> Vec<Part<'t>> {
    mapper.fields(raw, &["value"])
}

/// `a..b`, of which either end may be omitted.
fn range<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, _: Want) -> Vec<Part<'t>> {
    let is_operator = |child: &Raw<'_>| child.kind().starts_with("..");
    let operator = all_children(raw).into_iter().find(is_operator);
    let token = mapper.span(operator.unwrap_or(raw));
    let inclusive = operator.is_some_and(|operator| operator.kind() != "..");
    let side = |before: bool| {
        let on_side = |child: &Raw<'_>| (mapper.span(*child).start < token.start) == before;
        let found = named(raw).into_iter().find(on_side);
        let place = if before { token.start } else { token.end };
        found.map_or_else(|| empty(place), value)
    };
    single(Make {
        kind: Kind::Range { inclusive },
        span: mapper.span(raw),
        token,
        parts: vec![side(true), side(false)],
    })
}

/// Macros whose second argument is a pattern.
const MATCHING: &[&str] = &["matches", "assert_matches", "debug_assert_matches"];

/// A macro as a call, whose tokens are parsed as arguments if possible.
fn macro_invocation<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, _: Want) -> Vec<Part<'t>> {
    let mut parts = mapper.fields(raw, &["macro"]);
    if let Some(tree) = child_of_kind(raw, "token_tree") {
        let span = mapper.span(tree);
        let comma = child_of_kind(tree, ",").map(|comma| mapper.span(comma).start);
        let end = comma.filter(|_| MATCHING.contains(&macro_name(mapper, raw)));
        parts.push(Part::Arguments(Span {
            start: span.start + 1,
            end: end.unwrap_or(span.end.saturating_sub(1)),
        }));
    }
    single(mapper.make(Kind::Call, raw, Token::Field("macro"), parts))
}

fn macro_name<'a>(mapper: &'a Mapper<'_>, raw: Raw<'_>) -> &'a str {
    let name = raw.child_by_field_name("macro");
    let path = name.map_or("", |name| mapper.text(name));
    path.rsplit("::").next().unwrap_or(path)
}

/// `a && let p = e && b`, grouped to the left.
fn let_chain<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, _: Want) -> Vec<Part<'t>> {
    let mut made: Option<Part<'t>> = None;
    let mut token = mapper.span(raw);
    for child in all_children(raw) {
        if child.kind() == "&&" {
            token = mapper.span(child);
        } else if child.is_named() && !crate::mapping::is_comment(child) {
            let Some(left) = made.take() else {
                made = Some(value(child));
                continue;
            };
            made = Some(Part::Make(Make {
                kind: Kind::Logical(LogicalOp::And),
                span: Span {
                    end: mapper.span(child).end,
                    ..mapper.span(raw)
                },
                token,
                parts: vec![left, value(child)],
            }));
        }
    }
    made.into_iter().collect()
}

fn closure<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, _: Want) -> Vec<Part<'t>> {
    let mut parts = parameters(mapper, raw);
    if let Some(body) = raw.child_by_field_name("body") {
        parts.push(function_body(mapper, body, Want::Value));
    }
    single(mapper.make(Kind::Function, raw, Token::Whole, parts))
}

fn function<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, _: Want) -> Vec<Part<'t>> {
    let mut parts = parameters(mapper, raw);
    let result = raw.child_by_field_name("return_type");
    let result = result.filter(|ty| !matches!(ty.kind(), "unit_type" | "never_type"));
    let want = result.map_or(Want::Effect, |_| Want::Value);
    if let Some(body) = raw.child_by_field_name("body") {
        parts.push(function_body(mapper, body, want));
    }
    single(mapper.make(Kind::Function, raw, Token::Field("name"), parts))
}

/// The body of a function, whose tail expression is returned.
fn function_body<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, want: Want) -> Part<'t> {
    if raw.kind() != "block" {
        return returned(mapper, raw);
    }
    let (statements, tail) = split_block(raw);
    let mut parts = statements_of(mapper, statements);
    parts.extend(tail.map(|tail| match want {
        Want::Value if !is_statement_only(mapper, tail) => returned(mapper, tail),
        _ => statement(mapper, tail, tail),
    }));
    Part::Make(mapper.make(Kind::Block, raw, Token::Whole, parts))
}

fn returned<'t>(mapper: &Mapper<'_>, raw: Raw<'t>) -> Part<'t> {
    let span = mapper.span(raw);
    Part::Make(Make {
        kind: Kind::Return,
        span,
        token: Span {
            end: span.start,
            ..span
        },
        parts: vec![value(raw)],
    })
}

/// Expressions that are statements even at the end of a function.
const STATEMENTS: &[&str] = &[
    "return_expression",
    "break_expression",
    "continue_expression",
    "while_expression",
    "for_expression",
    "loop_expression",
];

const DIVERGING: &[&str] = &["panic", "unreachable", "todo", "unimplemented"];

fn is_statement_only(mapper: &Mapper<'_>, raw: Raw<'_>) -> bool {
    let diverges =
        || raw.kind() == "macro_invocation" && DIVERGING.contains(&macro_name(mapper, raw));
    STATEMENTS.contains(&raw.kind()) || diverges()
}

const JUMPS: &[(&str, Kind)] = &[
    ("return_expression", Kind::Return),
    ("break_expression", Kind::Break),
    ("continue_expression", Kind::Continue),
];

/// Whether an expression is a statement by itself if its value is not used.
fn stands_alone(raw: Raw<'_>) -> bool {
    let kind = raw.kind();
    STATEMENTS.contains(&kind)
        || matches!(kind, "if_expression" | "match_expression" | "block")
        || kind.ends_with("_block")
}

pub(crate) fn effect(raw: Raw<'_>) -> Part<'_> {
    Part::Raw(raw, Want::Effect)
}

/// An expression as a statement; `around` includes its semicolon.
pub(crate) fn statement<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, around: Raw<'t>) -> Part<'t> {
    let jump = JUMPS.iter().find(|row| row.0 == raw.kind());
    if let Some((_, kind)) = jump {
        return Part::Make(Make {
            span: mapper.span(around),
            ..mapper.make(*kind, raw, Token::First, all_below(raw))
        });
    }
    if stands_alone(raw) {
        return effect(raw);
    }
    Part::Make(mapper.make(Kind::Expression, around, Token::Whole, vec![value(raw)]))
}

fn expression_statement<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, _: Want) -> Vec<Part<'t>> {
    match named(raw).as_slice() {
        [only] => vec![statement(mapper, *only, raw)],
        _ => single(mapper.make(Kind::Expression, raw, Token::Whole, all_below(raw))),
    }
}

/// The statements of a block and its tail expression, if there is one.
fn split_block(raw: Raw<'_>) -> (Vec<Raw<'_>>, Option<Raw<'_>>) {
    let mut statements = named(raw);
    let tail = statements.last().copied().and_then(tail_of);
    if tail.is_some() {
        statements.pop();
    }
    (statements, tail)
}

fn tail_of(last: Raw<'_>) -> Option<Raw<'_>> {
    match last.kind() {
        "expression_statement" if child_of_kind(last, ";").is_none() => {
            named(last).first().copied()
        }
        kind if is_item(kind) => None,
        _ => Some(last),
    }
}

fn is_item(kind: &str) -> bool {
    let ends = ["_statement", "_item", "_declaration", "_definition"];
    kind == "label" || kind == "ERROR" || ends.iter().any(|end| kind.ends_with(end))
}

fn block<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, want: Want) -> Vec<Part<'t>> {
    let parts = block_parts(mapper, raw, want);
    single(mapper.make(Kind::Block, raw, Token::Whole, parts))
}

fn block_parts<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, want: Want) -> Vec<Part<'t>> {
    let (statements, tail) = split_block(raw);
    let mut parts = statements_of(mapper, statements);
    parts.extend(tail.map(|tail| match want {
        Want::Value => value(tail),
        Want::Effect => statement(mapper, tail, tail),
    }));
    parts
}

/// The statements of a block. A macro with braces is a statement without a semicolon.
fn statements_of<'t>(mapper: &Mapper<'_>, statements: Vec<Raw<'t>>) -> Vec<Part<'t>> {
    let each = statements.into_iter().map(|raw| match raw.kind() {
        "macro_invocation" => statement(mapper, raw, raw),
        _ => effect(raw),
    });
    each.collect()
}

/// A block with a keyword, such as `unsafe { ... }`.
fn wrapped_block<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, want: Want) -> Vec<Part<'t>> {
    let inner = child_of_kind(raw, "block");
    let parts = inner.map(|inner| block_parts(mapper, inner, want));
    single(mapper.make(Kind::Block, raw, Token::Whole, parts.unwrap_or_default()))
}

fn let_declaration<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, _: Want) -> Vec<Part<'t>> {
    let declared = raw.child_by_field_name("pattern");
    let initial = raw.child_by_field_name("value");
    let mut parts: Vec<Part<'t>> = match (declared, initial) {
        (Some(declared), Some(initial)) => vec![declared_as(mapper, declared, initial)],
        _ => declared.into_iter().chain(initial).map(value).collect(),
    };
    parts.extend(raw.child_by_field_name("alternative").map(effect));
    single(mapper.make(Kind::Declaration, raw, Token::Whole, parts))
}

fn declared_as<'t>(mapper: &Mapper<'_>, declared: Raw<'t>, initial: Raw<'t>) -> Part<'t> {
    let token = mapper.span(declared);
    Part::Make(Make {
        kind: Kind::Declared,
        span: Span {
            end: mapper.span(initial).end,
            ..token
        },
        token,
        parts: vec![value(declared), value(initial)],
    })
}

fn constant<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, _: Want) -> Vec<Part<'t>> {
    let name = raw.child_by_field_name("name");
    let initial = raw.child_by_field_name("value");
    let declared = name.zip(initial);
    let declared = declared.map(|(name, initial)| declared_as(mapper, name, initial));
    let parts = declared.into_iter().collect();
    single(mapper.make(Kind::Declaration, raw, Token::Whole, parts))
}

fn field_or_empty<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, field: &str, want: Want) -> Part<'t> {
    match raw.child_by_field_name(field) {
        Some(child) => Part::Raw(child, want),
        None => empty(mapper.span(raw).end),
    }
}

/// An `if`, which has a value only with an `else`.
fn if_expression<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, want: Want) -> Vec<Part<'t>> {
    let alternative = raw.child_by_field_name("alternative");
    let (kind, want) = match (want, alternative) {
        (Want::Value, Some(_)) => (Kind::Conditional, Want::Value),
        _ => (Kind::If, Want::Effect),
    };
    let mut parts = vec![
        field_or_empty(mapper, raw, "condition", Want::Value),
        field_or_empty(mapper, raw, "consequence", want),
    ];
    parts.extend(alternative.map(|alternative| Part::Raw(alternative, want)));
    single(mapper.make(kind, raw, Token::First, parts))
}

fn else_clause<'t>(_: &Mapper<'_>, raw: Raw<'t>, want: Want) -> Vec<Part<'t>> {
    let below = named(raw).into_iter();
    below.map(|child| Part::Raw(child, want)).collect()
}

fn match_expression<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, want: Want) -> Vec<Part<'t>> {
    let mut parts = vec![field_or_empty(mapper, raw, "value", Want::Value)];
    let arms = raw.child_by_field_name("body");
    let arms = arms.into_iter().flat_map(named);
    parts.extend(arms.map(|arm| Part::Raw(arm, want)));
    single(mapper.make(Kind::Switch, raw, Token::First, parts))
}

fn while_loop<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, _: Want) -> Vec<Part<'t>> {
    let parts = vec![
        field_or_empty(mapper, raw, "condition", Want::Value),
        field_or_empty(mapper, raw, "body", Want::Effect),
    ];
    single(mapper.make(Kind::While, raw, Token::Kind("while"), parts))
}

fn endless_loop<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, _: Want) -> Vec<Part<'t>> {
    let parts = vec![field_or_empty(mapper, raw, "body", Want::Effect)];
    single(mapper.make(Kind::Loop, raw, Token::Kind("loop"), parts))
}

fn for_loop<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, _: Want) -> Vec<Part<'t>> {
    let mut parts = mapper.fields(raw, &["pattern", "value"]);
    parts.push(field_or_empty(mapper, raw, "body", Want::Effect));
    single(mapper.make(Kind::CountedLoop, raw, Token::Kind("for"), parts))
}

fn body_only<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, _: Want) -> Vec<Part<'t>> {
    let body = raw.child_by_field_name("body");
    let parts = body.map(value).into_iter().collect();
    single(mapper.make(Kind::Other, raw, Token::Whole, parts))
}

/// The name of a parameter or field, without children.
pub(crate) fn name<'t>(mapper: &Mapper<'_>, raw: Raw<'t>) -> Part<'t> {
    leaf(Kind::Name, mapper.span(raw))
}
