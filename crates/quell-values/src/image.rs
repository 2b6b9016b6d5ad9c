//! The bytes of an object, with a mask of the bits that have no value.

/// Nothing that is passed to or from a function is larger than this.
pub const MAX_BYTES: u64 = 1 << 30;

#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Image {
    pub bytes: Vec<u8>,
    /// One where a bit has no value.
    pub undef: Vec<u8>,
}

impl Image {
    pub fn uninitialised(bytes: usize) -> Self {
        Self {
            bytes: vec![0; bytes],
            undef: vec![0xff; bytes],
        }
    }

    /// Room for a number of bytes, unless that is absurd.
    pub fn room(bytes: u64) -> Option<Self> {
        let fits = bytes <= MAX_BYTES;
        fits.then(|| Self::uninitialised(bytes as usize))
    }

    /// `width` bits (at most 128) from bit `at` on; `None` if one of them has no value or is
    /// not there.
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

    /// A part, if it is there.
    pub fn part(&self, at: u64, bytes: u64) -> Option<Self> {
        let start = usize::try_from(at).ok()?;
        let range = start..start.checked_add(usize::try_from(bytes).ok()?)?;
        Some(Self {
            bytes: self.bytes.get(range.clone())?.to_vec(),
            undef: self.undef.get(range)?.to_vec(),
        })
    }

    /// All bytes, if all have a value.
    pub fn defined(&self) -> Option<&[u8]> {
        let defined = self.undef.iter().all(|&mask| mask == 0);
        defined.then_some(&self.bytes)
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
