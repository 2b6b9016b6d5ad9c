//! When two states at one place of a program differ: where no input makes them, they go on alike.

use std::rc::Rc;

use quell_term::{Pool, Substitution, Term};
use rustc_hash::FxHashMap;

use super::domain::Symbolic;
use super::explore::Outcome;
use super::memory::SymbolicMemory;
use super::object::{Content, Object};
use super::path::Path;
use super::pointer::{self, Ptr};
use super::state::{Returned, State, Value, same_frame};
use super::word::Word;
use crate::machine::single::Activation;
use crate::value::Val;

/// Pairs of states that are compared, and when one of a pair differs from the other.
#[derive(Debug, Default)]
pub(super) struct Differences {
    /// In what they hold, whether or not an input leads there.
    pub values: Vec<Term>,
    /// When they differ and some input may show it: one is reached without the other, or both are and hold other values.
    pub shown: Vec<Term>,
    /// Whether each is reached when the other is, without a question.
    pub are_together: bool,
}

/// States whose shapes differ: they have other objects or frames, or were seen to do other things.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Unlike;

impl Differences {
    pub fn new() -> Self {
        Self {
            are_together: true,
            ..Self::default()
        }
    }

    /// Two states that wait at one place.
    pub fn of_states(&mut self, pool: &mut Pool, a: &State, b: &State) -> Result<(), Unlike> {
        let (x, y) = (&a.activation, &b.activation);
        let frames = x.frames.iter().zip(&y.frames);
        let are_alike = a.counts == b.counts
            && x.frames.len() == y.frames.len()
            && x.memory.beside(&y.memory).is_some()
            && frames.into_iter().all(|(x, y)| same_frame(x, y));
        if !are_alike {
            return Err(Unlike);
        }
        let mut found = Found::new(pool);
        found.registers(x, y)?;
        found.memory(&x.memory, &y.memory)?;
        let differ = found.any();
        self.add(pool, (&a.path, &b.path), differ);
        Ok(())
    }

    /// What two runs have come to so far.
    pub fn of_outcomes(&mut self, pool: &mut Pool, a: &Outcome, b: &Outcome) -> Result<(), Unlike> {
        if a.paths != b.paths || a.ends != b.ends || a.faults != b.faults || a.cuts != b.cuts {
            return Err(Unlike);
        }
        match (&a.returned, &b.returned) {
            (None, None) => Ok(()),
            (Some(a), Some(b)) if Rc::ptr_eq(a, b) || a == b => Ok(()),
            (Some(a), Some(b)) => self.of_returns(pool, a, b),
            _ => Err(Unlike),
        }
    }

    fn of_returns(&mut self, pool: &mut Pool, a: &Returned, b: &Returned) -> Result<(), Unlike> {
        let mut found = Found::new(pool);
        match (&a.value, &b.value) {
            (None, None) => {}
            (Some(a), Some(b)) => found.values(a, b)?,
            _ => return Err(Unlike),
        }
        found.memory(&a.memory, &b.memory)?;
        let differ = found.any();
        self.add(pool, (&a.path, &b.path), differ);
        Ok(())
    }

    fn add(&mut self, pool: &mut Pool, (a, b): (&Path, &Path), differ: Term) {
        let (a, b) = (a.condition(pool), b.condition(pool));
        let apart = pool.xor(a, b);
        let both = pool.and(a, differ);
        self.are_together &= pool.as_bool(apart) == Some(false);
        self.values.push(differ);
        self.shown.extend([apart, both]);
    }
}

/// Takes what states hold for anything at all: what is so whatever they hold is so, and simple to see.
pub(super) fn forgotten<'s>(
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
            // The same in every round of a loop: so are the questions then.
            let anything = pool.var(&format!("held!{number}"), pool.sort(term));
            map.insert(term, anything);
        }
    }
    Substitution::new(map)
}

/// When values differ that belong to each other.
struct Found<'p> {
    pool: &'p mut Pool,
    when: Vec<Term>,
}

impl<'p> Found<'p> {
    fn new(pool: &'p mut Pool) -> Self {
        Self {
            pool,
            when: Vec::new(),
        }
    }

    fn any(self) -> Term {
        self.pool.or_all(&self.when)
    }

    /// A mutant's frame may have registers for code that the original does not have. They hold nothing that lasts.
    fn registers(
        &mut self,
        a: &Activation<Symbolic>,
        b: &Activation<Symbolic>,
    ) -> Result<(), Unlike> {
        let common = a.registers.len().min(b.registers.len());
        let mut rest = a.registers[common..].iter().chain(&b.registers[common..]);
        if !rest.all(Value::is_nothing) {
            return Err(Unlike);
        }
        let mut pairs = a.registers.iter().zip(&b.registers);
        pairs.try_for_each(|(a, b)| self.values(a, b))
    }

    fn values(&mut self, a: &Value, b: &Value) -> Result<(), Unlike> {
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
            _ => Err(Unlike),
        }
    }

    /// What has a value in one of them alone is other: a mutant may come to read what the original does not.
    fn words(&mut self, a: Word, b: Word) -> Result<(), Unlike> {
        if self.pool.sort(a.term) != self.pool.sort(b.term) {
            return Err(Unlike);
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

    fn memory(&mut self, a: &SymbolicMemory, b: &SymbolicMemory) -> Result<(), Unlike> {
        let mut pairs = a.beside(b).ok_or(Unlike)?;
        pairs.try_for_each(|(a, b)| match Rc::ptr_eq(a, b) {
            true => Ok(()),
            false => self.objects(a, b),
        })
    }

    fn objects(&mut self, a: &Object, b: &Object) -> Result<(), Unlike> {
        let is_like = a.is_shaped_like(b) && a.cells.len() == b.cells.len();
        if !is_like {
            return Err(Unlike);
        }
        if a.alive != b.alive {
            let differ = self.pool.xor(a.alive, b.alive);
            self.when.push(differ);
        }
        for (a, b) in a.cells.iter().zip(&b.cells) {
            match (&a.content, &b.content) {
                _ if (a.at, a.len) != (b.at, b.len) => return Err(Unlike),
                (Content::Word(a), Content::Word(b)) => self.words(*a, *b)?,
                (Content::Ptr(a), Content::Ptr(b)) => self.pointers(a, b),
                _ => return Err(Unlike),
            }
        }
        Ok(())
    }
}
