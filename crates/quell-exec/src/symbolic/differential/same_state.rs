//! Structural equality of states of the original and a mutant.

use std::rc::Rc;

use crate::machine::Frame;
use crate::machine::single::Activation;
use crate::symbolic::domain::Symbolic;
use crate::symbolic::explore::{QueuedState, State, Value};

/// Whether two queued states are the same, so that both paths continue alike.
pub(super) fn is_same(a: &QueuedState, b: &QueuedState) -> bool {
    Rc::ptr_eq(&a.state, &b.state) || is_same_state(&a.state, &b.state)
}

fn is_same_state(a: &State, b: &State) -> bool {
    let (x, y) = (&a.activation, &b.activation);
    a.path == b.path
        && a.loops.unwindings == b.loops.unwindings
        && x.frames.len() == y.frames.len()
        && x.frames
            .iter()
            .zip(&y.frames)
            .all(|(x, y)| is_same_frame(x, y))
        && has_same_registers(x, y)
        && x.memory == y.memory
}

/// Whether frames at one location are the same. The position in the code follows from the location.
pub(super) fn is_same_frame(a: &Frame<Symbolic>, b: &Frame<Symbolic>) -> bool {
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

/// A mutant's frame may have registers for code that the original does not have. They are dead at the end of
/// a block unless the original has them too.
fn has_same_registers(a: &Activation<Symbolic>, b: &Activation<Symbolic>) -> bool {
    let (short, long) = if a.registers.len() <= b.registers.len() {
        (&a.registers, &b.registers)
    } else {
        (&b.registers, &a.registers)
    };
    let (common, rest) = long.split_at(short.len());
    common == short.as_slice() && rest.iter().all(may_be_dead)
}

/// Whether a value may be that of a dead register.
pub(super) fn may_be_dead(value: &Value) -> bool {
    matches!(value, Value::Word(word) if word.undef.is_none())
}
