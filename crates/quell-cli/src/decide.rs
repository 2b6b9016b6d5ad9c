//! What `quell run` and `quell cover` have in common: from objectives to verdicts, tests and files. `quell run` itself: a
//! killing test for each mutant of a file, or a proof that there is none.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use quell_campaign::{Campaign, Job};
use quell_compile::Language;
use quell_engine::{
    Budgets, CbtSettings, DseSettings, EngineEntry, Known, LONGEST, Outcome, SecondSolver,
    Settings, Subject,
};
use quell_frontend::SourceUnit;
use quell_objectives::{Objective, ObjectiveKind};
use quell_results::{Event, Expected, ProjectRun, Record, Run, TestCase, TestSuite, WrittenTest};

use crate::args;
use crate::campaign;
use crate::choose;
use crate::code::is_test_of;
use crate::config::check::Inputs;
use crate::config::{Chosen, Config};
use crate::confine;
use crate::error::{CliError, engine_exit};
use crate::exchange::Exchange;
use crate::exit::Exit;
use crate::from_score::FromScore;
use crate::interrupt::{end_tools_at, interrupt_flag};
use crate::output::{self, Output, OutputKind};
use crate::progress::{Pause, Progress};
use crate::project;
use crate::report;
use crate::seeds;
use crate::target::Target;
use crate::times::Times;
use crate::units::Units;

/// The least time limit of a second solver for a query.
const SECOND_TIME: Duration = Duration::from_secs(20);

/// What was decided.
#[derive(Debug)]
pub struct Decided {
    pub result: Decisions,
    /// What got no mutants or labels.
    pub notes: Vec<String>,
    /// Where they are written to.
    pub files: Files,
    /// Files for other tools.
    pub exchange: Exchange,
    /// The status of the process, unless all went well.
    pub exit: Option<Exit>,
}

/// The result for one file, or for several.
#[derive(Debug)]
pub enum Decisions {
    File(Box<Run>),
    Project(Box<ProjectRun>),
}

impl Decisions {
    pub fn to_json(&self) -> String {
        match self {
            Self::File(run) => run.to_json(),
            Self::Project(run) => run.to_json(),
        }
    }

    pub fn objectives(&self) -> &[Record] {
        match self {
            Self::File(run) => &run.objectives,
            Self::Project(run) => &run.objectives,
        }
    }

    pub fn is_interrupted(&self) -> bool {
        match self {
            Self::File(run) => run.interrupted,
            Self::Project(run) => run.interrupted,
        }
    }

    fn tests(&self) -> &[WrittenTest] {
        match self {
            Self::File(run) => &run.tests,
            Self::Project(run) => &run.tests,
        }
    }

    /// The text of the suite, with the line that marks it as written by Quell.
    pub fn tests_json(&self) -> String {
        output::with_generator(&suite(self.tests()).to_json())
    }
}

/// `quell run`.
pub fn run(args: &args::Run, cflags: &[OsString]) -> Result<Decided, CliError> {
    if args.choice.has_spare_seed() && !args.engine.is_seeded {
        return Err(CliError::Usage(format!(
            "--seed has no effect with --engine {}: leave it out, or give --engine random or --order",
            args.engine.name
        )));
    }
    let deciding = Deciding::new(&args.decide)?;
    let from = args.from.as_deref().map(FromScore::read).transpose()?;
    let scope = &args.choice.scope;
    let units = Units::load(&args.sources, scope, cflags, "mutants")?;
    units.refuse_if_project("--against", args.against.is_some())?;
    let mut parts = Vec::new();
    for (unit, functions) in units.functions(scope)? {
        let config = deciding.config(&unit)?;
        let target = Target::mutated(unit, &args.choice, functions, args.against.as_deref())?;
        let known = match &from {
            Some(from) => from.known_of(&target, units.is_project)?,
            None => Known::default(),
        };
        parts.push(Part {
            known: target.decisions_of_comments().or(known),
            target,
            objectives: Vec::new(),
            config,
        });
    }
    if let Some(from) = &from {
        from.refuse_others(parts.iter().map(|part| part.target.file()))?;
    }
    let mut targets: Vec<&mut Target> = parts.iter_mut().map(|part| &mut part.target).collect();
    choose::keep_wanted(&mut targets, &args.choice)?;
    let verbose = args.decide.native.verbose;
    let notes = parts.iter();
    let notes = notes.flat_map(|part| report::mutants::notes(&part.target.found, verbose));
    let notes = notes.collect();
    for part in &mut parts {
        part.objectives.clone_from(&part.target.found.mutants);
    }
    let how = How {
        engine: args.engine,
        seed: args.choice.seed(),
        compare_code: !args.no_compare_code,
        dse: args.paths.settings(args.engine)?,
        cbt: args.constraints.settings_of(args.engine)?,
        faults: args.choice.operator_names(),
        criteria: Vec::new(),
    };
    deciding.decide(&units, parts, &how, notes, Exchange::default())
}

/// How objectives are decided, where the commands differ.
#[derive(Clone, Debug)]
pub struct How {
    pub engine: &'static EngineEntry,
    pub seed: u64,
    pub compare_code: bool,
    pub dse: DseSettings,
    pub cbt: CbtSettings,
    /// The operators, as the user chose them.
    pub faults: Vec<String>,
    /// The coverage criteria, as the user chose them.
    pub criteria: Vec<String>,
}

/// A file with what is decided of it.
#[derive(Debug)]
pub struct Part {
    pub target: Target,
    pub objectives: Vec<Objective>,
    pub config: Option<Config>,
    /// What is known before the run, whatever a campaign knows.
    pub known: Known,
}

/// A run before its objectives are known: the command line is checked, and its time begins.
#[derive(Debug)]
pub struct Deciding<'a> {
    pub args: &'a args::Decide,
    files: Files,
    /// The tests that the run begins with.
    seeds: Vec<TestCase>,
    stop: Arc<AtomicBool>,
    start: Instant,
}

impl<'a> Deciding<'a> {
    pub fn new(args: &'a args::Decide) -> Result<Self, CliError> {
        let mut files = Files::of(args)?;
        files.check()?;
        let stop = interrupt_flag();
        let start = Instant::now();
        if let Some(time) = args.times.timeout {
            end_tools_at(start + time);
        }
        Ok(Self {
            args,
            files,
            seeds: Vec::new(),
            stop,
            start,
        })
    }

    /// The configuration of a file.
    pub fn config(&self, unit: &SourceUnit) -> Result<Option<Config>, CliError> {
        Ok(Config::of(
            &self.args.inputs.configured,
            Path::new(&unit.file),
        )?)
    }

    /// Decides the only file, or all files of a project.
    pub fn decide(
        mut self,
        units: &Units,
        parts: Vec<Part>,
        how: &How,
        notes: Vec<String>,
        exchange: Exchange,
    ) -> Result<Decided, CliError> {
        let comments: BTreeSet<&String> = parts
            .iter()
            .flat_map(|part| &part.target.suppressed.wrong)
            .collect();
        for wrong in comments {
            report::print_warning(wrong);
        }
        self.seeds = seeds::read(self.args.seeds.as_deref())?;
        seeds::check(&self.seeds, &parts);
        let mut campaign = campaign::open(&self.args.keep)?;
        let (result, exit) = match (units.is_project, &parts[..]) {
            (false, [only]) => {
                let left = self.time_left();
                let Outcome { mut run, failures } =
                    self.decide_part(only, how, &mut campaign, (left, false))?;
                let target = &only.target;
                exchange.complete(&mut run, &target.labels.objectives, &target.lookup());
                let exit = failures.first().map(|of| engine_exit(&of.error));
                (Decisions::File(Box::new(run)), exit)
            }
            _ => {
                let (project, exit) = project::decide(&self, units, parts, how, &mut campaign)?;
                (Decisions::Project(Box::new(project)), exit)
            }
        };
        Ok(Decided {
            result,
            notes,
            files: self.files,
            exchange,
            exit,
        })
    }

    /// What is left of the time for the whole run.
    pub fn time_left(&self) -> Duration {
        let run = self.args.times.timeout.unwrap_or(LONGEST);
        run.saturating_sub(self.start.elapsed())
    }

    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The settings for a file of a project, or for the only file.
    fn settings_of(
        &self,
        part: &Part,
        how: &How,
        chosen: &Chosen<'_>,
        (time, is_project): (Duration, bool),
    ) -> Result<Settings, CliError> {
        let mut settings = settings(self.args, chosen, how, &self.stop)?;
        let file = part.target.file();
        settings.budgets.run = time;
        settings.entry = part.target.entry;
        let own = self.seeds.iter();
        let own = own.filter(|test| is_test_of(test, Path::new(file)));
        settings.seeds = own.cloned().collect();
        if is_project {
            // Functions of one name have a directory in each file's.
            let own = file.replace('/', "_");
            settings.log = settings.log.map(|log| log.join(own));
        }
        Ok(settings)
    }

    /// Decides one file within a time. In a project what is shown begins with the file.
    pub fn decide_part(
        &self,
        part: &Part,
        how: &How,
        campaign: &mut Option<Campaign>,
        (time, is_project): (Duration, bool),
    ) -> Result<Outcome, CliError> {
        let (args, config) = (self.args, part.config.as_ref());
        let prefix = match is_project {
            true => format!("{}: ", part.target.file()),
            false => String::new(),
        };
        let subject = Subject {
            lookup: part.target.lookup(),
            shared: part.target.shared.clone(),
            objectives: &part.objectives,
            faults: how.faults.clone(),
            criteria: how.criteria.clone(),
            decisions: &part.target.labels.decisions,
        };
        let chosen = Chosen::new(&args.inputs, config, &subject.lookup)?;
        let settings = self.settings_of(part, how, &chosen, (time, is_project))?;
        // A name on the command line may be one of another file.
        let named = (!is_project).then_some(&args.inputs);
        Inputs::new(&subject, settings.entry).check(named, config, &chosen)?;
        seeds::warn_of_unfit(&subject, &settings, &prefix);
        for warning in &chosen.warnings {
            report::print_warning(warning);
        }
        let is_shown = !args.prints_json() && !args.prints_tests();
        let mut progress = Progress::new(objectives_name(&subject), is_shown, Pause::Long)
            .with_prefix(prefix.clone());
        let mut job = match campaign {
            Some(campaign) => {
                let run = (how.engine, &subject, &settings);
                Some(campaign::begin(campaign, run, config, &prefix)?)
            }
            None => None,
        };
        // A log of queries is wanted whole.
        let known = job.as_ref().filter(|_| args.log_queries.is_none());
        let kept = known.map_or_else(Known::default, |job| job.known().clone());
        let known = part.known.clone().or(kept);
        if let Some(job) = &mut job {
            job.leave_out(known.by_suites());
        }
        let mut subscriber = |event: &Event| {
            // What is shown was written before.
            if let Some(job) = &mut job
                && !job.record(event, self.is_stopped())
            {
                self.stop.store(true, Ordering::Relaxed);
            }
            progress.show(event);
        };
        let decided =
            quell_engine::run_from(&known, how.engine, &subject, &settings, &mut subscriber);
        progress.clear();
        job.map_or(Ok(()), Job::end)?;
        let mut outcome = decided?;
        outcome.run.interrupted = self.is_stopped();
        outcome.run.config = config.map(|config| config.path.display().to_string());
        Ok(outcome)
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
    pub fn write(&self, result: &Decisions) -> Result<(), CliError> {
        let write = |output: &Option<Output>, text: &dyn Fn() -> String| match output {
            Some(output) => output.write(&text()),
            None => Ok(()),
        };
        let json = write(&self.json, &|| result.to_json());
        json.and(write(&self.tests, &|| result.tests_json()))
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
    how: &How,
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
        entry: None,
        seeds: Vec::new(),
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

/// The tests as `quell score` takes them: without those on which the original has undefined behaviour.
fn suite(tests: &[WrittenTest]) -> TestSuite {
    let valid = tests.iter().filter(|test| test.undefined.is_none());
    TestSuite::new(valid.map(test_case).collect())
}

fn test_case(test: &WrittenTest) -> TestCase {
    TestCase {
        id: test.id.clone(),
        file: test.file.clone(),
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
