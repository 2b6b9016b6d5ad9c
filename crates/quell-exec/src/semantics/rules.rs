//! Rules of the source language, checked as promises: a violation is undefined for the original and changes nothing for
//! a mutant.

use crate::domain::{Alu, Decision, Domain, Test};
use crate::stop::{Stop, Ub};

/// An index into an array is below `limit`, as an unsigned number.
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

/// An index of 64 bits that is unsigned in C is not negative as the signed number that the address is computed with.
pub fn unsigned_index<D: Domain>(d: &mut D, index: &D::Word) -> Result<(), Stop> {
    let holds = d.between(64, index, (0, i64::MAX));
    keep(d, &holds, || Ub::PointerOverflow)
}

/// A subscript, counted from 0, is smaller than the extent of its dimension.
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

/// Two pointers are into one object.
pub fn same_object<D: Domain>(
    d: &mut D,
    what: &'static str,
    a: &D::Ptr,
    b: &D::Ptr,
) -> Result<(), Stop> {
    let holds = d.same_object(a, b);
    keep(d, &holds, || Ub::UnrelatedPointers(what))
}

/// `a << amount` in C: `a` is not negative, and what is shifted stays below the sign. A number fits if it is at most the
/// greatest one shifted back, both taken without signs.
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
    keep(d, &holds, || Ub::SignedOverflow("<<"))
}

/// A distance, before the compiler narrowed it, is less than the width of what is shifted.
pub fn shift_distance<D: Domain>(
    d: &mut D,
    (amount, amount_width): (&D::Word, u32),
    width: u32,
) -> Result<(), Stop> {
    let wide = amount_width.max(16);
    let whole = match amount_width < wide {
        true => d.zext(amount_width, wide, amount),
        false => amount.clone(),
    };
    let limit = d.word(wide, u64::from(width));
    let holds = d.test(Test::Ult, wide, &whole, &limit);
    let amount = match d.decide(&holds) {
        Decision::Known(false) => d.show(amount_width, amount),
        _ => String::new(),
    };
    keep(d, &holds, || Ub::BadShift { amount, width })
}

/// A promise of no result.
fn keep<D: Domain>(d: &mut D, holds: &D::Word, ub: impl FnOnce() -> Ub) -> Result<(), Stop> {
    let nothing = d.word(1, 0);
    d.promise(holds, ub, 1, nothing).map(drop)
}
