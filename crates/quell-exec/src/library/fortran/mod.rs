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

use quell_values::unsupported::{FortranConstruct, Unsupported};

use super::Table;
use crate::domain::Domain;
use crate::machine::Model;
use crate::stop::{NativeEnd, Stop};

/// The state of the Fortran library.
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

/// The prefix of all functions of the runtime.
const PREFIX: &str = "_FortranA";

/// The model of a runtime function.
pub fn find<D: Domain>(symbol: &str) -> Option<Model<D>> {
    find_in(tables::<D>(), symbol)
}

/// The model of a runtime function for assignments.
pub fn find_assignment<D: Domain>(symbol: &str) -> Option<Model<D>> {
    find_in(vec![assign::table()], symbol)
}

fn find_in<D: Domain>(tables: Vec<Table<D>>, symbol: &str) -> Option<Model<D>> {
    let name = symbol.strip_prefix(PREFIX)?;
    let mut entries = tables.into_iter().flatten();
    entries.find(|entry| entry.0 == name).map(|entry| entry.1)
}

/// A runtime error at a place in the source, which aborts.
fn runtime_error(place: &str, what: &str) -> Stop {
    NativeEnd::ABORT.trap(format!("fatal Fortran runtime error({place}): {what}"))
}

fn unsupported(construct: FortranConstruct) -> Stop {
    Unsupported::Fortran { construct }.into()
}
