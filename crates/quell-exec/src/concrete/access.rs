//! Finds the bytes that an access through a pointer covers, or names the undefined behaviour of the access.

use super::object::{Object, describe};
use super::space::{NO_OBJECT, ObjectName, State};
use super::word::Ptr;
use super::{Concrete, ConcreteMemory};
use crate::domain::UbMode;
use crate::memory::ObjectKind;
use crate::stop::{AccessKind, Stop, StopKind, Ub};

/// An access below this address is reported as an access through a null pointer.
const NULL_END: u64 = 1 << 16;
/// User-space addresses on x86-64 are below this one.
const ADDRESSES: u64 = 1 << 47;

impl ConcreteMemory {
    /// The index of the object that a pointer points into, and the offset in it; or the undefined behaviour
    /// of the access.
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
        // For an address below the object this wraps to a huge offset, which the check rejects.
        let offset = address.wrapping_sub(object.base);
        (offset <= object.accessible && bytes <= object.accessible - offset)
            .then_some((index, offset as usize))
    }

    /// Whether a pointer points into its object, or just behind the last byte.
    #[inline(always)]
    pub(super) fn reaches(&self, ptr: Ptr) -> bool {
        self.within(ptr.object(), ptr.address(), 0).is_some()
    }

    /// The result of pointer arithmetic that does not stay in a live object.
    #[cold]
    #[inline(never)]
    pub(super) fn leave_object(
        &self,
        domain: &Concrete,
        from: Ptr,
        to: Ptr,
        null_stays: bool,
    ) -> Result<Ptr, Stop> {
        match (
            self.undefined_arithmetic(from, to, null_stays),
            domain.ub_mode,
        ) {
            (None, _) | (_, UbMode::Wrap) => Ok(to),
            (Some(_), UbMode::Poison) => Ok(Ptr::UNDEF),
            (Some(ub), UbMode::Overflow) if ub.is_overflow() => Ok(to),
            (Some(ub), _) => Err(ub.into()),
        }
    }

    fn undefined_arithmetic(&self, from: Ptr, to: Ptr, null_stays: bool) -> Option<Ub> {
        if from.is_undefined() || to.is_undefined() {
            return None;
        }
        match self.space.state(to.object()) {
            State::Live(index) => outside_object(&self.objects[index as usize], to),
            _ if to.object() == NO_OBJECT && from.address() == 0 => {
                let stays = null_stays && to.address() == 0;
                (!stays).then_some(Ub::NullArithmetic)
            }
            // C defines arithmetic on pointers into objects only.
            _ if to.object() == NO_OBJECT && !null_stays && from.address() != to.address() => {
                Some(Ub::NoObject)
            }
            _ => is_wrapped(from.address(), to.address()).then_some(Ub::PointerOverflow),
        }
    }

    /// A pointer made from an integer may have had no object when it was made, and point into an exposed one
    /// now.
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

    /// The index of the object that a pointer points into, if the object is alive.
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

    /// Checks the alignment of an access. Where it exceeds the alignment of the object, the result depends on
    /// where the object was placed.
    #[inline(always)]
    pub(super) fn check_align(
        &mut self,
        domain: &Concrete,
        (index, ptr): (usize, Ptr),
        align: u64,
        access: AccessKind,
    ) -> Result<(), Stop> {
        if align > self.objects[index].align {
            self.space.note_address_use();
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
            return Ub::Uninitialised {
                what: "a pointer".into(),
            }
            .into();
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

    /// The undefined behaviour of an access through a pointer that was made from an integer.
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
        if object.accessible < object.size && !object.is_code() {
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
            size: Some(object.accessible),
        }
        .into()
    }
}

/// The undefined behaviour of a pointer that left a live object. The bounds of code, of variables of other
/// modules, and of objects outside their lifetime are not checked.
fn outside_object(object: &Object, to: Ptr) -> Option<Ub> {
    let external = matches!(object.kind, ObjectKind::External(_));
    if external || object.is_code() || object.accessible < object.size {
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

/// Whether arithmetic from one address to the other wraps around, or leaves the address space of a process.
fn is_wrapped(from: u64, to: u64) -> bool {
    let offset = to.wrapping_sub(from) as i64;
    from.checked_add_signed(offset).is_none() || to >= ADDRESSES && from < ADDRESSES
}
