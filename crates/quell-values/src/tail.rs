//! Flexible array members: `struct s { int n; char data[]; }`. The object that holds such a struct determines the number of
//! elements, its type does not.

use crate::encode::{Content, Encoded, Encoder, fail, plain_field, positional, product};
use crate::image::Image;
use crate::literal::{Items, Kind, Literal};
use crate::types::{Array, Form, Member, TypeRef, Types};

/// The maximal nesting of structs that end with structs.
const MAX_NESTING: usize = 32;

/// The flexible array member that a struct ends with.
#[derive(Clone, Debug, PartialEq)]
pub struct Tail {
    pub array: Array,
    /// Bytes before its first element.
    pub offset: u64,
    /// The suffix to the name of the struct: `.data`.
    pub path: String,
}

impl Array {
    /// Whether only the outermost dimension of its type is open.
    pub fn is_flexible(&self) -> bool {
        let rows = self.lengths.split_first();
        let is_open = rows.is_some_and(|(first, rest)| first.is_none() && !rest.contains(&None));
        is_open && !self.descriptor && !self.column_major
    }

    /// The number of elements of a flexible array within a number of bytes.
    pub(crate) fn within(&self, types: &Types<'_>, bytes: u64) -> Option<Content> {
        let rest: Vec<u64> = self.lengths.iter().skip(1).map_while(|of| *of).collect();
        let row = types.size(self.of)?.saturating_mul(product(&rest));
        let rows = bytes.checked_div(row).filter(|_| self.is_flexible())?;
        Some(Content {
            element: self.of,
            lengths: [vec![rows], rest].concat(),
            column_major: false,
        })
    }
}

impl<'m> Types<'m> {
    /// The flexible array member at the end of a struct, or of the struct at its end.
    pub fn tail(&self, ty: TypeRef) -> Option<Tail> {
        let (mut ty, mut offset, mut path) = (ty, 0_u64, String::new());
        for _ in 0..MAX_NESTING {
            let last = self.last_member(ty)?;
            offset = offset.checked_add(last.bit_offset / 8)?;
            path += &last
                .name
                .map_or(String::new(), |name| format!(".{}", plain_field(name)));
            match self.form(last.ty) {
                Form::Array(array) if array.is_flexible() => {
                    return Some(Tail {
                        array,
                        offset,
                        path,
                    });
                }
                _ => ty = last.ty,
            }
        }
        None
    }

    fn last_member(&self, ty: TypeRef) -> Option<Member<'m>> {
        match self.form(ty) {
            Form::Record(mut members) => members.pop().filter(|last| last.bits.is_none()),
            _ => None,
        }
    }

    /// The end of the last whole element, or of the struct, in an object of this many bytes.
    pub(crate) fn end_with_tail(&self, ty: TypeRef, tail: &Tail, bytes: u64) -> u64 {
        let room = bytes.saturating_sub(tail.offset);
        let content = tail.array.within(self, room);
        let elements = content.map_or(0, |of| {
            let size = self.size(of.element).unwrap_or(0);
            of.count().saturating_mul(size)
        });
        let end = tail.offset.saturating_add(elements);
        end.max(self.size(ty).unwrap_or(0))
    }
}

impl Encoder<'_, '_> {
    /// One struct, with as many elements as the literal has for its flexible array member.
    pub(crate) fn object_with_tail(
        &mut self,
        literal: &Literal,
        (ty, tail): (TypeRef, &Tail),
        path: &str,
    ) -> Encoded<(Image, Content)> {
        let size = self.types.size(ty).unwrap_or(0);
        let end = self.end_of(literal, ty, tail)?;
        self.object_of(literal, (ty, size.max(end)), path)
    }

    /// Several structs have no room for elements between them.
    pub(crate) fn check_tails(&self, items: &Items, ty: TypeRef, tail: &Tail) -> Encoded<()> {
        for item in (0..items.len()).filter_map(|index| items.get(index)) {
            if self.end_of(item, ty, tail)? > tail.offset {
                let message = "a struct with elements in its flexible array member stands alone";
                return fail(item, message);
            }
        }
        Ok(())
    }

    /// The end of the elements that the literal of a struct has for its flexible array member.
    fn end_of(&self, literal: &Literal, ty: TypeRef, tail: &Tail) -> Encoded<u64> {
        let Some(elements) = self.last_literal(literal, ty) else {
            return Ok(0);
        };
        if elements.kind == Kind::Uninitialised(None) {
            return Ok(tail.offset);
        }
        let count = product(&self.lengths(&elements, &tail.array)?);
        let size = self.types.size(tail.array.of).unwrap_or(0);
        Ok(tail.offset.saturating_add(count.saturating_mul(size)))
    }

    /// The literal of the last member of a struct, and of the structs nested there.
    fn last_literal(&self, literal: &Literal, ty: TypeRef) -> Option<Literal> {
        let (mut literal, mut ty) = (literal.clone(), ty);
        while let Some(last) = self.types.last_member(ty) {
            let fields = positional(&literal)?;
            let is_last = |name: &str| last.name.map(plain_field) == Some(name);
            let named = fields
                .iter()
                .find(|(name, _)| name.as_deref().is_some_and(is_last));
            literal = named
                .or(fields.last().filter(|of| of.0.is_none()))?
                .1
                .clone();
            ty = last.ty;
        }
        Some(literal)
    }
}
