//! [`Bits`]: a bit vector value of any width.

use smallvec::SmallVec;

/// A bit vector of `width` bits. Limbs are little-endian; bits above `width` are always zero, so
/// derived equality and hashing are equality of values.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Bits {
    width: u32,
    limbs: SmallVec<[u64; 2]>,
}
