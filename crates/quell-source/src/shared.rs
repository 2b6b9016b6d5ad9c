//! Conversions shared by several languages.

use crate::mapping::{Make, Mapper, Part, Raw, Token, Want, all_below};
use crate::node::Kind;
use crate::spelling;

pub(crate) const OPERATOR: Token = Token::Field("operator");

/// A list of one node, as the functions of the tables return.
pub(crate) fn single(make: Make<'_>) -> Vec<Part<'_>> {
    vec![Part::Make(make)]
}

pub(crate) fn operator<'a>(mapper: &'a Mapper<'_>, raw: Raw<'_>) -> &'a str {
    let operator = raw.child_by_field_name("operator");
    operator.map_or("", |operator| mapper.text(operator))
}

pub(crate) fn binary<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, _: Want) -> Vec<Part<'t>> {
    let kind = spelling::infix(operator(mapper, raw)).unwrap_or(Kind::Other);
    let parts = mapper.fields(raw, &["left", "right"]);
    single(mapper.make(kind, raw, OPERATOR, parts))
}

/// An assignment. The plain `=` of Rust is not in a field of the grammar.
pub(crate) fn assignment<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, _: Want) -> Vec<Part<'t>> {
    let written = operator(mapper, raw);
    let combined = written.strip_suffix('=').and_then(spelling::infix);
    let kind = match combined {
        Some(Kind::Binary(op)) => Kind::Assign(Some(op)),
        _ => Kind::Assign(None),
    };
    let token = if written.is_empty() {
        Token::Kind("=")
    } else {
        OPERATOR
    };
    let parts = mapper.fields(raw, &["left", "right"]);
    single(mapper.make(kind, raw, token, parts))
}

pub(crate) fn call<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, _: Want) -> Vec<Part<'t>> {
    let mut parts = mapper.fields(raw, &["function"]);
    let arguments = raw.child_by_field_name("arguments");
    parts.extend(arguments.into_iter().flat_map(all_below));
    single(mapper.make(Kind::Call, raw, Token::Field("function"), parts))
}
