//! Operators of the source as instructions.

use quell_ir::opcode::{BinOp, FloatPred, IntPred};
use quell_ir::{TypeId, Value};
use quell_source::BinaryOp;

use crate::code::Code;

pub const BITWISE: &[BinaryOp] = &[
    BinaryOp::BitAnd,
    BinaryOp::BitOr,
    BinaryOp::BitXor,
    BinaryOp::Shl,
    BinaryOp::Shr,
];

/// The operands of an operator and how they count.
#[derive(Clone, Copy, Debug)]
pub struct Operands {
    pub lhs: Value,
    pub rhs: Value,
    pub ty: TypeId,
    /// None if it is not known whether integers are signed.
    pub signed: Option<bool>,
}

/// The result of an operator on the operands; none if there is no such operator for the type, or if it
/// is not known which of two it is.
pub fn compute(code: &mut Code<'_>, op: BinaryOp, of: Operands) -> Option<Value> {
    if code.is_float(of.ty) {
        return compute_float(code, op, of);
    }
    if let Some(pred) = int_relation(op, of.signed) {
        return Some(code.icmp(pred, of.lhs, of.rhs));
    }
    if !code.module.types.is_int(of.ty) {
        return None;
    }
    let op = int_operator(op, of.signed)?;
    Some(code.binary(op, of.lhs, of.rhs, of.ty))
}

fn compute_float(code: &mut Code<'_>, op: BinaryOp, of: Operands) -> Option<Value> {
    if let Some(pred) = float_relation(op) {
        return Some(code.fcmp(pred, of.lhs, of.rhs));
    }
    let op = match op {
        BinaryOp::Add => BinOp::FAdd,
        BinaryOp::Sub => BinOp::FSub,
        BinaryOp::Mul => BinOp::FMul,
        BinaryOp::Div => BinOp::FDiv,
        BinaryOp::Rem => BinOp::FRem,
        _ => return None,
    };
    Some(code.binary(op, of.lhs, of.rhs, of.ty))
}

fn int_operator(op: BinaryOp, signed: Option<bool>) -> Option<BinOp> {
    let by_sign = |if_signed, if_unsigned| signed.map(|s| if s { if_signed } else { if_unsigned });
    match op {
        BinaryOp::Add => Some(BinOp::Add),
        BinaryOp::Sub => Some(BinOp::Sub),
        BinaryOp::Mul => Some(BinOp::Mul),
        BinaryOp::Div => by_sign(BinOp::SDiv, BinOp::UDiv),
        BinaryOp::Rem => by_sign(BinOp::SRem, BinOp::URem),
        BinaryOp::BitAnd => Some(BinOp::And),
        BinaryOp::BitOr => Some(BinOp::Or),
        BinaryOp::BitXor => Some(BinOp::Xor),
        BinaryOp::Shl => Some(BinOp::Shl),
        BinaryOp::Shr => by_sign(BinOp::AShr, BinOp::LShr),
        _ => None,
    }
}

fn int_relation(op: BinaryOp, signed: Option<bool>) -> Option<IntPred> {
    let by_sign = |if_signed, if_unsigned| signed.map(|s| if s { if_signed } else { if_unsigned });
    match op {
        BinaryOp::Eq => Some(IntPred::Eq),
        BinaryOp::Ne => Some(IntPred::Ne),
        BinaryOp::Lt => by_sign(IntPred::Slt, IntPred::Ult),
        BinaryOp::Le => by_sign(IntPred::Sle, IntPred::Ule),
        BinaryOp::Gt => by_sign(IntPred::Sgt, IntPred::Ugt),
        BinaryOp::Ge => by_sign(IntPred::Sge, IntPred::Uge),
        _ => None,
    }
}

/// Comparisons with a NaN are false, but for `!=`.
fn float_relation(op: BinaryOp) -> Option<FloatPred> {
    Some(match op {
        BinaryOp::Eq => FloatPred::Oeq,
        BinaryOp::Ne => FloatPred::Une,
        BinaryOp::Lt => FloatPred::Olt,
        BinaryOp::Le => FloatPred::Ole,
        BinaryOp::Gt => FloatPred::Ogt,
        BinaryOp::Ge => FloatPred::Oge,
        _ => return None,
    })
}
