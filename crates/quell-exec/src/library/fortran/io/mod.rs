//! Input and output: list-directed and formatted, on the standard streams and on character variables.
//!
//! A statement begins, transfers items, and ends. Its cookie is a pointer that identifies the active
//! statement; statements nest if a function in an item list performs input or output itself.

mod edit;
mod format;
mod input;
mod items;
mod list;
mod output;
mod read;
mod real;
mod shortest;
mod statement;
mod walk;

use self::output::Output;
use self::statement::Statement;
use crate::domain::Domain;
use crate::host::Stream;
use crate::library::Table;
use crate::machine::Machine;

/// The state of units and statements.
#[derive(Debug)]
pub struct State<D: Domain> {
    statements: Vec<Statement<D::Ptr>>,
    /// The output of standard output that is not yet a complete line.
    stdout: Output,
    stderr: Output,
}

impl<D: Domain> Default for State<D> {
    fn default() -> Self {
        Self {
            statements: Vec::new(),
            stdout: Output::default(),
            stderr: Output::default(),
        }
    }
}

pub fn tables<D: Domain>() -> Vec<Table<D>> {
    vec![items::table(), statement::table()]
}

impl<D: Domain> Machine<D> {
    /// Writes unfinished lines at the end of the program.
    pub(super) fn flush_units(&mut self) {
        let state = &mut self.library.fortran.io;
        let (stdout, stderr) = (state.stdout.take_all(), state.stderr.take_all());
        self.console.write(Stream::Stdout, &stdout);
        self.console.write(Stream::Stderr, &stderr);
    }
}
