//! When two runs left something else in the heap. Blocks stand for each other one to one, as pointers lead to them, wherever
//! they were made: native runs are compared in the same way.

use std::collections::{BTreeMap, BTreeSet};

use quell_exec::symbolic::{Alternative, Content, ObjectId, Ptr, Symbolic, SymbolicMemory, Word};
use quell_term::{Pool, Term};
use quell_values::OutputKind;

use crate::differ::words_differ;

/// More pairs of blocks than these are not compared, nor more steps from pair to pair taken.
const MAX_PAIRS: usize = 256;
const MAX_STEPS: usize = 50_000;

/// An object of the original's and one of the mutant's: two blocks, or a global variable and itself.
type Pair = (ObjectId, ObjectId);
/// Pairs, and when pointers lead to them.
type Ways = BTreeMap<Pair, Term>;

/// What follows where two objects stand for each other.
#[derive(Debug)]
struct Consequence {
    /// When they cannot.
    differ: Term,
    /// Where pointers in them lead.
    further: Ways,
}

/// The heaps of two runs, and which of their blocks stand for each other.
#[derive(Debug)]
pub struct Shapes<'m> {
    original: &'m SymbolicMemory,
    mutant: &'m SymbolicMemory,
    /// What something outside the heap leads to.
    roots: Ways,
}

/// What came of comparing heaps.
#[derive(Debug)]
pub struct Compared {
    /// When blocks differ that something leads to.
    pub differ: Term,
    /// What something leads to, in any number of steps.
    reached: Ways,
}

impl<'m> Shapes<'m> {
    pub fn new([original, mutant]: [&'m SymbolicMemory; 2]) -> Self {
        Self {
            original,
            mutant,
            roots: Ways::new(),
        }
    }

    /// This stands for itself alone: a global variable, or a block that something leads to which is not followed.
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
        let (differ, further) = self.lead_elsewhere(domain, a, b);
        add_all(&mut domain.pool, &mut self.roots, further, counts);
        domain.pool.and(counts, differ)
    }

    /// When pointers do not lead to the same place, if pairs of blocks are the same; and these.
    fn lead_elsewhere(&self, domain: &mut Symbolic, a: &Ptr, b: &Ptr) -> (Term, Ways) {
        let pool = &mut domain.pool;
        let mut further = Ways::new();
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
                let when = pool.and_all(&[defined, both, same]);
                add(pool, &mut further, pair, when);
            }
            let other = pool.not(same);
            let other = pool.and(both, other);
            differ = pool.or(differ, other);
        }
        // What has no value in the original cannot be observed.
        let is_set = pool.not(a.undef);
        (pool.and(is_set, differ), further)
    }

    /// Blocks that have to stand for each other where pointers lead to them.
    fn blocks(&self, x: &Alternative, y: &Alternative) -> Option<Pair> {
        let (a, b) = x.object.zip(y.object)?;
        let are_blocks = self.original.is_block(a) && self.mutant.is_block(b);
        are_blocks.then_some((a, b))
    }

    /// Follows all pointers. Where there are too many ways, only blocks that were made at one place of the program stand for
    /// each other: this can hide that two runs left the same, and never makes it so.
    pub fn compare(&self, domain: &mut Symbolic) -> Compared {
        let freely = |_: Pair| true;
        let by_place = |(a, b): Pair| a == b;
        let known = self.consequences(domain, freely, MAX_PAIRS);
        let known = known.filter(|known| rounds(known) * steps(known) <= MAX_STEPS);
        let known = known.or_else(|| self.consequences(domain, by_place, usize::MAX));
        let known = known.unwrap_or_default();
        let pool = &mut domain.pool;
        let reached = self.reached(pool, &known);
        let mut differ = stand_for_several(pool, &reached);
        for (pair, when) in &reached {
            let apart = known.get(pair).map(|of| of.differ);
            let apart = apart.unwrap_or_else(|| pool.bool(true));
            let here = pool.and(*when, apart);
            differ = pool.or(differ, here);
        }
        Compared { differ, reached }
    }

    /// What follows for all pairs that may have to stand for each other, if there are not too many of different objects.
    /// Those that must not are left out.
    fn consequences(
        &self,
        domain: &mut Symbolic,
        may_stand: impl Fn(Pair) -> bool,
        most: usize,
    ) -> Option<BTreeMap<Pair, Consequence>> {
        let mut known = BTreeMap::new();
        let mut open: Vec<Pair> = self.roots.keys().copied().collect();
        let mut different = 0;
        while let Some(pair) = open.pop() {
            if known.contains_key(&pair) || !may_stand(pair) {
                continue;
            }
            different += usize::from(pair.0 != pair.1);
            if different > most {
                return None;
            }
            let consequence = self.consequence(domain, pair);
            open.extend(consequence.further.keys());
            known.insert(pair, consequence);
        }
        Some(known)
    }

    /// When something leads to each pair.
    fn reached(&self, pool: &mut Pool, known: &BTreeMap<Pair, Consequence>) -> Ways {
        let mut reached = self.roots.clone();
        for _ in 0..rounds(known) {
            let mut next = self.roots.clone();
            for (pair, when) in &reached {
                let further = known.get(pair).map(|of| of.further.clone());
                add_all(pool, &mut next, further.unwrap_or_default(), *when);
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
        let alone = |differ: Term| Consequence {
            differ,
            further: Ways::new(),
        };
        let (x, y) = match (self.original.block(pool, a), self.mutant.block(pool, b)) {
            (Some(x), Some(y)) => (x, y),
            (Some(only), None) | (None, Some(only)) => return alone(only.alive),
            (None, None) => return alone(pool.bool(false)),
        };
        let smaller = pool.ult(y.length, x.length);
        let mut inside = alone(smaller);
        let bytes = x.room.min(y.room);
        let cells = self
            .original
            .paired_cells(domain, a, (self.mutant, b), bytes);
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
        for when in inside.further.values_mut() {
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
                let (differ, further) = self.lead_elsewhere(domain, a, b);
                let is_there = match end {
                    Some(end) => {
                        let at = domain.pool.number(64, at);
                        domain.pool.ult(at, end)
                    }
                    None => domain.pool.bool(true),
                };
                add_all(&mut domain.pool, &mut inside.further, further, is_there);
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

/// How often pointers are followed: after that nothing more is to be found on any input, for each step leads to another block
/// of the original, or to one that stands for two.
fn rounds(known: &BTreeMap<Pair, Consequence>) -> usize {
    let blocks: BTreeSet<ObjectId> = known.keys().map(|pair| pair.0).collect();
    blocks.len() + 1
}

/// How many pairs lead to how many.
fn steps(known: &BTreeMap<Pair, Consequence>) -> usize {
    known.values().map(|of| of.further.len()).sum()
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

/// Another way to a pair, unless it is none.
fn add(pool: &mut Pool, to: &mut Ways, pair: Pair, when: Term) {
    if pool.as_bool(when) == Some(false) {
        return;
    }
    let never = pool.bool(false);
    let known = to.entry(pair).or_insert(never);
    *known = pool.or(*known, when);
}

fn add_all(pool: &mut Pool, to: &mut Ways, further: Ways, counts: Term) {
    for (pair, when) in further {
        let when = pool.and(counts, when);
        add(pool, to, pair, when);
    }
}

/// When a block stands for several.
fn stand_for_several(pool: &mut Pool, reached: &Ways) -> Term {
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
