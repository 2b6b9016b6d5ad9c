//! `stdlib.h`.

mod alloc;
mod env;
mod exit;
mod random;

use super::Table;
use crate::domain::Domain;

pub(super) use exit::Handler;
pub(super) use random::Random;

pub(super) fn tables<D: Domain>() -> Vec<Table<D>> {
    vec![alloc::table(), env::table(), exit::table(), random::table()]
}
