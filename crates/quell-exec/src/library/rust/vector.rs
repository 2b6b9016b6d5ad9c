//! `Vec`, `String` and the buffer in them: capacity, pointer, length, a word each.

use super::view::NO_CAPACITY;
use crate::domain::Domain;
use crate::library::call::{Call, Outcome, models};
use crate::machine::Machine;
use crate::stop::{NativeEnd, Stop};
use crate::value::Val;

models! {
    "<alloc::raw_vec::RawVecInner>::try_allocate_in" => try_allocate,
    "<alloc::raw_vec::RawVecInner>::deallocate" => deallocate,
    "<alloc::raw_vec::RawVecInner>::grow_amortized" => grow_amortized,
    "<alloc::raw_vec::RawVecInner>::grow_one" => grow_one,
    "<alloc::raw_vec::RawVecInner<_>>::reserve::do_reserve_and_handle" => reserve_inner,
    "<alloc::raw_vec::RawVecInner>::reserve::do_reserve_and_handle" => reserve_inner,
    "<alloc::raw_vec::RawVec<u8>>::grow_one" => grow_one_byte,
    "<alloc::raw_vec::RawVec<u8> as core::ops::drop::Drop>::drop" => drop_bytes,
    "<alloc::vec::Vec<u8> as core::ops::drop::Drop>::drop" => drop_elements,
    "<alloc::vec::Vec<u8>>::reserve" => reserve_bytes,
    "<alloc::string::String as core::fmt::Write>::write_str" => write_str,
    "<alloc::string::String as core::clone::Clone>::clone" => clone_string,
    "<alloc::vec::Vec<u8> as core::clone::Clone>::clone" => clone_string,
    "<<alloc::string::String>::retain::SetLenOnDrop as core::ops::drop::Drop>::drop" => set_length,
}

const POINTER: u64 = 8;
const LENGTH: u64 = 16;

/// Size and alignment of the elements of a vector.
#[derive(Clone, Copy, Debug)]
struct Element {
    align: u64,
    size: u64,
}

const BYTE: Element = Element { align: 1, size: 1 };

impl Element {
    /// A `Layout` among the arguments.
    fn argument<D: Domain>(c: &mut Call<D>, index: usize) -> Result<Self, Stop> {
        Ok(Self {
            align: c.size(index)?,
            size: c.size(index + 1)?,
        })
    }

    /// The size of `count` elements, if a vector may be so large.
    fn bytes(self, count: u64) -> Option<u64> {
        let bytes = self.size.checked_mul(count)?;
        (bytes <= (i64::MAX as u64 + 1).saturating_sub(self.align)).then_some(bytes)
    }

    /// The smallest capacity above zero.
    fn least(self) -> u64 {
        match self.size {
            0 | 1 => 8,
            2..=1024 => 4,
            _ => 1,
        }
    }
}

impl<D: Domain> Machine<D> {
    /// Writes a new `String` or `Vec<u8>` with these bytes.
    pub(super) fn put_string(&mut self, at: &D::Ptr, bytes: &[u8]) -> Result<(), Stop> {
        let length = bytes.len() as u64;
        let buffer = match length {
            0 => self.number_as_ptr(1),
            _ => self.heap_object(length, 1, false)?,
        };
        if length > 0 {
            self.put_bytes(&buffer, bytes)?;
        }
        self.set_number_at(at, 0, 8, length)?;
        self.set_ptr_at(at, POINTER, &buffer)?;
        self.set_number_at(at, LENGTH, 8, length)
    }

    /// Appends to a `String` or `Vec<u8>`.
    pub(super) fn append(&mut self, vector: &D::Ptr, bytes: &[u8]) -> Result<(), Stop> {
        if bytes.is_empty() {
            return Ok(());
        }
        let length = self.number_at(vector, LENGTH, 8)?;
        reserve(self, vector, (length, bytes.len() as u64), BYTE)?;
        let buffer = self.ptr_at(vector, POINTER)?;
        let end = self.at(&buffer, length);
        self.put_bytes(&end, bytes)?;
        let length = length.wrapping_add(bytes.len() as u64);
        self.set_number_at(vector, LENGTH, 8, length)
    }
}

/// Reserves room for `additional` elements after `length` ones, and at least doubles the capacity.
fn reserve<D: Domain>(
    machine: &mut Machine<D>,
    vector: &D::Ptr,
    (length, additional): (u64, u64),
    element: Element,
) -> Result<(), Stop> {
    let capacity = machine.number_at(vector, 0, 8)?;
    if element.size != 0 && capacity.saturating_sub(length) >= additional {
        return Ok(());
    }
    grow(machine, vector, (length, additional), element)
}

fn grow<D: Domain>(
    machine: &mut Machine<D>,
    vector: &D::Ptr,
    (length, additional): (u64, u64),
    element: Element,
) -> Result<(), Stop> {
    let old = machine.number_at(vector, 0, 8)?;
    let needed = length.checked_add(additional).ok_or_else(overflow)?;
    let capacity = needed.max(old.saturating_mul(2)).max(element.least());
    let bytes = element.bytes(capacity).filter(|_| element.size != 0);
    let bytes = bytes.ok_or_else(overflow)?;
    let buffer = match old {
        0 => machine.heap_object(bytes, element.align, false)?,
        _ => {
            let before = machine.ptr_at(vector, POINTER)?;
            machine.resize_object(
                &before,
                (old.saturating_mul(element.size), bytes),
                element.align,
            )?
        }
    };
    machine.set_number_at(vector, 0, 8, capacity)?;
    machine.set_ptr_at(vector, POINTER, &buffer)
}

fn overflow() -> Stop {
    NativeEnd::PANIC.trap("panicked: capacity overflow")
}

/// `Result<RawVecInner, TryReserveError>`: a tag, then the buffer, or the error.
fn try_allocate<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (result, capacity) = (c.ptr(0)?, c.size(1)?);
    let zeroed = c.bits(2, 1)? != 0;
    let element = Element::argument(c, 3)?;
    let Some(bytes) = element.bytes(capacity) else {
        c.machine.put_number(&result, 8, 1)?;
        c.machine.set_number_at(&result, 8, 8, 0)?;
        return Ok(None);
    };
    let (capacity, buffer) = match bytes {
        0 => (0, c.machine.number_as_ptr(element.align)),
        _ => (
            capacity,
            c.machine.heap_object(bytes, element.align, zeroed)?,
        ),
    };
    c.machine.put_number(&result, 8, 0)?;
    c.machine.set_number_at(&result, 8, 8, capacity)?;
    c.machine.set_ptr_at(&result, 16, &buffer)?;
    Ok(None)
}

fn free_buffer<D: Domain>(c: &mut Call<D>, element: Element) -> Outcome<D> {
    let vector = c.ptr(0)?;
    let capacity = c.machine.number_at(&vector, 0, 8)?;
    if capacity != 0 && element.size != 0 {
        let buffer = c.machine.ptr_at(&vector, POINTER)?;
        c.machine.free_object(&buffer)?;
    }
    Ok(None)
}

fn deallocate<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let element = Element::argument(c, 1)?;
    free_buffer(c, element)
}

fn drop_bytes<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    free_buffer(c, BYTE)
}

/// The elements of a vector of bytes need no drop.
fn drop_elements<D: Domain>(_: &mut Call<D>) -> Outcome<D> {
    Ok(None)
}

fn reserve_inner<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (vector, length, additional) = (c.ptr(0)?, c.size(1)?, c.size(2)?);
    let element = Element::argument(c, 3)?;
    grow(c.machine, &vector, (length, additional), element)?;
    Ok(None)
}

/// `Result<(), TryReserveError>`, in which `Ok` is encoded by an impossible value of the first word.
fn grow_amortized<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    reserve_inner(c)?;
    let success = c.machine.domain.word(64, NO_CAPACITY + 1);
    let rest = c.machine.domain.undef(64);
    Ok(Some(Val::agg([Val::Word(success), Val::Word(rest)])))
}

fn grow_one<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let element = Element::argument(c, 1)?;
    grow_by_one(c, element)
}

fn grow_one_byte<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    grow_by_one(c, BYTE)
}

fn grow_by_one<D: Domain>(c: &mut Call<D>, element: Element) -> Outcome<D> {
    let vector = c.ptr(0)?;
    let capacity = c.machine.number_at(&vector, 0, 8)?;
    grow(c.machine, &vector, (capacity, 1), element)?;
    Ok(None)
}

fn reserve_bytes<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (vector, additional) = (c.ptr(0)?, c.size(1)?);
    let length = c.machine.number_at(&vector, LENGTH, 8)?;
    reserve(c.machine, &vector, (length, additional), BYTE)?;
    Ok(None)
}

fn write_str<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let text = c.byte_slice(1)?;
    let string = c.ptr(0)?;
    c.machine.append(&string, &text)?;
    c.give_flag(false)
}

fn clone_string<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (result, from) = (c.ptr(0)?, c.ptr(1)?);
    let buffer = c.machine.ptr_at(&from, POINTER)?;
    let length = c.machine.number_at(&from, LENGTH, 8)?;
    let bytes = c.machine.slice(&buffer, length)?;
    c.machine.put_string(&result, &bytes)?;
    Ok(None)
}

/// Completes `retain`. The guard has the string, the number of bytes read, and the number removed.
fn set_length<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let guard = c.ptr(0)?;
    let string = c.machine.get_ptr(&guard)?;
    let read = c.machine.number_at(&guard, 8, 8)?;
    let removed = c.machine.number_at(&guard, 16, 8)?;
    c.machine
        .set_number_at(&string, LENGTH, 8, read.wrapping_sub(removed))?;
    Ok(None)
}
