//! Runs the user's commands on the original and on the mutants.

use std::collections::BTreeSet;
use std::env;
use std::path::PathBuf;
use std::thread;

use quell_native::WorkLimits;
use quell_native::suite::{Journal, Known, Suite, SuiteError, SuiteOptions, TimeLimits, read_all};
use quell_results::{Event, Score, ScoreRecorder};

use super::results::ResultsFile;
use crate::args;
use crate::confine;
use crate::error::CliError;
use crate::exchange::Exchange;
use crate::interrupt::interrupt_flag;
use crate::output::{self, Output, OutputKind};
use crate::progress::{Pause, Progress};
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
    let begun = suite.begin(names(&programs))?;
    let (kept, known) = match file {
        Some(file) => keep(&suite, &programs, file, args)?,
        None => (None, Known::default()),
    };
    let mut campaign = Campaign::new(kept);
    let run = suite.run(begun, &known, &mut |event| campaign.record(event));
    let mut score = campaign.end(run, suite.runs())?;
    exchange.settle(&mut score);
    exchange.write(&score.objectives)?;
    Ok(Scored { score })
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

/// Files with the results so far.
struct Kept {
    file: ResultsFile,
    journal: Journal,
}

/// The subscribers of a suite's events: results, their files, and the display.
struct Campaign {
    recorder: ScoreRecorder,
    /// Where results go as they are found.
    kept: Option<Kept>,
    /// What kept them from being written.
    lost: Option<CliError>,
    progress: Progress,
    /// Whether all commands ran on the original.
    has_recorded: bool,
}

impl Campaign {
    fn new(kept: Option<Kept>) -> Self {
        Self {
            recorder: ScoreRecorder::default(),
            kept,
            lost: None,
            progress: Progress::new("mutants", true, Pause::Short),
            has_recorded: false,
        }
    }

    fn record(&mut self, event: &Event) {
        self.recorder.record(event);
        let kept = self.keep(event);
        self.lost = self.lost.take().or(kept.err());
        self.has_recorded |= matches!(event, Event::CoverageMeasured { .. });
        self.progress.show(event);
    }

    fn keep(&mut self, event: &Event) -> Result<(), CliError> {
        let Some(kept) = &mut self.kept else {
            return Ok(());
        };
        kept.journal.record(event)?;
        kept.file.update(event, &self.recorder)
    }

    /// The score, which is written whatever ended the campaign, unless a command is of no use.
    fn end(mut self, run: Result<(), SuiteError>, runs: usize) -> Result<Score, CliError> {
        self.progress.clear();
        let run = match run {
            Err(error) if !self.has_recorded => return Err(error.into()),
            run => run,
        };
        let score = self.recorder.into_score();
        let written = self.kept.as_mut().map(|kept| kept.file.write(&score));
        run?;
        self.lost.map_or(Ok(()), Err)?;
        written.unwrap_or(Ok(()))?;
        self.kept
            .as_ref()
            .map_or(Ok(()), |kept| kept.file.moved())?;
        report::print_note(&format!("{runs} runs"));
        if score.interrupted {
            tell_unfinished(score.totals.counts.unknown, self.kept.is_some());
        }
        Ok(score)
    }
}

fn tell_unfinished(unfinished: u64, is_kept: bool) {
    let advice = match is_kept {
        true => "the same command with --resume goes on",
        false => "with --results FILE a later run could go on",
    };
    report::print_warning(&format!(
        "interrupted: {unfinished} mutants are unfinished; {advice}"
    ));
}
