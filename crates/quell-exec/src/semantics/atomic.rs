//! The values that `atomicrmw` stores. With one thread, nothing else is needed for atomicity.

use quell_ir::opcode::{Flags, RmwOp};
use quell_values::unsupported::Unsupported;

use crate::domain::{Alu, Alu1, Domain, Fpu, Test};
use crate::program::shape::{Shape, ShapeKind};
use crate::semantics::int::Kind;
use crate::stop::Stop;
use crate::value::Val;

/// The value to store, computed from the old one and the operand.
pub fn update<D: Domain>(
    d: &mut D,
    op: RmwOp,
    shape: &Shape,
    old: &Val<D>,
    operand: &Val<D>,
) -> Result<Val<D>, Stop> {
    match (op, &shape.kind) {
        (RmwOp::Xchg, _) => Ok(operand.clone()),
        (_, ShapeKind::Int(width)) => {
            let kind = Kind {
                width: *width,
                flags: Flags::NONE,
            };
            Ok(Val::Word(int_update(
                d,
                op,
                kind,
                old.word()?,
                operand.word()?,
            )?))
        }
        (_, ShapeKind::Float(format)) => {
            let fpu = float_operation(op).ok_or_else(|| unsupported(op))?;
            Ok(Val::Word(d.fpu(fpu, *format, old.word()?, operand.word()?)))
        }
        _ => Err(unsupported(op)),
    }
}

fn unsupported(op: RmwOp) -> Stop {
    let operation = op.text().to_owned();
    Unsupported::Atomic { operation }.into()
}

const fn float_operation(op: RmwOp) -> Option<Fpu> {
    match op {
        RmwOp::FAdd => Some(Fpu::Add),
        RmwOp::FSub => Some(Fpu::Sub),
        RmwOp::FMax => Some(Fpu::MaxNum),
        RmwOp::FMin => Some(Fpu::MinNum),
        RmwOp::FMaximum => Some(Fpu::Maximum),
        RmwOp::FMinimum => Some(Fpu::Minimum),
        _ => None,
    }
}

fn int_update<D: Domain>(
    d: &mut D,
    op: RmwOp,
    kind: Kind,
    old: &D::Word,
    operand: &D::Word,
) -> Result<D::Word, Stop> {
    let w = kind.width;
    let keep_old_if = |d: &mut D, test: Test, a: &D::Word, b: &D::Word| {
        let keep = d.test(test, w, a, b);
        d.select(&keep, w, old, operand)
    };
    Ok(match op {
        RmwOp::Add => d.alu(Alu::Add, w, old, operand),
        RmwOp::Sub => d.alu(Alu::Sub, w, old, operand),
        RmwOp::And => d.alu(Alu::And, w, old, operand),
        RmwOp::Or => d.alu(Alu::Or, w, old, operand),
        RmwOp::Xor => d.alu(Alu::Xor, w, old, operand),
        RmwOp::Nand => {
            let both = d.alu(Alu::And, w, old, operand);
            d.alu1(Alu1::Not, w, &both)
        }
        RmwOp::Max => keep_old_if(d, Test::Slt, operand, old),
        RmwOp::Min => keep_old_if(d, Test::Sle, old, operand),
        RmwOp::UMax => keep_old_if(d, Test::Ult, operand, old),
        RmwOp::UMin => keep_old_if(d, Test::Ule, old, operand),
        RmwOp::UIncWrap | RmwOp::UDecWrap | RmwOp::USubCond | RmwOp::USubSat => {
            conditional_update(d, op, w, old, operand)
        }
        _ => return Err(unsupported(op)),
    })
}

/// Increments and decrements that fall back to a bound.
fn conditional_update<D: Domain>(
    d: &mut D,
    op: RmwOp,
    w: u32,
    old: &D::Word,
    operand: &D::Word,
) -> D::Word {
    let (zero, one) = (d.word(w, 0), d.word(w, 1));
    match op {
        RmwOp::UIncWrap => {
            let wraps = d.test(Test::Ule, w, operand, old);
            let next = d.alu(Alu::Add, w, old, &one);
            d.select(&wraps, w, &zero, &next)
        }
        RmwOp::UDecWrap => {
            let (is_zero, above) = (
                d.test(Test::Eq, w, old, &zero),
                d.test(Test::Ult, w, operand, old),
            );
            let wraps = d.alu(Alu::Or, 1, &is_zero, &above);
            let next = d.alu(Alu::Sub, w, old, &one);
            d.select(&wraps, w, operand, &next)
        }
        _ => {
            let fits = d.test(Test::Ule, w, operand, old);
            let rest = d.alu(Alu::Sub, w, old, operand);
            let otherwise = if op == RmwOp::USubCond { old } else { &zero };
            d.select(&fits, w, &rest, otherwise)
        }
    }
}
