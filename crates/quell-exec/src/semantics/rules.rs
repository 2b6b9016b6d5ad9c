//! Rules of the source language. A violation has the effect of a violated poison-generating flag: undefined
//! for the original, ignored for a mutant.

use crate::domain::{Alu, Decision, Domain, Test};
use crate::stop::{Stop, Ub};

/// Checks that an index into an array is below `limit`, as an unsigned number.
pub fn index<D: Domain>(
    d: &mut D,
    (index, width): (&D::Word, u32),
    limit: u64,
    length: u64,
) -> Result<(), Stop> {
    let most = d.word(width, limit);
    let holds = d.test(Test::Ult, width, index, &most);
    let index = match d.decide(&holds) {
        Decision::Known(false) => d.show(width, index),
        _ => "that is too large".to_owned(),
    };
    keep(d, &holds, || Ub::ArrayIndex { index, length })
}

/// Checks that an index of 64 bits that is unsigned in C is not negative as a signed number, as the address
/// is computed with.
pub fn unsigned_index<D: Domain>(d: &mut D, index: &D::Word) -> Result<(), Stop> {
    let holds = d.between(64, index, (0, i64::MAX));
    keep(d, &holds, || Ub::PointerOverflow)
}

/// Checks that a subscript, counted from 0, is below the extent of its dimension.
pub fn subscript<D: Domain>(
    d: &mut D,
    dimension: u32,
    index: &D::Word,
    extent: &D::Word,
) -> Result<(), Stop> {
    let holds = d.test(Test::Ult, 64, index, extent);
    let (element, extent) = match d.decide(&holds) {
        Decision::Known(false) => {
            let one = d.word(64, 1);
            let element = d.alu(Alu::Add, 64, index, &one);
            (d.show(64, &element), d.show(64, extent))
        }
        _ => ("beyond the last".to_owned(), "fewer".to_owned()),
    };
    keep(d, &holds, || Ub::Subscript {
        dimension,
        element,
        extent,
    })
}

/// Checks that two pointers point into one object.
pub fn same_object<D: Domain>(
    d: &mut D,
    what: &'static str,
    a: &D::Ptr,
    b: &D::Ptr,
) -> Result<(), Stop> {
    let holds = d.same_object(a, b);
    keep(d, &holds, || Ub::UnrelatedPointers { what: what.into() })
}

/// Checks `a << amount` in C: `a` is not negative, and no bit is shifted into the sign. That holds if `a` is
/// at most the largest signed number shifted right by the amount, compared as unsigned numbers.
pub fn signed_shift_left<D: Domain>(
    d: &mut D,
    width: u32,
    a: &D::Word,
    amount: &D::Word,
) -> Result<(), Stop> {
    shift_distance(d, (amount, width), width)?;
    let greatest = d.constant(&quell_bits::Bits::max_signed(width));
    let most = d.alu(Alu::LShr, width, &greatest, amount);
    let holds = d.test(Test::Ule, width, a, &most);
    keep(d, &holds, || Ub::SignedOverflow {
        operation: "<<".into(),
    })
}

/// Checks that a shift distance, before the compiler truncated it, is below the width of the shifted value.
pub fn shift_distance<D: Domain>(
    d: &mut D,
    (amount, amount_width): (&D::Word, u32),
    width: u32,
) -> Result<(), Stop> {
    let wide = amount_width.max(16);
    let whole = if amount_width < wide {
        d.zext(amount_width, wide, amount)
    } else {
        amount.clone()
    };
    let limit = d.word(wide, u64::from(width));
    let holds = d.test(Test::Ult, wide, &whole, &limit);
    let amount = match d.decide(&holds) {
        Decision::Known(false) => d.show(amount_width, amount),
        _ => String::new(),
    };
    keep(d, &holds, || Ub::BadShift { amount, width })
}

/// Checks a condition that no result depends on.
fn keep<D: Domain>(d: &mut D, holds: &D::Word, ub: impl FnOnce() -> Ub) -> Result<(), Stop> {
    let nothing = d.word(1, 0);
    d.check_flag(holds, ub, 1, nothing).map(drop)
}
