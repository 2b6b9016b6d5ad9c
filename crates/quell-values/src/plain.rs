//! Strings that are text for one type and a literal for another: those of JSON, and of reports, which show values of JSON.

use std::borrow::Cow;

use crate::encode::{Encoded, Encoder};
use crate::literal::{Kind, Literal, read_within};
use crate::types::{Form, TypeRef};

impl Encoder<'_, '_> {
    /// The meaning of a string for a type: text, a character, or a literal.
    pub(crate) fn resolved<'l>(
        &self,
        literal: &'l Literal,
        ty: TypeRef,
    ) -> Encoded<Cow<'l, Literal>> {
        let form = self.types.form(ty);
        let text = match &literal.kind {
            Kind::Plain(text) => text.as_str(),
            Kind::Text(bytes) if self.takes_no_text(&form) => match std::str::from_utf8(bytes) {
                Ok(text) => text,
                Err(_) => return Ok(Cow::Borrowed(literal)),
            },
            _ => return Ok(Cow::Borrowed(literal)),
        };
        let kind = match single(text) {
            Some(c) if matches!(form, Form::Char { .. } | Form::Unicode) => Kind::Char(c.into()),
            _ if self.is_text(&form) => Kind::Text(text.as_bytes().to_vec()),
            _ => return read_within(text, &literal.span).map(Cow::Owned),
        };
        let span = literal.span.clone();
        Ok(Cow::Owned(Literal { kind, span }))
    }

    /// Whether a string for a type can only be a literal: a number, an enumerator, a variant, a function.
    fn takes_no_text(&self, form: &Form<'_>) -> bool {
        match form {
            Form::Bool { .. }
            | Form::Int { .. }
            | Form::Char { .. }
            | Form::Unicode
            | Form::Float(_)
            | Form::Enum { .. }
            | Form::Variants(_) => true,
            Form::Pointer(to) => match self.types.form(*to) {
                Form::Int { bits, .. } => bits > 8,
                Form::Bool { .. }
                | Form::Unicode
                | Form::Float(_)
                | Form::Enum { .. }
                | Form::Variants(_)
                | Form::Code => true,
                _ => false,
            },
            _ => false,
        }
    }

    fn is_text(&self, form: &Form<'_>) -> bool {
        let is_byte = |ty| {
            matches!(
                self.types.form(ty),
                Form::Char { .. } | Form::Int { bits: 8, .. }
            )
        };
        match form {
            Form::Characters(_) => true,
            Form::Pointer(to) => {
                is_byte(*to) || matches!(self.types.form(*to), Form::Void | Form::Unknown)
            }
            Form::Slice { of, text, .. } => *text || is_byte(*of),
            Form::Array(array) => is_byte(array.of),
            _ => false,
        }
    }
}

fn single(text: &str) -> Option<char> {
    let mut chars = text.chars();
    chars.next().filter(|_| chars.next().is_none())
}
