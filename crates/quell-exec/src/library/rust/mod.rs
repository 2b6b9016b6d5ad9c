//! What code made by rustc calls in `core`, `alloc` and `std`: panics, allocation, formatting,
//! text, the standard streams, the start of a program.
//!
//! Functions are found by their demangled path, so that the hash in a symbol does not matter. The
//! layouts of library types are those of rustc 1.95; generic code of the library is compiled into
//! the module itself and needs no model.

mod alloc;
mod error;
mod fmt;
mod io;
mod panic;

pub use panic::panic_end;
mod start;
mod table;
mod text;
mod unicode;
mod variable;
mod vector;
mod view;

use super::Table;
use crate::domain::Domain;
use crate::machine::Model;

pub use variable::{provide_variable, provides_variable};

/// What the modelled library of Rust remembers between calls.
#[derive(Debug, Default)]
pub struct RustState {
    /// Texts being formatted by the models themselves; the innermost is the last.
    sinks: Vec<Vec<u8>>,
    /// The arguments of the program, once it has started.
    arguments: Vec<Vec<u8>>,
}

fn tables<D: Domain>() -> Vec<Table<D>> {
    let mut tables = vec![
        alloc::table(),
        error::table(),
        io::table(),
        panic::table(),
        panic::constant_panics(),
        start::table(),
        text::table(),
        unicode::table(),
        vector::table(),
    ];
    tables.extend(fmt::tables());
    tables
}

/// The model of a function of Rust's library, by its symbol.
pub fn find<D: Domain>(symbol: &str) -> Option<Model<D>> {
    let path = path_of(symbol)?;
    let instance = path.rfind("::<").filter(|_| path.ends_with('>'));
    by_path(&path).or_else(|| by_path(&path[..instance?]))
}

fn by_path<D: Domain>(path: &str) -> Option<Model<D>> {
    let mut entries = tables::<D>().into_iter().flatten();
    entries.find(|entry| entry.0 == path).map(|entry| entry.1)
}

/// The model of a method in a table of methods that models hand out.
pub fn provided<D: Domain>(name: &str) -> Option<Model<D>> {
    let tables = [fmt::sink_methods::<D>(), error::methods::table()];
    let mut methods = tables.into_iter().flatten();
    let method = methods.find(|method| method.0 == name);
    method.map(|method| method.1)
}

/// The path a symbol stands for, without hashes.
pub fn path_of(symbol: &str) -> Option<String> {
    let demangled = rustc_demangle::try_demangle(symbol).ok()?;
    Some(format!("{demangled:#}"))
}
