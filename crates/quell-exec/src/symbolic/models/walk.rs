//! Reads strings byte by byte, up to the first position where a condition holds.

use quell_term::{Pool, Term};
use quell_values::unsupported::UnsupportedAccess;

use super::Call;
use crate::domain::Domain;
use crate::memory::{Extent, Memory};
use crate::stop::{AccessKind, Stop, Ub};
use crate::symbolic::domain::{Ptr, Symbolic};
use crate::symbolic::memory::SymbolicMemory;

const BYTE: Extent = Extent { bytes: 1, align: 1 };
const STRING: &str = "a byte of a string";
/// Longer strings are unsupported.
const LONGEST: u64 = 4096;

/// One position in strings that are read in parallel.
pub(super) struct Step<const N: usize> {
    /// Whether it is read.
    pub going: Term,
    /// Whether it is before the limit.
    pub within: Term,
    pub bytes: [Term; N],
    /// Whether it is the last.
    pub stop: Term,
}

/// How far strings are read.
pub(super) struct Until<'w, const N: usize> {
    /// The largest number of bytes, if there is a limit.
    pub limit: Option<Term>,
    /// Whether these bytes are the last.
    pub ends: &'w dyn Fn(&mut Pool, [Term; N]) -> Term,
}

/// Whether the only byte is zero.
pub(super) fn is_zero(pool: &mut Pool, [byte]: [Term; 1]) -> Term {
    let zero = pool.number(8, 0);
    pool.eq(byte, zero)
}

impl Call<'_> {
    /// Reads strings to where they end, which must be inside their objects.
    pub(super) fn walk<const N: usize>(
        &mut self,
        strings: [&Ptr; N],
        until: &Until<'_, N>,
    ) -> Result<Vec<Step<N>>, Stop> {
        let (memory, domain) = (&mut self.machine.memory, &mut self.machine.domain);
        let room = strings.iter().map(|ptr| memory.room(ptr)).min();
        let room = room.unwrap_or(0);
        let mut going = domain.pool.bool(true);
        let mut steps = Vec::new();
        for index in 0.. {
            let within = before(domain, index, until.limit);
            going = domain.pool.and(going, within);
            if domain.pool.as_bool(going) == Some(false) {
                return Ok(steps);
            }
            if index >= LONGEST {
                return Err(UnsupportedAccess::AnyLength.into());
            }
            // Wherever the string starts, after this many bytes the position is outside its object.
            if index > room {
                domain.trap_if(going, || left(room))?;
                return Ok(steps);
            }
            let bytes = domain.under(going, |domain| read_all(memory, domain, strings, index))?;
            let Some(bytes) = bytes else {
                return Ok(steps);
            };
            let stop = (until.ends)(&mut domain.pool, bytes);
            steps.push(Step {
                going,
                within,
                bytes,
                stop,
            });
            let further = domain.pool.not(stop);
            going = domain.pool.and(going, further);
        }
        Ok(steps)
    }

    /// A string with its terminator.
    pub(super) fn whole(&mut self, string: &Ptr) -> Result<Vec<Step<1>>, Stop> {
        let until = Until {
            limit: None,
            ends: &is_zero,
        };
        self.walk([string], &until)
    }

    /// The number of the last step; `otherwise` where none is.
    pub(super) fn end_of<const N: usize>(&mut self, steps: &[Step<N>], otherwise: Term) -> Term {
        let pool = &mut self.machine.domain.pool;
        let mut end = otherwise;
        for (index, step) in steps.iter().enumerate().rev() {
            let here = pool.number(64, index as u64);
            end = pool.ite(step.stop, here, end);
        }
        end
    }

    /// The number of bytes before the end, which exists.
    pub(super) fn length_of(&mut self, steps: &[Step<1>]) -> Term {
        let last = steps.len().saturating_sub(1) as u64;
        let last = self.number(64, last);
        self.end_of(steps, last)
    }

    /// The length of a string of which at most `limit` bytes are read.
    pub(super) fn string_within(&mut self, string: &Ptr, limit: Term) -> Result<Term, Stop> {
        let until = Until {
            limit: Some(limit),
            ends: &is_zero,
        };
        let steps = self.walk([string], &until)?;
        Ok(self.length_within(&steps, limit))
    }

    /// The number of bytes before the end, or the limit if there is no end before it.
    pub(super) fn length_within(&mut self, steps: &[Step<1>], limit: Term) -> Term {
        let end = self.end_of(steps, limit);
        let pool = &mut self.machine.domain.pool;
        let cut = pool.ult(limit, end);
        pool.ite(cut, limit, end)
    }
}

fn before(domain: &mut Symbolic, index: u64, limit: Option<Term>) -> Term {
    let pool = &mut domain.pool;
    match limit {
        None => pool.bool(true),
        Some(limit) => {
            let index = pool.number(64, index);
            pool.ult(index, limit)
        }
    }
}

fn read_all<const N: usize>(
    memory: &mut SymbolicMemory,
    domain: &mut Symbolic,
    strings: [&Ptr; N],
    index: u64,
) -> Result<[Term; N], Stop> {
    let mut bytes = [domain.pool.bool(false); N];
    for (byte, string) in bytes.iter_mut().zip(strings) {
        let at = domain.ptr_offset(string, index as i64);
        let word = memory.read(domain, &at, BYTE, 8)?;
        let undefined = word.is_undefined(&mut domain.pool);
        domain.trap_if(undefined, || Ub::Uninitialised {
            what: STRING.into(),
        })?;
        *byte = word.term;
    }
    Ok(bytes)
}

fn left(size: u64) -> Ub {
    Ub::OutOfBounds {
        access: AccessKind::Read,
        bytes: Some(1),
        offset: Some(size as i64),
        object: "the object of a string".to_owned(),
        size: Some(size),
    }
}
