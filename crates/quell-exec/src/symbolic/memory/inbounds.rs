//! Pointer arithmetic with `inbounds`: it must not leave the object that it started in.

use quell_term::Term;

use super::object::Object;
use super::symbolic_memory::SymbolicMemory;
use crate::domain::Domain;
use crate::memory::ObjectKind;
use crate::stop::{Stop, Ub};
use crate::symbolic::domain::{Alternative, Ptr, Symbolic, intervals};

impl SymbolicMemory {
    /// Checks that `to`, computed from `from`, is in its object or just behind it.
    pub(crate) fn check_inbounds(
        &self,
        domain: &mut Symbolic,
        from: &Ptr,
        to: &Ptr,
        null_stays: bool,
    ) -> Result<(), Stop> {
        if domain.ignores_flags() {
            return Ok(());
        }
        let defined = domain.pool.not(to.undef);
        for (before, after) in from.alternatives.iter().zip(&to.alternatives) {
            let outside = match after.object {
                Some(id) => self
                    .object(id)
                    .and_then(|object| leaves(domain, object, after)),
                None => leaves_null(domain, before, after, null_stays),
            };
            let Some((outside, ub)) = outside else {
                continue;
            };
            let when = domain.pool.and_all(&[defined, after.when, outside]);
            domain.violates_flag(when, || ub)?;
        }
        Ok(())
    }
}

/// When an offset is outside its live object. Code and variables of other modules have no known size.
fn leaves(domain: &mut Symbolic, object: &Object, to: &Alternative) -> Option<(Term, Ub)> {
    use ObjectKind::{External, Function, Labels};
    if matches!(object.kind, External(_) | Function(..) | Labels(_)) {
        return None;
    }
    let known = intervals::interval(&domain.pool, &domain.path, to.offset);
    let size = i128::from(object.size);
    if object.length.is_none() && 0 <= known.least && known.greatest <= size {
        return None;
    }
    let pool = &mut domain.pool;
    let end = object
        .length
        .unwrap_or_else(|| pool.number(64, object.size));
    let outside = pool.ult(end, to.offset);
    let ub = Ub::LeavesObject {
        offset: pool.as_word(to.offset).map(|offset| offset as i64),
        object: object.kind.to_string(),
        size: object.known_size(),
    };
    Some((pool.and(object.alive, outside), ub))
}

/// When an offset is added to null. Other integers have no object to leave.
fn leaves_null(
    domain: &mut Symbolic,
    from: &Alternative,
    to: &Alternative,
    null_stays: bool,
) -> Option<(Term, Ub)> {
    let pool = &mut domain.pool;
    if pool.as_word(from.offset) != Some(0) {
        return None;
    }
    let moved = if null_stays {
        let zero = pool.number(64, 0);
        pool.ne(to.offset, zero)
    } else {
        pool.bool(true)
    };
    Some((moved, Ub::NullArithmetic))
}
