//! `stdlib.h`.

mod alloc;
mod arith;
mod convert;
mod env;
mod exit;
mod random;
mod sort;

use super::Table;
use crate::domain::Domain;

pub(super) use convert::{Radix, read_integer};
pub(super) use exit::Handler;
pub(super) use random::Random;

pub(super) fn tables<D: Domain>() -> Vec<Table<D>> {
    vec![
        alloc::table(),
        arith::table(),
        convert::table(),
        env::table(),
        exit::table(),
        random::table(),
        sort::table(),
    ]
}
