//! Arithmetic functions, and conversion of text to numbers.

use std::cell::Cell;

use quell_term::{Pool, Term};

use super::walk::{Step, Until};
use super::{Call, Outcome, table};
use crate::domain::{Domain, Test};
use crate::library;
use crate::library::errno::ERANGE;
use crate::memory::Extent;
use crate::stop::{Stop, StopKind, Ub};
use crate::symbolic::domain::{Ptr, Symbolic, Word};
use crate::symbolic::memory::Content;

table! {
    "abs" => abs,
    "labs" => labs,
    "llabs" => labs,
    "atoi" => atoi,
    "atol" => atol,
    "atoll" => atol,
    "strtol" => strtol,
    "strtoll" => strtol,
    "__isoc23_strtol" => strtol,
    "__isoc23_strtoll" => strtol,
}

fn magnitude(c: &mut Call, name: &'static str, width: u32) -> Outcome {
    let value = c.sized(0, width)?;
    let domain = c.domain();
    let pool = &mut domain.pool;
    let (zero, least) = (pool.number(width, 0), pool.number(width, 1 << (width - 1)));
    let fits = Word::defined(pool.ne(value, least));
    let negative = pool.slt(value, zero);
    let opposite = pool.neg(value);
    let result = Word::defined(pool.ite(negative, opposite, value));
    let result = domain.check_flag(
        &fits,
        || Ub::SignedOverflow {
            operation: name.into(),
        },
        width,
        result,
    )?;
    c.give_term(result.term)
}

fn abs(c: &mut Call) -> Outcome {
    magnitude(c, "abs", 32)
}

fn labs(c: &mut Call) -> Outcome {
    magnitude(c, "labs", 64)
}

/// A number that is being read from text, byte by byte.
struct Reading {
    /// Whether the position is in the white space before it.
    space: Term,
    /// Whether the position is in its digits, or where they may begin.
    digits: Term,
    negative: Term,
    /// The value of the digits so far, or one that is too large.
    value: Term,
    too_large: Term,
    /// Where it ends; the start of the text if there is no number.
    end: Term,
}

impl Reading {
    fn new(pool: &mut Pool) -> Self {
        let (yes, no) = (pool.bool(true), pool.bool(false));
        Self {
            space: yes,
            digits: no,
            negative: no,
            value: pool.number(64, 0),
            too_large: no,
            end: pool.number(64, 0),
        }
    }

    /// Reads one more byte.
    fn take(&mut self, pool: &mut Pool, byte: Term, index: u64) {
        let (minus, plus) = (
            between(pool, byte, b'-', b'-'),
            between(pool, byte, b'+', b'+'),
        );
        let white = is_white(pool, byte);
        let digit = between(pool, byte, b'0', b'9');
        let (sign, begins) = (pool.or(minus, plus), pool.or(self.space, self.digits));
        let here = pool.and(begins, digit);
        self.add(pool, here, byte);
        let behind = pool.number(64, index + 1);
        self.end = pool.ite(here, behind, self.end);
        let signed = pool.and(self.space, sign);
        let minus = pool.and(self.space, minus);
        self.negative = pool.or(self.negative, minus);
        self.digits = pool.or(here, signed);
        self.space = pool.and(self.space, white);
    }

    fn add(&mut self, pool: &mut Pool, here: Term, byte: Term) {
        let (ten, zero) = (pool.number(64, 10), pool.number(8, u64::from(b'0')));
        let digit = pool.sub(byte, zero);
        let digit = pool.zext_to(digit, 64);
        // A value above the limit still fits in 64 bits after one more digit.
        let most = pool.number(64, (u64::MAX - 9) / 10);
        let beyond = pool.ult(most, self.value);
        let beyond = pool.and(here, beyond);
        self.too_large = pool.or(self.too_large, beyond);
        let tens = pool.mul(self.value, ten);
        let more = pool.add(tens, digit);
        self.value = pool.ite(here, more, self.value);
    }

    /// The value as a `long`, saturated, and whether it fits.
    fn signed(&self, pool: &mut Pool) -> (Term, Term) {
        let limit = pool.number(64, 1 << 63);
        let greatest = pool.number(64, (1 << 63) - 1);
        let large = pool.ule(limit, self.value);
        // The least number has the limit as its absolute value.
        let beyond = pool.ne(limit, self.value);
        let positive = pool.not(self.negative);
        let beyond = pool.or(beyond, positive);
        let large = pool.and(large, beyond);
        let large = pool.or(large, self.too_large);
        let opposite = pool.neg(self.value);
        let (low, high) = (
            pool.ite(large, limit, opposite),
            pool.ite(large, greatest, self.value),
        );
        let value = pool.ite(self.negative, low, high);
        (value, pool.not(large))
    }
}

fn between(pool: &mut Pool, byte: Term, least: u8, greatest: u8) -> Term {
    let (least, greatest) = (
        pool.number(8, u64::from(least)),
        pool.number(8, u64::from(greatest)),
    );
    let (above, below) = (pool.ule(least, byte), pool.ule(byte, greatest));
    pool.and(above, below)
}

/// The text that a number can be in: white space, and the bytes after it that can be part of a number.
fn number_text(c: &mut Call, string: &Ptr) -> Result<Vec<Step<1>>, Stop> {
    let begun = Cell::new(c.domain().pool.bool(false));
    let until = Until {
        limit: None,
        ends: &|pool: &mut Pool, [byte]: [Term; 1]| {
            let white = is_white(pool, byte);
            let dark = pool.not(white);
            begun.set(pool.or(begun.get(), dark));
            let part = is_part_of_number(pool, byte);
            let other = pool.not(part);
            pool.and(begun.get(), other)
        },
    };
    c.walk([string], &until)
}

fn is_white(pool: &mut Pool, byte: Term) -> Term {
    let (blank, control) = (between(pool, byte, b' ', b' '), between(pool, byte, 9, 13));
    pool.or(blank, control)
}

fn is_part_of_number(pool: &mut Pool, byte: Term) -> Term {
    let ranges = [
        (b'0', b'9'),
        (b'A', b'Z'),
        (b'a', b'z'),
        (b'+', b'+'),
        (b'-', b'.'),
        (b'_', b'_'),
        (b'(', b')'),
    ];
    let ranges = ranges.map(|(least, greatest)| between(pool, byte, least, greatest));
    pool.or_all(&ranges)
}

fn read(c: &mut Call) -> Result<Reading, Stop> {
    let string = c.ptr(0)?;
    let steps = number_text(c, &string)?;
    let pool = &mut c.domain().pool;
    let mut reading = Reading::new(pool);
    for (index, step) in steps.iter().enumerate() {
        // Bytes behind the last one are not part of the text.
        let zero = pool.number(8, 0);
        let byte = pool.ite(step.going, step.bytes[0], zero);
        reading.take(pool, byte, index as u64);
    }
    Ok(reading)
}

/// The number as a `long`; sets `errno` if it is too large.
fn read_long(c: &mut Call) -> Result<Term, Stop> {
    let reading = read(c)?;
    let (value, fits) = reading.signed(&mut c.domain().pool);
    let large = c.domain().pool.not(fits);
    c.set_errno_where(large, ERANGE)?;
    Ok(value)
}

/// The low half, as glibc converts a `long`.
fn atoi(c: &mut Call) -> Outcome {
    let value = read_long(c)?;
    let value = c.domain().pool.trunc_to(value, 32);
    c.give_term(value)
}

fn atol(c: &mut Call) -> Outcome {
    let value = read_long(c)?;
    c.give_term(value)
}

/// In base 10; in other bases the text must be constant.
fn strtol(c: &mut Call) -> Outcome {
    let base = c.sized(2, 32)?;
    if c.domain().pool.as_word(base) != Some(10) {
        let name = c.name();
        let model = library::find::<Symbolic>(&name);
        let model = model.ok_or(StopKind::UnmodelledFunction(name))?;
        return model(c.machine, c.site, c.args);
    }
    let reading = read(c)?;
    let (string, place) = (c.ptr(0)?, c.ptr(1)?);
    put_end(c, &string, &place, reading.end)?;
    let (value, fits) = reading.signed(&mut c.domain().pool);
    let large = c.domain().pool.not(fits);
    c.set_errno_where(large, ERANGE)?;
    c.give_term(value)
}

/// Stores where the number ends, if the caller passed a pointer for that.
fn put_end(c: &mut Call, string: &Ptr, place: &Ptr, end: Term) -> Result<(), Stop> {
    let end = c.behind(string, end);
    let (memory, domain) = (&mut c.machine.memory, &mut c.machine.domain);
    let null = domain.null();
    let wanted = domain.ptr_test(Test::Ne, place, &null).term;
    if domain.pool.as_bool(wanted) == Some(false) {
        return Ok(());
    }
    let extent = Extent { bytes: 8, align: 1 };
    memory.write_where(domain, place, extent, &Content::Ptr(end), wanted)
}
