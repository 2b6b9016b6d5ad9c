//! All runs of a suite: the original first, then each mutant with the commands that infect it.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::{Duration, Instant};

use quell_compile::ScratchDirectory;
use quell_results::{Event, Observable, Score, Seen, Sight, Warning};

use super::baseline::{Baseline, check_baseline, total_work};
use super::carried::Unit;
use super::compare::{difference, rename_directory};
use super::error::SuiteError;
use super::finding::{Finding, MutantRun, finding};
use super::fingerprint::Fingerprint;
use super::journal::Known;
use super::labels::SuiteLabels;
use super::launch::{Ending, Launch, RECORDINGS, Ran};
use super::recording::Recording;
use super::subjects::{Subject, subjects};
use super::tasks::Tasks;
use super::workspace::Workspace;
use crate::WorkLimits;
use crate::sandbox::{Protection, Sandbox};
use crate::stream::ScoreStream;

#[derive(Clone, Debug)]
pub struct SuiteOptions {
    pub commands: Vec<String>,
    pub compare_output: bool,
    /// Runs at the same time, each in its own copy of the working directory.
    pub jobs: usize,
    /// Runs in the working directory itself, one after the other.
    pub in_place: bool,
    /// Commands that cannot be used are skipped instead of being an error.
    pub keep_going: bool,
    /// Continues after the first command that kills a mutant.
    pub matrix: bool,
    pub work: WorkLimits,
    pub time: TimeLimits,
    pub sandbox: Sandbox,
}

/// Only for what does no work that is counted, and so generous that a busy machine reaches it never.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeLimits {
    pub original: Duration,
    pub factor: u32,
    pub least: Duration,
}

impl Default for TimeLimits {
    fn default() -> Self {
        Self {
            original: Duration::from_secs(3600),
            factor: 30,
            least: Duration::from_secs(60),
        }
    }
}

/// A suite that is ready to run.
#[derive(Debug)]
pub struct Suite<'a> {
    pub(super) units: &'a [Unit],
    pub(super) subjects: Vec<Subject>,
    pub(super) labels: SuiteLabels,
    options: &'a SuiteOptions,
    interrupted: &'a AtomicBool,
    pub(super) directory: PathBuf,
    scratch: ScratchDirectory,
    runs: AtomicUsize,
}

/// The name of the first copy of the working directory.
const MODEL: &str = "model";

/// Where a worker runs commands.
#[derive(Debug)]
struct Desk {
    notes: PathBuf,
    /// None in place.
    workspace: Option<Workspace>,
}

impl<'a> Suite<'a> {
    /// Copies the working directory, so that changes of it do no harm from now on.
    pub fn new(
        units: &'a [Unit],
        directory: &Path,
        options: &'a SuiteOptions,
        interrupted: &'a AtomicBool,
    ) -> Result<Self, SuiteError> {
        let scratch = ScratchDirectory::new();
        let scratch = scratch.map_err(|source| SuiteError::Write {
            path: std::env::temp_dir(),
            source,
        })?;
        if !options.in_place {
            Workspace::new(directory, &scratch.path().join(MODEL))?;
        }
        Ok(Self {
            units,
            subjects: subjects(units),
            labels: SuiteLabels::of(units),
            options,
            interrupted,
            directory: directory.to_owned(),
            scratch,
            runs: AtomicUsize::new(0),
        })
    }

    /// The protections of the runs; an error if they do not suffice.
    pub(super) fn protection(&self) -> Result<Protection, SuiteError> {
        let launch = Launch {
            command: "",
            directory: self.scratch.path(),
            notes: self.scratch.path(),
            mutant: None,
            work_limit: None,
            time_limit: Duration::ZERO,
            sandbox: &self.options.sandbox,
        };
        let protection = self.options.sandbox.protection(&launch.confinement());
        protection.map_err(|error| SuiteError::Unprotected(Box::new(error)))
    }

    /// The number of commands that were run.
    pub fn runs(&self) -> usize {
        self.runs.load(Ordering::Relaxed)
    }

    /// The path of a file relative to the working directory, if the file is in it.
    pub fn relative(&self, path: &Path) -> Option<PathBuf> {
        let whole = self.directory.join(path);
        let (parent, name) = (whole.parent()?, whole.file_name()?);
        let parent = parent.canonicalize().ok()?;
        let directory = self.directory.canonicalize().ok()?;
        let below = parent.strip_prefix(directory).ok()?;
        Some(below.join(name))
    }

    /// A digest of all that results depend on, apart from the commands: the programs and, unless the runs are
    /// in place, all other files of the working directory but those in `without`.
    pub fn fingerprint(
        &self,
        programs: &[PathBuf],
        without: &BTreeSet<PathBuf>,
    ) -> Result<String, SuiteError> {
        let mut fingerprint = Fingerprint::default();
        let SuiteOptions {
            compare_output,
            in_place,
            work,
            time,
            ..
        } = self.options;
        fingerprint.add(format!("{compare_output} {in_place} {work:?} {time:?}").as_bytes());
        for unit in self.units {
            fingerprint.add(unit.unit.as_bytes());
        }
        for program in programs {
            fingerprint.add_file(program)?;
        }
        if !in_place {
            fingerprint.add_directory(&self.scratch.path().join(MODEL), without)?;
        }
        Ok(fingerprint.finish())
    }

    /// Runs all commands on the original, and each mutant with the commands that infect it, unless it is known what they show.
    /// The subscriber gets every event the moment it happens.
    pub fn run(
        &self,
        begun: Score,
        known: &Known,
        subscriber: &mut dyn FnMut(&Event),
    ) -> Result<(), SuiteError> {
        let mut stream = ScoreStream::new(subscriber);
        let score = Box::new(begun);
        stream.send(&Event::ScoreStarted { score });
        match self.run_all(known, &mut stream) {
            // Without a run of the original it is unknown which mutants the commands execute.
            Err(SuiteError::Interrupted) => return Ok(()),
            done => done?,
        }
        if !self.interrupted.load(Ordering::Relaxed) {
            stream.finish(self.runs() as u64);
        }
        Ok(())
    }

    fn run_all(&self, known: &Known, stream: &mut ScoreStream<'_>) -> Result<(), SuiteError> {
        let baselines = self.baselines(stream)?;
        if baselines.is_empty() {
            let warning = Warning::NoCommandLeft;
            stream.send(&Event::Warning { warning });
        }
        let coverage = self.coverage(&baselines);
        stream.send(&Event::CoverageMeasured { coverage });
        for label in self.label_records(&baselines) {
            stream.decide(&label.id, label.verdict);
        }
        self.mutants(&baselines, known, stream)
    }

    /// Runs each command on the original: twice, or once if there are no mutants to compare with it, as one run shows all labels.
    fn baselines(&self, stream: &mut ScoreStream<'_>) -> Result<Vec<Baseline>, SuiteError> {
        let mut desk = self.desk(0)?;
        let mut baselines = Vec::new();
        for command in &self.options.commands {
            match self.baseline(&mut desk, command) {
                Ok(baseline) => {
                    self.recorded(&baseline, stream);
                    baselines.push(baseline);
                }
                Err(SuiteError::Unusable { command, why }) if self.options.keep_going => {
                    let why = *why;
                    let warning = Warning::CommandSkipped { command, why };
                    stream.send(&Event::Warning { warning });
                }
                Err(error) => return Err(error),
            }
        }
        Ok(baselines)
    }

    /// A command that runs none of the programs was most likely meant to.
    fn recorded(&self, baseline: &Baseline, stream: &mut ScoreStream<'_>) {
        let test = Box::new(self.test_report(baseline));
        stream.send(&Event::TestRecorded { test });
        if baseline.work == 0 {
            let command = baseline.command.clone();
            let warning = Warning::CommandRunsNothing { command };
            stream.send(&Event::Warning { warning });
        }
    }

    fn baseline(&self, desk: &mut Desk, command: &str) -> Result<Baseline, SuiteError> {
        let start = Instant::now();
        let (first, mut recordings) = self.run_original(desk, command)?;
        let duration = start.elapsed();
        self.runs.fetch_add(1, Ordering::Relaxed);
        if self.subjects.is_empty() {
            check_baseline(command, &first, &first, self.options.compare_output)?;
        } else {
            let (second, again) = self.run_original(desk, command)?;
            self.runs.fetch_add(1, Ordering::Relaxed);
            check_baseline(command, &first, &second, self.options.compare_output)?;
            let both = recordings.iter().zip(&again);
            recordings = both.map(|(one, other)| one.union(other)).collect();
        }
        Ok(Baseline {
            command: command.to_owned(),
            ran: first,
            work: total_work(&recordings),
            recordings,
            duration,
        })
    }

    fn run_original(
        &self,
        desk: &mut Desk,
        command: &str,
    ) -> Result<(Ran, Vec<Recording>), SuiteError> {
        let limits = Limits {
            work: None,
            time: self.options.time.original,
        };
        self.run_in(desk, command, None, limits)
    }

    /// Commands that do not infect a mutant are not run with it.
    fn mutants(
        &self,
        baselines: &[Baseline],
        known: &Known,
        stream: &mut ScoreStream<'_>,
    ) -> Result<(), SuiteError> {
        let mut findings = Vec::new();
        for (index, subject) in self.subjects.iter().enumerate() {
            let mut finding = finding(subject, baselines);
            // A mutant with the code of another one behaves the same, so its runs would give no information.
            if subject.mutant.same_code.is_none() {
                let of = (index, &mut finding);
                self.add_known(of, baselines, known, stream);
                self.decide(index, &finding, baselines, stream);
            }
            findings.push(finding);
        }
        let is_open = |index: &usize| {
            let is_alone = self.subjects[*index].mutant.same_code.is_none();
            is_alone && findings[*index].next(self.options.matrix).is_some()
        };
        let open: Vec<usize> = (0..findings.len()).filter(is_open).collect();
        stream.send(&Event::MutantsStarted {
            objectives: open.len() as u64,
        });
        let tasks = Tasks::new(open, findings, baselines);
        match self.do_tasks(&tasks, stream) {
            Some(SuiteError::Interrupted) | None => Ok(()),
            Some(error) => Err(error),
        }
    }

    /// Adds the runs that are known.
    fn add_known(
        &self,
        (index, finding): (usize, &mut Finding),
        baselines: &[Baseline],
        known: &Known,
        stream: &mut ScoreStream<'_>,
    ) {
        let id = self.id(&self.subjects[index]);
        while let Some(command) = finding.next(self.options.matrix)
            && let Some(observed) = known.run(&id, &baselines[command].command)
        {
            let observed = observed.cloned();
            let run = MutantRun { command, observed };
            self.ran(index, &run, baselines, stream);
            finding.runs.push(run);
        }
    }

    /// Sends a run of a mutant.
    fn ran(
        &self,
        index: usize,
        run: &MutantRun,
        baselines: &[Baseline],
        stream: &mut ScoreStream<'_>,
    ) {
        stream.send(&Event::MutantRan {
            id: self.id(&self.subjects[index]),
            test: baselines[run.command].command.clone(),
            observed: run.observed.clone(),
        });
    }

    /// Sends the verdict on a mutant if a command kills it or none is left to run.
    fn decide(
        &self,
        index: usize,
        finding: &Finding,
        baselines: &[Baseline],
        stream: &mut ScoreStream<'_>,
    ) {
        if finding.next(self.options.matrix).is_none() || finding.is_killed() {
            let id = self.id(&self.subjects[index]);
            stream.decide(&id, finding.verdict(baselines));
        }
    }

    /// Does all tasks on several threads; the first error, after which no more were begun.
    fn do_tasks(&self, tasks: &Tasks<'_>, stream: &mut ScoreStream<'_>) -> Option<SuiteError> {
        let mut failure = None;
        let mut findings = tasks.initial.clone();
        thread::scope(|scope| {
            let (sender, results) = mpsc::channel();
            for worker in 0..self.workers(tasks.indices.len()) {
                let sender = sender.clone();
                scope.spawn(move || self.work(worker, tasks, &sender));
            }
            drop(sender);
            for result in results {
                match result {
                    Ok((index, run)) => {
                        self.ran(index, &run, tasks.baselines, stream);
                        findings[index].runs.push(run);
                        self.decide(index, &findings[index], tasks.baselines, stream);
                    }
                    Err(error) => failure = failure.take().or(Some(error)),
                }
            }
        });
        failure
    }

    fn workers(&self, tasks: usize) -> usize {
        let wanted = match self.options.in_place {
            true => 1,
            false => self.options.jobs.max(1),
        };
        wanted.min(tasks)
    }

    /// Does tasks until none are left. After an error the others end as well.
    fn work(&self, worker: usize, tasks: &Tasks<'_>, results: &Sender<TaskResult>) {
        let mut desk = match self.desk(worker) {
            Ok(desk) => desk,
            Err(error) => return drop(results.send(Err(error))),
        };
        while let Some(index) = tasks.take() {
            let done = self.run_mutant(&mut desk, index, tasks, results);
            if let Err(error) = done {
                drop(results.send(Err(error)));
                return tasks.give_up();
            }
        }
    }

    /// Runs a mutant with the commands that are left, and hands up each run.
    fn run_mutant(
        &self,
        desk: &mut Desk,
        index: usize,
        tasks: &Tasks<'_>,
        results: &Sender<TaskResult>,
    ) -> Result<(), SuiteError> {
        let name = self.subjects[index].mutant.name();
        let mut finding = tasks.initial[index].clone();
        while let Some(command) = finding.next(self.options.matrix) {
            let observed = self.run_with(desk, &name, &tasks.baselines[command])?;
            let run = MutantRun { command, observed };
            if run.is_kill() {
                self.check_again(desk, command, tasks)?;
            }
            finding.runs.push(run.clone());
            // The receiver lives as long as the workers.
            drop(results.send(Ok((index, run))));
        }
        Ok(())
    }

    /// A command that only fails now and then may have passed at the beginning: the more it kills, the more often it
    /// has to pass again without any mutant.
    fn check_again(
        &self,
        desk: &mut Desk,
        command: usize,
        tasks: &Tasks<'_>,
    ) -> Result<(), SuiteError> {
        let kills = tasks.kills[command].fetch_add(1, Ordering::Relaxed) + 1;
        if !kills.is_power_of_two() {
            return Ok(());
        }
        let Baseline { command, ran, .. } = &tasks.baselines[command];
        let (again, _) = self.run_original(desk, command)?;
        check_baseline(command, ran, &again, self.options.compare_output)
    }

    fn run_with(
        &self,
        desk: &mut Desk,
        mutant: &str,
        baseline: &Baseline,
    ) -> Result<Option<Sight>, SuiteError> {
        let WorkLimits {
            factor, constant, ..
        } = self.options.work;
        let time = &self.options.time;
        let limits = Limits {
            work: Some(
                baseline
                    .work
                    .saturating_mul(factor)
                    .saturating_add(constant),
            ),
            time: baseline
                .duration
                .saturating_mul(time.factor)
                .max(time.least),
        };
        self.runs.fetch_add(1, Ordering::Relaxed);
        let (ran, recordings) = self.run_in(desk, &baseline.command, Some(mutant), limits)?;
        if recordings.iter().any(|recording| recording.out_of_work) {
            let steps = baseline.work;
            return Ok(Some(far_more(Observable::Work, Seen::Work { steps })));
        }
        if ran.ending == Ending::OutOfTime {
            return Ok(Some(far_more(Observable::Time, Seen::InTime)));
        }
        Ok(difference(&baseline.ran, &ran, self.options.compare_output))
    }

    fn desk(&self, worker: usize) -> Result<Desk, SuiteError> {
        let place = self.scratch.path().join(format!("worker-{worker}"));
        let created = fs::create_dir_all(&place);
        created.map_err(|source| SuiteError::Write {
            path: place.clone(),
            source,
        })?;
        let model = self.scratch.path().join(MODEL);
        let workspace = match self.options.in_place {
            true => None,
            // The directory keeps the name that the user gave it, for commands that depend on it.
            false => {
                let name = self.directory.file_name().unwrap_or("work".as_ref());
                Some(Workspace::new(&model, &place.join(name))?)
            }
        };
        let notes = self.scratch.path().join(format!("notes-{worker}"));
        Ok(Desk { notes, workspace })
    }

    /// One run in a workspace as fresh as the first one.
    fn run_in(
        &self,
        desk: &mut Desk,
        command: &str,
        mutant: Option<&str>,
        limits: Limits,
    ) -> Result<(Ran, Vec<Recording>), SuiteError> {
        if let Some(workspace) = &mut desk.workspace {
            workspace.restore()?;
        }
        fresh_directory(&desk.notes)?;
        let place = desk.workspace.as_ref();
        let directory = place.map_or(self.directory.as_path(), Workspace::directory);
        let launch = Launch {
            command,
            directory,
            notes: &desk.notes,
            mutant,
            work_limit: limits.work,
            time_limit: limits.time,
            sandbox: &self.options.sandbox,
        };
        let mut ran = launch.run(self.interrupted)?;
        let (here, named) = (directory.as_os_str(), self.directory.as_os_str());
        for output in [&mut ran.stdout, &mut ran.stderr] {
            rename_directory(output, here.as_bytes(), named.as_bytes());
        }
        let recordings = desk.notes.join(RECORDINGS);
        let read = |unit| Recording::read(&recordings, unit);
        let recordings: Result<Vec<_>, _> = self.units.iter().map(read).collect();
        Ok((ran, recordings?))
    }
}

/// A mutant was stopped after far more than the original.
fn far_more(what: Observable, original: Seen) -> Sight {
    Sight {
        what,
        original,
        mutant: Seen::FarMore,
    }
}

/// A run of a mutant, by the index of its subject.
type TaskResult = Result<(usize, MutantRun), SuiteError>;

/// What one run may use.
#[derive(Clone, Copy, Debug)]
struct Limits {
    work: Option<u64>,
    time: Duration,
}

fn fresh_directory(path: &Path) -> Result<(), SuiteError> {
    let removed = match fs::remove_dir_all(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
        result => result,
    };
    let made = removed.and_then(|()| fs::create_dir(path));
    made.map_err(|source| SuiteError::Write {
        path: path.to_owned(),
        source,
    })
}
