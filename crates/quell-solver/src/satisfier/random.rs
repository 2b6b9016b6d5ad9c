//! Random choices from a seed.

use super::domain::Domain;

/// Values are chosen near zero more often than elsewhere: sums and products of them stay within the width.
const NEAR_ZERO: &[i128] = &[3, 10, 40, 300, 20_000];

/// A generator (splitmix64): equal seeds give equal choices.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut number = self.0;
        number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        number ^ number >> 31
    }

    /// A number below a limit; 0 if that is 0.
    pub(super) fn below(&mut self, limit: u64) -> u64 {
        self.next().checked_rem(limit).unwrap_or(0)
    }

    /// Any value of a domain; nothing if it is empty.
    pub(super) fn value_of(&mut self, domain: &Domain) -> Option<u64> {
        let (least, greatest) = domain.bounds(true)?;
        let window = NEAR_ZERO.get(self.below(NEAR_ZERO.len() as u64 + 1) as usize);
        let near = window.map(|size| {
            // Around zero, or at the end of the domain that is nearest to it.
            let (low, high) = match (least > 0, greatest < 0) {
                (true, _) => (least, least + 2 * size),
                (_, true) => (greatest - 2 * size, greatest),
                _ => (-size, *size),
            };
            domain.intersection(&Domain::between(domain.width(), true, low, high))
        });
        let near = near.filter(|near| !near.is_empty());
        let domain = near.as_ref().unwrap_or(domain);
        // Fewer than 2^65 values: the last one of 2^64 is as good as any other.
        let size = u64::try_from(domain.size()).unwrap_or(u64::MAX);
        domain.nth(u128::from(self.below(size)))
    }
}
