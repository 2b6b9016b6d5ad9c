//! The state of the modelled library.

use rustc_hash::{FxHashMap, FxHashSet};

use super::fortran::FortranState;
use super::getopt::Progress;
use super::rust::RustState;
use super::stdio::Streams;
use super::stdlib::Handler;
use super::stdlib::Random;
use crate::domain::Domain;

#[derive(Debug)]
pub struct LibraryState<D: Domain> {
    /// Objects that are allocated at their first use, by name.
    pub(super) kept: FxHashMap<&'static str, D::Ptr>,
    pub(super) streams: Streams<D>,
    pub(super) random: Random,
    /// The handlers of `atexit` and the like; the last runs first.
    pub(super) exit_handlers: Vec<Handler<D>>,
    pub(super) quick_exit_handlers: Vec<Handler<D>>,
    pub(super) destructors_ran: bool,
    /// Where the next `strtok` continues.
    pub(super) strtok: Option<D::Ptr>,
    /// The environment as strings `NAME=value`.
    pub(super) environment: Vec<D::Ptr>,
    /// `argv[0]`.
    pub(super) program_name: Vec<u8>,
    /// The handler of each signal.
    pub(super) signals: FxHashMap<i32, D::Ptr>,
    pub(super) rust: RustState,
    pub(super) getopt: Progress<D>,
    /// Signals whose handler is called once.
    pub(super) signals_once: FxHashSet<i32>,
    /// Nanoseconds that the program slept.
    pub(super) slept: u64,
    /// The number of calls of `error`.
    pub(super) messages: i32,
    pub(super) fortran: FortranState<D>,
}

impl<D: Domain> Default for LibraryState<D> {
    fn default() -> Self {
        Self {
            kept: FxHashMap::default(),
            streams: Streams::default(),
            random: Random::default(),
            exit_handlers: Vec::new(),
            quick_exit_handlers: Vec::new(),
            destructors_ran: false,
            strtok: None,
            environment: Vec::new(),
            program_name: Vec::new(),
            signals: FxHashMap::default(),
            rust: RustState::default(),
            getopt: Progress::default(),
            signals_once: FxHashSet::default(),
            slept: 0,
            messages: 0,
            fortran: FortranState::default(),
        }
    }
}

impl<D: Domain> LibraryState<D> {
    /// The program's name without directories, as messages show it.
    pub(super) fn short_name(&self) -> &[u8] {
        let name = &self.program_name;
        let start = name.iter().rposition(|&byte| byte == b'/');
        &name[start.map_or(0, |slash| slash + 1)..]
    }
}
