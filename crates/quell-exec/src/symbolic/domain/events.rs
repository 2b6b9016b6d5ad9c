//! Observable events of a run, in order: output and calls of external functions. Logs are interned, so that states share
//! them.

use std::collections::BTreeSet;
use std::rc::Rc;

use quell_term::{Pool, Term};
use rustc_hash::FxHashMap;

use super::pointer::ObjectId;

/// Logs that need more pairs of prefixes than these to be compared count as different.
const MAX_PAIRS: usize = 1 << 16;

/// A sequence of events, by name: equal names mean equal sequences.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Log(u32);

impl Log {
    /// Its unique number.
    pub fn number(self) -> u32 {
        self.0
    }
}

/// One observable call. Equal events have equal effects and results.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Event {
    /// The function, and the parts of its arguments that depend on no input.
    pub what: Rc<str>,
    pub words: Vec<Term>,
    /// Strings, byte by byte, zero from their ends on.
    pub texts: Vec<Vec<Term>>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Node {
    Nothing,
    After(Log, Event),
    /// One where the condition holds, else the other.
    Choice(Term, Log, Log),
}

/// The events of all runs.
#[derive(Clone, Debug)]
pub struct Events {
    /// A node refers to earlier ones only.
    nodes: Vec<Node>,
    known: FxHashMap<Node, Log>,
    /// The number of calls of a function in a log, as far as it was computed.
    counts: FxHashMap<(Log, Rc<str>), Term>,
    /// Objects that a pointer in an event points into.
    escaped: BTreeSet<ObjectId>,
}

impl Default for Events {
    fn default() -> Self {
        Self {
            nodes: vec![Node::Nothing],
            known: FxHashMap::default(),
            counts: FxHashMap::default(),
            escaped: BTreeSet::new(),
        }
    }
}

impl Events {
    fn intern(&mut self, node: Node) -> Log {
        let next = Log(u32::try_from(self.nodes.len()).unwrap_or(u32::MAX));
        let nodes = &mut self.nodes;
        *self.known.entry(node).or_insert_with_key(|node| {
            nodes.push(node.clone());
            next
        })
    }

    /// The log with one more event.
    pub fn add(&mut self, log: Log, event: Event) -> Log {
        self.intern(Node::After(log, event))
    }

    /// Records that an event contains a pointer to an object.
    pub fn escape(&mut self, object: ObjectId) {
        self.escaped.insert(object);
    }

    pub fn escaped(&self) -> impl Iterator<Item = ObjectId> {
        self.escaped.iter().copied()
    }

    /// The words of all events.
    pub fn words(&self) -> impl Iterator<Item = Term> {
        let words = self.nodes.iter().map(|node| match node {
            Node::After(_, event) => event.words.as_slice(),
            _ => &[],
        });
        words.flatten().copied()
    }

    pub fn choose(&mut self, cond: Term, a: Log, b: Log) -> Log {
        if a == b {
            return a;
        }
        self.intern(Node::Choice(cond, a, b))
    }

    /// The number of events of a kind in a log, a term of 64 bits.
    pub fn count(&mut self, pool: &mut Pool, log: Log, what: &Rc<str>) -> Term {
        let zero = pool.number(64, 0);
        let mut open = vec![log];
        while let Some(&log) = open.last() {
            let known = |of: &Log| self.counts.get(&(*of, what.clone())).copied();
            let earlier: Vec<Log> = match self.node(log) {
                Node::Nothing => Vec::new(),
                Node::After(before, _) => vec![*before],
                Node::Choice(_, a, b) => vec![*a, *b],
            };
            let missing: Vec<Log> = earlier
                .iter()
                .copied()
                .filter(|of| known(of).is_none())
                .collect();
            if !missing.is_empty() {
                open.extend(missing);
                continue;
            }
            let counted: Vec<Term> = earlier.iter().filter_map(known).collect();
            let count = match (self.node(log), counted.as_slice()) {
                (Node::After(_, event), &[before]) if event.what == *what => {
                    let one = pool.number(64, 1);
                    pool.add(before, one)
                }
                (Node::Choice(cond, ..), &[a, b]) => pool.ite(*cond, a, b),
                (_, counted) => counted.first().copied().unwrap_or(zero),
            };
            self.counts.insert((log, what.clone()), count);
            open.pop();
        }
        self.counts
            .get(&(log, what.clone()))
            .copied()
            .unwrap_or(zero)
    }

    /// When two logs differ.
    pub fn differ(&self, pool: &mut Pool, a: Log, b: Log) -> Term {
        let Some(pairs) = self.pairs(a, b) else {
            return pool.bool(true);
        };
        let mut equal = FxHashMap::<(Log, Log), Term>::default();
        // Each pair depends on pairs with a smaller sum.
        for &(_, a, b) in &pairs {
            let term = self.pair_equal(pool, &equal, a, b);
            equal.insert((a, b), term);
        }
        let same = equal.get(&(a, b)).copied();
        let same = same.unwrap_or_else(|| pool.bool(a == b));
        pool.not(same)
    }

    /// All pairs of prefixes that a comparison depends on, in an order in which each can be computed.
    fn pairs(&self, a: Log, b: Log) -> Option<BTreeSet<(u64, Log, Log)>> {
        let mut found = BTreeSet::new();
        let mut open = vec![(a, b)];
        while let Some((a, b)) = open.pop() {
            let sum = u64::from(a.0) + u64::from(b.0);
            if a == b || !found.insert((sum, a, b)) {
                continue;
            }
            if found.len() > MAX_PAIRS {
                return None;
            }
            open.extend(self.before(a, b));
        }
        Some(found)
    }

    fn node(&self, log: Log) -> &Node {
        self.nodes.get(log.0 as usize).unwrap_or(&Node::Nothing)
    }

    /// The pairs that a pair depends on.
    fn before(&self, a: Log, b: Log) -> Vec<(Log, Log)> {
        match (self.node(a), self.node(b)) {
            (Node::Choice(c, x, y), Node::Choice(d, u, v)) if c == d => vec![(*x, *u), (*y, *v)],
            (Node::Choice(_, x, y), _) => vec![(*x, b), (*y, b)],
            (_, Node::Choice(_, u, v)) => vec![(a, *u), (a, *v)],
            (Node::After(p, e), Node::After(q, f)) if e.fits(f) => vec![(*p, *q)],
            _ => Vec::new(),
        }
    }

    fn pair_equal(
        &self,
        pool: &mut Pool,
        known: &FxHashMap<(Log, Log), Term>,
        a: Log,
        b: Log,
    ) -> Term {
        let equal: Vec<Term> = self
            .before(a, b)
            .into_iter()
            .map(|(x, y)| {
                if x == y {
                    pool.bool(true)
                } else {
                    known[&(x, y)]
                }
            })
            .collect();
        match (self.node(a), self.node(b), equal.as_slice()) {
            (Node::Choice(c, ..), _, &[x, y]) | (_, Node::Choice(c, ..), &[x, y]) => {
                pool.ite(*c, x, y)
            }
            (Node::After(_, e), Node::After(_, f), &[earlier]) => {
                let same = e.same(pool, f);
                pool.and(earlier, same)
            }
            _ => pool.bool(false),
        }
    }
}

impl Event {
    /// Whether two events have the same shape, so that they can be equal.
    fn fits(&self, other: &Self) -> bool {
        self.what == other.what
            && self.words.len() == other.words.len()
            && self.texts.len() == other.texts.len()
    }

    fn same(&self, pool: &mut Pool, other: &Self) -> Term {
        let mut all = pool.bool(true);
        for (&x, &y) in self.words.iter().zip(&other.words) {
            let equal = if pool.sort(x) == pool.sort(y) {
                pool.eq(x, y)
            } else {
                pool.bool(false)
            };
            all = pool.and(all, equal);
        }
        for (x, y) in self.texts.iter().zip(&other.texts) {
            let zero = pool.number(8, 0);
            let byte = |text: &[Term], index: usize| text.get(index).copied().unwrap_or(zero);
            for index in 0..x.len().max(y.len()) {
                let equal = pool.eq(byte(x, index), byte(y, index));
                all = pool.and(all, equal);
            }
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quell_term::Sort;

    fn event(what: &str, words: &[Term]) -> Event {
        Event {
            what: what.into(),
            words: words.to_vec(),
            texts: Vec::new(),
        }
    }

    #[test]
    fn equal_logs_have_one_name() {
        let mut pool = Pool::new();
        let x = pool.var("x", Sort::Bv(8));
        let mut events = Events::default();
        let (a, b) = (
            events.add(Log::default(), event("a", &[x])),
            events.add(Log::default(), event("a", &[x])),
        );
        assert_eq!(a, b);
        let differ = events.differ(&mut pool, a, b);
        assert_eq!(pool.as_bool(differ), Some(false));
    }

    #[test]
    fn events_differ_by_their_words_and_their_number() {
        let mut pool = Pool::new();
        let (x, y) = (pool.var("x", Sort::Bv(8)), pool.var("y", Sort::Bv(8)));
        let mut events = Events::default();
        let nothing = Log::default();
        let (a, b) = (
            events.add(nothing, event("a", &[x])),
            events.add(nothing, event("a", &[y])),
        );
        let other = pool.ne(x, y);
        assert_eq!(events.differ(&mut pool, a, b), other);
        let twice = events.add(a, event("a", &[x]));
        let differ = events.differ(&mut pool, a, twice);
        assert_eq!(pool.as_bool(differ), Some(true));
    }

    /// Printed under one condition or its opposite, by choices made in another order.
    #[test]
    fn choices_are_compared_case_by_case() {
        let mut pool = Pool::new();
        let cond = pool.var("c", Sort::Bool);
        let opposite = pool.not(cond);
        let mut events = Events::default();
        let nothing = Log::default();
        let printed = events.add(nothing, event("a", &[]));
        let a = events.choose(cond, printed, nothing);
        let b = events.choose(opposite, nothing, printed);
        let differ = events.differ(&mut pool, a, b);
        assert_eq!(pool.as_bool(differ), Some(false));
        let differ = events.differ(&mut pool, a, printed);
        assert_eq!(differ, opposite);
    }

    #[test]
    fn texts_end_where_they_are_zero() {
        let mut pool = Pool::new();
        let (letter, zero) = (pool.number(8, 65), pool.number(8, 0));
        let text = |bytes: &[Term]| Event {
            what: "puts".into(),
            words: Vec::new(),
            texts: vec![bytes.to_vec()],
        };
        let mut events = Events::default();
        let (short, long) = (
            events.add(Log::default(), text(&[letter])),
            events.add(Log::default(), text(&[letter, zero, zero])),
        );
        let differ = events.differ(&mut pool, short, long);
        assert_eq!(pool.as_bool(differ), Some(false));
    }
}
