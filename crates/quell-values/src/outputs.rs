//! The observables of a call as bit slices (leaves): those that [`compare`](mod@crate::compare) compares, as data for
//! the symbolic machine.

use quell_bits::FloatFormat;
use quell_ir::debug::{Aggregate, Variant, VariantPart};
use thiserror::Error;

use crate::encode::{Content, plain_field};
use crate::image::POINTER;
use crate::objects::Role;
use crate::pointers::{index_of, subscript};
use crate::prepare::{Callee, Prepared};
use crate::types::{Array, Form, Member, TypeRef, Types};

/// A bit slice of an observable.
#[derive(Clone, Debug, PartialEq)]
pub struct OutputLeaf {
    /// As in a [`Difference`](crate::Difference): `result`, `a[2].x`, `global counter`.
    pub name: String,
    pub place: OutputPlace,
    /// From the start of the place.
    pub bit: u64,
    /// In bits.
    pub width: u64,
    pub kind: OutputKind,
    /// It is compared only if all of these hold, in both runs.
    pub when: Vec<When>,
}

/// The result, if it is a single value. A single value is always initialised; members of a struct may be uninitialised.
pub fn single_result(leaves: &[OutputLeaf]) -> Option<&OutputLeaf> {
    let mut results = leaves
        .iter()
        .filter(|leaf| leaf.place == OutputPlace::Result);
    let first = results.next()?;
    results.next().is_none().then_some(first)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OutputPlace {
    /// The result of the IR function, as a store would leave it in memory, padded with zeros.
    Result,
    Object(u32),
    Global(u32),
    /// The heap block given to [`Outputs::behind`].
    Block,
}

/// The equality of two values of a leaf.
#[derive(Clone, Debug, PartialEq)]
pub enum OutputKind {
    /// All bits are equal.
    Bits,
    /// All bits are equal, or both values are NaN.
    Float(FloatFormat),
    /// The targets are the same. Heap blocks correspond one to one, and their contents are compared by this type, up to the
    /// size of the original's block.
    Pointer(TypeRef),
    /// The variants are the same: the first with this discriminant, or else the first without one. Without
    /// either, the whole is compared as [`OutputKind::Raw`].
    Variant(Vec<Option<u128>>),
    /// All bytes are equal. A word with a pointer is compared as a pointer, at these offsets of the place if they are known.
    Raw { pointers: Vec<u64> },
}

/// A condition on another leaf, by its index in the same list, under which a leaf is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    NotZero(usize),
    /// It is this variant, or none.
    Variant(usize, Option<usize>),
}

/// The maximal nesting of types; the same as in `compare`.
const MAX_NESTING: usize = 32;

/// The maximal number of leaves of a place.
const MAX_LEAVES: usize = 1 << 16;

/// Why the observables of a call cannot be enumerated.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OutputError {
    #[error("{name} has more than {MAX_LEAVES} values that a call could change")]
    TooMany { name: String },
}

type Found = Result<Vec<OutputLeaf>, OutputError>;

/// The observables of a call of a function, by its types.
#[derive(Clone, Copy, Debug)]
pub struct Outputs<'c, 'm> {
    pub callee: &'c Callee<'m>,
    pub call: &'c Prepared,
}

impl<'c, 'm> Outputs<'c, 'm> {
    pub fn new(callee: &'c Callee<'m>, call: &'c Prepared) -> Self {
        Self { callee, call }
    }

    /// All leaves. Conditions refer to this list.
    pub fn all(&self) -> Found {
        let mut all = self.result()?;
        let objects = (0..self.call.objects.len()).map(|index| self.object(index));
        // All others are compared as bytes, without types.
        let globals =
            (0..self.callee.globals.len()).map(|index| self.global(index).or(Ok(Vec::new())));
        for part in objects.chain(globals) {
            let before = all.len();
            all.extend(part?.into_iter().map(|leaf| leaf.moved(before)));
        }
        Ok(all)
    }

    pub fn result(&self) -> Found {
        let ret = self.callee.signature.ret;
        let (place, size) = match self.call.result_object {
            Some(index) => (OutputPlace::Object(index), self.object_size(index as usize)),
            None => {
                let stored = self.callee.ir_size(self.callee.ir_result());
                let size = self.callee.types.size(ret).unwrap_or(0);
                (OutputPlace::Result, stored.max(size))
            }
        };
        self.walk(place, size)
            .from("result", |walk, name| walk.value(name, 0, ret))
    }

    /// An object of the call. Copies of arguments are not observable and have no leaves.
    pub fn object(&self, index: usize) -> Found {
        let shape = self.call.objects.get(index);
        let Some(shape) = shape.filter(|shape| shape.role == Role::Buffer) else {
            return Ok(Vec::new());
        };
        let walk = self.walk(OutputPlace::Object(index as u32), self.object_size(index));
        walk.from(&shape.label, |walk, name| {
            walk.content(name, &shape.content)
        })
    }

    pub fn global(&self, index: usize) -> Found {
        let Some(shape) = self.callee.globals.get(index) else {
            return Ok(Vec::new());
        };
        let walk = self.walk(OutputPlace::Global(index as u32), shape.size);
        walk.from("global", |walk, name| {
            for part in &shape.parts {
                let bit = part.offset.saturating_mul(8);
                walk.value(&format!("{name} {}", part.name), bit, part.ty);
            }
        })
    }

    /// The target of a typed pointer in a heap block, up to the end of the block.
    pub fn behind(&self, to: TypeRef, bytes: u64, name: &str) -> Found {
        let size = self.callee.types.size(to).unwrap_or(0);
        let mut count = bytes.checked_div(size).unwrap_or(0);
        if self.callee.types.tail(to).is_some() {
            count = count.min(1);
        }
        let walk = self.walk(OutputPlace::Block, bytes);
        walk.from(name, |walk, name| {
            walk.content(name, &Content::row(to, count))
        })
    }

    fn object_size(&self, index: usize) -> u64 {
        let object = self.call.image.objects.get(index);
        object.map_or(0, |object| object.content.bytes.len() as u64)
    }

    fn walk(&self, place: OutputPlace, size: u64) -> Walk<'m> {
        Walk {
            types: self.callee.types,
            place,
            size,
            when: Vec::new(),
            nesting: 0,
            leaves: Vec::new(),
        }
    }
}

impl OutputLeaf {
    /// The same, appended to a list.
    fn moved(mut self, by: usize) -> Self {
        for when in &mut self.when {
            match when {
                When::NotZero(leaf) | When::Variant(leaf, _) => *leaf += by,
            }
        }
        self
    }
}

/// A walk over a type and the bytes of one place.
struct Walk<'m> {
    types: Types<'m>,
    place: OutputPlace,
    /// Bytes of the place.
    size: u64,
    when: Vec<When>,
    nesting: usize,
    leaves: Vec<OutputLeaf>,
}

impl<'m> Walk<'m> {
    fn from(mut self, name: &str, walk: impl FnOnce(&mut Self, &str)) -> Found {
        walk(&mut self, name);
        match self.leaves.len() > MAX_LEAVES {
            true => Err(OutputError::TooMany {
                name: name.to_owned(),
            }),
            false => Ok(self.leaves),
        }
    }

    /// Adds a leaf and gives its number.
    fn leaf(&mut self, name: &str, bit: u64, width: u64, kind: OutputKind) -> usize {
        self.leaves.push(OutputLeaf {
            name: name.to_owned(),
            place: self.place,
            bit,
            width,
            kind,
            when: self.when.clone(),
        });
        self.leaves.len() - 1
    }

    fn when(&mut self, condition: When, walk: impl FnOnce(&mut Self)) {
        self.when.push(condition);
        walk(self);
        self.when.pop();
    }

    /// Untyped bytes, up to the end at most.
    fn raw(&mut self, name: &str, at: u64, bytes: u64, pointers: Vec<u64>) {
        let end = at.saturating_add(bytes).min(self.size);
        if let Some(bytes) = end.checked_sub(at).filter(|&bytes| bytes > 0) {
            let kind = OutputKind::Raw { pointers };
            self.leaf(name, at.saturating_mul(8), bytes.saturating_mul(8), kind);
        }
    }

    /// Elements, and the memory after them.
    fn content(&mut self, name: &str, content: &Content) {
        let size = self.types.size(content.element).unwrap_or(0);
        let end = match self.types.form(content.element) {
            Form::Void | Form::Code => 0,
            Form::Characters(None) => return self.raw(name, 0, u64::MAX, Vec::new()),
            _ => content.count().saturating_mul(size),
        };
        if end > 0 {
            self.elements(name, 0, content);
        }
        let tail = self.types.tail(content.element);
        let end = match tail.filter(|_| content.count() == 1) {
            Some(tail) => self.types.end_with_tail(content.element, &tail, self.size),
            None => end,
        };
        self.raw(name, end, u64::MAX, Vec::new());
    }

    fn elements(&mut self, name: &str, bit: u64, content: &Content) {
        let size = self.types.size(content.element).unwrap_or(0);
        let count = match size {
            0 => 0,
            _ => content.count().min(self.size / size + 1),
        };
        for position in 0..count {
            let at = bit.saturating_add(position.saturating_mul(size).saturating_mul(8));
            let is_single = content.lengths == [1] && bit == 0;
            let step = match is_single {
                true => String::new(),
                false => subscript(&index_of(position, content), content.column_major),
            };
            self.value(&format!("{name}{step}"), at, content.element);
        }
    }

    fn value(&mut self, name: &str, bit: u64, ty: TypeRef) {
        // The result will be an error, so the search stops.
        if self.leaves.len() > MAX_LEAVES {
            return;
        }
        let size = self.types.size(ty);
        if self.nesting >= MAX_NESTING {
            return self.raw(name, bit / 8, size.unwrap_or(0), Vec::new());
        }
        self.nesting += 1;
        self.nested(name, bit, ty, size);
        self.nesting -= 1;
    }

    fn nested(&mut self, name: &str, bit: u64, ty: TypeRef, size: Option<u64>) {
        let at = bit / 8;
        match self.types.form(ty) {
            Form::Void => {}
            Form::Bool { bits } | Form::Int { bits, .. } | Form::Enum { bits, .. } => {
                self.bits(name, bit, bits.into());
            }
            Form::Char { .. } => self.bits(name, bit, 8),
            Form::Unicode => self.bits(name, bit, 32),
            Form::Float(format) => self.float(name, bit, format),
            Form::Complex(format) => {
                let stride = u64::from(format.width().next_power_of_two());
                self.float(&format!("{name}.real"), bit, format);
                self.float(
                    &format!("{name}.imaginary"),
                    bit.saturating_add(stride),
                    format,
                );
            }
            Form::Pointer(to) => self.pointer(name, bit, to),
            Form::Slice {
                of,
                pointer_at,
                length_at,
                ..
            } => self.slice(name, at, of, (pointer_at, length_at)),
            Form::Record(members) => {
                for member in &members {
                    self.member(name, bit, member);
                }
            }
            Form::Union(members) => self.union(name, bit, &members, size.unwrap_or(0)),
            Form::Variants(aggregate) => self.variants(name, bit, &aggregate),
            Form::Array(array) => self.array(name, bit, &array, size),
            Form::Characters(length) => {
                self.raw(name, at, length.unwrap_or(u64::MAX), Vec::new());
            }
            Form::Code | Form::Unknown => self.raw(name, at, size.unwrap_or(0), Vec::new()),
        }
    }

    fn bits(&mut self, name: &str, bit: u64, width: u64) {
        if width > 0 {
            self.leaf(name, bit, width, OutputKind::Bits);
        }
    }

    fn float(&mut self, name: &str, bit: u64, format: FloatFormat) {
        self.leaf(name, bit, format.width().into(), OutputKind::Float(format));
    }

    fn pointer(&mut self, name: &str, bit: u64, to: TypeRef) {
        self.leaf(name, bit, POINTER * 8, OutputKind::Pointer(to));
    }

    /// The pointer of an empty slice is not compared.
    fn slice(&mut self, name: &str, at: u64, of: TypeRef, (pointer_at, length_at): (u64, u64)) {
        let bit_of = |offset: u64| at.saturating_add(offset).saturating_mul(8);
        let length = format!("{name} length");
        let length = self.leaf(&length, bit_of(length_at), 64, OutputKind::Bits);
        self.when(When::NotZero(length), |walk| {
            walk.pointer(name, bit_of(pointer_at), of);
        });
    }

    fn member(&mut self, name: &str, base: u64, member: &Member<'m>) {
        let bit = base.saturating_add(member.bit_offset);
        let name = match member.name {
            Some(field) => format!("{name}.{}", plain_field(field)),
            None => name.to_owned(),
        };
        match member.bits {
            Some(bits) => self.bits(&name, bit, bits.into()),
            None => self.value(&name, bit, member.ty),
        }
    }

    /// Bytes; members determine the positions of possible pointers.
    fn union(&mut self, name: &str, bit: u64, members: &[Member<'m>], size: u64) {
        let mut pointers = Vec::new();
        for member in members {
            self.pointers_in(member, bit, 0, &mut pointers);
        }
        self.raw(name, bit / 8, size, pointers);
    }

    fn pointers_in(&self, member: &Member<'m>, base: u64, depth: usize, found: &mut Vec<u64>) {
        let bit = base.saturating_add(member.bit_offset);
        if member.bits.is_some() || depth > MAX_NESTING {
            return;
        }
        match self.types.form(member.ty) {
            Form::Pointer(_) => found.push(bit / 8),
            Form::Record(members) | Form::Union(members) => {
                for member in &members {
                    self.pointers_in(member, bit, depth + 1, found);
                }
            }
            _ => {}
        }
    }

    fn variants(&mut self, name: &str, bit: u64, aggregate: &Aggregate<'m>) {
        let Some(part) = &aggregate.variants else {
            return;
        };
        let Some(field) = &part.discriminator else {
            return self.without_number(name, bit, aggregate, part);
        };
        let at = bit.saturating_add(field.bit_offset);
        let bits = field.bits.clamp(1, 128);
        let mask = u128::MAX >> (128 - bits);
        let number = |value: Option<i128>| value.map(|value| value as u128 & mask);
        let numbers: Vec<_> = part.variants.iter().map(|of| number(of.value)).collect();
        let has_default = numbers.contains(&None);
        let tag = self.leaf(name, at, bits, OutputKind::Variant(numbers));
        for (index, variant) in part.variants.iter().enumerate() {
            self.when(When::Variant(tag, Some(index)), |walk| {
                walk.data(name, bit, variant);
            });
        }
        if !has_default {
            self.when(When::Variant(tag, None), |walk| {
                walk.raw(name, bit / 8, aggregate.bits.div_ceil(8), Vec::new());
            });
        }
    }

    /// The fields of a variant have the name of the whole.
    fn data(&mut self, name: &str, bit: u64, variant: &Variant<'m>) {
        let bit = bit.saturating_add(variant.data.bit_offset);
        self.value(name, bit, variant.data.ty.into());
    }

    fn without_number(
        &mut self,
        name: &str,
        bit: u64,
        aggregate: &Aggregate<'m>,
        part: &VariantPart<'m>,
    ) {
        match &part.variants[..] {
            [only] => self.data(name, bit, only),
            _ => self.raw(name, bit / 8, aggregate.bits.div_ceil(8), Vec::new()),
        }
    }

    fn array(&mut self, name: &str, bit: u64, array: &Array, size: Option<u64>) {
        let lengths: Option<Vec<u64>> = array.lengths.iter().copied().collect();
        match lengths {
            Some(lengths) if !array.descriptor => {
                let content = Content {
                    element: array.of,
                    lengths,
                    column_major: array.column_major,
                };
                self.elements(name, bit, &content);
            }
            // A flexible member reaches to the end; a descriptor begins with its pointer.
            _ => match array.within(&self.types, self.size.saturating_sub(bit / 8)) {
                Some(content) => self.elements(name, bit, &content),
                None => self.raw(name, bit / 8, size.unwrap_or(u64::MAX), vec![bit / 8]),
            },
        }
    }
}
