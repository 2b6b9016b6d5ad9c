//! `stdio.h` on the standard streams, and the system calls beneath them.

mod control;
mod input;
mod output;
mod printf;
mod streams;

use super::Table;
use crate::domain::Domain;

pub(super) use output::put_error;
pub(super) use printf::{From as Arguments, formatted};
pub(super) use streams::{Streams, standard_stream};

pub(super) fn tables<D: Domain>() -> Vec<Table<D>> {
    vec![
        output::table(),
        printf::table(),
        input::table(),
        control::table(),
    ]
}
