//! From a literal and a type to bytes.

use quell_bits::FloatFormat;
use quell_ir::debug::{Aggregate, Variant};

use crate::image::{Image, MAX_BYTES};
use crate::literal::{Items, Kind, Literal, LiteralError, exact_bits};
use crate::numbers::{float_bits, integer_bits, range};
use crate::objects::Objects;
use crate::types::{Form, Member, TypeRef, Types, member};

/// A buffer that a pointer points to, and its contents.
#[derive(Clone, Debug)]
pub struct NewBuffer {
    /// Its name in messages: the pointer as in the source.
    pub label: String,
    pub image: Image,
    pub content: Content,
    /// The pointer has no element type, such as `void *`.
    pub untyped: bool,
}

/// The elements of a buffer, in one or more dimensions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Content {
    pub element: TypeRef,
    pub lengths: Vec<u64>,
    pub column_major: bool,
}

impl Content {
    pub fn row(element: TypeRef, count: u64) -> Self {
        Self {
            element,
            lengths: vec![count],
            column_major: false,
        }
    }

    pub fn count(&self) -> u64 {
        product(&self.lengths)
    }
}

/// The number of elements in all dimensions; metadata can claim any number of them.
pub(crate) fn product(lengths: &[u64]) -> u64 {
    let lengths = lengths.iter();
    lengths.fold(1, |count, length| count.saturating_mul(*length))
}

/// The position of a value in an image.
#[derive(Debug)]
pub struct Slot<'i> {
    pub image: &'i mut Image,
    pub bit: u64,
    /// Its name in the source.
    pub path: &'i str,
}

impl Slot<'_> {
    pub(crate) fn set(&mut self, width: u32, value: u128) {
        self.image.set_bits(self.bit, width, value);
    }
}

pub(crate) type Encoded<T> = Result<T, LiteralError>;

/// Turns literals into bytes; targets of pointers are added to the objects.
#[derive(Debug)]
pub struct Encoder<'m, 'h> {
    pub types: Types<'m>,
    pub objects: &'h mut Objects<'m>,
}

pub(crate) fn fail<T>(literal: &Literal, message: impl Into<String>) -> Encoded<T> {
    Err(LiteralError::new(message, literal.span.clone()))
}

pub(crate) fn image_of(literal: &Literal, element: u64, count: u64) -> Encoded<Image> {
    match element.checked_mul(count).and_then(Image::room) {
        Some(image) => Ok(image),
        None => fail(literal, format!("more than {MAX_BYTES} bytes")),
    }
}

impl<'m> Encoder<'m, '_> {
    /// A whole object of a type. The literal may determine its size.
    pub fn object(
        &mut self,
        literal: &Literal,
        ty: TypeRef,
        path: &str,
    ) -> Encoded<(Image, Content)> {
        let literal = &*self.resolved(literal, ty)?;
        match self.types.form(ty) {
            Form::Array(array) => self.array_object(literal, &array, path),
            Form::Characters(length) => self.characters(literal, ty, length),
            _ => {
                let Some(size) = self.types.size(ty) else {
                    return self.unsupported(literal, ty);
                };
                self.object_of(literal, (ty, size), path)
            }
        }
    }

    /// One value in a buffer of this many bytes.
    pub(crate) fn object_of(
        &mut self,
        literal: &Literal,
        (ty, bytes): (TypeRef, u64),
        path: &str,
    ) -> Encoded<(Image, Content)> {
        let mut image = image_of(literal, bytes, 1)?;
        let slot = Slot {
            image: &mut image,
            bit: 0,
            path,
        };
        self.value(literal, ty, slot)?;
        Ok((image, Content::row(ty, 1)))
    }

    fn unsupported<T>(&self, literal: &Literal, ty: TypeRef) -> Encoded<T> {
        let name = self.types.name(ty);
        fail(literal, format!("there are no literals of the type {name}"))
    }

    fn mismatch<T>(&self, literal: &Literal, ty: TypeRef, expected: &str) -> Encoded<T> {
        let name = self.types.name(ty);
        fail(
            literal,
            format!("{expected} was expected for the type {name}"),
        )
    }

    /// A value at a place in an image that has room for it.
    pub fn value(&mut self, literal: &Literal, ty: TypeRef, mut slot: Slot<'_>) -> Encoded<()> {
        let literal = &*self.resolved(literal, ty)?;
        if literal.kind == Kind::Uninitialised(None) {
            return Ok(());
        }
        match self.types.form(ty) {
            Form::Bool { bits } => self.boolean(literal, ty, bits, slot),
            Form::Int { bits, signed } => self.integer(literal, ty, (bits, signed), &mut slot),
            Form::Char { signed } => self.integer(literal, ty, (8, Some(signed)), &mut slot),
            Form::Unicode => self.unicode(literal, ty, slot),
            Form::Float(format) => self.float(literal, ty, format, &mut slot),
            Form::Complex(format) => self.complex(literal, ty, format, slot),
            Form::Enum {
                values,
                bits,
                signed,
            } => self.enumerator(literal, ty, &values, (bits, signed), slot),
            Form::Pointer(to) => self.pointer(literal, ty, to, slot),
            Form::Slice {
                of,
                text,
                pointer_at,
                length_at,
            } => self.slice(literal, ty, (of, text), (pointer_at, length_at), slot),
            Form::Record(members) => self.record(literal, ty, &members, slot),
            Form::Union(members) => self.union(literal, ty, &members, slot),
            Form::Variants(aggregate) => self.variants(literal, ty, &aggregate, slot),
            Form::Array(array) => self.array(literal, &array, slot),
            Form::Characters(_) => {
                let (image, _) = self.object(literal, ty, slot.path)?;
                slot.image.overlay(slot.bit / 8, &image);
                Ok(())
            }
            Form::Void | Form::Code | Form::Unknown => self.unsupported(literal, ty),
        }
    }

    fn boolean(
        &self,
        literal: &Literal,
        ty: TypeRef,
        bits: u32,
        mut slot: Slot<'_>,
    ) -> Encoded<()> {
        let value = match literal.kind {
            Kind::Bool(value) => u128::from(value),
            Kind::Integer {
                negative: false,
                magnitude: magnitude @ 0..=1,
            } => magnitude,
            _ => return self.mismatch(literal, ty, "true or false"),
        };
        // Memory holds whole bytes.
        slot.set(bits.next_multiple_of(8), value);
        Ok(())
    }

    fn integer(
        &self,
        literal: &Literal,
        ty: TypeRef,
        (bits, signed): (u32, Option<bool>),
        slot: &mut Slot<'_>,
    ) -> Encoded<()> {
        let (negative, magnitude) = match literal.kind {
            Kind::Integer {
                negative,
                magnitude,
            } => (negative, magnitude),
            // A byte between quotes is a byte, whatever the sign of `char`.
            Kind::Char(code @ 128..=255) if bits == 8 => {
                slot.set(8, u128::from(code));
                return Ok(());
            }
            Kind::Char(code) => (false, u128::from(code)),
            _ => return self.mismatch(literal, ty, "an integer"),
        };
        if bits > 128 {
            return self.unsupported(literal, ty);
        }
        let Some(value) = integer_bits(negative, magnitude, bits, signed) else {
            let name = self.types.name(ty);
            let range = range(bits, signed);
            return fail(literal, format!("not in the range of {name}, {range}"));
        };
        slot.set(bits, value);
        Ok(())
    }

    fn unicode(&self, literal: &Literal, ty: TypeRef, mut slot: Slot<'_>) -> Encoded<()> {
        match literal.kind {
            Kind::Char(code) => slot.set(32, u128::from(code)),
            _ => return self.mismatch(literal, ty, "a character between single quotes"),
        }
        Ok(())
    }

    fn float(
        &self,
        literal: &Literal,
        ty: TypeRef,
        format: FloatFormat,
        slot: &mut Slot<'_>,
    ) -> Encoded<()> {
        if let Some(value) = exact_bits(&literal.kind) {
            return self.float_by_bits(literal, ty, (format, value), slot);
        }
        let text = match &literal.kind {
            Kind::Float(text) => text.clone(),
            Kind::Integer {
                negative,
                magnitude,
            } => format!("{}{magnitude}", if *negative { "-" } else { "" }),
            _ => return self.mismatch(literal, ty, "a number"),
        };
        let Some(value) = float_bits(format, &text) else {
            let name = self.types.name(ty);
            return fail(literal, format!("too great for {name}"));
        };
        slot.set(format.width(), value);
        Ok(())
    }

    /// The only way to write a NaN that signals.
    fn float_by_bits(
        &self,
        literal: &Literal,
        ty: TypeRef,
        (format, value): (FloatFormat, u128),
        slot: &mut Slot<'_>,
    ) -> Encoded<()> {
        let width = format.width();
        if width < 128 && value >> width != 0 {
            let name = self.types.name(ty);
            return fail(literal, format!("{name} has only {width} bits"));
        }
        slot.set(width, value);
        Ok(())
    }

    fn complex(
        &self,
        literal: &Literal,
        ty: TypeRef,
        format: FloatFormat,
        slot: Slot<'_>,
    ) -> Encoded<()> {
        let parts = positional(literal).unwrap_or_default();
        let [(_, real), (_, imaginary)] = &parts[..] else {
            return self.mismatch(literal, ty, "{real, imaginary}");
        };
        let stride = u64::from(format.width().next_power_of_two());
        for (index, part) in [real, imaginary].into_iter().enumerate() {
            let mut slot = Slot {
                image: &mut *slot.image,
                bit: slot.bit + stride * index as u64,
                path: slot.path,
            };
            let part = self.resolved(part, ty)?;
            self.float(&part, ty, format, &mut slot)?;
        }
        Ok(())
    }

    fn enumerator(
        &self,
        literal: &Literal,
        ty: TypeRef,
        values: &[(&str, i128)],
        (bits, signed): (u32, bool),
        mut slot: Slot<'_>,
    ) -> Encoded<()> {
        let Kind::Name { name, data: None } = &literal.kind else {
            return self.integer(literal, ty, (bits, Some(signed)), &mut slot);
        };
        let short = name.rsplit("::").next().unwrap_or(name);
        let Some((_, value)) = values.iter().find(|value| value.0 == short) else {
            let names: Vec<&str> = values.iter().map(|value| value.0).collect();
            let expected = format!("one of {}", names.join(", "));
            return self.mismatch(literal, ty, &expected);
        };
        slot.set(bits, *value as u128);
        Ok(())
    }

    fn record(
        &mut self,
        literal: &Literal,
        ty: TypeRef,
        members: &[Member<'m>],
        slot: Slot<'_>,
    ) -> Encoded<()> {
        let Some(given) = positional(literal) else {
            let expected = format!("a struct {}", signature(members));
            return self.mismatch(literal, ty, &expected);
        };
        if given.len() != members.len() {
            let expected = match members.len() {
                1 => "1 field was".to_owned(),
                count => format!("{count} fields were"),
            };
            let known = signature(members);
            let message = format!("{expected} expected, {known}, not {}", given.len());
            return fail(literal, message);
        }
        for (index, (name, value)) in given.iter().enumerate() {
            if name.is_some() && given[..index].iter().any(|earlier| earlier.0 == *name) {
                return fail(value, "this field was given before".to_owned());
            }
            let member = match name {
                None => members.get(index),
                Some(name) => find_member(members, name),
            };
            let Some(member) = member else {
                let known = signature(members);
                return fail(value, format!("no such field, there are {known}"));
            };
            self.member(value, member, slot.path, slot.image, slot.bit)?;
        }
        Ok(())
    }

    fn member(
        &mut self,
        literal: &Literal,
        member: &Member<'m>,
        path: &str,
        image: &mut Image,
        base: u64,
    ) -> Encoded<()> {
        let literal = &*self.resolved(literal, member.ty)?;
        let path = match member.name {
            Some(name) => format!("{path}.{}", plain_field(name)),
            None => path.to_owned(),
        };
        let mut slot = Slot {
            image,
            bit: base.saturating_add(member.bit_offset),
            path: &path,
        };
        let Some(bits) = member.bits else {
            return self.value(literal, member.ty, slot);
        };
        let signed = match self.types.form(member.ty) {
            Form::Int { signed, .. } => signed,
            Form::Char { signed } | Form::Enum { signed, .. } => Some(signed),
            Form::Bool { .. } => return self.boolean_field(literal, member.ty, slot),
            _ => return self.unsupported(literal, member.ty),
        };
        self.integer(literal, member.ty, (bits, signed), &mut slot)
    }

    fn boolean_field(&self, literal: &Literal, ty: TypeRef, mut slot: Slot<'_>) -> Encoded<()> {
        match literal.kind {
            Kind::Bool(value) => slot.set(1, u128::from(value)),
            _ => return self.integer(literal, ty, (1, Some(false)), &mut slot),
        }
        Ok(())
    }

    fn union(
        &mut self,
        literal: &Literal,
        ty: TypeRef,
        members: &[Member<'m>],
        slot: Slot<'_>,
    ) -> Encoded<()> {
        let known = signature(members);
        let expected = format!("one field of {known} by its name, as in {{name: value}},");
        let Kind::Record(given) = &literal.kind else {
            return self.mismatch(literal, ty, &expected);
        };
        let [(Some(name), value)] = &given[..] else {
            return self.mismatch(literal, ty, &expected);
        };
        match find_member(members, name) {
            Some(member) => self.member(value, member, slot.path, slot.image, slot.bit),
            None => fail(value, format!("no such field, there are {known}")),
        }
    }

    /// A single field is the whole of the data, several are a list or a struct.
    fn variant_fields(&self, variant: &Variant<'m>, data: Data<'_>) -> Fields {
        let value = match data {
            Data::Each(items) => {
                return items.iter().map(|item| (None, item.clone())).collect();
            }
            Data::Whole(value) => value,
        };
        let members = match self.types.form(variant.data.ty.into()) {
            Form::Record(members) => members,
            _ => Vec::new(),
        };
        let is_single = matches!(&members[..], [only] if only.name == Some("__0"));
        match positional(value) {
            Some(fields) if !is_single => fields,
            _ => vec![(None, value.clone())],
        }
    }

    /// A variant of a Rust enum: its data, then the number of the variant.
    fn variants(
        &mut self,
        literal: &Literal,
        ty: TypeRef,
        aggregate: &Aggregate<'m>,
        mut slot: Slot<'_>,
    ) -> Encoded<()> {
        let Some(part) = &aggregate.variants else {
            return self.unsupported(literal, ty);
        };
        let names: Vec<&str> = part.variants.iter().map(variant_name).collect();
        let expected = format!("one of {}", names.join(", "));
        let Some((name, data)) = named_data(literal) else {
            return self.mismatch(literal, ty, &expected);
        };
        let short = name.rsplit("::").next().unwrap_or(name);
        let mut variants = part.variants.iter();
        let Some(variant) = variants.find(|variant| variant_name(variant) == short) else {
            return self.mismatch(literal, ty, &expected);
        };
        let record = Literal {
            kind: Kind::Record(self.variant_fields(variant, data)),
            span: literal.span.clone(),
        };
        let member = member(&variant.data);
        self.member(&record, &member, slot.path, slot.image, slot.bit)?;
        if let (Some(field), Some(value)) = (&part.discriminator, variant.value) {
            slot.bit = slot.bit.saturating_add(field.bit_offset);
            let bytes = u64::from(field.bits as u32).div_ceil(8);
            slot.image.drop_pointers(slot.bit / 8, bytes);
            slot.set(field.bits as u32, value as u128);
        }
        Ok(())
    }
}

pub(crate) type Fields = Vec<(Option<String>, Literal)>;

/// The fields of a struct. A list has them in their order.
pub(crate) fn positional(literal: &Literal) -> Option<Fields> {
    match &literal.kind {
        Kind::Record(fields) => Some(fields.clone()),
        Kind::List {
            element: None,
            items: Items::Each(items),
        } => Some(items.iter().map(|item| (None, item.clone())).collect()),
        _ => None,
    }
}

/// What a variant holds.
enum Data<'l> {
    /// `Some(3)`.
    Each(&'l [Literal]),
    /// `{"Some": 3}`.
    Whole(&'l Literal),
}

/// A variant by its name.
fn named_data(literal: &Literal) -> Option<(&str, Data<'_>)> {
    match &literal.kind {
        Kind::Name { name, data } => Some((name, Data::Each(data.as_deref().unwrap_or_default()))),
        Kind::Record(fields) => match &fields[..] {
            [(Some(name), value)] => Some((name, Data::Whole(value))),
            _ => None,
        },
        _ => None,
    }
}

fn variant_name<'m>(variant: &Variant<'m>) -> &'m str {
    variant.data.name.unwrap_or("")
}

/// Rust calls the fields of tuples `__0`, `__1`.
pub fn plain_field(name: &str) -> &str {
    let number = name.strip_prefix("__").unwrap_or(name);
    let is_number = !number.is_empty() && number.chars().all(|c| c.is_ascii_digit());
    if is_number { number } else { name }
}

fn find_member<'a, 'm>(members: &'a [Member<'m>], name: &str) -> Option<&'a Member<'m>> {
    let is_named = |member: &&Member<'_>| member.name.map(plain_field) == Some(name);
    members.iter().find(is_named)
}

/// `{x, y}`.
fn signature(members: &[Member<'_>]) -> String {
    let name = |member: &Member<'_>| member.name.map_or("_", plain_field).to_owned();
    let names: Vec<String> = members.iter().map(name).collect();
    format!("{{{}}}", names.join(", "))
}
