//! `core::fmt`: formatters, the encoded templates of `format_args!`, and the formats of primitive types. The
//! formats of types that the module defines are called in the module.

mod builders;
mod errors;
mod formatter;
mod number;
mod options;
mod sink;
mod template;
mod text;

pub(super) use formatter::{call_model, capture, debug_text};
pub(super) use options::Options;
pub(super) use sink::table as sink_methods;
pub(super) use template::render;

use crate::domain::Domain;
use crate::library::Table;

pub fn tables<D: Domain>() -> Vec<Table<D>> {
    let mut tables = vec![
        builders::table(),
        errors::table(),
        formatter::table(),
        number::floats(),
        template::table(),
        text::table(),
    ];
    tables.extend(number::integers());
    tables
}
