//! Floats to integers: values that do not fit are converted as by the hardware.

use quell_bits::{Bits, FloatFormat, float};
use quell_ir::constant::ConstKind;
use quell_ir::opcode::{BinOp, CastOp, Flags, FloatPred};
use quell_ir::{InstId, InstKind, Type, TypeId, Value};

use super::Hardener;
use super::arithmetic::lane_width;
use crate::support;
use quell_ir::build::{Editor, call_of, declare};

impl Hardener<'_> {
    pub(super) fn cast(&mut self, id: InstId, op: CastOp, arg: Value) {
        match op {
            CastOp::FpToSi => self.float_to_int(id, arg, true),
            CastOp::FpToUi => self.float_to_int(id, arg, false),
            _ => self.editor.keep(id),
        }
    }

    fn float_to_int(&mut self, id: InstId, arg: Value, signed: bool) {
        let to = self.editor.function().insts[id].ty;
        let from = self.editor.type_of(arg);
        let (Some(width), Some(format)) = (
            lane_width(&self.editor, to),
            lane_format(&self.editor, from),
        ) else {
            return self.editor.keep(id);
        };
        let conversion = Conversion { from, format, arg };
        match (width, signed) {
            (..=31, _) | (32, true) => self.through(id, &conversion, 32),
            (32, false) | (33..=63, _) | (64, true) => self.through(id, &conversion, 64),
            (64, false) => self.as_u64(id, &conversion),
            _ => self.saturating(id, &conversion, (width, signed)),
        }
    }

    /// As the low bits of a signed number of 32 or 64 bits.
    fn through(&mut self, id: InstId, conversion: &Conversion, width: u32) {
        let to = self.editor.function().insts[id].ty;
        let Some((cond, value, smallest)) = conversion.parts(&mut self.editor, width) else {
            return self.editor.keep(id);
        };
        let flags = Flags::NONE;
        let whole = InstKind::Select {
            flags,
            cond,
            then: value,
            otherwise: smallest,
        };
        let ty = self.editor.type_of(value);
        if ty == to {
            return self.keep_as(id, whole);
        }
        let arg = self.editor.value(whole, ty);
        let op = CastOp::Trunc;
        self.keep_as(id, InstKind::Cast { op, flags, arg });
    }

    /// The sequence compilers emit: values from 2^63 on are converted with that taken off.
    fn as_u64(&mut self, id: InstId, conversion: &Conversion) {
        let editor = &mut self.editor;
        let to = editor.function().insts[id].ty;
        let bound = float::from_int(conversion.format, &Bits::min_signed(64), false);
        let (Some(bound), Some(shift)) = (
            float_constant(editor, conversion.from, &bound),
            support::int_of_type(editor.module, to, 63),
        ) else {
            return editor.keep(id);
        };
        let rest = Conversion {
            arg: editor.binary(BinOp::FSub, conversion.arg, bound),
            ..*conversion
        };
        let (Some(low), Some(high)) = (conversion.signed(editor), rest.signed(editor)) else {
            return editor.keep(id);
        };
        let sign = editor.binary(BinOp::AShr, low, shift);
        let high = editor.binary(BinOp::And, high, sign);
        let (op, flags) = (BinOp::Or, Flags::NONE);
        let kind = InstKind::Binary {
            op,
            flags,
            lhs: low,
            rhs: high,
        };
        self.keep_as(id, kind);
    }

    /// There is no instruction for wider numbers; they stop at their bounds.
    fn saturating(&mut self, id: InstId, conversion: &Conversion, (width, signed): (u32, bool)) {
        let to = self.editor.function().insts[id].ty;
        let lanes = self.editor.module.types.lanes(to);
        let shape = lanes.map_or(String::new(), |lanes| format!("v{lanes}"));
        let sign = if signed { 's' } else { 'u' };
        let float = mangled(conversion.format);
        let name = format!("llvm.fpto{sign}i.sat.{shape}i{width}.{shape}{float}");
        let module = &mut *self.editor.module;
        let function = declare(module, &name, to, &[conversion.from]);
        let address = support::address(module, function);
        let kind = call_of(module, function, address, &[conversion.arg]);
        self.keep_as(id, kind);
    }
}

/// A float, or a vector of them, to be converted.
#[derive(Clone, Copy)]
struct Conversion {
    from: TypeId,
    format: FloatFormat,
    arg: Value,
}

impl Conversion {
    /// Whether the value fits a signed number of this width, the converted value, and the smallest such number.
    fn parts(&self, editor: &mut Editor<'_>, width: u32) -> Option<(Value, Value, Value)> {
        let (low, low_pred) = self.lower_bound(width);
        let high = float::from_int(self.format, &Bits::min_signed(width), false);
        let low = float_constant(editor, self.from, &low)?;
        let high = float_constant(editor, self.from, &high)?;
        let above = self.compare(editor, low_pred, low);
        let below = self.compare(editor, FloatPred::Olt, high);
        let fits = editor.binary(BinOp::And, above, below);
        let zero = float_constant(editor, self.from, &Bits::zero(self.format.width()))?;
        let safe = editor.select(fits, self.arg, zero);
        let int = editor.module.types.int(width);
        let ty = editor.lanes_of(int, self.from);
        let value = editor.cast(CastOp::FpToSi, safe, ty);
        let smallest = support::bits_of_type(editor.module, ty, &Bits::min_signed(width))?;
        Some((fits, value, smallest))
    }

    /// As a signed number of 64 bits, the smallest one if it does not fit.
    fn signed(&self, editor: &mut Editor<'_>) -> Option<Value> {
        let (fits, value, smallest) = self.parts(editor, 64)?;
        Some(editor.select(fits, value, smallest))
    }

    fn compare(&self, editor: &mut Editor<'_>, pred: FloatPred, bound: Value) -> Value {
        let ty = editor.bools_like(self.from);
        let kind = InstKind::FCmp {
            pred,
            flags: Flags::NONE,
            lhs: self.arg,
            rhs: bound,
        };
        editor.value(kind, ty)
    }

    /// What fits is greater than one below the smallest number. Where the format has no such value, nothing lies
    /// between it and the smallest number itself; where it has not even that, everything finite fits.
    fn lower_bound(&self, width: u32) -> (Bits, FloatPred) {
        let smallest = Bits::min_signed(width).sext(width + 1);
        let below = smallest.sub(&Bits::one(width + 1));
        let (below, smallest) = (
            float::from_int(self.format, &below, true),
            float::from_int(self.format, &smallest, true),
        );
        let is_finite = float::to_int(self.format, &smallest, width + 2, true).in_range;
        match below == smallest && is_finite {
            true => (smallest, FloatPred::Oge),
            false => (below, FloatPred::Ogt),
        }
    }
}

/// The format of a floating-point type or of the lanes of a vector of them.
fn lane_format(editor: &Editor<'_>, ty: TypeId) -> Option<FloatFormat> {
    match *editor.module.types.get(editor.module.types.lane(ty)) {
        Type::Float(format) => Some(format),
        _ => None,
    }
}

/// A float with these bits in a type or in each lane of it.
fn float_constant(editor: &mut Editor<'_>, ty: TypeId, bits: &Bits) -> Option<Value> {
    let module = &mut *editor.module;
    let lane_ty = module.types.lane(ty);
    let lane = module
        .consts
        .intern(lane_ty, ConstKind::Float(bits.clone()));
    support::splat(module, ty, Value::Const(lane))
}

/// How intrinsics name a format.
const fn mangled(format: FloatFormat) -> &'static str {
    match format {
        FloatFormat::Half => "f16",
        FloatFormat::BFloat => "bf16",
        FloatFormat::Single => "f32",
        FloatFormat::Double => "f64",
        FloatFormat::X87 => "f80",
        FloatFormat::Quad => "f128",
    }
}
