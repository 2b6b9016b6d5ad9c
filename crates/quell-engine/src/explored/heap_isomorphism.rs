//! Heap isomorphism: the condition under which two runs leave different heaps. Blocks correspond one to one by the pointers to
//! them, wherever they were allocated; native runs are compared in the same way. For each pair there is a condition on inputs
//! under which it has to correspond, and no block may correspond to two. A block whose address a number holds or an external
//! function received corresponds to itself alone.

use std::collections::{BTreeMap, BTreeSet};

use quell_exec::symbolic::{Alternative, Content, ObjectId, Ptr, Symbolic, SymbolicMemory, Word};
use quell_term::{Pool, Term};

/// The limit of pairs of blocks, and of steps from pair to pair.
const MAX_PAIRS: usize = 256;
const MAX_STEPS: usize = 50_000;

/// An object of the original and one of the mutant: two blocks, or a global variable and itself.
type Pair = (ObjectId, ObjectId);
/// Pairs with the conditions under which pointers reach them.
type Ways = BTreeMap<Pair, Term>;

/// What follows where two objects correspond.
#[derive(Debug)]
struct Consequence {
    /// The condition under which they cannot correspond.
    differ: Term,
    /// The pairs that pointers in them reach.
    further: Ways,
}

/// The heaps of two runs, and which of their blocks correspond.
#[derive(Debug)]
pub struct Shapes<'m> {
    original: &'m SymbolicMemory,
    mutant: &'m SymbolicMemory,
    /// Pairs that pointers outside the heap reach.
    roots: Ways,
}

/// The result of comparing heaps.
#[derive(Debug)]
pub struct Compared {
    /// The condition under which reachable blocks differ.
    pub differ: Term,
    /// Reachable pairs.
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

    /// Notes an object that corresponds to itself alone: a global variable, or a block reached by something other than a pointer.
    pub fn fix(&mut self, pool: &Pool, object: ObjectId) {
        self.roots.insert((object, object), pool.bool(true));
    }

    /// Compares pointers that both runs left outside of blocks: the condition under which they differ, without the contents of
    /// the blocks that they point to.
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

    /// The condition under which pointers differ if pairs of blocks correspond, and these pairs.
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

    /// Blocks that have to correspond where pointers reach them.
    fn blocks(&self, x: &Alternative, y: &Alternative) -> Option<Pair> {
        let (a, b) = x.object.zip(y.object)?;
        let are_blocks = self.original.is_block(a) && self.mutant.is_block(b);
        are_blocks.then_some((a, b))
    }

    /// Follows all pointers. Where there are too many pairs, only blocks that one location allocated correspond: equal heaps may
    /// then count as different, but never the reverse.
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

    /// What follows for all pairs that may have to correspond, if there are not too many of different objects. Pairs that must
    /// not correspond are left out.
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

    /// The condition under which each pair is reachable.
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

    /// A caller may use the whole block of the original, so a smaller block differs. What a larger block holds beyond the size of
    /// the original's is not compared.
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
            // Whether freed blocks were the same is not known.
            let gone = pool.not(x.alive);
            differ = pool.or(differ, gone);
        }
        let alive = pool.and(x.alive, y.alive);
        for when in inside.further.values_mut() {
            *when = pool.and(*when, alive);
        }
        Consequence { differ, ..inside }
    }

    /// Compares the contents of blocks from an offset to the end of the original's.
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
                a.differs_from(&mut domain.pool, b)
            }
        };
        inside.differ = domain.pool.or(inside.differ, differ);
    }
}

impl Compared {
    /// Whether one of the runs may leave an unreachable block.
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

/// The number of steps after which no input reaches further pairs: each step reaches another block of the original, or one that
/// corresponds to two.
fn rounds(known: &BTreeMap<Pair, Consequence>) -> usize {
    let blocks: BTreeSet<ObjectId> = known.keys().map(|pair| pair.0).collect();
    blocks.len() + 1
}

/// The number of steps from pair to pair.
fn steps(known: &BTreeMap<Pair, Consequence>) -> usize {
    known.values().map(|of| of.further.len()).sum()
}

/// The objects that two pointers may point to. Exactly one alternative of a pointer holds, so those of equal conditions belong
/// together.
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

/// Marks bytes beyond a length as undefined.
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

/// Adds another condition under which a pair is reached, unless it is `false`.
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

/// The condition under which a block corresponds to several.
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
