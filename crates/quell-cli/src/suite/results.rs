//! The file with the results of a suite, a subscriber of its events.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use quell_results::{Event, Score, ScoreRecorder};

use crate::error::CliError;
use crate::output::Output;

/// A file with the results so far, whole at any time.
#[derive(Debug)]
pub struct ResultsFile {
    output: Output,
    written: Option<Instant>,
    /// The file that the user asked for, if another program put a file of its own there.
    lost: Option<PathBuf>,
}

/// How long results may be missing from the file.
const FRESHNESS: Duration = Duration::from_millis(500);

impl ResultsFile {
    pub fn new(output: Output) -> Self {
        Self {
            output,
            written: None,
            lost: None,
        }
    }

    /// A file with a longer name.
    pub fn beside(&self, ending: &str) -> PathBuf {
        let mut name = self.output.path.clone().into_os_string();
        name.push(ending);
        PathBuf::from(name)
    }

    /// Writes the results with a new verdict, unless it did so a moment ago.
    pub fn update(&mut self, event: &Event, known: &ScoreRecorder) -> Result<(), CliError> {
        let is_fresh = |written: Instant| written.elapsed() < FRESHNESS;
        match event {
            Event::ObjectiveDecided { .. } if !self.written.is_some_and(is_fresh) => {
                self.write(&known.score())
            }
            _ => Ok(()),
        }
    }

    /// A new file takes the place of the old one at once. Where that is no longer Quell's, the results go to a file beside it
    /// from then on.
    pub fn write(&mut self, score: &Score) -> Result<(), CliError> {
        match self.output.write(&score.to_json()) {
            Err(CliError::Beside { path, beside }) => {
                self.output.path = beside;
                self.lost.get_or_insert(path);
            }
            other => other?,
        }
        self.written = Some(Instant::now());
        Ok(())
    }

    /// The error with the place of the results if they could not be written where the user wants them.
    pub fn moved(&self) -> Result<(), CliError> {
        match &self.lost {
            None => Ok(()),
            Some(path) => Err(CliError::Beside {
                path: path.clone(),
                beside: self.output.path.clone(),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use quell_results::score::SCORE_SCHEMA;

    use super::*;
    use crate::output::OutputKind;

    #[test]
    fn results_are_written_beside_a_file_that_appears_meanwhile() {
        let scratch = tempfile::tempdir().unwrap();
        let path = scratch.path().join("results.json");
        let mut file = ResultsFile::new(Output {
            option: "--results",
            path: path.clone(),
            kind: OutputKind::Score,
            force: false,
        });
        let score = Score {
            schema: SCORE_SCHEMA.to_owned(),
            ..Score::default()
        };
        file.write(&score).unwrap();
        file.moved().unwrap();
        fs::write(&path, "mine").unwrap();
        file.write(&score).unwrap();
        file.write(&score).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "mine");
        let error = file.moved().unwrap_err().to_string();
        assert!(error.contains("results.json.1"), "{error}");
        assert_eq!(fs::read_dir(scratch.path()).unwrap().count(), 2);
    }
}
