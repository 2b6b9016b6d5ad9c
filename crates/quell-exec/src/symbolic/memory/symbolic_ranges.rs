//! Copies and fills of symbolic length.

use quell_term::Term;
use quell_values::unsupported::UnsupportedAccess;

use super::cell_copies::Piece;
use super::object::{Cell, Content, bits};
use super::offsets::congruence;
use super::symbolic_memory::{MAX_OBJECT, SymbolicMemory};
use crate::domain::Domain;
use crate::memory::{Extent, Memory};
use crate::stop::{AccessKind, Stop, Ub};
use crate::symbolic::domain::{Alternative, Ptr, Symbolic, Word};

const BYTE: Extent = Extent { bytes: 1, align: 1 };
/// A range is split into at most this many pieces.
const MAX_PIECES: u64 = 4096;

impl SymbolicMemory {
    /// The size of the largest object that a pointer can lead to.
    pub(crate) fn room(&self, ptr: &Ptr) -> u64 {
        let objects = ptr.alternatives.iter().filter_map(|to| to.object);
        let sizes = objects.filter_map(|id| Some(self.object(id)?.size));
        sizes.max().unwrap_or(0)
    }

    /// Writes where the condition holds.
    pub(crate) fn write_where(
        &mut self,
        domain: &mut Symbolic,
        ptr: &Ptr,
        extent: Extent,
        content: &Content,
        cond: Term,
    ) -> Result<(), Stop> {
        let checked = domain.under(cond, |domain| {
            self.checked(domain, ptr, extent, AccessKind::Write)
        })?;
        for alternative in checked.unwrap_or_default() {
            let when = domain.pool.and(alternative.when, cond);
            self.write_one(domain, &alternative, extent.bytes, content, Some(when))?;
        }
        Ok(())
    }

    /// Checks an access of `count` bytes. Returns the alternatives under which it is defined on some input. An access of no
    /// bytes is always defined.
    fn checked_range(
        &self,
        domain: &mut Symbolic,
        ptr: &Ptr,
        count: Term,
        access: AccessKind,
    ) -> Result<Vec<Alternative>, Stop> {
        let zero = domain.pool.number(64, 0);
        let some = domain.pool.ne(count, zero);
        let checked = domain.under(some, |domain| {
            let fine = self.checked(domain, ptr, BYTE, access)?;
            for alternative in &fine {
                self.check_end(domain, alternative, count, access)?;
            }
            Ok(fine)
        })?;
        Ok(checked.unwrap_or_default())
    }

    fn check_end(
        &self,
        domain: &mut Symbolic,
        alternative: &Alternative,
        count: Term,
        access: AccessKind,
    ) -> Result<(), Stop> {
        let object = self.at(alternative)?;
        let pool = &mut domain.pool;
        let size = pool.number(64, object.size);
        let rest = pool.sub(size, count);
        let (larger, later) = (pool.ult(size, count), pool.ult(rest, alternative.offset));
        let mut outside = pool.or(larger, later);
        if let Some(length) = object.length {
            let end = pool.add(alternative.offset, count);
            let beyond = pool.ult(length, end);
            outside = pool.or(outside, beyond);
        }
        let outside = pool.and(alternative.when, outside);
        let (bytes, offset) = (pool.as_word(count), pool.as_word(alternative.offset));
        domain.trap_if(outside, || Ub::OutOfBounds {
            access,
            bytes,
            offset: offset.map(|offset| offset as i64),
            object: object.kind.to_string(),
            size: object.known_size(),
        })
    }

    /// Copies `count` bytes; the ranges may overlap.
    pub(crate) fn copy_range(
        &mut self,
        domain: &mut Symbolic,
        to: &Ptr,
        from: &Ptr,
        count: Term,
    ) -> Result<(), Stop> {
        if let Some(bytes) = domain.pool.as_word(count) {
            return self.copy(domain, to, from, bytes);
        }
        let source = self.checked_range(domain, from, count, AccessKind::Read)?;
        let target = self.checked_range(domain, to, count, AccessKind::Write)?;
        let steps = steps(domain, count, self.room(to).min(self.room(from)))?;
        let mut pieces = Vec::new();
        for &(at, len) in &steps {
            let there = moved(domain, &source, at);
            pieces.push(self.take_piece(domain, &there, len)?);
        }
        for (&(at, len), piece) in steps.iter().zip(&pieces) {
            if let Some(piece) = piece {
                let there = moved(domain, &target, at);
                let cond = is_before(domain, at, count);
                self.put_piece(domain, &there, len, piece, cond)?;
            }
        }
        Ok(())
    }

    /// Sets `count` bytes to one value.
    pub(crate) fn fill_range(
        &mut self,
        domain: &mut Symbolic,
        to: &Ptr,
        byte: &Word,
        count: Term,
    ) -> Result<(), Stop> {
        if let Some(bytes) = domain.pool.as_word(count) {
            return self.fill(domain, to, byte, bytes);
        }
        let target = self.checked_range(domain, to, count, AccessKind::Write)?;
        for (at, len) in steps(domain, count, self.room(to))? {
            let there = moved(domain, &target, at);
            let cond = is_before(domain, at, count);
            let piece = filled(domain, byte, len);
            self.put_piece(domain, &there, len, &piece, cond)?;
        }
        Ok(())
    }
}

/// The parts of a range of symbolic length that belong to it entirely or not at all, as starts and lengths.
fn steps(domain: &Symbolic, count: Term, room: u64) -> Result<Vec<(u64, u64)>, Stop> {
    let known = congruence(&domain.pool, count);
    let step = match known.residue {
        0 => 1u64 << known.zeros.min(MAX_OBJECT.ilog2()),
        odd => 1 << odd.trailing_zeros().min(known.zeros),
    };
    let number = room / step;
    if number > MAX_PIECES {
        return Err(UnsupportedAccess::SymbolicRange { bytes: room }.into());
    }
    Ok((0..number).map(|index| (index * step, step)).collect())
}

fn is_before(domain: &mut Symbolic, at: u64, end: Term) -> Term {
    let at = domain.pool.number(64, at);
    domain.pool.ult(at, end)
}

fn moved(domain: &mut Symbolic, alternatives: &[Alternative], by: u64) -> Vec<Alternative> {
    let by = domain.pool.number(64, by);
    let mut moved = alternatives.to_vec();
    for alternative in &mut moved {
        alternative.offset = domain.pool.add(alternative.offset, by);
    }
    moved
}

fn filled(domain: &mut Symbolic, byte: &Word, len: u64) -> Piece {
    let cell = |at| Cell {
        at,
        len: 1,
        content: Content::Word(*byte),
    };
    if domain.pool.as_word(byte.term) == Some(0) && byte.undef.is_none() {
        let width = bits(len);
        let zero = domain.constant(&quell_bits::Bits::zero(width));
        let content = Content::Word(zero);
        return vec![Cell {
            at: 0,
            len,
            content,
        }];
    }
    (0..len).map(cell).collect()
}

/// Requires that two ranges do not overlap, as for `restrict` parameters. Equal starts are allowed.
pub(crate) fn require_disjoint(
    domain: &mut Symbolic,
    function: &'static str,
    (a, a_len): (&Ptr, Term),
    (b, b_len): (&Ptr, Term),
) -> Result<(), Stop> {
    let mut any = domain.pool.bool(false);
    for x in &a.alternatives {
        let others = b.alternatives.iter();
        for y in others.filter(|y| y.object.is_some() && y.object == x.object) {
            let overlap = overlap(domain, (x.offset, a_len), (y.offset, b_len));
            let here = domain.pool.and_all(&[x.when, y.when, overlap]);
            any = domain.pool.or(any, here);
        }
    }
    domain.trap_if(any, || Ub::Overlap {
        function: function.into(),
    })
}

fn overlap(domain: &mut Symbolic, (a, a_len): (Term, Term), (b, b_len): (Term, Term)) -> Term {
    let pool = &mut domain.pool;
    let zero = pool.number(64, 0);
    let (up, down) = (pool.sub(b, a), pool.sub(a, b));
    let (in_a, in_b) = (pool.ult(up, a_len), pool.ult(down, b_len));
    let touch = pool.or(in_a, in_b);
    let elsewhere = pool.ne(a, b);
    let some = [pool.ne(a_len, zero), pool.ne(b_len, zero)];
    pool.and_all(&[touch, elsewhere, some[0], some[1]])
}
