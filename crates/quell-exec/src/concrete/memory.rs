//! Memory of the concrete machine: objects of bytes, each byte with a mask of undefined bits.
//!
//! An address names its object (see [`Ptr`]), so a pointer survives any copying of its bytes. The
//! name of a dead object is not used again before [`MemoryLimits::quarantine`] others have died:
//! until then every access through a dangling pointer is recognised.

use std::collections::VecDeque;

use super::Concrete;
use super::object::{Object, describe};
use super::word::{Ptr, Word};
use crate::memory::{Allocation, Extent, Memory, ObjectKind, Target};
use crate::stop::{AccessKind, Stop, StopKind, Ub};

#[derive(Clone, Copy, Debug)]
pub struct MemoryLimits {
    /// Bytes in live objects, with [`BOOKKEEPING`] for each.
    pub bytes: u64,
    /// How many objects must die before a name is used again.
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

/// What an object takes besides its bytes: programs can have very many without any.
const BOOKKEEPING: u64 = 128;

/// Bytes in the largest object: the offsets in an address have 32 bits, with a sign.
const LARGEST: u64 = (1 << 31) - 1;

/// What the table knows of an object's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Slot {
    Live(u32),
    Freed,
    OutOfScope,
}

#[derive(Clone, Debug)]
pub struct ConcreteMemory {
    limits: MemoryLimits,
    used: u64,
    /// By the object's name. The first is never used: null and small addresses.
    slots: Vec<Slot>,
    objects: Vec<Object>,
    free_objects: Vec<u32>,
    dead: VecDeque<u32>,
}

impl Default for ConcreteMemory {
    fn default() -> Self {
        Self::new(MemoryLimits::default())
    }
}

impl ConcreteMemory {
    pub fn new(limits: MemoryLimits) -> Self {
        Self {
            limits,
            used: 0,
            slots: vec![Slot::Freed],
            objects: Vec::new(),
            free_objects: Vec::new(),
            dead: VecDeque::new(),
        }
    }

    /// Bytes in live objects, with what they take besides.
    pub fn bytes_in_use(&self) -> u64 {
        self.used
    }

    /// The blocks from malloc that are alive, with their bytes; those without a value are zero.
    pub fn heap_blocks(&self) -> impl Iterator<Item = (Ptr, Vec<u8>)> {
        let numbered = self.slots.iter().enumerate();
        numbered.filter_map(|(number, slot)| {
            let Slot::Live(index) = slot else {
                return None;
            };
            let object = &self.objects[*index as usize];
            let is_heap = object.kind == ObjectKind::Heap;
            is_heap.then(|| (Ptr::start(number as u32), object.known_bytes()))
        })
    }

    fn new_slot(&mut self, object: u32) -> u32 {
        if self.dead.len() > self.limits.quarantine
            && let Some(slot) = self.dead.pop_front()
        {
            self.slots[slot as usize] = Slot::Live(object);
            return slot;
        }
        self.slots.push(Slot::Live(object));
        (self.slots.len() - 1) as u32
    }

    /// The buffers of a dead object are used again: allocation is frequent.
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

    #[cold]
    fn exhausted(&self) -> Stop {
        StopKind::OutOfMemory(self.limits.bytes).into()
    }

    #[inline(always)]
    fn live(&self, ptr: Ptr) -> Option<&Object> {
        match self.slots.get(ptr.slot() as usize) {
            Some(Slot::Live(index)) => self.objects.get(*index as usize),
            _ => None,
        }
    }

    fn live_index(&self, ptr: Ptr) -> Option<usize> {
        match self.slots.get(ptr.slot() as usize) {
            Some(Slot::Live(index)) => Some(*index as usize),
            _ => None,
        }
    }

    fn kill(&mut self, slot: u32, why: Slot) {
        let Slot::Live(index) = self.slots[slot as usize] else {
            return;
        };
        let object = &mut self.objects[index as usize];
        self.used -= object.data.len() as u64 + BOOKKEEPING;
        object.reach = 0;
        if object.data.capacity() > 1 << 16 {
            object.data = Vec::new();
            object.undef = Vec::new();
        }
        self.slots[slot as usize] = why;
        self.free_objects.push(index);
        self.dead.push_back(slot);
    }

    /// Object index and range of an access, or what is wrong with it.
    #[inline(always)]
    fn locate(&self, ptr: Ptr, bytes: u64, access: AccessKind) -> Result<(usize, usize), Stop> {
        if let Some(Slot::Live(index)) = self.slots.get(ptr.slot() as usize) {
            let object = &self.objects[*index as usize];
            let offset = ptr.offset() as u64;
            // A negative offset is huge here.
            if offset <= object.reach && bytes <= object.reach - offset {
                return Ok((*index as usize, offset as usize));
            }
        }
        Err(self.diagnose(ptr, bytes, access))
    }

    #[cold]
    #[inline(never)]
    fn diagnose(&self, ptr: Ptr, bytes: u64, access: AccessKind) -> Stop {
        if ptr.is_undefined() {
            return Ub::Uninitialised { what: "a pointer" }.into();
        }
        if ptr.0 < 1 << 16 {
            return Ub::Null { access }.into();
        }
        let some = || "an object".to_owned();
        match self.slots.get(ptr.slot() as usize) {
            Some(Slot::Live(index)) => {
                self.diagnose_live(&self.objects[*index as usize], ptr, bytes, access)
            }
            Some(Slot::Freed) if ptr.slot() != 0 => Ub::UseAfterFree {
                access,
                object: some(),
            }
            .into(),
            Some(Slot::OutOfScope) => Ub::UseAfterScope {
                access,
                object: some(),
            }
            .into(),
            _ => Ub::WildPointer {
                access,
                address: ptr.0,
            }
            .into(),
        }
    }

    fn diagnose_live(&self, object: &Object, ptr: Ptr, bytes: u64, access: AccessKind) -> Stop {
        if let ObjectKind::External(name) = &object.kind {
            return StopKind::UnmodelledVariable(name.to_string()).into();
        }
        let name = describe(&object.kind);
        let size = object.data.len() as u64;
        if object.reach < size {
            return Ub::UseAfterScope {
                access,
                object: name,
            }
            .into();
        }
        Ub::OutOfBounds {
            access,
            bytes,
            offset: ptr.offset(),
            object: name,
            size,
        }
        .into()
    }

    #[inline(always)]
    fn check_align(
        &self,
        domain: &Concrete,
        ptr: Ptr,
        align: u64,
        access: AccessKind,
    ) -> Result<(), Stop> {
        if ptr.0 & (align.wrapping_sub(1)) != 0 {
            return misaligned(domain, ptr, align, access);
        }
        Ok(())
    }

    fn writable_at(&self, ptr: Ptr, bytes: u64) -> Result<(usize, usize), Stop> {
        let (index, offset) = self.locate(ptr, bytes, AccessKind::Write)?;
        if !self.objects[index].writable {
            return Err(write_to_constant(&self.objects[index]));
        }
        Ok((index, offset))
    }
}

#[cold]
#[inline(never)]
fn misaligned(domain: &Concrete, ptr: Ptr, align: u64, access: AccessKind) -> Result<(), Stop> {
    use crate::domain::UbMode;
    if ptr.is_undefined() || domain.ub_mode == UbMode::Wrap {
        return Ok(());
    }
    Err(Ub::Misaligned {
        access,
        address: ptr.0,
        align,
    }
    .into())
}

#[cold]
fn write_to_constant(object: &Object) -> Stop {
    Ub::WriteToConstant {
        object: describe(&object.kind),
    }
    .into()
}

impl Memory<Concrete> for ConcreteMemory {
    fn allocate(&mut self, _: &mut Concrete, allocation: Allocation) -> Result<Ptr, Stop> {
        let size = allocation.size;
        if size > LARGEST {
            let what = format!("an object of {size} bytes: the largest has {LARGEST}");
            return Err(StopKind::Unsupported(what).into());
        }
        let used = self.used.saturating_add(size).saturating_add(BOOKKEEPING);
        if used > self.limits.bytes {
            return Err(self.exhausted());
        }
        let object = self.new_object(allocation)?;
        self.used = used;
        Ok(Ptr::start(self.new_slot(object)))
    }

    fn free(&mut self, _: &mut Concrete, ptr: &Ptr) -> Result<(), Stop> {
        if *ptr == Ptr::NULL {
            return Ok(());
        }
        match self.slots.get(ptr.slot() as usize) {
            Some(Slot::Live(index)) => {
                let kind = &self.objects[*index as usize].kind;
                if *kind != ObjectKind::Heap || ptr.offset() != 0 {
                    return Err(Ub::BadFree {
                        object: describe(kind),
                    }
                    .into());
                }
                self.kill(ptr.slot(), Slot::Freed);
                Ok(())
            }
            Some(Slot::Freed) if ptr.slot() != 0 => Err(Ub::DoubleFree {
                object: "a block from malloc".to_owned(),
            }
            .into()),
            _ => Err(self.diagnose(*ptr, 0, AccessKind::Free)),
        }
    }

    fn end_scope(&mut self, _: &mut Concrete, ptr: &Ptr) {
        if (ptr.slot() as usize) < self.slots.len() {
            self.kill(ptr.slot(), Slot::OutOfScope);
        }
    }

    fn set_alive(&mut self, _: &mut Concrete, ptr: &Ptr, alive: bool) {
        let Some(index) = self.live_index(*ptr) else {
            return;
        };
        let object = &mut self.objects[index];
        let size = object.data.len();
        object.reach = if alive { size as u64 } else { 0 };
        object.undef.clear();
        object.undef.resize(size, 0xff);
    }

    fn make_constant(&mut self, _: &mut Concrete, ptr: &Ptr) {
        if let Some(index) = self.live_index(*ptr) {
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
        self.check_align(domain, *ptr, extent.align, AccessKind::Read)?;
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
        self.check_align(domain, *ptr, extent.align, AccessKind::Write)?;
        self.objects[index].write(offset, extent.bytes as usize, width, value);
        Ok(())
    }

    #[inline(always)]
    fn read_ptr(&mut self, domain: &mut Concrete, ptr: &Ptr, align: u64) -> Result<Ptr, Stop> {
        Ok(
            match self.read(domain, ptr, Extent { bytes: 8, align }, 64)? {
                Word::Bits(address) => Ptr(address),
                _ => Ptr::UNDEF,
            },
        )
    }

    #[inline(always)]
    fn write_ptr(
        &mut self,
        domain: &mut Concrete,
        ptr: &Ptr,
        align: u64,
        value: &Ptr,
    ) -> Result<(), Stop> {
        let word = if value.is_undefined() {
            Word::Undefined
        } else {
            Word::Bits(value.0)
        };
        self.write(domain, ptr, Extent { bytes: 8, align }, 64, &word)
    }

    fn copy(&mut self, _: &mut Concrete, to: &Ptr, from: &Ptr, bytes: u64) -> Result<(), Stop> {
        if bytes == 0 {
            return Ok(());
        }
        let (source, from_offset) = self.locate(*from, bytes, AccessKind::Read)?;
        let (target, to_offset) = self.writable_at(*to, bytes)?;
        let range = from_offset..from_offset + bytes as usize;
        if source == target {
            self.objects[source].copy_within(range, to_offset);
            return Ok(());
        }
        let pair = self.objects.get_disjoint_mut([source, target]);
        let [from, to] =
            pair.map_err(|_| StopKind::broken("two objects in one place"))?;
        to.copy_from(from, range, to_offset);
        Ok(())
    }

    fn fill(&mut self, _: &mut Concrete, to: &Ptr, byte: &Word, bytes: u64) -> Result<(), Stop> {
        if bytes == 0 {
            return Ok(());
        }
        let (index, offset) = self.writable_at(*to, bytes)?;
        self.objects[index].fill(offset..offset + bytes as usize, byte);
        Ok(())
    }

    fn expose(&mut self, _: &mut Concrete, ptr: &Ptr) -> Word {
        if ptr.is_undefined() {
            Word::Undefined
        } else {
            Word::Bits(ptr.0)
        }
    }

    fn pointer_at(&mut self, _: &mut Concrete, addr: &Word) -> Ptr {
        match addr {
            Word::Bits(address) => Ptr(*address),
            _ => Ptr::UNDEF,
        }
    }

    fn target(&mut self, _: &mut Concrete, ptr: &Ptr) -> Option<Target> {
        let object = self.live(*ptr)?;
        Some(Target {
            kind: object.kind.clone(),
            size: object.data.len() as u64,
            offset: ptr.offset(),
            alive: object.reach as usize == object.data.len(),
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
        let bytes = self.objects[index].defined_bytes(offset..offset + bytes as usize);
        bytes
            .map(<[u8]>::to_vec)
            .ok_or_else(|| Ub::Uninitialised { what }.into())
    }

    fn write_bytes(&mut self, _: &mut Concrete, ptr: &Ptr, bytes: &[u8]) -> Result<(), Stop> {
        if bytes.is_empty() {
            return Ok(());
        }
        let (index, offset) = self.writable_at(*ptr, bytes.len() as u64)?;
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
        let undefined = |i: usize| object.undef.get(offset + i).is_some_and(|&mask| mask != 0);
        for (i, &byte) in tail.iter().enumerate() {
            if undefined(i) {
                return Err(Ub::Uninitialised { what }.into());
            }
            if byte == 0 {
                return Ok(tail[..i].to_vec());
            }
        }
        Err(self.diagnose(ptr.moved(tail.len() as i64), 1, AccessKind::Read))
    }
}
