//! What a score says: mutants that a suite kills already, which no new test is needed for.
//!
//! - **A score is about one state of the source.** It holds digests of the code that was scored. If the file has other code now,
//!   its kills may be no kills any more, and the score is refused.

use std::collections::BTreeSet;
use std::path::Path;

use quell_compile::read_regular;
use quell_engine::Known;
use quell_objectives::{ObjectiveId, QualifiedId};
use quell_results::score::SCORE_SCHEMA;
use quell_results::{Record, Score, ScoredCode};

use crate::code::is_same_file;
use crate::error::CliError;
use crate::target::Target;

/// The number of functions that a message names.
const NAMED: usize = 5;

/// A score that `quell score` wrote with `--json` or `--results`.
#[derive(Debug)]
pub struct FromScore<'a> {
    path: &'a Path,
    score: Score,
}

impl<'a> FromScore<'a> {
    pub fn read(path: &'a Path) -> Result<Self, CliError> {
        let bytes = read_regular(path).map_err(|error| refused(path, &error.to_string()))?;
        let score: Score = serde_json::from_slice(&bytes).map_err(|error| {
            let message = format!("{error}; a score is what `quell score --json` prints");
            refused(path, &message)
        })?;
        if score.schema != SCORE_SCHEMA {
            let schema = &score.schema;
            let message = format!("its schema is {schema}, and this Quell reads {SCORE_SCHEMA}");
            return Err(refused(path, &message));
        }
        Ok(Self { path, score })
    }

    /// Its kills of mutants of the only file, or of a file of a project. It may be about only some files of a project.
    pub fn known_of(&self, target: &Target, is_project: bool) -> Result<Known, CliError> {
        let file = Path::new(target.file());
        match is_project && !self.is_about(file) {
            true => Ok(Known::default()),
            false => self.known(file, &target.code()),
        }
    }

    /// Refuses a score that is about none of the files.
    pub fn refuse_others<'f>(
        &self,
        files: impl IntoIterator<Item = &'f str>,
    ) -> Result<(), CliError> {
        let mut files = files.into_iter().peekable();
        match files.peek().is_none() || files.any(|file| self.is_about(Path::new(file))) {
            true => Ok(()),
            false => {
                let of = &self.score.file;
                let message = format!("it is a score of {of}, and of none of these files");
                Err(refused(self.path, &message))
            }
        }
    }

    /// Whether it says what code of a file was scored, or does not say that of any file.
    fn is_about(&self, file: &Path) -> bool {
        let mut code = self.score.code.iter();
        self.score.code.is_empty() || code.any(|of| is_same_file(Path::new(&of.file), file))
    }

    /// Its kills of mutants of a file, if the code of the file is what was scored.
    fn known(&self, file: &Path, now: &[ScoredCode]) -> Result<Known, CliError> {
        self.check(file, now)?;
        let objectives = self.score.objectives.iter();
        let killed = objectives.filter(|record| record.verdict.is_killed());
        let killed = killed.filter_map(|of| Some((id_in(file, of)?, of.verdict.clone())));
        let tests = self.score.tests.iter().map(|test| test.id.clone());
        Ok(Known::by_suite(killed, tests))
    }

    fn check(&self, file: &Path, now: &[ScoredCode]) -> Result<(), CliError> {
        let refused = |message: &str| Err(refused(self.path, message));
        let shown = file.display();
        let anew = "make it anew with `quell score`";
        if self.score.code.is_empty() {
            return refused(&format!("it does not say what code was scored; {anew}"));
        }
        let here = |of: &&ScoredCode| is_same_file(Path::new(&of.file), file);
        let scored: Vec<&ScoredCode> = self.score.code.iter().filter(here).collect();
        if scored.is_empty() {
            let of = &self.score.file;
            return refused(&format!(
                "it is a score of {of}, and not of {shown}; make one of {shown} with `quell score`"
            ));
        }
        let changed = changed(&scored, now);
        match changed.is_empty() {
            true => Ok(()),
            false => refused(&format!(
                "it is a score of other code than that of {shown} now, which the file, a header, the flags, the compiler or Quell \
                 itself may have changed: {}; {anew}",
                listed(&changed)
            )),
        }
    }
}

fn refused(path: &Path, message: &str) -> CliError {
    CliError::Usage(format!("--from {}: {message}", path.display()))
}

/// The functions that differ from those that were scored, or that only one of both has.
fn changed<'c>(scored: &[&'c ScoredCode], now: &'c [ScoredCode]) -> BTreeSet<&'c str> {
    let pair = |of: &'c ScoredCode| (of.function.as_str(), of.digest.as_str());
    let before: BTreeSet<_> = scored.iter().map(|of| pair(of)).collect();
    let now: BTreeSet<_> = now.iter().map(pair).collect();
    let differing = before.symmetric_difference(&now);
    differing.map(|(function, _)| *function).collect()
}

fn listed(functions: &BTreeSet<&str>) -> String {
    let named: Vec<String> = functions
        .iter()
        .take(NAMED)
        .map(|of| format!("`{of}`"))
        .collect();
    let more = match functions.len() - named.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("{}{more}", named.join(", "))
}

/// The id in the file alone. Scores of programs have ids with the file, where a mutant of a header has the header's name.
fn id_in(file: &Path, record: &Record) -> Option<ObjectiveId> {
    match QualifiedId::parse(&record.id) {
        None => Some(ObjectiveId(record.id.clone())),
        Some(whole) => is_same_file(Path::new(&whole.file), file).then_some(whole.id),
    }
}
