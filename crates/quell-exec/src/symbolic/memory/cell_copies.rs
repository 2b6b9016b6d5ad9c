//! Copies from or to symbolic positions, cell by cell, so that pointers stay whole.

use std::collections::BTreeSet;
use std::rc::Rc;

use quell_term::Term;

use super::candidate_offsets::{candidate_offsets, select_candidate};
use super::object::{Cell, Object};
use super::symbolic_memory::SymbolicMemory;
use crate::stop::{Stop, StopKind};
use crate::symbolic::domain::{Alternative, Symbolic};

/// The cells of a range, at offsets from its start.
pub(crate) type Piece = Vec<Cell>;

impl SymbolicMemory {
    /// The cells that a pointer leads to, under the alternatives for which the access is defined; none if no object has room
    /// for the access.
    pub(crate) fn take_piece(
        &self,
        domain: &mut Symbolic,
        alternatives: &[Alternative],
        len: u64,
    ) -> Result<Option<Piece>, Stop> {
        let mut result: Option<Piece> = None;
        for alternative in alternatives.iter().rev() {
            let object = self.at(alternative)?;
            if !has_room(domain, alternative, &object, len) {
                continue;
            }
            let piece = piece_of(domain, alternative, &object, len)?;
            result = Some(match result {
                None => piece,
                Some(other) => choose(domain, alternative.when, &object, piece, other),
            });
        }
        Ok(result)
    }

    /// Writes cells where a pointer leads, if the condition holds.
    pub(crate) fn put_piece(
        &mut self,
        domain: &mut Symbolic,
        alternatives: &[Alternative],
        len: u64,
        piece: &Piece,
        cond: Term,
    ) -> Result<(), Stop> {
        for alternative in alternatives {
            let object = self.at(alternative)?;
            if !has_room(domain, alternative, &object, len) {
                continue;
            }
            let mut changed = object.as_ref().clone();
            let candidates = candidate_offsets(domain, alternative.offset, object.size, len)?;
            for (number, &at) in candidates.starts.iter().enumerate() {
                let here = candidates.is_at(domain, number);
                let here = domain.pool.and_all(&[cond, alternative.when, here]);
                put(domain, &mut changed, (at, len), piece, here);
            }
            if let Some(id) = alternative.object {
                self.insert(id, changed);
            }
        }
        Ok(())
    }

    pub(crate) fn at(&self, alternative: &Alternative) -> Result<Rc<Object>, Stop> {
        let object = alternative.object.and_then(|id| self.object(id));
        let missing = || StopKind::broken("an object that is not there");
        Ok(object.ok_or_else(missing)?.clone())
    }
}

/// Whether an object has room for an access of this length.
fn has_room(domain: &Symbolic, alternative: &Alternative, object: &Object, len: u64) -> bool {
    match (
        object.size.checked_sub(len),
        domain.pool.as_word(alternative.offset),
    ) {
        (Some(last), Some(at)) => at <= last,
        (room, _) => room.is_some(),
    }
}

fn piece_of(
    domain: &mut Symbolic,
    alternative: &Alternative,
    object: &Object,
    len: u64,
) -> Result<Piece, Stop> {
    let candidates = candidate_offsets(domain, alternative.offset, object.size, len)?;
    let mut pieces: Vec<Object> = Vec::with_capacity(candidates.starts.len());
    for number in 0..candidates.starts.len() {
        let at = candidates.start(number);
        let cells = object.copy_out(&mut domain.pool, at, len, &mut domain.addresses);
        pieces.push(as_object(object, cells));
    }
    split_alike(domain, &mut pieces);
    let Some(mut first) = pieces.first().map(|piece| piece.cells.clone()) else {
        return Err(StopKind::broken("an access without candidates").into());
    };
    for (index, cell) in first.iter_mut().enumerate() {
        let contents: Vec<_> = pieces
            .iter()
            .map(|piece| piece.cells[index].content.clone())
            .collect();
        cell.content = select_candidate(domain, &candidates, &contents);
    }
    Ok(first)
}

/// Cells as an object, to split and merge them as such.
fn as_object(like: &Object, cells: Piece) -> Object {
    Object {
        kind: like.kind.clone(),
        size: like.size,
        length: None,
        align: like.align,
        writable: like.writable,
        alive: like.alive,
        cells,
    }
}

/// Splits cells so that all pieces have them at the same offsets.
fn split_alike(domain: &mut Symbolic, pieces: &mut [Object]) {
    let starts: BTreeSet<u64> = pieces
        .iter()
        .flat_map(|piece| piece.cells.iter().map(|cell| cell.at))
        .collect();
    for piece in pieces {
        for &at in &starts {
            piece.split_at(&mut domain.pool, at, &mut domain.addresses);
        }
    }
}

fn choose(domain: &mut Symbolic, cond: Term, like: &Object, a: Piece, b: Piece) -> Piece {
    let (a, b) = (as_object(like, a), as_object(like, b));
    a.merge(&mut domain.pool, cond, &b, &mut domain.addresses)
        .cells
}

fn put(
    domain: &mut Symbolic,
    object: &mut Object,
    (at, len): (u64, u64),
    piece: &Piece,
    here: Term,
) {
    let cells = match domain.pool.as_bool(here) {
        Some(false) => return,
        Some(true) => piece.clone(),
        None => {
            let old = object.copy_out(&mut domain.pool, at, len, &mut domain.addresses);
            choose(domain, here, object, piece.clone(), old)
        }
    };
    object.copy_in(&mut domain.pool, (at, len), cells, &mut domain.addresses);
}
