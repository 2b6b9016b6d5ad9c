//! Models of library functions that the module calls and does not define: a file or folder per header, each
//! with a table of names and models.
//!
//! Models are generic over the value domain; where they need a number they require it to be concrete. They
//! behave as glibc 2.36 on x86-64 does in the C locale, and report undefined behaviour where C leaves a call
//! undefined. Output reaches the console at once, as if every stream were unbuffered.

mod access;
mod annotations;
mod assert;
pub(crate) mod call;
pub(crate) mod ctype;
pub(crate) mod errno;
pub(crate) mod format;
mod fortran;
mod getopt;
mod locale;
mod messages;
mod rust;

pub(crate) use rust::panic_end;
mod scan;
mod setjmp;
mod signal;
mod state;
mod stdio;
mod stdlib;
mod string;
mod time;
mod unistd;
mod wchar;

pub mod start;

pub mod math;

use crate::domain::Domain;
use crate::machine::{Machine, Model};
use crate::stop::Stop;

pub use state::LibraryState;

/// The names and models of one header.
pub type Table<D> = &'static [(&'static str, Model<D>)];

fn tables<D: Domain>() -> Vec<Table<D>> {
    let mut tables = vec![
        annotations::table(),
        assert::table(),
        ctype::table(),
        errno::table(),
    ];
    tables.extend(string::tables());
    tables.extend(stdlib::tables());
    tables.extend(math::tables());
    if D::WHOLE_LIBRARY {
        tables.extend(environment_tables());
    }
    tables
}

/// Headers whose functions depend on the environment of the process: streams, time, signals, locale.
fn environment_tables<D: Domain>() -> Vec<Table<D>> {
    let mut tables = vec![
        getopt::table(),
        locale::table(),
        messages::table(),
        scan::table(),
        setjmp::table(),
        signal::table(),
        unistd::table(),
        wchar::table(),
    ];
    tables.extend(time::tables());
    tables.extend(stdio::tables());
    tables
}

/// The model of a library function.
pub fn find<D: Domain>(name: &str) -> Option<Model<D>> {
    let mut entries = tables::<D>().into_iter().flatten();
    let found = entries.find(|entry| entry.0 == name);
    found
        .map(|entry| entry.1)
        .or_else(|| rust::find(name))
        .or_else(|| {
            if D::WHOLE_LIBRARY {
                fortran::find(name)
            } else {
                fortran::find_assignment(name)
            }
        })
}

/// The model of a function that a library returns pointers to, by the name of its object.
pub fn provided<D: Domain>(name: &str) -> Option<Model<D>> {
    rust::provided(name)
}

/// A symbol for messages: the path of a Rust function, any other name unchanged.
pub fn readable(symbol: &str) -> String {
    rust::path_of(symbol).unwrap_or_else(|| symbol.to_owned())
}

/// Variables that are zero until the program starts.
const VARIABLES: &[&str] = &[
    "environ",
    "__environ",
    "program_invocation_name",
    "program_invocation_short_name",
    "__progname",
    "signgam",
    "error_message_count",
];

/// Whether a variable of the C library (`stdout`, `environ`) is modelled.
pub fn provides_variable(name: &str) -> bool {
    stdio::standard_stream(name).is_some()
        || VARIABLES.contains(&name)
        || getopt::is_variable(name)
        || rust::provides_variable(name)
}

/// Writes the initial value of a modelled variable.
pub fn provide_variable<D: Domain>(
    machine: &mut Machine<D>,
    name: &str,
    ptr: &D::Ptr,
) -> Result<(), Stop> {
    if let Some(stream) = stdio::standard_stream(name) {
        let file = machine.file_of(stream)?;
        machine.put_ptr(ptr, &file)?;
    }
    if let Some(number) = getopt::initial_value(name)
        && name != "optarg"
    {
        machine.put_number(ptr, 4, number as u64)?;
    }
    rust::provide_variable(machine, name, ptr)
}
