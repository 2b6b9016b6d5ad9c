//! What runs have decided, kept in a folder: nothing is lost, and nothing is decided twice.
//!
//! * [`digest`]: what content is identified by. [`content`]: the content of functions and objectives, without positions and
//!   without the rest of the module. [`keys`]: what a verdict depends on, as one digest.
//! * [`store`]: jobs, events, verdicts and tests; a trait, and SQLite. [`folder`]: where the store is, and who holds it.
//! * [`inputs`]: what changed since the last run. [`campaign`]: events are written, and verdicts are found again.
//!   [`status`]: how far a campaign is.
//!
//! Decisions:
//!
//! - **Resuming is running again.** There is no state beside verdicts: a run that was killed is run again and finds what it
//!   had decided, as a run after an edit finds what the edit does not concern.
//! - **Content decides, not time.** No date of a file counts, and no name of a run.

pub mod campaign;
pub mod content;
pub mod digest;
pub mod error;
pub mod folder;
pub mod inputs;
pub mod keys;
pub mod status;
pub mod store;

pub use campaign::{Campaign, Job};
pub use error::StoreError;
pub use inputs::{InputChange, JobInputs};
pub use keys::Keys;
pub use status::{CampaignStatus, JobStatus};
pub use store::StoreStatistics;
