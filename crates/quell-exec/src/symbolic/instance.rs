//! The instruction semantics over terms: [`Domain`] implemented for [`Symbolic`].
//!
//! This is the one place where values, memory and library models are bound together, because the trait names all three.
//! The rooms below it reach these operations through the trait alone.

use quell_bits::{Bits, FloatFormat};
use quell_ir::opcode::FloatPred;
use quell_term::Value;
use quell_values::unsupported::Unsupported;

use super::domain::intervals::{self, WIDEST};
use super::domain::{
    Ptr, Suspended, Symbolic, TrapPolicy, Word, arithmetic, float, linear, pointer, word,
};
use super::memory::SymbolicMemory;
use super::models;
use crate::domain::{Alu, Alu1, Decision, Domain, Fpu, Fpu1, Test, UbMode};
use crate::machine::stub::StubCall;
use crate::machine::{Machine, Model};
use crate::stop::{Stop, StopKind, Ub};

impl Domain for Symbolic {
    type Word = Word;
    type Ptr = Ptr;
    type Memory = SymbolicMemory;
    type Suspended = Suspended;
    const WHOLE_LIBRARY: bool = false;

    fn is_plain(_: &Word) -> bool {
        true
    }

    fn constant(&mut self, bits: &Bits) -> Word {
        Word::defined(word::constant(&mut self.pool, bits))
    }

    fn word(&mut self, width: u32, value: u64) -> Word {
        Word::defined(word::number(&mut self.pool, width, value))
    }

    fn undef(&mut self, width: u32) -> Word {
        arithmetic::undefined(&mut self.pool, width)
    }

    fn alu(&mut self, op: Alu, width: u32, a: &Word, b: &Word) -> Word {
        arithmetic::alu(&mut self.pool, op, width, *a, *b)
    }

    fn test(&mut self, test: Test, width: u32, a: &Word, b: &Word) -> Word {
        if self.normalises_sums()
            && a.undef.is_none()
            && b.undef.is_none()
            && (2..=WIDEST).contains(&width)
            && let Some(holds) =
                linear::normalised(&mut self.pool, &self.path, test, a.term, b.term)
        {
            return Word::defined(holds);
        }
        arithmetic::test(&mut self.pool, test, width, *a, *b)
    }

    fn alu1(&mut self, op: Alu1, width: u32, a: &Word) -> Word {
        arithmetic::alu1(&mut self.pool, op, width, *a)
    }

    fn zext(&mut self, _: u32, to: u32, a: &Word) -> Word {
        arithmetic::moved(&mut self.pool, *a, |pool, term| pool.zext_to(term, to))
    }

    fn sext(&mut self, _: u32, to: u32, a: &Word) -> Word {
        arithmetic::moved(&mut self.pool, *a, |pool, term| pool.sext_to(term, to))
    }

    fn extract(&mut self, width: u32, a: &Word, low: u32, len: u32) -> Word {
        arithmetic::extract(&mut self.pool, width, *a, low, len)
    }

    fn concat(&mut self, high: (&Word, u32), low: (&Word, u32)) -> Word {
        arithmetic::concat(&mut self.pool, *high.0, *low.0)
    }

    fn select(&mut self, cond: &Word, width: u32, a: &Word, b: &Word) -> Word {
        arithmetic::select(&mut self.pool, *cond, width, *a, *b)
    }

    /// An undefined bit becomes zero: one value, the same for every use.
    fn freeze(&mut self, width: u32, a: &Word) -> Word {
        let Some(undef) = a.undef else {
            return *a;
        };
        let defined = arithmetic::alu1(&mut self.pool, Alu1::Not, width, Word::defined(undef));
        let value = Word::defined(a.term);
        arithmetic::alu(&mut self.pool, Alu::And, width, value, defined)
    }

    fn fpu(&mut self, op: Fpu, format: FloatFormat, a: &Word, b: &Word) -> Word {
        let result = if self.supports_format(format) {
            float::binary(&mut self.pool, op, format, *a, *b)
        } else {
            None
        };
        result.unwrap_or_else(|| {
            let operation = format!("{op:?}");
            self.give_up(Unsupported::FloatOperation { operation });
            arithmetic::undefined(&mut self.pool, format.width())
        })
    }

    fn fpu1(&mut self, op: Fpu1, format: FloatFormat, a: &Word) -> Word {
        if self.supports_format(format) {
            float::unary(&mut self.pool, op, format, *a)
        } else {
            arithmetic::undefined(&mut self.pool, format.width())
        }
    }

    fn fma(&mut self, format: FloatFormat, a: &Word, b: &Word, c: &Word) -> Word {
        if self.supports_format(format) {
            float::fma(&mut self.pool, format, [*a, *b, *c])
        } else {
            arithmetic::undefined(&mut self.pool, format.width())
        }
    }

    fn float_test(&mut self, pred: FloatPred, format: FloatFormat, a: &Word, b: &Word) -> Word {
        if self.supports_format(format) {
            float::test(&mut self.pool, pred, format, *a, *b)
        } else {
            arithmetic::undefined(&mut self.pool, 1)
        }
    }

    fn float_convert(&mut self, from: FloatFormat, to: FloatFormat, a: &Word) -> Word {
        if self.supports_format(from) && self.supports_format(to) {
            float::convert(&mut self.pool, from, to, *a)
        } else {
            arithmetic::undefined(&mut self.pool, to.width())
        }
    }

    fn int_to_float(&mut self, _: u32, signed: bool, to: FloatFormat, a: &Word) -> Word {
        if self.supports_format(to) {
            float::from_int(&mut self.pool, signed, to, *a)
        } else {
            arithmetic::undefined(&mut self.pool, to.width())
        }
    }

    fn float_to_int(&mut self, from: FloatFormat, to: u32, signed: bool, a: &Word) -> (Word, Word) {
        if self.supports_format(from) {
            return float::to_int(&mut self.pool, from, to, signed, *a);
        }
        let nothing = arithmetic::undefined(&mut self.pool, to);
        (nothing, arithmetic::undefined(&mut self.pool, 1))
    }

    fn null(&mut self) -> Ptr {
        Ptr::null(&mut self.pool)
    }

    fn undef_ptr(&mut self) -> Ptr {
        Ptr::undefined(&mut self.pool)
    }

    fn ptr_add(&mut self, ptr: &Ptr, offset: &Word) -> Ptr {
        let mut moved = self.moved(ptr, offset.term);
        let undefined = offset.is_undefined(&mut self.pool);
        moved.undef = self.pool.or(moved.undef, undefined);
        moved
    }

    fn ptr_offset(&mut self, ptr: &Ptr, offset: i64) -> Ptr {
        if offset == 0 {
            return ptr.clone();
        }
        let offset = self.pool.number(64, offset as u64);
        self.moved(ptr, offset)
    }

    fn ptr_addr(&mut self, ptr: &Ptr) -> Word {
        self.addresses.word(&mut self.pool, ptr)
    }

    fn ptr_test(&mut self, test: Test, a: &Ptr, b: &Ptr) -> Word {
        let pool = &mut self.pool;
        let undef = pool.or(a.undef, b.undef);
        let holds = match test {
            Test::Eq => pointer::equal(pool, a, b),
            Test::Ne => {
                let equal = pointer::equal(pool, a, b);
                pool.not(equal)
            }
            _ => self.ordered(test, a, b),
        };
        Word::masked(&self.pool, holds, undef)
    }

    fn same_object(&mut self, a: &Ptr, b: &Ptr) -> Word {
        let together = pointer::pairwise(&mut self.pool, a, b, |pool, _, _| pool.bool(true));
        let undef = self.pool.or(a.undef, b.undef);
        Word::masked(&self.pool, together, undef)
    }

    fn select_ptr(&mut self, cond: &Word, a: &Ptr, b: &Ptr) -> Ptr {
        let mut chosen = pointer::select(&mut self.pool, cond.term, a, b);
        let undefined = cond.is_undefined(&mut self.pool);
        chosen.undef = self.pool.or(chosen.undef, undefined);
        chosen
    }

    fn freeze_ptr(&mut self, ptr: &Ptr) -> Ptr {
        let mut frozen = ptr.clone();
        frozen.undef = self.pool.bool(false);
        frozen
    }

    fn decide(&mut self, cond: &Word) -> Decision {
        let undefined = cond.is_undefined(&mut self.pool);
        let what = "the condition of a branch";
        if self
            .trap_if(undefined, || Ub::Uninitialised { what: what.into() })
            .is_err()
        {
            return Decision::Undefined;
        }
        match self.pool.as_bool(cond.term) {
            Some(known) => Decision::Known(known),
            None => Decision::Open,
        }
    }

    fn settle(&mut self, cond: &Word) -> Decision {
        match self.decide(cond) {
            Decision::Open => match self.concretised(cond.term, "a condition") {
                Some(value) => Decision::Known(value == Value::Bool(true)),
                None => Decision::Open,
            },
            decided => decided,
        }
    }

    fn concrete(&mut self, width: u32, a: &Word, what: &'static str) -> Result<Bits, Stop> {
        let undefined = a.is_undefined(&mut self.pool);
        self.trap_if(undefined, || Ub::Uninitialised { what: what.into() })?;
        if let Some(value) = self.pool.as_bool(a.term) {
            return Ok(Bits::from_u64(1, u64::from(value)));
        }
        match self.pool.as_bits(a.term) {
            Some(bits) if bits.width() == width => Ok(bits.clone()),
            _ => match self.concretised(a.term, what) {
                Some(Value::Bits(bits)) if bits.width() == width => Ok(bits),
                Some(Value::Bool(value)) => Ok(Bits::from_u64(1, u64::from(value))),
                _ => Err(StopKind::NotConcrete(what).into()),
            },
        }
    }

    fn is_defined(&mut self, a: &Word) -> bool {
        let undefined = a.is_undefined(&mut self.pool);
        let what = "a value";
        self.trap_if(undefined, || Ub::Uninitialised { what: what.into() })
            .is_ok()
    }

    fn check_flag(
        &mut self,
        holds: &Word,
        ub: impl FnOnce() -> Ub,
        _: u32,
        result: Word,
    ) -> Result<Word, Stop> {
        if self.ignores_flags() {
            return Ok(result);
        }
        // An undefined operand violates no flag; the use of the undefined result counts.
        let undefined = holds.is_undefined(&mut self.pool);
        let kept = self.pool.or(holds.term, undefined);
        let violated = self.pool.not(kept);
        self.violates_flag(violated, ub)?;
        Ok(result)
    }

    fn require(&mut self, holds: &Word, ub: impl FnOnce() -> Ub) -> Result<(), Stop> {
        let undefined = holds.is_undefined(&mut self.pool);
        let what = "an operand";
        self.trap_if(undefined, || Ub::Uninitialised { what: what.into() })?;
        let broken = self.pool.not(holds.term);
        self.trap_if(broken, ub)
    }

    fn show(&self, _: u32, a: &Word) -> String {
        match self.pool.as_bits(a.term) {
            Some(bits) => bits.to_string(),
            None => "a value".to_owned(),
        }
    }

    fn suspend(&mut self) -> Suspended {
        self.set_traps_aside()
    }

    fn resume(&mut self, suspended: Suspended) -> Word {
        Word::defined(self.put_traps_back(suspended))
    }

    fn ub_mode(&self) -> UbMode {
        match self.trap_policy {
            TrapPolicy::Exclude | TrapPolicy::Require => self.flag_mode,
            TrapPolicy::Record => UbMode::Wrap,
        }
    }

    fn ignores_flags(&self) -> bool {
        self.ub_mode() == UbMode::Wrap && self.violated_flags.is_none()
    }

    fn between(&mut self, width: u32, a: &Word, range: (i64, i64)) -> Word {
        let known = intervals::interval(&self.pool, &self.path, a.term);
        if i128::from(range.0) <= known.least && known.greatest <= i128::from(range.1) {
            return Word::defined(self.pool.bool(true));
        }
        let (least, greatest) = (
            self.word(width, range.0 as u64),
            self.word(width, range.1 as u64),
        );
        let above = self.test(Test::Sle, width, &least, a);
        let below = self.test(Test::Sle, width, a, &greatest);
        self.alu(Alu::And, 1, &above, &below)
    }

    fn note_volatile(&mut self) {
        self.record_volatile_access();
    }

    fn checks_assumptions(&self) -> bool {
        self.trap_policy != TrapPolicy::Record
    }

    fn supports_external(&self, name: &str) -> bool {
        models::is_supported(name) || self.input.is_some() && models::is_concrete(name)
    }

    fn model_override(name: &str) -> Option<Model<Self>> {
        models::find(name)
    }

    fn record_call(
        machine: &mut Machine<Self>,
        call: &StubCall<'_, Self>,
    ) -> Result<Option<Word>, Stop> {
        models::call_external(machine, call)
    }

    fn wraps_on_violation(&self) -> bool {
        true
    }
}
