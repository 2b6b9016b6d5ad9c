//! Rules of the source language for instructions whose result the IR defines.
//!
//! The language may be stricter than the IR: `1 << 31` is undefined in C, and `shl i32` is not. A front-end pass that
//! knows the source attaches the rules; the machines treat a violation like that of a poison-generating flag (`nsw`).
//! Printers, mutants and native builds ignore them.

use crate::entity::InstId;
use crate::inst::Value;

/// A requirement of the language on the operands of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LanguageRule {
    /// The left operand of this `shl` is signed in C: it must not be negative, and no bit that is one may be shifted
    /// into the sign bit or out of the word.
    SignedShiftLeft,
    /// The shift distance before the compiler narrowed it must be less than the width of the shift, as an unsigned number.
    ShiftDistance(Value),
    /// The index of this `getelementptr` before it was negated for a subtraction, an unsigned 64-bit number in C, must not
    /// be negative as a signed number.
    UnsignedIndex(Value),
    /// A subscript of a Fortran array, counted from 0, must be less than the extent of its dimension; both have 64 bits.
    Subscript {
        /// The number of the dimension, from 1.
        dimension: u32,
        index: Value,
        extent: Value,
    },
}

/// The rules of a function, ordered by instruction.
pub type LanguageRules = Vec<(InstId, LanguageRule)>;
