//! Rules of the source language about instructions whose result the IR defines.
//!
//! The IR says less than the language: C leaves `1 << 31` undefined, and `shl i32` does not. A front-end pass that
//! knows the source attaches the rules; the machines treat a violation like that of a poison-generating flag (`nsw`).
//! Printers, mutants and native builds ignore them.

use crate::entity::InstId;
use crate::inst::Value;

/// What the language requires of the operands of one instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LanguageRule {
    /// The left operand of this `shl` is signed in C: it must not be negative, and no bit that is one may be shifted
    /// into the sign bit or out of the word.
    SignedShiftLeft,
    /// The distance of this shift before the compiler narrowed it: as an unsigned number it must be smaller than the
    /// width of the shift.
    ShiftDistance(Value),
    /// The index of this `getelementptr` before it was negated for a subtraction. It is unsigned in C and has 64 bits: as a
    /// signed number it must not be negative.
    UnsignedIndex(Value),
    /// A subscript of a Fortran array, counted from 0, is smaller than the extent of its dimension; both have 64 bits.
    Subscript {
        /// The number of the dimension, from 1.
        dimension: u32,
        index: Value,
        extent: Value,
    },
}

/// The rules of a function, ordered by instruction.
pub type LanguageRules = Vec<(InstId, LanguageRule)>;
