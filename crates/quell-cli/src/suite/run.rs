//! Runs the user's commands on the original and on the mutants.

use std::collections::BTreeSet;
use std::env;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use quell_native::WorkLimits;
use quell_native::suite::{Baseline, Event, Suite, SuiteError, SuiteOptions, TimeLimits, read_all};
use quell_results::Score;
use signal_hook::consts::{SIGINT, SIGTERM};

use super::progress::Progress;
use super::results::{Results, ResultsFile};
use crate::args;
use crate::error::CliError;
use crate::report;
use crate::score;

/// The results, and whether there could have been more.
#[derive(Debug)]
pub struct Scored {
    pub score: Score,
    pub interrupted: bool,
}

pub fn score(args: &args::Score) -> Result<Scored, CliError> {
    let programs: Vec<PathBuf> = args.programs().cloned().collect();
    let units = read_all(&programs)?;
    let options = options(args)?;
    let directory = env::current_dir().map_err(|source| SuiteError::Read {
        path: PathBuf::from("."),
        source,
    })?;
    let interrupted = interrupt_flag();
    let suite = Suite::new(&units, &directory, &options, &interrupted)?;
    let protection = suite.protection()?;
    let mut results = Results::new(&suite, names(&programs), directory);
    results.protection = vec![protection.to_string()];
    let run = Run {
        suite: &suite,
        file: args.results.clone().map(ResultsFile::new),
    };
    run.all(results, &interrupted)
}

fn names(programs: &[PathBuf]) -> String {
    let names = programs.iter().map(|path| path.display().to_string());
    names.collect::<Vec<_>>().join(", ")
}

fn options(args: &args::Score) -> Result<SuiteOptions, CliError> {
    let mut known = BTreeSet::new();
    let mut commands = args.test_cmd.clone();
    commands.retain(|command| known.insert(command.clone()));
    let available = || thread::available_parallelism().map_or(1, usize::from);
    Ok(SuiteOptions {
        commands,
        compare_output: args.compare_output,
        jobs: args.jobs.unwrap_or_else(available),
        in_place: args.in_place,
        keep_going: args.keep_going,
        matrix: args.matrix,
        work: WorkLimits::default(),
        time: TimeLimits::default(),
        sandbox: score::sandbox(args.unprotected)?,
    })
}

/// Set by the first Ctrl-C; the second one ends the process.
fn interrupt_flag() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        // Without handlers an interrupt ends the process at once, which is no worse than for others.
        let _ = signal_hook::flag::register_conditional_default(signal, Arc::clone(&flag));
        let _ = signal_hook::flag::register(signal, Arc::clone(&flag));
    }
    flag
}

struct Run<'a> {
    suite: &'a Suite<'a>,
    file: Option<ResultsFile>,
}

impl Run<'_> {
    fn all(
        mut self,
        mut results: Results<'_>,
        interrupted: &AtomicBool,
    ) -> Result<Scored, CliError> {
        let mut progress = Progress::new(self.suite.subjects.len());
        let baselines = self
            .suite
            .baselines(&mut |event| tell(&event, &mut progress))?;
        warn_of_strangers(&baselines);
        let baselines: Rc<[Baseline]> = baselines.into();
        results.baselines = Rc::clone(&baselines);
        let mut lost = None;
        let found = self.suite.mutants(&baselines, &mut |event| {
            tell(&event, &mut progress);
            if let Event::Finished(index, finding) = event {
                results.findings[index] = Some(finding.clone());
            }
            if let Some(file) = &mut self.file {
                lost = lost.take().or(file.update(&results).err());
            }
        });
        progress.end();
        let score = results.score();
        if let Some(file) = &mut self.file {
            lost = lost.take().or(file.write(&score).err());
        }
        found?;
        if let Some(error) = lost {
            return Err(error.into());
        }
        report::print_note(&format!("{} runs", self.suite.runs()));
        let interrupted = interrupted.load(Ordering::Relaxed);
        if interrupted {
            let missing = self.suite.subjects.len() - score.mutants.len();
            report::print_warning(&format!("interrupted: {missing} mutants are left out"));
        }
        Ok(Scored { score, interrupted })
    }
}

fn tell(event: &Event<'_>, progress: &mut Progress) {
    match event {
        Event::Original(_) => {}
        Event::LeftOut(error) => report::print_warning(&format!("left out: {error}")),
        Event::Finished(_, finding) => progress.finished(finding),
    }
}

/// A command that runs none of the programs was most likely meant to.
fn warn_of_strangers(baselines: &[Baseline]) {
    for baseline in baselines.iter().filter(|one| one.work == 0) {
        report::print_warning(&format!(
            "`{}` runs no code with mutants: it does not run the programs, or runs others in their place",
            baseline.command
        ));
    }
    if baselines.is_empty() {
        report::print_warning("no command is left");
    }
}
