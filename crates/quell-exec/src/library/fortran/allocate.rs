//! `ALLOCATE` and `DEALLOCATE`, and the calls that set bounds before them.

use super::descriptor::{Array, Dimension};
use super::{assign, derived, runtime_error};
use crate::domain::Domain;
use crate::library::call::{Call, Outcome, models};
use crate::machine::Machine;
use crate::memory::Memory;
use crate::stop::Stop;

models! {
    "AllocatableSetBounds" => set_bounds,
    "PointerSetBounds" => set_bounds,
    "AllocatableAllocate" => allocate,
    "AllocatableAllocateSource" => allocate_source,
    "AllocatableDeallocate" => deallocate,
    "PointerAllocate" => allocate_pointer,
    "PointerAllocateSource" => allocate_source,
    "PointerDeallocate" => deallocate,
    "AllocatableInitCharacterForAllocate" => set_length,
    "AllocatableInitIntrinsicForAllocate" => nothing,
    "AllocatableApplyMold" => apply_mold,
    "PointerApplyMold" => apply_mold,
    "MoveAlloc" => move_alloc,
    "PointerIsAssociated" => is_associated,
}

/// `STAT=` when an allocatable is already allocated, or is deallocated without being allocated.
const ALREADY_ALLOCATED: u64 = 102;
const NOT_ALLOCATED: u64 = 101;

fn nothing<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    c.give_nothing()
}

fn set_bounds<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let at = c.ptr(0)?;
    let index = c.uint(1)?;
    let (lower, upper) = (c.long(2)?, c.long(3)?);
    let extent = upper.saturating_sub(lower).saturating_add(1).max(0);
    let array = c.machine.array(&at)?;
    let before: i64 = array.extents().iter().take(index as usize).product();
    let dimension = Dimension {
        lower: if extent == 0 { 1 } else { lower },
        extent,
        stride: array.element as i64 * before,
    };
    c.machine.set_dimension(&at, u64::from(index), dimension)?;
    c.give_nothing()
}

/// Allocates the memory of an array, contiguously.
pub fn give_memory<D: Domain>(machine: &mut Machine<D>, at: &D::Ptr) -> Result<(), Stop> {
    let array = machine.array(at)?;
    let mut stride = array.element as i64;
    for (index, dimension) in array.dimensions.iter().enumerate() {
        let dimension = Dimension {
            stride,
            ..*dimension
        };
        machine.set_dimension(at, index as u64, dimension)?;
        stride *= dimension.extent;
    }
    let base = machine.fortran_allocate(array.element * array.count())?;
    machine.put_ptr(at, &base)?;
    derived::initialize_elements(machine, at)
}

/// Reports a failure: returns the status if the program requested it, and stops otherwise. `rest` is the
/// index of the first of the arguments `hasStat`, `errMsg`, `sourceFile`, `sourceLine`.
fn fail<D: Domain>(c: &mut Call<D>, rest: usize, status: u64, what: &str) -> Outcome<D> {
    if c.bits(rest, 1)? != 0 {
        return c.give(32, status);
    }
    let place = c.place(rest + 2, rest + 3)?;
    c.machine.flush_units();
    Err(runtime_error(&place, what))
}

fn is_allocated<D: Domain>(c: &mut Call<D>) -> Result<bool, Stop> {
    let at = c.ptr(0)?;
    let base = c.machine.get_ptr(&at)?;
    Ok(!c.machine.is_null(&base)?)
}

fn allocate<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    if is_allocated(c)? {
        return fail(
            c,
            1,
            ALREADY_ALLOCATED,
            "ALLOCATE: object is already allocated",
        );
    }
    allocate_pointer(c)
}

fn allocate_pointer<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let at = c.ptr(0)?;
    give_memory(c.machine, &at)?;
    c.give(32, 0)
}

fn allocate_source<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (at, source) = (c.ptr(0)?, c.array(1)?);
    let array = c.machine.array(&at)?;
    if array.rank() == source.rank() && array.extents().iter().all(|&extent| extent == 0) {
        take_shape(c.machine, &at, &source)?;
    }
    give_memory(c.machine, &at)?;
    let array = c.machine.array(&at)?;
    assign::copy_elements(c.machine, &array, &source)?;
    c.give(32, 0)
}

fn take_shape<D: Domain>(
    machine: &mut Machine<D>,
    at: &D::Ptr,
    from: &Array<D::Ptr>,
) -> Result<(), Stop> {
    for (index, dimension) in from.dimensions.iter().enumerate() {
        machine.set_dimension(at, index as u64, *dimension)?;
    }
    Ok(())
}

fn apply_mold<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (at, mold) = (c.ptr(0)?, c.array(1)?);
    c.machine.set_element_length(&at, mold.element)?;
    take_shape(c.machine, &at, &mold)?;
    c.give_nothing()
}

fn deallocate<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    if !is_allocated(c)? {
        return fail(c, 1, NOT_ALLOCATED, "DEALLOCATE: object is not allocated");
    }
    let at = c.ptr(0)?;
    release(c.machine, &at)?;
    c.give(32, 0)
}

/// Frees the memory of an array.
pub fn release<D: Domain>(machine: &mut Machine<D>, at: &D::Ptr) -> Result<(), Stop> {
    let base = machine.get_ptr(at)?;
    machine.memory.free(&mut machine.domain, &base)?;
    let null = machine.domain.null();
    machine.put_ptr(at, &null)
}

fn set_length<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (at, length) = (c.ptr(0)?, c.long(1)?);
    c.machine.set_element_length(&at, length.max(0) as u64)?;
    c.give_nothing()
}

fn move_alloc<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (to, from) = (c.ptr(0)?, c.ptr(1)?);
    if is_allocated(c)? {
        release(c.machine, &to)?;
    }
    let source = c.machine.array(&from)?;
    c.machine.set_element_length(&to, source.element)?;
    take_shape(c.machine, &to, &source)?;
    c.machine.put_ptr(&to, &source.base)?;
    let null = c.machine.domain.null();
    c.machine.put_ptr(&from, &null)?;
    c.give(32, 0)
}

fn is_associated<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let is = is_allocated(c)?;
    c.give(1, u64::from(is))
}
