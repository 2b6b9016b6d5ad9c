//! From bytes in memory and a type to something readable.

use quell_bits::FloatFormat;
use quell_ir::debug::Aggregate;

use crate::encode::{Content, plain_field};
use crate::image::Image;
use crate::numbers::{float_text, integer_text, signed_value};
use crate::pointers::subscript;
use crate::shown::Shown;
use crate::types::{Array, Form, Member, TypeRef, Types, member};

/// Access to memory for rendering values.
pub trait View {
    /// The bytes at an address, if all of them exist.
    fn image(&mut self, address: u64, bytes: u64) -> Option<Image>;
    /// The object at an address.
    fn pointee(&mut self, address: u64) -> Option<Pointee>;
}

/// The object a pointer points into.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pointee {
    pub name: String,
    pub offset: i64,
    /// Bytes in the object.
    pub size: u64,
    /// Its contents, if known.
    pub content: Option<Content>,
    /// Its contents are shown elsewhere.
    pub shown: bool,
}

/// The maximal depth of pointers that are followed.
const MAX_FOLLOWED: usize = 3;
/// The maximal nesting of types, far more than real types need.
const MAX_NESTING: usize = 32;
/// The maximal length of text behind a pointer.
const MAX_TEXT: u64 = 4096;
/// The maximal number of elements shown of a slice or array.
const MAX_ELEMENTS: u64 = 1 << 20;
/// The maximal number of values in all, as recursive types would not end.
const MAX_VALUES: usize = 1 << 20;

pub struct Renderer<'m, 'v> {
    types: Types<'m>,
    view: &'v mut dyn View,
    followed: usize,
    nesting: usize,
    /// The number of values that may still be shown.
    budget: usize,
}

impl std::fmt::Debug for Renderer<'_, '_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Renderer").finish_non_exhaustive()
    }
}

impl<'m, 'v> Renderer<'m, 'v> {
    pub fn new(types: Types<'m>, view: &'v mut dyn View) -> Self {
        Self {
            types,
            view,
            followed: 0,
            nesting: 0,
            budget: MAX_VALUES,
        }
    }

    /// The contents of a buffer. A single element is shown without brackets.
    pub fn content(&mut self, image: &Image, content: &Content) -> Shown {
        if let (Form::Char { .. }, [_]) = (self.types.form(content.element), &content.lengths[..])
            && let Some(text) = terminated(image)
        {
            return Shown::Text(text);
        }
        if content.lengths == [1] {
            return self.value(image, 0, content.element);
        }
        self.elements(image, 0, content)
    }

    /// A value at a bit of an image.
    pub fn value(&mut self, image: &Image, bit: u64, ty: TypeRef) -> Shown {
        if self.nesting >= MAX_NESTING || self.budget == 0 {
            return Shown::Bytes("...".to_owned());
        }
        self.nesting += 1;
        self.budget -= 1;
        let shown = self.nested_value(image, bit, ty);
        self.nesting -= 1;
        shown
    }

    fn nested_value(&mut self, image: &Image, bit: u64, ty: TypeRef) -> Shown {
        match self.types.form(ty) {
            Form::Void => Shown::Nothing,
            Form::Bool { bits } => scalar(image, bit, bits, |value| Shown::Bool(value & 1 == 1)),
            Form::Int { bits, signed } => integer(image, bit, bits, signed),
            Form::Char { signed } => scalar(image, bit, 8, |value| {
                let code = integer_text(value, 8, Some(signed));
                Shown::Char(char::from(value as u8), code)
            }),
            Form::Unicode => scalar(image, bit, 32, unicode),
            Form::Float(format) => float(image, bit, format),
            Form::Complex(format) => {
                let stride = u64::from(format.width().next_power_of_two());
                let parts = [
                    float(image, bit, format),
                    float(image, bit + stride, format),
                ];
                let named = ["real", "imaginary"].map(|name| Some(name.to_owned()));
                Shown::Record(named.into_iter().zip(parts).collect())
            }
            Form::Enum {
                values,
                bits,
                signed,
            } => scalar(image, bit, bits, |value| {
                enumerator(&values, value, bits, signed)
            }),
            Form::Pointer(to) => self.pointer(image, bit, to),
            Form::Slice {
                of,
                text,
                pointer_at,
                length_at,
            } => {
                let at = |offset: u64| image.bits(bit.saturating_add(offset.saturating_mul(8)), 64);
                match (at(pointer_at), at(length_at)) {
                    (Some(address), Some(length)) => {
                        self.slice(of, text, address as u64, length as u64)
                    }
                    _ => Shown::Uninitialised,
                }
            }
            Form::Record(members) | Form::Union(members) => self.record(image, bit, &members),
            Form::Variants(aggregate) => self.variants(image, bit, &aggregate),
            Form::Array(array) => self.array(image, bit, &array),
            Form::Characters(length) => characters(image, bit, length),
            Form::Code | Form::Unknown => self.raw(image, bit, ty),
        }
    }

    fn raw(&self, image: &Image, bit: u64, ty: TypeRef) -> Shown {
        let bytes = self.types.size(ty).and_then(|size| part(image, bit, size));
        let Some(bytes) = bytes else {
            return Shown::Bytes("a value of an unknown type".to_owned());
        };
        let hex = bytes
            .bytes
            .iter()
            .zip(&bytes.undef)
            .map(|(byte, undef)| match undef {
                0 => format!("{byte:02x}"),
                _ => "??".to_owned(),
            });
        Shown::Bytes(hex.collect::<Vec<_>>().join(" "))
    }

    fn record(&mut self, image: &Image, base: u64, members: &[Member<'m>]) -> Shown {
        let mut fields = Vec::new();
        for member in members {
            let name = member.name.map(|name| plain_field(name).to_owned());
            fields.push((name, self.member(image, base, member)));
        }
        Shown::Record(fields)
    }

    pub(crate) fn member(&mut self, image: &Image, base: u64, member: &Member<'m>) -> Shown {
        let bit = base.saturating_add(member.bit_offset);
        let Some(bits) = member.bits else {
            return self.value(image, bit, member.ty);
        };
        match self.types.form(member.ty) {
            Form::Bool { .. } => scalar(image, bit, bits, |value| Shown::Bool(value != 0)),
            Form::Enum { values, signed, .. } => scalar(image, bit, bits, |value| {
                enumerator(&values, value, bits, signed)
            }),
            Form::Int { signed, .. } => integer(image, bit, bits, signed),
            Form::Char { signed } => integer(image, bit, bits, Some(signed)),
            _ => Shown::Bytes("a bit-field of an unknown type".to_owned()),
        }
    }

    fn variants(&mut self, image: &Image, bit: u64, aggregate: &Aggregate<'m>) -> Shown {
        let Some(part) = &aggregate.variants else {
            return Shown::Uninitialised;
        };
        let tag = match &part.discriminator {
            None => None,
            Some(field) => {
                match image.bits(bit.saturating_add(field.bit_offset), field.bits as u32) {
                    Some(tag) => Some((tag, field.bits as u32)),
                    None => return Shown::Uninitialised,
                }
            }
        };
        let matches = |value: Option<i128>| match (tag, value) {
            (Some((tag, bits)), Some(value)) => {
                tag == value as u128 & (u128::MAX >> (128 - bits.clamp(1, 128)))
            }
            _ => false,
        };
        let mut variants = part.variants.iter();
        let exact = variants.find(|variant| matches(variant.value));
        let default = || part.variants.iter().find(|variant| variant.value.is_none());
        let Some(variant) = exact.or_else(default) else {
            let tag = tag.map_or(0, |tag| tag.0);
            return Shown::Bytes(format!("no variant has the number {tag}"));
        };
        let data = self.member(image, bit, &member(&variant.data));
        Shown::Variant(variant.data.name.unwrap_or("").to_owned(), Box::new(data))
    }

    fn array(&mut self, image: &Image, bit: u64, array: &Array) -> Shown {
        let lengths: Option<Vec<u64>> = array.lengths.iter().copied().collect();
        let room = (image.bytes.len() as u64).saturating_sub(bit / 8);
        let content = match (lengths, array.descriptor) {
            (Some(lengths), false) => Some(Content {
                element: array.of,
                lengths,
                column_major: array.column_major,
            }),
            _ => array.within(&self.types, room),
        };
        let Some(content) = content else {
            return Shown::Bytes("an array of unknown length".to_owned());
        };
        let size = self.types.size(array.of).unwrap_or(0);
        if matches!(self.types.form(array.of), Form::Char { .. })
            && let [length] = content.lengths[..]
            && let Some(text) = part(image, bit, length.saturating_mul(size))
                .as_ref()
                .and_then(terminated)
        {
            return Shown::Text(text);
        }
        self.elements(image, bit, &content)
    }

    /// Elements as nested lists, the first index outermost.
    fn elements(&mut self, image: &Image, bit: u64, content: &Content) -> Shown {
        if content.count() > MAX_ELEMENTS {
            return Shown::Bytes(format!("{} elements", content.count()));
        }
        let size = self.types.size(content.element).unwrap_or(0);
        let mut strides = vec![size; content.lengths.len()];
        match content.column_major {
            true => (1..strides.len()).for_each(|at| {
                strides[at] = strides[at - 1].saturating_mul(content.lengths[at - 1])
            }),
            false => (1..strides.len())
                .rev()
                .for_each(|at| strides[at - 1] = strides[at].saturating_mul(content.lengths[at])),
        }
        let dimensions: Vec<(u64, u64)> = content.lengths.iter().copied().zip(strides).collect();
        self.dimension(image, bit, &dimensions, content.element)
    }

    fn dimension(
        &mut self,
        image: &Image,
        bit: u64,
        dimensions: &[(u64, u64)],
        element: TypeRef,
    ) -> Shown {
        let Some((&(length, stride), inner)) = dimensions.split_first() else {
            return self.value(image, bit, element);
        };
        let items = (0..length).map(|i| {
            self.dimension(
                image,
                bit.saturating_add(i.saturating_mul(stride).saturating_mul(8)),
                inner,
                element,
            )
        });
        Shown::List(items.collect())
    }

    fn slice(&mut self, of: TypeRef, text: bool, address: u64, length: u64) -> Shown {
        let size = self.types.size(of).unwrap_or(0);
        let bytes = length.checked_mul(size).filter(|_| length <= MAX_ELEMENTS);
        let image = match bytes {
            Some(0) => Some(Image::default()),
            Some(bytes) => self.view.image(address, bytes),
            None => None,
        };
        let Some(image) = image else {
            return Shown::Bytes(format!("{length} elements that are not in memory"));
        };
        match image.defined() {
            Some(bytes) if text => Shown::Text(bytes.to_vec()),
            _ => self.elements(&image, 0, &Content::row(of, length)),
        }
    }

    fn pointer(&mut self, image: &Image, bit: u64, to: TypeRef) -> Shown {
        let Some(address) = image.bits(bit, 64) else {
            return Shown::Uninitialised;
        };
        let address = address as u64;
        if address == 0 {
            return Shown::Null;
        }
        let Some(target) = self.view.pointee(address) else {
            let place = format!("no object (address {address:#x})");
            return pointer_to("no object".to_owned(), 0, place, None);
        };
        let place = self.place(&target);
        let pointee = self.follow(address, to, &target).map(Box::new);
        pointer_to(target.name, target.offset, place, pointee)
    }

    /// `a[2]` rather than an offset, where elements are known.
    fn place(&self, target: &Pointee) -> String {
        let name = &target.name;
        let content = target
            .content
            .as_ref()
            .filter(|content| content.lengths.len() == 1);
        let size = content.and_then(|content| self.types.size(content.element));
        match (content, size, u64::try_from(target.offset)) {
            (Some(content), Some(size), Ok(offset)) if size > 0 && offset % size == 0 => {
                match (offset / size, content.count()) {
                    (0, 1) => name.clone(),
                    (index, _) => name.clone() + &subscript(&[index], content.column_major),
                }
            }
            _ if target.offset == 0 => name.clone(),
            _ => format!("{name} {:+} bytes", target.offset),
        }
    }

    fn follow(&mut self, address: u64, to: TypeRef, target: &Pointee) -> Option<Shown> {
        let room = target
            .size
            .checked_sub(u64::try_from(target.offset).ok()?)?;
        if let Form::Char { .. } = self.types.form(to) {
            return self.text_at(address, room);
        }
        let size = self.types.size(to)?;
        if target.shown || self.followed >= MAX_FOLLOWED || size > room {
            return None;
        }
        let size = match self.types.tail(to) {
            Some(_) => room.min(MAX_ELEMENTS).max(size),
            None => size,
        };
        let image = self.view.image(address, size)?;
        self.followed += 1;
        let shown = self.value(&image, 0, to);
        self.followed -= 1;
        Some(shown)
    }

    fn text_at(&mut self, address: u64, room: u64) -> Option<Shown> {
        let image = self.view.image(address, room.min(MAX_TEXT))?;
        let end = image.bytes.iter().position(|&byte| byte == 0)?;
        let text = image.part(0, end as u64)?;
        Some(Shown::Text(text.defined()?.to_vec()))
    }
}

fn pointer_to(to: String, offset: i64, place: String, pointee: Option<Box<Shown>>) -> Shown {
    Shown::Pointer {
        to,
        offset,
        place,
        pointee,
    }
}

fn part(image: &Image, bit: u64, bytes: u64) -> Option<Image> {
    image.part(bit / 8, bytes)
}

/// Fortran text; if its length is unknown, all bytes to the end.
fn characters(image: &Image, bit: u64, length: Option<u64>) -> Shown {
    let rest = (image.bytes.len() as u64).saturating_sub(bit / 8);
    let text = part(image, bit, length.unwrap_or(rest));
    let text = text.as_ref().and_then(Image::defined);
    text.map_or(Shown::Uninitialised, |text| Shown::Text(text.to_vec()))
}

/// Text with its one terminating zero taken off; `None` for bytes that are no text.
fn terminated(image: &Image) -> Option<Vec<u8>> {
    let (last, text) = image.defined()?.split_last()?;
    (*last == 0).then(|| text.to_vec())
}

fn scalar(image: &Image, bit: u64, bits: u32, show: impl FnOnce(u128) -> Shown) -> Shown {
    image.bits(bit, bits).map_or(Shown::Uninitialised, show)
}

fn integer(image: &Image, bit: u64, bits: u32, signed: Option<bool>) -> Shown {
    if bits > 128 {
        return Shown::Bytes(format!("an integer of {bits} bits"));
    }
    scalar(image, bit, bits, |value| {
        Shown::Integer(integer_text(value, bits, signed))
    })
}

fn float(image: &Image, bit: u64, format: FloatFormat) -> Shown {
    scalar(image, bit, format.width(), |value| {
        Shown::Float(float_text(format, value))
    })
}

fn unicode(value: u128) -> Shown {
    let code = value.to_string();
    match u32::try_from(value).ok().and_then(char::from_u32) {
        Some(c) => Shown::Char(c, code),
        None => Shown::Bytes(format!("{code}, which is no character")),
    }
}

fn enumerator(values: &[(&str, i128)], value: u128, bits: u32, signed: bool) -> Shown {
    let value = match signed {
        true => signed_value(value, bits),
        false => value as i128,
    };
    match values.iter().find(|known| known.1 == value) {
        Some((name, _)) => Shown::Enumerator((*name).to_owned(), value.to_string()),
        None => Shown::Integer(value.to_string()),
    }
}
