//! When two runs left something else in the heap. Blocks stand for each other one to one, as pointers lead to them, wherever
//! they were made: native runs are compared in the same way.

use std::collections::BTreeMap;

use quell_exec::symbolic::{Alternative, Content, ObjectId, Ptr, Symbolic, SymbolicMemory, Word};
use quell_term::{Pool, Term};
use quell_values::OutputKind;

use crate::differ::words_differ;

/// More pairs of blocks than these are not compared.
const MAX_PAIRS: usize = 256;

/// Which blocks may stand for each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Freedom {
    /// Any two.
    All,
    /// Those that were made at one place of the program. This can hide that two runs left the same, and never makes it so.
    SamePlace,
}

/// A block of the original's and one of the mutant's.
type Pair = (ObjectId, ObjectId);

/// What follows where two blocks stand for each other.
struct Consequence {
    /// When they cannot.
    differ: Term,
    /// Pairs that pointers in them lead to, and when.
    further: Vec<(Pair, Term)>,
}

/// The heaps of two runs, and which of their blocks stand for each other.
pub struct Shapes<'m> {
    original: &'m SymbolicMemory,
    mutant: &'m SymbolicMemory,
    freedom: Freedom,
    /// When something outside the heap leads to a pair.
    roots: BTreeMap<Pair, Term>,
}

/// What came of comparing heaps.
pub struct Compared {
    /// When blocks differ that something leads to.
    pub differ: Term,
    /// When something leads to a pair.
    reached: BTreeMap<Pair, Term>,
}

impl<'m> Shapes<'m> {
    pub fn new([original, mutant]: [&'m SymbolicMemory; 2], freedom: Freedom) -> Self {
        Self {
            original,
            mutant,
            freedom,
            roots: BTreeMap::new(),
        }
    }

    /// Something that is not followed leads to this: it stands for itself alone.
    pub fn fix(&mut self, pool: &Pool, object: ObjectId) {
        self.roots.insert((object, object), pool.bool(true));
    }

    /// Compares pointers that both runs left at one place that is no block; when they lead elsewhere, but for what is in
    /// the blocks that they lead to.
    pub fn pointers_differ(
        &mut self,
        domain: &mut Symbolic,
        (a, b): (&Ptr, &Ptr),
        counts: Term,
    ) -> Term {
        let mut further = Vec::new();
        let differ = self.lead_elsewhere(domain, (a, b), &mut further);
        let pool = &mut domain.pool;
        for (pair, when) in further {
            let when = pool.and(counts, when);
            add(pool, &mut self.roots, pair, when);
        }
        pool.and(counts, differ)
    }

    /// When pointers do not lead to the same place, if pairs of blocks are the same.
    fn lead_elsewhere(
        &self,
        domain: &mut Symbolic,
        (a, b): (&Ptr, &Ptr),
        further: &mut Vec<(Pair, Term)>,
    ) -> Term {
        let pool = &mut domain.pool;
        let mut differ = b.undef;
        let undefined = pool.or(a.undef, b.undef);
        let defined = pool.not(undefined);
        for (x, y) in pairs_of_alternatives(a, b) {
            let both = pool.and(x.when, y.when);
            let blocks = self.blocks(x, y);
            let same = match blocks.is_some() || x.object == y.object {
                true => pool.eq(x.offset, y.offset),
                false => pool.bool(false),
            };
            if let Some(pair) = blocks {
                further.push((pair, pool.and_all(&[defined, both, same])));
            }
            let other = pool.not(same);
            let other = pool.and(both, other);
            differ = pool.or(differ, other);
        }
        // What has no value in the original cannot be observed.
        let is_set = pool.not(a.undef);
        pool.and(is_set, differ)
    }

    /// Blocks that have to stand for each other where pointers lead to them, if they may.
    fn blocks(&self, x: &Alternative, y: &Alternative) -> Option<Pair> {
        let (a, b) = x.object.zip(y.object)?;
        let are_blocks = self.original.is_block(a) && self.mutant.is_block(b);
        let may_be_same = a == b || self.freedom == Freedom::All;
        (are_blocks && may_be_same).then_some((a, b))
    }

    /// Follows all pointers; nothing where there are too many ways.
    pub fn compare(&self, domain: &mut Symbolic) -> Option<Compared> {
        let mut known: BTreeMap<Pair, Consequence> = BTreeMap::new();
        let mut open: Vec<Pair> = self.roots.keys().copied().collect();
        while let Some(pair) = open.pop() {
            if known.contains_key(&pair) {
                continue;
            }
            if known.len() == MAX_PAIRS && self.freedom == Freedom::All {
                return None;
            }
            let consequence = self.consequence(domain, pair);
            open.extend(consequence.further.iter().map(|(pair, _)| *pair));
            known.insert(pair, consequence);
        }
        let pool = &mut domain.pool;
        let reached = self.reached(pool, &known);
        let mut differ = stand_for_several(pool, &reached);
        for (pair, when) in &reached {
            let here = pool.and(*when, known[pair].differ);
            differ = pool.or(differ, here);
        }
        Some(Compared { differ, reached })
    }

    /// When something leads to each pair, in as many steps as it takes.
    fn reached(
        &self,
        pool: &mut Pool,
        known: &BTreeMap<Pair, Consequence>,
    ) -> BTreeMap<Pair, Term> {
        let mut reached = self.roots.clone();
        for _ in 0..known.len() {
            let mut next = self.roots.clone();
            for (pair, when) in &reached {
                for (to, further) in &known[pair].further {
                    let when = pool.and(*when, *further);
                    add(pool, &mut next, *to, when);
                }
            }
            if next == reached {
                break;
            }
            reached = next;
        }
        reached
    }

    /// Whoever uses a block as the original's may be used needs all of it: a smaller one is another one. What a larger
    /// one holds behind that is nobody's.
    fn consequence(&self, domain: &mut Symbolic, (a, b): Pair) -> Consequence {
        let pool = &mut domain.pool;
        let never = pool.bool(false);
        let further = Vec::new();
        let (x, y) = match (self.original.block(pool, a), self.mutant.block(pool, b)) {
            (Some(x), Some(y)) => (x, y),
            (Some(only), None) | (None, Some(only)) => {
                return Consequence {
                    differ: only.alive,
                    further,
                };
            }
            (None, None) => {
                return Consequence {
                    differ: never,
                    further,
                };
            }
        };
        let smaller = pool.ult(y.length, x.length);
        let mut inside = Consequence {
            differ: smaller,
            further,
        };
        let bytes = x.room.min(y.room);
        let cells = self
            .original
            .side_by_side(domain, a, (self.mutant, b), bytes);
        for (at, contents) in cells {
            let end = (x.length != y.length).then_some(x.length);
            self.cells_differ(domain, &contents, (at, end), &mut inside);
        }
        let pool = &mut domain.pool;
        let content = pool.and(x.alive, inside.differ);
        let life = pool.xor(x.alive, y.alive);
        let mut differ = pool.or(life, content);
        if a != b {
            // Of blocks that are gone nobody knows whether they were the same.
            let gone = pool.not(x.alive);
            differ = pool.or(differ, gone);
        }
        let alive = pool.and(x.alive, y.alive);
        for (_, when) in &mut inside.further {
            *when = pool.and(*when, alive);
        }
        Consequence { differ, ..inside }
    }

    /// Compares what blocks hold from an offset on, as far as the original's goes.
    fn cells_differ(
        &self,
        domain: &mut Symbolic,
        contents: &[Content; 2],
        (at, end): (u64, Option<Term>),
        inside: &mut Consequence,
    ) {
        let differ = match contents {
            [Content::Ptr(a), Content::Ptr(b)] => {
                let mut further = Vec::new();
                let differ = self.lead_elsewhere(domain, (a, b), &mut further);
                let is_there = match end {
                    Some(end) => {
                        let at = domain.pool.number(64, at);
                        domain.pool.ult(at, end)
                    }
                    None => domain.pool.bool(true),
                };
                for (pair, when) in further {
                    let when = domain.pool.and(is_there, when);
                    inside.further.push((pair, when));
                }
                domain.pool.and(is_there, differ)
            }
            contents => {
                let [mut a, b]: [Word; 2] = contents.each_ref().map(|of| domain.content_word(of));
                if let Some(end) = end {
                    a = nothing_behind(&mut domain.pool, a, at, end);
                }
                words_differ(&mut domain.pool, &OutputKind::Bits, a, b)
            }
        };
        inside.differ = domain.pool.or(inside.differ, differ);
    }
}

impl Compared {
    /// Whether a block may be there in one of the runs with nothing that leads to it.
    pub fn may_be_lost(&self, pool: &mut Pool, block: ObjectId, alive: [Option<Term>; 2]) -> bool {
        let [of_original, of_mutant] = alive;
        let mut is_unreached = |alive: Option<Term>, is_of: &dyn Fn(&Pair) -> bool| {
            let ways = self.reached.iter().filter(|(pair, _)| is_of(pair));
            let ways: Vec<Term> = ways.map(|(_, when)| *when).collect();
            let reached = pool.or_all(&ways);
            let unreached = pool.not(reached);
            alive.is_some_and(|alive| {
                let lost = pool.and(alive, unreached);
                pool.as_bool(lost) != Some(false)
            })
        };
        is_unreached(of_original, &|pair| pair.0 == block)
            || is_unreached(of_mutant, &|pair| pair.1 == block)
    }
}

/// What two pointers may lead to. Exactly one alternative of a pointer holds, so those of equal conditions belong together.
fn pairs_of_alternatives<'p>(
    a: &'p Ptr,
    b: &'p Ptr,
) -> impl Iterator<Item = (&'p Alternative, &'p Alternative)> {
    let has = |ptr: &Ptr, when: Term| ptr.alternatives.iter().any(|of| of.when == when);
    let all = a
        .alternatives
        .iter()
        .flat_map(move |x| b.alternatives.iter().map(move |y| (x, y)));
    all.filter(move |(x, y)| x.when == y.when || !has(b, x.when) && !has(a, y.when))
}

/// Bytes from a length on have no value.
fn nothing_behind(pool: &mut Pool, word: Word, at: u64, length: Term) -> Word {
    let (none, all) = (pool.number(8, 0), pool.number(8, 0xff));
    let masks: Vec<Term> = (0..u64::from(pool.width(word.term) / 8))
        .map(|byte| {
            let at = pool.number(64, at + byte);
            let is_behind = pool.ule(length, at);
            pool.ite(is_behind, all, none)
        })
        .collect();
    let behind = masks
        .into_iter()
        .reduce(|below, mask| pool.concat(mask, below));
    let unset = word.mask(pool);
    let unset = pool.as_vector(unset);
    let behind = behind.unwrap_or(unset);
    Word {
        undef: Some(pool.bvor(unset, behind)),
        ..word
    }
}

fn add(pool: &mut Pool, to: &mut BTreeMap<Pair, Term>, pair: Pair, when: Term) {
    let never = pool.bool(false);
    let known = to.entry(pair).or_insert(never);
    *known = pool.or(*known, when);
}

/// When a block stands for several.
fn stand_for_several(pool: &mut Pool, reached: &BTreeMap<Pair, Term>) -> Term {
    let mut any = pool.bool(false);
    let pairs: Vec<(&Pair, &Term)> = reached.iter().collect();
    for (index, ((a, b), when)) in pairs.iter().enumerate() {
        for ((c, d), other) in &pairs[index + 1..] {
            if a == c || b == d {
                let both = pool.and(**when, **other);
                any = pool.or(any, both);
            }
        }
    }
    any
}
