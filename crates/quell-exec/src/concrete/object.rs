//! An object: bytes, and which of their bits have a value.

use std::collections::TryReserveError;
use std::ops::Range;

use quell_bits::{Bits, word};

use super::word::Word;
use crate::memory::{Allocation, ObjectKind};

#[derive(Clone, Debug)]
pub struct Object {
    pub kind: ObjectKind,
    pub data: Vec<u8>,
    /// One mask byte per data byte; empty when every bit has a value.
    pub undef: Vec<u8>,
    /// Length of `data`, or 0 while the object is not alive.
    pub reach: u64,
    pub writable: bool,
}

impl Default for Object {
    fn default() -> Self {
        Self {
            kind: ObjectKind::Heap,
            data: Vec::new(),
            undef: Vec::new(),
            reach: 0,
            writable: true,
        }
    }
}

impl Object {
    /// Becomes the object of an allocation, with the buffers it has. Fails where the host has no
    /// room.
    pub fn renew(&mut self, allocation: Allocation) -> Result<(), TryReserveError> {
        let size = allocation.size as usize;
        self.data.clear();
        self.data.try_reserve_exact(size)?;
        self.data.resize(size, 0);
        self.undef.clear();
        if !allocation.zeroed {
            self.undef.try_reserve_exact(size)?;
            self.undef.resize(size, 0xff);
        }
        self.kind = allocation.kind;
        self.reach = allocation.size;
        self.writable = allocation.writable;
        Ok(())
    }

    /// All bytes; bits without a value are zero.
    pub fn known_bytes(&self) -> Vec<u8> {
        let mut bytes = self.data.clone();
        for (byte, mask) in bytes.iter_mut().zip(&self.undef) {
            *byte &= !mask;
        }
        bytes
    }

    /// A word from a range that is known to be inside.
    #[inline(always)]
    pub fn read(&self, offset: usize, bytes: usize, width: u32) -> Word {
        if bytes <= 8 {
            let undef = if self.undef.is_empty() {
                Some(0)
            } else {
                load_le(&self.undef, offset, bytes)
            };
            if let (Some(0), Some(value)) = (undef, load_le(&self.data, offset, bytes)) {
                return Word::Bits(value & word::mask(width));
            }
        }
        self.read_slow(offset..offset + bytes, width)
    }

    #[inline(never)]
    fn read_slow(&self, range: Range<usize>, width: u32) -> Word {
        let bits = Bits::from_le_bytes(width, &self.data[range.clone()]);
        if self.undef.is_empty() {
            return Word::from_bits(bits);
        }
        Word::from_parts(bits, Bits::from_le_bytes(width, &self.undef[range]))
    }

    #[inline(always)]
    pub fn write(&mut self, offset: usize, bytes: usize, width: u32, value: &Word) {
        if let (Word::Bits(value), true) = (value, bytes <= 8) {
            store_le(&mut self.data, offset, bytes, *value);
            if !self.undef.is_empty() {
                store_le(&mut self.undef, offset, bytes, 0);
            }
            return;
        }
        self.write_slow(offset..offset + bytes, width, value);
    }

    #[inline(never)]
    fn write_slow(&mut self, range: Range<usize>, width: u32, value: &Word) {
        let (bits, undef) = value.parts(width);
        let padded = |bits: &Bits| {
            let mut bytes = bits.to_le_bytes().to_vec();
            bytes.resize(range.len(), 0);
            bytes
        };
        self.data[range.clone()].copy_from_slice(&padded(&bits));
        self.mark(range.clone(), &padded(&undef));
    }

    /// Records which bits of a range are undefined.
    fn mark(&mut self, range: Range<usize>, mask: &[u8]) {
        if self.undef.is_empty() {
            if mask.iter().all(|&byte| byte == 0) {
                return;
            }
            self.undef.resize(self.data.len(), 0);
        }
        self.undef[range].copy_from_slice(mask);
    }

    pub fn copy_within(&mut self, range: Range<usize>, to: usize) {
        self.data.copy_within(range.clone(), to);
        if !self.undef.is_empty() {
            self.undef.copy_within(range, to);
        }
    }

    pub fn copy_from(&mut self, other: &Self, range: Range<usize>, to: usize) {
        let target = to..to + range.len();
        self.data[target.clone()].copy_from_slice(&other.data[range.clone()]);
        match other.undef.get(range) {
            Some(mask) => self.mark(target, mask),
            None if self.undef.is_empty() => {}
            None => self.undef[target].fill(0),
        }
    }

    pub fn fill(&mut self, range: Range<usize>, byte: &Word) {
        let (value, undef) = byte.parts(8);
        self.data[range.clone()].fill(value.low_u64() as u8);
        let mask = vec![undef.low_u64() as u8; range.len()];
        self.mark(range, &mask);
    }

    pub fn write_bytes(&mut self, offset: usize, bytes: &[u8]) {
        let range = offset..offset + bytes.len();
        self.data[range.clone()].copy_from_slice(bytes);
        if !self.undef.is_empty() {
            self.undef[range].fill(0);
        }
    }

    /// Bytes all of whose bits have a value.
    pub fn defined_bytes(&self, range: Range<usize>) -> Option<&[u8]> {
        let mask = self.undef.get(range.clone()).unwrap_or_default();
        if mask.iter().all(|&byte| byte == 0) {
            self.data.get(range)
        } else {
            None
        }
    }
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
