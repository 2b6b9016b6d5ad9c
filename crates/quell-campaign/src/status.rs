//! How far a campaign is, from its store alone, also while a run writes to it.

use std::path::Path;

use quell_results::{Event, Recorder, Run};

use crate::error::StoreError;
use crate::folder::{holder, store_in};
use crate::inputs::JobInputs;
use crate::store::{JobState, SqliteStore, Store, StoreStatistics};

/// A job and its result so far.
#[derive(Clone, PartialEq, Debug)]
pub struct JobStatus {
    pub file: String,
    pub is_finished: bool,
    /// Before the program is built there is no result.
    pub run: Option<Run>,
}

/// A campaign.
#[derive(Clone, PartialEq, Debug)]
pub struct CampaignStatus {
    /// The process that works on it.
    pub holder: Option<String>,
    pub jobs: Vec<JobStatus>,
}

/// What the store in a folder says.
pub fn status(folder: &Path) -> Result<CampaignStatus, StoreError> {
    let store = SqliteStore::existing(&store_in(folder))?;
    let mut jobs = Vec::new();
    for row in store.jobs()? {
        let inputs: JobInputs = serde_json::from_str(&row.inputs).unwrap_or_default();
        let mut recorder = None;
        for text in store.events(&row.job)? {
            // A line that another version wrote says nothing here.
            let Ok(event) = serde_json::from_str::<Event>(&text) else {
                continue;
            };
            let known = matches!(event, Event::RunStarted { .. });
            if known || recorder.is_some() {
                recorder
                    .get_or_insert_with(Recorder::default)
                    .record(&event);
            }
        }
        jobs.push(JobStatus {
            file: inputs.file,
            is_finished: row.state == JobState::Finished,
            run: recorder.map(Recorder::into_run),
        });
    }
    Ok(CampaignStatus {
        holder: holder(folder),
        jobs,
    })
}

/// How much the store in a folder holds.
pub fn statistics(folder: &Path) -> Result<StoreStatistics, StoreError> {
    SqliteStore::existing(&store_in(folder))?.statistics()
}

/// Forgets everything in a folder, unless a run works on it.
pub fn clear(folder: &Path, command: &str) -> Result<StoreStatistics, StoreError> {
    let mut store = SqliteStore::existing(&store_in(folder))?;
    let _folder = crate::folder::Folder::take(folder, command)?;
    let before = store.statistics()?;
    store.clear()?;
    Ok(before)
}
