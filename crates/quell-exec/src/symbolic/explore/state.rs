//! States of an exploration, and how two of them are merged.

use std::rc::Rc;

use quell_term::Term;

use super::flow::Registers;
use crate::machine::single::Activation;
use crate::symbolic::domain::{PathCondition, Symbolic, Word, arithmetic, pointer};
use crate::symbolic::memory::SymbolicMemory;
use crate::value::Val;

/// The value type of the symbolic machine.
pub type Value = Val<Symbolic>;

/// A path in progress.
#[derive(Clone, Debug)]
pub struct State {
    pub activation: Activation<Symbolic>,
    pub path: PathCondition,
    pub loops: LoopProgress,
}

/// Where a path is in its loops: the part of a state that the machine does not hold while the state runs.
#[derive(Clone, Debug)]
pub struct LoopProgress {
    /// For each frame, how often each loop around its position was unwound, outermost first.
    pub unwindings: Vec<Vec<u32>>,
    /// The constants with which the current iteration of a loop began, where only states with the same ones are merged.
    pub iteration_constants: Rc<[u32]>,
}

/// A path that returned, or several merged.
#[derive(Clone, PartialEq, Debug)]
pub struct Returned {
    pub path: PathCondition,
    pub value: Option<Value>,
    pub memory: SymbolicMemory,
}

impl PartialEq for Val<Symbolic> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Word(a), Self::Word(b)) => a == b,
            (Self::Ptr(a), Self::Ptr(b)) => a == b,
            (Self::Agg(a), Self::Agg(b)) => Rc::ptr_eq(a, b) || a == b,
            _ => false,
        }
    }
}

impl State {
    /// Merges two states at one location: this one where its path was taken, else the other.
    pub fn merge(&self, domain: &mut Symbolic, other: &Self) -> Self {
        let (path, first) = self.path.merge(&mut domain.pool, &other.path);
        let (a, b) = (&self.activation, &other.activation);
        let pairs = a.registers.iter().zip(&b.registers);
        let registers = pairs
            .map(|(a, b)| choose_or_clear(domain, first, a, b))
            .collect();
        let memory = a.memory.merge(domain, first, &b.memory);
        Self {
            activation: Activation {
                registers,
                frames: a.frames.clone(),
                memory,
            },
            path,
            loops: self.loops.clone(),
        }
    }

    /// Clears the registers of the innermost frame that are dead.
    pub fn clear_dead(&mut self, domain: &mut Symbolic, live: &Registers) {
        let Some(base) = self.activation.frames.last().map(|frame| frame.base) else {
            return;
        };
        let nothing = Val::Word(Word::defined(domain.pool.bool(false)));
        let start = base.saturating_sub(domain.constant_registers());
        let registers = self.activation.registers.iter_mut().skip(start);
        for (index, register) in registers.enumerate() {
            if !live.contains(index) {
                *register = nothing.clone();
            }
        }
    }
}

impl Returned {
    pub fn merge(&self, domain: &mut Symbolic, other: &Self) -> Self {
        let (path, first) = self.path.merge(&mut domain.pool, &other.path);
        let value = match (&self.value, &other.value) {
            (Some(a), Some(b)) => choose(domain, first, a, b),
            _ => None,
        };
        let memory = self.memory.merge(domain, first, &other.memory);
        Self {
            path,
            value,
            memory,
        }
    }
}

/// A register of two merged states. Values of different kinds are dead.
fn choose_or_clear(domain: &mut Symbolic, first: Term, a: &Value, b: &Value) -> Value {
    if a == b {
        return a.clone();
    }
    let nothing = Val::Word(Word::defined(domain.pool.bool(false)));
    choose(domain, first, a, b).unwrap_or(nothing)
}

/// One value where the condition holds, else the other; none if they are of different kinds.
pub fn choose(domain: &mut Symbolic, first: Term, a: &Value, b: &Value) -> Option<Value> {
    if a == b {
        return Some(a.clone());
    }
    let pool = &mut domain.pool;
    match (a, b) {
        (Val::Word(x), Val::Word(y)) if pool.sort(x.term) == pool.sort(y.term) => {
            let width = pool.width(x.term);
            let cond = Word::defined(first);
            Some(Val::Word(arithmetic::select(pool, cond, width, *x, *y)))
        }
        (Val::Ptr(x), Val::Ptr(y)) => Some(Val::Ptr(pointer::select(pool, first, x, y))),
        (Val::Agg(x), Val::Agg(y)) if x.len() == y.len() => {
            let members = x.iter().zip(y.iter());
            let members: Option<Vec<_>> =
                members.map(|(x, y)| choose(domain, first, x, y)).collect();
            Some(Val::agg(members?))
        }
        _ => None,
    }
}
