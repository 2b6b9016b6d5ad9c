//! Maps operators of the IR to variants of [`Op`].

use quell_ir::opcode::{BinOp, IntPred};

use super::op::{Bin, FBin, Op};
use crate::domain::Test;

/// The test of a predicate, and whether its operands are swapped.
pub const fn test_of(pred: IntPred) -> (Test, bool) {
    match pred {
        IntPred::Eq => (Test::Eq, false),
        IntPred::Ne => (Test::Ne, false),
        IntPred::Ult => (Test::Ult, false),
        IntPred::Ule => (Test::Ule, false),
        IntPred::Ugt => (Test::Ult, true),
        IntPred::Uge => (Test::Ule, true),
        IntPred::Slt => (Test::Slt, false),
        IntPred::Sle => (Test::Sle, false),
        IntPred::Sgt => (Test::Slt, true),
        IntPred::Sge => (Test::Sle, true),
    }
}

pub(super) fn int_op(op: BinOp, args: Bin) -> Option<Op> {
    Some(match op {
        BinOp::Add => Op::Add(args),
        BinOp::Sub => Op::Sub(args),
        BinOp::Mul => Op::Mul(args),
        BinOp::UDiv => Op::UDiv(args),
        BinOp::SDiv => Op::SDiv(args),
        BinOp::URem => Op::URem(args),
        BinOp::SRem => Op::SRem(args),
        BinOp::Shl => Op::Shl(args),
        BinOp::LShr => Op::LShr(args),
        BinOp::AShr => Op::AShr(args),
        BinOp::And => Op::And(args),
        BinOp::Or => Op::Or(args),
        BinOp::Xor => Op::Xor(args),
        _ => return None,
    })
}

pub(super) fn float_op(op: BinOp, args: FBin) -> Option<Op> {
    Some(match op {
        BinOp::FAdd => Op::FAdd(args),
        BinOp::FSub => Op::FSub(args),
        BinOp::FMul => Op::FMul(args),
        BinOp::FDiv => Op::FDiv(args),
        BinOp::FRem => Op::FRem(args),
        _ => return None,
    })
}

pub(super) fn test_op(test: Test, args: Bin) -> Option<Op> {
    Some(match test {
        Test::Eq => Op::Eq(args),
        Test::Ne => Op::Ne(args),
        Test::Ult => Op::Ult(args),
        Test::Ule => Op::Ule(args),
        Test::Slt => Op::Slt(args),
        Test::Sle => Op::Sle(args),
        _ => return None,
    })
}

impl Op {
    /// This operation as a comparison with its operands.
    pub(super) fn as_test(&self) -> Option<(Test, Bin)> {
        match self {
            Self::Eq(args) => Some((Test::Eq, *args)),
            Self::Ne(args) => Some((Test::Ne, *args)),
            Self::Ult(args) => Some((Test::Ult, *args)),
            Self::Ule(args) => Some((Test::Ule, *args)),
            Self::Slt(args) => Some((Test::Slt, *args)),
            Self::Sle(args) => Some((Test::Sle, *args)),
            _ => None,
        }
    }

    /// The result register of operations that store it in the variant.
    pub(super) fn dst_mut(&mut self) -> Option<&mut u32> {
        match self {
            Self::Add(args)
            | Self::Sub(args)
            | Self::Mul(args)
            | Self::UDiv(args)
            | Self::SDiv(args)
            | Self::URem(args)
            | Self::SRem(args)
            | Self::Shl(args)
            | Self::LShr(args)
            | Self::AShr(args)
            | Self::And(args)
            | Self::Or(args)
            | Self::Xor(args)
            | Self::Eq(args)
            | Self::Ne(args)
            | Self::Ult(args)
            | Self::Ule(args)
            | Self::Slt(args)
            | Self::Sle(args) => Some(&mut args.dst),
            Self::FAdd(args) | Self::FSub(args) | Self::FMul(args) | Self::FDiv(args) => {
                Some(&mut args.dst)
            }
            Self::Trunc(args) | Self::ZExt(args) | Self::SExt(args) => Some(&mut args.dst),
            Self::Load { dst, .. }
            | Self::LoadPtr { dst, .. }
            | Self::PtrOffset { dst, .. }
            | Self::PtrIndex { dst, .. }
            | Self::FNeg { dst, .. } => Some(dst),
            _ => None,
        }
    }
}
