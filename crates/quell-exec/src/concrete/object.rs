//! An object: its bytes, the mask of defined bits, and the objects that pointers stored in it point into.

use std::collections::TryReserveError;
use std::ops::Range;

use quell_bits::{Bits, word};

use super::space::{NO_OBJECT, ObjectName, Pages};
use super::word::Word;
use crate::memory::{Allocation, ObjectKind};

/// The size of a pointer in bytes.
pub const POINTER: usize = 8;

#[derive(Clone, Debug)]
pub struct Object {
    /// The address of the first byte, a multiple of [`POINTER`].
    pub base: u64,
    /// The number of accessible bytes: `size`, or 0 outside the lifetime of the object.
    pub accessible: u64,
    pub data: Vec<u8>,
    /// A mask for each byte, with a one for every defined bit; empty while all bits are defined.
    defined: Vec<u8>,
    /// For each aligned word, the object that the pointer stored there points into; empty while there are no
    /// pointers.
    origins: Vec<ObjectName>,
    pub size: u64,
    /// The alignment that the address has under every placement.
    pub align: u64,
    pub pages: Pages,
    pub writable: bool,
    pub kind: ObjectKind,
}

impl Default for Object {
    fn default() -> Self {
        Self {
            base: 0,
            accessible: 0,
            data: Vec::new(),
            defined: Vec::new(),
            origins: Vec::new(),
            size: 0,
            align: 1,
            pages: Pages::default(),
            writable: true,
            kind: ObjectKind::Heap,
        }
    }
}

/// The cost of an object besides its bytes: a program may allocate very many empty ones.
const BOOKKEEPING: u64 = 128;

/// The cost of the mask of an object of this size.
pub const fn mask_cost(size: u64) -> u64 {
    size
}

/// The cost of recording the pointers in an object of this size.
pub const fn origin_cost(size: u64) -> u64 {
    size.div_ceil(POINTER as u64) * size_of::<ObjectName>() as u64
}

/// The cost of a new object.
pub fn cost_of(allocation: &Allocation) -> u64 {
    let bytes = if is_code(&allocation.kind) {
        0
    } else {
        allocation.size
    };
    let masks = if allocation.zeroed {
        0
    } else {
        mask_cost(bytes)
    };
    bytes.saturating_add(masks).saturating_add(BOOKKEEPING)
}

/// Code has addresses, but no bytes that can be accessed.
const fn is_code(kind: &ObjectKind) -> bool {
    matches!(kind, ObjectKind::Function(..) | ObjectKind::Labels(_))
}

impl Object {
    /// Turns this into the object of an allocation, reusing its buffers. Fails if the host is out of memory.
    pub fn renew(&mut self, allocation: Allocation) -> Result<(), TryReserveError> {
        let code = is_code(&allocation.kind);
        let bytes = if code { 0 } else { allocation.size as usize };
        renew_zeros(&mut self.data, bytes)?;
        renew_zeros(&mut self.defined, if allocation.zeroed { 0 } else { bytes })?;
        self.origins.clear();
        self.kind = allocation.kind;
        self.size = allocation.size;
        self.accessible = bytes as u64;
        self.writable = allocation.writable;
        Ok(())
    }

    /// The current cost.
    pub fn cost(&self) -> u64 {
        let origins = self.origins.len() * size_of::<ObjectName>();
        (self.data.len() + self.defined.len() + origins) as u64 + BOOKKEEPING
    }

    /// Returns large buffers to the host.
    pub fn shrink(&mut self) {
        if self.data.capacity() >= LARGE {
            self.data = Vec::new();
            self.defined = Vec::new();
            self.origins = Vec::new();
        }
    }

    pub fn is_code(&self) -> bool {
        is_code(&self.kind)
    }

    /// Makes all bytes undefined.
    pub fn make_undefined(&mut self) {
        self.origins.clear();
        self.defined.clear();
        self.defined.resize(self.data.len(), 0);
    }

    /// All bytes; undefined bits are zero.
    pub fn known_bytes(&self) -> Vec<u8> {
        let mut bytes = self.data.clone();
        for (byte, mask) in bytes.iter_mut().zip(&self.defined) {
            *byte &= mask;
        }
        bytes
    }

    /// A word from a range that is inside the object.
    #[inline(always)]
    pub fn read(&self, offset: usize, bytes: usize, width: u32) -> Word {
        if bytes <= 8
            && (self.defined.is_empty() || is_ones(&self.defined, offset, bytes))
            && let Some(value) = load_le(&self.data, offset, bytes)
        {
            return Word::Bits(value & word::mask(width));
        }
        self.read_slow(offset..offset + bytes, width)
    }

    #[inline(never)]
    fn read_slow(&self, range: Range<usize>, width: u32) -> Word {
        let bits = Bits::from_le_bytes(width, &self.data[range.clone()]);
        if self.defined.is_empty() {
            return Word::from_bits(bits);
        }
        let defined = Bits::from_le_bytes(width, &self.defined[range]);
        Word::from_parts(bits, defined.not())
    }

    /// Writes at most eight defined bytes to a range that is inside the object.
    #[inline(always)]
    pub fn write(&mut self, offset: usize, bytes: usize, value: u64) {
        store_le(&mut self.data, offset, bytes, value);
        if !self.defined.is_empty() {
            store_le(&mut self.defined, offset, bytes, u64::MAX);
        }
    }

    /// Writes any word. If it has undefined bits, [`Object::ensure_masks`] must have been called.
    pub fn write_any(&mut self, range: Range<usize>, width: u32, value: &Word) {
        let (bits, undef) = value.parts(width);
        let padded = |bits: &Bits| {
            let mut bytes = bits.to_le_bytes().to_vec();
            bytes.resize(range.len(), 0);
            bytes
        };
        self.data[range.clone()].copy_from_slice(&padded(&bits));
        let masks = self.defined.get_mut(range.clone()).unwrap_or_default();
        for (mask, undef) in masks.iter_mut().zip(padded(&undef)) {
            *mask = !undef;
        }
    }

    pub fn copy_within(&mut self, range: Range<usize>, to: usize) {
        self.data.copy_within(range.clone(), to);
        if !self.defined.is_empty() {
            self.defined.copy_within(range, to);
        }
    }

    /// If the source has undefined bits, [`Object::ensure_masks`] must have been called.
    pub fn copy_from(&mut self, other: &Self, range: Range<usize>, to: usize) {
        let target = to..to + range.len();
        self.data[target.clone()].copy_from_slice(&other.data[range.clone()]);
        if let Some(masks) = self.defined.get_mut(target) {
            match other.defined.get(range) {
                Some(from) => masks.copy_from_slice(from),
                None => masks.fill(0xff),
            }
        }
    }

    pub fn fill(&mut self, range: Range<usize>, byte: u8, mask: u8) {
        self.data[range.clone()].fill(byte);
        self.defined.get_mut(range).unwrap_or_default().fill(mask);
    }

    pub fn write_bytes(&mut self, offset: usize, bytes: &[u8]) {
        let range = offset..offset + bytes.len();
        self.data[range.clone()].copy_from_slice(bytes);
        self.defined.get_mut(range).unwrap_or_default().fill(0xff);
    }

    /// The bytes of a range; none if a bit in them is undefined.
    pub fn defined_bytes(&self, range: Range<usize>) -> Option<&[u8]> {
        self.is_defined(range.clone()).then(|| &self.data[range])
    }

    pub fn is_defined(&self, range: Range<usize>) -> bool {
        let masks = self.defined.get(range).unwrap_or_default();
        masks.iter().all(|&mask| mask == 0xff)
    }

    /// Whether the mask of defined bits is allocated.
    pub fn has_masks(&self) -> bool {
        !self.defined.is_empty() || self.data.is_empty()
    }

    /// Allocates the mask of defined bits.
    pub fn ensure_masks(&mut self) -> Result<(), TryReserveError> {
        self.defined.try_reserve_exact(self.data.len())?;
        self.defined.resize(self.data.len(), 0xff);
        Ok(())
    }
}

/// Pointers in the object.
impl Object {
    #[inline(always)]
    pub fn has_pointers(&self) -> bool {
        !self.origins.is_empty()
    }

    /// Whether a range may overlap stored pointers; exact for short ranges.
    #[inline(always)]
    pub fn touches_pointers(&self, offset: usize, bytes: usize) -> bool {
        if self.origins.is_empty() {
            return false;
        }
        let is_pointer = |at: usize| self.origins.get(at / POINTER) != Some(&NO_OBJECT);
        bytes > POINTER || is_pointer(offset) || is_pointer((offset + bytes).saturating_sub(1))
    }

    /// Allocates the records of pointers.
    pub fn ensure_origins(&mut self) -> Result<(), TryReserveError> {
        renew_zeros(&mut self.origins, self.data.len().div_ceil(POINTER))
    }

    /// The object that the pointer at an offset points into; [`NO_OBJECT`] if no pointer was stored there as
    /// one.
    #[inline(always)]
    pub fn origin(&self, offset: usize) -> ObjectName {
        if !offset.is_multiple_of(POINTER) {
            return NO_OBJECT;
        }
        let origin = self.origins.get(offset / POINTER);
        origin.copied().unwrap_or(NO_OBJECT)
    }

    /// Records the object that the pointer at an aligned offset points into.
    #[inline(always)]
    pub fn set_origin(&mut self, offset: usize, origin: ObjectName) {
        if let Some(known) = self.origins.get_mut(offset / POINTER) {
            *known = origin;
        }
    }

    /// The objects of the pointers that a range overlaps.
    pub fn origins_in(&self, range: &Range<usize>) -> &[ObjectName] {
        self.origins.get(touched_words(range)).unwrap_or_default()
    }

    /// The objects of the pointers that a range overlaps in part.
    pub fn origins_cut(&self, range: &Range<usize>) -> impl Iterator<Item = ObjectName> {
        let ends = [range.start, range.end].map(|end| match end % POINTER {
            0 => NO_OBJECT,
            _ => self.origin(end - end % POINTER),
        });
        ends.into_iter().filter(|&name| name != NO_OBJECT)
    }

    /// For each word that is entirely in a range, the object of the pointer there.
    pub fn origins_whole(&self, range: &Range<usize>) -> &[ObjectName] {
        self.origins.get(whole_words(range)).unwrap_or_default()
    }

    pub fn set_origins_whole(&mut self, range: &Range<usize>, origins: &[ObjectName]) {
        let words = self.origins.get_mut(whole_words(range)).unwrap_or_default();
        for (word, origin) in words.iter_mut().zip(origins) {
            *word = *origin;
        }
    }

    /// Removes the records of the pointers that a range overlaps.
    pub fn clear_origins(&mut self, range: &Range<usize>) {
        let words = self.origins.get_mut(touched_words(range));
        words.unwrap_or_default().fill(NO_OBJECT);
    }
}

/// The words that overlap a range.
const fn touched_words(range: &Range<usize>) -> Range<usize> {
    range.start / POINTER..range.end.div_ceil(POINTER)
}

/// The words that are entirely in a range.
fn whole_words(range: &Range<usize>) -> Range<usize> {
    let first = range.start.div_ceil(POINTER);
    first..(range.end / POINTER).max(first)
}

/// Buffers of at least this size are allocated zeroed and freed when their object ends: the host maps zero
/// pages that take no memory until they are written.
const LARGE: usize = 1 << 16;

/// Makes a buffer consist of `len` zeros.
fn renew_zeros<T: Copy + Default>(buffer: &mut Vec<T>, len: usize) -> Result<(), TryReserveError> {
    buffer.clear();
    if len < LARGE {
        buffer.try_reserve_exact(len)?;
        buffer.resize(len, T::default());
        return Ok(());
    }
    // `vec![zero; len]` aborts when memory runs out, so room is reserved fallibly first.
    let mut room = Vec::<T>::new();
    room.try_reserve_exact(len)?;
    drop(std::hint::black_box(room));
    *buffer = vec![T::default(); len];
    Ok(())
}

/// The description of an object in messages.
pub fn describe(kind: &ObjectKind) -> String {
    kind.to_string()
}

fn load_small(data: &[u8]) -> u64 {
    let mut buffer = [0; 8];
    buffer[..data.len()].copy_from_slice(data);
    u64::from_le_bytes(buffer)
}

/// A constant size makes each frequent load a single machine instruction.
#[inline(always)]
fn load_le(data: &[u8], offset: usize, bytes: usize) -> Option<u64> {
    let data = data.get(offset..offset + bytes)?;
    Some(match *data {
        [a] => u64::from(a),
        [a, b] => u64::from(u16::from_le_bytes([a, b])),
        [a, b, c, d] => u64::from(u32::from_le_bytes([a, b, c, d])),
        [a, b, c, d, e, f, g, h] => u64::from_le_bytes([a, b, c, d, e, f, g, h]),
        _ => load_small(data),
    })
}

/// Whether at most eight bytes consist of ones.
#[inline(always)]
fn is_ones(data: &[u8], offset: usize, bytes: usize) -> bool {
    let unused = 64 - 8 * bytes as u32;
    load_le(data, offset, bytes) == u64::MAX.checked_shr(unused)
}

#[inline(always)]
fn store_le(data: &mut [u8], offset: usize, bytes: usize, value: u64) {
    let Some(data) = data.get_mut(offset..offset + bytes) else {
        return;
    };
    let source = value.to_le_bytes();
    match data.len() {
        1 => data.copy_from_slice(&source[..1]),
        2 => data.copy_from_slice(&source[..2]),
        4 => data.copy_from_slice(&source[..4]),
        8 => data.copy_from_slice(&source),
        n => data.copy_from_slice(&source[..n]),
    }
}
