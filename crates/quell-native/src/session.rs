//! A program built once, and all runs of its original and mutants.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use quell_compile::Toolbox;
use quell_ir::Module;
use quell_values::CallImage;
use tempfile::TempDir;

use crate::cache::{Cache, file_error};
use crate::libraries::Runtime;
use crate::link::{LinkFailure, Linker};
use crate::outcome::{Recording, RunResult, Runs};
use crate::prepare::{Prepared, prepare};
use crate::protocol::{self, Answer, Job, Kind, Request};
use crate::sandbox::{Confinement, Protection, Sandbox};
use crate::stub::{Externals, StubRequest};
use crate::thunk::Signature;
use crate::undefined;
use crate::worker::{Reader, Worker};
use crate::{NativeError, Options};

/// Mutants of one test are handed out in portions, so that no worker is left with all of them.
const PORTION: usize = 128;

/// The harness of one program with its warm processes.
#[derive(Debug)]
pub struct Session {
    prepared: Prepared,
    harness: PathBuf,
    options: Options,
    scratch: TempDir,
    protection: Protection,
    workers: Vec<Mutex<Option<Worker>>>,
    /// Numbers the directories of workers, which have one each.
    started: AtomicUsize,
}

impl Session {
    /// Builds the harness around a module that holds the original and its mutants.
    pub fn build(
        module: &Module,
        tools: &Toolbox,
        options: Options,
    ) -> Result<Session, NativeError> {
        let scratch = tempfile::Builder::new().prefix("quell-").tempdir();
        let scratch =
            scratch.map_err(file_error("create a directory in", &std::env::temp_dir()))?;
        let kept = options.cache.clone();
        let cache = Cache::new(&kept.unwrap_or_else(|| scratch.path().join("build")))?;
        let libraries = Runtime::of(module).libraries(tools, &cache)?;
        let linker = Linker::new(tools, cache, options.opt_level, libraries)?;
        let (prepared, harness) = build_harness(module, &linker, &options)?;
        let confinement = confinement(&scratch);
        let protection = options.sandbox.protection(&confinement)?;
        let workers = (0..options.workers.max(1)).map(|_| Mutex::new(None));
        Ok(Session {
            prepared,
            harness,
            protection,
            workers: workers.collect(),
            options,
            scratch,
            started: AtomicUsize::new(0),
        })
    }

    /// What keeps the runs from doing harm.
    pub fn protection(&self) -> Protection {
        self.protection
    }

    /// The functions that can be called, by symbol.
    pub fn functions(&self) -> impl Iterator<Item = &str> {
        self.prepared.functions.keys().map(String::as_str)
    }

    /// The mutable globals that can be set and watched, with their sizes.
    pub fn globals(&self) -> impl Iterator<Item = (&str, u64)> {
        let globals = self.prepared.globals.iter();
        globals.map(|(symbol, &size)| (symbol.as_str(), size))
    }

    /// Runs the original twice on a test, the second time recording what it executes and infects.
    pub fn record(&self, image: &CallImage) -> Result<Recording, NativeError> {
        self.on_any_worker(record_job(image)).and_then(recording)
    }

    /// Runs the original and mutants on a test.
    pub fn run(&self, image: &CallImage, mutants: &[u32]) -> Result<Runs, NativeError> {
        let answer = self.on_any_worker(run_job(image, mutants))?;
        Ok(answer.runs)
    }

    /// Records many tests on all workers; answers are in the order of the tests.
    pub fn record_all(&self, images: &[CallImage]) -> Vec<Result<Recording, NativeError>> {
        let jobs: Vec<_> = images.iter().map(record_job).collect();
        let answers = self.on_all_workers(&jobs).into_iter();
        answers.map(|answer| answer.and_then(recording)).collect()
    }

    /// Runs many tests, each with its own mutants, on all workers; answers are in the order of the tests.
    pub fn run_all(&self, tests: &[(&CallImage, &[u32])]) -> Vec<Result<Runs, NativeError>> {
        let mut jobs = Vec::new();
        let mut portions = Vec::new();
        for &(image, mutants) in tests {
            let before = jobs.len();
            jobs.extend(mutants.chunks(PORTION).map(|part| run_job(image, part)));
            if mutants.is_empty() {
                jobs.push(run_job(image, &[]));
            }
            portions.push(jobs.len() - before);
        }
        let mut answers = self.on_all_workers(&jobs).into_iter();
        let mut next = |count: usize| join(answers.by_ref().take(count));
        portions.into_iter().map(&mut next).collect()
    }

    fn on_all_workers(&self, jobs: &[Job<'_>]) -> Vec<Result<Answer, NativeError>> {
        let next = AtomicUsize::new(0);
        let mut answers: BTreeMap<usize, _> = BTreeMap::new();
        thread::scope(|scope| {
            let work = |worker: &'_ Mutex<Option<Worker>>| {
                let mut done = Vec::new();
                let mut slot = lock(worker);
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(job) = jobs.get(index) else {
                        return done;
                    };
                    done.push((index, self.on_worker(&mut slot, *job)));
                }
            };
            let count = self.workers.len().min(jobs.len());
            let threads: Vec<_> = self.workers[..count]
                .iter()
                .map(|worker| scope.spawn(move || work(worker)))
                .collect();
            for thread in threads {
                answers.extend(thread.join().unwrap_or_default());
            }
        });
        let lost = || Err(NativeError::HarnessDied("a thread failed".to_owned()));
        let all = 0..jobs.len();
        all.map(|index| answers.remove(&index).unwrap_or_else(lost))
            .collect()
    }

    fn on_any_worker(&self, job: Job<'_>) -> Result<Answer, NativeError> {
        self.on_worker(&mut self.any_worker(), job)
    }

    fn any_worker(&self) -> MutexGuard<'_, Option<Worker>> {
        let free = self
            .workers
            .iter()
            .find_map(|worker| worker.try_lock().ok());
        free.unwrap_or_else(|| lock(&self.workers[0]))
    }

    /// How a function is called.
    pub(crate) fn signature(&self, function: &str) -> Result<&Signature, NativeError> {
        let found = self.prepared.functions.get(function);
        found.ok_or_else(|| NativeError::NoSuchFunction(function.to_owned()))
    }

    /// What the harness says of a sweep over so many inputs, with so many bytes of bits.
    pub(crate) fn sweep_on_worker(
        &self,
        job: Job<'_>,
        (count, inputs): (usize, &[u8]),
        size: usize,
    ) -> Result<(u64, Vec<u8>), NativeError> {
        let mut request = protocol::encode(&job, &self.prepared, &self.options.work)?;
        request.append(count, inputs);
        self.ask(&mut self.any_worker(), &request, |reader| {
            reader.swept(size)
        })
    }

    fn on_worker(&self, slot: &mut Option<Worker>, job: Job<'_>) -> Result<Answer, NativeError> {
        let request = protocol::encode(&job, &self.prepared, &self.options.work)?;
        let record = job.kind == Kind::Record;
        self.ask(slot, &request, |reader| reader.answer(record))
    }

    fn ask<T>(
        &self,
        slot: &mut Option<Worker>,
        request: &Request,
        read: impl FnOnce(&mut Reader<'_>) -> io::Result<T>,
    ) -> Result<T, NativeError> {
        if slot.is_none() {
            *slot = Some(self.start_worker()?);
        }
        let Some(worker) = slot else {
            return Err(NativeError::Start("no worker".to_owned()));
        };
        let answer = worker.work(request, read);
        if answer.is_err() {
            *slot = None;
        }
        answer
    }

    fn start_worker(&self) -> Result<Worker, NativeError> {
        let number = self.started.fetch_add(1, Ordering::Relaxed);
        let limits = &self.options.limits;
        let directory = self.scratch.path().join(format!("run-{number}"));
        let numbers = [
            limits.cpu_seconds,
            limits.memory_bytes,
            limits.written_bytes,
        ];
        let numbers = numbers.map(|number| number.to_string().into());
        let args = std::iter::once(directory.into_os_string()).chain(numbers);
        let sandbox = &self.options.sandbox;
        let command = sandbox.command(&confinement(&self.scratch), &self.harness, args);
        let complaints = self.scratch.path().join(format!("complaints-{number}"));
        let worker = Worker::start(command, &complaints)?;
        match self.options.sandbox {
            Sandbox::Required(_) if !worker.limits_processes => Err(NativeError::Unprotected(
                "runs could make processes".to_owned(),
            )),
            _ => Ok(worker),
        }
    }
}

/// Of the harness. It sets the limits of each run itself, and lets no run make processes.
fn confinement(scratch: &TempDir) -> Confinement {
    Confinement {
        writable: vec![scratch.path().to_owned()],
        ..Confinement::default()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn record_job(image: &CallImage) -> Job<'_> {
    Job {
        image,
        mutants: &[],
        kind: Kind::Record,
    }
}

fn run_job<'a>(image: &'a CallImage, mutants: &'a [u32]) -> Job<'a> {
    Job {
        image,
        mutants,
        kind: Kind::Run,
    }
}

fn recording(answer: Answer) -> Result<Recording, NativeError> {
    let missing = || NativeError::HarnessDied("no recording came".to_owned());
    let (again, recording) = answer.recording.ok_or_else(missing)?;
    match again {
        RunResult::Differs(again) if !crate::outcome::same_bytes(&recording.observed, &again) => {
            let first = recording.observed;
            Err(NativeError::Flaky(Box::new((first, *again))))
        }
        _ => Ok(recording),
    }
}

/// The runs of one test, from its portions.
fn join(portions: impl Iterator<Item = Result<Answer, NativeError>>) -> Result<Runs, NativeError> {
    let mut whole: Option<Runs> = None;
    for answer in portions {
        let part = answer?.runs;
        match &mut whole {
            Some(whole) => whole.mutants.extend(part.mutants),
            None => whole = Some(part),
        }
    }
    whole.ok_or_else(|| NativeError::HarnessDied("no answer came".to_owned()))
}

/// Links; with stand-ins for what is missing, if they are wanted.
fn build_harness(
    module: &Module,
    linker: &Linker,
    options: &Options,
) -> Result<(Prepared, PathBuf), NativeError> {
    let prepared = prepare(module, &options.functions, &[])?;
    let missing = match linker.link(&prepared.text) {
        Ok(harness) => return Ok((prepared, harness)),
        Err(LinkFailure::Other(error)) => return Err(error),
        Err(LinkFailure::Undefined(missing)) => missing,
    };
    let stubs = stand_ins(module, &missing, &options.externals)?;
    let prepared = prepare(module, &options.functions, &stubs)?;
    match linker.link(&prepared.text) {
        Ok(harness) => Ok((prepared, harness)),
        Err(LinkFailure::Other(error)) => Err(error),
        Err(LinkFailure::Undefined(missing)) => Err(undefined::error(module, &missing)),
    }
}

fn stand_ins(
    module: &Module,
    missing: &BTreeSet<String>,
    externals: &Externals,
) -> Result<Vec<StubRequest>, NativeError> {
    let is_function = |symbol: &String| module.find_function(symbol).is_some();
    match externals {
        Externals::Stub(returns) if missing.iter().all(is_function) => {
            let request = |symbol: &String| StubRequest {
                symbol: symbol.clone(),
                returns: returns.get(symbol).cloned().unwrap_or_default(),
            };
            Ok(missing.iter().map(request).collect())
        }
        _ => Err(undefined::error(module, missing)),
    }
}
