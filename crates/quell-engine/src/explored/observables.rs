//! When the observables of two explorations differ.

use std::collections::BTreeSet;

use quell_bits::Bits;
use quell_exec::memory::Extent;
use quell_exec::placing::{Placed, allocate};
use quell_exec::semantics::memory::store;
use quell_exec::symbolic::{
    End, ObjectId, Outcome, Ptr, Returned, Symbolic, SymbolicMemory, TrapPolicy, Word,
};
use quell_exec::{Domain, Machine, Stop, StopKind, Val};
use quell_term::{Pool, Term};
use quell_values::outputs::{When, single_result};
use quell_values::{OutputKind, OutputLeaf, OutputPlace, UndefinedBehaviour};

use crate::explored::heap_isomorphism::{Compared, Shapes};

/// The least size of a result in memory.
const RESULT_ROOM: u64 = 16;
const RESULT_ALIGN: u64 = 64;

/// Conditions of inputs that distinguish one mutant.
#[derive(Clone, Debug)]
pub struct Differences {
    /// An observable differs by defined behaviour.
    pub observable: Term,
    /// The mutant has undefined behaviour.
    pub fault: Term,
    /// The kinds of undefined behaviour.
    pub faults: BTreeSet<UndefinedBehaviour>,
    /// The mutant leaves the bounds after defined behaviour only.
    pub beyond: Term,
    /// Unreachable blocks of the heap may differ, which is not observable.
    pub lost_blocks: bool,
}

impl Differences {
    /// The conditions under which a native run must show a difference: nothing is undefined, and nothing unknown.
    pub fn defined(&self, pool: &mut Pool) -> [Term; 3] {
        [self.observable, pool.not(self.fault), pool.not(self.beyond)]
    }
}

/// The observables, and where they are in memory.
#[derive(Debug)]
pub struct Observables<'p> {
    pub placed: &'p Placed<Symbolic>,
    pub leaves: &'p [OutputLeaf],
}

impl Observables<'_> {
    pub fn differences(
        &self,
        machine: &mut Machine<Symbolic>,
        original: &Outcome,
        mutant: &Outcome,
    ) -> Result<Differences, Stop> {
        let (observable, lost_blocks) = looking(machine, |machine| {
            self.observable(machine, original, mutant)
        })?;
        let pool = &mut machine.domain.pool;
        let faults: Vec<_> = mutant.traps.iter().map(|fault| fault.when).collect();
        let cuts: Vec<_> = mutant.reached_bounds.iter().map(|cut| cut.when).collect();
        let (fault, beyond) = (pool.or_all(&faults), pool.or_all(&cuts));
        let no_fault = pool.not(fault);
        Ok(Differences {
            observable,
            fault,
            faults: mutant.traps.iter().map(|fault| fault.ub.clone()).collect(),
            beyond: pool.and(beyond, no_fault),
            lost_blocks,
        })
    }

    /// The condition under which a run returns an uninitialised value.
    pub fn unset_result(
        &self,
        machine: &mut Machine<Symbolic>,
        outcome: &Outcome,
    ) -> Result<Term, Stop> {
        let (Some(returned), Some(leaf)) = (&outcome.returned, single_result(self.leaves)) else {
            return Ok(machine.domain.pool.bool(false));
        };
        let result = Observables {
            placed: self.placed,
            leaves: std::slice::from_ref(leaf),
        };
        let seen = looking(machine, |machine| result.read_all(machine, returned))?;
        let pool = &mut machine.domain.pool;
        let unset = match seen.leaves.first() {
            Some(Seen::Word(word)) => is_partly_unset(pool, *word),
            Some(Seen::Ptr(ptr)) => ptr.undef,
            _ => pool.bool(false),
        };
        let condition = condition(machine, outcome);
        Ok(machine.domain.pool.and(condition, unset))
    }

    fn observable(
        &self,
        machine: &mut Machine<Symbolic>,
        original: &Outcome,
        mutant: &Outcome,
    ) -> Result<(Term, bool), Stop> {
        let (a, b) = (condition(machine, original), condition(machine, mutant));
        let mut any = machine.domain.pool.xor(a, b);
        let mut lost_blocks = false;
        if let (Some(x), Some(y)) = (&original.returned, &mutant.returned) {
            let left;
            (left, lost_blocks) = self.left_behind(machine, [x, y])?;
            let pool = &mut machine.domain.pool;
            let both = pool.and_all(&[a, b, left]);
            any = pool.or(any, both);
        }
        let ends = ends_differ(&mut machine.domain, &original.ends, &mutant.ends);
        Ok((machine.domain.pool.or(any, ends), lost_blocks))
    }

    /// Compares results and memory of two runs that returned; also whether unreachable blocks differ.
    fn left_behind(
        &self,
        machine: &mut Machine<Symbolic>,
        runs: [&Returned; 2],
    ) -> Result<(Term, bool), Stop> {
        let seen = [
            self.read_all(machine, runs[0])?,
            self.read_all(machine, runs[1])?,
        ];
        let domain = &mut machine.domain;
        let memories = runs.map(|run| &run.memory);
        let [a, b] = memories.map(|memory| memory.log);
        let events = domain.events.differ(&mut domain.pool, a, b);
        let mut shapes = Shapes::new(memories);
        for object in self.unseen_globals(memories) {
            shapes.fix(&domain.pool, object);
        }
        let held = seen.iter().flat_map(|seen| &seen.held);
        let is_block = |id: &&ObjectId| memories.iter().any(|memory| memory.is_block(**id));
        for object in held.filter(is_block) {
            shapes.fix(&domain.pool, *object);
        }
        let leaves = self.leaves_differ(domain, &seen, &mut shapes);
        let compared = shapes.compare(domain);
        let is_lost = are_lost(&mut domain.pool, memories, &compared);
        let left = domain.pool.or_all(&[events, leaves, compared.differ]);
        Ok((left, is_lost))
    }

    fn leaves_differ(
        &self,
        domain: &mut Symbolic,
        [a, b]: &[Look; 2],
        shapes: &mut Shapes<'_>,
    ) -> Term {
        let mut any = domain.pool.bool(false);
        for (leaf, (x, y)) in self.leaves.iter().zip(a.leaves.iter().zip(&b.leaves)) {
            // Equal pointers may point to blocks that differ.
            if x == y && !matches!(x, Seen::Ptr(_)) {
                continue;
            }
            let mut counts = domain.pool.bool(true);
            for when in &leaf.when {
                if let When::NotZero(other) = when {
                    let set = [a, b].map(|seen| is_set(domain, &seen.leaves[*other]));
                    counts = domain.pool.and_all(&[counts, set[0], set[1]]);
                }
            }
            let differs = match (x, y) {
                (Seen::Ptr(x), Seen::Ptr(y)) => shapes.pointers_differ(domain, (x, y), counts),
                (x, y) => {
                    let differs = leaf_differs(domain, leaf, x, y);
                    domain.pool.and(differs, counts)
                }
            };
            any = domain.pool.or(any, differs);
        }
        any
    }

    /// Mutable global variables that are no observables by themselves. Other code may read them all the same.
    fn unseen_globals<const N: usize>(&self, memories: [&SymbolicMemory; N]) -> BTreeSet<ObjectId> {
        let has_leaf = |index: usize| {
            let mut places = self.leaves.iter().map(|leaf| leaf.place);
            places.any(|place| place == OutputPlace::Global(index as u32))
        };
        let placed = self.placed.globals.iter().enumerate();
        let placed = placed.filter(|(index, _)| has_leaf(*index));
        let placed = placed.filter_map(|(_, ptr)| ptr.single());
        let seen: BTreeSet<ObjectId> = placed.filter_map(|(object, _)| object).collect();
        let globals = memories.into_iter().flat_map(SymbolicMemory::globals);
        globals.filter(|id| !seen.contains(id)).collect()
    }

    /// The observable memory after a run.
    fn read_all(&self, machine: &mut Machine<Symbolic>, returned: &Returned) -> Result<Look, Stop> {
        let kept = std::mem::replace(&mut machine.memory, returned.memory.clone());
        let seen = self.read_from(machine, returned);
        machine.memory = kept;
        seen
    }

    fn read_from(
        &self,
        machine: &mut Machine<Symbolic>,
        returned: &Returned,
    ) -> Result<Look, Stop> {
        let result = self.stored_result(machine, returned.value.as_ref())?;
        let mut leaves = Vec::with_capacity(self.leaves.len());
        let mut followed = BTreeSet::new();
        for leaf in self.leaves {
            let part = match leaf.place {
                OutputPlace::Result => result.as_ref(),
                OutputPlace::Object(index) => self.placed.objects.get(index as usize),
                OutputPlace::Global(index) => self.placed.globals.get(index as usize),
                OutputPlace::Block => None,
            };
            let seen = match part {
                Some(part) => read_leaf(machine, part, leaf)?,
                None => Seen::Nothing,
            };
            // At another end something else may be at the same address.
            let is_always = leaf.when.is_empty();
            if let (Seen::Ptr(_), true, Some(part)) = (&seen, is_always, part) {
                followed.extend(known_start(&machine.domain, part).zip(Some(leaf.bit / 8)));
            }
            leaves.push(seen);
        }
        let unseen = self.unseen_globals([&machine.memory]);
        let is_followed = |object: ObjectId, at: u64| {
            followed.contains(&(object, at)) || unseen.contains(&object)
        };
        let held = machine
            .memory
            .untracked_references(&machine.domain, is_followed);
        Ok(Look { leaves, held })
    }

    fn stored_result(
        &self,
        machine: &mut Machine<Symbolic>,
        value: Option<&Val<Symbolic>>,
    ) -> Result<Option<Ptr>, Stop> {
        let Some(value) = value else {
            return Ok(None);
        };
        let program = machine.program.clone();
        let module = &program.module;
        let ty = module.functions[self.placed.function].ret;
        let size = module.layout.alloc_size(&module.types, ty).unwrap_or(0);
        // All runs write it to the same object, so that pointers in it can be compared.
        machine.domain.enter(u32::MAX);
        let ptr = allocate(machine, "the result", size.max(RESULT_ROOM), RESULT_ALIGN)?;
        let (domain, memory) = (&mut machine.domain, &mut machine.memory);
        store(domain, memory, &program, ty, (&ptr, 1), value)?;
        Ok(Some(ptr))
    }
}

/// The observables of a run that are in its memory.
struct Look {
    leaves: Vec<Seen>,
    /// Objects that something other than an observable reaches.
    held: BTreeSet<ObjectId>,
}

/// The object that a pointer is known to point to the start of.
fn known_start(domain: &Symbolic, ptr: &Ptr) -> Option<ObjectId> {
    let (object, offset) = ptr.single()?;
    object.filter(|_| domain.pool.as_word(offset) == Some(0))
}

/// The value of an observable.
#[derive(Clone, PartialEq, Debug)]
enum Seen {
    Word(Word),
    Ptr(Ptr),
    Nothing,
}

fn read_leaf(machine: &mut Machine<Symbolic>, part: &Ptr, leaf: &OutputLeaf) -> Result<Seen, Stop> {
    let (domain, memory) = (&mut machine.domain, &mut machine.memory);
    if leaf.width == 0 {
        return Ok(Seen::Nothing);
    }
    let first = leaf.bit / 8;
    let at = domain.ptr_offset(part, first as i64);
    if let OutputKind::Pointer(_) = leaf.kind {
        return memory.read_ptr_unchecked(domain, &at).map(Seen::Ptr);
    }
    let last = (leaf.bit + leaf.width).div_ceil(8);
    let extent = Extent {
        bytes: last - first,
        align: 1,
    };
    let whole = ((last - first) * 8) as u32;
    let word = memory.read_unchecked(domain, &at, extent)?;
    let low = (leaf.bit % 8) as u32;
    let word = domain.extract(whole, &word, low, leaf.width as u32);
    Ok(Seen::Word(word))
}

/// Reads the memory that a run left. Reading is no action of the run, and traps neither the original nor the mutant.
fn looking<T>(
    machine: &mut Machine<Symbolic>,
    look: impl FnOnce(&mut Machine<Symbolic>) -> Result<T, Stop>,
) -> Result<T, Stop> {
    machine.domain.trap_policy = TrapPolicy::Record;
    let seen = look(machine);
    machine.domain.trap_policy = TrapPolicy::Exclude;
    machine.domain.take_traps();
    seen
}

fn is_partly_unset(pool: &mut Pool, word: Word) -> Term {
    if word.undef.is_none() {
        return pool.bool(false);
    }
    let mask = word.mask(pool);
    let mask = pool.as_vector(mask);
    let zero = pool.bits(&Bits::zero(pool.width(mask)));
    pool.ne(mask, zero)
}

fn is_set(domain: &mut Symbolic, seen: &Seen) -> Term {
    match seen {
        Seen::Word(word) => {
            let width = domain.pool.width(word.term);
            let zero = domain.word(width, 0);
            domain
                .test(quell_exec::domain::Test::Ne, width, word, &zero)
                .term
        }
        _ => domain.pool.bool(true),
    }
}

fn leaf_differs(domain: &mut Symbolic, leaf: &OutputLeaf, a: &Seen, b: &Seen) -> Term {
    match (a, b) {
        (Seen::Word(a), Seen::Word(b)) => words_differ(&mut domain.pool, &leaf.kind, *a, *b),
        _ => domain.pool.bool(true),
    }
}

/// Whether unreachable blocks may differ.
fn are_lost(pool: &mut Pool, memories: [&SymbolicMemory; 2], compared: &Compared) -> bool {
    let blocks = memories.into_iter().flat_map(SymbolicMemory::blocks);
    let blocks: BTreeSet<ObjectId> = blocks.collect();
    blocks.into_iter().any(|id| {
        let [a, b] = memories.map(|memory| memory.object(id));
        let alive = [a, b].map(|object| object.map(|object| object.alive));
        a != b && compared.may_be_lost(pool, id, alive)
    })
}

/// The condition under which an observable of a mutant differs from the original's.
fn words_differ(pool: &mut Pool, kind: &OutputKind, a: Word, b: Word) -> Term {
    if let OutputKind::Float(format) = kind
        && quell_term::pattern_width(*format) == pool.width(a.term)
        && a.undef.is_none()
        && b.undef.is_none()
    {
        let (x, y) = (
            pool.from_bits(*format, a.term),
            pool.from_bits(*format, b.term),
        );
        // Floats are compared by identity: one NaN, and two zeros.
        return pool.ne(x, y);
    }
    a.differs_from(pool, b)
}

fn condition(machine: &mut Machine<Symbolic>, outcome: &Outcome) -> Term {
    let pool = &mut machine.domain.pool;
    match &outcome.returned {
        Some(returned) => returned.path.condition(pool),
        None => pool.bool(false),
    }
}

/// Ends that are observably different.
fn class(how: &StopKind) -> String {
    match how {
        StopKind::Exit(status) => format!("exit {}", status & 0xff),
        // Only standard error shows the message.
        StopKind::Abort(message) => format!("abort {message}"),
        StopKind::Trap { end, .. } => format!("{end:?}"),
        other => other.to_string(),
    }
}

fn ends_differ(domain: &mut Symbolic, a: &[End], b: &[End]) -> Term {
    let seen = seen_before_ends(domain, a, b);
    let pool = &mut domain.pool;
    let mut classes: Vec<String> = a.iter().chain(b).map(|end| class(&end.how)).collect();
    classes.sort();
    classes.dedup();
    let mut any = pool.bool(false);
    for name in classes {
        let mut when = |ends: &[End]| {
            let here: Vec<_> = ends
                .iter()
                .filter(|end| class(&end.how) == name)
                .map(|end| end.when)
                .collect();
            pool.or_all(&here)
        };
        let (x, y) = (when(a), when(b));
        let differ = pool.xor(x, y);
        any = pool.or(any, differ);
    }
    pool.or(any, seen)
}

/// The condition under which two runs end alike after different events.
fn seen_before_ends(domain: &mut Symbolic, a: &[End], b: &[End]) -> Term {
    let mut any = domain.pool.bool(false);
    for x in a {
        for y in b.iter().filter(|y| y.log != x.log) {
            let seen = domain.events.differ(&mut domain.pool, x.log, y.log);
            let here = domain.pool.and_all(&[x.when, y.when, seen]);
            any = domain.pool.or(any, here);
        }
    }
    any
}
