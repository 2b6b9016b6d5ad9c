//! Memory of the concrete machine. An object is a row of bytes with a mask of defined bits; for each aligned
//! word that holds a pointer, memory records the object that the pointer points into.
//!
//! Large objects cost what they use: zeros come untouched from the host, and in a mask zero means undefined.
//! The memory limit counts bytes, masks and pointer records whether or not they are used.

use super::Concrete;
use super::object::{Object, POINTER, cost_of, describe, mask_cost};
use super::space::{Death, NO_OBJECT, Placement, Space, State};
use super::word::{Ptr, Word};
use crate::memory::{Allocation, Extent, Memory, ObjectKind, Target};
use crate::stop::{AccessKind, Stop, StopKind, Ub};

#[derive(Clone, Copy, Debug)]
pub struct MemoryLimits {
    /// The limit on the memory of live objects: their bytes, masks and pointer records, and a fixed cost for
    /// each object.
    pub bytes: u64,
    /// How many objects must end before a name and its addresses are used again.
    pub quarantine: usize,
}

impl Default for MemoryLimits {
    fn default() -> Self {
        Self {
            bytes: 8 << 30,
            quarantine: 1 << 24,
        }
    }
}

#[derive(Clone, Debug)]
pub struct ConcreteMemory {
    limits: MemoryLimits,
    used: u64,
    pub(super) space: Space,
    pub(super) objects: Vec<Object>,
    free_objects: Vec<u32>,
}

impl Default for ConcreteMemory {
    fn default() -> Self {
        Self::new(MemoryLimits::default())
    }
}

impl ConcreteMemory {
    pub fn new(limits: MemoryLimits) -> Self {
        Self::placed(limits, Placement::default())
    }

    pub(super) fn placed(limits: MemoryLimits, placement: Placement) -> Self {
        Self {
            limits,
            used: 0,
            space: Space::new(limits.quarantine, placement),
            objects: Vec::new(),
            free_objects: Vec::new(),
        }
    }

    /// The memory of live objects, counted as for [`MemoryLimits::bytes`].
    pub fn bytes_in_use(&self) -> u64 {
        self.used
    }

    /// The live blocks from `malloc` with their contents; undefined bits are zero.
    pub fn heap_blocks(&self) -> impl Iterator<Item = (Ptr, Vec<u8>)> {
        self.space.live().filter_map(|(name, index)| {
            let object = &self.objects[index as usize];
            let is_heap = object.kind == ObjectKind::Heap;
            is_heap.then(|| (Ptr::new(name, object.base), object.known_bytes()))
        })
    }

    /// Counts bytes towards the limit; an error if it is exceeded.
    pub(super) fn charge(&mut self, bytes: u64) -> Result<(), Stop> {
        let used = self.used.saturating_add(bytes);
        if used > self.limits.bytes {
            return Err(self.exhausted());
        }
        self.used = used;
        Ok(())
    }

    #[cold]
    pub(super) fn exhausted(&self) -> Stop {
        StopKind::OutOfMemory(self.limits.bytes).into()
    }

    /// A new object, in the buffers of a dead one if possible: allocation is frequent.
    fn new_object(&mut self, allocation: Allocation) -> Result<u32, Stop> {
        let index = self.free_objects.pop().unwrap_or_else(|| {
            self.objects.push(Object::default());
            (self.objects.len() - 1) as u32
        });
        if self.objects[index as usize].renew(allocation).is_err() {
            self.free_objects.push(index);
            return Err(self.exhausted());
        }
        Ok(index)
    }

    /// Creates an object whose cost was charged already.
    fn new_place(&mut self, allocation: Allocation) -> Result<Ptr, Stop> {
        let (size, align) = (allocation.size, required_align(&allocation));
        let index = self.new_object(allocation)?;
        let Some(place) = self.space.place(index, size, align) else {
            self.free_objects.push(index);
            return Err(self.exhausted());
        };
        let object = &mut self.objects[index as usize];
        object.base = place.base;
        object.align = align;
        object.pages = place.pages;
        Ok(Ptr::new(place.name, place.base))
    }

    fn end_lifetime(&mut self, name: u32, death: Death) {
        let State::Live(index) = self.space.state(name) else {
            return;
        };
        let object = &mut self.objects[index as usize];
        self.used -= object.cost();
        object.accessible = 0;
        object.shrink();
        self.space.retire(name, object.pages, death);
        self.free_objects.push(index);
    }

    /// Writes a word that is undefined in part or longer than eight bytes.
    #[inline(never)]
    pub(super) fn write_any(
        &mut self,
        index: usize,
        offset: usize,
        (bytes, width): (u64, u32),
        value: &Word,
    ) -> Result<(), Stop> {
        if value.is_undefined() {
            self.ensure_masks(index)?;
        }
        let range = offset..offset + bytes as usize;
        self.objects[index].write_any(range.clone(), width, value);
        self.overwritten(index, &range);
        Ok(())
    }

    /// Allocates the mask of defined bits of an object.
    fn ensure_masks(&mut self, index: usize) -> Result<(), Stop> {
        let object = &self.objects[index];
        if object.has_masks() {
            return Ok(());
        }
        self.charge(mask_cost(object.data.len() as u64))?;
        let made = self.objects[index].ensure_masks();
        made.map_err(|_| self.exhausted())
    }
}

/// Compilers align functions to 16 bytes although the ABI does not require it.
const CODE_ALIGN: u64 = 16;

fn required_align(allocation: &Allocation) -> u64 {
    match allocation.kind {
        ObjectKind::Function(..) | ObjectKind::Labels(_) => allocation.align.max(CODE_ALIGN),
        _ => allocation.align,
    }
}

impl Memory<Concrete> for ConcreteMemory {
    fn allocate(&mut self, _: &mut Concrete, allocation: Allocation) -> Result<Ptr, Stop> {
        let cost = cost_of(&allocation);
        self.charge(cost)?;
        let placed = self.new_place(allocation);
        if placed.is_err() {
            self.used -= cost;
        }
        placed
    }

    fn free(&mut self, _: &mut Concrete, ptr: &Ptr) -> Result<(), Stop> {
        if !ptr.is_undefined() && ptr.address() == 0 {
            return Ok(());
        }
        let name = self.name_of(*ptr);
        match self.space.state(name) {
            State::Live(index) => {
                let object = &self.objects[index as usize];
                if object.kind != ObjectKind::Heap || ptr.address() != object.base {
                    let object = describe(&object.kind);
                    return Err(Ub::BadFree { object }.into());
                }
                self.end_lifetime(name, Death::Freed);
                Ok(())
            }
            State::Freed => Err(Ub::DoubleFree {
                object: "a block from malloc".to_owned(),
            }
            .into()),
            _ => Err(self.diagnose(*ptr, 0, AccessKind::Free)),
        }
    }

    fn end_scope(&mut self, _: &mut Concrete, ptr: &Ptr) {
        self.end_lifetime(ptr.object(), Death::OutOfScope);
    }

    fn set_alive(&mut self, _: &mut Concrete, ptr: &Ptr, alive: bool) {
        let Some(index) = self.live(*ptr) else {
            return;
        };
        let object = &mut self.objects[index];
        self.used -= object.cost();
        object.make_undefined();
        object.accessible = if alive { object.size } else { 0 };
        self.used += object.cost();
    }

    fn make_constant(&mut self, _: &mut Concrete, ptr: &Ptr) {
        if let Some(index) = self.live(*ptr) {
            self.objects[index].writable = false;
        }
    }

    #[inline(always)]
    fn read(
        &mut self,
        domain: &mut Concrete,
        ptr: &Ptr,
        extent: Extent,
        width: u32,
    ) -> Result<Word, Stop> {
        let bytes = extent.bytes as usize;
        let (index, offset) = self.locate(*ptr, extent.bytes, AccessKind::Read)?;
        self.check_align(domain, (index, *ptr), extent.align, AccessKind::Read)?;
        if self.objects[index].touches_pointers(offset, bytes) {
            self.read_as_integer(index, &(offset..offset + bytes));
        }
        Ok(self.objects[index].read(offset, bytes, width))
    }

    #[inline(always)]
    fn write(
        &mut self,
        domain: &mut Concrete,
        ptr: &Ptr,
        extent: Extent,
        width: u32,
        value: &Word,
    ) -> Result<(), Stop> {
        let (index, offset) = self.writable_at(*ptr, extent.bytes)?;
        self.check_align(domain, (index, *ptr), extent.align, AccessKind::Write)?;
        let (Word::Bits(value), true) = (value, extent.bytes <= 8) else {
            return self.write_any(index, offset, (extent.bytes, width), value);
        };
        let object = &mut self.objects[index];
        object.write(offset, extent.bytes as usize, *value);
        if object.touches_pointers(offset, extent.bytes as usize) {
            self.overwritten(index, &(offset..offset + extent.bytes as usize));
        }
        Ok(())
    }

    #[inline(always)]
    fn read_ptr(&mut self, domain: &mut Concrete, ptr: &Ptr, align: u64) -> Result<Ptr, Stop> {
        let (index, offset) = self.locate(*ptr, 8, AccessKind::Read)?;
        self.check_align(domain, (index, *ptr), align, AccessKind::Read)?;
        let object = &self.objects[index];
        let Word::Bits(address) = object.read(offset, 8, 64) else {
            return Ok(Ptr::UNDEF);
        };
        Ok(match object.origin(offset) {
            NO_OBJECT => self.at_address(address),
            origin => Ptr::new(origin, address),
        })
    }

    #[inline(always)]
    fn write_ptr(
        &mut self,
        domain: &mut Concrete,
        ptr: &Ptr,
        align: u64,
        value: &Ptr,
    ) -> Result<(), Stop> {
        let (index, offset) = self.writable_at(*ptr, 8)?;
        self.check_align(domain, (index, *ptr), align, AccessKind::Write)?;
        let object = &mut self.objects[index];
        if !object.has_pointers() || !offset.is_multiple_of(POINTER) || value.is_undefined() {
            return self.write_ptr_rare(index, offset, *value);
        }
        object.write(offset, POINTER, value.address());
        object.set_origin(offset, value.object());
        Ok(())
    }

    fn copy(&mut self, _: &mut Concrete, to: &Ptr, from: &Ptr, bytes: u64) -> Result<(), Stop> {
        if bytes == 0 {
            return Ok(());
        }
        let (source, from_offset) = self.locate(*from, bytes, AccessKind::Read)?;
        let (target, to_offset) = self.writable_at(*to, bytes)?;
        let range = from_offset..from_offset + bytes as usize;
        if !self.objects[source].is_defined(range.clone()) {
            self.ensure_masks(target)?;
        }
        self.copy_pointers((source, &range), (target, to_offset))?;
        if source == target {
            self.objects[source].copy_within(range, to_offset);
            return Ok(());
        }
        let pair = self.objects.get_disjoint_mut([source, target]);
        let [from, to] = pair.map_err(|_| StopKind::broken("two objects in one place"))?;
        to.copy_from(from, range, to_offset);
        Ok(())
    }

    fn fill(&mut self, _: &mut Concrete, to: &Ptr, byte: &Word, bytes: u64) -> Result<(), Stop> {
        if bytes == 0 {
            return Ok(());
        }
        let (index, offset) = self.writable_at(*to, bytes)?;
        if byte.is_undefined() {
            self.ensure_masks(index)?;
        }
        let range = offset..offset + bytes as usize;
        self.overwritten(index, &range);
        let (value, undef) = byte.parts(8);
        self.objects[index].fill(range, value.low_u64() as u8, !undef.low_u64() as u8);
        Ok(())
    }

    #[inline(always)]
    fn within(
        &mut self,
        domain: &mut Concrete,
        from: &Ptr,
        to: Ptr,
        null_stays: bool,
    ) -> Result<Ptr, Stop> {
        if self.reaches(to) {
            Ok(to)
        } else {
            self.leave_object(domain, *from, to, null_stays)
        }
    }

    fn note_order(&mut self, a: &Ptr, b: &Ptr) {
        if a.object() != b.object() {
            self.space.note_address_use();
        }
    }

    fn expose(&mut self, _: &mut Concrete, ptr: &Ptr) -> Word {
        self.space.expose(ptr.object());
        ptr.word()
    }

    fn pointer_at(&mut self, _: &mut Concrete, addr: &Word) -> Ptr {
        match addr {
            Word::Bits(address) => self.at_address(*address),
            _ => Ptr::UNDEF,
        }
    }

    fn target(&mut self, _: &mut Concrete, ptr: &Ptr) -> Option<Target> {
        let object = &self.objects[self.live(*ptr)?];
        Some(Target {
            kind: object.kind.clone(),
            size: object.size,
            offset: ptr.address().wrapping_sub(object.base) as i64,
            alive: object.is_code() || object.accessible == object.size,
        })
    }

    fn read_bytes(
        &mut self,
        _: &mut Concrete,
        ptr: &Ptr,
        bytes: u64,
        what: &'static str,
    ) -> Result<Vec<u8>, Stop> {
        if bytes == 0 {
            return Ok(Vec::new());
        }
        let (index, offset) = self.locate(*ptr, bytes, AccessKind::Read)?;
        let range = offset..offset + bytes as usize;
        self.read_as_integer(index, &range);
        let bytes = self.objects[index].defined_bytes(range);
        bytes
            .map(<[u8]>::to_vec)
            .ok_or_else(|| Ub::Uninitialised { what: what.into() }.into())
    }

    fn write_bytes(&mut self, _: &mut Concrete, ptr: &Ptr, bytes: &[u8]) -> Result<(), Stop> {
        if bytes.is_empty() {
            return Ok(());
        }
        let (index, offset) = self.writable_at(*ptr, bytes.len() as u64)?;
        self.overwritten(index, &(offset..offset + bytes.len()));
        self.objects[index].write_bytes(offset, bytes);
        Ok(())
    }

    fn read_c_string(
        &mut self,
        _: &mut Concrete,
        ptr: &Ptr,
        what: &'static str,
    ) -> Result<Vec<u8>, Stop> {
        let (index, offset) = self.locate(*ptr, 1, AccessKind::Read)?;
        let object = &self.objects[index];
        let tail = &object.data[offset..];
        for (i, &byte) in tail.iter().enumerate() {
            if !object.is_defined(offset + i..offset + i + 1) {
                return Err(Ub::Uninitialised { what: what.into() }.into());
            }
            if byte == 0 {
                return Ok(tail[..i].to_vec());
            }
        }
        Err(self.diagnose(ptr.moved(tail.len() as i64), 1, AccessKind::Read))
    }
}
