//! Memory: copying and filling, lifetimes, the stack, variadic arguments.

use super::call::{Call, Outcome, intrinsics};
use super::object_size::object_size;
use super::relative;
use crate::domain::{Alu, Domain, Test, UbMode};
use crate::machine::VaList;
use crate::memory::{Extent, Memory, ObjectKind};
use crate::semantics::lanes;
use crate::stop::{Stop, StopKind, Ub};
use crate::value::Val;

intrinsics! {
    "memcpy" => copy_disjoint,
    "memcpy.inline" => copy_disjoint,
    "memcpy.element.unordered.atomic" => copy_disjoint,
    "memmove" => copy,
    "memmove.element.unordered.atomic" => copy,
    "memset" => fill,
    "memset.inline" => fill,
    "memset.element.unordered.atomic" => fill,
    "lifetime.start" => lifetime(true),
    "lifetime.end" => lifetime(false),
    "stacksave" => stack_save,
    "stackrestore" => stack_restore,
    "init.trampoline" => init_trampoline,
    "adjust.trampoline" => adjust_trampoline,
    "va_start" => va_start,
    "va_end" => va_end,
    "va_copy" => va_copy,
    "objectsize" => object_size,
    "ptrmask" => mask_pointer,
    "load.relative" => load_relative,
    "get.dynamic.area.offset" => dynamic_area_offset,
}

/// `memcpy`: the ranges are equal or disjoint.
fn copy_disjoint<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    if c.machine.domain.ub_mode() != UbMode::Wrap {
        require_disjoint(c)?;
    }
    copy(c)
}

fn require_disjoint<D: Domain>(c: &mut Call<D>) -> Result<(), Stop> {
    let (to, from) = (c.ptr(0)?, c.ptr(1)?);
    let bytes = c.number(2, "the size of a copy")?;
    let d = &mut c.machine.domain;
    let (to, from, bytes) = (d.ptr_addr(to), d.ptr_addr(from), d.word(64, bytes));
    let (up, down) = (
        d.alu(Alu::Sub, 64, &to, &from),
        d.alu(Alu::Sub, 64, &from, &to),
    );
    let (above, below) = (
        d.test(Test::Ule, 64, &bytes, &up),
        d.test(Test::Ule, 64, &bytes, &down),
    );
    let (apart, same) = (
        d.alu(Alu::And, 1, &above, &below),
        d.test(Test::Eq, 64, &to, &from),
    );
    let holds = d.alu(Alu::Or, 1, &apart, &same);
    d.require(&holds, || Ub::Overlap {
        function: "memcpy".into(),
    })
}

fn copy<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (to, from) = (c.ptr(0)?, c.ptr(1)?);
    let bytes = c.number(2, "the size of a copy")?;
    let machine = &mut *c.machine;
    machine.memory.copy(&mut machine.domain, to, from, bytes)?;
    Ok(None)
}

fn fill<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (to, byte) = (c.ptr(0)?, c.word(1)?);
    let bytes = c.number(2, "the size of an area")?;
    let machine = &mut *c.machine;
    machine.memory.fill(&mut machine.domain, to, byte, bytes)?;
    Ok(None)
}

/// Lifetime markers. In older IR the size is the first operand. A marker for a part of a variable is ignored.
fn lifetime<D: Domain>(c: &mut Call<D>, alive: bool) -> Outcome<D> {
    let size = match c.args.len() {
        2 => c.number(0, "the size of a variable")?,
        _ => u64::MAX,
    };
    let Some(Val::Ptr(ptr)) = c.args.last() else {
        return Ok(None);
    };
    let machine = &mut *c.machine;
    let target = machine.memory.target(&mut machine.domain, ptr);
    let whole = target.is_some_and(|target| {
        matches!(target.kind, ObjectKind::Stack(_)) && target.offset == 0 && size >= target.size
    });
    if whole {
        machine.memory.set_alive(&mut machine.domain, ptr, alive);
    }
    Ok(None)
}

/// `llvm.stacksave`: the mark is encoded as a small address, which no object has, plus one so that it is not
/// null.
fn stack_save<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let machine = &mut *c.machine;
    let mark = machine.frame_mark() as u64 + 1;
    let address = machine.domain.word(64, mark);
    let ptr = machine.memory.pointer_at(&mut machine.domain, &address);
    Ok(Some(Val::Ptr(ptr)))
}

fn stack_restore<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let machine = &mut *c.machine;
    let address = machine.domain.ptr_addr(c.args.first().map_or_else(
        || Err(StopKind::broken("a stack without a mark").into()),
        |arg: &Val<D>| arg.ptr(),
    )?);
    let mark = machine
        .domain
        .concrete_u64(64, &address, "a saved stack pointer")?;
    machine.frame_restore(mark.saturating_sub(1) as usize)?;
    Ok(None)
}

fn init_trampoline<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (to, function, chain) = (c.ptr(0)?, c.ptr(1)?, c.ptr(2)?);
    c.machine.write_trampoline(to, function, chain)?;
    Ok(None)
}

/// On x86-64 the trampoline itself is the function to call.
fn adjust_trampoline<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    Ok(Some(c.arg(0)?.clone()))
}

fn va_start<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let list = c.ptr(0)?;
    c.machine.va_start(list)?;
    Ok(None)
}

fn va_end<D: Domain>(_: &mut Call<D>) -> Outcome<D> {
    Ok(None)
}

fn va_copy<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (to, from) = (c.ptr(0)?, c.ptr(1)?);
    VaList::new(to.clone()).copy_from(c.machine, from)?;
    Ok(None)
}

fn mask_pointer<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (ptr, mask, width) = (c.arg(0)?, c.arg(1)?, c.width(1)?);
    let d = &mut c.machine.domain;
    lanes::zip(ptr, mask, |ptr, mask| {
        let ptr = ptr.ptr()?;
        let mask = d.sext(width, 64, mask.word()?);
        let address = d.ptr_addr(ptr);
        let masked = d.alu(Alu::And, 64, &address, &mask);
        let change = d.alu(Alu::Sub, 64, &masked, &address);
        Ok(Val::Ptr(d.ptr_add(ptr, &change)))
    })
    .map(Some)
}

/// `base` plus the 32-bit offset that is stored at `base + offset`.
fn load_relative<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (base, offset, width) = (c.ptr(0)?, c.word(1)?, c.width(1)?);
    let machine = &mut *c.machine;
    let d = &mut machine.domain;
    let offset = d.sext(width, 64, offset);
    let at = d.ptr_add(base, &offset);
    if let Some(entry) = relative::entry(machine, base, &at)? {
        return Ok(Some(Val::Ptr(entry)));
    }
    let d = &mut machine.domain;
    let extent = Extent { bytes: 4, align: 4 };
    let relative = machine.memory.read(d, &at, extent, 32)?;
    let relative = d.sext(32, 64, &relative);
    Ok(Some(Val::Ptr(d.ptr_add(base, &relative))))
}

fn dynamic_area_offset<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let width = c.result_width()?;
    Ok(Some(Val::Word(c.machine.domain.word(width, 0))))
}
