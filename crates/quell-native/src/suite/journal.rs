//! The journal of a campaign, written mutant by mutant while it runs, so that a later campaign can resume it.
//!
//! A journal is an append-only file of lines: the campaign first, then one line for each mutant
//! that was run. A line that was cut off by the end of the process is ignored.
//!
//! - **Results are kept as they are found.** A later campaign resumes from the journal if a digest of programs, options and
//!   working directory is the same.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use quell_compile::read_regular;
use serde::{Deserialize, Serialize};

use super::baseline::Baseline;
use super::error::SuiteError;
use super::finding::{Finding, MutantRun, RunResult};

/// The version of the lines.
const SCHEMA: &str = "quell-journal/1";

#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
}

/// The results of an earlier campaign: runs by the name of the mutant.
#[derive(Debug, Default)]
pub struct Known {
    runs: BTreeMap<String, Vec<JournalRun>>,
}

#[derive(PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Head {
    schema: String,
    /// The digest of the inputs of the campaign.
    campaign: String,
}

#[derive(Debug, Serialize, Deserialize)]
struct Entry {
    mutant: String,
    runs: Vec<JournalRun>,
}

/// Commands go by their text: numbers change when one is left out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct JournalRun {
    command: String,
    result: RunResult,
}

impl Journal {
    /// Begins a new journal, which overwrites the file.
    pub fn create(path: &Path, campaign: &str) -> Result<Self, SuiteError> {
        let file = File::create(path).map_err(|source| write_error(path, source))?;
        let mut journal = Self {
            path: path.to_owned(),
            file,
        };
        journal.write_line(&Head {
            schema: SCHEMA.to_owned(),
            campaign: campaign.to_owned(),
        })?;
        Ok(journal)
    }

    /// Resumes the journal of the same campaign; begins one if there is none.
    pub fn resume(path: &Path, campaign: &str) -> Result<(Self, Known), SuiteError> {
        let bytes = match read_regular(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok((Self::create(path, campaign)?, Known::default()));
            }
            Err(source) => {
                let path = path.to_owned();
                return Err(SuiteError::Read { path, source });
            }
        };
        let whole = bytes.iter().rposition(|byte| *byte == b'\n');
        let whole = whole.map_or(0, |last| last + 1);
        let known = parse(&bytes[..whole], campaign).map_err(|reason| SuiteError::Journal {
            path: path.to_owned(),
            reason,
        })?;
        let file = reopen(path, whole as u64).map_err(|source| write_error(path, source))?;
        let path = path.to_owned();
        Ok((Self { path, file }, known))
    }

    /// Adds a mutant whose runs are finished.
    pub fn add(
        &mut self,
        mutant: &str,
        finding: &Finding,
        baselines: &[Baseline],
    ) -> Result<(), SuiteError> {
        let run = |run: &MutantRun| {
            let command = baselines.get(run.command)?.command.clone();
            let result = run.result.clone();
            Some(JournalRun { command, result })
        };
        self.write_line(&Entry {
            mutant: mutant.to_owned(),
            runs: finding.runs.iter().filter_map(run).collect(),
        })
    }

    /// In one piece, so that nothing but the last line can be cut off.
    fn write_line(&mut self, value: &impl Serialize) -> Result<(), SuiteError> {
        // Nothing in it can fail.
        let mut line = serde_json::to_string(value).unwrap_or_default();
        line.push('\n');
        let written = self.file.write_all(line.as_bytes());
        written.map_err(|source| write_error(&self.path, source))
    }
}

fn write_error(path: &Path, source: io::Error) -> SuiteError {
    let path = path.to_owned();
    SuiteError::Write { path, source }
}

/// Without the line that was cut off.
fn reopen(path: &Path, whole: u64) -> io::Result<File> {
    let file = OpenOptions::new().append(true).open(path)?;
    file.set_len(whole)?;
    Ok(file)
}

fn parse(bytes: &[u8], campaign: &str) -> Result<Known, String> {
    let mut lines = bytes
        .split(|byte| *byte == b'\n')
        .filter(|line| !line.is_empty());
    let Some(head) = lines.next() else {
        return Err("it is no journal".to_owned());
    };
    let head: Head = serde_json::from_slice(head).map_err(|_| "it is no journal".to_owned())?;
    if head.schema != SCHEMA {
        return Err(format!(
            "it has the schema `{}`, and this version of Quell reads `{SCHEMA}`",
            head.schema
        ));
    }
    if head.campaign != campaign {
        let changed = "the program, the tests, the options or the files of the working directory are not what they were";
        return Err(changed.to_owned());
    }
    let mut known = Known::default();
    for line in lines {
        let entry: Entry = serde_json::from_slice(line).map_err(|error| error.to_string())?;
        known.runs.insert(entry.mutant, entry.runs);
    }
    Ok(known)
}

impl Known {
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// Finishes a mutant with the runs that are known, if they are all that matter.
    pub(super) fn finish(
        &self,
        mutant: &str,
        finding: &mut Finding,
        baselines: &[Baseline],
        all_commands: bool,
    ) {
        let Some(known) = self.runs.get(mutant) else {
            return;
        };
        let mut runs = Vec::new();
        for &command in &finding.infected_by {
            let name = &baselines[command].command;
            let Some(run) = known.iter().find(|run| run.command == *name) else {
                return;
            };
            let result = run.result.clone();
            let is_kill = result.is_kill();
            runs.push(MutantRun { command, result });
            if is_kill && !all_commands {
                break;
            }
        }
        finding.runs = runs;
        finding.finished = true;
    }
}

#[cfg(test)]
mod tests {
    use super::super::launch::{Ending, Ran};
    use super::*;
    use std::fs;
    use std::time::Duration;

    fn baseline(command: &str) -> Baseline {
        let ran = Ran {
            ending: Ending::Exited(0),
            stdout: Vec::new(),
            stderr: Vec::new(),
        };
        Baseline {
            command: command.to_owned(),
            ran,
            recordings: Vec::new(),
            work: 1,
            duration: Duration::ZERO,
        }
    }

    fn ran(runs: &[(usize, RunResult)]) -> Finding {
        let run = |(command, result): &(usize, RunResult)| MutantRun {
            command: *command,
            result: result.clone(),
        };
        Finding {
            infected_by: vec![0, 1],
            runs: runs.iter().map(run).collect(),
            ..Finding::default()
        }
    }

    fn finished(known: &Known, baselines: &[Baseline], all: bool) -> Finding {
        let mut finding = ran(&[]);
        known.finish("m", &mut finding, baselines, all);
        finding
    }

    #[test]
    fn what_was_written_is_known_again() {
        let scratch = tempfile::tempdir().unwrap();
        let path = scratch.path().join("j");
        let baselines = [baseline("a"), baseline("b")];
        let mut journal = Journal::create(&path, "c").unwrap();
        let killed = ran(&[(0, RunResult::Same), (1, RunResult::OutOfWork)]);
        journal.add("m", &killed, &baselines).unwrap();
        let (_, known) = Journal::resume(&path, "c").unwrap();
        let again = finished(&known, &baselines, false);
        assert!(again.finished);
        assert_eq!(again.runs, killed.runs);
        // With the commands in another order the first one kills, and the other need not be run.
        let swapped = finished(&known, &[baseline("b"), baseline("a")], false);
        assert_eq!(swapped.runs, ran(&[(0, RunResult::OutOfWork)]).runs);
        let other = finished(&known, &[baseline("a"), baseline("new")], false);
        assert!(!other.finished && other.runs.is_empty());
    }

    #[test]
    fn after_a_kill_other_commands_are_not_known() {
        let scratch = tempfile::tempdir().unwrap();
        let path = scratch.path().join("j");
        let baselines = [baseline("a"), baseline("b")];
        let mut journal = Journal::create(&path, "c").unwrap();
        let killed = ran(&[(0, RunResult::OutOfTime)]);
        journal.add("m", &killed, &baselines).unwrap();
        let (_, known) = Journal::resume(&path, "c").unwrap();
        assert!(finished(&known, &baselines, false).finished);
        assert!(!finished(&known, &baselines, true).finished);
    }

    #[test]
    fn a_line_that_was_cut_off_is_not_there() {
        let scratch = tempfile::tempdir().unwrap();
        let path = scratch.path().join("j");
        let baselines = [baseline("a"), baseline("b")];
        let finding = ran(&[(0, RunResult::Same), (1, RunResult::Same)]);
        let mut journal = Journal::create(&path, "c").unwrap();
        journal.add("m", &finding, &baselines).unwrap();
        let whole = fs::read(&path).unwrap();
        journal.add("n", &finding, &baselines).unwrap();
        let longer = fs::read(&path).unwrap();
        for end in whole.len()..longer.len() {
            fs::write(&path, &longer[..end]).unwrap();
            let (_, known) = Journal::resume(&path, "c").unwrap();
            assert_eq!(known.runs.len(), 1);
            assert_eq!(fs::read(&path).unwrap(), whole);
        }
    }

    #[test]
    fn journals_of_something_else_are_refused() {
        let scratch = tempfile::tempdir().unwrap();
        let path = scratch.path().join("j");
        drop(Journal::create(&path, "c").unwrap());
        let refused = |campaign| {
            matches!(
                Journal::resume(&path, campaign),
                Err(SuiteError::Journal { .. })
            )
        };
        assert!(refused("d") && !refused("c"));
        for text in [
            "",
            "{}\n",
            "hello\n",
            "{\"schema\":\"quell-journal/9\",\"campaign\":\"c\"}\n",
        ] {
            fs::write(&path, text).unwrap();
            assert!(refused("c"), "{text}");
        }
        let missing = scratch.path().join("none");
        assert!(Journal::resume(&missing, "c").unwrap().1.is_empty());
    }
}
