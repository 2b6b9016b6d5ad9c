//! `select`, `freeze`, and undefined values.

use quell_ir::TypeId;

use crate::domain::Domain;
use crate::program::Program;
use crate::program::shape::{Shape, ShapeKind};
use crate::semantics::lanes;
use crate::stop::Stop;
use crate::value::{Val, mismatch};

/// One of two values of a type, by one condition.
pub fn select<D: Domain>(
    d: &mut D,
    program: &Program,
    ty: TypeId,
    cond: &D::Word,
    a: &Val<D>,
    b: &Val<D>,
) -> Result<Val<D>, Stop> {
    let shape = program.shapes.get(ty)?;
    match (a, b) {
        (Val::Word(a), Val::Word(b)) => {
            Ok(Val::Word(d.select(cond, shape.width().unwrap_or(64), a, b)))
        }
        (Val::Ptr(a), Val::Ptr(b)) => Ok(Val::Ptr(d.select_ptr(cond, a, b))),
        (Val::Agg(a), Val::Agg(b)) if a.len() == b.len() => {
            let members = a.iter().zip(b.iter()).enumerate();
            let members: Result<Vec<_>, Stop> = members
                .map(|(i, (a, b))| select(d, program, member_type(&shape, i)?, cond, a, b))
                .collect();
            Ok(Val::agg(members?))
        }
        _ => Err(mismatch("a value of the same type")),
    }
}

/// Each lane from one of two vectors, by the condition of that lane.
pub fn select_lanes<D: Domain>(
    d: &mut D,
    program: &Program,
    ty: TypeId,
    cond: &Val<D>,
    a: &Val<D>,
    b: &Val<D>,
) -> Result<Val<D>, Stop> {
    let elem = program.module.types.lane(ty);
    let conds = cond.members()?;
    let mut conds = conds.iter();
    lanes::zip(a, b, |a, b| {
        let cond = conds.next().ok_or_else(|| mismatch("a condition"))?;
        select(d, program, elem, cond.word()?, a, b)
    })
}

/// The type of a member of an aggregate or vector.
pub fn member_type(shape: &Shape, index: usize) -> Result<TypeId, Stop> {
    match &shape.kind {
        ShapeKind::Vector { elem, .. } => Ok(*elem),
        _ => shape
            .member(index as u64)
            .map(|member| member.1)
            .ok_or_else(|| mismatch("a member")),
    }
}

pub fn freeze<D: Domain>(
    d: &mut D,
    program: &Program,
    ty: TypeId,
    a: &Val<D>,
) -> Result<Val<D>, Stop> {
    let shape = program.shapes.get(ty)?;
    match a {
        Val::Word(word) => Ok(Val::Word(d.freeze(shape.width().unwrap_or(64), word))),
        Val::Ptr(ptr) => Ok(Val::Ptr(d.freeze_ptr(ptr))),
        Val::Agg(members) => {
            let members = members.iter().enumerate();
            let frozen: Result<Vec<_>, Stop> = members
                .map(|(i, member)| freeze(d, program, member_type(&shape, i)?, member))
                .collect();
            Ok(Val::agg(frozen?))
        }
    }
}

/// A value of a type, with its words and pointers made by functions.
fn uniform<D: Domain>(
    d: &mut D,
    program: &Program,
    ty: TypeId,
    word: fn(&mut D, u32) -> D::Word,
    ptr: fn(&mut D) -> D::Ptr,
) -> Result<Val<D>, Stop> {
    let shape = program.shapes.get(ty)?;
    shape.check_register()?;
    Ok(match &shape.kind {
        ShapeKind::Void => Val::agg([]),
        ShapeKind::Int(width) => Val::Word(word(d, *width)),
        ShapeKind::Float(format) => Val::Word(word(d, format.width())),
        ShapeKind::Ptr => Val::Ptr(ptr(d)),
        ShapeKind::Vector { elem, len } => {
            let lane = uniform(d, program, *elem, word, ptr)?;
            Val::agg((0..*len).map(|_| lane.clone()))
        }
        ShapeKind::Array { elem, len, .. } => {
            let member = uniform(d, program, *elem, word, ptr)?;
            Val::agg((0..*len).map(|_| member.clone()))
        }
        ShapeKind::Struct(fields) => {
            let members: Result<Vec<_>, Stop> = fields
                .iter()
                .map(|(_, ty)| uniform(d, program, *ty, word, ptr))
                .collect();
            Val::agg(members?)
        }
    })
}

/// The undefined value of a type.
pub fn undef<D: Domain>(d: &mut D, program: &Program, ty: TypeId) -> Result<Val<D>, Stop> {
    uniform(d, program, ty, D::undef, D::undef_ptr)
}

/// The zero value of a type.
pub fn zero<D: Domain>(d: &mut D, program: &Program, ty: TypeId) -> Result<Val<D>, Stop> {
    uniform(d, program, ty, |d, width| d.word(width, 0), D::null)
}
