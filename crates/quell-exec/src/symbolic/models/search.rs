//! String lengths, and searches in memory and strings.

use quell_term::{Pool, Term};

use super::walk::{Step, Until, is_zero};
use super::{Call, Outcome, table};
use crate::stop::Stop;
use crate::symbolic::domain::Ptr;

table! {
    "strlen" => strlen,
    "strnlen" => strnlen,
    "memchr" => memchr,
    "rawmemchr" => rawmemchr,
    "strchr" => strchr,
    "index" => strchr,
    "strchrnul" => strchrnul,
    "strrchr" => strrchr,
    "rindex" => strrchr,
    "memrchr" => memrchr,
    "strspn" => strspn,
    "strcspn" => strcspn,
    "strpbrk" => strpbrk,
    "strstr" => strstr,
}

fn strlen(c: &mut Call) -> Outcome {
    let string = c.ptr(0)?;
    let steps = c.whole(&string)?;
    let length = c.length_of(&steps);
    c.give_term(length)
}

fn strnlen(c: &mut Call) -> Outcome {
    let (string, limit) = (c.ptr(0)?, c.size_term(1)?);
    let length = c.string_within(&string, limit)?;
    c.give_term(length)
}

/// The first position of a byte, and whether there is one before the end.
fn first(c: &mut Call, wanted: Term, steps: &[Step<1>]) -> (Term, Term) {
    let (mut found, mut place) = (c.domain().pool.bool(false), c.number(64, 0));
    for (index, step) in steps.iter().enumerate().rev() {
        let here = c.number(64, index as u64);
        let pool = &mut c.domain().pool;
        let hit = pool.eq(step.bytes[0], wanted);
        let hit = pool.and(hit, step.within);
        found = pool.ite(step.stop, hit, found);
        place = pool.ite(step.stop, here, place);
    }
    (found, place)
}

fn position(c: &mut Call, limit: Option<Term>) -> Outcome {
    let (area, wanted) = (c.ptr(0)?, c.char(1)?);
    let until = Until {
        limit,
        ends: &|pool: &mut Pool, [byte]: [Term; 1]| pool.eq(byte, wanted),
    };
    let steps = c.walk([&area], &until)?;
    let (found, place) = first(c, wanted, &steps);
    c.give_found(&area, found, place)
}

fn memchr(c: &mut Call) -> Outcome {
    let limit = c.size_term(2)?;
    position(c, Some(limit))
}

fn rawmemchr(c: &mut Call) -> Outcome {
    position(c, None)
}

/// A string up to a byte or its terminator.
fn up_to(c: &mut Call, string: &Ptr, wanted: Term) -> Result<Vec<Step<1>>, Stop> {
    let until = Until {
        limit: None,
        ends: &|pool: &mut Pool, [byte]: [Term; 1]| {
            let (hit, end) = (pool.eq(byte, wanted), is_zero(pool, [byte]));
            pool.or(hit, end)
        },
    };
    c.walk([string], &until)
}

fn strchr(c: &mut Call) -> Outcome {
    let (string, wanted) = (c.ptr(0)?, c.char(1)?);
    let steps = up_to(c, &string, wanted)?;
    let (found, place) = first(c, wanted, &steps);
    c.give_found(&string, found, place)
}

fn strchrnul(c: &mut Call) -> Outcome {
    let (string, wanted) = (c.ptr(0)?, c.char(1)?);
    let steps = up_to(c, &string, wanted)?;
    let place = c.length_of(&steps);
    let ptr = c.behind(&string, place);
    c.give_ptr(ptr)
}

/// The last position of a byte among those that are read.
fn last(c: &mut Call, area: &Ptr, wanted: Term, steps: &[Step<1>]) -> Outcome {
    let (mut found, mut place) = (c.domain().pool.bool(false), c.number(64, 0));
    for (index, step) in steps.iter().enumerate() {
        let here = c.number(64, index as u64);
        let pool = &mut c.domain().pool;
        let hit = pool.eq(step.bytes[0], wanted);
        let hit = pool.and(hit, step.going);
        found = pool.or(found, hit);
        place = pool.ite(hit, here, place);
    }
    c.give_found(area, found, place)
}

fn strrchr(c: &mut Call) -> Outcome {
    let (string, wanted) = (c.ptr(0)?, c.char(1)?);
    let steps = c.whole(&string)?;
    last(c, &string, wanted, &steps)
}

fn memrchr(c: &mut Call) -> Outcome {
    let (area, wanted, limit) = (c.ptr(0)?, c.char(1)?, c.size_term(2)?);
    let until = Until {
        limit: Some(limit),
        ends: &|pool: &mut Pool, _: [Term; 1]| pool.bool(false),
    };
    let steps = c.walk([&area], &until)?;
    last(c, &area, wanted, &steps)
}

/// A string up to the first byte that is in a set, or that is not, or to its terminator.
fn span(c: &mut Call, inside: bool) -> Result<Vec<Step<1>>, Stop> {
    let (string, set) = (c.ptr(0)?, c.ptr(1)?);
    let set = c.whole(&set)?;
    let until = Until {
        limit: None,
        ends: &|pool: &mut Pool, [byte]: [Term; 1]| {
            let member = is_member(pool, byte, &set);
            let leaves = if inside { pool.not(member) } else { member };
            let end = is_zero(pool, [byte]);
            pool.or(leaves, end)
        },
    };
    c.walk([&string], &until)
}

fn is_member(pool: &mut Pool, byte: Term, set: &[Step<1>]) -> Term {
    let mut any = pool.bool(false);
    for member in set {
        let ends = pool.not(member.stop);
        let same = pool.eq(byte, member.bytes[0]);
        let here = pool.and_all(&[member.going, ends, same]);
        any = pool.or(any, here);
    }
    any
}

fn strspn(c: &mut Call) -> Outcome {
    let steps = span(c, true)?;
    let length = c.length_of(&steps);
    c.give_term(length)
}

fn strcspn(c: &mut Call) -> Outcome {
    let steps = span(c, false)?;
    let length = c.length_of(&steps);
    c.give_term(length)
}

fn strpbrk(c: &mut Call) -> Outcome {
    let steps = span(c, false)?;
    let string = c.ptr(0)?;
    let place = c.length_of(&steps);
    let mut found = c.domain().pool.bool(false);
    for step in steps.iter().rev() {
        let pool = &mut c.domain().pool;
        let end = is_zero(pool, step.bytes);
        let more = pool.not(end);
        found = pool.ite(step.stop, more, found);
    }
    c.give_found(&string, found, place)
}

fn strstr(c: &mut Call) -> Outcome {
    let (string, needle) = (c.ptr(0)?, c.ptr(1)?);
    let (text, part) = (c.whole(&string)?, c.whole(&needle)?);
    let (mut found, mut place) = (c.domain().pool.bool(false), c.number(64, 0));
    for index in (0..text.len()).rev() {
        let here = c.number(64, index as u64);
        let pool = &mut c.domain().pool;
        let hit = begins_with(pool, &text[index..], &part);
        let hit = pool.and(hit, text[index].going);
        found = pool.or(found, hit);
        place = pool.ite(hit, here, place);
    }
    c.give_found(&string, found, place)
}

/// Whether a text begins with another one. Behind the end of a text no byte is equal.
fn begins_with(pool: &mut Pool, text: &[Step<1>], part: &[Step<1>]) -> Term {
    let mut all = pool.bool(true);
    for (index, wanted) in part.iter().enumerate().rev() {
        let same = match text.get(index) {
            Some(step) => {
                let same = pool.eq(step.bytes[0], wanted.bytes[0]);
                pool.and_all(&[same, step.going, all])
            }
            None => pool.bool(false),
        };
        all = pool.or(wanted.stop, same);
    }
    all
}
