//! Functions of `core`, `alloc` and `std` that code compiled by rustc calls: panics, allocation, formatting,
//! text, the standard streams, program start.
//!
//! Functions are identified by their demangled path, without the hash of the symbol. The layouts of library
//! types are those of rustc 1.95. Generic code of the library is compiled into the module itself and needs no
//! model.

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

/// The state of the Rust library.
#[derive(Debug, Default)]
pub struct RustState {
    /// Texts that models are formatting, the innermost last.
    sinks: Vec<Vec<u8>>,
    /// The arguments of the program, from its start on.
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

/// The model of a function of the Rust library, by its symbol.
pub fn find<D: Domain>(symbol: &str) -> Option<Model<D>> {
    let path = path_of(symbol)?;
    let instance = path.rfind("::<").filter(|_| path.ends_with('>'));
    by_path(&path).or_else(|| by_path(&path[..instance?]))
}

fn by_path<D: Domain>(path: &str) -> Option<Model<D>> {
    let mut entries = tables::<D>().into_iter().flatten();
    entries.find(|entry| entry.0 == path).map(|entry| entry.1)
}

/// The model of a method in a vtable that models return pointers to.
pub fn provided<D: Domain>(name: &str) -> Option<Model<D>> {
    let tables = [fmt::sink_methods::<D>(), error::methods::table()];
    let mut methods = tables.into_iter().flatten();
    let method = methods.find(|method| method.0 == name);
    method.map(|method| method.1)
}

/// The path of a symbol, without hashes.
pub fn path_of(symbol: &str) -> Option<String> {
    let demangled = rustc_demangle::try_demangle(symbol).ok()?;
    Some(format!("{demangled:#}"))
}
