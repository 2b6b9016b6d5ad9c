//! What the modelled library remembers between calls.

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
    /// Objects made at first use, by name.
    pub(super) kept: FxHashMap<&'static str, D::Ptr>,
    pub(super) streams: Streams<D>,
    pub(super) random: Random,
    /// Registered by `atexit` and its kin; the last runs first.
    pub(super) exit_handlers: Vec<Handler<D>>,
    pub(super) quick_exit_handlers: Vec<Handler<D>>,
    pub(super) destructors_ran: bool,
    /// Where `strtok` goes on.
    pub(super) strtok: Option<D::Ptr>,
    /// The environment as strings `NAME=value`.
    pub(super) environment: Vec<D::Ptr>,
    /// `argv[0]`.
    pub(super) program_name: Vec<u8>,
    /// What `signal` was told, by number.
    pub(super) signals: FxHashMap<i32, D::Ptr>,
    pub(super) rust: RustState,
    pub(super) getopt: Progress<D>,
    /// Signals whose handler serves only once.
    pub(super) signals_once: FxHashSet<i32>,
    /// Nanoseconds that the program slept.
    pub(super) slept: u64,
    /// How often `error` was called.
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
