//! Patterns of Rust: of parameters, match arms and `let`.

use crate::mapping::{
    Make, Mapper, Part, Raw, Token, Want, all_below, child_of_kind, named, value,
};
use crate::node::{Kind, Span};
use crate::ops::UnaryOp;
use crate::rust::{name, statement};
use crate::shared::single;

/// A pattern with its children, except its type.
pub(crate) fn pattern<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, _: Want) -> Vec<Part<'t>> {
    let ty = raw.child_by_field_name("type").map(|ty| ty.id());
    let below = named(raw).into_iter();
    let parts = below.filter(|child| Some(child.id()) != ty).map(value);
    let parts = parts.collect();
    single(mapper.make(Kind::Pattern, raw, Token::Whole, parts))
}

/// The pattern of a field: `p` of `x: p`, or the name of the shorthand.
pub(crate) fn field_pattern<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, _: Want) -> Vec<Part<'t>> {
    let inner = raw.child_by_field_name("pattern");
    let inner = inner.map(value);
    let shorthand = || Some(name(mapper, raw.child_by_field_name("name")?));
    inner.or_else(shorthand).into_iter().collect()
}

pub(crate) fn negative_literal<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, _: Want) -> Vec<Part<'t>> {
    let kind = Kind::Unary(UnaryOp::Neg);
    single(mapper.make(kind, raw, Token::First, all_below(raw)))
}

/// The patterns of the parameters of a function or closure.
pub(crate) fn parameters<'t>(mapper: &Mapper<'_>, raw: Raw<'t>) -> Vec<Part<'t>> {
    let list = raw.child_by_field_name("parameters");
    let list = list.into_iter().flat_map(named);
    list.filter_map(|each| parameter(mapper, each)).collect()
}

fn parameter<'t>(mapper: &Mapper<'_>, raw: Raw<'t>) -> Option<Part<'t>> {
    match raw.kind() {
        "parameter" => raw.child_by_field_name("pattern").map(value),
        "self_parameter" => child_of_kind(raw, "self").map(|this| name(mapper, this)),
        kind if kind == "identifier" || kind.ends_with("_pattern") => Some(value(raw)),
        _ => None,
    }
}

pub(crate) fn match_arm<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, want: Want) -> Vec<Part<'t>> {
    let pattern = raw.child_by_field_name("pattern");
    let guard = pattern.and_then(|pattern| pattern.child_by_field_name("condition"));
    let token = pattern.map_or(mapper.span(raw), |pattern| matched_text(mapper, pattern));
    let mut parts: Vec<Part<'t>> = Vec::new();
    parts.extend(pattern.map(|pattern| matched(pattern, token)));
    parts.extend(guard.map(value));
    parts.extend(raw.child_by_field_name("value").map(|body| match want {
        Want::Value => value(body),
        Want::Effect => statement(mapper, body, body),
    }));
    let text = mapper.text.get(token.start as usize..token.end as usize);
    let default = guard.is_none() && text == Some("_");
    single(Make {
        kind: Kind::Case { default },
        span: mapper.span(raw),
        token,
        parts,
    })
}

/// The span of the pattern of an arm without its guard.
fn matched_text(mapper: &Mapper<'_>, raw: Raw<'_>) -> Span {
    let span = mapper.span(raw);
    let guarded = child_of_kind(raw, "if");
    let Some(keyword) = guarded else { return span };
    let end = mapper.span(keyword).start;
    let text = mapper.text.get(span.start as usize..end as usize);
    let blanks = text.map_or(0, |text| text.len() - text.trim_end().len());
    Span {
        end: end - crate::lines::clamp(blanks),
        ..span
    }
}

/// The pattern of an arm as one node.
fn matched(raw: Raw<'_>, span: Span) -> Part<'_> {
    let guard = raw.child_by_field_name("condition").map(|guard| guard.id());
    let below = named(raw).into_iter();
    let below: Vec<Raw<'_>> = below.filter(|child| Some(child.id()) != guard).collect();
    if let [only] = below.as_slice()
        && only.kind().ends_with("_pattern")
        && only.kind() != "range_pattern"
    {
        return value(*only);
    }
    Part::Make(Make {
        kind: Kind::Pattern,
        span,
        token: span,
        parts: below.into_iter().map(value).collect(),
    })
}
