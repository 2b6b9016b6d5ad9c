//! Hints, assumptions, traps, and intrinsics that carry information for the optimiser only.

use quell_values::unsupported::{StackAddress, Unsupported};

use super::call::{Call, Outcome, intrinsics};
use crate::domain::{Decision, Domain, UbMode};
use crate::program::shape::ShapeKind;
use crate::stop::{NativeEnd, Stop, Ub};
use crate::value::Val;

intrinsics! {
    "expect" => first,
    "expect.with.probability" => first,
    "launder.invariant.group" => first,
    "strip.invariant.group" => first,
    "threadlocal.address" => first,
    "ptr.annotation" => first,
    "annotation" => first,
    "ssa.copy" => first,
    "arithmetic.fence" => first,
    "preserve.array.access.index" => first,
    "invariant.start" => last,
    "invariant.end" => nothing,
    "donothing" => nothing,
    "sideeffect" => nothing,
    "pseudoprobe" => nothing,
    "prefetch" => nothing,
    "clear_cache" => nothing,
    "fake.use" => nothing,
    "var.annotation" => nothing,
    "codeview.annotation" => nothing,
    "instrprof.increment" => nothing,
    "experimental.noalias.scope.decl" => nothing,
    "dbg.declare" => nothing,
    "dbg.value" => nothing,
    "dbg.assign" => nothing,
    "dbg.label" => nothing,
    "assume" => assume,
    "experimental.widenable.condition" => constant(1),
    "allow.runtime.check" => constant(1),
    "allow.ubsan.check" => constant(1),
    "type.test" => constant(1),
    "public.type.test" => constant(1),
    "is.constant" => is_constant,
    "readcyclecounter" => counter,
    "readsteadycounter" => counter,
    "trap" => trap("a trap instruction was reached"),
    "debugtrap" => trap("a breakpoint instruction was reached"),
    "ubsantrap" => check_failed,
    "returnaddress" => stack_address(StackAddress::Return),
    "frameaddress" => stack_address(StackAddress::Frame),
    "addressofreturnaddress" => stack_address(StackAddress::Return),
    "sponentry" => stack_address(StackAddress::Stack),
    "eh.typeid.for" => exceptions,
}

fn first<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    Ok(Some(c.arg(0)?.clone()))
}

fn last<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    Ok(c.args.last().cloned())
}

fn nothing<D: Domain>(_: &mut Call<D>) -> Outcome<D> {
    Ok(None)
}

fn constant<D: Domain>(c: &mut Call<D>, value: u64) -> Outcome<D> {
    let width = c.result_width()?;
    Ok(Some(Val::Word(c.machine.domain.word(width, value))))
}

/// Checks an assumption, except under [`UbMode::Wrap`]: the hardware does not check it.
fn assume<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let holds = c.word(0)?.clone();
    if c.machine.domain.ub_mode() != UbMode::Wrap {
        assumed(&mut c.machine.domain, &holds)?;
    }
    Ok(None)
}

pub(crate) fn assumed<D: Domain>(d: &mut D, holds: &D::Word) -> Result<(), Stop> {
    if d.decide(holds) == Decision::Undefined {
        let what = "an assumption";
        return Err(Ub::Uninitialised { what: what.into() }.into());
    }
    d.require(holds, || Ub::FalseAssumption)
}

/// Whether an operand is a constant: if not by now, it is not for the code generator either.
fn is_constant<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let number = matches!(c.lane_kind(0)?, ShapeKind::Int(_) | ShapeKind::Float(_));
    let written = c.site.args.first().is_some_and(|arg| arg.src.is_const());
    constant(c, u64::from(number && written))
}

/// A clock that advances with the executed operations.
fn counter<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let steps = c.machine.steps();
    constant(c, steps)
}

fn trap<D: Domain>(_: &mut Call<D>, message: &str) -> Outcome<D> {
    Err(NativeEnd::ILLEGAL.trap(message))
}

fn check_failed<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let kind = c.number(0, "the kind of a check")?;
    let message = format!("a check for undefined behaviour failed (kind {kind})");
    Err(NativeEnd::ILLEGAL.trap(message))
}

fn stack_address<D: Domain>(_: &mut Call<D>, of: StackAddress) -> Outcome<D> {
    Err(Unsupported::StackAddress { of }.into())
}

fn exceptions<D: Domain>(_: &mut Call<D>) -> Outcome<D> {
    Err(Unsupported::Exceptions.into())
}
