//! Other operators in the place of those of `a * b + c`, computed as clang would compute them.

use quell_ir::{InstKind, TypeId, Value};
use quell_source::{BinaryOp, NodeId};

use super::Workshop;
use super::compute::{Operands, compute};
use crate::align::{Fused, OperatorSite};
use crate::catalogue::Side;
use crate::code::Code;
use crate::edit::Edit;
use crate::support;

impl Workshop<'_> {
    /// The fused operation that a site is a part of, and whether it is the product.
    pub(super) fn fused_at(&self, site: &OperatorSite) -> Option<(Fused, NodeId, bool)> {
        let sum = *self.aligner.found.nodes.get(&site.inst)?;
        let fused = self.aligner.fused(site.inst, sum)?;
        Some((fused, sum, fused.product == site.node))
    }

    /// The operation with another operator at the site.
    pub(super) fn fused_swap(&mut self, site: &OperatorSite, new: BinaryOp) -> Option<Vec<Edit>> {
        let (fused, sum, is_product) = self.fused_at(site)?;
        let ty = self.aligner.function.insts[site.inst].ty;
        let old = self.sum_operator(sum)?;
        let mut code = self.code();
        let result = match is_product {
            true => {
                let product = arithmetic(&mut code, new, fused.factors, ty)?;
                summed(&mut code, old, &fused, product, ty)?
            }
            false if matches!(new, BinaryOp::Add | BinaryOp::Sub) => {
                fused_again(&mut code, new, &fused, ty)?
            }
            false => {
                let product = arithmetic(&mut code, BinaryOp::Mul, fused.factors, ty)?;
                summed(&mut code, new, &fused, product, ty)?
            }
        };
        Some(vec![code.replace(site.inst, Some(result))])
    }

    /// An operand of the site's operator, unless it is the product.
    pub(super) fn fused_operand(&self, site: &OperatorSite, side: Side) -> Option<Value> {
        let (fused, _, is_product) = self.fused_at(site)?;
        let first = side == Side::Left;
        match is_product {
            true => Some(fused.factors[usize::from(!first)]),
            false => (first != fused.product_first).then_some(fused.other),
        }
    }

    /// One operand of the site's operator alone.
    pub(super) fn fused_keep(&mut self, site: &OperatorSite, side: Side) -> Option<Vec<Edit>> {
        let (fused, sum, is_product) = self.fused_at(site)?;
        let ty = self.aligner.function.insts[site.inst].ty;
        let old = self.sum_operator(sum)?;
        let first = side == Side::Left;
        let mut code = self.code();
        let result = if is_product {
            let factor = fused.factors[usize::from(!first)];
            summed(&mut code, old, &fused, factor, ty)?
        } else if first == fused.product_first {
            arithmetic(&mut code, BinaryOp::Mul, fused.factors, ty)?
        } else {
            fused.other
        };
        Some(vec![code.replace(site.inst, Some(result))])
    }

    fn sum_operator(&self, sum: NodeId) -> Option<BinaryOp> {
        use quell_source::Kind;
        match self.aligner.tree.kind(sum) {
            Kind::Binary(op) | Kind::Assign(Some(op)) => Some(op),
            _ => None,
        }
    }
}

fn arithmetic(
    code: &mut Code<'_>,
    op: BinaryOp,
    [lhs, rhs]: [Value; 2],
    ty: TypeId,
) -> Option<Value> {
    let signed = None;
    let of = Operands {
        lhs,
        rhs,
        ty,
        signed,
    };
    compute(code, op, of)
}

/// Another product's sum with the other operand, in the order of the source.
fn summed(
    code: &mut Code<'_>,
    op: BinaryOp,
    fused: &Fused,
    product: Value,
    ty: TypeId,
) -> Option<Value> {
    let operands = match fused.product_first {
        true => [product, fused.other],
        false => [fused.other, product],
    };
    arithmetic(code, op, operands, ty)
}

/// The sum or difference as one operation.
fn fused_again(code: &mut Code<'_>, op: BinaryOp, fused: &Fused, ty: TypeId) -> Option<Value> {
    let [mut a, b] = fused.factors;
    let mut c = fused.other;
    if op == BinaryOp::Sub {
        let target = if fused.product_first { &mut c } else { &mut a };
        let flags = quell_ir::opcode::Flags::NONE;
        *target = code.push(
            InstKind::FNeg {
                flags,
                arg: *target,
            },
            ty,
        );
    }
    let quell_ir::Type::Float(format) = *code.module.types.get(ty) else {
        return None;
    };
    let name = format!("llvm.fmuladd.{}", super::values::float_suffix(format));
    let callee = support::intrinsic(code.module, &name, ty, &[ty, ty, ty]);
    code.call(callee, &[a, b, c])
}
