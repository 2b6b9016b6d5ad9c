//! Constrained floating-point operations, which name a rounding mode and the handling of exceptions. The
//! machine rounds to nearest and raises no exceptions, as native code does in the default floating-point
//! environment.

use quell_ir::opcode::{CastOp, Flags, FloatPred};
use quell_ir::{Metadata, Value};
use quell_values::unsupported::Unsupported;

use super::call::{Call, Outcome, intrinsics};
use crate::domain::{Domain, Fpu};
use crate::semantics::cast::cast;
use crate::stop::Stop;

intrinsics! {
    "experimental.constrained.fadd" => arithmetic(Fpu::Add),
    "experimental.constrained.fsub" => arithmetic(Fpu::Sub),
    "experimental.constrained.fmul" => arithmetic(Fpu::Mul),
    "experimental.constrained.fdiv" => arithmetic(Fpu::Div),
    "experimental.constrained.frem" => arithmetic(Fpu::Rem),
    "experimental.constrained.fptosi" => convert(CastOp::FpToSi),
    "experimental.constrained.fptoui" => convert(CastOp::FpToUi),
    "experimental.constrained.sitofp" => convert(CastOp::SiToFp),
    "experimental.constrained.uitofp" => convert(CastOp::UiToFp),
    "experimental.constrained.fptrunc" => convert(CastOp::FpTrunc),
    "experimental.constrained.fpext" => convert(CastOp::FpExt),
    "experimental.constrained.fcmp" => compare,
    "experimental.constrained.fcmps" => compare,
}

fn arithmetic<D: Domain>(c: &mut Call<D>, op: Fpu) -> Outcome<D> {
    let format = c.format(0)?;
    c.each2(|d, a, b| Ok(d.fpu(op, format, a, b)))
}

fn convert<D: Domain>(c: &mut Call<D>, op: CastOp) -> Outcome<D> {
    let (value, types) = (c.arg(0)?, (c.ty(0)?, c.site.ret));
    let program = c.machine.program.clone();
    let (d, memory) = (&mut c.machine.domain, &mut c.machine.memory);
    cast(d, memory, &program, op, Flags::NONE, types, value).map(Some)
}

fn compare<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (format, pred) = (c.format(0)?, predicate(c)?);
    c.each2(|d, a, b| Ok(d.float_test(pred, format, a, b)))
}

/// The predicate: the text of a metadata operand, which the lowered call does not have as an operand.
fn predicate<D: Domain>(c: &Call<D>) -> Result<FloatPred, Stop> {
    let module = &c.machine.program.module;
    let frame = c.machine.caller();
    let inst = frame.map(|frame| &module.functions[frame.code.function].insts[c.site.inst]);
    let call = inst.and_then(|inst| inst.kind.as_call());
    let text = call.and_then(|call| match call.args.get(2)?.value {
        Value::Metadata(id) => match &module.metadata[id] {
            Metadata::String(text) => Some(module.text(*text)),
            _ => None,
        },
        _ => None,
    });
    let pred = text.and_then(FloatPred::from_text);
    pred.ok_or_else(|| Unsupported::Predicate.into())
}
