//! Rounding, roots, remainders: functions that the instruction semantics has as well.

use quell_bits::FloatFormat;
use quell_ir::opcode::FloatPred;

use super::values::to_integer;
use super::{EDOM, in_formats, with_rounding};
use crate::domain::{Alu, Decision, Domain, Fpu, Fpu1};
use crate::library::call::{Call, Outcome};
use crate::memory::{Extent, Memory};
use crate::stop::Stop;
use crate::value::Val;

macro_rules! in_types_of_c {
    ($($rows:tt)*) => {
        in_formats! { "" Double, "f" Single, "l" X87; { $($rows)* } }
    };
}

with_rounding! { in_types_of_c {
    "sqrt" => square_root,
    "fmod" => remainder,
    "copysign" => copy_sign,
    "fma" => fused,
} }

fn give<D: Domain>(word: D::Word) -> Outcome<D> {
    Ok(Some(Val::Word(word)))
}

fn unary<D: Domain>(c: &mut Call<D>, format: FloatFormat, op: Fpu1) -> Outcome<D> {
    let a = c.arg(0)?.word()?;
    give::<D>(c.machine.domain.fpu1(op, format, a))
}

/// Converts to a `long`, which has 64 bits like a `long long`.
fn integer<D: Domain>(c: &mut Call<D>, format: FloatFormat, op: Fpu1) -> Outcome<D> {
    let a = c.arg(0)?.word()?;
    let d = &mut c.machine.domain;
    let whole = d.fpu1(op, format, a);
    give::<D>(to_integer(d, format, 64, &whole))
}

fn copy_sign<D: Domain>(c: &mut Call<D>, format: FloatFormat) -> Outcome<D> {
    let (a, b) = (c.arg(0)?.word()?, c.arg(1)?.word()?);
    give::<D>(c.machine.domain.fpu(Fpu::CopySign, format, a, b))
}

fn fused<D: Domain>(c: &mut Call<D>, format: FloatFormat) -> Outcome<D> {
    let (x, y, z) = (c.arg(0)?.word()?, c.arg(1)?.word()?, c.arg(2)?.word()?);
    give::<D>(c.machine.domain.fma(format, x, y, z))
}

/// Sets `errno` where a condition holds.
fn domain_error<D: Domain>(c: &mut Call<D>, cond: &D::Word) -> Result<(), Stop> {
    let machine = &mut *c.machine;
    match machine.domain.decide(cond) {
        Decision::Known(true) => machine.set_errno(EDOM),
        Decision::Known(false) | Decision::Undefined => Ok(()),
        Decision::Open => {
            let errno = machine.errno_object()?;
            let extent = Extent { bytes: 4, align: 4 };
            let d = &mut machine.domain;
            let old = machine.memory.read(d, &errno, extent, 32)?;
            let code = d.word(32, EDOM as u64);
            let new = d.select(cond, 32, &code, &old);
            machine.memory.write(d, &errno, extent, 32, &new)
        }
    }
}

fn square_root<D: Domain>(c: &mut Call<D>, format: FloatFormat) -> Outcome<D> {
    let a = c.arg(0)?.word()?;
    let d = &mut c.machine.domain;
    let (result, zero) = (d.fpu1(Fpu1::Sqrt, format, a), d.word(format.width(), 0));
    let negative = d.float_test(FloatPred::Olt, format, a, &zero);
    domain_error(c, &negative)?;
    give::<D>(result)
}

/// A domain error if the result is a NaN and no operand is: the remainder by zero or of an infinite number.
fn remainder<D: Domain>(c: &mut Call<D>, format: FloatFormat) -> Outcome<D> {
    let (a, b) = (c.arg(0)?.word()?, c.arg(1)?.word()?);
    let d = &mut c.machine.domain;
    let result = d.fpu(Fpu::Rem, format, a, b);
    let (made, numbers) = (
        d.float_test(FloatPred::Uno, format, &result, &result),
        d.float_test(FloatPred::Ord, format, a, b),
    );
    let undefined = d.alu(Alu::And, 1, &made, &numbers);
    domain_error(c, &undefined)?;
    give::<D>(result)
}
