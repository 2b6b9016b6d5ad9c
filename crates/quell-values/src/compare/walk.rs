//! Walks over a type and the bytes of two runs to the first value that differs.

mod blocks;

use std::collections::{BTreeMap, HashSet};
use std::ops::Range;

use quell_bits::FloatFormat;
use quell_ir::debug::Aggregate;

use super::Difference;
use super::pair::{Pair, byte, chosen, same_float};
use super::world::{Meaning, Place, World, WorldView};
use crate::encode::{Content, plain_field};
use crate::image::{Image, POINTER};
use crate::pointers::{index_of, subscript};
use crate::render::Renderer;
use crate::tail::Tail;
use crate::types::{Array, Form, Member, TypeRef, Types, member};

use blocks::{Blocks, Reached};

/// A value that differs, and the path to it.
#[derive(Debug)]
pub struct Found {
    /// The steps to a part: `.value[2]`.
    pub steps: String,
    /// The first byte of a part without a type.
    pub byte: Option<u64>,
    pub original: String,
    pub mutant: String,
}

impl Found {
    /// Adds the suffix of a part to the path.
    fn within(self, step: &str) -> Self {
        Self {
            steps: format!("{step}{}", self.steps),
            ..self
        }
    }

    /// The path from a value of this name.
    pub fn path_from(&self, name: &str) -> String {
        let Self { steps, byte, .. } = self;
        match byte {
            None => format!("{name}{steps}"),
            Some(byte) if name.is_empty() && steps.is_empty() => format!("(byte {byte})"),
            Some(byte) => format!("{name}{steps} (byte {byte})"),
        }
    }
}

/// The maximal nesting of types, far more than real types need.
const MAX_NESTING: usize = 32;

/// Pointers this near to zero are numbers: no program begins below.
const SMALL: u64 = 1 << 22;

/// The range of user-space addresses: a word of a union in it may be a pointer.
const ADDRESSES: Range<u64> = 1 << 32..1 << 47;

#[derive(Debug)]
pub struct Walk<'w, 'm> {
    types: Types<'m>,
    a: &'w World<'w>,
    b: &'w World<'w>,
    /// Equal bytes are equal values.
    same_layout: bool,
    nesting: usize,
    /// The correspondence of the mutant's blocks with the original's, in both directions.
    partner: BTreeMap<usize, usize>,
    partner_back: BTreeMap<usize, usize>,
    reached: Vec<Reached>,
    seen: HashSet<Reached>,
    /// The offset from which corresponding blocks were compared.
    compared: BTreeMap<Blocks, u64>,
    /// Blocks that are reached only through words without a pointer type.
    untyped: Vec<Blocks>,
    /// The offset of the current pair in its block.
    base: u64,
}

impl<'w, 'm> Walk<'w, 'm> {
    pub fn new(types: Types<'m>, a: &'w World<'w>, b: &'w World<'w>) -> Self {
        Self {
            types,
            a,
            b,
            // If there are blocks, equal pointers determine their correspondence.
            same_layout: a.is_laid_out_as(b) && a.observed.blocks.is_empty(),
            nesting: 0,
            partner: BTreeMap::new(),
            partner_back: BTreeMap::new(),
            reached: Vec::new(),
            seen: HashSet::new(),
            compared: BTreeMap::new(),
            untyped: Vec::new(),
            base: 0,
        }
    }

    /// Compares the named objects, then the heap that is reachable from them.
    pub fn from(
        &mut self,
        name: &str,
        compare: impl FnOnce(&mut Self) -> Option<Found>,
    ) -> Option<Difference> {
        if let Some(found) = compare(self) {
            return Some(found.difference(name));
        }
        let found = self.all_reached()?;
        Some(found.in_memory(Some(name)))
    }

    /// Compares an argument of a call. Its target may have changed since, so it is not followed.
    pub fn at_call(&mut self, pair: Pair<'_>, ty: TypeRef) -> Option<Found> {
        let found = match ty {
            TypeRef::Void => self.raw(pair, 0, u64::MAX, &[]),
            ty => self.value(pair, 0, ty),
        };
        self.reached.clear();
        found
    }

    /// Compares elements, and the memory after them.
    pub fn content(&mut self, pair: Pair<'_>, content: &Content) -> Option<Found> {
        let size = self.types.size(content.element).unwrap_or(0);
        let end = match self.types.form(content.element) {
            Form::Void | Form::Code => 0,
            Form::Characters(None) => {
                return self.raw(pair, 0, u64::MAX, &[]);
            }
            _ => content.count().saturating_mul(size),
        };
        let elements = match end {
            0 => None,
            _ => self.elements(pair, 0, content),
        };
        let tail = self.types.tail(content.element);
        match tail.filter(|_| content.count() == 1) {
            Some(tail) => elements.or_else(|| self.tail(pair, content.element, &tail)),
            None => elements.or_else(|| self.raw(pair, end, u64::MAX, &[])),
        }
    }

    /// Compares the elements of a flexible array member, which are no part of the struct's size, and the memory after them.
    fn tail(&mut self, pair: Pair<'_>, ty: TypeRef, tail: &Tail) -> Option<Found> {
        let end = self.types.end_with_tail(ty, tail, pair.longer());
        let bit = tail.offset.saturating_mul(8);
        let elements = self.array(pair, bit, &tail.array, None);
        let elements = elements.map(|found| found.within(&tail.path));
        elements.or_else(|| self.raw(pair, end, u64::MAX, &[]))
    }

    fn elements(&mut self, pair: Pair<'_>, bit: u64, content: &Content) -> Option<Found> {
        let size = self.types.size(content.element).unwrap_or(0);
        let count = match size {
            0 => 0,
            // Limited by the available bytes: metadata may claim any number.
            _ => content.count().min(pair.longer() / size + 1),
        };
        (0..count).find_map(|position| {
            let at = bit.saturating_add(position.saturating_mul(size).saturating_mul(8));
            let found = self.value(pair, at, content.element)?;
            Some(match content.lengths == [1] && bit == 0 {
                true => found,
                false => {
                    let index = index_of(position, content);
                    found.within(&subscript(&index, content.column_major))
                }
            })
        })
    }

    /// Compares a value at the same bit on both sides.
    pub fn value(&mut self, pair: Pair<'_>, bit: u64, ty: TypeRef) -> Option<Found> {
        let size = self.types.size(ty);
        if self.same_layout && size.is_some_and(|size| pair.is_equal(bit, size)) {
            return None;
        }
        if self.nesting >= MAX_NESTING {
            return self.raw(pair, bit / 8, size.unwrap_or(0), &[]);
        }
        self.nesting += 1;
        let found = self.nested(pair, bit, ty, size);
        self.nesting -= 1;
        found
    }

    fn nested(
        &mut self,
        pair: Pair<'_>,
        bit: u64,
        ty: TypeRef,
        size: Option<u64>,
    ) -> Option<Found> {
        let at = bit / 8;
        match self.types.form(ty) {
            Form::Void => None,
            Form::Bool { bits } | Form::Int { bits, .. } | Form::Enum { bits, .. } => {
                self.scalar(pair, bit, bits, ty)
            }
            Form::Char { .. } => self.scalar(pair, bit, 8, ty),
            Form::Unicode => self.scalar(pair, bit, 32, ty),
            Form::Float(format) => self.float(pair, bit, format, ty),
            Form::Complex(format) => {
                let stride = u64::from(format.width().next_power_of_two());
                let imaginary = bit.saturating_add(stride);
                let differs =
                    !same_float(pair, bit, format) || !same_float(pair, imaginary, format);
                differs.then(|| self.leaf(pair, bit, ty))
            }
            Form::Pointer(to) => {
                let [a, b] = pair.words(at);
                let same = self.same_pointer(a, b, to);
                (!same).then(|| self.leaf(pair, bit, ty))
            }
            Form::Slice {
                of,
                pointer_at,
                length_at,
                ..
            } => {
                let same = self.same_slice(pair, at, of, (pointer_at, length_at));
                (!same).then(|| self.leaf(pair, bit, ty))
            }
            Form::Record(members) => self.members(pair, bit, &members),
            Form::Union(members) => self.union(pair, bit, &members, size?),
            Form::Variants(aggregate) => self.variants(pair, bit, ty, &aggregate),
            Form::Array(array) => self.array(pair, bit, &array, size),
            Form::Characters(length) => self.raw(pair, at, length.unwrap_or(u64::MAX), &[]),
            Form::Code | Form::Unknown => self.raw(pair, at, size.unwrap_or(0), &[]),
        }
    }

    /// The texts of both values.
    fn leaf(&self, pair: Pair<'_>, bit: u64, ty: TypeRef) -> Found {
        self.shown(pair, |renderer, image| renderer.value(image, bit, ty))
    }

    fn shown(
        &self,
        pair: Pair<'_>,
        show: impl Fn(&mut Renderer<'m, '_>, &Image) -> crate::shown::Shown,
    ) -> Found {
        let text = |world: &World<'_>, bytes: &[u8]| {
            let mut view = WorldView(world);
            let mut renderer = Renderer::new(self.types, &mut view);
            show(&mut renderer, &Image::of(bytes.to_vec())).to_string()
        };
        Found {
            steps: String::new(),
            byte: None,
            original: text(self.a, pair.a),
            mutant: text(self.b, pair.b),
        }
    }

    /// The texts of a whole buffer.
    pub fn whole_content(&self, pair: Pair<'_>, content: &Content) -> Found {
        self.shown(pair, |renderer, image| renderer.content(image, content))
    }

    fn scalar(&mut self, pair: Pair<'_>, bit: u64, bits: u32, ty: TypeRef) -> Option<Found> {
        let same = pair.same_bits(bit, u64::from(bits)) || self.are_addresses(pair, bit, bits);
        (!same).then(|| self.leaf(pair, bit, ty))
    }

    fn float(
        &mut self,
        pair: Pair<'_>,
        bit: u64,
        format: FloatFormat,
        ty: TypeRef,
    ) -> Option<Found> {
        let same = same_float(pair, bit, format) || self.are_addresses(pair, bit, format.width());
        (!same).then(|| self.leaf(pair, bit, ty))
    }

    fn members(&mut self, pair: Pair<'_>, base: u64, members: &[Member<'m>]) -> Option<Found> {
        members.iter().find_map(|member| {
            let found = self.member(pair, base, member)?;
            Some(match member.name {
                Some(name) => found.within(&format!(".{}", plain_field(name))),
                None => found,
            })
        })
    }

    fn member(&mut self, pair: Pair<'_>, base: u64, member: &Member<'m>) -> Option<Found> {
        let bit = base.saturating_add(member.bit_offset);
        let Some(bits) = member.bits else {
            return self.value(pair, bit, member.ty);
        };
        let same = pair.same_bits(bit, u64::from(bits));
        (!same).then(|| self.shown(pair, |renderer, image| renderer.member(image, base, member)))
    }

    /// Compares bytes; members determine the positions of possible pointers.
    fn union(
        &mut self,
        pair: Pair<'_>,
        bit: u64,
        members: &[Member<'m>],
        size: u64,
    ) -> Option<Found> {
        let mut pointers = Vec::new();
        for member in members {
            self.pointers_in(member, bit, 0, &mut pointers);
        }
        self.raw(pair, bit / 8, size, &pointers)
    }

    /// The offsets at which a member, or a nested member, is a pointer.
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

    fn variants(
        &mut self,
        pair: Pair<'_>,
        bit: u64,
        ty: TypeRef,
        aggregate: &Aggregate<'m>,
    ) -> Option<Found> {
        let part = aggregate.variants.as_ref()?;
        let [a, b] = [pair.a, pair.b].map(|bytes| chosen(part, bytes, bit));
        match (a, b) {
            (Some(a), Some(b)) if a == b => self.member(pair, bit, &member(&part.variants[a].data)),
            (None, None) => self.raw(pair, bit / 8, aggregate.bits.div_ceil(8), &[]),
            _ => Some(self.leaf(pair, bit, ty)),
        }
    }

    fn array(
        &mut self,
        pair: Pair<'_>,
        bit: u64,
        array: &Array,
        size: Option<u64>,
    ) -> Option<Found> {
        let lengths: Option<Vec<u64>> = array.lengths.iter().copied().collect();
        match lengths {
            Some(lengths) if !array.descriptor => {
                let content = Content {
                    element: array.of,
                    lengths,
                    column_major: array.column_major,
                };
                self.elements(pair, bit, &content)
            }
            // A flexible member reaches to the end; a descriptor begins with its pointer.
            _ => match array.within(&self.types, pair.longer().saturating_sub(bit / 8)) {
                Some(content) => self.elements(pair, bit, &content),
                None => self.raw(pair, bit / 8, size.unwrap_or(u64::MAX), &[bit / 8]),
            },
        }
    }

    fn same_slice(
        &mut self,
        pair: Pair<'_>,
        at: u64,
        of: TypeRef,
        (pointer_at, length_at): (u64, u64),
    ) -> bool {
        let [length_a, length_b] = pair.words(at.saturating_add(length_at));
        let [a, b] = pair.words(at.saturating_add(pointer_at));
        let is_empty = length_a == 0;
        length_a == length_b && (is_empty || self.same_pointer(a, b, of))
    }

    fn same_pointer(&mut self, a: u64, b: u64, to: TypeRef) -> bool {
        let is_number = |value: u64| value.wrapping_add(SMALL) < 2 * SMALL;
        match (self.a.meaning(a), self.b.meaning(b)) {
            (Meaning::Elsewhere(a), Meaning::Elsewhere(b)) => {
                a == b || !is_number(a) && !is_number(b)
            }
            (
                Meaning::At {
                    place: Place::Block(a),
                    offset,
                },
                Meaning::At {
                    place: Place::Block(b),
                    offset: offset_b,
                },
            ) => offset == offset_b && self.correspond(Reached { a, b, offset, to }),
            (a, b) => a == b,
        }
    }

    /// Compares untyped bytes, up to the end at most. Words with the same target are equal; where a
    /// pointer is known to be, so are two pointers to unknown memory.
    fn raw(&mut self, pair: Pair<'_>, at: u64, bytes: u64, pointers: &[u64]) -> Option<Found> {
        let end = at.saturating_add(bytes).min(pair.longer());
        let mut place = at;
        while place < end {
            if let Some(blocks) = self.blocks_at(pair, place, end) {
                if !self.pair_up(blocks) {
                    return Some(self.bytes_from(pair, place, end));
                }
                self.untyped.push(blocks);
                place += POINTER;
            } else if pair.byte_differs(place) && !self.is_in_address(pair, place) {
                let word = place.saturating_sub((self.base + place) % POINTER);
                let known = pointers
                    .iter()
                    .find(|&&start| (start..start + POINTER).contains(&place));
                let start = known.copied().unwrap_or(word);
                let inside = start >= at && start.saturating_add(POINTER) <= end;
                if !inside || !self.same_word(pair.words(start), known.is_some()) {
                    return Some(self.bytes_from(pair, place, end));
                }
                place = start + POINTER;
            } else {
                place += 1;
            }
        }
        None
    }

    fn same_word(&mut self, [a, b]: [u64; 2], may_be_pointer: bool) -> bool {
        let plausible = |address: u64| may_be_pointer && ADDRESSES.contains(&address);
        match self.a.meaning(a) {
            Meaning::At { .. } => self.same_pointer(a, b, TypeRef::Void),
            Meaning::Elsewhere(_) if plausible(a) && plausible(b) => {
                self.same_pointer(a, b, TypeRef::Void)
            }
            _ => false,
        }
    }

    /// The bytes from the first that differs, a few of them.
    fn bytes_from(&self, pair: Pair<'_>, place: u64, end: u64) -> Found {
        const SHOWN: u64 = 8;
        let hex = |bytes: &[u8]| {
            let range = (place..end.min(place.saturating_add(SHOWN))).map(|at| byte(bytes, at));
            let hex = range.map(|byte| byte.map_or("--".to_owned(), |byte| format!("{byte:02x}")));
            hex.collect::<Vec<_>>().join(" ")
        };
        Found {
            steps: String::new(),
            byte: Some(place),
            original: hex(pair.a),
            mutant: hex(pair.b),
        }
    }
}
