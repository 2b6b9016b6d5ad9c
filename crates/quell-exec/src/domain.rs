//! The value domain: the operations on numbers and pointers that the semantics is written in.
//!
//! The instruction semantics (`semantics`, `intrinsics`, `library`) exists once, generic over this trait:
//! `add nsw` is a sum and a condition under which it is poison. The concrete machine computes the sum, a
//! symbolic one builds a term, and each decides what a violated condition leads to. Conditions are words of
//! one bit. The caller passes widths, which it knows from the instruction.

use std::fmt::Debug;

use quell_bits::{Bits, FloatFormat};
use quell_ir::opcode::FloatPred;
use quell_values::unsupported::Unsupported;

use crate::machine::stub::StubCall;
use crate::machine::{Machine, Model};
use crate::memory::Memory;
use crate::stop::{Stop, StopKind, Ub};

/// Total operations on two words of equal width. The semantics excludes division by zero and shifts by the
/// width or more before it calls them; their results are unspecified.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Alu {
    Add,
    Sub,
    Mul,
    UDiv,
    SDiv,
    URem,
    SRem,
    Shl,
    LShr,
    AShr,
    And,
    Or,
    Xor,
}

/// Predicates on two words of equal width; the result has one bit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Test {
    Eq,
    Ne,
    Ult,
    Ule,
    Slt,
    Sle,
    /// Whether the result as an unsigned (`U`) or signed (`S`) number does not fit.
    UAddOverflows,
    SAddOverflows,
    USubOverflows,
    SSubOverflows,
    UMulOverflows,
    SMulOverflows,
}

/// Operations on one word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Alu1 {
    Not,
    Neg,
    CountOnes,
    LeadingZeros,
    TrailingZeros,
    SwapBytes,
    ReverseBits,
}

/// Floating-point operations on two values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fpu {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    MinNum,
    MaxNum,
    Minimum,
    Maximum,
    MinimumNum,
    MaximumNum,
    CopySign,
}

/// Floating-point operations on one value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fpu1 {
    Neg,
    Abs,
    Sqrt,
    Floor,
    Ceil,
    Trunc,
    Round,
    RoundEven,
    /// Rounds to an integral value in the current rounding mode.
    Rint,
}

/// The truth value of a condition, as far as it is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    Known(bool),
    /// The condition depends on uninitialised memory or poison.
    Undefined,
    /// The condition depends on the inputs (symbolic domains only).
    Open,
}

/// The effect of a violated poison-generating flag (`nsw`, `exact`, ...) or rule of the source language.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum UbMode {
    /// The run stops with undefined behaviour: the semantics of C for unoptimised code.
    #[default]
    Trap,
    /// Overflow wraps, as with `-fwrapv`; any other violation stops the run.
    Overflow,
    /// The result is what the hardware computes.
    Wrap,
    /// The result is poison, and the run stops where poison is used: the rule of LLVM. Right for optimised
    /// code, which computes values speculatively.
    Poison,
}

/// That a number has more than 64 bits where a model computes with a machine word.
pub(crate) fn wide_number(what: &str) -> Stop {
    let what = what.to_owned();
    Unsupported::WideNumber { what }.into()
}

pub trait Domain: Sized + Debug + 'static {
    type Word: Clone + Debug;
    type Ptr: Clone + Debug;
    type Memory: Memory<Self>;
    /// What is set aside while an expression is evaluated beside the run.
    type Suspended;
    /// Whether functions that depend on the environment of the process (streams, time, signals, locale) have a model.
    /// If not, their models are not compiled for this domain.
    const WHOLE_LIBRARY: bool = true;

    /// Whether dropping the word has no effect, so that a register can be overwritten without a drop.
    fn is_plain(word: &Self::Word) -> bool;

    fn constant(&mut self, bits: &Bits) -> Self::Word;
    fn word(&mut self, width: u32, value: u64) -> Self::Word;
    /// A word without any defined bit: uninitialised, `undef` or poison.
    fn undef(&mut self, width: u32) -> Self::Word;

    fn alu(&mut self, op: Alu, width: u32, a: &Self::Word, b: &Self::Word) -> Self::Word;
    fn test(&mut self, test: Test, width: u32, a: &Self::Word, b: &Self::Word) -> Self::Word;
    fn alu1(&mut self, op: Alu1, width: u32, a: &Self::Word) -> Self::Word;
    fn zext(&mut self, from: u32, to: u32, a: &Self::Word) -> Self::Word;
    fn sext(&mut self, from: u32, to: u32, a: &Self::Word) -> Self::Word;
    /// Bits `low .. low + len` of a word.
    fn extract(&mut self, width: u32, a: &Self::Word, low: u32, len: u32) -> Self::Word;
    /// The bits of `high` above those of `low`.
    fn concat(&mut self, high: (&Self::Word, u32), low: (&Self::Word, u32)) -> Self::Word;
    fn select(
        &mut self,
        cond: &Self::Word,
        width: u32,
        a: &Self::Word,
        b: &Self::Word,
    ) -> Self::Word;
    /// The word with each undefined bit replaced by a fixed one.
    fn freeze(&mut self, width: u32, a: &Self::Word) -> Self::Word;

    fn fpu(&mut self, op: Fpu, format: FloatFormat, a: &Self::Word, b: &Self::Word) -> Self::Word;
    fn fpu1(&mut self, op: Fpu1, format: FloatFormat, a: &Self::Word) -> Self::Word;
    fn fma(
        &mut self,
        format: FloatFormat,
        a: &Self::Word,
        b: &Self::Word,
        c: &Self::Word,
    ) -> Self::Word;
    fn float_test(
        &mut self,
        pred: FloatPred,
        format: FloatFormat,
        a: &Self::Word,
        b: &Self::Word,
    ) -> Self::Word;
    fn float_convert(&mut self, from: FloatFormat, to: FloatFormat, a: &Self::Word) -> Self::Word;
    fn int_to_float(
        &mut self,
        from: u32,
        signed: bool,
        to: FloatFormat,
        a: &Self::Word,
    ) -> Self::Word;
    /// The integer, rounded toward zero and saturated, and whether the value was in range.
    fn float_to_int(
        &mut self,
        from: FloatFormat,
        to: u32,
        signed: bool,
        a: &Self::Word,
    ) -> (Self::Word, Self::Word);

    fn null(&mut self) -> Self::Ptr;
    fn undef_ptr(&mut self) -> Self::Ptr;
    /// The pointer plus a signed offset in bytes, a word of 64 bits.
    fn ptr_add(&mut self, ptr: &Self::Ptr, offset: &Self::Word) -> Self::Ptr;
    fn ptr_offset(&mut self, ptr: &Self::Ptr, offset: i64) -> Self::Ptr;
    /// The address as a word of 64 bits. The object is not exposed.
    fn ptr_addr(&mut self, ptr: &Self::Ptr) -> Self::Word;
    fn ptr_test(&mut self, test: Test, a: &Self::Ptr, b: &Self::Ptr) -> Self::Word;
    /// Whether two pointers point into one object, or both into none, as null does.
    fn same_object(&mut self, a: &Self::Ptr, b: &Self::Ptr) -> Self::Word;
    fn select_ptr(&mut self, cond: &Self::Word, a: &Self::Ptr, b: &Self::Ptr) -> Self::Ptr;
    fn freeze_ptr(&mut self, ptr: &Self::Ptr) -> Self::Ptr;

    fn decide(&mut self, cond: &Self::Word) -> Decision;
    /// The value of a word that has only one. `what` names the word in messages.
    fn concrete(&mut self, width: u32, a: &Self::Word, what: &'static str) -> Result<Bits, Stop>;
    /// Whether every bit is defined.
    fn is_defined(&mut self, a: &Self::Word) -> bool;

    /// `result` if the poison-generating flag `holds`. If it is violated, [`UbMode`] decides: the run stops,
    /// or the result is what the hardware computes, or it is poison.
    fn check_flag(
        &mut self,
        holds: &Self::Word,
        ub: impl FnOnce() -> Ub,
        width: u32,
        result: Self::Word,
    ) -> Result<Self::Word, Stop>;

    /// Requires what no mode can ignore, such as a divisor that is not zero.
    fn require(&mut self, holds: &Self::Word, ub: impl FnOnce() -> Ub) -> Result<(), Stop>;

    /// A word as a signed number, for messages.
    fn show(&self, width: u32, a: &Self::Word) -> String;

    fn ub_mode(&self) -> UbMode;

    /// Until the domain is [resumed](Self::resume), arithmetic wraps and undefined behaviour excludes no input: an expression
    /// is evaluated beside the run.
    fn suspend(&mut self) -> Self::Suspended;
    /// Goes on with the run; when undefined behaviour was met meanwhile, as a word of one bit.
    fn resume(&mut self, suspended: Self::Suspended) -> Self::Word;

    /// Whether violated poison-generating flags have no effect, so that they need not be checked.
    fn ignores_flags(&self) -> bool {
        self.ub_mode() == UbMode::Wrap
    }

    /// Whether a signed number is in a range that includes both ends.
    #[inline(always)]
    fn between(&mut self, width: u32, a: &Self::Word, range: (i64, i64)) -> Self::Word {
        let (least, greatest) = (
            self.word(width, range.0 as u64),
            self.word(width, range.1 as u64),
        );
        let (above, below) = (
            self.test(Test::Sle, width, &least, a),
            self.test(Test::Sle, width, a, &greatest),
        );
        self.alu(Alu::And, 1, &above, &below)
    }

    /// Whether assumptions that the program states about its inputs are checked. They are not for a mutant,
    /// which may reach them with other values than the original.
    fn checks_assumptions(&self) -> bool {
        true
    }

    /// Records that volatile memory is accessed. It is read and written as other memory is: nothing but the program
    /// changes it.
    fn note_volatile(&mut self) {}

    /// Whether a call of an external function can be executed in this domain.
    fn supports_external(&self, _name: &str) -> bool {
        true
    }

    /// The model of an external function that this domain uses in place of the generic one.
    fn model_override(_name: &str) -> Option<Model<Self>> {
        None
    }

    /// Records the call of a stubbed external function. Returns the number of its result among those of the
    /// function, a word of 64 bits; none if there is no result for this call.
    fn record_call(
        machine: &mut Machine<Self>,
        call: &StubCall<'_, Self>,
    ) -> Result<Option<Self::Word>, Stop>;

    /// Whether a result is computed as the hardware does even where a flag is violated. A symbolic domain
    /// excludes such results, and still needs the same term as a run that wraps.
    fn wraps_on_violation(&self) -> bool {
        self.ub_mode() == UbMode::Wrap
    }

    /// The negation of a condition.
    #[inline(always)]
    fn not(&mut self, cond: &Self::Word) -> Self::Word {
        self.alu1(Alu1::Not, 1, cond)
    }

    /// The truth value of a condition where only one side is followed: a run on one input takes that of the input.
    #[inline(always)]
    fn settle(&mut self, cond: &Self::Word) -> Decision {
        self.decide(cond)
    }

    /// A value of at most 64 bits that must be concrete.
    fn concrete_u64(
        &mut self,
        width: u32,
        a: &Self::Word,
        what: &'static str,
    ) -> Result<u64, Stop> {
        let bits = self.concrete(width, a, what)?;
        bits.to_u64().ok_or_else(|| wide_number(what))
    }

    /// A condition that a model needs to be concrete.
    fn known(&mut self, cond: &Self::Word, what: &'static str) -> Result<bool, Stop> {
        match self.settle(cond) {
            Decision::Known(value) => Ok(value),
            Decision::Undefined => Err(Ub::Uninitialised { what: what.into() }.into()),
            Decision::Open => Err(StopKind::NotConcrete(what).into()),
        }
    }
}
