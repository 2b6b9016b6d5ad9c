//! Strings that are text for one type and a literal for another.

use std::borrow::Cow;

use crate::encode::{Encoded, Encoder};
use crate::literal::{Kind, Literal, read_within};
use crate::types::{Form, TypeRef};

impl Encoder<'_, '_> {
    /// A plain string as what it is for a type.
    pub(crate) fn resolved<'l>(
        &self,
        literal: &'l Literal,
        ty: TypeRef,
    ) -> Encoded<Cow<'l, Literal>> {
        let Kind::Plain(text) = &literal.kind else {
            return Ok(Cow::Borrowed(literal));
        };
        let form = self.types.form(ty);
        let kind = match single(text) {
            Some(c) if matches!(form, Form::Char { .. } | Form::Unicode) => Kind::Char(c.into()),
            _ if self.is_text(&form) => Kind::Text(text.clone().into_bytes()),
            _ => return read_within(text, &literal.span).map(Cow::Owned),
        };
        let span = literal.span.clone();
        Ok(Cow::Owned(Literal { kind, span }))
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
