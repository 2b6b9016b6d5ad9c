//! The checked functions that `_FORTIFY_SOURCE` replaces calls by: an additional argument is the size of the
//! buffer.

use super::copy;
use crate::domain::Domain;
use crate::library::call::{Call, Outcome, models};
use crate::stop::Stop;

models! {
    "__memcpy_chk" => memcpy,
    "__mempcpy_chk" => mempcpy,
    "__memmove_chk" => memmove,
    "__memset_chk" => memset,
    "__strncpy_chk" => strncpy,
    "__stpncpy_chk" => stpncpy,
    "__strcpy_chk" => strcpy,
    "__stpcpy_chk" => stpcpy,
    "__strcat_chk" => strcat,
    "__strncat_chk" => strncat,
}

impl<D: Domain> Call<'_, D> {
    /// Aborts as glibc does if `needed` exceeds the buffer size in argument `index`.
    pub fn fortify(&mut self, index: usize, needed: u64) -> Result<(), Stop> {
        if self.size(index)? < needed {
            return Err(self.machine.buffer_overflow());
        }
        Ok(())
    }
}

/// The third argument is the number of bytes written, the fourth the buffer size.
fn counted<D: Domain>(c: &mut Call<D>) -> Result<(), Stop> {
    let count = c.size(2)?;
    c.fortify(3, count)
}

fn memcpy<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    counted(c)?;
    copy::memcpy(c)
}

fn mempcpy<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    counted(c)?;
    copy::mempcpy(c)
}

fn memmove<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    counted(c)?;
    copy::memmove(c)
}

fn memset<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    counted(c)?;
    copy::memset(c)
}

fn strncpy<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    counted(c)?;
    copy::strncpy(c)
}

fn stpncpy<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    counted(c)?;
    copy::stpncpy(c)
}

/// Checks the length of the whole string.
fn whole_string<D: Domain>(c: &mut Call<D>) -> Result<(), Stop> {
    let needed = c.string(1)?.len() as u64 + 1;
    c.fortify(2, needed)
}

fn strcpy<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    whole_string(c)?;
    copy::strcpy(c)
}

fn stpcpy<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    whole_string(c)?;
    copy::stpcpy(c)
}

fn strcat<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let needed = c.string(0)?.len() + c.string(1)?.len() + 1;
    c.fortify(2, needed as u64)?;
    copy::strcat(c)
}

fn strncat<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (from, count) = (c.ptr(1)?, c.size(2)?);
    let added = c.machine.bounded_string(&from, count)?.len();
    let needed = c.string(0)?.len() + added + 1;
    c.fortify(3, needed as u64)?;
    copy::strncat(c)
}
