//! An object: bytes, which of their bits have a value, and which of them are pointers to what.

use std::collections::TryReserveError;
use std::ops::Range;

use quell_bits::{Bits, word};

use super::space::{NO_OBJECT, ObjectName, Pages};
use super::word::Word;
use crate::memory::{Allocation, ObjectKind};

/// Bytes of a pointer.
pub const POINTER: usize = 8;

#[derive(Clone, Debug)]
pub struct Object {
    /// The address of its first byte, a multiple of [`POINTER`].
    pub base: u64,
    /// `size`, or 0 while nothing in it can be accessed.
    pub reach: u64,
    pub data: Vec<u8>,
    /// A mask for each byte, with a one for every bit that has a value; empty when all have.
    defined: Vec<u8>,
    /// What the pointer in each aligned word points into; empty when there are no pointers.
    origins: Vec<ObjectName>,
    pub size: u64,
    /// What its address is a multiple of wherever it lies.
    pub align: u64,
    pub pages: Pages,
    pub writable: bool,
    pub kind: ObjectKind,
}

impl Default for Object {
    fn default() -> Self {
        Self {
            base: 0,
            reach: 0,
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

/// What an object takes besides its bytes: programs can have very many without any.
const BOOKKEEPING: u64 = 128;

/// Bytes that the masks of an object take.
pub const fn mask_cost(size: u64) -> u64 {
    size
}

/// Bytes that it takes to know the pointers in an object.
pub const fn origin_cost(size: u64) -> u64 {
    size.div_ceil(POINTER as u64) * size_of::<ObjectName>() as u64
}

/// What an object will take at first.
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

/// Code has addresses and no bytes that could be accessed.
const fn is_code(kind: &ObjectKind) -> bool {
    matches!(kind, ObjectKind::Function(..) | ObjectKind::Labels(_))
}

impl Object {
    /// Becomes the object of an allocation, with the buffers it has. Fails where the host has no
    /// room.
    pub fn renew(&mut self, allocation: Allocation) -> Result<(), TryReserveError> {
        let code = is_code(&allocation.kind);
        let bytes = if code { 0 } else { allocation.size as usize };
        renew_zeros(&mut self.data, bytes)?;
        renew_zeros(&mut self.defined, if allocation.zeroed { 0 } else { bytes })?;
        self.origins.clear();
        self.kind = allocation.kind;
        self.size = allocation.size;
        self.reach = bytes as u64;
        self.writable = allocation.writable;
        Ok(())
    }

    /// Bytes it takes now.
    pub fn cost(&self) -> u64 {
        let origins = self.origins.len() * size_of::<ObjectName>();
        (self.data.len() + self.defined.len() + origins) as u64 + BOOKKEEPING
    }

    /// Gives large buffers back to the host.
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

    /// All bytes lose their values.
    pub fn forget_all(&mut self) {
        self.origins.clear();
        self.defined.clear();
        self.defined.resize(self.data.len(), 0);
    }

    /// All bytes; bits without a value are zero.
    pub fn known_bytes(&self) -> Vec<u8> {
        let mut bytes = self.data.clone();
        for (byte, mask) in bytes.iter_mut().zip(&self.defined) {
            *byte &= mask;
        }
        bytes
    }

    /// A word from a range that is known to be inside.
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

    /// At most eight bytes that have a value, into a range that is known to be inside.
    #[inline(always)]
    pub fn write(&mut self, offset: usize, bytes: usize, value: u64) {
        store_le(&mut self.data, offset, bytes, value);
        if !self.defined.is_empty() {
            store_le(&mut self.defined, offset, bytes, u64::MAX);
        }
    }

    /// Any word. [`Object::need_masks`] has made room for its undefined bits.
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

    /// [`Object::need_masks`] has made room for undefined bits.
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

    /// Bytes all of whose bits have a value.
    pub fn defined_bytes(&self, range: Range<usize>) -> Option<&[u8]> {
        self.is_defined(range.clone()).then(|| &self.data[range])
    }

    pub fn is_defined(&self, range: Range<usize>) -> bool {
        let masks = self.defined.get(range).unwrap_or_default();
        masks.iter().all(|&mask| mask == 0xff)
    }

    /// Whether undefined bits can be kept.
    pub fn has_masks(&self) -> bool {
        !self.defined.is_empty() || self.data.is_empty()
    }

    /// Makes room for undefined bits.
    pub fn need_masks(&mut self) -> Result<(), TryReserveError> {
        self.defined.try_reserve_exact(self.data.len())?;
        self.defined.resize(self.data.len(), 0xff);
        Ok(())
    }
}

/// Pointers.
impl Object {
    #[inline(always)]
    pub fn has_pointers(&self) -> bool {
        !self.origins.is_empty()
    }

    /// Whether bytes may belong to pointers; where they are few, whether they do.
    #[inline(always)]
    pub fn touches_pointers(&self, offset: usize, bytes: usize) -> bool {
        if self.origins.is_empty() {
            return false;
        }
        let is_pointer = |at: usize| self.origins.get(at / POINTER) != Some(&NO_OBJECT);
        bytes > POINTER || is_pointer(offset) || is_pointer((offset + bytes).saturating_sub(1))
    }

    /// Makes room to know pointers.
    pub fn need_origins(&mut self) -> Result<(), TryReserveError> {
        renew_zeros(&mut self.origins, self.data.len().div_ceil(POINTER))
    }

    /// What the pointer at an offset points into; nobody if none was stored there as one.
    #[inline(always)]
    pub fn origin(&self, offset: usize) -> ObjectName {
        if !offset.is_multiple_of(POINTER) {
            return NO_OBJECT;
        }
        let origin = self.origins.get(offset / POINTER);
        origin.copied().unwrap_or(NO_OBJECT)
    }

    /// Notes what the pointer at an aligned offset points into.
    #[inline(always)]
    pub fn set_origin(&mut self, offset: usize, origin: ObjectName) {
        if let Some(known) = self.origins.get_mut(offset / POINTER) {
            *known = origin;
        }
    }

    /// What the pointers point into that a range touches.
    pub fn origins_in(&self, range: &Range<usize>) -> &[ObjectName] {
        self.origins.get(touched_words(range)).unwrap_or_default()
    }

    /// What the pointers point into of which a range has a part only.
    pub fn origins_cut(&self, range: &Range<usize>) -> impl Iterator<Item = ObjectName> {
        let ends = [range.start, range.end].map(|end| match end % POINTER {
            0 => NO_OBJECT,
            _ => self.origin(end - end % POINTER),
        });
        ends.into_iter().filter(|&name| name != NO_OBJECT)
    }

    /// What the pointers point into that a range has all of, word by word.
    pub fn origins_whole(&self, range: &Range<usize>) -> &[ObjectName] {
        self.origins.get(whole_words(range)).unwrap_or_default()
    }

    pub fn set_origins_whole(&mut self, range: &Range<usize>, origins: &[ObjectName]) {
        let words = self.origins.get_mut(whole_words(range)).unwrap_or_default();
        for (word, origin) in words.iter_mut().zip(origins) {
            *word = *origin;
        }
    }

    /// What a range touches is no pointer any more.
    pub fn forget_origins(&mut self, range: &Range<usize>) {
        let words = self.origins.get_mut(touched_words(range));
        words.unwrap_or_default().fill(NO_OBJECT);
    }
}

/// The words a range has bytes of.
const fn touched_words(range: &Range<usize>) -> Range<usize> {
    range.start / POINTER..range.end.div_ceil(POINTER)
}

/// The words a range has all bytes of.
fn whole_words(range: &Range<usize>) -> Range<usize> {
    let first = range.start.div_ceil(POINTER);
    first..(range.end / POINTER).max(first)
}

/// Buffers from this size on are taken from the host as zeros and given back when their object
/// ends: the host has pages of zeros that take no room until they are written to.
const LARGE: usize = 1 << 16;

/// Makes a buffer so many zeros.
fn renew_zeros<T: Copy + Default>(buffer: &mut Vec<T>, len: usize) -> Result<(), TryReserveError> {
    buffer.clear();
    if len < LARGE {
        buffer.try_reserve_exact(len)?;
        buffer.resize(len, T::default());
        return Ok(());
    }
    // Asking for zeros cannot fail politely, so it is asked first whether there is room.
    let mut room = Vec::<T>::new();
    room.try_reserve_exact(len)?;
    drop(std::hint::black_box(room));
    *buffer = vec![T::default(); len];
    Ok(())
}

/// How messages call an object.
pub fn describe(kind: &ObjectKind) -> String {
    kind.to_string()
}

fn load_small(data: &[u8]) -> u64 {
    let mut buffer = [0; 8];
    buffer[..data.len()].copy_from_slice(data);
    u64::from_le_bytes(buffer)
}

/// The frequent sizes become one machine load.
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

/// Whether at most eight bytes are all ones.
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
