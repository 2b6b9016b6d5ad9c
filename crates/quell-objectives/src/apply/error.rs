//! Why an edit cannot be made.

use quell_ir::InstId;
use thiserror::Error;

/// An edit that does not fit the function it is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the edit at {at} does not fit: {misfit}")]
pub struct EditError {
    pub at: InstId,
    pub misfit: Misfit,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Misfit {
    #[error("the instruction is in no block of the function")]
    NoSuchInstruction,
    #[error("the instruction is never reached")]
    Unreachable,
    #[error("two edits are at the same place")]
    Twice,
    #[error("the instruction is a phi, whose values come from its predecessors")]
    IsPhi,
    #[error("the instruction is not a phi")]
    NotPhi,
    #[error("control does not come from that block")]
    NotIncoming,
    #[error("the block does not exist")]
    NoSuchBlock,
    #[error("control cannot go back to the entry block")]
    EntersEntry,
    #[error("control would enter a block whose phis or landing pad do not expect it")]
    UnexpectedPredecessor,
    #[error("a value is not there")]
    UnknownValue,
    #[error("a value is not computed on every way to its use")]
    NotDominated,
    #[error("the result is missing, superfluous or of another type")]
    WrongResult,
    #[error("a terminator is missing, or stands where there is none")]
    WrongTerminator,
    #[error("such an instruction cannot be added: {0}")]
    NotAllowed(&'static str),
}
