//! Comparing memory and strings: the difference of the first bytes that differ, as in the concrete machine.

use quell_term::{Pool, Term};

use super::walk::Until;
use super::{Call, Outcome, ctype, table};

table! {
    "memcmp" => memcmp,
    "bcmp" => memcmp,
    "strcmp" => strcmp,
    "strcoll" => strcmp,
    "strncmp" => strncmp,
    "strcasecmp" => strcasecmp,
    "strncasecmp" => strncasecmp,
}

/// What is compared of a byte.
type Fold = fn(&mut Pool, Term) -> Term;

fn as_is(_: &mut Pool, byte: Term) -> Term {
    byte
}

fn compare(c: &mut Call, limit: Option<Term>, strings: bool, fold: Fold) -> Outcome {
    let (a, b) = (c.ptr(0)?, c.ptr(1)?);
    let until = Until {
        limit,
        ends: &|pool: &mut Pool, [a, b]: [Term; 2]| {
            let zero = pool.number(8, 0);
            let end = pool.eq(a, zero);
            let (a, b) = (fold(pool, a), fold(pool, b));
            let differ = pool.ne(a, b);
            if strings {
                pool.or(differ, end)
            } else {
                differ
            }
        },
    };
    let steps = c.walk([&a, &b], &until)?;
    let mut order = c.number(32, 0);
    let equal = order;
    for step in steps.iter().rev() {
        let pool = &mut c.domain().pool;
        let [a, b] = step.bytes.map(|byte| {
            let byte = fold(pool, byte);
            pool.zext_to(byte, 32)
        });
        let here = pool.sub(a, b);
        order = pool.ite(step.stop, here, order);
        order = pool.ite(step.within, order, equal);
    }
    c.give_term(order)
}

fn memcmp(c: &mut Call) -> Outcome {
    let limit = c.size_term(2)?;
    compare(c, Some(limit), false, as_is)
}

fn strcmp(c: &mut Call) -> Outcome {
    compare(c, None, true, as_is)
}

fn strncmp(c: &mut Call) -> Outcome {
    let limit = c.size_term(2)?;
    compare(c, Some(limit), true, as_is)
}

fn strcasecmp(c: &mut Call) -> Outcome {
    compare(c, None, true, ctype::lower)
}

fn strncasecmp(c: &mut Call) -> Outcome {
    let limit = c.size_term(2)?;
    compare(c, Some(limit), true, ctype::lower)
}
