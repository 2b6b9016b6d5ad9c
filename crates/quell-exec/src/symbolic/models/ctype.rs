//! `ctype.h` in the C locale.

use quell_term::{Pool, Term};

use super::{Call, Outcome, table};
use crate::library::ctype::class_named;
use crate::stop::{Stop, Ub};

table! {
    "isupper" => class,
    "islower" => class,
    "isalpha" => class,
    "isdigit" => class,
    "isxdigit" => class,
    "isspace" => class,
    "isprint" => class,
    "isgraph" => class,
    "isblank" => class,
    "iscntrl" => class,
    "ispunct" => class,
    "isalnum" => class,
    "tolower" => tolower,
    "toupper" => toupper,
}

/// Whether an unsigned number lies between two others.
fn between(pool: &mut Pool, value: Term, least: u64, greatest: u64) -> Term {
    let width = pool.width(value);
    let least_term = pool.number(width, least);
    let above = pool.sub(value, least_term);
    let span = pool.number(width, greatest - least);
    pool.ule(above, span)
}

/// The ranges of bytes that belong to a class.
fn ranges(holds: fn(&u8) -> bool) -> Vec<(u8, u8)> {
    let mut ranges: Vec<(u8, u8)> = Vec::new();
    for byte in (0..=u8::MAX).filter(holds) {
        match ranges.last_mut() {
            Some(last) if last.1.checked_add(1) == Some(byte) => last.1 = byte,
            _ => ranges.push((byte, byte)),
        }
    }
    ranges
}

/// Returns the bit of the class, as the functions of glibc do. Arguments that are no characters are undefined.
fn class(c: &mut Call) -> Outcome {
    let name = c.name();
    let value = c.sized(0, 32)?;
    let Some(class) = class_named(&name) else {
        return Err(no_character());
    };
    let domain = c.domain();
    let pool = &mut domain.pool;
    let shift = pool.number(32, 128);
    let shifted = pool.add(value, shift);
    let known = between(pool, shifted, 0, 128 + 255);
    let unknown = pool.not(known);
    domain.trap_if(unknown, misuse)?;
    let pool = &mut domain.pool;
    let mut member = pool.bool(false);
    for (least, greatest) in ranges(class.holds) {
        let here = between(pool, value, u64::from(least), u64::from(greatest));
        member = pool.or(member, here);
    }
    let (bit, none) = (pool.number(32, u64::from(class.bit)), pool.number(32, 0));
    let result = pool.ite(member, bit, none);
    c.give_term(result)
}

fn misuse() -> Ub {
    Ub::LibraryMisuse {
        function: "ctype".into(),
        what: "the argument is not a character".to_owned(),
    }
}

fn no_character() -> Stop {
    misuse().into()
}

/// A byte with letters of one case converted to the other; `first` is the first letter of that case.
fn changed(pool: &mut Pool, value: Term, first: u8) -> Term {
    let letter = between(pool, value, u64::from(first), u64::from(first) + 25);
    let bit = pool.number(pool.width(value), 0x20);
    let other = pool.bvxor(value, bit);
    pool.ite(letter, other, value)
}

/// A byte in lower case.
pub(super) fn lower(pool: &mut Pool, byte: Term) -> Term {
    changed(pool, byte, b'A')
}

/// A byte that is negative as a `char` is returned as an unsigned byte; a number that is no character is returned unchanged.
fn change_case(c: &mut Call, first: u8) -> Outcome {
    let value = c.sized(0, 32)?;
    let pool = &mut c.domain().pool;
    let cased = changed(pool, value, first);
    let negative = between(pool, value, 0xffff_ff80, 0xffff_fffe);
    let low = pool.extract(value, 7, 0);
    let byte = pool.zext_to(low, 32);
    let result = pool.ite(negative, byte, cased);
    c.give_term(result)
}

fn tolower(c: &mut Call) -> Outcome {
    change_case(c, b'A')
}

fn toupper(c: &mut Call) -> Outcome {
    change_case(c, b'a')
}
