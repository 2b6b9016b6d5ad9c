//! Floating-point arithmetic. Fast-math flags permit less exact results; this one computes the exact ones.

use quell_bits::FloatFormat;
use quell_ir::opcode::BinOp;

use crate::domain::{Domain, Fpu};

/// The operation of a floating-point operator of the IR.
pub const fn operation(op: BinOp) -> Option<Fpu> {
    match op {
        BinOp::FAdd => Some(Fpu::Add),
        BinOp::FSub => Some(Fpu::Sub),
        BinOp::FMul => Some(Fpu::Mul),
        BinOp::FDiv => Some(Fpu::Div),
        BinOp::FRem => Some(Fpu::Rem),
        _ => None,
    }
}

/// `a * b + c`, rounded twice: `llvm.fmuladd` on a processor without fused operations.
pub fn mul_add<D: Domain>(
    d: &mut D,
    format: FloatFormat,
    a: &D::Word,
    b: &D::Word,
    c: &D::Word,
) -> D::Word {
    let product = d.fpu(Fpu::Mul, format, a, b);
    d.fpu(Fpu::Add, format, &product, c)
}
