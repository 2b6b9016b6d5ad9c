//! Array constructors whose length is not known in advance: elements are pushed one by one.

use super::allocate::release;
use super::descriptor::{Array, Dimension};
use crate::domain::Domain;
use crate::library::call::{Call, Outcome, models};
use crate::machine::Machine;
use crate::stop::Stop;

models! {
    "InitArrayConstructorVector" => init,
    "PushArrayConstructorValue" => push_array,
    "PushArrayConstructorSimpleScalar" => push_scalar,
}

/// The caller provides memory for the state: the descriptor, the number of elements, and the capacity.
const COUNT: u64 = 8;
const ROOM: u64 = 16;

fn init<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (notes, descriptor) = (c.ptr(0)?, c.ptr(1)?);
    let array = c.machine.array(&descriptor)?;
    let room = if c.machine.is_null(&array.base)? {
        0
    } else {
        array.count()
    };
    c.machine.put_ptr(&notes, &descriptor)?;
    let (count_at, room_at) = (c.machine.at(&notes, COUNT), c.machine.at(&notes, ROOM));
    c.machine.put_number(&count_at, 8, 0)?;
    c.machine.put_number(&room_at, 8, room)?;
    c.give_nothing()
}

fn push_array<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (notes, from) = (c.ptr(0)?, c.array(1)?);
    for offset in from.offsets() {
        let value = c.machine.element(&from, offset);
        push(c.machine, &notes, &value, from.element)?;
    }
    c.give_nothing()
}

fn push_scalar<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (notes, value) = (c.ptr(0)?, c.ptr(1)?);
    let descriptor = c.machine.get_ptr(&notes)?;
    let element = c.machine.array(&descriptor)?.element;
    push(c.machine, &notes, &value, element)?;
    c.give_nothing()
}

fn push<D: Domain>(
    machine: &mut Machine<D>,
    notes: &D::Ptr,
    value: &D::Ptr,
    element: u64,
) -> Result<(), Stop> {
    let descriptor = machine.get_ptr(notes)?;
    let (count_at, room_at) = (machine.at(notes, COUNT), machine.at(notes, ROOM));
    let count = machine.get_number(&count_at, 8)?;
    let mut array = machine.array(&descriptor)?;
    if array.element == 0 {
        machine.set_element_length(&descriptor, element)?;
        array.element = element;
    }
    if count >= machine.get_number(&room_at, 8)? {
        array = grow(machine, &descriptor, &array, count)?;
        machine.put_number(&room_at, 8, 2 * count.max(2))?;
    }
    let dimension = Dimension {
        lower: 1,
        extent: array
            .extents()
            .first()
            .map_or(0, |&extent| extent)
            .max(count as i64 + 1),
        stride: array.element as i64,
    };
    machine.set_dimension(&descriptor, 0, dimension)?;
    let at = machine.at(&array.base, array.element * count);
    machine.copy_bytes(&at, value, array.element.min(element))?;
    machine.put_number(&count_at, 8, count + 1)
}

/// Doubles the capacity.
fn grow<D: Domain>(
    machine: &mut Machine<D>,
    descriptor: &D::Ptr,
    array: &Array<D::Ptr>,
    count: u64,
) -> Result<Array<D::Ptr>, Stop> {
    let base = machine.fortran_allocate(array.element * 2 * count.max(2))?;
    if !machine.is_null(&array.base)? {
        machine.copy_bytes(&base, &array.base, array.element * count)?;
        release(machine, descriptor)?;
    }
    machine.put_ptr(descriptor, &base)?;
    let dimension = Dimension {
        lower: 1,
        extent: count as i64,
        stride: array.element as i64,
    };
    machine.set_dimension(descriptor, 0, dimension)?;
    machine.array(descriptor)
}
