//! Lanes of vectors: extracting, inserting, shuffling.

use quell_ir::TypeId;

use crate::domain::Domain;
use crate::program::Program;
use crate::semantics::select::undef;
use crate::stop::Stop;
use crate::value::{Val, mismatch};

/// A lane; undefined if the vector does not have it.
pub fn extract_element<D: Domain>(
    d: &mut D,
    program: &Program,
    elem: TypeId,
    vector: &Val<D>,
    index: (&D::Word, u32),
) -> Result<Val<D>, Stop> {
    let index = d.concrete_u64(index.1, index.0, "the index of a vector")?;
    match vector
        .members()?
        .get(usize::try_from(index).unwrap_or(usize::MAX))
    {
        Some(lane) => Ok(lane.clone()),
        None => undef(d, program, elem),
    }
}

pub fn insert_element<D: Domain>(
    d: &mut D,
    program: &Program,
    ty: TypeId,
    vector: &Val<D>,
    value: &Val<D>,
    index: (&D::Word, u32),
) -> Result<Val<D>, Stop> {
    let index = d.concrete_u64(index.1, index.0, "the index of a vector")?;
    if index >= vector.members()?.len() as u64 {
        return undef(d, program, ty);
    }
    vector.with(&[index as u32], value.clone())
}

/// Lanes of two vectors by a mask, in which `None` is an undefined lane.
pub fn shuffle<D: Domain>(
    d: &mut D,
    program: &Program,
    elem: TypeId,
    (a, b): (&Val<D>, &Val<D>),
    mask: &[Option<u32>],
) -> Result<Val<D>, Stop> {
    let (a, b) = (a.members()?, b.members()?);
    let lane = |i: u32| a.iter().chain(b.iter()).nth(i as usize).cloned();
    let lanes: Result<Vec<_>, Stop> = mask
        .iter()
        .map(|entry| match entry {
            Some(i) => lane(*i).ok_or_else(|| mismatch("a lane")),
            None => undef(d, program, elem),
        })
        .collect();
    Ok(Val::agg(lanes?))
}
