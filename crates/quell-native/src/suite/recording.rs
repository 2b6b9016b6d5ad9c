//! Recordings of the processes of a command.
//!
//! - **Recordings are files mapped over the tables.** They exist however a process ends, and all processes of a command write to
//!   the same ones. A limit on work therefore holds for the command as a whole.

use std::path::Path;

use super::carried::Unit;
use super::error::SuiteError;
use super::launch::read_written;

const PAGE: usize = 4096;

/// The recording of one unit. The layout of its file is that of `runtime/program.c`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Recording {
    pub work: u64,
    pub out_of_work: bool,
    /// By number of the mutant or label, from 1 on; place 0 means nothing.
    pub executed: Vec<bool>,
    pub infected: Vec<bool>,
    pub blocks: Vec<bool>,
    pub branches: Vec<bool>,
}

impl Recording {
    /// Reads the recording of a unit; one of nothing if no process with the unit ran.
    pub fn read(directory: &Path, unit: &Unit) -> Result<Self, SuiteError> {
        let path = directory.join(&unit.unit);
        match read_written(&path) {
            Ok(bytes) => Ok(Self::parse(&bytes, unit)),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Self::default()),
            Err(source) => Err(SuiteError::Read { path, source }),
        }
    }

    /// A short file is one that ends in zeros.
    fn parse(bytes: &[u8], unit: &Unit) -> Self {
        let mut parts = Parts { bytes, at: PAGE };
        let numbers = unit.recorded() + 1;
        Self {
            work: word(bytes, 0),
            out_of_work: word(bytes, 1) != 0,
            executed: parts.next(numbers),
            infected: parts.next(numbers),
            blocks: parts.next(unit.blocks.len()),
            branches: parts.next(unit.branches.len()),
        }
    }

    pub fn has_executed(&self, number: usize) -> bool {
        self.executed.get(number).copied().unwrap_or(false)
    }

    pub fn has_infected(&self, number: usize) -> bool {
        self.infected.get(number).copied().unwrap_or(false)
    }

    /// What happened in either of two runs; the work of the one with more.
    pub fn union(&self, other: &Self) -> Self {
        Self {
            work: self.work.max(other.work),
            out_of_work: self.out_of_work || other.out_of_work,
            executed: either(&self.executed, &other.executed),
            infected: either(&self.infected, &other.infected),
            blocks: either(&self.blocks, &other.blocks),
            branches: either(&self.branches, &other.branches),
        }
    }
}

fn either(first: &[bool], second: &[bool]) -> Vec<bool> {
    let at = |list: &[bool], index| list.get(index).copied().unwrap_or(false);
    let indices = 0..first.len().max(second.len());
    indices
        .map(|index| at(first, index) || at(second, index))
        .collect()
}

fn word(bytes: &[u8], index: usize) -> u64 {
    let bytes = bytes.get(index * 8..index * 8 + 8);
    let bytes = bytes.and_then(|bytes| bytes.try_into().ok());
    bytes.map_or(0, u64::from_le_bytes)
}

/// Arrays that each begin on a page.
struct Parts<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl Parts<'_> {
    fn next(&mut self, len: usize) -> Vec<bool> {
        let range = self.at..self.at + len;
        self.at += len.next_multiple_of(PAGE);
        range
            .map(|index| self.bytes.get(index).is_some_and(|byte| *byte != 0))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::carried::tests::{mutant, unit};
    use super::*;

    #[test]
    fn parts_begin_on_pages() {
        let unit = unit(vec![mutant("/p/a.c", "AOR-1"), mutant("/p/a.c", "AOR-2")]);
        let mut bytes = vec![0; 3 * PAGE];
        bytes[0] = 7;
        bytes[PAGE + 1] = 1;
        bytes[PAGE + 2] = 1;
        bytes[2 * PAGE + 2] = 1;
        let recording = Recording::parse(&bytes, &unit);
        assert_eq!(recording.work, 7);
        assert_eq!(recording.executed, [false, true, true]);
        assert!(!recording.has_infected(1) && recording.has_infected(2));
        assert!(!recording.has_infected(3) && !recording.out_of_work);
        let empty = Recording::parse(&[], &unit);
        assert!(!empty.has_executed(1));
        assert_eq!(recording.union(&empty), recording);
    }
}
