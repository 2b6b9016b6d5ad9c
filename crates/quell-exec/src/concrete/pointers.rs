//! Provenance of pointers. A pointer that is stored and loaded as one keeps its object; an integer points
//! into an object only if the program has observed the address of that object as an integer.

use std::ops::Range;

use super::ConcreteMemory;
use super::object::{POINTER, origin_cost};
use super::space::{NO_OBJECT, ObjectName, State};
use super::word::Ptr;
use crate::stop::Stop;

impl ConcreteMemory {
    /// A pointer made from an integer. It points into the exposed object that contains the address or ends
    /// there; without one, its object is looked up again at each access.
    #[inline(always)]
    pub(super) fn at_address(&self, address: u64) -> Ptr {
        match self.space.owner(address) {
            NO_OBJECT => Ptr::new(NO_OBJECT, address),
            owner => self.at_address_of(owner, address),
        }
    }

    fn at_address_of(&self, owner: ObjectName, address: u64) -> Ptr {
        let is_inside = self.space.is_exposed(owner)
            && match self.space.state(owner) {
                State::Live(index) => {
                    let object = &self.objects[index as usize];
                    address.wrapping_sub(object.base) <= object.size
                }
                _ => true,
            };
        Ptr::new(if is_inside { owner } else { NO_OBJECT }, address)
    }

    /// The object that a pointer points into. For a pointer without one it is looked up by the address, among
    /// the exposed objects.
    pub(super) fn name_of(&self, ptr: Ptr) -> ObjectName {
        if ptr.object() != NO_OBJECT {
            return ptr.object();
        }
        let owner = self.space.owner(ptr.address());
        if self.space.is_exposed(owner) {
            owner
        } else {
            NO_OBJECT
        }
    }

    /// A pointer to whatever object is at an address, exposed or not: for inspection from outside the
    /// program.
    pub fn inspect(&self, address: u64) -> Ptr {
        Ptr::new(self.space.owner(address), address)
    }

    /// Records that a range is read as an integer, which exposes the objects that pointers in it point into.
    #[inline(never)]
    pub(super) fn read_as_integer(&mut self, index: usize, range: &Range<usize>) {
        for &name in self.objects[index].origins_in(range) {
            if name != NO_OBJECT {
                self.space.expose(name);
            }
        }
    }

    /// Records that a range is overwritten by bytes that are no pointers. The object of a pointer that is
    /// overwritten in part is exposed, because the remaining bytes can be read as integers.
    #[inline(never)]
    pub(super) fn overwritten(&mut self, index: usize, range: &Range<usize>) {
        let object = &mut self.objects[index];
        if !object.has_pointers() {
            return;
        }
        for name in object.origins_cut(range) {
            self.space.expose(name);
        }
        object.clear_origins(range);
    }

    /// Stores a pointer over bytes that hold none, an undefined pointer, or a pointer at an unaligned
    /// address, which is stored as an integer.
    #[inline(never)]
    pub(super) fn write_ptr_rare(
        &mut self,
        index: usize,
        offset: usize,
        value: Ptr,
    ) -> Result<(), Stop> {
        self.write_any(index, offset, (POINTER as u64, 64), &value.word())?;
        if value.object() == NO_OBJECT || value.is_undefined() {
            return Ok(());
        }
        if !offset.is_multiple_of(POINTER) {
            self.space.expose(value.object());
            return Ok(());
        }
        self.ensure_origins(index)?;
        self.objects[index].set_origin(offset, value.object());
        Ok(())
    }

    /// Allocates the records of the pointers in an object.
    fn ensure_origins(&mut self, index: usize) -> Result<(), Stop> {
        let object = &self.objects[index];
        if object.has_pointers() {
            return Ok(());
        }
        self.charge(origin_cost(object.data.len() as u64))?;
        let made = self.objects[index].ensure_origins();
        made.map_err(|_| self.exhausted())
    }

    /// Copies the records of the pointers in a range.
    pub(super) fn copy_pointers(
        &mut self,
        (source, from): (usize, &Range<usize>),
        (target, to): (usize, usize),
    ) -> Result<(), Stop> {
        let origins = self.copied_origins(source, from, to);
        let to = to..to + from.len();
        self.overwritten(target, &to);
        if origins.iter().any(|&name| name != NO_OBJECT) {
            self.ensure_origins(target)?;
            self.objects[target].set_origins_whole(&to, &origins);
        }
        Ok(())
    }

    /// The objects of the pointers that a copy preserves. Pointers are copied as integers, and so exposed,
    /// where they are in the range in part only or are aligned differently in the copy.
    fn copied_origins(&mut self, source: usize, from: &Range<usize>, to: usize) -> Vec<ObjectName> {
        let object = &self.objects[source];
        if !object.has_pointers() {
            return Vec::new();
        }
        if from.start % POINTER != to % POINTER {
            self.read_as_integer(source, from);
            return Vec::new();
        }
        for name in object.origins_cut(from) {
            self.space.expose(name);
        }
        object.origins_whole(from).to_vec()
    }
}
