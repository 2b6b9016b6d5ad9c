//! Heap blocks that both walks reach: their correspondence, and the comparison of their contents.

use std::borrow::Cow;

use super::super::Difference;
use super::super::observable::Observable;
use super::super::pair::Pair;
use super::super::world::{Meaning, Place};
use super::{Found, Walk};
use crate::encode::Content;
use crate::image::POINTER;
use crate::types::TypeRef;

/// Two corresponding heap blocks, to be compared from an offset on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Reached {
    pub(super) a: usize,
    pub(super) b: usize,
    pub(super) offset: u64,
    pub(super) to: TypeRef,
}

/// A block of the original and one of the mutant.
pub(super) type Blocks = (usize, usize);

impl Found {
    pub(super) fn in_memory(self, from: Option<&str>) -> Difference {
        let what = Observable::Memory {
            from: from.map(str::to_owned),
            path: self.path_from(""),
        };
        Difference::new(what, self.original, self.mutant)
    }
}

/// Bytes, with the masked bits replaced by those of others.
fn with_bits<'b>(bytes: &'b [u8], mask: &[u8], others: &[u8]) -> Cow<'b, [u8]> {
    if mask.is_empty() {
        return Cow::Borrowed(bytes);
    }
    let mut bytes = bytes.to_vec();
    for ((byte, mask), other) in bytes.iter_mut().zip(mask).zip(others) {
        *byte = (*byte & !mask) | (other & mask);
    }
    Cow::Owned(bytes)
}

/// A caller may use the whole block of the original, so a smaller block differs; a larger one is no difference.
fn smaller(original: usize, mutant: usize) -> Option<Found> {
    let block = |bytes: usize| match bytes {
        1 => "a block of 1 byte".to_owned(),
        bytes => format!("a block of {bytes} bytes"),
    };
    (mutant < original).then(|| Found {
        steps: String::new(),
        byte: None,
        original: block(original),
        mutant: block(mutant),
    })
}

impl Walk<'_, '_> {
    pub(super) fn all_reached(&mut self) -> Option<Found> {
        while let Some(reached) = self.reached.pop() {
            let found = self.block(reached);
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// Compares the rest of the heap after all named objects: blocks that are reached only through words without a pointer type,
    /// and the parts before the targets of pointers.
    pub fn rest(&mut self) -> Option<Difference> {
        let found = self.untyped_blocks().or_else(|| self.fronts())?;
        Some(found.in_memory(None))
    }

    fn untyped_blocks(&mut self) -> Option<Found> {
        while let Some((a, b)) = self.untyped.pop() {
            if self.compared.contains_key(&(a, b)) {
                continue;
            }
            self.reached.push(Reached {
                a,
                b,
                offset: 0,
                to: TypeRef::Void,
            });
            let found = self.all_reached();
            if found.is_some() {
                return found;
            }
        }
        None
    }

    fn fronts(&mut self) -> Option<Found> {
        let fronts = self.compared.clone();
        fronts.into_iter().find_map(|((a, b), end)| {
            let original = self.a.block(a)?;
            let set = with_bits(&self.b.block(b)?.bytes, &original.unset, &original.bytes);
            let pair = Pair {
                a: &original.bytes,
                b: &set,
            };
            self.raw(pair, 0, end, &[])
                .or_else(|| self.all_reached())
                .or_else(|| self.untyped_blocks())
        })
    }

    fn block(&mut self, reached: Reached) -> Option<Found> {
        let start = usize::try_from(reached.offset).ok()?;
        let original = self.a.block(reached.a)?;
        let (whole_a, whole_b) = (&original.bytes, &self.b.block(reached.b)?.bytes);
        let set = with_bits(whole_b, &original.unset, whole_a);
        let (a, b) = (whole_a.get(start..)?, set.get(start..)?);
        let common = a.len().min(b.len());
        let pair = Pair {
            a: &a[..common],
            b: &b[..common],
        };
        let size = self.types.size(reached.to).unwrap_or(0);
        let mut count = (common as u64).checked_div(size).unwrap_or(0);
        if self.types.tail(reached.to).is_some() {
            count = count.min(1);
        }
        let from = self.compared.entry((reached.a, reached.b));
        let from = from.or_insert(reached.offset);
        *from = reached.offset.min(*from);
        self.base = reached.offset;
        let differs = self.content(pair, &Content::row(reached.to, count));
        self.base = 0;
        self.note_words(Pair {
            a: whole_a,
            b: &set,
        });
        differs.or_else(|| smaller(whole_a.len(), whole_b.len()))
    }

    /// Words in blocks that point to blocks, whatever their types are.
    fn note_words(&mut self, pair: Pair<'_>) {
        let common = pair.a.len().min(pair.b.len()) as u64;
        for at in (0..common / POINTER).map(|word| word * POINTER) {
            if let Some(blocks) = self.blocks_behind(pair.words(at))
                && self.pair_up(blocks)
            {
                self.untyped.push(blocks);
            }
        }
    }

    /// The blocks that words point to, at one offset.
    fn blocks_behind(&self, [a, b]: [u64; 2]) -> Option<Blocks> {
        match (self.a.meaning(a), self.b.meaning(b)) {
            (
                Meaning::At {
                    place: Place::Block(a),
                    offset,
                },
                Meaning::At {
                    place: Place::Block(b),
                    offset: other,
                },
            ) if offset == other => Some((a, b)),
            _ => None,
        }
    }

    /// Whether the difference is part of words with the same targets, whatever the types are: no program can
    /// rely on the addresses of blocks.
    pub(super) fn are_addresses(&mut self, pair: Pair<'_>, bit: u64, bits: u32) -> bool {
        let end = bit.saturating_add(u64::from(bits)).div_ceil(8);
        (bit / 8..end).all(|at| !pair.byte_differs(at) || self.is_in_address(pair, at))
    }

    pub(super) fn is_in_address(&mut self, pair: Pair<'_>, at: u64) -> bool {
        let common = pair.a.len().min(pair.b.len()) as u64;
        let starts = at.saturating_sub(POINTER - 1)..=at;
        let mut inside = starts.filter(|start| start.saturating_add(POINTER) <= common);
        inside.any(|start| {
            let blocks = self.blocks_behind(pair.words(start));
            let same = blocks.is_some_and(|blocks| self.pair_up(blocks));
            self.untyped.extend(blocks.filter(|_| same));
            same
        })
    }

    /// Records that two blocks correspond, unless one of them corresponds to another already.
    pub(super) fn correspond(&mut self, reached: Reached) -> bool {
        let are_partners = self.pair_up((reached.a, reached.b));
        if are_partners && self.seen.insert(reached) {
            self.reached.push(reached);
        }
        are_partners
    }

    pub(super) fn pair_up(&mut self, (a, b): Blocks) -> bool {
        let (there, back) = (self.partner.get(&a), self.partner_back.get(&b));
        match (there, back) {
            (None, None) => {
                self.partner.insert(a, b);
                self.partner_back.insert(b, a);
                true
            }
            (there, back) => there == Some(&b) && back == Some(&a),
        }
    }

    /// The blocks that whole words at a place point to.
    pub(super) fn blocks_at(&self, pair: Pair<'_>, place: u64, end: u64) -> Option<Blocks> {
        let is_word = (self.base + place).is_multiple_of(POINTER) && end - place >= POINTER;
        let words = is_word.then(|| pair.words(place))?;
        self.blocks_behind(words)
    }
}
