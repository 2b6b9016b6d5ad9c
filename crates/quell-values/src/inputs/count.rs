//! Enumeration of spaces that are small enough.

use quell_bits::{Bits, FloatFormat};

use super::InputSpace;
use super::leaf::{Leaf, LeafKind, Valid};

impl InputSpace {
    /// The number of combinations of values of the leaves; `None` if it is too large. Inputs that differ only in
    /// leaves that do not exist count several times.
    pub fn count(&self) -> Option<u128> {
        let mut leaves = self.leaves.iter();
        leaves.try_fold(1u128, |count, leaf| count.checked_mul(count_of(leaf)?))
    }

    /// The combination with a number; the first leaf changes fastest. Numbers beyond the last wrap around; in a space
    /// that cannot be counted, some combinations have no number.
    pub fn nth(&self, number: u128) -> Vec<Bits> {
        let mut rest = number;
        let value = |leaf: &Leaf| {
            let Some(count) = count_of(leaf) else {
                return leaf.least();
            };
            let value = nth_of(leaf, rest % count.max(1));
            rest /= count.max(1);
            value
        };
        self.leaves.iter().map(value).collect()
    }
}

fn count_of(leaf: &Leaf) -> Option<u128> {
    match (&leaf.kind, &leaf.valid) {
        // Not all bit patterns are numbers, and there are too many to enumerate those that are.
        (LeafKind::Float(FloatFormat::X87), _) => None,
        (_, Valid::Any) => 1u128.checked_shl(leaf.width),
        (_, Valid::Ranges(ranges)) => {
            let mut ranges = ranges.iter();
            ranges.try_fold(0u128, |count, range| {
                let more = (range.end() - range.start()).checked_add(1)?;
                count.checked_add(more)
            })
        }
    }
}

fn nth_of(leaf: &Leaf, number: u128) -> Bits {
    let mut rest = number;
    let value = match &leaf.valid {
        Valid::Any => number,
        Valid::Ranges(ranges) => {
            let mut found = 0;
            for range in ranges {
                let last = range.end() - range.start();
                if rest <= last {
                    found = range.start() + rest;
                    break;
                }
                rest -= last + 1;
            }
            found
        }
    };
    Bits::from_u128(leaf.width, value)
}
