//! What `quell run` and `quell cover` have in common: from objectives to verdicts, tests and files. `quell run` itself: a
//! killing test for each mutant of a file, or a proof that there is none.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use quell_campaign::Job;
use quell_compile::Language;
use quell_engine::{
    Budgets, CbtSettings, DseSettings, EngineEntry, Failure, Known, Outcome, SecondSolver,
    Settings, Subject,
};
use quell_ir::FuncId;
use quell_objectives::ObjectiveKind;
use quell_results::{Event, Expected, Run, TestCase, TestSuite, WrittenTest};

use crate::args;
use crate::campaign;
use crate::config::check::Inputs;
use crate::config::{Chosen, Config};
use crate::confine;
use crate::error::CliError;
use crate::exchange::Exchange;
use crate::from_score::FromScore;
use crate::interrupt::{end_tools_at, interrupt_flag};
use crate::output::{self, Output, OutputKind};
use crate::progress::{Pause, Progress};
use crate::report;
use crate::seeds;
use crate::target::Target;
use crate::times::Times;

/// The least time limit of a second solver for a query.
const SECOND_TIME: Duration = Duration::from_secs(20);

/// What was decided.
#[derive(Debug)]
pub struct Decided {
    pub run: Run,
    /// What got no mutants or labels.
    pub notes: Vec<String>,
    /// Where they are written to.
    pub files: Files,
    /// Files for other tools.
    pub exchange: Exchange,
    /// Functions whose objectives are unknown because of an error.
    pub failures: Vec<Failure>,
}

/// `quell run`.
pub fn run(args: &args::Run, cflags: &[OsString]) -> Result<Decided, CliError> {
    if args.choice.has_spare_seed() && !args.engine.is_seeded {
        return Err(CliError::Usage(format!(
            "--seed has no effect with --engine {}: leave it out, or give --engine random or --order",
            args.engine.name
        )));
    }
    let mut deciding = Deciding::new(&args.decide, &args.file)?;
    let from = args.from.as_deref().map(FromScore::read).transpose()?;
    let against = args.against.as_deref();
    let target = Target::against(&args.file, &args.choice, against, cflags)?;
    if let Some(from) = from {
        deciding.known = from.known(&args.file, &target.code())?;
    }
    let subject = Subject {
        lookup: target.lookup(),
        shared: target.shared.clone(),
        objectives: &target.found.mutants,
        faults: args.choice.operator_names(),
        criteria: Vec::new(),
        decisions: &[],
    };
    let how = How {
        engine: args.engine,
        seed: args.choice.seed(),
        compare_code: !args.no_compare_code,
        dse: args.paths.settings(args.engine)?,
        entry: None,
        cbt: args.constraints.settings_of(args.engine)?,
    };
    let mut decided = deciding.decide(&subject, how)?;
    decided.notes = report::mutants::notes(&target.found, args.decide.native.verbose);
    Ok(decided)
}

/// How objectives are decided, where the commands differ.
#[derive(Clone, Copy, Debug)]
pub struct How {
    pub engine: &'static EngineEntry,
    pub seed: u64,
    pub compare_code: bool,
    pub dse: DseSettings,
    /// The function that all tests call.
    pub entry: Option<FuncId>,
    pub cbt: CbtSettings,
}

/// A run before its objectives are known: the command line is checked, and its time begins.
#[derive(Debug)]
pub struct Deciding<'a> {
    args: &'a args::Decide,
    files: Files,
    pub config: Option<Config>,
    /// What is known before the run, whatever a campaign knows.
    known: Known,
    stop: Arc<AtomicBool>,
    start: Instant,
}

impl<'a> Deciding<'a> {
    pub fn new(args: &'a args::Decide, file: &Path) -> Result<Self, CliError> {
        let mut files = Files::of(args)?;
        files.check()?;
        let config = Config::of(&args.inputs.configured, file)?;
        let stop = interrupt_flag();
        let start = Instant::now();
        if let Some(time) = args.times.timeout {
            end_tools_at(start + time);
        }
        Ok(Self {
            args,
            files,
            config,
            known: Known::default(),
            stop,
            start,
        })
    }

    /// Partitions of inputs, by the names of functions.
    pub fn partitions(&self) -> BTreeMap<String, Vec<String>> {
        self.config
            .as_ref()
            .map_or_else(BTreeMap::new, Config::partitions)
    }

    pub fn decide(self, subject: &Subject<'_>, how: How) -> Result<Decided, CliError> {
        let (args, config) = (self.args, self.config.as_ref());
        let chosen = Chosen::new(&args.inputs, config, &subject.lookup)?;
        let mut settings = settings(args, &chosen, how, &self.stop)?;
        // Of the time for the whole run.
        settings.budgets.run = settings.budgets.run.saturating_sub(self.start.elapsed());
        Inputs::new(subject, settings.entry).check(&args.inputs, config, &chosen)?;
        seeds::check(subject, &settings);
        for warning in &chosen.warnings {
            report::print_warning(warning);
        }
        let is_shown = !args.prints_json() && !args.prints_tests();
        let mut progress = Progress::new(objectives_name(subject), is_shown, Pause::Long);
        let mut campaign = campaign::open(&args.keep)?;
        let mut job = match &mut campaign {
            Some(campaign) => {
                let run = (how.engine, subject, &settings);
                Some(campaign::begin(campaign, run, config)?)
            }
            None => None,
        };
        // A log of queries is wanted whole.
        let known = job.as_ref().filter(|_| args.log_queries.is_none());
        let kept = known.map_or_else(Known::default, |job| job.known().clone());
        let known = self.known.or(kept);
        if let Some(job) = &mut job {
            job.leave_out(known.by_suites());
        }
        let mut subscriber = |event: &Event| {
            // What is shown was written before.
            if let Some(job) = &mut job
                && !job.record(event, self.stop.load(Ordering::Relaxed))
            {
                self.stop.store(true, Ordering::Relaxed);
            }
            progress.show(event);
        };
        let decided =
            quell_engine::run_from(&known, how.engine, subject, &settings, &mut subscriber);
        progress.clear();
        job.map_or(Ok(()), Job::end)?;
        let Outcome { mut run, failures } = decided?;
        run.interrupted = self.stop.load(Ordering::Relaxed);
        run.config = config.map(|config| config.path.display().to_string());
        Ok(Decided {
            run,
            notes: Vec::new(),
            files: self.files,
            exchange: Exchange::default(),
            failures,
        })
    }
}

/// The files that are written at the end.
#[derive(Debug)]
pub struct Files {
    json: Option<Output>,
    tests: Option<Output>,
    queries: Option<Output>,
    /// Devices and pipes, open until they are written to.
    held: Vec<File>,
}

impl Files {
    fn of(args: &args::Decide) -> Result<Self, CliError> {
        if args.prints_json() && args.prints_tests() {
            let what = "--json and --tests both print to standard output; name a file for one";
            return Err(CliError::Usage(what.to_owned()));
        }
        if let Some(path) = &args.log_queries {
            output::refuse_stdout("--log-queries", path, "a directory")?;
        }
        let output = |option, path: Option<&PathBuf>, kind| {
            path.map(|path| Output {
                option,
                path: path.clone(),
                kind,
                force: args.force,
            })
        };
        Ok(Self {
            json: output("--json", args.json_file(), OutputKind::Run),
            tests: output("--tests", args.tests_file(), OutputKind::Tests),
            queries: output(
                "--log-queries",
                args.log_queries.as_ref(),
                OutputKind::Query,
            ),
            held: Vec::new(),
        })
    }

    /// A file that cannot be written is reported before hours of work.
    fn check(&mut self) -> Result<(), CliError> {
        for output in self.json.iter().chain(&self.tests) {
            refuse_source(output.option, &output.path)?;
            self.held.extend(output.hold()?);
        }
        if let Some(queries) = &self.queries {
            output::check_directory(queries, "smt2")?;
        }
        let place = |output: &Option<Output>| {
            let path = output.as_ref().map(|output| &output.path);
            path.and_then(|path| std::path::absolute(path).ok())
        };
        match self.json.is_some() && place(&self.json) == place(&self.tests) {
            true => Err(CliError::Usage(
                "--json and --tests name the same file; choose two".to_owned(),
            )),
            false => Ok(()),
        }
    }

    /// Writes the files that were asked for; one that cannot be written does not keep the other from being written.
    pub fn write(&self, run: &Run) -> Result<(), CliError> {
        let write = |output: &Option<Output>, text: &dyn Fn() -> String| match output {
            Some(output) => output.write(&text()),
            None => Ok(()),
        };
        let json = write(&self.json, &|| run.to_json());
        json.and(write(&self.tests, &|| tests_json(run)))
    }
}

/// `quell run --json a.c b.c` must not overwrite a source file.
fn refuse_source(option: &str, path: &Path) -> Result<(), CliError> {
    match Language::of_path(path) {
        None => Ok(()),
        Some(language) => Err(CliError::Usage(format!(
            "{option} would write over {}, a file of {language}; name the file to work on first",
            path.display()
        ))),
    }
}

fn settings(
    args: &args::Decide,
    chosen: &Chosen<'_>,
    how: How,
    stop: &Arc<AtomicBool>,
) -> Result<Settings, CliError> {
    let native = confine::options(&args.native)?;
    Ok(Settings {
        usual: chosen.usual.clone(),
        functions: chosen.functions.clone(),
        budgets: budgets(&args.times),
        compare_code: how.compare_code,
        jobs: native.workers,
        native,
        seed: how.seed,
        fuzz: args.fuzz,
        dse: how.dse,
        entry: how.entry,
        seeds: seeds::read(args.seeds.as_deref())?,
        cbt: how.cbt,
        second: second_solver(args),
        log: args.log_queries.clone(),
        stop: Arc::clone(stop),
    })
}

/// It is slower than the first one, and has no other limit: a query that it does not answer only stays unconfirmed.
fn second_solver(args: &args::Decide) -> Option<SecondSolver> {
    args.second_solver.map(|solver| SecondSolver {
        program: solver.into(),
        time: SECOND_TIME.max(args.times.query_timeout.unwrap_or_default()),
    })
}

/// A time that the user gives is not cut short by a default: a query may take all the time of a turn.
fn budgets(times: &Times) -> Budgets {
    let usual = Budgets::default();
    let mut budgets = usual;
    budgets.run = times.timeout.unwrap_or(usual.run);
    budgets.mutant = times.mutant_timeout.unwrap_or(usual.mutant);
    if let Some(time) = times.function_timeout {
        budgets.function = time;
        // The usual share of a function's time.
        let share = usual.turn.as_secs_f64() / usual.function.as_secs_f64();
        budgets.turn = usual.turn.max(time.mul_f64(share)).min(time);
    }
    if let Some(time) = times.query_timeout {
        budgets.query = time;
        budgets.persist = false;
        budgets.turn = budgets.turn.max(time);
    }
    budgets.query = budgets.query.min(budgets.turn);
    budgets
}

/// What the objectives are called.
fn objectives_name(subject: &Subject<'_>) -> &'static str {
    let is_label = |kind: &ObjectiveKind| {
        matches!(kind, ObjectiveKind::Label(_) | ObjectiveKind::HyperLabel(_))
    };
    match subject.objectives.iter().any(|of| is_label(&of.kind)) {
        true => "labels",
        false => "mutants",
    }
}

/// The text of the suite, with the line that marks it as written by Quell.
pub fn tests_json(run: &Run) -> String {
    output::with_generator(&suite(run).to_json())
}

/// The tests as `quell score` takes them: without those on which the original has undefined behaviour.
fn suite(run: &Run) -> TestSuite {
    let valid = run.tests.iter().filter(|test| test.undefined.is_none());
    TestSuite::new(valid.map(test_case).collect())
}

fn test_case(test: &WrittenTest) -> TestCase {
    TestCase {
        id: test.id.clone(),
        function: test.function.clone(),
        args: test.inputs.args.clone(),
        globals: test.inputs.globals.iter().cloned().collect(),
        calls: test.inputs.calls.clone(),
        guard: test.inputs.guard,
        expected: test.result.clone().map(|result| Expected {
            result: Some(result),
            ..Expected::default()
        }),
        ..TestCase::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn times_are_not_cut_short_by_defaults() {
        let usual = Budgets::default();
        let nothing = Times::default();
        assert_eq!(budgets(&nothing), usual);
        let of_function = |time: Duration| Times {
            function_timeout: Some(time),
            ..nothing
        };
        let short = budgets(&of_function(SECOND));
        assert_eq!(short.function, SECOND);
        assert_eq!((short.turn, short.query), (SECOND, SECOND));
        let long = budgets(&of_function(600 * SECOND));
        assert_eq!((long.function, long.run), (600 * SECOND, usual.run));
        assert_eq!((long.turn, long.query), (100 * SECOND, usual.query));
        let patient = Times {
            query_timeout: Some(30 * SECOND),
            ..nothing
        };
        let patient = budgets(&patient);
        assert_eq!((patient.turn, patient.query), (30 * SECOND, 30 * SECOND));
        let hasty = Times {
            mutant_timeout: Some(2 * SECOND),
            timeout: Some(20 * SECOND),
            ..nothing
        };
        let hasty = budgets(&hasty);
        assert_eq!((hasty.mutant, hasty.run), (2 * SECOND, 20 * SECOND));
    }
}
