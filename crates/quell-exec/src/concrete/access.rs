//! From a pointer to the bytes it may access, or to the name of what is wrong with it.

use super::object::{Object, describe};
use super::space::{NO_OBJECT, ObjectName, State};
use super::word::Ptr;
use super::{Concrete, ConcreteMemory};
use crate::domain::UbMode;
use crate::memory::ObjectKind;
use crate::stop::{AccessKind, Stop, StopKind, Ub};

/// Accesses below are taken for such through a null pointer.
const NULL_END: u64 = 1 << 16;
/// The addresses that a process has are below.
const ADDRESSES: u64 = 1 << 47;

impl ConcreteMemory {
    /// Index of the object and the offset in it, or what is wrong with an access.
    #[inline(always)]
    pub(super) fn locate(
        &self,
        ptr: Ptr,
        bytes: u64,
        access: AccessKind,
    ) -> Result<(usize, usize), Stop> {
        match self.within(ptr.object(), ptr.address(), bytes) {
            Some(place) => Ok(place),
            None => self.locate_rare(ptr, bytes, access),
        }
    }

    #[inline(always)]
    fn within(&self, name: ObjectName, address: u64, bytes: u64) -> Option<(usize, usize)> {
        let index = self.space.index(name)?;
        let object = self.objects.get(index)?;
        // An address below the object is huge here.
        let offset = address.wrapping_sub(object.base);
        (offset <= object.reach && bytes <= object.reach - offset)
            .then_some((index, offset as usize))
    }

    /// Whether a pointer points into its object, or just behind it.
    #[inline(always)]
    pub(super) fn reaches(&self, ptr: Ptr) -> bool {
        self.within(ptr.object(), ptr.address(), 0).is_some()
    }

    /// What becomes of a pointer that arithmetic moved, and that is not in a live object now.
    #[cold]
    #[inline(never)]
    pub(super) fn moved_out(
        &self,
        domain: &Concrete,
        from: Ptr,
        to: Ptr,
        null_stays: bool,
    ) -> Result<Ptr, Stop> {
        match (self.why_undefined(from, to, null_stays), domain.ub_mode) {
            (None, _) | (_, UbMode::Wrap) => Ok(to),
            (Some(_), UbMode::Poison) => Ok(Ptr::UNDEF),
            (Some(ub), UbMode::Overflow) if ub.is_overflow() => Ok(to),
            (Some(ub), _) => Err(ub.into()),
        }
    }

    fn why_undefined(&self, from: Ptr, to: Ptr, null_stays: bool) -> Option<Ub> {
        if from.is_undefined() || to.is_undefined() {
            return None;
        }
        match self.space.state(to.object()) {
            State::Live(index) => left(&self.objects[index as usize], to),
            _ if to.object() == NO_OBJECT && from.address() == 0 => {
                let stays = null_stays && to.address() == 0;
                (!stays).then_some(Ub::NullArithmetic)
            }
            // C has arithmetic on pointers to elements of objects alone.
            _ if to.object() == NO_OBJECT && !null_stays && from.address() != to.address() => {
                Some(Ub::NoObject)
            }
            _ => is_wrapped(from.address(), to.address()).then_some(Ub::PointerOverflow),
        }
    }

    /// A pointer made of a number that led to no object then may lead to one now.
    #[cold]
    #[inline(never)]
    fn locate_rare(
        &self,
        ptr: Ptr,
        bytes: u64,
        access: AccessKind,
    ) -> Result<(usize, usize), Stop> {
        let name = self.name_of(ptr);
        let found = match ptr.object() {
            NO_OBJECT => self.within(name, ptr.address(), bytes),
            _ => None,
        };
        found.ok_or_else(|| self.diagnose(ptr, bytes, access))
    }

    /// The index of the object a pointer points into, if it is alive.
    pub(super) fn live(&self, ptr: Ptr) -> Option<usize> {
        match self.space.state(self.name_of(ptr)) {
            State::Live(index) => Some(index as usize),
            _ => None,
        }
    }

    pub(super) fn writable_at(&self, ptr: Ptr, bytes: u64) -> Result<(usize, usize), Stop> {
        let (index, offset) = self.locate(ptr, bytes, AccessKind::Write)?;
        if !self.objects[index].writable {
            return Err(write_to_constant(&self.objects[index]));
        }
        Ok((index, offset))
    }

    /// An access that needs a better alignment than its object has everywhere depends on where the object lies.
    #[inline(always)]
    pub(super) fn check_align(
        &mut self,
        domain: &Concrete,
        (index, ptr): (usize, Ptr),
        align: u64,
        access: AccessKind,
    ) -> Result<(), Stop> {
        if align > self.objects[index].align {
            self.space.look_at();
        }
        if ptr.address() & (align.wrapping_sub(1)) != 0 {
            return misaligned(domain, ptr, align, access);
        }
        Ok(())
    }

    #[cold]
    #[inline(never)]
    pub(super) fn diagnose(&self, ptr: Ptr, bytes: u64, access: AccessKind) -> Stop {
        if ptr.is_undefined() {
            return Ub::Uninitialised { what: "a pointer" }.into();
        }
        let object = || "an object".to_owned();
        let name = self.name_of(ptr);
        match self.space.state(name) {
            State::Live(index) => {
                self.diagnose_live(&self.objects[index as usize], ptr, bytes, access)
            }
            State::Freed => Ub::UseAfterFree {
                access,
                object: object(),
            }
            .into(),
            State::OutOfScope => Ub::UseAfterScope {
                access,
                object: object(),
            }
            .into(),
            State::Unknown => self.diagnose_number(ptr.address(), access),
        }
    }

    /// What is wrong with an address that was made of a number.
    fn diagnose_number(&self, address: u64, access: AccessKind) -> Stop {
        if address < NULL_END {
            return Ub::Null { access }.into();
        }
        match self.space.owner(address) {
            NO_OBJECT => Ub::WildPointer { access, address }.into(),
            _ => Ub::ForgedPointer { access, address }.into(),
        }
    }

    fn diagnose_live(&self, object: &Object, ptr: Ptr, bytes: u64, access: AccessKind) -> Stop {
        if let ObjectKind::External(name) = &object.kind {
            return StopKind::UnmodelledVariable(name.to_string()).into();
        }
        let name = describe(&object.kind);
        if object.reach < object.size && !object.is_code() {
            return Ub::UseAfterScope {
                access,
                object: name,
            }
            .into();
        }
        Ub::OutOfBounds {
            access,
            bytes: Some(bytes),
            offset: Some(ptr.address().wrapping_sub(object.base) as i64),
            object: name,
            size: Some(object.reach),
        }
        .into()
    }
}

/// How a pointer left a live object. Nothing is said of code, of variables of other modules, and of what exists no more or
/// not yet.
fn left(object: &Object, to: Ptr) -> Option<Ub> {
    let external = matches!(object.kind, ObjectKind::External(_));
    if external || object.is_code() || object.reach < object.size {
        return None;
    }
    Some(Ub::LeavesObject {
        offset: Some(to.address().wrapping_sub(object.base) as i64),
        object: describe(&object.kind),
        size: Some(object.size),
    })
}

#[cold]
#[inline(never)]
fn misaligned(domain: &Concrete, ptr: Ptr, align: u64, access: AccessKind) -> Result<(), Stop> {
    if ptr.is_undefined() || domain.ub_mode == UbMode::Wrap {
        return Ok(());
    }
    Err(Ub::Misaligned {
        access,
        address: ptr.address(),
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

/// Whether arithmetic leads from one address to another only by wrapping around, or out of the addresses of a process.
fn is_wrapped(from: u64, to: u64) -> bool {
    let offset = to.wrapping_sub(from) as i64;
    from.checked_add_signed(offset).is_none() || to >= ADDRESSES && from < ADDRESSES
}
