//! `errno.h`: the variable, and the error numbers that models set.

use super::call::{Call, Outcome, models};
use crate::domain::Domain;
use crate::machine::Machine;
use crate::stop::Stop;

pub const EIO: i32 = 5;
pub const EBADF: i32 = 9;
pub const ENOMEM: i32 = 12;
pub const EINVAL: i32 = 22;
pub const ERANGE: i32 = 34;
pub const EOVERFLOW: i32 = 75;
pub const EILSEQ: i32 = 84;

models! {
    "__errno_location" => location,
}

impl<D: Domain> Machine<D> {
    pub(crate) fn errno_object(&mut self) -> Result<D::Ptr, Stop> {
        self.kept_object("errno", 4, |_, _| Ok(()))
    }

    pub(crate) fn set_errno(&mut self, number: i32) -> Result<(), Stop> {
        let ptr = self.errno_object()?;
        self.put_number(&ptr, 4, u64::from(number as u32))
    }

    pub(crate) fn errno(&mut self) -> Result<i32, Stop> {
        let ptr = self.errno_object()?;
        Ok(self.get_number(&ptr, 4)? as i32)
    }
}

fn location<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let ptr = c.machine.errno_object()?;
    c.give_ptr(ptr)
}
