//! When two states at one location differ, as terms.

use std::rc::Rc;

use quell_term::{Pool, Substitution, Term};
use rustc_hash::FxHashMap;

use super::same_state::{is_same_frame, may_be_dead};
use crate::machine::single::Activation;
use crate::symbolic::domain::{PathCondition, Ptr, Symbolic, Word, pointer};
use crate::symbolic::explore::{Outcome, Returned, State, Value};
use crate::symbolic::memory::{Content, Object, SymbolicMemory};
use crate::value::Val;

/// When states of the original and a mutant differ.
#[derive(Debug, Default)]
pub(super) struct StateDifferences {
    /// When their values differ, whether or not an input reaches them.
    pub values: Vec<Term>,
    /// When an input observes a difference: it reaches one of them alone, or both with different values.
    pub observed: Vec<Term>,
    /// Whether both are reached on the same inputs, as far as that is known without a query.
    pub reached_together: bool,
}

/// The states differ in their shape: other objects, frames or logs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ShapeMismatch;

impl StateDifferences {
    pub fn new() -> Self {
        Self {
            reached_together: true,
            ..Self::default()
        }
    }

    /// Adds two states at one location.
    pub fn add_states(
        &mut self,
        pool: &mut Pool,
        a: &State,
        b: &State,
    ) -> Result<(), ShapeMismatch> {
        let (x, y) = (&a.activation, &b.activation);
        let frames = x.frames.iter().zip(&y.frames);
        let are_alike = a.loops.unwindings == b.loops.unwindings
            && x.frames.len() == y.frames.len()
            && x.memory.paired_objects(&y.memory).is_some()
            && frames.into_iter().all(|(x, y)| is_same_frame(x, y));
        if !are_alike {
            return Err(ShapeMismatch);
        }
        let mut differences = ValueDifferences::new(pool);
        differences.registers(x, y)?;
        differences.memory(&x.memory, &y.memory)?;
        let differ = differences.any();
        self.add(pool, (&a.path, &b.path), differ);
        Ok(())
    }

    /// Adds two outcomes.
    pub fn add_outcomes(
        &mut self,
        pool: &mut Pool,
        a: &Outcome,
        b: &Outcome,
    ) -> Result<(), ShapeMismatch> {
        if a.paths != b.paths
            || a.ends != b.ends
            || a.traps != b.traps
            || a.reached_bounds != b.reached_bounds
        {
            return Err(ShapeMismatch);
        }
        match (&a.returned, &b.returned) {
            (None, None) => Ok(()),
            (Some(a), Some(b)) if Rc::ptr_eq(a, b) || a == b => Ok(()),
            (Some(a), Some(b)) => self.add_returns(pool, a, b),
            _ => Err(ShapeMismatch),
        }
    }

    fn add_returns(
        &mut self,
        pool: &mut Pool,
        a: &Returned,
        b: &Returned,
    ) -> Result<(), ShapeMismatch> {
        let mut differences = ValueDifferences::new(pool);
        match (&a.value, &b.value) {
            (None, None) => {}
            (Some(a), Some(b)) => differences.values(a, b)?,
            _ => return Err(ShapeMismatch),
        }
        differences.memory(&a.memory, &b.memory)?;
        let differ = differences.any();
        self.add(pool, (&a.path, &b.path), differ);
        Ok(())
    }

    fn add(&mut self, pool: &mut Pool, (a, b): (&PathCondition, &PathCondition), differ: Term) {
        let (a, b) = (a.condition(pool), b.condition(pool));
        let apart = pool.xor(a, b);
        let both = pool.and(a, differ);
        self.reached_together &= pool.as_bool(apart) == Some(false);
        self.values.push(differ);
        self.observed.extend([apart, both]);
    }
}

/// Replaces the values of states by fresh variables: what holds then holds for all values, and is simpler to prove.
pub(super) fn havoc_values<'s>(
    pool: &mut Pool,
    states: impl Iterator<Item = &'s State>,
) -> Substitution {
    let mut held = Vec::new();
    for state in states {
        let registers = state.activation.registers.iter();
        held.extend(registers.filter_map(|register| match register {
            Val::Word(word) => Some(word.term),
            _ => None,
        }));
        held.extend(state.activation.memory.words().map(|word| word.term));
    }
    let mut map = FxHashMap::default();
    for (number, term) in held.into_iter().enumerate() {
        if !pool.is_const(term) && !pool.is_var(term) && !map.contains_key(&term) {
            // The same names in every iteration of a loop, so that the queries are the same.
            let fresh = pool.var(&format!("held!{number}"), pool.sort(term));
            map.insert(term, fresh);
        }
    }
    Substitution::new(map)
}

/// When corresponding values differ.
struct ValueDifferences<'p> {
    pool: &'p mut Pool,
    when: Vec<Term>,
}

impl<'p> ValueDifferences<'p> {
    fn new(pool: &'p mut Pool) -> Self {
        Self {
            pool,
            when: Vec::new(),
        }
    }

    fn any(self) -> Term {
        self.pool.or_all(&self.when)
    }

    /// A mutant's frame may have registers for code that the original does not have. They are dead at the end
    /// of a block.
    fn registers(
        &mut self,
        a: &Activation<Symbolic>,
        b: &Activation<Symbolic>,
    ) -> Result<(), ShapeMismatch> {
        let common = a.registers.len().min(b.registers.len());
        let mut rest = a.registers[common..].iter().chain(&b.registers[common..]);
        if !rest.all(may_be_dead) {
            return Err(ShapeMismatch);
        }
        let mut pairs = a.registers.iter().zip(&b.registers);
        pairs.try_for_each(|(a, b)| self.values(a, b))
    }

    fn values(&mut self, a: &Value, b: &Value) -> Result<(), ShapeMismatch> {
        match (a, b) {
            (Val::Word(a), Val::Word(b)) => self.words(*a, *b),
            (Val::Ptr(a), Val::Ptr(b)) => {
                self.pointers(a, b);
                Ok(())
            }
            (Val::Agg(a), Val::Agg(b)) if a.len() == b.len() => {
                let mut members = a.iter().zip(b.iter());
                members.try_for_each(|(a, b)| self.values(a, b))
            }
            _ => Err(ShapeMismatch),
        }
    }

    /// A bit that is undefined in only one of them differs: a mutant may read what the original does not.
    fn words(&mut self, a: Word, b: Word) -> Result<(), ShapeMismatch> {
        if self.pool.sort(a.term) != self.pool.sort(b.term) {
            return Err(ShapeMismatch);
        }
        if a != b {
            let differ = [a.differs_from(self.pool, b), b.differs_from(self.pool, a)];
            self.when.extend(differ);
        }
        Ok(())
    }

    fn pointers(&mut self, a: &Ptr, b: &Ptr) {
        if a != b {
            let equal = pointer::equal(self.pool, a, b);
            let neither = self.pool.and(a.undef, b.undef);
            let same = self.pool.or(equal, neither);
            let differ = self.pool.not(same);
            let lost = self.pool.xor(a.undef, b.undef);
            self.when.extend([differ, lost]);
        }
    }

    fn memory(&mut self, a: &SymbolicMemory, b: &SymbolicMemory) -> Result<(), ShapeMismatch> {
        let mut pairs = a.paired_objects(b).ok_or(ShapeMismatch)?;
        pairs.try_for_each(|(a, b)| {
            if Rc::ptr_eq(a, b) {
                Ok(())
            } else {
                self.objects(a, b)
            }
        })
    }

    fn objects(&mut self, a: &Object, b: &Object) -> Result<(), ShapeMismatch> {
        let same_layout = a.has_layout_of(b) && a.cells.len() == b.cells.len();
        if !same_layout {
            return Err(ShapeMismatch);
        }
        if a.alive != b.alive {
            let differ = self.pool.xor(a.alive, b.alive);
            self.when.push(differ);
        }
        for (a, b) in a.cells.iter().zip(&b.cells) {
            match (&a.content, &b.content) {
                _ if (a.at, a.len) != (b.at, b.len) => return Err(ShapeMismatch),
                (Content::Word(a), Content::Word(b)) => self.words(*a, *b)?,
                (Content::Ptr(a), Content::Ptr(b)) => self.pointers(a, b),
                _ => return Err(ShapeMismatch),
            }
        }
        Ok(())
    }
}

impl Word {
    /// When a mutant's word differs from this one of the original. A bit that is undefined in the original cannot be observed;
    /// one that is undefined in the mutant alone differs.
    pub fn differs_from(self, pool: &mut Pool, mutant: Self) -> Term {
        if self.undef.is_none() && mutant.undef.is_none() {
            return pool.ne(self.term, mutant.term);
        }
        let terms = [self, mutant].map(|word| pool.as_vector(word.term));
        let masks = [self, mutant].map(|word| {
            let mask = word.mask(pool);
            pool.as_vector(mask)
        });
        let differing = pool.bvxor(terms[0], terms[1]);
        let differing = pool.bvor(differing, masks[1]);
        let defined = pool.bvnot(masks[0]);
        let counts = pool.bvand(differing, defined);
        let zero = pool.bits(&quell_bits::Bits::zero(pool.width(counts)));
        pool.ne(counts, zero)
    }
}
