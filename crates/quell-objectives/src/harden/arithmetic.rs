//! Divisions and shifts.

use quell_bits::Bits;
use quell_ir::constant::ConstKind;
use quell_ir::opcode::{BinOp, Flags, IntPred};
use quell_ir::{InstId, InstKind, Type, TypeId, Value};

use super::{Hardener, TrapKind};
use crate::support;
use quell_ir::build::Editor;

impl Hardener<'_> {
    /// The checks that come before a division.
    pub(super) fn division(&mut self, op: BinOp, lhs: Value, rhs: Value) {
        for (bad, kind) in division_traps(&mut self.editor, op, lhs, rhs) {
            self.check(bad, kind);
        }
    }

    /// A shift by the amount that the hardware takes: x86 looks at five bits of it, or six for 64-bit words, and
    /// narrow words are shifted as wider ones.
    pub(super) fn shift(&mut self, id: InstId, op: BinOp, lhs: Value, rhs: Value) {
        let ty = self.editor.function().insts[id].ty;
        let Some(width) = lane_width(&self.editor, ty) else {
            return self.editor.keep(id);
        };
        if known_int(&self.editor, rhs).is_some_and(|amount| is_below(&amount, width)) {
            return self.editor.keep(id);
        }
        let modulus = width.next_power_of_two().max(32);
        let amount = self.masked(rhs, ty, width, modulus);
        let flags = Flags::NONE;
        if modulus == width {
            let rhs = amount;
            return self.keep_as(
                id,
                InstKind::Binary {
                    op,
                    flags,
                    lhs,
                    rhs,
                },
            );
        }
        self.narrow_shift(id, (op, width), lhs, amount);
    }

    /// The amount modulo a power of two, where that is less than what the type can hold.
    fn masked(&mut self, amount: Value, ty: TypeId, width: u32, modulus: u32) -> Value {
        let bits = u64::from(modulus - 1);
        if width < 64 && bits >= (1 << width) - 1 {
            return amount;
        }
        let mask = Bits::from_u64(width, bits);
        match support::bits_of_type(self.editor.module, ty, &mask) {
            Some(mask) => self.editor.binary(BinOp::And, amount, mask),
            None => amount,
        }
    }

    /// Amounts may still reach the width: then every bit is shifted out.
    fn narrow_shift(&mut self, id: InstId, (op, width): (BinOp, u32), lhs: Value, amount: Value) {
        let editor = &mut self.editor;
        let ty = editor.function().insts[id].ty;
        let constant = |editor: &mut Editor<'_>, value: u64| {
            let bits = Bits::from_u64(width, value);
            support::bits_of_type(editor.module, ty, &bits)
        };
        let limit = constant(editor, u64::from(width));
        let (Some(limit), Some(last), Some(zero)) = (
            limit,
            constant(editor, u64::from(width - 1)),
            constant(editor, 0),
        ) else {
            return editor.keep(id);
        };
        let cond = editor.icmp(IntPred::Ult, amount, limit);
        let safe = editor.select(cond, amount, zero);
        let then = editor.binary(op, lhs, safe);
        let otherwise = match op {
            BinOp::AShr => editor.binary(op, lhs, last),
            _ => zero,
        };
        let flags = Flags::NONE;
        let kind = InstKind::Select {
            flags,
            cond,
            then,
            otherwise,
        };
        self.keep_as(id, kind);
    }
}

/// The conditions, lane by lane, under which a division traps. None where a constant excludes them.
pub(crate) fn division_traps(
    editor: &mut Editor<'_>,
    op: BinOp,
    lhs: Value,
    rhs: Value,
) -> Vec<(Value, TrapKind)> {
    let ty = editor.type_of(lhs);
    let Some(width) = lane_width(editor, ty) else {
        return Vec::new();
    };
    let (divisor, dividend) = (known_int(editor, rhs), known_int(editor, lhs));
    let mut traps = Vec::new();
    if divisor.as_ref().is_none_or(Bits::is_zero) {
        let zero = support::zero(editor.module, ty);
        let bad = editor.icmp(IntPred::Eq, rhs, zero);
        traps.push((bad, TrapKind::DivisionByZero));
    }
    let smallest = Bits::min_signed(width);
    let may_overflow = matches!(op, BinOp::SDiv | BinOp::SRem)
        && divisor.is_none_or(|divisor| divisor.is_ones())
        && dividend.is_none_or(|dividend| dividend == smallest);
    if may_overflow {
        traps.extend(overflow(editor, ty, lhs, rhs));
    }
    traps
}

fn overflow(
    editor: &mut Editor<'_>,
    ty: TypeId,
    lhs: Value,
    rhs: Value,
) -> Option<(Value, TrapKind)> {
    let width = lane_width(editor, ty)?;
    let smallest = support::bits_of_type(editor.module, ty, &Bits::min_signed(width))?;
    let minus_one = support::bits_of_type(editor.module, ty, &Bits::ones(width))?;
    let left = editor.icmp(IntPred::Eq, lhs, smallest);
    let right = editor.icmp(IntPred::Eq, rhs, minus_one);
    let bad = editor.binary(BinOp::And, left, right);
    Some((bad, TrapKind::DivisionOverflow))
}

/// The width of an integer type or of the lanes of a vector of them.
pub(crate) fn lane_width(editor: &Editor<'_>, ty: TypeId) -> Option<u32> {
    match *editor.module.types.get(editor.module.types.lane(ty)) {
        Type::Int(width) => Some(width),
        _ => None,
    }
}

/// The value of a scalar constant.
pub(crate) fn known_int(editor: &Editor<'_>, value: Value) -> Option<Bits> {
    let Value::Const(id) = value else {
        return None;
    };
    match &editor.module.consts.get(id).kind {
        ConstKind::Int(bits) => Some(bits.clone()),
        _ => None,
    }
}

fn is_below(amount: &Bits, width: u32) -> bool {
    amount
        .to_u64()
        .is_some_and(|amount| amount < u64::from(width))
}
