//! What a score says: mutants that a suite kills already, which no new test is needed for.

use std::fs;
use std::path::Path;

use quell_compile::read_regular;
use quell_engine::Known;
use quell_objectives::{ObjectiveId, QualifiedId};
use quell_results::score::SCORE_SCHEMA;
use quell_results::{Record, Score};

use crate::error::CliError;
use crate::report;

/// The kills of a score of `quell score --json` or `--results`, as far as they are about mutants of a file.
pub fn known(score: &Path, file: &Path) -> Result<Known, CliError> {
    let unreadable = |message: String| {
        let score = score.display();
        CliError::Usage(format!("--from {score}: {message}"))
    };
    let bytes = read_regular(score).map_err(|error| unreadable(error.to_string()))?;
    let read: Score = serde_json::from_slice(&bytes).map_err(|error| {
        unreadable(format!(
            "{error}; a score is what `quell score --json` prints"
        ))
    })?;
    if read.schema != SCORE_SCHEMA {
        let schema = read.schema;
        return Err(unreadable(format!(
            "its schema is {schema}, and this Quell reads {SCORE_SCHEMA}"
        )));
    }
    if is_older(score, file) {
        let (score, file) = (score.display(), file.display());
        report::print_warning(&format!(
            "{file} is newer than {score}: what the suite kills may have changed"
        ));
    }
    let killed = read.objectives.into_iter();
    let killed = killed.filter(|record| record.verdict.is_killed());
    let decisions = killed.filter_map(|record| Some((id_in(file, &record)?, record.verdict)));
    Ok(Known::new(decisions, Vec::new()))
}

/// The id in the file alone. Scores of programs of several files have ids with the file.
fn id_in(file: &Path, record: &Record) -> Option<ObjectiveId> {
    let Some(whole) = QualifiedId::parse(&record.id) else {
        return Some(ObjectiveId(record.id.clone()));
    };
    let same = fs::canonicalize(&whole.file).ok()? == fs::canonicalize(file).ok()?;
    same.then_some(whole.id)
}

fn is_older(score: &Path, file: &Path) -> bool {
    let time = |path: &Path| fs::metadata(path).and_then(|of| of.modified()).ok();
    matches!((time(score), time(file)), (Some(score), Some(file)) if score < file)
}
