//! Domains: the values that a variable of at most 64 bits may still have, as ranges of unsigned words.

use std::fmt;

use quell_bits::word;

/// A domain has no more ranges than these; a single value is not taken out of one that has.
const MAX_RANGES: usize = 256;

/// A set of words of one width: ranges in order, apart from each other, both ends included.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Domain {
    width: u32,
    ranges: Vec<(u64, u64)>,
}

impl Domain {
    /// All words of a width of at most 64 bits.
    pub(super) fn all(width: u32) -> Self {
        let ranges = vec![(0, word::mask(width))];
        Self { width, ranges }
    }

    pub(super) fn single(width: u32, value: u64) -> Self {
        Self {
            width,
            ranges: vec![(value, value)],
        }
    }

    /// The words between two numbers, read as signed or unsigned ones.
    pub(super) fn between(width: u32, signed: bool, low: i128, high: i128) -> Self {
        let (least, greatest) = ends(width, signed);
        let (low, high) = (low.max(least), high.min(greatest));
        if low > high {
            return Self::new(width, Vec::new());
        }
        let word = |number: i128| number as u64 & word::mask(width);
        let ranges = match low < 0 && high >= 0 {
            true => vec![(0, word(high)), (word(low), word::mask(width))],
            false => vec![(word(low), word(high))],
        };
        Self::new(width, ranges)
    }

    /// The ranges in order; neighbouring and overlapping ones are joined.
    fn new(width: u32, mut ranges: Vec<(u64, u64)>) -> Self {
        ranges.sort_unstable();
        let mut joined: Vec<(u64, u64)> = Vec::with_capacity(ranges.len());
        for (low, high) in ranges {
            match joined.last_mut() {
                Some(last) if low <= last.1.saturating_add(1) => last.1 = last.1.max(high),
                _ => joined.push((low, high)),
            }
        }
        Self {
            width,
            ranges: joined,
        }
    }

    pub fn width(&self) -> u32 {
        self.width
    }

    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// How many values there are.
    pub fn size(&self) -> u128 {
        let sizes = self.ranges.iter();
        sizes
            .map(|(low, high)| u128::from(high - low) + 1)
            .sum::<u128>()
    }

    /// The only value, if it is one.
    pub fn value(&self) -> Option<u64> {
        match self.ranges[..] {
            [(low, high)] if low == high => Some(low),
            _ => None,
        }
    }

    pub fn contains(&self, value: u64) -> bool {
        let mut ranges = self.ranges.iter();
        ranges.any(|(low, high)| (*low..=*high).contains(&value))
    }

    /// The value with this number, in the order of the ranges.
    pub(super) fn nth(&self, mut number: u128) -> Option<u64> {
        for (low, high) in &self.ranges {
            let size = u128::from(high - low) + 1;
            if number < size {
                return Some(low + number as u64);
            }
            number -= size;
        }
        None
    }

    pub(super) fn intersection(&self, other: &Self) -> Self {
        let mut ranges = Vec::new();
        let (mut own, mut others) = (
            self.ranges.iter().peekable(),
            other.ranges.iter().peekable(),
        );
        while let (Some(a), Some(b)) = (own.peek(), others.peek()) {
            let common = (a.0.max(b.0), a.1.min(b.1));
            if common.0 <= common.1 {
                ranges.push(common);
            }
            match a.1 < b.1 {
                true => own.next(),
                false => others.next(),
            };
        }
        Self {
            width: self.width,
            ranges,
        }
    }

    /// All words that are not in the domain.
    pub(super) fn complement(&self) -> Self {
        let mut ranges = Vec::with_capacity(self.ranges.len() + 1);
        let mut next = Some(0);
        for (low, high) in &self.ranges {
            if let Some(from) = next.filter(|from| from < low) {
                ranges.push((from, low - 1));
            }
            next = high.checked_add(1);
        }
        let last = word::mask(self.width);
        ranges.extend(next.filter(|from| *from <= last).map(|from| (from, last)));
        Self {
            width: self.width,
            ranges,
        }
    }

    /// The same without a value, unless that makes too many ranges.
    pub(super) fn without(&self, value: u64) -> Self {
        match self.ranges.len() < MAX_RANGES {
            true => self.intersection(&Self::single(self.width, value).complement()),
            false => self.clone(),
        }
    }

    /// The least and the greatest value as numbers; nothing if there is no value.
    pub fn bounds(&self, signed: bool) -> Option<(i128, i128)> {
        let number = |word: u64| match signed {
            true => i128::from(word::sign_extend(self.width, word)),
            false => i128::from(word),
        };
        let half = word::min_signed(self.width);
        let ends = self.ranges.iter().flat_map(|(low, high)| {
            // A range across the sign has the greatest and the least number inside.
            let inner = signed && *low < half && half <= *high;
            let inner = inner.then_some([half - 1, half]).into_iter().flatten();
            [*low, *high].into_iter().chain(inner)
        });
        let (mut least, mut greatest): (Option<i128>, Option<i128>) = (None, None);
        for end in ends.map(number) {
            least = Some(least.map_or(end, |known| known.min(end)));
            greatest = Some(greatest.map_or(end, |known| known.max(end)));
        }
        least.zip(greatest)
    }

    /// Each value plus a constant, wrapping.
    pub(super) fn shifted(&self, by: u64) -> Self {
        self.mapped(|(low, high)| {
            (
                word::add(self.width, low, by),
                word::add(self.width, high, by),
            )
        })
    }

    /// A constant minus each value, wrapping.
    pub(super) fn reflected(&self, at: u64) -> Self {
        self.mapped(|(low, high)| {
            (
                word::sub(self.width, at, high),
                word::sub(self.width, at, low),
            )
        })
    }

    /// The domain after a map of ranges to ranges, which may wrap.
    fn mapped(&self, map: impl Fn((u64, u64)) -> (u64, u64)) -> Self {
        let last = word::mask(self.width);
        let ranges = self.ranges.iter().flat_map(|range| {
            let (low, high) = map(*range);
            match low <= high {
                true => [Some((low, high)), None],
                false => [Some((0, high)), Some((low, last))],
            }
        });
        Self::new(self.width, ranges.flatten().collect())
    }

    /// Each value in more bits.
    pub(super) fn extended(&self, width: u32, signed: bool) -> Self {
        if !signed {
            return Self {
                width,
                ranges: self.ranges.clone(),
            };
        }
        let half = word::min_signed(self.width);
        let above = word::mask(width) - word::mask(self.width);
        let ranges = self.ranges.iter().flat_map(|&(low, high)| {
            let positive = (low < half).then(|| (low, high.min(half - 1)));
            let negative = (high >= half).then(|| (low.max(half) + above, high + above));
            [positive, negative]
        });
        Self::new(width, ranges.flatten().collect())
    }

    /// The values of fewer bits whose extensions are in the domain.
    pub(super) fn narrowed(&self, width: u32, signed: bool) -> Self {
        let possible = Self::all(width).extended(self.width, signed);
        let kept = self.intersection(&possible);
        let mask = word::mask(width);
        let ranges = kept.ranges.iter();
        let ranges = ranges.map(|(low, high)| (low & mask, high & mask));
        Self::new(width, ranges.collect())
    }
}

/// The least and the greatest number of a width.
pub(super) fn ends(width: u32, signed: bool) -> (i128, i128) {
    match signed {
        true => (
            i128::from(word::sign_extend(width, word::min_signed(width))),
            i128::from(word::sign_extend(width, word::max_signed(width))),
        ),
        false => (0, i128::from(word::mask(width))),
    }
}

/// As signed numbers: `{-3..5, 9}`; `any` if every value is left.
impl fmt::Display for Domain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::all(self.width) {
            return f.write_str("any");
        }
        let half = word::min_signed(self.width);
        let cut = self.ranges.iter().flat_map(|&(low, high)| {
            let positive = (low < half).then(|| (low, high.min(half - 1)));
            let negative = (high >= half).then(|| (low.max(half), high));
            [positive, negative].into_iter().flatten()
        });
        let number = |word| word::sign_extend(self.width, word);
        let mut ranges: Vec<(i64, i64)> =
            cut.map(|(low, high)| (number(low), number(high))).collect();
        ranges.sort_unstable();
        ranges.dedup_by(|next, last| {
            let joins = last.1.checked_add(1) == Some(next.0);
            if joins {
                last.1 = next.1;
            }
            joins
        });
        let texts: Vec<String> = ranges
            .iter()
            .map(|(low, high)| match low == high {
                true => low.to_string(),
                false => format!("{low}..{high}"),
            })
            .collect();
        write!(f, "{{{}}}", texts.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDTH: u32 = 4;

    /// Each of 256 sets of words of 4 bits.
    fn sets() -> impl Iterator<Item = (Domain, Vec<u64>)> {
        (0..0x100u64).map(|seed| {
            let bits = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 48;
            let values: Vec<u64> = (0..16).filter(|value| bits >> value & 1 == 1).collect();
            let ranges = values.iter().map(|value| (*value, *value)).collect();
            (Domain::new(WIDTH, ranges), values)
        })
    }

    fn values(domain: &Domain) -> Vec<u64> {
        let last = word::mask(domain.width);
        (0..=last).filter(|value| domain.contains(*value)).collect()
    }

    fn sorted(values: impl Iterator<Item = u64>) -> Vec<u64> {
        let mut values: Vec<u64> = values.collect();
        values.sort_unstable();
        values.dedup();
        values
    }

    #[test]
    fn operations_are_those_of_sets() {
        for (domain, of) in sets() {
            assert_eq!(domain.size(), of.len() as u128);
            let nth: Vec<u64> = (0..of.len() as u128)
                .filter_map(|n| domain.nth(n))
                .collect();
            assert_eq!(nth, of);
            assert_eq!(domain.nth(of.len() as u128), None);
            assert_eq!(
                values(&domain.complement()),
                sorted((0..16).filter(|v| !of.contains(v)))
            );
            for (other, more) in sets().take(16) {
                let common = of.iter().copied().filter(|value| more.contains(value));
                assert_eq!(values(&domain.intersection(&other)), sorted(common));
            }
            for by in 0..16 {
                let add = of.iter().map(|value| word::add(WIDTH, *value, by));
                assert_eq!(values(&domain.shifted(by)), sorted(add));
                let sub = of.iter().map(|value| word::sub(WIDTH, by, *value));
                assert_eq!(values(&domain.reflected(by)), sorted(sub));
                let rest = of.iter().copied().filter(|value| *value != by);
                assert_eq!(values(&domain.without(by)), sorted(rest));
            }
        }
    }

    #[test]
    fn extensions_and_bounds_are_those_of_numbers() {
        for (domain, of) in sets() {
            let number = |value: &u64| i128::from(word::sign_extend(WIDTH, *value));
            let (least, greatest) = (of.iter().map(number).min(), of.iter().map(number).max());
            assert_eq!(domain.bounds(true), least.zip(greatest));
            for signed in [false, true] {
                let wide = |value: &u64| match signed {
                    true => word::sign_extend(WIDTH, *value) as u64 & 0xff,
                    false => *value,
                };
                let wider = domain.extended(8, signed);
                assert_eq!(values(&wider), sorted(of.iter().map(wide)));
                assert_eq!(wider.narrowed(WIDTH, signed), domain);
            }
        }
    }

    #[test]
    fn domains_are_shown_as_signed_numbers() {
        assert_eq!(Domain::all(8).to_string(), "any");
        assert_eq!(Domain::between(8, true, -3, 5).to_string(), "{-3..5}");
        assert_eq!(
            Domain::between(32, true, 1, i128::MAX)
                .without(3)
                .to_string(),
            "{1..2, 4..2147483647}"
        );
        assert_eq!(Domain::between(8, true, 5, 3).to_string(), "{}");
    }
}
