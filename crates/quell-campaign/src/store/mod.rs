//! The store of a campaign: jobs, what happened in them, verdicts and tests. All of it is text under keys of content, so that
//! another database can hold it with the same tables.

mod sqlite;

use crate::digest::Digest;
use crate::error::StoreError;

pub use sqlite::SqliteStore;

/// A run over one file, as it stands in the store.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JobRow {
    /// Identifies the job among those of the store: the command and the file.
    pub job: String,
    pub state: JobState,
    /// The inputs of the last run, as JSON: see [`crate::inputs::JobInputs`].
    pub inputs: String,
}

/// How far a job is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JobState {
    /// Begun, and not ended: it runs, or it was interrupted.
    Begun,
    Finished,
}

/// A verdict that is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerdictRow {
    pub key: Digest,
    /// Of the time limits; nothing if it holds with any.
    pub limits: Option<Digest>,
    /// Of the positions that it names; nothing if it names none.
    pub positions: Option<Digest>,
    /// A decision as JSON. It names no tests.
    pub decision: String,
    /// The keys of its tests, in their order.
    pub tests: Vec<Digest>,
}

/// A test that is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TestRow {
    pub key: Digest,
    /// The key of the function that it calls.
    pub function: Digest,
    /// Of the positions that it names; nothing if it names none.
    pub positions: Option<Digest>,
    /// A written test as JSON.
    pub test: String,
}

/// Something that is written, together with the event that made it known.
#[derive(Clone, Debug, Default)]
pub struct Writes {
    pub verdicts: Vec<VerdictRow>,
    pub tests: Vec<TestRow>,
    pub state: Option<JobState>,
}

/// How much a store holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct StoreStatistics {
    pub verdicts: u64,
    pub tests: u64,
    pub jobs: u64,
    pub bytes: u64,
}

/// Holds jobs, events, verdicts and tests. Each call that writes is one transaction: it is done as a whole or not at all, and what
/// it wrote is there after the process ended in any way.
pub trait Store {
    /// Begins a job anew: its events of earlier runs are gone, verdicts are not.
    fn begin(&mut self, job: &JobRow) -> Result<(), StoreError>;

    /// Adds an event to a job, with what it makes known.
    fn append(&mut self, job: &str, event: &str, writes: &Writes) -> Result<(), StoreError>;

    fn jobs(&self) -> Result<Vec<JobRow>, StoreError>;

    /// The events of a job, in their order.
    fn events(&self, job: &str) -> Result<Vec<String>, StoreError>;

    fn verdict(&self, key: Digest) -> Result<Option<VerdictRow>, StoreError>;

    fn test(&self, key: Digest) -> Result<Option<TestRow>, StoreError>;

    fn statistics(&self) -> Result<StoreStatistics, StoreError>;

    /// Forgets all verdicts, tests and jobs.
    fn clear(&mut self) -> Result<(), StoreError>;
}
