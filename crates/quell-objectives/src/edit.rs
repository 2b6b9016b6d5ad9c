//! The edits of a mutant: small changes of one function of the shared module.
//!
//! - **A mutant is an edit, not a module.** Edits refer to the functions, blocks and instructions of the base module by their
//!   ids, and to types and constants that were interned in it. Thousands of mutants thus cost little and share one module. An
//!   edit can be applied to a copy of the function, built into a function that holds all mutants, or followed by a machine.

use quell_ir::{BlockId, InstId, InstKind, TypeId, Value};

/// One change at one instruction. No two edits of a mutant are at the same instruction, except
/// `Incoming` edits of one phi for different blocks.
#[derive(Clone, Debug, PartialEq)]
pub struct Edit {
    pub at: InstId,
    pub change: Change,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// New instructions replace this one. For a terminator the last of them is the new
    /// terminator. The instruction is not a phi.
    Replace(Replacement),
    /// Control goes to the block instead of executing the instruction and what follows it. The block
    /// has no phi.
    Jump(BlockId),
    /// The function returns instead of executing the instruction and what follows it: the result, or nothing
    /// if it has none.
    Return(Replacement),
    /// The instruction is a phi: this value comes from `from`, computed at the end of that block.
    Incoming { from: BlockId, value: Replacement },
}

/// Straight-line code. New instruction number `n` defines the provisional local `locals.len() + n`,
/// counted by the locals of the base function, whether or not it has a result.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Replacement {
    pub code: Vec<NewInst>,
    /// The replacement of the result; `None` if the old instruction has no result.
    pub result: Option<Value>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct NewInst {
    pub kind: InstKind,
    /// Type of the result; void when there is none.
    pub ty: TypeId,
}
