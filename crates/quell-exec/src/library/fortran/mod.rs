//! The runtime library of flang 19: program start and end, input and output, characters, arrays
//! through descriptors.

mod allocate;
mod assign;
mod character;
mod constructor;
mod derived;
mod descriptor;
mod intrinsic;
mod io;
mod locate;
mod matrix;
mod number;
mod program;
mod reduce;
mod reshape;

use super::Table;
use crate::domain::Domain;
use crate::machine::Model;
use crate::stop::{NativeEnd, Stop, StopKind};

/// What the modelled library of Fortran remembers between calls.
#[derive(Debug)]
pub struct FortranState<D: Domain> {
    io: io::State<D>,
    random: intrinsic::Generator,
}

impl<D: Domain> Default for FortranState<D> {
    fn default() -> Self {
        Self {
            io: io::State::default(),
            random: intrinsic::Generator::default(),
        }
    }
}

fn tables<D: Domain>() -> Vec<Table<D>> {
    let mut tables = vec![
        allocate::table(),
        assign::table(),
        character::table(),
        constructor::table(),
        derived::table(),
        intrinsic::table(),
        locate::table(),
        matrix::table(),
        number::table(),
        program::table(),
        reduce::table(),
        reshape::table(),
    ];
    tables.extend(io::tables());
    tables
}

/// All names of the runtime begin so.
const PREFIX: &str = "_FortranA";

/// The model of a function of the runtime.
pub fn find<D: Domain>(symbol: &str) -> Option<Model<D>> {
    find_in(tables::<D>(), symbol)
}

/// The same, if it is an assignment.
pub fn find_assignment<D: Domain>(symbol: &str) -> Option<Model<D>> {
    find_in(vec![assign::table()], symbol)
}

fn find_in<D: Domain>(tables: Vec<Table<D>>, symbol: &str) -> Option<Model<D>> {
    let name = symbol.strip_prefix(PREFIX)?;
    let mut entries = tables.into_iter().flatten();
    entries.find(|entry| entry.0 == name).map(|entry| entry.1)
}

/// An error that the runtime reports before it aborts, at a place in the source.
fn runtime_error(place: &str, what: &str) -> Stop {
    NativeEnd::ABORT.trap(format!("fatal Fortran runtime error({place}): {what}"))
}

fn unsupported(what: impl Into<String>) -> Stop {
    StopKind::Unsupported(what.into()).into()
}
