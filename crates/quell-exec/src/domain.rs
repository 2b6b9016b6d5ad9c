//! The value domain: what the semantics needs of numbers and pointers.
//!
//! The instruction semantics (`semantics`, `intrinsics`, `library`) is written once over this
//! trait. The concrete machine computes; a symbolic one builds terms. Conditions are words of
//! width 1. Widths are given by the caller, as instructions know them.

use std::fmt::Debug;

use quell_bits::{Bits, FloatFormat};
use quell_ir::opcode::FloatPred;

use crate::machine::outside::OutsideCall;
use crate::machine::{Machine, Model};
use crate::memory::Memory;
use crate::stop::{Stop, StopKind, Ub};

/// Total operations on two words of equal width. Division by zero and shifts by too much are
/// excluded by the semantics before it asks; a domain may answer anything for them.
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

/// Predicates on two words of equal width; the result has width 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Test {
    Eq,
    Ne,
    Ult,
    Ule,
    Slt,
    Sle,
    /// The unsigned (`U`) or signed (`S`) result does not fit.
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
    /// To an integral value in the current rounding mode.
    Rint,
}

/// What is known of a condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    Known(bool),
    /// It depends on uninitialised memory or poison.
    Undefined,
    /// It depends on the inputs (symbolic domains only).
    Open,
}

/// What a violated promise (`nsw`, `exact`, ...) leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum UbMode {
    /// Stop and name it: C's view of unoptimised code.
    #[default]
    Trap,
    /// What overflows wraps, as in code for `-fwrapv`; stop at everything else.
    Overflow,
    /// Compute as the hardware does.
    Wrap,
    /// LLVM's own rule: the result is poison, which stops the run where it matters. The right
    /// view of optimised code, which computes values speculatively.
    Poison,
}

pub trait Domain: Sized + Debug + 'static {
    type Word: Clone + Debug;
    type Ptr: Clone + Debug;
    type Memory: Memory<Self>;
    /// Whether functions that talk to the world outside have a model. Where they have none, they are not even
    /// compiled for the domain.
    const WHOLE_LIBRARY: bool = true;

    /// Whether dropping the word does nothing, for a fast way to overwrite registers.
    fn is_plain(word: &Self::Word) -> bool;

    fn constant(&mut self, bits: &Bits) -> Self::Word;
    fn word(&mut self, width: u32, value: u64) -> Self::Word;
    /// A word of which nothing is known: uninitialised, `undef` or poison.
    fn undef(&mut self, width: u32) -> Self::Word;

    fn alu(&mut self, op: Alu, width: u32, a: &Self::Word, b: &Self::Word) -> Self::Word;
    fn test(&mut self, test: Test, width: u32, a: &Self::Word, b: &Self::Word) -> Self::Word;
    fn alu1(&mut self, op: Alu1, width: u32, a: &Self::Word) -> Self::Word;
    fn zext(&mut self, from: u32, to: u32, a: &Self::Word) -> Self::Word;
    fn sext(&mut self, from: u32, to: u32, a: &Self::Word) -> Self::Word;
    /// Bits `low .. low + len` of a word.
    fn extract(&mut self, width: u32, a: &Self::Word, low: u32, len: u32) -> Self::Word;
    /// `high` above `low`.
    fn concat(&mut self, high: (&Self::Word, u32), low: (&Self::Word, u32)) -> Self::Word;
    fn select(
        &mut self,
        cond: &Self::Word,
        width: u32,
        a: &Self::Word,
        b: &Self::Word,
    ) -> Self::Word;
    /// Some fixed value where the word is undefined.
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
    /// The integer (rounded toward zero, saturated) and whether it was in range.
    fn float_to_int(
        &mut self,
        from: FloatFormat,
        to: u32,
        signed: bool,
        a: &Self::Word,
    ) -> (Self::Word, Self::Word);

    fn null(&mut self) -> Self::Ptr;
    fn undef_ptr(&mut self) -> Self::Ptr;
    /// The pointer moved by a signed offset in bytes, a word of 64 bits.
    fn ptr_add(&mut self, ptr: &Self::Ptr, offset: &Self::Word) -> Self::Ptr;
    fn ptr_offset(&mut self, ptr: &Self::Ptr, offset: i64) -> Self::Ptr;
    /// The address, without exposing the object. 64 bits.
    fn ptr_addr(&mut self, ptr: &Self::Ptr) -> Self::Word;
    fn ptr_test(&mut self, test: Test, a: &Self::Ptr, b: &Self::Ptr) -> Self::Word;
    /// Whether two pointers point into one object, or are both plain numbers (null is one).
    fn same_object(&mut self, a: &Self::Ptr, b: &Self::Ptr) -> Self::Word;
    fn select_ptr(&mut self, cond: &Self::Word, a: &Self::Ptr, b: &Self::Ptr) -> Self::Ptr;
    fn freeze_ptr(&mut self, ptr: &Self::Ptr) -> Self::Ptr;

    fn decide(&mut self, cond: &Self::Word) -> Decision;
    /// The value of a word where it has just one. `what` names it in messages.
    fn concrete(&mut self, width: u32, a: &Self::Word, what: &'static str) -> Result<Bits, Stop>;
    /// Whether every bit has a value.
    fn is_defined(&mut self, a: &Self::Word) -> bool;

    /// `result`, if the promise `holds`; otherwise what the mode says: a stop, or `result` as the
    /// hardware computes it, or poison.
    fn promise(
        &mut self,
        holds: &Self::Word,
        ub: impl FnOnce() -> Ub,
        width: u32,
        result: Self::Word,
    ) -> Result<Self::Word, Stop>;

    /// Behaviour that no mode can continue from (division by zero, an assumption).
    fn require(&mut self, holds: &Self::Word, ub: impl FnOnce() -> Ub) -> Result<(), Stop>;

    /// A word for messages, read as a signed number.
    fn show(&self, width: u32, a: &Self::Word) -> String;

    fn ub_mode(&self) -> UbMode;

    /// Whether broken promises make no difference, so that none need be looked at.
    fn ignores_promises(&self) -> bool {
        self.ub_mode() == UbMode::Wrap
    }

    /// Whether a signed number lies between two others, or is one of them.
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

    /// Whether what a program says of its inputs holds of this run's: a mutant may come to it with other values.
    fn heeds_assumptions(&self) -> bool {
        true
    }

    /// Whether a function outside the module can be followed at all.
    fn follows(&self, _name: &str) -> bool {
        true
    }

    /// A model of a function outside the module that takes the place of the one for all domains.
    fn own_model(_name: &str) -> Option<Model<Self>> {
        None
    }

    /// Notes the call of a function that nobody defines. Gives its number among the results of that function, a word of
    /// 64 bits; none where there is no result for it.
    fn happens(
        machine: &mut Machine<Self>,
        call: &OutsideCall<'_, Self>,
    ) -> Result<Option<Self::Word>, Stop>;

    /// Whether a result that breaks a promise is what the hardware computes. A symbolic domain
    /// excludes such results and still wants the term that a run that wraps has.
    fn computes_beyond_promises(&self) -> bool {
        self.ub_mode() == UbMode::Wrap
    }

    /// The negation of a condition.
    #[inline(always)]
    fn not(&mut self, cond: &Self::Word) -> Self::Word {
        self.alu1(Alu1::Not, 1, cond)
    }

    /// A value of at most 64 bits that must be concrete.
    fn concrete_u64(
        &mut self,
        width: u32,
        a: &Self::Word,
        what: &'static str,
    ) -> Result<u64, Stop> {
        let bits = self.concrete(width, a, what)?;
        bits.to_u64()
            .ok_or_else(|| StopKind::Unsupported(format!("{what} of more than 64 bits")).into())
    }

    /// A condition that a model must know.
    fn known(&mut self, cond: &Self::Word, what: &'static str) -> Result<bool, Stop> {
        match self.decide(cond) {
            Decision::Known(value) => Ok(value),
            Decision::Undefined => Err(Ub::Uninitialised { what }.into()),
            Decision::Open => Err(StopKind::NotConcrete(what).into()),
        }
    }
}
