//! Complex numbers: the multiplication and division of compilers' run-time library, and `complex.h`.

mod arith;
mod host;
mod real;

use quell_bits::{Bits, FloatFormat};

use self::host::{Function, Function2, Magnitude};
use self::real::Real;
use super::{bits, give_computed, in_formats};
use crate::domain::Domain;
use crate::library::Table;
use crate::library::call::{Call, Outcome};
use crate::memory::Memory;
use crate::stop::Stop;
use crate::value::Val;

/// The real and the imaginary part.
pub type Pair = (Bits, Bits);

pub fn tables<D: Domain>() -> Vec<Table<D>> {
    let mut tables = functions::tables();
    tables.extend(runtime::tables());
    tables
}

/// Functions that compilers call for operators.
mod runtime {
    use super::*;

    in_formats! { "sc3" Single, "dc3" Double, "xc3" X87, "tc3" Quad; {
        "__mul" => multiply,
        "__div" => divide,
    } }
}

mod functions {
    use super::*;

    in_formats! { "" Double, "f" Single, "l" X87; {
        "cabs" => magnitude(host::CABS),
        "carg" => magnitude(host::CARG),
        "csqrt" => one(host::CSQRT),
        "cexp" => one(host::CEXP),
        "clog" => one(host::CLOG),
        "clog10" => one(host::CLOG10),
        "csin" => one(host::CSIN),
        "ccos" => one(host::CCOS),
        "ctan" => one(host::CTAN),
        "casin" => one(host::CASIN),
        "cacos" => one(host::CACOS),
        "catan" => one(host::CATAN),
        "csinh" => one(host::CSINH),
        "ccosh" => one(host::CCOSH),
        "ctanh" => one(host::CTANH),
        "casinh" => one(host::CASINH),
        "cacosh" => one(host::CACOSH),
        "catanh" => one(host::CATANH),
        "cproj" => one(host::CPROJ),
        "cpow" => two(host::CPOW),
        "creal" => part(false),
        "cimag" => part(true),
        "conj" => conjugate,
    } }
}

/// The four parts of two numbers, which the run-time library takes as separate arguments.
fn parts<D: Domain>(c: &mut Call<D>, format: FloatFormat) -> Result<[Real; 4], Stop> {
    let mut part = |index| Ok::<_, Stop>(Real::new(format, bits(c, index, format)?));
    Ok([part(0)?, part(1)?, part(2)?, part(3)?])
}

fn multiply<D: Domain>(c: &mut Call<D>, format: FloatFormat) -> Outcome<D> {
    let [a, b, x, y] = parts(c, format)?;
    let (real, imaginary) = arith::product((a, b), (x, y));
    give_pair(c, &(real.bits(), imaginary.bits()))
}

fn divide<D: Domain>(c: &mut Call<D>, format: FloatFormat) -> Outcome<D> {
    let [a, b, x, y] = parts(c, format)?;
    let (real, imaginary) = arith::quotient(format, (a, b), (x, y));
    give_pair(c, &(real.bits(), imaginary.bits()))
}

/// A complex argument as the calling convention passes it: two `double`s, a vector of two `float`s, or the
/// address of two `long double`s.
fn argument<D: Domain>(c: &mut Call<D>, number: usize, format: FloatFormat) -> Result<Pair, Stop> {
    match format {
        FloatFormat::Double => Ok((
            bits(c, 2 * number, format)?,
            bits(c, 2 * number + 1, format)?,
        )),
        FloatFormat::Single => {
            let what = "an argument of a mathematical function";
            let domain = &mut c.machine.domain;
            let members = c.args.get(number).ok_or_else(missing)?.members()?;
            let mut part = |index: usize| {
                let word = members.get(index).ok_or_else(missing)?.word()?;
                domain.concrete(32, word, what)
            };
            Ok((part(0)?, part(1)?))
        }
        _ => {
            let at = c.ptr(number)?;
            Ok((extended_at(c, &at, 0)?, extended_at(c, &at, 16)?))
        }
    }
}

fn missing() -> Stop {
    crate::value::mismatch("a complex number")
}

fn extended_at<D: Domain>(c: &mut Call<D>, at: &D::Ptr, offset: u64) -> Result<Bits, Stop> {
    let at = c.machine.at(at, offset);
    let machine = &mut *c.machine;
    let extent = crate::library::access::unaligned(10);
    let word = machine.memory.read(&mut machine.domain, &at, extent, 80)?;
    let what = "an argument of a mathematical function";
    machine.domain.concrete(80, &word, what)
}

/// The result as two members, of a vector or a struct as the caller expects.
fn give_pair<D: Domain>(c: &mut Call<D>, (real, imaginary): &Pair) -> Outcome<D> {
    let d = &mut c.machine.domain;
    let parts = [real, imaginary].map(|part| Val::Word(d.constant(part)));
    Ok(Some(Val::agg(parts)))
}

fn one<D: Domain>(c: &mut Call<D>, format: FloatFormat, function: Function) -> Outcome<D> {
    let x = argument(c, 0, format)?;
    let (result, errno) = function.call(format, &x)?;
    note(c, errno)?;
    give_pair(c, &result)
}

fn two<D: Domain>(c: &mut Call<D>, format: FloatFormat, function: Function2) -> Outcome<D> {
    let (x, y) = (argument(c, 0, format)?, argument(c, 1, format)?);
    let (result, errno) = function.call(format, &x, &y)?;
    note(c, errno)?;
    give_pair(c, &result)
}

fn note<D: Domain>(c: &mut Call<D>, errno: i32) -> Result<(), Stop> {
    match errno {
        0 => Ok(()),
        errno => c.machine.set_errno(errno),
    }
}

fn magnitude<D: Domain>(c: &mut Call<D>, format: FloatFormat, function: Magnitude) -> Outcome<D> {
    let x = argument(c, 0, format)?;
    let computed = function.call(format, &x)?;
    give_computed(c, &computed)
}

fn part<D: Domain>(c: &mut Call<D>, format: FloatFormat, imaginary: bool) -> Outcome<D> {
    let x = argument(c, 0, format)?;
    super::give(c, if imaginary { &x.1 } else { &x.0 })
}

fn conjugate<D: Domain>(c: &mut Call<D>, format: FloatFormat) -> Outcome<D> {
    let x = argument(c, 0, format)?;
    give_pair(c, &(x.0, quell_bits::float::neg(format, &x.1)))
}
