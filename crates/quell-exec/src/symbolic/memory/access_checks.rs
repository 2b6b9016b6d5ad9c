//! Checks of an access: bounds, lifetime, alignment, constness.

use quell_term::{Pool, Term};
use quell_values::unsupported::UnsupportedAccess;

use super::object::Object;
use super::offsets::congruence;
use super::symbolic_memory::SymbolicMemory;
use crate::domain::{Domain, UbMode};
use crate::memory::{Extent, Memory, ObjectKind};
use crate::stop::{AccessKind, Stop, StopKind, Ub};
use crate::symbolic::domain::{Alternative, Ptr, Symbolic};

impl SymbolicMemory {
    /// Checks an access. Returns the alternatives under which it is defined on some input.
    pub(crate) fn checked(
        &self,
        domain: &mut Symbolic,
        ptr: &Ptr,
        extent: Extent,
        access: AccessKind,
    ) -> Result<Vec<Alternative>, Stop> {
        let what = "an address";
        domain.trap_if(ptr.undef, || Ub::Uninitialised { what: what.into() })?;
        let mut fine = Vec::new();
        let missing = |alternative: &Alternative| {
            let object = alternative.object;
            object.is_some_and(|object| self.object(object).is_none())
        };
        if ptr.alternatives.iter().any(missing) {
            return Err(UnsupportedAccess::OtherPath.into());
        }
        let number = |alternative: &Alternative| {
            alternative.object.is_none()
                && !domain
                    .integer_pointers
                    .is_null_based(&domain.pool, alternative.offset)
        };
        if ptr.alternatives.iter().any(number) {
            return Err(UnsupportedAccess::NumberPointer.into());
        }
        let external = |alternative: &Alternative| {
            let object = alternative.object.and_then(|id| self.object(id));
            match object.map(|object| &object.kind) {
                Some(ObjectKind::External(name)) => Some(name.to_string()),
                _ => None,
            }
        };
        if let Some(name) = ptr.alternatives.iter().find_map(external) {
            return Err(StopKind::UnmodelledVariable(name).into());
        }
        let too_large = |alternative: &Alternative| {
            let object = alternative.object.and_then(|id| self.object(id))?;
            let (kind, bytes) = (&object.kind, object.size);
            (!self.holds(bytes)).then(|| UnsupportedAccess::LargeAccess {
                object: kind.to_string(),
                bytes,
            })
        };
        if let Some(access) = ptr.alternatives.iter().find_map(too_large) {
            return Err(access.into());
        }
        for alternative in &ptr.alternatives {
            match self.check_one(domain, alternative, extent, access) {
                Ok(()) => fine.push(alternative.clone()),
                Err((ub, _)) if ptr.alternatives.len() == 1 => return Err(ub.into()),
                Err((ub, when)) => domain.trap_if(when, || ub)?,
            }
        }
        if fine.is_empty() {
            return Err(Ub::Null { access }.into());
        }
        Ok(fine)
    }

    /// Checks an access under one alternative; an error if it is undefined on all inputs, with the condition.
    fn check_one(
        &self,
        domain: &mut Symbolic,
        alternative: &Alternative,
        extent: Extent,
        access: AccessKind,
    ) -> Result<(), (Ub, Term)> {
        let when = alternative.when;
        let Some(object) = alternative.object.and_then(|id| self.object(id)) else {
            return Err((Ub::Null { access }, when));
        };
        let object = object.clone();
        if access == AccessKind::Write && !object.writable {
            let object = object.kind.to_string();
            return Err((Ub::WriteToConstant { object }, when));
        }
        let outside = out_of_bounds(domain, &object, alternative, extent, access);
        // No offset in the object has room for the access.
        if domain.pool.as_bool(outside.0) == Some(true) {
            return Err((outside.1, when));
        }
        let dead = domain.pool.not(object.alive);
        let ended = || match object.kind {
            ObjectKind::Heap => Ub::UseAfterFree {
                access,
                object: object.kind.to_string(),
            },
            _ => Ub::UseAfterScope {
                access,
                object: object.kind.to_string(),
            },
        };
        let dead = domain.pool.and(when, dead);
        domain.trap_if(dead, ended).map_err(|_| (ended(), when))?;
        let outside_when = domain.pool.and(when, outside.0);
        let ub = outside.1;
        domain
            .trap_if(outside_when, || ub.clone())
            .map_err(|_| (ub, when))?;
        self.check_align(domain, &object, alternative, extent, access)
            .map_err(|ub| (ub, when))
    }

    /// Alignment matters where undefined behaviour excludes inputs: the hardware allows any.
    fn check_align(
        &self,
        domain: &mut Symbolic,
        object: &Object,
        alternative: &Alternative,
        extent: Extent,
        access: AccessKind,
    ) -> Result<(), Ub> {
        let align = extent.align.min(object.align);
        if align <= 1 || domain.ub_mode() == UbMode::Wrap {
            return Ok(());
        }
        let known = congruence(&domain.pool, alternative.offset);
        let low = u64::BITS - (align - 1).leading_zeros();
        if known.zeros >= low && known.residue & (align - 1) == 0 {
            return Ok(());
        }
        let pool = &mut domain.pool;
        let part = pool.extract(alternative.offset, low - 1, 0);
        let zero = pool.number(low, 0);
        let off = pool.ne(part, zero);
        let off = pool.and(alternative.when, off);
        let ub = || Ub::Misaligned {
            access,
            address: 0,
            align: extent.align,
        };
        domain.trap_if(off, ub).map_err(|_| ub())
    }
}

/// The undefined behaviour of an access through a pointer without an object.
pub(crate) fn without_object(pool: &Pool, alternative: &Alternative, access: AccessKind) -> Ub {
    match pool.as_word(alternative.offset) {
        Some(0) => Ub::Null { access },
        address => Ub::WildPointer {
            access,
            address: address.unwrap_or(0),
        },
    }
}

/// When an access is out of bounds.
fn out_of_bounds(
    domain: &mut Symbolic,
    object: &Object,
    alternative: &Alternative,
    extent: Extent,
    access: AccessKind,
) -> (Term, Ub) {
    let pool = &mut domain.pool;
    let known = pool.as_word(alternative.offset);
    let ub = Ub::OutOfBounds {
        access,
        bytes: Some(extent.bytes),
        offset: known.map(|offset| offset as i64),
        object: object.kind.to_string(),
        size: object.known_size(),
    };
    let outside = match object.size.checked_sub(extent.bytes) {
        Some(last) => {
            let last = pool.number(64, last);
            pool.ult(last, alternative.offset)
        }
        None => pool.bool(true),
    };
    let Some(length) = object.length else {
        return (outside, ub);
    };
    let end = pool.number(64, extent.bytes);
    let end = pool.add(alternative.offset, end);
    let beyond = pool.ult(length, end);
    (pool.or(outside, beyond), ub)
}
