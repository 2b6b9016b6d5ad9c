//! Copying and filling memory and strings.

use quell_term::{Pool, Term};

use super::walk::{Step, Until, is_zero};
use super::{Call, Outcome, table};
use crate::domain::{Domain, UbMode};
use crate::memory::Extent;
use crate::stop::Stop;
use crate::symbolic::domain::{Ptr, Word};
use crate::symbolic::memory::{Content, require_disjoint};

table! {
    "memcpy" => memcpy,
    "mempcpy" => mempcpy,
    "memmove" => memmove,
    "memset" => memset,
    "bzero" => bzero,
    "llvm.memcpy" => copy_apart,
    "llvm.memcpy.inline" => copy_apart,
    "llvm.memmove" => copy,
    "llvm.memset" => fill,
    "llvm.memset.inline" => fill,
    "strcpy" => strcpy,
    "stpcpy" => stpcpy,
    "strncpy" => strncpy,
    "strcat" => strcat,
    "strncat" => strncat,
}

const BYTE: Extent = Extent { bytes: 1, align: 1 };

impl Call<'_> {
    /// The third argument: a number of bytes.
    fn count(&mut self) -> Result<Term, Stop> {
        let count = self.term(2)?;
        match self.domain().pool.width(count) {
            // Intrinsics come with counts of 32 bits too.
            32 => Ok(self.domain().pool.zext_to(count, 64)),
            _ => self.size_term(2),
        }
    }

    fn copy_counted(&mut self) -> Result<(), Stop> {
        let (to, from, count) = (self.ptr(0)?, self.ptr(1)?, self.count()?);
        let (memory, domain) = (&mut self.machine.memory, &mut self.machine.domain);
        memory.copy_range(domain, &to, &from, count)
    }

    fn require_disjoint_counted(&mut self) -> Result<(), Stop> {
        let (to, from, count) = (self.ptr(0)?, self.ptr(1)?, self.count()?);
        require_disjoint(self.domain(), "memcpy", (&to, count), (&from, count))
    }

    fn fill_counted(&mut self, byte: &Word, count: Term) -> Result<(), Stop> {
        let to = self.ptr(0)?;
        let (memory, domain) = (&mut self.machine.memory, &mut self.machine.domain);
        memory.fill_range(domain, &to, byte, count)
    }

    fn write_byte(&mut self, to: &Ptr, index: u64, byte: Term, cond: Term) -> Result<(), Stop> {
        let (memory, domain) = (&mut self.machine.memory, &mut self.machine.domain);
        let at = domain.ptr_offset(to, index as i64);
        let content = Content::Word(Word::defined(byte));
        memory.write_where(domain, &at, BYTE, &content, cond)
    }

    /// Writes the bytes that were read.
    fn write_all(&mut self, to: &Ptr, steps: &[Step<1>]) -> Result<(), Stop> {
        for (index, step) in steps.iter().enumerate() {
            self.write_byte(to, index as u64, step.bytes[0], step.going)?;
        }
        Ok(())
    }

    /// Copies a string with its terminator; returns its length.
    pub(super) fn copy_string(
        &mut self,
        name: &'static str,
        to: &Ptr,
        from: &Ptr,
    ) -> Result<Term, Stop> {
        let steps = self.whole(from)?;
        let length = self.length_of(&steps);
        let one = self.number(64, 1);
        let all = self.domain().pool.add(length, one);
        require_disjoint(self.domain(), name, (to, all), (from, all))?;
        self.write_all(to, &steps)?;
        Ok(length)
    }

    /// The end of a string that is appended to.
    fn end(&mut self, string: &Ptr) -> Result<Ptr, Stop> {
        let steps = self.whole(string)?;
        let length = self.length_of(&steps);
        Ok(self.behind(string, length))
    }
}

/// The library function: overlapping ranges are undefined in all modes.
fn memcpy(c: &mut Call) -> Outcome {
    c.require_disjoint_counted()?;
    memmove(c)
}

fn memmove(c: &mut Call) -> Outcome {
    c.copy_counted()?;
    let to = c.ptr(0)?;
    c.give_ptr(to)
}

fn mempcpy(c: &mut Call) -> Outcome {
    memcpy(c)?;
    let (to, count) = (c.ptr(0)?, c.count()?);
    let end = c.behind(&to, count);
    c.give_ptr(end)
}

fn memset(c: &mut Call) -> Outcome {
    let value = *c.arg(1)?.word()?;
    let width = c.domain().pool.width(value.term);
    if width != 32 {
        c.sized(1, 32)?;
    }
    let byte = c.domain().extract(width, &value, 0, 8);
    let count = c.count()?;
    c.fill_counted(&byte, count)?;
    let to = c.ptr(0)?;
    c.give_ptr(to)
}

fn bzero(c: &mut Call) -> Outcome {
    let (zero, count) = (c.domain().word(8, 0), c.size_term(1)?);
    c.fill_counted(&zero, count)?;
    Ok(None)
}

fn copy_apart(c: &mut Call) -> Outcome {
    if c.domain().ub_mode() != UbMode::Wrap {
        c.require_disjoint_counted()?;
    }
    copy(c)
}

fn copy(c: &mut Call) -> Outcome {
    c.copy_counted()?;
    Ok(None)
}

fn fill(c: &mut Call) -> Outcome {
    let (byte, count) = (*c.arg(1)?.word()?, c.count()?);
    c.fill_counted(&byte, count)?;
    Ok(None)
}

fn strcpy(c: &mut Call) -> Outcome {
    let (to, from) = (c.ptr(0)?, c.ptr(1)?);
    c.copy_string("strcpy", &to, &from)?;
    c.give_ptr(to)
}

fn stpcpy(c: &mut Call) -> Outcome {
    let (to, from) = (c.ptr(0)?, c.ptr(1)?);
    let length = c.copy_string("stpcpy", &to, &from)?;
    let end = c.behind(&to, length);
    c.give_ptr(end)
}

/// Fills an exact number of bytes: the string, then zeros.
fn strncpy(c: &mut Call) -> Outcome {
    let (to, from, limit) = (c.ptr(0)?, c.ptr(1)?, c.size_term(2)?);
    let steps = part(c, &from, limit)?;
    let length = c.length_within(&steps, limit);
    require_disjoint(c.domain(), "strncpy", (&to, limit), (&from, length))?;
    let zero = c.domain().word(8, 0);
    c.fill_counted(&zero, limit)?;
    c.write_all(&to, &steps)?;
    c.give_ptr(to)
}

/// A string up to its terminator or a number of bytes.
fn part(c: &mut Call, string: &Ptr, limit: Term) -> Result<Vec<Step<1>>, Stop> {
    let until = Until {
        limit: Some(limit),
        ends: &is_zero,
    };
    c.walk([string], &until)
}

fn strcat(c: &mut Call) -> Outcome {
    let (to, from) = (c.ptr(0)?, c.ptr(1)?);
    let end = c.end(&to)?;
    c.copy_string("strcat", &end, &from)?;
    c.give_ptr(to)
}

fn strncat(c: &mut Call) -> Outcome {
    let (to, from, limit) = (c.ptr(0)?, c.ptr(1)?, c.size_term(2)?);
    let end = c.end(&to)?;
    let steps = part(c, &from, limit)?;
    let length = c.length_within(&steps, limit);
    let one = c.number(64, 1);
    let all = c.domain().pool.add(length, one);
    require_disjoint(c.domain(), "strncat", (&end, all), (&from, length))?;
    c.write_all(&end, &steps)?;
    terminate(c, &end, &steps, limit)?;
    c.give_ptr(to)
}

/// Writes a terminator where the limit comes before that of the string.
fn terminate(c: &mut Call, to: &Ptr, steps: &[Step<1>], limit: Term) -> Result<(), Stop> {
    let zero = c.number(8, 0);
    let mut open = c.domain().pool.bool(true);
    for index in 0..=steps.len() {
        let place = c.number(64, index as u64);
        let pool: &mut Pool = &mut c.domain().pool;
        let here = pool.eq(limit, place);
        let here = pool.and(here, open);
        c.write_byte(to, index as u64, zero, here)?;
        if let Some(step) = steps.get(index) {
            let pool = &mut c.domain().pool;
            let further = pool.not(step.stop);
            open = pool.and(open, further);
        }
    }
    Ok(())
}
