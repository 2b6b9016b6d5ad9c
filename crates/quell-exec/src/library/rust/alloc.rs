//! The global allocator.

use crate::domain::Domain;
use crate::library::call::{Call, Outcome, models};
use crate::machine::Machine;
use crate::memory::{Allocation, Memory, ObjectKind};
use crate::stop::Stop;

models! {
    "__rustc::__rust_alloc" => allocate,
    "__rustc::__rust_alloc_zeroed" => allocate_zeroed,
    "__rustc::__rust_dealloc" => deallocate,
    "__rustc::__rust_realloc" => reallocate,
    "__rustc::__rust_no_alloc_shim_is_unstable_v2" => nothing,
}

impl<D: Domain> Machine<D> {
    /// A new object on the heap.
    pub(super) fn heap_object(
        &mut self,
        size: u64,
        align: u64,
        zeroed: bool,
    ) -> Result<D::Ptr, Stop> {
        let allocation = Allocation {
            kind: ObjectKind::Heap,
            size,
            align: align.max(1),
            zeroed,
            writable: true,
        };
        self.memory.allocate(&mut self.domain, allocation)
    }

    pub(super) fn free_object(&mut self, ptr: &D::Ptr) -> Result<(), Stop> {
        self.memory.free(&mut self.domain, ptr)
    }

    /// An object of another size with the contents of the old one, which ends.
    pub(super) fn resize_object(
        &mut self,
        old: &D::Ptr,
        (old_size, new_size): (u64, u64),
        align: u64,
    ) -> Result<D::Ptr, Stop> {
        let new = self.heap_object(new_size, align, false)?;
        self.copy_bytes(&new, old, old_size.min(new_size))?;
        self.free_object(old)?;
        Ok(new)
    }
}

fn allocate<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (size, align) = (c.size(0)?, c.size(1)?);
    let ptr = c.machine.heap_object(size, align, false)?;
    c.give_ptr(ptr)
}

fn allocate_zeroed<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (size, align) = (c.size(0)?, c.size(1)?);
    let ptr = c.machine.heap_object(size, align, true)?;
    c.give_ptr(ptr)
}

fn deallocate<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let ptr = c.ptr(0)?;
    c.machine.free_object(&ptr)?;
    Ok(None)
}

fn reallocate<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let old = c.ptr(0)?;
    let (old_size, align, new_size) = (c.size(1)?, c.size(2)?, c.size(3)?);
    let new = c.machine.resize_object(&old, (old_size, new_size), align)?;
    c.give_ptr(new)
}

fn nothing<D: Domain>(_: &mut Call<D>) -> Outcome<D> {
    Ok(None)
}
