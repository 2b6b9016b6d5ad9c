//! Allocation. Each block is an object of exactly the requested size.

use crate::domain::Domain;
use crate::library::call::{Call, Outcome, models};
use crate::library::errno::{EINVAL, ENOMEM};
use crate::machine::Machine;
use crate::memory::{Allocation, Memory, ObjectKind, Target};
use crate::stop::Stop;

models! {
    "malloc" => malloc,
    "calloc" => calloc,
    "realloc" => realloc,
    "reallocarray" => reallocarray,
    "free" => free,
    "cfree" => free,
    "aligned_alloc" => aligned_alloc,
    "memalign" => aligned_alloc,
    "valloc" => valloc,
    "posix_memalign" => posix_memalign,
    "malloc_usable_size" => malloc_usable_size,
}

/// The alignment of blocks from `malloc`.
const DEFAULT_ALIGN: u64 = 16;
const PAGE: u64 = 4096;

impl<D: Domain> Machine<D> {
    /// A block as `malloc` makes it.
    pub(crate) fn heap_block(&mut self, size: u64, zeroed: bool) -> Result<D::Ptr, Stop> {
        self.aligned_block(size, DEFAULT_ALIGN, zeroed)
    }

    fn aligned_block(&mut self, size: u64, align: u64, zeroed: bool) -> Result<D::Ptr, Stop> {
        let allocation = Allocation {
            kind: ObjectKind::Heap,
            size,
            align,
            zeroed,
            writable: true,
        };
        self.memory.allocate(&mut self.domain, allocation)
    }

    pub(crate) fn free_block(&mut self, ptr: &D::Ptr) -> Result<(), Stop> {
        self.memory.free(&mut self.domain, ptr)
    }

    /// A block of a new size with the contents of an old one, which is freed.
    pub(crate) fn resize_block(&mut self, old: &D::Ptr, size: u64) -> Result<D::Ptr, Stop> {
        let target = self.memory.target(&mut self.domain, old);
        let Some(old_size) = target.as_ref().and_then(block_size) else {
            // Freeing an invalid block reports the undefined behaviour.
            self.free_block(old)?;
            return self.heap_block(size, false);
        };
        let new = self.heap_block(size, false)?;
        self.copy_bytes(&new, old, old_size.min(size))?;
        self.free_block(old)?;
        Ok(new)
    }
}

/// Whether a size exceeds the address space of a process.
fn is_too_large(size: u64) -> bool {
    size >= 1 << 47
}

fn block_size(target: &Target) -> Option<u64> {
    let block = target.kind == ObjectKind::Heap && target.offset == 0 && target.alive;
    block.then_some(target.size)
}

/// A block, or null for a size that cannot be allocated.
fn allocate<D: Domain>(c: &mut Call<D>, size: Option<u64>, align: u64, zeroed: bool) -> Outcome<D> {
    match size {
        Some(size) if !is_too_large(size) => {
            let ptr = c.machine.aligned_block(size, align, zeroed)?;
            c.give_ptr(ptr)
        }
        _ => c.fail_ptr(ENOMEM),
    }
}

fn malloc<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let size = c.size(0)?;
    allocate(c, Some(size), DEFAULT_ALIGN, false)
}

fn calloc<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let size = c.size(0)?.checked_mul(c.size(1)?);
    allocate(c, size, DEFAULT_ALIGN, true)
}

/// As in glibc, a size of 0 frees the block and returns null.
fn resize<D: Domain>(c: &mut Call<D>, size: Option<u64>) -> Outcome<D> {
    let Some(old) = c.optional_ptr(0)? else {
        return allocate(c, size, DEFAULT_ALIGN, false);
    };
    match size {
        Some(0) => {
            c.machine.free_block(&old)?;
            c.give_null()
        }
        Some(size) if !is_too_large(size) => {
            let new = c.machine.resize_block(&old, size)?;
            c.give_ptr(new)
        }
        _ => c.fail_ptr(ENOMEM),
    }
}

fn realloc<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let size = c.size(1)?;
    resize(c, Some(size))
}

fn reallocarray<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let size = c.size(1)?.checked_mul(c.size(2)?);
    resize(c, size)
}

fn free<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let ptr = c.ptr(0)?;
    c.machine.free_block(&ptr)?;
    Ok(None)
}

fn aligned_alloc<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (align, size) = (c.size(0)?, c.size(1)?);
    match align.checked_next_power_of_two() {
        Some(align) => allocate(c, Some(size), align.max(DEFAULT_ALIGN), false),
        None => c.fail_ptr(EINVAL),
    }
}

fn valloc<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let size = c.size(0)?;
    allocate(c, Some(size), PAGE, false)
}

fn posix_memalign<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (place, align, size) = (c.ptr(0)?, c.size(1)?, c.size(2)?);
    if !align.is_power_of_two() || align < 8 {
        return c.give_int(EINVAL);
    }
    if is_too_large(size) {
        return c.give_int(ENOMEM);
    }
    let block = c.machine.aligned_block(size, align, false)?;
    c.machine.put_ptr(&place, &block)?;
    c.give_int(0)
}

/// Exactly the requested size. In glibc it is often slightly larger, on which programs must not rely.
fn malloc_usable_size<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let Some(ptr) = c.optional_ptr(0)? else {
        return c.give_size(0);
    };
    let target = c.machine.memory.target(&mut c.machine.domain, &ptr);
    match target.as_ref().and_then(block_size) {
        Some(size) => c.give_size(size),
        None => {
            c.machine.free_block(&ptr)?;
            c.give_size(0)
        }
    }
}
