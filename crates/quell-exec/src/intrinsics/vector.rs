//! Vectors: moving lanes, and vectors of indices.

use super::call::{Call, Outcome, intrinsics};
use crate::domain::{Alu, Domain, Test};
use crate::program::shape::ShapeKind;
use crate::semantics::select::undef;
use crate::stop::Stop;
use crate::value::{Val, mismatch};

intrinsics! {
    "vector.insert" => insert,
    "vector.extract" => extract,
    "experimental.vector.insert" => insert,
    "experimental.vector.extract" => extract,
    "vector.reverse" => reverse,
    "experimental.vector.reverse" => reverse,
    "vector.splice" => splice,
    "experimental.vector.splice" => splice,
    "vector.interleave2" => interleave,
    "vector.interleave3" => interleave,
    "vector.interleave4" => interleave,
    "vector.interleave5" => interleave,
    "vector.interleave6" => interleave,
    "vector.interleave7" => interleave,
    "vector.interleave8" => interleave,
    "experimental.vector.interleave2" => interleave,
    "vector.deinterleave2" => deinterleave(2),
    "vector.deinterleave3" => deinterleave(3),
    "vector.deinterleave4" => deinterleave(4),
    "vector.deinterleave5" => deinterleave(5),
    "vector.deinterleave6" => deinterleave(6),
    "vector.deinterleave7" => deinterleave(7),
    "vector.deinterleave8" => deinterleave(8),
    "experimental.vector.deinterleave2" => deinterleave(2),
    "experimental.vector.compress" => compress,
    "stepvector" => steps,
    "experimental.stepvector" => steps,
    "get.active.lane.mask" => active_lanes,
    "experimental.cttz.elts" => leading_false_lanes,
}

type Lanes<D> = Vec<Val<D>>;

fn operand<D: Domain>(c: &Call<D>, index: usize) -> Result<Lanes<D>, Stop> {
    Ok(c.arg(index)?.members()?.to_vec())
}

/// The number of lanes of the result.
fn result_len<D: Domain>(c: &Call<D>) -> Result<usize, Stop> {
    let shape = c.machine.program.shapes.get(c.site.ret)?;
    match shape.kind {
        ShapeKind::Vector { len, .. } => Ok(len as usize),
        _ => Err(mismatch("a vector")),
    }
}

/// Fills the lanes that the result has in addition with undefined values.
fn fill_up<D: Domain>(c: &mut Call<D>, mut lanes: Lanes<D>, len: usize) -> Outcome<D> {
    let program = c.machine.program.clone();
    let elem = program.module.types.lane(c.site.ret);
    while lanes.len() < len {
        lanes.push(undef(&mut c.machine.domain, &program, elem)?);
    }
    Ok(Some(Val::agg(lanes)))
}

fn position<D: Domain>(c: &mut Call<D>, index: usize) -> Result<usize, Stop> {
    let position = c.number(index, "the index of a lane")?;
    Ok(usize::try_from(position).unwrap_or(usize::MAX))
}

fn insert<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (mut lanes, part) = (operand(c, 0)?, operand(c, 1)?);
    let from = position(c, 2)?;
    for (slot, lane) in lanes.iter_mut().skip(from).zip(part) {
        *slot = lane;
    }
    Ok(Some(Val::agg(lanes)))
}

fn extract<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (lanes, from, len) = (operand(c, 0)?, position(c, 1)?, result_len(c)?);
    let part = lanes.into_iter().skip(from).take(len).collect();
    fill_up(c, part, len)
}

fn reverse<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    Ok(Some(Val::agg(operand(c, 0)?.into_iter().rev())))
}

/// The concatenated lanes of both operands from an index on; a negative index counts from the end of the
/// first.
fn splice<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (mut lanes, second) = (operand(c, 0)?, operand(c, 1)?);
    let index = c.number(2, "the index of a lane")? as u32 as i32;
    let len = lanes.len();
    let from = if index < 0 {
        len.saturating_sub(index.unsigned_abs() as usize)
    } else {
        index as usize
    };
    lanes.extend(second);
    let part = lanes.into_iter().skip(from).take(len).collect();
    fill_up(c, part, len)
}

fn interleave<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let vectors: Result<Vec<_>, Stop> = (0..c.args.len()).map(|i| operand(c, i)).collect();
    let vectors = vectors?;
    let len = vectors.first().map_or(0, Vec::len);
    let lanes = (0..len).flat_map(|i| vectors.iter().filter_map(move |v| v.get(i).cloned()));
    Ok(Some(Val::agg(lanes)))
}

fn deinterleave<D: Domain>(c: &mut Call<D>, factor: usize) -> Outcome<D> {
    let lanes = operand(c, 0)?;
    let strand = |from| Val::agg(lanes.iter().skip(from).step_by(factor).cloned());
    Ok(Some(Val::agg((0..factor).map(strand))))
}

/// The selected lanes moved together, followed by lanes of the third operand.
fn compress<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (lanes, mask, mut result) = (operand(c, 0)?, operand(c, 1)?, operand(c, 2)?);
    let d = &mut c.machine.domain;
    let mut next = 0;
    for (lane, bit) in lanes.into_iter().zip(&mask) {
        if d.known(bit.word()?, "a mask")? {
            result[next] = lane;
            next += 1;
        }
    }
    Ok(Some(Val::agg(result)))
}

fn steps<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (width, len) = (c.result_width()?, result_len(c)? as u64);
    let d = &mut c.machine.domain;
    Ok(Some(Val::agg(
        (0..len).map(|i| Val::Word(d.word(width, i))),
    )))
}

/// For each lane `i`, whether `base + i` is below the limit, without wrapping.
fn active_lanes<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (width, len) = (c.width(0)?, result_len(c)? as u64);
    let (base, limit) = (c.word(0)?, c.word(1)?);
    let d = &mut c.machine.domain;
    let mut lanes = Vec::new();
    for i in 0..len {
        let i = d.word(width, i);
        let (sum, wraps) = (
            d.alu(Alu::Add, width, base, &i),
            d.test(Test::UAddOverflows, width, base, &i),
        );
        let (below, fits) = (d.test(Test::Ult, width, &sum, limit), d.not(&wraps));
        lanes.push(Val::Word(d.alu(Alu::And, 1, &below, &fits)));
    }
    Ok(Some(Val::agg(lanes)))
}

/// The number of lanes before the first that is not zero.
fn leading_false_lanes<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (lanes, width, to) = (operand(c, 0)?, c.width(0)?, c.result_width()?);
    let d = &mut c.machine.domain;
    let mut count = d.word(to, lanes.len() as u64);
    for (i, lane) in lanes.iter().enumerate().rev() {
        let (zero, here) = (d.word(width, 0), d.word(to, i as u64));
        let set = d.test(Test::Ne, width, lane.word()?, &zero);
        count = d.select(&set, to, &here, &count);
    }
    Ok(Some(Val::Word(count)))
}
