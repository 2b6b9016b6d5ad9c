//! Runs the user's commands on the original and on the mutants.

use std::collections::BTreeSet;
use std::env;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use quell_native::WorkLimits;
use quell_native::suite::{
    Baseline, Event, Finding, Journal, Known, Suite, SuiteError, SuiteOptions, TimeLimits, read_all,
};
use quell_results::Score;

use super::progress::Progress;
use super::results::{Results, ResultsFile};
use crate::args;
use crate::confine;
use crate::error::CliError;
use crate::exchange::Exchange;
use crate::interrupt::interrupt_flag;
use crate::output::{self, Output, OutputKind};
use crate::report;

/// The ending of the journal's name.
const JOURNAL: &str = ".journal";

/// The results.
#[derive(Debug)]
pub struct Scored {
    pub score: Score,
}

pub fn score(args: &args::Score) -> Result<Scored, CliError> {
    let programs: Vec<PathBuf> = args.programs().cloned().collect();
    let units = read_all(&programs)?;
    let options = options(args)?;
    let directory = env::current_dir().map_err(|source| SuiteError::Read {
        path: PathBuf::from("."),
        source,
    })?;
    let file = results_file(args)?;
    let exchange = Exchange::new(&args.exchange, args.force)?;
    let interrupted = interrupt_flag();
    let suite = Suite::new(&units, &directory, &options, &interrupted)?;
    let protection = suite.protection()?;
    let mut results = Results::new(&suite, names(&programs), directory);
    results.protection = protection.in_force();
    let (kept, known) = match file {
        Some(file) => keep(&suite, &programs, file, args)?,
        None => (None, Known::default()),
    };
    let run = Run {
        suite: &suite,
        kept,
        known,
    };
    let mut scored = run.all(results, &interrupted)?;
    exchange.settle(&mut scored.score);
    exchange.write(&scored.score.objectives)?;
    Ok(scored)
}

/// Results and journal replace only regular files of the same kinds. The file for the results, if they are kept.
fn results_file(args: &args::Score) -> Result<Option<ResultsFile>, CliError> {
    let Some(path) = &args.results else {
        return Ok(None);
    };
    output::refuse_stdout("--results", path, "a file that is replaced again and again")?;
    let check = |path: PathBuf, kind| {
        let output = Output {
            option: "--results",
            path,
            kind,
            force: args.force,
        };
        let path = output.check_regular()?;
        Ok::<_, CliError>(Output { path, ..output })
    };
    let file = ResultsFile::new(check(path.clone(), OutputKind::Score)?);
    check(file.beside(JOURNAL), OutputKind::Journal)?;
    Ok(Some(file))
}

/// Opens the journal beside the results, with the findings of an earlier campaign if this one resumes it.
fn keep(
    suite: &Suite<'_>,
    programs: &[PathBuf],
    file: ResultsFile,
    args: &args::Score,
) -> Result<(Option<Kept>, Known), CliError> {
    let beside = file.beside(JOURNAL);
    let own = [file.beside(""), beside.clone()];
    let own = own.iter().filter_map(|path| suite.relative(path)).collect();
    let campaign = suite.fingerprint(programs, &own)?;
    let (journal, known) = match args.resume {
        true => Journal::resume(&beside, &campaign)?,
        false => (Journal::create(&beside, &campaign)?, Known::default()),
    };
    if args.resume && known.is_empty() {
        report::print_note("no earlier results; the campaign starts from the beginning");
    }
    Ok((Some(Kept { file, journal }), known))
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
        jobs: args.native.jobs.unwrap_or_else(available),
        in_place: args.in_place,
        keep_going: args.keep_going,
        matrix: args.matrix,
        work: WorkLimits::of_commands(),
        time: TimeLimits::default(),
        sandbox: confine::sandbox(args.native.unprotected)?,
    })
}

struct Run<'a> {
    suite: &'a Suite<'a>,
    /// Where results go as they are found.
    kept: Option<Kept>,
    known: Known,
}

/// Files with the results so far.
struct Kept {
    file: ResultsFile,
    journal: Journal,
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
            .baselines(&mut |event| tell(&event, &mut progress));
        progress.end();
        let run = match baselines {
            // Without a run of the original it is unknown which mutants the commands execute.
            Err(SuiteError::Interrupted) => Ok(()),
            Err(error) => return Err(error.into()),
            Ok(baselines) => {
                results.baselines = baselines.into();
                warn_of_strangers(&results.baselines);
                self.mutants(&mut results, &mut progress)
            }
        };
        let mut score = results.score();
        score.interrupted = interrupted.load(Ordering::Relaxed);
        let written = self.kept.as_mut().map(|kept| kept.file.write(&score));
        run?;
        written.unwrap_or(Ok(()))?;
        self.kept
            .as_ref()
            .map_or(Ok(()), |kept| kept.file.moved())?;
        report::print_note(&format!("{} runs", self.suite.runs()));
        if score.interrupted {
            self.tell_unfinished(score.totals.counts.unknown);
        }
        Ok(Scored { score })
    }

    fn mutants(
        &mut self,
        results: &mut Results<'_>,
        progress: &mut Progress,
    ) -> Result<(), CliError> {
        let baselines = Rc::clone(&results.baselines);
        let mut lost = None;
        let known = std::mem::take(&mut self.known);
        let run = self.suite.mutants(&baselines, &known, &mut |event| {
            tell(&event, progress);
            let kept = self.note(&event, results);
            lost = lost.take().or(kept.err());
        });
        progress.end();
        run?;
        lost.map_or(Ok(()), Err)
    }

    /// Keeps what is new.
    fn note(&mut self, event: &Event<'_>, results: &mut Results<'_>) -> Result<(), CliError> {
        let (Event::Known(index, finding) | Event::Finished(index, finding)) = event else {
            return Ok(());
        };
        results.findings[*index] = Some(Finding::clone(finding));
        let Some(kept) = &mut self.kept else {
            return Ok(());
        };
        if matches!(event, Event::Finished(..)) {
            let name = self.suite.subjects[*index].mutant.name();
            kept.journal.add(&name, finding, &results.baselines)?;
        }
        kept.file.update(results)
    }

    fn tell_unfinished(&self, unfinished: u64) {
        let advice = match self.kept {
            Some(_) => "the same command with --resume goes on",
            None => "with --results FILE a later run could go on",
        };
        report::print_warning(&format!(
            "interrupted: {unfinished} mutants are unfinished; {advice}"
        ));
    }
}

fn tell(event: &Event<'_>, progress: &mut Progress) {
    progress.tell(event);
    if let Event::LeftOut(error) = event {
        report::print_warning(&format!("left out: {error}"));
    }
}

/// Warns of commands that run none of the programs: most likely they were meant to.
fn warn_of_strangers(baselines: &[Baseline]) {
    for baseline in baselines.iter().filter(|one| one.work == 0) {
        report::print_warning(&format!(
            "`{}` runs no code with mutants or labels: it does not run the programs, or runs others in their place",
            baseline.command
        ));
    }
    if baselines.is_empty() {
        report::print_warning("no command is left");
    }
}
