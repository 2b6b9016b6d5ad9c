//! Assignment of arrays and texts, with reallocation of allocatables.

use quell_values::unsupported::FortranConstruct;

use super::allocate::{give_memory, release};
use super::derived::copy_components;
use super::descriptor::{Array, Dimension, Kind};
use super::unsupported;
use crate::domain::Domain;
use crate::library::call::{Call, Outcome, models};
use crate::machine::Machine;
use crate::stop::Stop;

models! {
    "Assign" => assign,
    "AssignTemporary" => assign_temporary,
    "AssignExplicitLengthCharacter" => assign_explicit,
    "CopyInAssign" => copy_in,
    "CopyOutAssign" => copy_out,
}

/// The offset of the attribute of a descriptor.
const ATTRIBUTE: u64 = 22;
const ALLOCATABLE: u64 = 2;

fn assign<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    assign_to(c, true)
}

/// The character length is not changed.
fn assign_explicit<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    assign_to(c, false)
}

/// The source may overlap the target, so it is copied first.
fn assign_to<D: Domain>(c: &mut Call<D>, length_too: bool) -> Outcome<D> {
    let (at, from) = (c.ptr(0)?, c.array(1)?);
    let from = detached(c.machine, &from)?;
    let attribute = c.machine.at(&at, ATTRIBUTE);
    if c.machine.get_number(&attribute, 1)? == ALLOCATABLE {
        fit(c.machine, &at, &from, length_too)?;
    }
    let to = c.machine.array(&at)?;
    store_elements(c.machine, &to, &from)?;
    copy_components(c.machine, &at)?;
    c.give_nothing()
}

fn assign_temporary<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (to, from) = (c.array(0)?, c.array(1)?);
    copy_elements(c.machine, &to, &from)?;
    c.give_nothing()
}

/// Reallocates an allocatable to the shape of the value that is assigned to it, if it has another one.
fn fit<D: Domain>(
    machine: &mut Machine<D>,
    at: &D::Ptr,
    from: &Array<D::Ptr>,
    length_too: bool,
) -> Result<(), Stop> {
    let to = machine.array(at)?;
    let exists = !machine.is_null(&to.base)?;
    let same_length = to.kind() != Kind::Character || !length_too || to.element == from.element;
    let scalar = from.rank() == 0 && to.rank() > 0;
    if exists && same_length && (scalar || to.extents() == from.extents()) {
        return Ok(());
    }
    if exists {
        release(machine, at)?;
    }
    if to.kind() == Kind::Character && length_too {
        machine.set_element_length(at, from.element)?;
    }
    if !scalar {
        for (index, extent) in from.extents().into_iter().enumerate() {
            let dimension = Dimension {
                lower: 1,
                extent,
                stride: 0,
            };
            machine.set_dimension(at, index as u64, dimension)?;
        }
    }
    give_memory(machine, at)
}

/// Copies all elements; the arrays may overlap.
pub fn copy_elements<D: Domain>(
    machine: &mut Machine<D>,
    to: &Array<D::Ptr>,
    from: &Array<D::Ptr>,
) -> Result<(), Stop> {
    let from = detached(machine, from)?;
    store_elements(machine, to, &from)
}

/// Stores all elements; a scalar is stored in each element.
fn store_elements<D: Domain>(
    machine: &mut Machine<D>,
    to: &Array<D::Ptr>,
    from: &Array<D::Ptr>,
) -> Result<(), Stop> {
    let targets = to.offsets();
    let sources = match from.rank() {
        0 => vec![0; targets.len()],
        _ => from.offsets(),
    };
    if targets.len() > sources.len() {
        return Err(unsupported(FortranConstruct::AssignedShapes));
    }
    for (target, source) in targets.into_iter().zip(sources) {
        let at = machine.element(to, target);
        let source = machine.element(from, source);
        place(machine, (&at, to), (&source, from))?;
    }
    Ok(())
}

/// A contiguous copy of the array.
fn detached<D: Domain>(
    machine: &mut Machine<D>,
    from: &Array<D::Ptr>,
) -> Result<Array<D::Ptr>, Stop> {
    let copy = machine.host_object("assigned elements", from.element * from.count())?;
    for (index, offset) in from.offsets().into_iter().enumerate() {
        let source = machine.element(from, offset);
        let at = machine.at(&copy, from.element * index as u64);
        machine.copy_bytes(&at, &source, from.element)?;
    }
    let mut stride = from.element as i64;
    let mut detached = Array {
        base: copy,
        ..from.clone()
    };
    for dimension in &mut detached.dimensions {
        dimension.stride = stride;
        stride *= dimension.extent.max(0);
    }
    Ok(detached)
}

/// Stores one element, converted to the type of the target.
fn place<D: Domain>(
    machine: &mut Machine<D>,
    (at, to): (&D::Ptr, &Array<D::Ptr>),
    (source, from): (&D::Ptr, &Array<D::Ptr>),
) -> Result<(), Stop> {
    if to.kind() == Kind::Character {
        let mut text = match from.element {
            0 => Vec::new(),
            length => machine.get_bytes(source, length)?,
        };
        text.resize(to.element as usize, b' ');
        return if text.is_empty() {
            Ok(())
        } else {
            machine.put_bytes(at, &text)
        };
    }
    if to.code == from.code || to.element == from.element {
        return machine.copy_bytes(at, source, to.element);
    }
    Err(unsupported(FortranConstruct::AssignedTypes))
}

/// A contiguous copy of an array, for a callee that requires one.
fn copy_in<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (temporary, from) = (c.ptr(0)?, c.array(1)?);
    let element = (from.code, from.element);
    let to = c.machine.new_array(&temporary, element, &from.extents())?;
    copy_elements(c.machine, &to, &from)?;
    c.give_nothing()
}

fn copy_out<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let temporary = c.ptr(1)?;
    if let Some(to) = c.optional_array(0)? {
        let from = c.machine.array(&temporary)?;
        copy_elements(c.machine, &to, &from)?;
    }
    release(c.machine, &temporary)?;
    c.give_nothing()
}
