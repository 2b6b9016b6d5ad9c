//! The results of a mutant.

use quell_results::{Decision, Level, Observable, Sight, Status};

use super::baseline::Baseline;
use super::subjects::Subject;

/// One mutant run with one command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MutantRun {
    /// An index of the baselines.
    pub command: usize,
    /// The first difference from the original, if there is one.
    pub observed: Option<Sight>,
}

impl MutantRun {
    pub fn is_kill(&self) -> bool {
        self.observed.is_some()
    }

    /// It did far more than the original, or took far longer.
    fn is_timeout(&self) -> bool {
        let what = self.observed.as_ref().map(|sight| &sight.what);
        matches!(what, Some(Observable::Work | Observable::Time))
    }
}

/// The results of one mutant.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Finding {
    /// Indices of the baselines that execute it, and of those that infect it.
    pub executed_by: Vec<usize>,
    pub infected_by: Vec<usize>,
    pub runs: Vec<MutantRun>,
}

impl Finding {
    pub fn is_killed(&self) -> bool {
        self.runs.iter().any(MutantRun::is_kill)
    }

    /// The first command that is still to be run, in the order of the commands: after a kill none, unless all are wanted.
    pub fn next(&self, all_commands: bool) -> Option<usize> {
        if !all_commands && self.is_killed() {
            return None;
        }
        let was_run = |command: &usize| self.runs.iter().any(|run| run.command == *command);
        let mut commands = self.infected_by.iter().copied();
        commands.find(|command| !was_run(command))
    }

    /// The most that any command achieved.
    pub fn verdict(&self, baselines: &[Baseline]) -> Decision {
        let name = |command: usize| Some(baselines.get(command)?.command.clone());
        let names = |commands: &[usize]| commands.iter().copied().filter_map(name).collect();
        let with = |is_timeout: bool| -> Vec<String> {
            let kills = self.runs.iter().filter(|run| run.is_kill());
            let meant = kills.filter(|run| run.is_timeout() == is_timeout);
            meant.filter_map(|run| name(run.command)).collect()
        };
        let (killed, timeout) = (with(false), with(true));
        match self {
            _ if !killed.is_empty() => Decision::killed(Status::Killed, killed),
            _ if !timeout.is_empty() => Decision::killed(Status::Timeout, timeout),
            Self { infected_by, .. } if !infected_by.is_empty() => {
                Decision::survived(Level::WeaklyKilled, names(infected_by))
            }
            Self { executed_by, .. } if !executed_by.is_empty() => {
                Decision::survived(Level::Executed, names(executed_by))
            }
            _ => Decision::survived(Level::NotExecuted, Vec::new()),
        }
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
        infected_by,
        runs: Vec::new(),
    }
}
