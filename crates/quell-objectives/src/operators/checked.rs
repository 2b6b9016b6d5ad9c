//! Arithmetic of Rust, which panics on overflow, on division by zero and on shifts by too much. A mutant's
//! operator does so too, by a trap; the checks of the old operator go.
//!
//! - **Rust's operators keep their checks.** A mutant's `+` traps on overflow. Checks that rustc omitted or decided because of a
//!   constant are made anew for another operand; where they cannot be made there is no mutant.

use quell_bits::Bits;
use quell_ir::opcode::{BinOp, IntPred};
use quell_ir::{InstKind, Type, TypeId, Value};
use quell_source::{BinaryOp, Language};

use super::Workshop;
use super::compute::{Operands, compute};
use crate::align::OperatorSite;
use crate::catalogue::Side;
use crate::code::Code;
use crate::edit::{Change, Edit};
use crate::support;

impl Workshop<'_> {
    /// Whether an operator of the site's language checks its operands.
    pub(super) fn is_checked(&self, of: &Operands) -> bool {
        let integer = self.aligner.module.types.is_int(of.ty);
        self.aligner.tree.language() == Language::Rust && integer
    }

    /// The operands as the source has them: the amount of a shift without its mask.
    pub(super) fn written_operands(&self, site: &OperatorSite, of: Operands) -> Operands {
        Operands {
            rhs: self.aligner.unmasked(site.inst).unwrap_or(of.rhs),
            ..of
        }
    }

    /// The edits for another operator, with its checks and without those of the old one.
    pub(super) fn checked_edits(
        &mut self,
        site: &OperatorSite,
        new: BinaryOp,
        of: Operands,
    ) -> Option<Vec<Edit>> {
        let of = self.written_operands(site, of);
        self.unguarded(site, |code| checked(code, new, of))
    }

    /// The edits for one operand alone.
    pub(super) fn kept_edits(
        &mut self,
        site: &OperatorSite,
        side: Side,
        of: Operands,
    ) -> Option<Vec<Edit>> {
        let of = self.written_operands(site, of);
        self.unguarded(site, |_| match side {
            Side::Left => Some(of.lhs),
            Side::Right => Some(of.rhs),
        })
    }

    /// Another value in the place of the site's, whose checks go.
    pub(super) fn unguarded(
        &mut self,
        site: &OperatorSite,
        value: impl FnOnce(&mut Code<'_>) -> Option<Value>,
    ) -> Option<Vec<Edit>> {
        let guards = self.aligner.guards_of(site.inst).into_iter();
        let mut edits: Vec<Edit> = guards
            .map(|guard| Edit {
                at: guard.branch,
                change: Change::Jump(guard.passes),
            })
            .collect();
        let whole = self.aligner.function.insts[site.inst].ty;
        let is_pair = matches!(self.aligner.kind_of(site.inst), InstKind::Call(_));
        let mut code = self.code();
        let value = value(&mut code)?;
        let value = match is_pair {
            true => pair(&mut code, whole, value),
            false => value,
        };
        edits.push(code.replace(site.inst, Some(value)));
        Some(edits)
    }
}

/// The result of the operator; traps where Rust panics.
pub(super) fn checked(code: &mut Code<'_>, op: BinaryOp, of: Operands) -> Option<Value> {
    let name = match op {
        BinaryOp::Add => "add",
        BinaryOp::Sub => "sub",
        BinaryOp::Mul => "mul",
        BinaryOp::Div | BinaryOp::Rem => return divided(code, op, of),
        BinaryOp::Shl | BinaryOp::Shr => return shifted(code, op, of),
        _ => return compute(code, op, of),
    };
    let Type::Int(width) = *code.module.types.get(of.ty) else {
        return None;
    };
    let sign = if of.signed? { 's' } else { 'u' };
    let truth = code.module.types.int(1);
    let fields = Box::new([of.ty, truth]);
    let packed = false;
    let both = code.module.types.intern(Type::Struct { fields, packed });
    let name = format!("llvm.{sign}{name}.with.overflow.i{width}");
    let callee = support::intrinsic(code.module, &name, both, &[of.ty, of.ty]);
    let result = code.call(callee, &[of.lhs, of.rhs])?;
    let value = field(code, result, 0, of.ty);
    let overflow = field(code, result, 1, truth);
    code.trap_if(overflow)?;
    Some(value)
}

fn field(code: &mut Code<'_>, agg: Value, index: u32, ty: TypeId) -> Value {
    let path = Box::new([index]);
    code.push(InstKind::ExtractValue { agg, path }, ty)
}

fn divided(code: &mut Code<'_>, op: BinaryOp, of: Operands) -> Option<Value> {
    let zero = support::zero(code.module, of.ty);
    let by_zero = code.icmp(IntPred::Eq, of.rhs, zero);
    code.trap_if(by_zero)?;
    if of.signed? {
        let Type::Int(width) = *code.module.types.get(of.ty) else {
            return None;
        };
        let least = support::int_of_bits(code.module, &Bits::min_signed(width));
        let minus_one = code.number(of.ty, -1)?;
        let is_least = code.icmp(IntPred::Eq, of.lhs, least);
        let is_negation = code.icmp(IntPred::Eq, of.rhs, minus_one);
        let truth = code.module.types.int(1);
        let overflows = code.binary(BinOp::And, is_least, is_negation, truth);
        code.trap_if(overflows)?;
    }
    compute(code, op, of)
}

/// The amount may have another width than the number.
fn shifted(code: &mut Code<'_>, op: BinaryOp, of: Operands) -> Option<Value> {
    let Type::Int(width) = *code.module.types.get(of.ty) else {
        return None;
    };
    let limit = code.number(of.ty, i32::try_from(width).ok()?)?;
    let too_much = code.icmp(IntPred::Uge, of.rhs, limit);
    code.trap_if(too_much)?;
    compute(code, op, of)
}

/// A result and the news that nothing overflowed, in the place of a checked operation's.
fn pair(code: &mut Code<'_>, whole: TypeId, value: Value) -> Value {
    let zero = support::zero(code.module, whole);
    let path = Box::new([0]);
    let kind = InstKind::InsertValue {
        agg: zero,
        value,
        path,
    };
    code.push(kind, whole)
}
