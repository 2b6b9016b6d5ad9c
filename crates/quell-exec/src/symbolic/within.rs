//! When pointer arithmetic leaves the object that it started in.

use quell_term::Term;

use super::domain::Symbolic;
use super::intervals;
use super::memory::SymbolicMemory;
use super::object::Object;
use super::pointer::{Alternative, Ptr};
use crate::domain::Domain;
use crate::memory::ObjectKind;
use crate::stop::{Stop, Ub};

impl SymbolicMemory {
    /// Excludes inputs on which `to`, made of `from` by arithmetic, is not in its object, nor just behind it.
    pub(super) fn stays_within(
        &self,
        domain: &mut Symbolic,
        from: &Ptr,
        to: &Ptr,
        null_stays: bool,
    ) -> Result<(), Stop> {
        if domain.ignores_promises() {
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
            domain.breaks(when, || ub)?;
        }
        Ok(())
    }
}

/// When an offset is not one of a live object. Nothing is said of code and of variables of other modules.
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

/// When null is moved. Of other numbers nothing is said.
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
    let moved = match null_stays {
        true => {
            let zero = pool.number(64, 0);
            pool.ne(to.offset, zero)
        }
        false => pool.bool(true),
    };
    Some((moved, Ub::NullArithmetic))
}
