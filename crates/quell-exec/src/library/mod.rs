//! Library functions that the module calls and does not define, a file per header.
//!
//! Each file has a table of names and models. Models are written over the value domain; where they
//! need a number they ask the domain for a concrete one.

use crate::domain::Domain;
use crate::machine::{Machine, Model};
use crate::stop::Stop;

/// Names and models of one header.
pub type Table<D> = &'static [(&'static str, Model<D>)];

/// State the modelled library keeps between calls.
#[derive(Debug)]
pub struct LibraryState<D: Domain> {
    marker: std::marker::PhantomData<D>,
}

impl<D: Domain> Default for LibraryState<D> {
    fn default() -> Self {
        Self {
            marker: std::marker::PhantomData,
        }
    }
}

fn tables<D: Domain>() -> [Table<D>; 0] {
    []
}

/// The model of a library function.
pub fn find<D: Domain>(name: &str) -> Option<Model<D>> {
    let mut entries = tables::<D>().into_iter().flatten();
    entries.find(|entry| entry.0 == name).map(|entry| entry.1)
}

/// Whether a variable of the C library (`stdout`, `environ`) is modelled.
pub fn provides_variable(_name: &str) -> bool {
    false
}

/// Gives a modelled variable its initial contents.
pub fn provide_variable<D: Domain>(
    _machine: &mut Machine<D>,
    _name: &str,
    _ptr: &D::Ptr,
) -> Result<(), Stop> {
    Ok(())
}
