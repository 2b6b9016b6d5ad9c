//! Allocation of blocks of symbolic size. A block has room for all sizes within a bound, and its length is symbolic.

use quell_term::Term;

use super::{Call, Outcome, table};
use crate::domain::{Domain, Test};
use crate::library::errno::ENOMEM;
use crate::memory::{Extent, Memory};
use crate::stop::Stop;
use crate::symbolic::domain::{Alternative, Ptr, Word, arithmetic, pointer};

table! {
    "malloc" => malloc,
    "calloc" => calloc,
    "realloc" => realloc,
    "strdup" => strdup,
    "strndup" => strndup,
}

/// Larger requests fail: they exceed the address space of a process.
const TOO_LARGE: u64 = 1 << 47;

/// A request to the allocator.
#[derive(Clone, Copy)]
struct Request {
    size: Term,
    /// When the computation of the size overflowed.
    overflows: Term,
    zeroed: bool,
    /// When a block is requested at all.
    wanted: Term,
}

/// Its result.
struct Allocated {
    /// The block, or null.
    ptr: Ptr,
    /// When it failed.
    failed: Term,
}

impl Call<'_> {
    fn request(&mut self, size: Term) -> Request {
        let pool = &mut self.domain().pool;
        Request {
            size,
            overflows: pool.bool(false),
            zeroed: false,
            wanted: pool.bool(true),
        }
    }

    /// Allocates a block like `malloc`.
    fn block(&mut self, request: Request) -> Result<Allocated, Stop> {
        let room = self.room_for(request)?;
        let pool = &mut self.domain().pool;
        let least = pool.number(64, TOO_LARGE);
        let huge = pool.ule(least, request.size);
        let failed = pool.or(huge, request.overflows);
        let failed = pool.and(failed, request.wanted);
        self.set_errno_where(failed, ENOMEM)?;
        let null = self.domain().null();
        if self.domain().pool.as_bool(failed) == Some(true) {
            return Ok(Allocated { ptr: null, failed });
        }
        let made = self.machine.heap_block(room, request.zeroed)?;
        let pool = &mut self.domain().pool;
        let succeeds = pool.not(failed);
        let exists = pool.and(succeeds, request.wanted);
        let length = Some(request.size).filter(|size| pool.as_word(*size).is_none());
        self.machine.memory.set_extent(&made, length, exists);
        let ptr = pointer::select(&mut self.domain().pool, exists, &made, &null);
        Ok(Allocated { ptr, failed })
    }

    /// The number of bytes that a block has room for. Larger sizes reach a bound.
    fn room_for(&mut self, request: Request) -> Result<u64, Stop> {
        let domain = self.domain();
        if let Some(size) = domain.pool.as_word(request.size) {
            return Ok(if size >= TOO_LARGE { 0 } else { size });
        }
        let bits = domain.pool.unsigned_bits(request.size).min(63);
        let room = domain.block_limit().min((1 << bits) - 1);
        let pool = &mut domain.pool;
        let (most, least) = (pool.number(64, room), pool.number(64, TOO_LARGE));
        let (beyond, small) = (pool.ult(most, request.size), pool.ult(request.size, least));
        let fits = pool.not(request.overflows);
        let cut = pool.and_all(&[beyond, small, fits, request.wanted]);
        domain.bound_size(cut, "a block from malloc")?;
        Ok(room)
    }

    /// Copies the contents of an old block into a new one, as far as both go.
    fn move_block(&mut self, new: &Ptr, old: &Alternative, size: Term) -> Result<(), Stop> {
        let Some(id) = old.object else {
            return Ok(());
        };
        let (memory, domain) = (&mut self.machine.memory, &mut self.machine.domain);
        let (room, length) = match memory.object(id) {
            Some(object) => (object.size, object.length),
            None => return Ok(()),
        };
        let pool = &mut domain.pool;
        let zero = pool.number(64, 0);
        let length = length.unwrap_or_else(|| pool.number(64, room));
        let shrinks = pool.ult(size, length);
        let both = pool.ite(shrinks, size, length);
        let null = Ptr::null(pool);
        let failed = pointer::equal(pool, new, &null);
        let moved = pool.not(failed);
        let moved = pool.and(moved, old.when);
        let count = pool.ite(moved, both, zero);
        let from = Ptr::to(pool, Some(id), old.offset);
        memory.copy_range(domain, new, &from, count)
    }
}

fn malloc(c: &mut Call) -> Outcome {
    let size = c.size_term(0)?;
    let request = c.request(size);
    let given = c.block(request)?;
    c.give_ptr(given.ptr)
}

fn calloc(c: &mut Call) -> Outcome {
    let (number, each) = (c.size_term(0)?, c.size_term(1)?);
    let pool = &mut c.domain().pool;
    let (a, b) = (Word::defined(number), Word::defined(each));
    let overflows = arithmetic::test(pool, Test::UMulOverflows, 64, a, b).term;
    let size = pool.mul(number, each);
    let request = Request {
        overflows,
        zeroed: true,
        ..c.request(size)
    };
    let given = c.block(request)?;
    c.give_ptr(given.ptr)
}

/// As in glibc, a size of 0 frees the block and returns null.
fn realloc(c: &mut Call) -> Outcome {
    let (old, size) = (c.ptr(0)?, c.size_term(1)?);
    let domain = c.domain();
    let null = domain.null();
    let none = domain.ptr_test(Test::Eq, &old, &null).term;
    let zero = domain.pool.number(64, 0);
    let some = domain.pool.ne(size, zero);
    let wanted = domain.pool.or(none, some);
    let request = Request {
        wanted,
        ..c.request(size)
    };
    let given = c.block(request)?;
    for alternative in &old.alternatives {
        c.move_block(&given.ptr, alternative, size)?;
    }
    let (memory, domain) = (&mut c.machine.memory, &mut c.machine.domain);
    let gone = pointer::select(&mut domain.pool, given.failed, &null, &old);
    memory.free(domain, &gone)?;
    c.give_ptr(given.ptr)
}

/// A copy of a string in a new block.
fn strdup(c: &mut Call) -> Outcome {
    let string = c.ptr(0)?;
    let steps = c.whole(&string)?;
    let length = c.length_of(&steps);
    duplicate(c, &string, length)
}

fn strndup(c: &mut Call) -> Outcome {
    let (string, limit) = (c.ptr(0)?, c.size_term(1)?);
    let length = c.string_within(&string, limit)?;
    duplicate(c, &string, length)
}

/// A new block with the first bytes of a string, and a terminator.
fn duplicate(c: &mut Call, string: &Ptr, length: Term) -> Outcome {
    let one = c.number(64, 1);
    let size = c.domain().pool.add(length, one);
    let request = c.request(size);
    let given = c.block(request)?;
    let end = c.behind(&given.ptr, length);
    let (memory, domain) = (&mut c.machine.memory, &mut c.machine.domain);
    memory.copy_range(domain, &given.ptr, string, length)?;
    let zero = domain.word(8, 0);
    memory.write(domain, &end, Extent { bytes: 1, align: 1 }, 8, &zero)?;
    c.give_ptr(given.ptr)
}
