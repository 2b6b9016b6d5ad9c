//! States of an exploration: where two meet they become one.

use std::rc::Rc;

use quell_term::Term;

use super::arithmetic;
use super::domain::Symbolic;
use super::flow::Registers;
use super::memory::SymbolicMemory;
use super::path::Path;
use super::pointer;
use super::word::Word;
use crate::machine::Frame;
use crate::machine::single::Activation;
use crate::value::Val;

/// The value type of the symbolic machine.
pub type Value = Val<Symbolic>;

/// A run in the middle.
#[derive(Clone, Debug)]
pub struct State {
    pub activation: Activation<Symbolic>,
    pub path: Path,
    /// For each frame, how often the loops around its position went back to their start.
    pub counts: Vec<Vec<u32>>,
    /// The constants with which the current round of a loop began, where states are kept apart.
    pub began: Rc<[u32]>,
}

/// A run that returned.
#[derive(Clone, PartialEq, Debug)]
pub struct Returned {
    pub path: Path,
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

impl Value {
    /// Whether this may be a register that nobody reads.
    pub(super) fn is_nothing(&self) -> bool {
        matches!(self, Self::Word(word) if word.undef.is_none())
    }
}

/// Whether frames at one place are the same: the place says where they are in their code.
pub(super) fn same_frame(a: &Frame<Symbolic>, b: &Frame<Symbolic>) -> bool {
    a.code.function == b.code.function
        && a.base == b.base
        && a.dst == b.dst
        && a.objects == b.objects
        && a.varargs.len() == b.varargs.len()
        && a.varargs
            .iter()
            .zip(&b.varargs)
            .all(|(a, b)| a.value == b.value)
}

impl State {
    /// Whether two runs go on alike from one place in the program.
    pub fn goes_on_like(&self, other: &Self) -> bool {
        let (a, b) = (&self.activation, &other.activation);
        self.path == other.path
            && self.counts == other.counts
            && a.frames.len() == b.frames.len()
            && a.frames
                .iter()
                .zip(&b.frames)
                .all(|(a, b)| same_frame(a, b))
            && same_registers(a, b)
            && a.memory == b.memory
    }

    /// This state where its path was taken, else the other. Both are at one place of the program.
    pub fn join(&self, domain: &mut Symbolic, other: &Self) -> Self {
        let (path, first) = self.path.join(&mut domain.pool, &other.path);
        let (a, b) = (&self.activation, &other.activation);
        let pairs = a.registers.iter().zip(&b.registers);
        let registers = pairs
            .map(|(a, b)| choose_or_forget(domain, first, a, b))
            .collect();
        let memory = a.memory.join(domain, first, &b.memory);
        Self {
            activation: Activation {
                registers,
                frames: a.frames.clone(),
                memory,
            },
            path,
            counts: self.counts.clone(),
            began: self.began.clone(),
        }
    }

    /// Forgets the registers of the innermost frame that are not alive.
    pub fn forget_dead(&mut self, domain: &mut Symbolic, live: &Registers) {
        let Some(base) = self.activation.frames.last().map(|frame| frame.base) else {
            return;
        };
        let nothing = Val::Word(Word::defined(domain.pool.bool(false)));
        let floor = domain.floor;
        let start = base.saturating_sub(floor);
        let registers = self.activation.registers.iter_mut().skip(start);
        for (index, register) in registers.enumerate() {
            if !live.contains(index) {
                *register = nothing.clone();
            }
        }
    }
}

/// A mutant's frame may have registers for code that the original does not have. They hold nothing that
/// lasts from block to block unless the original's have it too.
fn same_registers(a: &Activation<Symbolic>, b: &Activation<Symbolic>) -> bool {
    let (short, long) = match a.registers.len() <= b.registers.len() {
        true => (&a.registers, &b.registers),
        false => (&b.registers, &a.registers),
    };
    let (common, rest) = long.split_at(short.len());
    common == short.as_slice() && rest.iter().all(Value::is_nothing)
}

impl Returned {
    pub fn join(&self, domain: &mut Symbolic, other: &Self) -> Self {
        let (path, first) = self.path.join(&mut domain.pool, &other.path);
        let value = match (&self.value, &other.value) {
            (Some(a), Some(b)) => choose(domain, first, a, b),
            _ => None,
        };
        let memory = self.memory.join(domain, first, &other.memory);
        Self {
            path,
            value,
            memory,
        }
    }
}

/// A register of two states in one. What does not fit together was not alive.
fn choose_or_forget(domain: &mut Symbolic, first: Term, a: &Value, b: &Value) -> Value {
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
