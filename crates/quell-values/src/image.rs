//! The bytes of an object, with a mask of the undefined bits.

use crate::call::{Bytes, PointerAt, Target};

/// The maximal size of a value that is passed to or from a function.
pub const MAX_BYTES: u64 = 1 << 30;

#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Image {
    pub bytes: Vec<u8>,
    /// Ones for undefined bits.
    pub undef: Vec<u8>,
    /// Pointers whose targets have no address yet; their bytes are zero.
    pub pointers: Vec<PointerAt>,
}

/// Bytes in a pointer.
pub const POINTER: u64 = 8;

impl Image {
    pub fn uninitialised(bytes: usize) -> Self {
        Self {
            bytes: vec![0; bytes],
            undef: vec![0xff; bytes],
            pointers: Vec::new(),
        }
    }

    /// Bytes that are all defined.
    pub fn of(bytes: Vec<u8>) -> Self {
        Self {
            undef: vec![0; bytes.len()],
            bytes,
            pointers: Vec::new(),
        }
    }

    /// A pointer alone.
    pub fn pointer(target: Target) -> Self {
        let mut image = Self::uninitialised(POINTER as usize);
        image.set_pointer(0, target);
        image
    }

    /// Undefined bytes; `None` beyond the maximal size.
    pub fn room(bytes: u64) -> Option<Self> {
        let fits = bytes <= MAX_BYTES;
        fits.then(|| Self::uninitialised(bytes as usize))
    }

    /// `width` bits (at most 128) from bit `at` on; `None` if one of them is undefined or
    /// missing.
    pub fn bits(&self, at: u64, width: u32) -> Option<u128> {
        let mut value = 0;
        for index in 0..width.min(128) {
            let (byte, mask) = place(at.checked_add(u64::from(index))?)?;
            if self.undef.get(byte)? & mask != 0 {
                return None;
            }
            if self.bytes.get(byte)? & mask != 0 {
                value |= 1 << index;
            }
        }
        Some(value)
    }

    /// Writes `width` bits (at most 128) from bit `at` on; bits beyond the end are dropped.
    pub fn set_bits(&mut self, at: u64, width: u32, value: u128) {
        for index in 0..width.min(128) {
            let Some((at, mask)) = at.checked_add(u64::from(index)).and_then(place) else {
                return;
            };
            let (Some(byte), Some(undef)) = (self.bytes.get_mut(at), self.undef.get_mut(at)) else {
                return;
            };
            *undef &= !mask;
            match value >> index & 1 {
                1 => *byte |= mask,
                _ => *byte &= !mask,
            }
        }
    }

    /// Writes whole bytes; those beyond the end are dropped.
    pub fn set_bytes(&mut self, at: u64, bytes: &[u8]) {
        for (index, &byte) in bytes.iter().enumerate() {
            let bit = at.saturating_add(index as u64).saturating_mul(8);
            self.set_bits(bit, 8, u128::from(byte));
        }
    }

    /// Writes a pointer to a target; beyond the end it is dropped.
    pub fn set_pointer(&mut self, at: u64, target: Target) {
        self.set_bytes(at, &[0; POINTER as usize]);
        let end = at.checked_add(POINTER);
        if end.is_some_and(|end| end <= self.bytes.len() as u64) {
            let offset = 0;
            self.pointers.push(PointerAt { at, target, offset });
        }
    }

    /// Removes pointers that overlap a range of bytes.
    pub fn drop_pointers(&mut self, at: u64, bytes: u64) {
        let apart = |start: u64, length: u64, other: u64| start.saturating_add(length) <= other;
        self.pointers
            .retain(|pointer| apart(pointer.at, POINTER, at) || apart(at, bytes, pointer.at));
    }

    /// Copies another image to an offset of this one; bytes beyond the end are dropped.
    pub fn overlay(&mut self, at: u64, part: &Self) {
        let Ok(start) = usize::try_from(at) else {
            return;
        };
        for (index, (&byte, &undef)) in part.bytes.iter().zip(&part.undef).enumerate() {
            let place = start.saturating_add(index);
            if let (Some(to), Some(mask)) = (self.bytes.get_mut(place), self.undef.get_mut(place)) {
                (*to, *mask) = (byte, undef);
            }
        }
        let room = self.bytes.len() as u64;
        for pointer in &part.pointers {
            let at = at.saturating_add(pointer.at);
            if at.saturating_add(POINTER) <= room {
                self.pointers.push(PointerAt { at, ..*pointer });
            }
        }
    }

    /// Truncated, or extended with undefined bytes.
    pub fn resized(mut self, bytes: usize) -> Self {
        self.bytes.resize(bytes, 0);
        self.undef.resize(bytes, 0xff);
        let fits = |pointer: &PointerAt| pointer.at.saturating_add(POINTER) <= bytes as u64;
        self.pointers.retain(fits);
        self
    }

    /// A part, if it is within the image.
    pub fn part(&self, at: u64, bytes: u64) -> Option<Self> {
        let start = usize::try_from(at).ok()?;
        let range = start..start.checked_add(usize::try_from(bytes).ok()?)?;
        let inside = |pointer: &&PointerAt| {
            pointer.at >= at && pointer.at - at <= bytes.saturating_sub(POINTER)
        };
        let pointers = self.pointers.iter().filter(inside);
        Some(Self {
            bytes: self.bytes.get(range.clone())?.to_vec(),
            undef: self.undef.get(range)?.to_vec(),
            pointers: pointers
                .map(|pointer| PointerAt {
                    at: pointer.at - at,
                    ..*pointer
                })
                .collect(),
        })
    }

    /// All bytes, if all are defined.
    pub fn defined(&self) -> Option<&[u8]> {
        let defined = self.undef.iter().all(|&mask| mask == 0);
        defined.then_some(&self.bytes)
    }
}

/// All bytes, with zeros for undefined bits.
impl From<Image> for Bytes {
    fn from(image: Image) -> Self {
        let mut bytes = image.bytes;
        for (byte, mask) in bytes.iter_mut().zip(&image.undef) {
            *byte &= !mask;
        }
        let all_known = image.undef.iter().all(|&mask| mask == 0);
        let mut pointers = image.pointers;
        pointers.sort_by_key(|pointer| pointer.at);
        Self {
            bytes,
            undef: if all_known { Vec::new() } else { image.undef },
            pointers,
        }
    }
}

impl From<Bytes> for Image {
    fn from(bytes: Bytes) -> Self {
        let all_known = bytes.undef.is_empty();
        Self {
            undef: match all_known {
                true => vec![0; bytes.bytes.len()],
                false => bytes.undef,
            },
            bytes: bytes.bytes,
            pointers: bytes.pointers,
        }
    }
}

fn place(bit: u64) -> Option<(usize, u8)> {
    Some((usize::try_from(bit / 8).ok()?, 1 << (bit % 8)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_that_were_written_are_read_and_others_have_no_value() {
        for (at, width) in [(0, 8), (3, 5), (7, 9), (0, 128), (4, 1)] {
            let mut image = Image::uninitialised(17);
            let value = 0xa5a5_5a5a_1234_5678_9abc_def0_1357_9bdfu128;
            image.set_bits(at, width, value);
            let mask = u128::MAX >> (128 - width);
            assert_eq!(image.bits(at, width), Some(value & mask));
            assert_eq!(image.bits(at + 1, width), None);
            assert_eq!(image.bits(17 * 8, 1), None);
        }
    }

    #[test]
    fn parts() {
        let mut image = Image::uninitialised(4);
        image.set_bytes(1, b"ab");
        let part = image.part(1, 2).unwrap();
        assert_eq!(part.defined(), Some(&b"ab"[..]));
        assert_eq!(image.defined(), None);
        assert_eq!(image.part(3, 2), None);
    }
}
