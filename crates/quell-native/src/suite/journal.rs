//! The journal of a campaign, a subscriber of its events, so that a later campaign can resume it.
//!
//! A journal is an append-only file of lines: the campaign first, then the event of each run of a mutant. A line that was cut
//! off by the end of the process is ignored.
//!
//! - **Results are kept as they are found.** A later campaign resumes from the journal if a digest of programs, options and
//!   working directory is the same.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use quell_compile::read_regular;
use quell_results::{Event, JOURNAL_SCHEMA, JournalHead, JournalLine, Sight};
use serde::Serialize;

use super::error::SuiteError;

#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    /// What it holds.
    known: Known,
}

/// The runs of an earlier campaign: what each command showed on each mutant. Commands go by their text, and mutants by their
/// qualified ids.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Known {
    runs: BTreeMap<String, BTreeMap<String, Option<Sight>>>,
}

impl Journal {
    /// Begins a new journal, which overwrites the file.
    pub fn create(path: &Path, campaign: &str) -> Result<Self, SuiteError> {
        let file = File::create(path).map_err(|source| write_error(path, source))?;
        let mut journal = Self {
            path: path.to_owned(),
            file,
            known: Known::default(),
        };
        journal.write_line(&JournalHead {
            schema: JOURNAL_SCHEMA.to_owned(),
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
        let journal = Self {
            path: path.to_owned(),
            file,
            known: known.clone(),
        };
        Ok((journal, known))
    }

    /// Adds a run that is new; other events are not kept.
    pub fn record(&mut self, event: &Event) -> Result<(), SuiteError> {
        match self.known.add(event) {
            true => self.write_line(event),
            false => Ok(()),
        }
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
    let head: JournalHead =
        serde_json::from_slice(head).map_err(|_| "it is no journal".to_owned())?;
    if head.schema != JOURNAL_SCHEMA {
        return Err(format!(
            "it has the schema `{}`, and this version of Quell reads `{JOURNAL_SCHEMA}`",
            head.schema
        ));
    }
    if head.campaign != campaign {
        let changed = "the program, the tests, the options or the files of the working directory are not what they were";
        return Err(changed.to_owned());
    }
    let mut known = Known::default();
    for line in lines {
        let line = serde_json::from_slice(line).map_err(|error| error.to_string())?;
        if let JournalLine::Event(event) = line {
            known.add(&event);
        }
    }
    Ok(known)
}

impl Known {
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// What a command showed on a mutant, if it ran on it.
    pub fn run(&self, mutant: &str, command: &str) -> Option<Option<&Sight>> {
        self.runs.get(mutant)?.get(command).map(Option::as_ref)
    }

    /// Whether an event tells of a run that was not known.
    fn add(&mut self, event: &Event) -> bool {
        let Event::MutantRan { id, test, observed } = event else {
            return false;
        };
        let commands = self.runs.entry(id.clone()).or_default();
        commands.insert(test.clone(), observed.clone()).is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    use quell_results::{Observable, Seen};

    fn timeout() -> Option<Sight> {
        Some(Sight {
            what: Observable::Time,
            original: Seen::InTime,
            mutant: Seen::FarMore,
        })
    }

    fn ran(mutant: &str, command: &str, observed: Option<Sight>) -> Event {
        Event::MutantRan {
            id: mutant.to_owned(),
            test: command.to_owned(),
            observed,
        }
    }

    #[test]
    fn runs_that_were_written_are_known_again() {
        let scratch = tempfile::tempdir().unwrap();
        let path = scratch.path().join("j");
        let mut journal = Journal::create(&path, "c").unwrap();
        journal.record(&ran("m", "a", None)).unwrap();
        journal.record(&ran("m", "b", timeout())).unwrap();
        let other = Event::MutantsStarted { objectives: 1 };
        journal.record(&other).unwrap();
        let (mut journal, known) = Journal::resume(&path, "c").unwrap();
        assert_eq!(known.run("m", "a"), Some(None));
        assert_eq!(known.run("m", "b"), Some(timeout().as_ref()));
        assert_eq!(known.run("m", "new"), None);
        assert_eq!(known.run("n", "a"), None);
        // A resumed campaign sends them again.
        let before = fs::read(&path).unwrap();
        journal.record(&ran("m", "a", None)).unwrap();
        assert_eq!(fs::read(&path).unwrap(), before);
        journal.record(&ran("n", "a", None)).unwrap();
        assert!(fs::read(&path).unwrap().len() > before.len());
    }

    #[test]
    fn a_line_that_was_cut_off_is_not_there() {
        let scratch = tempfile::tempdir().unwrap();
        let path = scratch.path().join("j");
        let mut journal = Journal::create(&path, "c").unwrap();
        journal.record(&ran("m", "a", None)).unwrap();
        let whole = fs::read(&path).unwrap();
        journal.record(&ran("n", "a", None)).unwrap();
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
