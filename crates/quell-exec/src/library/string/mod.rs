//! `string.h` and `strings.h`.

mod compare;
mod copy;
mod errors;
mod fortified;
mod search;
mod tokens;

use super::Table;
use crate::domain::Domain;

pub(super) fn tables<D: Domain>() -> Vec<Table<D>> {
    vec![
        copy::table(),
        compare::table(),
        search::table(),
        tokens::table(),
        errors::table(),
        fortified::table(),
    ]
}

pub(super) use copy::duplicate;
pub(super) use errors::{error_text, signal_text};
