//! [`Domain`] for numbers. Defined words of at most 64 bits are computed by `quell_bits::word`, all others as
//! [`Bits`].

use quell_bits::{Bits, FloatFormat, float, word};
use quell_ir::opcode::FloatPred;

use super::word::{Ptr, Word, signed};
use super::{Concrete, ConcreteMemory, external_calls, undef};
use crate::domain::{Alu, Alu1, Decision, Domain, Fpu, Fpu1, Test, UbMode, wide_number};
use crate::machine::Machine;
use crate::machine::stub::StubCall;
use crate::stop::{Stop, Ub};

#[inline(always)]
fn small_alu(op: Alu, w: u32, a: u64, b: u64) -> u64 {
    match op {
        Alu::Add => word::add(w, a, b),
        Alu::Sub => word::sub(w, a, b),
        Alu::Mul => word::mul(w, a, b),
        Alu::UDiv => word::udiv(w, a, b).unwrap_or(0),
        Alu::SDiv => word::sdiv(w, a, b).unwrap_or(0),
        Alu::URem => word::urem(w, a, b).unwrap_or(0),
        Alu::SRem => word::srem(w, a, b).unwrap_or(0),
        Alu::Shl => word::shl(w, a, b),
        Alu::LShr => word::lshr(w, a, b),
        Alu::AShr => word::ashr(w, a, b),
        Alu::And => a & b,
        Alu::Or => a | b,
        Alu::Xor => a ^ b,
    }
}

fn wide_alu(op: Alu, a: &Bits, b: &Bits) -> Bits {
    let zero = || Bits::zero(a.width());
    match op {
        Alu::Add => a.add(b),
        Alu::Sub => a.sub(b),
        Alu::Mul => a.mul(b),
        Alu::UDiv => a.udiv(b).unwrap_or_else(zero),
        Alu::SDiv => a.sdiv(b).unwrap_or_else(zero),
        Alu::URem => a.urem(b).unwrap_or_else(zero),
        Alu::SRem => a.srem(b).unwrap_or_else(zero),
        Alu::Shl => a.shl(b),
        Alu::LShr => a.lshr(b),
        Alu::AShr => a.ashr(b),
        Alu::And => a.and(b),
        Alu::Or => a.or(b),
        Alu::Xor => a.xor(b),
    }
}

#[inline(always)]
fn small_test(test: Test, w: u32, a: u64, b: u64) -> bool {
    match test {
        Test::Eq => a == b,
        Test::Ne => a != b,
        Test::Ult => a < b,
        Test::Ule => a <= b,
        Test::Slt => signed(w, a) < signed(w, b),
        Test::Sle => signed(w, a) <= signed(w, b),
        Test::UAddOverflows => word::uadd_overflows(w, a, b),
        Test::SAddOverflows => word::sadd_overflows(w, a, b),
        Test::USubOverflows => word::usub_overflows(w, a, b),
        Test::SSubOverflows => word::ssub_overflows(w, a, b),
        Test::UMulOverflows => word::umul_overflows(w, a, b),
        Test::SMulOverflows => word::smul_overflows(w, a, b),
    }
}

fn wide_test(test: Test, a: &Bits, b: &Bits) -> bool {
    match test {
        Test::Eq => a == b,
        Test::Ne => a != b,
        Test::Ult => a.ult(b),
        Test::Ule => a.ule(b),
        Test::Slt => a.slt(b),
        Test::Sle => a.sle(b),
        Test::UAddOverflows => a.uadd_overflows(b),
        Test::SAddOverflows => a.sadd_overflows(b),
        Test::USubOverflows => a.usub_overflows(b),
        Test::SSubOverflows => a.ssub_overflows(b),
        Test::UMulOverflows => a.umul_overflows(b),
        Test::SMulOverflows => a.smul_overflows(b),
    }
}

fn wide_alu1(op: Alu1, a: &Bits) -> Bits {
    let count = |n: u32| Bits::from_u64(a.width(), u64::from(n));
    match op {
        Alu1::Not => a.not(),
        Alu1::Neg => a.neg(),
        Alu1::CountOnes => count(a.count_ones()),
        Alu1::LeadingZeros => count(a.leading_zeros()),
        Alu1::TrailingZeros => count(a.trailing_zeros()),
        Alu1::SwapBytes => a.swap_bytes(),
        Alu1::ReverseBits => a.reverse_bits(),
    }
}

#[cold]
#[inline(never)]
fn slow_alu(op: Alu, w: u32, a: &Word, b: &Word) -> Word {
    match (a.defined(w), b.defined(w)) {
        (Some(a), Some(b)) => Word::from_bits(wide_alu(op, &a, &b)),
        _ => undef::alu(op, a.parts(w), b.parts(w), |a, b| wide_alu(op, a, b)),
    }
}

#[cold]
#[inline(never)]
fn slow_test(test: Test, w: u32, a: &Word, b: &Word) -> Word {
    match (a.defined(w), b.defined(w)) {
        (Some(a), Some(b)) => Word::bool(wide_test(test, &a, &b)),
        _ => undef::test(test, a.parts(w), b.parts(w)),
    }
}

/// Applies an operation that only moves bits to the value and to the mask of undefined bits.
fn move_bits(width: u32, a: &Word, f: impl Fn(&Bits) -> Bits) -> Word {
    let (value, undef) = a.parts(width);
    if undef.is_zero() {
        Word::from_bits(f(&value))
    } else {
        Word::from_parts(f(&value), f(&undef))
    }
}

/// [`float_compare`] on doubles, by a comparison of the host.
#[inline(always)]
fn double_test(pred: FloatPred, a: f64, b: f64) -> bool {
    match pred {
        FloatPred::Oeq => a == b,
        FloatPred::Olt => a < b,
        FloatPred::Ole => a <= b,
        FloatPred::Ogt => a > b,
        FloatPred::Oge => a >= b,
        FloatPred::Une => a != b,
        _ => float_compare(pred, a.partial_cmp(&b)),
    }
}

fn float_compare(pred: FloatPred, order: Option<std::cmp::Ordering>) -> bool {
    use std::cmp::Ordering::{Equal, Greater, Less};
    let unordered = order.is_none();
    let is = |wanted: &[std::cmp::Ordering]| order.is_some_and(|o| wanted.contains(&o));
    match pred {
        FloatPred::False => false,
        FloatPred::True => true,
        FloatPred::Ord => !unordered,
        FloatPred::Uno => unordered,
        FloatPred::Oeq => is(&[Equal]),
        FloatPred::Ogt => is(&[Greater]),
        FloatPred::Oge => is(&[Greater, Equal]),
        FloatPred::Olt => is(&[Less]),
        FloatPred::Ole => is(&[Less, Equal]),
        FloatPred::One => is(&[Less, Greater]),
        FloatPred::Ueq => unordered || is(&[Equal]),
        FloatPred::Ugt => unordered || is(&[Greater]),
        FloatPred::Uge => unordered || is(&[Greater, Equal]),
        FloatPred::Ult => unordered || is(&[Less]),
        FloatPred::Ule => unordered || is(&[Less, Equal]),
        FloatPred::Une => unordered || is(&[Less, Greater]),
    }
}

impl Domain for Concrete {
    type Word = Word;
    type Ptr = Ptr;
    type Memory = ConcreteMemory;
    type Suspended = UbMode;

    #[inline(always)]
    fn is_plain(word: &Word) -> bool {
        matches!(word, Word::Bits(_) | Word::Undefined)
    }

    fn constant(&mut self, bits: &Bits) -> Word {
        Word::from_bits(bits.clone())
    }

    #[inline(always)]
    fn word(&mut self, width: u32, value: u64) -> Word {
        if width <= 64 {
            Word::Bits(value & word::mask(width))
        } else {
            Word::from_bits(Bits::from_u64(width, value))
        }
    }

    fn undef(&mut self, _: u32) -> Word {
        Word::Undefined
    }

    #[inline(always)]
    fn alu(&mut self, op: Alu, width: u32, a: &Word, b: &Word) -> Word {
        match (a, b) {
            (Word::Bits(a), Word::Bits(b)) => Word::Bits(small_alu(op, width, *a, *b)),
            _ => slow_alu(op, width, a, b),
        }
    }

    #[inline(always)]
    fn test(&mut self, test: Test, width: u32, a: &Word, b: &Word) -> Word {
        match (a, b) {
            (Word::Bits(a), Word::Bits(b)) => Word::bool(small_test(test, width, *a, *b)),
            _ => slow_test(test, width, a, b),
        }
    }

    #[inline(always)]
    fn alu1(&mut self, op: Alu1, width: u32, a: &Word) -> Word {
        match (op, a) {
            (Alu1::Not, Word::Bits(a)) => Word::Bits(!a & word::mask(width)),
            _ => match a.defined(width) {
                Some(bits) => Word::from_bits(wide_alu1(op, &bits)),
                None => undef::alu1(op, a.parts(width), |bits| wide_alu1(op, bits)),
            },
        }
    }

    #[inline(always)]
    fn zext(&mut self, from: u32, to: u32, a: &Word) -> Word {
        match a {
            Word::Bits(a) if to <= 64 => Word::Bits(*a),
            _ => move_bits(from, a, |bits| bits.zext(to)),
        }
    }

    #[inline(always)]
    fn sext(&mut self, from: u32, to: u32, a: &Word) -> Word {
        match a {
            Word::Bits(a) if to <= 64 => Word::Bits(word::sext(from, to, *a)),
            _ => move_bits(from, a, |bits| bits.sext(to)),
        }
    }

    #[inline(always)]
    fn extract(&mut self, width: u32, a: &Word, low: u32, len: u32) -> Word {
        match a {
            Word::Bits(a) if low < 64 => Word::Bits((a >> low) & word::mask(len)),
            _ => move_bits(width, a, |bits| bits.lshr_u32(low).trunc(len)),
        }
    }

    fn concat(&mut self, high: (&Word, u32), low: (&Word, u32)) -> Word {
        let (high_value, high_undef) = high.0.parts(high.1);
        let (low_value, low_undef) = low.0.parts(low.1);
        Word::from_parts(high_value.concat(&low_value), high_undef.concat(&low_undef))
    }

    #[inline(always)]
    fn select(&mut self, cond: &Word, _: u32, a: &Word, b: &Word) -> Word {
        match cond {
            Word::Bits(0) => b.clone(),
            Word::Bits(_) => a.clone(),
            _ => Word::Undefined,
        }
    }

    #[inline(always)]
    fn freeze(&mut self, width: u32, a: &Word) -> Word {
        match a {
            Word::Partly(partial) => Word::from_bits(partial.bits.clone()),
            Word::Undefined => Word::from_bits(Bits::zero(width)),
            _ => a.clone(),
        }
    }

    #[inline(always)]
    fn fpu(&mut self, op: Fpu, format: FloatFormat, a: &Word, b: &Word) -> Word {
        match (format, a, b) {
            (FloatFormat::Double, Word::Bits(a), Word::Bits(b)) => {
                Word::Bits(super::float::double(op, *a, *b))
            }
            _ => super::float::any(op, format, a, b),
        }
    }

    fn fpu1(&mut self, op: Fpu1, format: FloatFormat, a: &Word) -> Word {
        super::float::unary(op, format, a)
    }

    fn fma(&mut self, format: FloatFormat, a: &Word, b: &Word, c: &Word) -> Word {
        let w = format.width();
        match (a.defined(w), b.defined(w), c.defined(w)) {
            (Some(a), Some(b), Some(c)) => Word::from_bits(float::fma(format, &a, &b, &c)),
            _ => Word::Undefined,
        }
    }

    #[inline(always)]
    fn float_test(&mut self, pred: FloatPred, format: FloatFormat, a: &Word, b: &Word) -> Word {
        if let (FloatFormat::Double, Word::Bits(a), Word::Bits(b)) = (format, a, b) {
            return Word::bool(double_test(pred, f64::from_bits(*a), f64::from_bits(*b)));
        }
        let w = format.width();
        match (a.defined(w), b.defined(w)) {
            (Some(a), Some(b)) => Word::bool(float_compare(pred, float::compare(format, &a, &b))),
            _ => Word::Undefined,
        }
    }

    fn float_convert(&mut self, from: FloatFormat, to: FloatFormat, a: &Word) -> Word {
        match a.defined(from.width()) {
            Some(bits) => Word::from_bits(float::convert(from, to, &bits)),
            None => Word::Undefined,
        }
    }

    fn int_to_float(&mut self, from: u32, signed: bool, to: FloatFormat, a: &Word) -> Word {
        match a.defined(from) {
            Some(bits) => Word::from_bits(float::from_int(to, &bits, signed)),
            None => Word::Undefined,
        }
    }

    fn float_to_int(&mut self, from: FloatFormat, to: u32, signed: bool, a: &Word) -> (Word, Word) {
        match a.defined(from.width()) {
            Some(bits) => {
                let converted = float::to_int(from, &bits, to, signed);
                (
                    Word::from_bits(converted.value),
                    Word::bool(converted.in_range),
                )
            }
            None => (Word::Undefined, Word::bool(true)),
        }
    }

    fn null(&mut self) -> Ptr {
        Ptr::NULL
    }

    fn undef_ptr(&mut self) -> Ptr {
        Ptr::UNDEF
    }

    #[inline(always)]
    fn ptr_add(&mut self, ptr: &Ptr, offset: &Word) -> Ptr {
        match offset {
            Word::Bits(offset) if !ptr.is_undefined() => ptr.moved(*offset as i64),
            _ => Ptr::UNDEF,
        }
    }

    #[inline(always)]
    fn ptr_offset(&mut self, ptr: &Ptr, offset: i64) -> Ptr {
        if ptr.is_undefined() {
            *ptr
        } else {
            ptr.moved(offset)
        }
    }

    fn ptr_addr(&mut self, ptr: &Ptr) -> Word {
        ptr.word()
    }

    #[inline(always)]
    fn ptr_test(&mut self, test: Test, a: &Ptr, b: &Ptr) -> Word {
        if a.is_undefined() || b.is_undefined() {
            return Word::Undefined;
        }
        Word::bool(small_test(test, 64, a.address(), b.address()))
    }

    fn same_object(&mut self, a: &Ptr, b: &Ptr) -> Word {
        if a.is_undefined() || b.is_undefined() {
            return Word::Undefined;
        }
        Word::bool(a.object() == b.object() || a.address() == b.address())
    }

    fn select_ptr(&mut self, cond: &Word, a: &Ptr, b: &Ptr) -> Ptr {
        match cond {
            Word::Bits(0) => *b,
            Word::Bits(_) => *a,
            _ => Ptr::UNDEF,
        }
    }

    fn freeze_ptr(&mut self, ptr: &Ptr) -> Ptr {
        if ptr.is_undefined() { Ptr::NULL } else { *ptr }
    }

    #[inline(always)]
    fn decide(&mut self, cond: &Word) -> Decision {
        match cond {
            Word::Bits(value) => Decision::Known(*value != 0),
            _ => Decision::Undefined,
        }
    }

    #[inline(always)]
    fn concrete(&mut self, width: u32, a: &Word, what: &'static str) -> Result<Bits, Stop> {
        a.defined(width)
            .ok_or_else(|| Ub::Uninitialised { what: what.into() }.into())
    }

    fn concrete_u64(&mut self, _: u32, a: &Word, what: &'static str) -> Result<u64, Stop> {
        match a {
            Word::Bits(value) => Ok(*value),
            Word::Wide(bits) => bits.to_u64().ok_or_else(|| wide_number(what)),
            Word::Undefined | Word::Partly(_) => {
                Err(Ub::Uninitialised { what: what.into() }.into())
            }
        }
    }

    fn is_defined(&mut self, a: &Word) -> bool {
        !a.is_undefined()
    }

    #[inline(always)]
    fn check_flag(
        &mut self,
        holds: &Word,
        ub: impl FnOnce() -> Ub,
        _: u32,
        result: Word,
    ) -> Result<Word, Stop> {
        // An undefined condition has undefined operands, so `result` is undefined already.
        if *holds != Word::Bits(0) {
            return Ok(result);
        }
        match self.ub_mode {
            UbMode::Trap => Err(ub().into()),
            UbMode::Wrap => Ok(result),
            UbMode::Poison => Ok(Word::Undefined),
            UbMode::Overflow => match ub() {
                ub if ub.is_overflow() => Ok(result),
                ub => Err(ub.into()),
            },
        }
    }

    #[inline(always)]
    fn require(&mut self, holds: &Word, ub: impl FnOnce() -> Ub) -> Result<(), Stop> {
        match holds {
            Word::Bits(0) => Err(ub().into()),
            Word::Bits(_) => Ok(()),
            _ => Err(Ub::Uninitialised {
                what: "an operand".into(),
            }
            .into()),
        }
    }

    fn show(&self, width: u32, a: &Word) -> String {
        a.defined(width).map_or_else(
            || "an undefined amount".to_owned(),
            |bits| bits.to_signed_string(),
        )
    }

    fn ub_mode(&self) -> UbMode {
        self.ub_mode
    }

    fn suspend(&mut self) -> UbMode {
        std::mem::replace(&mut self.ub_mode, UbMode::Wrap)
    }

    fn resume(&mut self, suspended: UbMode) -> Word {
        self.ub_mode = suspended;
        Word::Bits(0)
    }

    fn record_call(
        machine: &mut Machine<Self>,
        call: &StubCall<'_, Self>,
    ) -> Result<Option<Word>, Stop> {
        external_calls::record_call(machine, call)
    }
}
