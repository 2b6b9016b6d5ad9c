//! Conversions between types.

use quell_bits::FloatFormat;
use quell_ir::TypeId;
use quell_ir::opcode::{CastOp, Flags};

use crate::domain::{Alu, Domain, Test};
use crate::memory::Memory;
use crate::program::Program;
use crate::program::shape::{Shape, ShapeKind};
use crate::semantics::lanes;
use crate::stop::{Stop, StopKind, Ub};
use crate::value::{Val, mismatch};

type Outcome<D> = Result<<D as Domain>::Word, Stop>;

/// The widths of source and result.
#[derive(Clone, Copy, Debug)]
pub struct Widths {
    pub from: u32,
    pub to: u32,
    pub flags: Flags,
}

#[inline(always)]
pub fn trunc<D: Domain>(d: &mut D, w: Widths, a: &D::Word) -> Outcome<D> {
    let mut result = d.extract(w.from, a, 0, w.to);
    if w.flags.contains(Flags::NSW) {
        let back = d.sext(w.to, w.from, &result);
        result = kept(
            d,
            w,
            a,
            &back,
            Ub::SignedOverflow {
                operation: "conversion".into(),
            },
            result,
        )?;
    }
    if w.flags.contains(Flags::NUW) {
        let back = d.zext(w.to, w.from, &result);
        result = kept(
            d,
            w,
            a,
            &back,
            Ub::UnsignedOverflow {
                operation: "conversion".into(),
            },
            result,
        )?;
    }
    Ok(result)
}

fn kept<D: Domain>(
    d: &mut D,
    w: Widths,
    a: &D::Word,
    back: &D::Word,
    ub: Ub,
    result: D::Word,
) -> Outcome<D> {
    let holds = d.test(Test::Eq, w.from, a, back);
    d.check_flag(&holds, || ub, w.to, result)
}

#[inline(always)]
pub fn zext<D: Domain>(d: &mut D, w: Widths, a: &D::Word) -> Outcome<D> {
    let result = d.zext(w.from, w.to, a);
    if w.flags.contains(Flags::NNEG) {
        not_negative(d, w, a, result)
    } else {
        Ok(result)
    }
}

fn not_negative<D: Domain>(d: &mut D, w: Widths, a: &D::Word, result: D::Word) -> Outcome<D> {
    let zero = d.word(w.from, 0);
    let holds = d.test(Test::Sle, w.from, &zero, a);
    d.check_flag(
        &holds,
        || Ub::Inexact {
            operation: "conversion".into(),
        },
        w.to,
        result,
    )
}

#[inline(always)]
pub fn sext<D: Domain>(d: &mut D, w: Widths, a: &D::Word) -> Outcome<D> {
    Ok(d.sext(w.from, w.to, a))
}

/// Float to integer. A value out of range is undefined; the hardware computes the result of `cvttsd2si` at
/// the next larger size.
pub fn float_to_int<D: Domain>(
    d: &mut D,
    from: FloatFormat,
    to: u32,
    signed: bool,
    a: &D::Word,
) -> Outcome<D> {
    let (value, in_range) = d.float_to_int(from, to, signed, a);
    let value = if d.wraps_on_violation() {
        hardware_to_int(d, from, to, signed, a)
    } else {
        value
    };
    d.check_flag(&in_range, || Ub::FloatToIntRange, to, value)
}

fn hardware_to_int<D: Domain>(
    d: &mut D,
    from: FloatFormat,
    to: u32,
    signed: bool,
    a: &D::Word,
) -> D::Word {
    match (to, signed) {
        (..=31, _) | (32, true) => narrow(d, from, 32, to, a),
        (32, false) | (33..=63, _) | (64, true) => narrow(d, from, 64, to, a),
        (64, false) => hardware_to_u64(d, from, a),
        _ => d.float_to_int(from, to, signed, a).0,
    }
}

/// The conversion to a signed number of `through` bits: the "integer indefinite" value if out of range.
fn indefinite<D: Domain>(d: &mut D, from: FloatFormat, through: u32, a: &D::Word) -> D::Word {
    let (value, in_range) = d.float_to_int(from, through, true, a);
    let smallest = d.constant(&quell_bits::Bits::min_signed(through));
    d.select(&in_range, through, &value, &smallest)
}

fn narrow<D: Domain>(d: &mut D, from: FloatFormat, through: u32, to: u32, a: &D::Word) -> D::Word {
    let wide = indefinite(d, from, through, a);
    d.extract(through, &wide, 0, to)
}

/// The instruction sequence that compilers emit: 2^63 is subtracted from larger values before the conversion.
fn hardware_to_u64<D: Domain>(d: &mut D, from: FloatFormat, a: &D::Word) -> D::Word {
    let one = d.word(64, 1 << 63);
    let bound = d.int_to_float(64, false, from, &one);
    let low = indefinite(d, from, 64, a);
    let rest = d.fpu(crate::domain::Fpu::Sub, from, a, &bound);
    let high = indefinite(d, from, 64, &rest);
    let shift = d.word(64, 63);
    let sign = d.alu(Alu::AShr, 64, &low, &shift);
    let high = d.alu(Alu::And, 64, &high, &sign);
    d.alu(Alu::Or, 64, &low, &high)
}

/// Any conversion, on scalars or on each lane of vectors.
pub fn cast<D: Domain>(
    d: &mut D,
    memory: &mut D::Memory,
    program: &Program,
    op: CastOp,
    flags: Flags,
    (from, to): (TypeId, TypeId),
    a: &Val<D>,
) -> Result<Val<D>, Stop> {
    if op == CastOp::BitCast {
        return bitcast(d, memory, program, from, to, a);
    }
    let types = &program.module.types;
    let from = program.shapes.get(types.lane(from))?;
    let to = program.shapes.get(types.lane(to))?;
    lanes::map(a, |a| scalar(d, memory, op, flags, (&from, &to), a))
}

fn scalar<D: Domain>(
    d: &mut D,
    memory: &mut D::Memory,
    op: CastOp,
    flags: Flags,
    (from, to): (&Shape, &Shape),
    a: &Val<D>,
) -> Result<Val<D>, Stop> {
    let widths = || {
        Some(Widths {
            from: from.width()?,
            to: to.width()?,
            flags,
        })
    };
    let widths = || widths().ok_or_else(|| mismatch("a number"));
    Ok(Val::Word(match (op, &from.kind, &to.kind) {
        (CastOp::Trunc, ..) => trunc(d, widths()?, a.word()?)?,
        (CastOp::ZExt, ..) => zext(d, widths()?, a.word()?)?,
        (CastOp::SExt, ..) => sext(d, widths()?, a.word()?)?,
        (CastOp::FpTrunc | CastOp::FpExt, ShapeKind::Float(from), ShapeKind::Float(to)) => {
            d.float_convert(*from, *to, a.word()?)
        }
        (CastOp::FpToUi, ShapeKind::Float(from), ShapeKind::Int(to)) => {
            float_to_int(d, *from, *to, false, a.word()?)?
        }
        (CastOp::FpToSi, ShapeKind::Float(from), ShapeKind::Int(to)) => {
            float_to_int(d, *from, *to, true, a.word()?)?
        }
        (CastOp::UiToFp, ShapeKind::Int(from), ShapeKind::Float(to)) => {
            d.int_to_float(*from, false, *to, a.word()?)
        }
        (CastOp::SiToFp, ShapeKind::Int(from), ShapeKind::Float(to)) => {
            d.int_to_float(*from, true, *to, a.word()?)
        }
        (CastOp::PtrToInt, _, ShapeKind::Int(to)) => {
            let address = memory.expose(d, a.ptr()?);
            resize(d, 64, *to, &address)
        }
        (CastOp::PtrToAddr, _, ShapeKind::Int(to)) => {
            let address = d.ptr_addr(a.ptr()?);
            resize(d, 64, *to, &address)
        }
        (CastOp::IntToPtr, ShapeKind::Int(from), _) => {
            let address = resize(d, *from, 64, a.word()?);
            return Ok(Val::Ptr(memory.pointer_at(d, &address)));
        }
        (CastOp::AddrSpaceCast, ..) => return Ok(a.clone()),
        _ => return Err(StopKind::broken(format!("`{}` between these types", op.text())).into()),
    }))
}

fn resize<D: Domain>(d: &mut D, from: u32, to: u32, a: &D::Word) -> D::Word {
    if to > from {
        d.zext(from, to, a)
    } else {
        d.extract(from, a, 0, to)
    }
}

/// The same bits as another type: scalars and vectors of any lane width.
fn bitcast<D: Domain>(
    d: &mut D,
    memory: &mut D::Memory,
    program: &Program,
    from: TypeId,
    to: TypeId,
    a: &Val<D>,
) -> Result<Val<D>, Stop> {
    let (from, to) = (program.shapes.get(from)?, program.shapes.get(to)?);
    match (a, &to.kind) {
        (Val::Word(_), ShapeKind::Int(_) | ShapeKind::Float(_)) | (Val::Ptr(_), ShapeKind::Ptr) => {
            Ok(a.clone())
        }
        _ => {
            let (bits, width) = join(d, memory, program, &from, a)?;
            split(d, memory, program, &to, &bits, width)
        }
    }
}

/// All lanes as one word; lane 0 is the lowest.
pub fn join<D: Domain>(
    d: &mut D,
    memory: &mut D::Memory,
    program: &Program,
    shape: &Shape,
    a: &Val<D>,
) -> Result<(D::Word, u32), Stop> {
    match (a, &shape.kind) {
        (Val::Word(word), _) => Ok((
            word.clone(),
            shape.width().ok_or_else(|| mismatch("a number"))?,
        )),
        (Val::Ptr(ptr), _) => Ok((memory.expose(d, ptr), 64)),
        (Val::Agg(lanes), ShapeKind::Vector { elem, .. }) => {
            let elem = program.shapes.get(*elem)?;
            let mut joined: Option<(D::Word, u32)> = None;
            for lane in lanes.iter() {
                let (word, width) = join(d, memory, program, &elem, lane)?;
                joined = Some(match joined {
                    None => (word, width),
                    Some((low, low_width)) => (
                        d.concat((&word, width), (&low, low_width)),
                        low_width + width,
                    ),
                });
            }
            joined.ok_or_else(|| mismatch("a lane"))
        }
        _ => Err(mismatch("a vector")),
    }
}

/// The inverse of [`join`].
pub fn split<D: Domain>(
    d: &mut D,
    memory: &mut D::Memory,
    program: &Program,
    shape: &Shape,
    bits: &D::Word,
    width: u32,
) -> Result<Val<D>, Stop> {
    match &shape.kind {
        ShapeKind::Int(_) | ShapeKind::Float(_) => Ok(Val::Word(bits.clone())),
        ShapeKind::Ptr => Ok(Val::Ptr(memory.pointer_at(d, bits))),
        ShapeKind::Vector { elem, len } => {
            let elem = program.shapes.get(*elem)?;
            let lane = elem.width().unwrap_or(64);
            let mut lanes = Vec::with_capacity(*len as usize);
            for i in 0..*len {
                let word = d.extract(width, bits, i * lane, lane);
                lanes.push(split(d, memory, program, &elem, &word, lane)?);
            }
            Ok(Val::agg(lanes))
        }
        _ => Err(mismatch("a vector")),
    }
}
