//! Where pointers come from: what was stored as a pointer keeps its object, and a number leads to
//! an object only if the program has seen the address of that object as a number before.

use std::ops::Range;

use super::ConcreteMemory;
use super::object::{POINTER, origin_cost};
use super::space::{NO_OBJECT, ObjectName, State};
use super::word::Ptr;
use crate::stop::Stop;

impl ConcreteMemory {
    /// A pointer made of a number. It leads to the object that has this address or ends there, if
    /// that is exposed; otherwise to none until it is used.
    #[inline(always)]
    pub(super) fn at_address(&self, address: u64) -> Ptr {
        match self.space.owner(address) {
            NO_OBJECT => Ptr::new(NO_OBJECT, address),
            owner => self.at_address_of(owner, address),
        }
    }

    fn at_address_of(&self, owner: ObjectName, address: u64) -> Ptr {
        let meant = self.space.is_exposed(owner)
            && match self.space.state(owner) {
                State::Live(index) => {
                    let object = &self.objects[index as usize];
                    address.wrapping_sub(object.base) <= object.size
                }
                _ => true,
            };
        Ptr::new(if meant { owner } else { NO_OBJECT }, address)
    }

    /// The object a pointer points into; for one made of a number, whose it is now.
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

    /// A pointer to whatever is at an address, for those who look at memory from outside.
    pub fn inspect(&self, address: u64) -> Ptr {
        Ptr::new(self.space.owner(address), address)
    }

    /// A range is read as a number: what the pointers in it point into is exposed.
    #[inline(never)]
    pub(super) fn seen_as_number(&mut self, index: usize, range: &Range<usize>) {
        for &name in self.objects[index].origins_in(range) {
            if name != NO_OBJECT {
                self.space.expose(name);
            }
        }
    }

    /// A range gets new bytes, which are no pointers. Of a pointer that only lost some, the others
    /// are still there to be seen.
    #[inline(never)]
    pub(super) fn overwritten(&mut self, index: usize, range: &Range<usize>) {
        let object = &mut self.objects[index];
        if !object.has_pointers() {
            return;
        }
        for name in object.origins_cut(range) {
            self.space.expose(name);
        }
        object.forget_origins(range);
    }

    /// Stores a pointer where none was stored before, or without a value, or in memory that is not
    /// aligned: there pointers are kept as numbers.
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
        self.need_origins(index)?;
        self.objects[index].set_origin(offset, value.object());
        Ok(())
    }

    /// Makes room to know pointers in an object.
    fn need_origins(&mut self, index: usize) -> Result<(), Stop> {
        let object = &self.objects[index];
        if object.has_pointers() {
            return Ok(());
        }
        self.charge(origin_cost(object.data.len() as u64))?;
        let made = self.objects[index].need_origins();
        made.map_err(|_| self.exhausted())
    }

    /// What is known of the pointers in one range becomes known of another.
    pub(super) fn copy_pointers(
        &mut self,
        (source, from): (usize, &Range<usize>),
        (target, to): (usize, usize),
    ) -> Result<(), Stop> {
        let origins = self.copied_origins(source, from, to);
        let to = to..to + from.len();
        self.overwritten(target, &to);
        if origins.iter().any(|&name| name != NO_OBJECT) {
            self.need_origins(target)?;
            self.objects[target].set_origins_whole(&to, &origins);
        }
        Ok(())
    }

    /// The pointers that a copy has as a whole, where it is aligned as the original; the others
    /// are copied as numbers.
    fn copied_origins(&mut self, source: usize, from: &Range<usize>, to: usize) -> Vec<ObjectName> {
        let object = &self.objects[source];
        if !object.has_pointers() {
            return Vec::new();
        }
        if from.start % POINTER != to % POINTER {
            self.seen_as_number(source, from);
            return Vec::new();
        }
        for name in object.origins_cut(from) {
            self.space.expose(name);
        }
        object.origins_whole(from).to_vec()
    }
}
