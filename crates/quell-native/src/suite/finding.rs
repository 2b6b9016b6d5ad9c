//! The results of a mutant.

use serde::{Deserialize, Serialize};

use super::baseline::Baseline;
use super::compare::Difference;
use super::subjects::Subject;

/// One mutant run with one command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MutantRun {
    /// An index of the baselines.
    pub command: usize,
    pub result: RunResult,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RunResult {
    Same,
    Differs(Difference),
    /// It did far more than the original.
    OutOfWork,
    /// It took far longer than the original.
    OutOfTime,
}

impl RunResult {
    pub fn is_kill(&self) -> bool {
        *self != Self::Same
    }
}

/// The results of one mutant.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Finding {
    /// Indices of the baselines that execute it, and of those that infect it.
    pub executed_by: Vec<usize>,
    pub infected_by: Vec<usize>,
    pub runs: Vec<MutantRun>,
    /// Whether all runs that could matter were made.
    pub finished: bool,
}

impl Finding {
    pub fn is_killed(&self) -> bool {
        self.runs.iter().any(|run| run.result.is_kill())
    }
}

/// The results that follow from the recordings of the original.
pub(super) fn finding(subject: &Subject, baselines: &[Baseline]) -> Finding {
    let indices = |wanted: &dyn Fn(&Baseline) -> bool| -> Vec<usize> {
        let all = baselines.iter().enumerate();
        all.filter(|(_, one)| wanted(one))
            .map(|(index, _)| index)
            .collect()
    };
    let infected_by = indices(&|one| subject.is_infected(&one.recordings));
    Finding {
        executed_by: indices(&|one| subject.is_executed(&one.recordings)),
        // A mutant with the code of another one behaves the same, so its runs would give no information.
        finished: infected_by.is_empty() || subject.mutant.same_code.is_some(),
        infected_by,
        runs: Vec::new(),
    }
}
