//! Derived types: default values of components, and finalisation of allocatable ones.
//!
//! The descriptor of a derived type points to a type description: its components with their offsets, kinds,
//! shapes and initial values.

use quell_values::unsupported::FortranConstruct;

use super::allocate::release;
use super::descriptor::Array;
use super::unsupported;
use crate::domain::Domain;
use crate::library::call::{Call, Outcome, models};
use crate::machine::Machine;
use crate::stop::Stop;

models! {
    "Initialize" => initialize,
    "InitializeClone" => initialize,
    "Destroy" => destroy,
}

/// The type code of derived types in descriptors.
const STRUCT: u8 = 42;

/// Offsets in a type description.
const COMPONENTS: u64 = 232;

/// The size of a component description, and offsets in it.
const COMPONENT_SIZE: u64 = 256;
const STORAGE: u64 = 24;
const OFFSET: u64 = 32;
const LENGTH: u64 = 48;
const DERIVED_TYPE: u64 = 56;
const BOUNDS: u64 = 160;
const INITIAL: u64 = 248;

/// The storage of a component.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Storage {
    Data,
    Pointer,
    Allocatable,
}

#[derive(Clone, Debug)]
struct Component<P> {
    storage: Storage,
    category: u64,
    kind: u64,
    rank: u64,
    offset: u64,
    /// The number of characters of a text.
    length: u64,
    /// The description of the component's own type.
    derived: P,
    bounds: P,
    initial: P,
}

/// The type category of derived types, and of characters.
const DERIVED: u64 = 5;
const CHARACTER: u64 = 3;
const COMPLEX: u64 = 2;

fn initialize<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let at = c.ptr(0)?;
    initialize_elements(c.machine, &at)?;
    c.give_nothing()
}

/// Initialises the elements of an array to their default values, if their type has any.
pub fn initialize_elements<D: Domain>(machine: &mut Machine<D>, at: &D::Ptr) -> Result<(), Stop> {
    each_element(machine, at, |machine, element, description| {
        initialize_object(machine, element, description, 0)
    })
}

/// Visits the elements of an array with their type description, if their type is derived.
fn each_element<D: Domain>(
    machine: &mut Machine<D>,
    at: &D::Ptr,
    mut visit: impl FnMut(&mut Machine<D>, &D::Ptr, &D::Ptr) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let array = machine.array(at)?;
    let Some(description) = description(machine, at, &array)? else {
        return Ok(());
    };
    for offset in array.offsets() {
        let element = machine.element(&array, offset);
        visit(machine, &element, &description)?;
    }
    Ok(())
}

/// Visits the objects that a component of a derived type consists of.
fn each_inner<D: Domain>(
    machine: &mut Machine<D>,
    at: &D::Ptr,
    component: &Component<D::Ptr>,
    mut visit: impl FnMut(&mut Machine<D>, &D::Ptr) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let size = stored_size(machine, component)?;
    let element = type_size(machine, &component.derived)?;
    for number in 0..size / element.max(1) {
        let inner = machine.at(at, element.wrapping_mul(number));
        visit(machine, &inner)?;
    }
    Ok(())
}

/// The type description of an array, which is stored behind its dimensions.
fn description<D: Domain>(
    machine: &mut Machine<D>,
    at: &D::Ptr,
    array: &Array<D::Ptr>,
) -> Result<Option<D::Ptr>, Stop> {
    if array.code != STRUCT {
        return Ok(None);
    }
    let place = machine.at(at, 24 + 24 * array.rank() as u64);
    let description = machine.get_ptr(&place)?;
    Ok((!machine.is_null(&description)?).then_some(description))
}

/// A type can contain itself through pointers only, so nesting is shallow.
const MAX_DEPTH: u32 = 100;

fn check_depth(depth: u32) -> Result<(), Stop> {
    match depth {
        0..=MAX_DEPTH => Ok(()),
        _ => Err(unsupported(FortranConstruct::NestedTypes)),
    }
}

fn initialize_object<D: Domain>(
    machine: &mut Machine<D>,
    object: &D::Ptr,
    description: &D::Ptr,
    depth: u32,
) -> Result<(), Stop> {
    check_depth(depth)?;
    for component in components(machine, description)? {
        let at = machine.at(object, component.offset);
        if !machine.is_null(&component.initial)? {
            let size = stored_size(machine, &component)?;
            machine.copy_bytes(&at, &component.initial, size)?;
        } else if component.storage != Storage::Data {
            set_empty(machine, &at, &component)?;
        } else if component.category == DERIVED {
            each_inner(machine, &at, &component, |machine, inner| {
                initialize_object(machine, inner, &component.derived, depth + 1)
            })?;
        }
    }
    Ok(())
}

fn components<D: Domain>(
    machine: &mut Machine<D>,
    description: &D::Ptr,
) -> Result<Vec<Component<D::Ptr>>, Stop> {
    let list = machine.at(description, COMPONENTS);
    let list = machine.array(&list)?;
    let mut components = Vec::new();
    for number in 0..list.count() {
        let at = machine.at(&list.base, COMPONENT_SIZE * number);
        components.push(component(machine, &at)?);
    }
    Ok(components)
}

fn component<D: Domain>(machine: &mut Machine<D>, at: &D::Ptr) -> Result<Component<D::Ptr>, Stop> {
    let mut bytes = [0; 4];
    for (index, byte) in bytes.iter_mut().enumerate() {
        let place = machine.at(at, STORAGE + index as u64);
        *byte = machine.get_number(&place, 1)?;
    }
    let (offset, length) = (machine.at(at, OFFSET), machine.at(at, LENGTH));
    let (derived, bounds) = (machine.at(at, DERIVED_TYPE), machine.at(at, BOUNDS));
    let initial = machine.at(at, INITIAL);
    Ok(Component {
        storage: match bytes[0] {
            1 => Storage::Data,
            2 => Storage::Pointer,
            _ => Storage::Allocatable,
        },
        category: bytes[1],
        kind: bytes[2],
        rank: bytes[3],
        offset: machine.get_number(&offset, 8)?,
        length: machine.get_number(&length, 8)?,
        derived: machine.get_ptr(&derived)?,
        bounds: machine.get_ptr(&bounds)?,
        initial: machine.get_ptr(&initial)?,
    })
}

fn type_size<D: Domain>(machine: &mut Machine<D>, description: &D::Ptr) -> Result<u64, Stop> {
    let at = machine.at(description, 88);
    machine.get_number(&at, 8)
}

/// The size of one element of a component in bytes.
fn element_size<D: Domain>(
    machine: &mut Machine<D>,
    component: &Component<D::Ptr>,
) -> Result<u64, Stop> {
    match component.category {
        DERIVED if machine.is_null(&component.derived)? => Ok(0),
        DERIVED => type_size(machine, &component.derived),
        CHARACTER => Ok(component.length.saturating_mul(component.kind)),
        COMPLEX => Ok(2 * component.kind),
        _ => Ok(component.kind),
    }
}

/// The size of a component in the object: its elements, or a descriptor.
fn stored_size<D: Domain>(
    machine: &mut Machine<D>,
    component: &Component<D::Ptr>,
) -> Result<u64, Stop> {
    if component.storage != Storage::Data {
        let addendum = if component.category == DERIVED { 16 } else { 0 };
        return Ok(24 + 24 * component.rank + addendum);
    }
    let mut size = element_size(machine, component)?;
    for dimension in 0..component.rank {
        // Two bounds, each of which is a value behind a tag.
        let lower = machine.at(&component.bounds, 32 * dimension + 8);
        let upper = machine.at(&component.bounds, 32 * dimension + 24);
        let (lower, upper) = (
            machine.get_number(&lower, 8)?,
            machine.get_number(&upper, 8)?,
        );
        let extent = (upper as i64)
            .saturating_sub(lower as i64)
            .saturating_add(1);
        size = size.saturating_mul(extent.max(0) as u64);
    }
    Ok(size)
}

/// The type code in descriptors.
fn type_code(component_category: u64, kind: u64) -> u8 {
    match (component_category, kind) {
        (0, 1) => 7,
        (0, 2) => 8,
        (0, 4) => 9,
        (0, 8) => 10,
        (1, 4) => 27,
        (1, _) => 28,
        (2, 4) => 34,
        (2, _) => 35,
        (CHARACTER, _) => 40,
        (4, 1) => 39,
        (4, 2) => 13,
        (4, 4) => 14,
        (4, _) => 15,
        _ => STRUCT,
    }
}

/// Writes a descriptor without data.
fn set_empty<D: Domain>(
    machine: &mut Machine<D>,
    at: &D::Ptr,
    component: &Component<D::Ptr>,
) -> Result<(), Stop> {
    let element = element_size(machine, component)?;
    let derived = component.category == DERIVED;
    let attribute = if component.storage == Storage::Pointer {
        1
    } else {
        2
    };
    let code = type_code(component.category, component.kind);
    let null = machine.domain.null();
    machine.put_ptr(at, &null)?;
    let fields = [
        (8, 8, element),
        (16, 4, 20_180_515),
        (20, 1, component.rank),
        (21, 1, u64::from(code)),
        (22, 1, attribute),
        (23, 1, u64::from(derived)),
    ];
    for (offset, bytes, value) in fields {
        let place = machine.at(at, offset);
        machine.put_number(&place, bytes, value)?;
    }
    for word in 0..3 * component.rank {
        let place = machine.at(at, 24 + 8 * word);
        machine.put_number(&place, 8, 0)?;
    }
    if derived {
        let place = machine.at(at, 24 + 24 * component.rank);
        machine.put_ptr(&place, &component.derived)?;
    }
    Ok(())
}

/// Replaces allocatable components of elements that were copied byte by byte by copies of their own.
pub fn copy_components<D: Domain>(machine: &mut Machine<D>, at: &D::Ptr) -> Result<(), Stop> {
    copy_in_array(machine, at, 0)
}

fn copy_in_array<D: Domain>(machine: &mut Machine<D>, at: &D::Ptr, depth: u32) -> Result<(), Stop> {
    each_element(machine, at, |machine, element, description| {
        copy_in_object(machine, element, description, depth)
    })
}

fn copy_in_object<D: Domain>(
    machine: &mut Machine<D>,
    object: &D::Ptr,
    description: &D::Ptr,
    depth: u32,
) -> Result<(), Stop> {
    check_depth(depth)?;
    for component in components(machine, description)? {
        let at = machine.at(object, component.offset);
        if component.storage == Storage::Allocatable {
            copy_allocatable(machine, &at, depth)?;
        } else if component.storage == Storage::Data && component.category == DERIVED {
            each_inner(machine, &at, &component, |machine, inner| {
                copy_in_object(machine, inner, &component.derived, depth + 1)
            })?;
        }
    }
    Ok(())
}

/// Replaces the data of a descriptor by a copy. Allocatables are contiguous.
fn copy_allocatable<D: Domain>(
    machine: &mut Machine<D>,
    at: &D::Ptr,
    depth: u32,
) -> Result<(), Stop> {
    let array = machine.array(at)?;
    if machine.is_null(&array.base)? {
        return Ok(());
    }
    let bytes = array.element.saturating_mul(array.count());
    let own = machine.fortran_allocate(bytes)?;
    if bytes > 0 {
        machine.copy_bytes(&own, &array.base, bytes)?;
    }
    machine.put_ptr(at, &own)?;
    copy_in_array(machine, at, depth + 1)
}

/// Frees the allocatable components of all elements.
fn destroy<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let at = c.ptr(0)?;
    let array = c.machine.array(&at)?;
    if !c.machine.is_null(&array.base)? {
        each_element(c.machine, &at, destroy_object)?;
    }
    c.give_nothing()
}

fn destroy_object<D: Domain>(
    machine: &mut Machine<D>,
    object: &D::Ptr,
    description: &D::Ptr,
) -> Result<(), Stop> {
    for component in components(machine, description)? {
        let at = machine.at(object, component.offset);
        if component.storage == Storage::Allocatable {
            let base = machine.get_ptr(&at)?;
            if !machine.is_null(&base)? {
                release(machine, &at)?;
            }
        }
    }
    Ok(())
}
