//! Loads and stores of any type, as accesses to its scalar members.

use quell_ir::TypeId;

use crate::domain::Domain;
use crate::memory::{Extent, Memory};
use crate::program::Program;
use crate::program::shape::{Shape, ShapeKind};
use crate::semantics::cast::{join, split};
use crate::stop::Stop;
use crate::value::{Val, mismatch};

/// The known alignment at an offset from an aligned address.
const fn align_at(align: u64, offset: u64) -> u64 {
    if offset == 0 {
        align
    } else {
        1 << (align | offset).trailing_zeros()
    }
}

/// Whether lanes do not fill whole bytes, so that they are packed bit by bit.
fn is_packed(program: &Program, elem: TypeId) -> Result<bool, Stop> {
    Ok(program
        .shapes
        .get(elem)?
        .width()
        .is_some_and(|width| width % 8 != 0))
}

pub fn load<D: Domain>(
    d: &mut D,
    memory: &mut D::Memory,
    program: &Program,
    ty: TypeId,
    ptr: &D::Ptr,
    align: u64,
) -> Result<Val<D>, Stop> {
    let shape = program.shapes.get(ty)?;
    shape.check_register()?;
    match &shape.kind {
        ShapeKind::Void => Ok(Val::agg([])),
        ShapeKind::Int(_) | ShapeKind::Float(_) => {
            let extent = Extent {
                bytes: shape.size,
                align,
            };
            Ok(Val::Word(memory.read(
                d,
                ptr,
                extent,
                shape.width().unwrap_or(0),
            )?))
        }
        ShapeKind::Ptr => Ok(Val::Ptr(memory.read_ptr(d, ptr, align)?)),
        ShapeKind::Vector { elem, len } if is_packed(program, *elem)? => {
            let width = program.shapes.get(*elem)?.width().unwrap_or(0) * len;
            let word = memory.read(
                d,
                ptr,
                Extent {
                    bytes: shape.size,
                    align,
                },
                width,
            )?;
            split(d, memory, program, &shape, &word, width)
        }
        _ => {
            let mut members = Vec::new();
            for (offset, member) in members_of(program, &shape)? {
                let at = d.ptr_offset(ptr, offset as i64);
                members.push(load(
                    d,
                    memory,
                    program,
                    member,
                    &at,
                    align_at(align, offset),
                )?);
            }
            Ok(Val::agg(members))
        }
    }
}

/// Offset and type of each lane or member.
fn members_of(program: &Program, shape: &Shape) -> Result<Vec<(u64, TypeId)>, Stop> {
    shape.check_register()?;
    match &shape.kind {
        ShapeKind::Vector { elem, len } => {
            let step = program.shapes.get(*elem)?.size;
            Ok((0..u64::from(*len)).map(|i| (i * step, *elem)).collect())
        }
        _ => Ok((0..shape.members())
            .filter_map(|i| shape.member(i))
            .collect()),
    }
}

pub fn store<D: Domain>(
    d: &mut D,
    memory: &mut D::Memory,
    program: &Program,
    ty: TypeId,
    (ptr, align): (&D::Ptr, u64),
    value: &Val<D>,
) -> Result<(), Stop> {
    let shape = program.shapes.get(ty)?;
    match (&shape.kind, value) {
        (ShapeKind::Void, _) => Ok(()),
        (ShapeKind::Int(_) | ShapeKind::Float(_), Val::Word(word)) => {
            let extent = Extent {
                bytes: shape.size,
                align,
            };
            memory.write(d, ptr, extent, shape.width().unwrap_or(0), word)
        }
        (ShapeKind::Ptr, Val::Ptr(value)) => memory.write_ptr(d, ptr, align, value),
        (ShapeKind::Vector { elem, .. }, _) if is_packed(program, *elem)? => {
            let (word, width) = join(d, memory, program, &shape, value)?;
            memory.write(
                d,
                ptr,
                Extent {
                    bytes: shape.size,
                    align,
                },
                width,
                &word,
            )
        }
        (_, Val::Agg(values)) => {
            for ((offset, member), value) in
                members_of(program, &shape)?.into_iter().zip(values.iter())
            {
                let at = d.ptr_offset(ptr, offset as i64);
                store(
                    d,
                    memory,
                    program,
                    member,
                    (&at, align_at(align, offset)),
                    value,
                )?;
            }
            Ok(())
        }
        _ => Err(mismatch("a value of the stored type")),
    }
}
