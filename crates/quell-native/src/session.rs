//! A program built once, and all runs of its original and mutants.
//!
//! - **A run is a fork.** The warm process places a test once and forks a child per mutant. The child compares the state that it
//!   left with the original's and copies it only if it differs. All jobs of a test run the original first, from the same state,
//!   so that both sides of a comparison come from one process.
//! - **Time is work.** A mutant may do a multiple of the original's counted work. The limit on processor time is for library code
//!   alone, and a run that waits without using any is ended.
//! - **Files are observed** as a run leaves them in its directory, whole up to 16 MiB and as a digest beyond. Thread-local
//!   variables are observed like globals: a function beside the module gives their addresses.
//! - **Addresses are fixed.** Objects, heap and program have the same addresses in every run, so equal bytes mean equal pointers.
//!   Each object ends at a page without access, or begins behind one where a test says so; the rest of its own page is checked
//!   afterwards. A test that does not kill its mutant is tried in the other way too.
//! - **The heap is the harness's.** Blocks that are reachable at the end are observed, guard bytes after each detect stray
//!   writes, and running out of memory is distinguished from a crash. A freed block is not reused before a run has allocated
//!   much: pointers to it point to no object, as in proofs.
//! - **Fresh memory is not zero.** Buffers without values, heap and stack hold a pattern. A second run of the original with the
//!   inverse pattern finds tests whose outcome depends on it, which are refused, and bits that are left unwritten, which are not
//!   compared.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

use quell_compile::{ScratchDirectory, Toolbox};
use quell_ir::Module;
use quell_values::annotations::is_input;
use quell_values::callbacks::is_callback;
use quell_values::{CallImage, End, Observed, outside};

use crate::WorkLimits;
use crate::cache::{Cache, file_error};
use crate::libraries::Runtime;
use crate::link::{LinkFailure, Linker};
use crate::missing::Missing;
use crate::outcome::{self, Recording, RunResult, Runs};
use crate::prepare::{Prepared, prepare};
use crate::protocol::{self, Answer, Fresh, Job, Kind, Request};
use crate::sandbox::{Confinement, Protection, Sandbox, Scratch};
use crate::stub::{Externals, Stub};
use crate::thunk::Signature;
use crate::undefined;
use crate::wait::Wait;
use crate::worker::{Reader, Worker};
use crate::{NativeError, Options, Undefined};

/// Mutants of one test are handed out in portions, so that no worker is left with all of them.
const PORTION: usize = 128;

/// The directory that the harness makes for its runs in the one it is given.
const DIRECTORY_OF_RUNS: &str = "files";

/// Of all files of one run together: many times what is compared of them.
const DISK_SPACE: u64 = 64 << 20;

/// The harness of one program with its warm processes.
#[derive(Debug)]
pub struct Session {
    prepared: Prepared,
    harness: PathBuf,
    undefined: Vec<Undefined>,
    outside: Vec<Undefined>,
    options: Options,
    scratch: ScratchDirectory,
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
        let scratch = ScratchDirectory::new();
        let scratch =
            scratch.map_err(file_error("create a directory in", &std::env::temp_dir()))?;
        let cache = Cache::new(&scratch.path().join("build"))?;
        // Where nothing can be kept it is made anew.
        let kept = options.cache.as_deref().map(Cache::new);
        let kept = kept.and_then(Result::ok).filter(Cache::is_writable);
        let kept = kept.unwrap_or_else(|| cache.clone());
        let libraries = Runtime::of(module).libraries(tools, &kept)?;
        let linker = Linker::new(tools, kept, cache, options.opt_level, libraries)?;
        let Harness {
            prepared,
            program,
            missing,
        } = build_harness(module, &linker, &options)?;
        let protection = options.sandbox.protection(&confinement(scratch.path()))?;
        let workers = (0..options.workers.max(1)).map(|_| Mutex::new(None));
        Ok(Session {
            undefined: undefined::used(module, missing.names()),
            outside: undefined::used(module, prepared.stubs.iter().map(|of| of.symbol.as_str())),
            prepared,
            harness: program,
            protection,
            workers: workers.collect(),
            options,
            scratch,
            started: AtomicUsize::new(0),
        })
    }

    /// The protections of the runs.
    pub fn protection(&self) -> Protection {
        self.protection
    }

    /// Undefined symbols without a stub: a run that reaches one ends there. Runs name it by its place in the list.
    pub fn undefined(&self) -> &[Undefined] {
        &self.undefined
    }

    /// External functions with a stub: calls are observed, and return the values of the test.
    pub fn outside(&self) -> &[Undefined] {
        &self.outside
    }

    /// The stubs, by their numbers.
    pub(crate) fn stubs(&self) -> &[Stub] {
        &self.prepared.stubs
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

    /// Runs many tests, each with its own mutants, on all workers, with these limits on work; answers are in the order of the
    /// tests.
    pub(crate) fn run_within(
        &self,
        work: WorkLimits,
        tests: &[(&CallImage, &[u32])],
    ) -> Vec<Result<Runs, NativeError>> {
        let mut jobs = Vec::new();
        let mut portions = Vec::new();
        for &(image, mutants) in tests {
            let job = |mutants| Job {
                work: Some(work),
                ..run_job(image, mutants)
            };
            let before = jobs.len();
            jobs.extend(mutants.chunks(PORTION).map(job));
            if mutants.is_empty() {
                jobs.push(job(&[]));
            }
            portions.push(jobs.len() - before);
        }
        let mut answers = self.on_all_workers(&jobs).into_iter();
        let mut next = |count: usize| join(answers.by_ref().take(count));
        portions.into_iter().map(&mut next).collect()
    }

    pub(crate) fn work_limits(&self) -> WorkLimits {
        self.options.work
    }

    /// Runs the original on many tests with other bytes in memory that was never written.
    pub fn run_originals_afresh(&self, images: &[CallImage]) -> Vec<Result<Observed, NativeError>> {
        let jobs: Vec<_> = images.iter().map(afresh_job).collect();
        let answers = self.on_all_workers(&jobs).into_iter();
        answers
            .map(|answer| answer.map(|answer| answer.runs.original))
            .collect()
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
                    let Some(job) = jobs.get(index).filter(|_| !self.is_stopped()) else {
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
        let lost = || match self.is_stopped() {
            true => Err(NativeError::Interrupted),
            false => Err(NativeError::harness("a thread failed")),
        };
        let all = 0..jobs.len();
        all.map(|index| answers.remove(&index).unwrap_or_else(lost))
            .collect()
    }

    fn is_stopped(&self) -> bool {
        self.options.stop.load(Ordering::Relaxed)
    }

    pub(crate) fn on_any_worker(&self, job: Job<'_>) -> Result<Answer, NativeError> {
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

    /// The answer of the harness to a sweep over this many inputs, with this many bytes of bits. The original's runs are short
    /// unless the job has its own limits.
    pub(crate) fn sweep_on_worker(
        &self,
        job: Job<'_>,
        (count, inputs): (usize, &[u8]),
        size: usize,
    ) -> Result<(u64, Vec<u8>), NativeError> {
        let work = job.work.unwrap_or(self.options.work.of_short_runs());
        let mut request = protocol::encode(&job, &self.prepared, &work)?;
        request.append(count, inputs);
        let wait = self.wait(job.until);
        self.ask(&mut self.any_worker(), &request, wait, |reader| {
            reader.swept(size)
        })
    }

    fn on_worker(&self, slot: &mut Option<Worker>, job: Job<'_>) -> Result<Answer, NativeError> {
        match self.once_on_worker(slot, job) {
            Err(NativeError::HarnessDied { .. }) if !self.is_stopped() => self.again(slot, job),
            answer => answer,
        }
    }

    /// After the harness has ended: all runs once more, mutants one by one. One that ends the harness a second time is
    /// judged by the signal that did it.
    fn again(&self, slot: &mut Option<Worker>, job: Job<'_>) -> Result<Answer, NativeError> {
        let original = Job {
            mutants: &[],
            ..job
        };
        let mut answer = self.once_on_worker(slot, original)?;
        for mutant in job.mutants.chunks(1) {
            let alone = Job {
                mutants: mutant,
                kind: Kind::Run,
                ..job
            };
            match self.once_on_worker(slot, alone) {
                Ok(alone) => answer.runs.mutants.extend(alone.runs.mutants),
                Err(NativeError::HarnessDied {
                    signal: Some(signal),
                    ..
                }) => answer.runs.mutants.push(outcome::ended_by(signal)),
                Err(error) => return Err(error),
            }
        }
        Ok(answer)
    }

    fn once_on_worker(
        &self,
        slot: &mut Option<Worker>,
        job: Job<'_>,
    ) -> Result<Answer, NativeError> {
        let work = job.work.unwrap_or(self.options.work);
        let request = protocol::encode(&job, &self.prepared, &work)?;
        let request = request.naming(self.undefined.iter().map(|of| of.symbol.clone()));
        let record = job.kind == Kind::Record;
        let wait = self.wait(job.until);
        let answer = self.ask(slot, &request, wait, |reader| reader.answer(record))?;
        usable(answer)
    }

    fn wait(&self, until: Option<Instant>) -> Wait {
        Wait {
            stop: Arc::clone(&self.options.stop),
            until,
        }
    }

    fn ask<T>(
        &self,
        slot: &mut Option<Worker>,
        request: &Request,
        wait: Wait,
        read: impl FnOnce(&mut Reader<'_>) -> io::Result<T>,
    ) -> Result<T, NativeError> {
        if let Some(end) = wait.end() {
            return Err(end);
        }
        if slot.is_none() {
            *slot = Some(self.start_worker(wait.clone())?);
        }
        let Some(worker) = slot else {
            return Err(NativeError::Start("no worker".to_owned()));
        };
        let answer = worker.work(request, wait, read);
        if answer.is_err() {
            *slot = None;
        }
        answer
    }

    fn start_worker(&self, wait: Wait) -> Result<Worker, NativeError> {
        let number = self.started.fetch_add(1, Ordering::Relaxed);
        let limits = &self.options.limits;
        let directory = self.scratch.path().join(format!("run-{number}"));
        fs::create_dir(&directory).map_err(file_error("create", &directory))?;
        let numbers = [
            limits.cpu_seconds,
            limits.memory_bytes,
            limits.written_bytes,
        ];
        let numbers = numbers.map(|number| number.to_string().into());
        let inner = directory.join(DIRECTORY_OF_RUNS).into_os_string();
        let args = std::iter::once(inner).chain(numbers);
        let sandbox = &self.options.sandbox;
        let command = sandbox.command(&confinement(&directory), &self.harness, args);
        let complaints = self.scratch.path().join(format!("complaints-{number}"));
        let worker = Worker::start(command, &complaints, wait)?;
        match self.options.sandbox {
            Sandbox::Required(_) if !worker.limits_processes => Err(NativeError::Unprotected(
                "runs could make processes".to_owned(),
            )),
            _ => Ok(worker),
        }
    }
}

/// After the original reached an undefined symbol its behaviour is not known, so there is nothing to compare mutants
/// with.
fn usable(answer: Answer) -> Result<Answer, NativeError> {
    match &answer.runs.original.end {
        End::Missing(symbol) => Err(NativeError::Missing(symbol.clone())),
        _ => Ok(answer),
    }
}

/// Of the harness. It sets the limits of each run itself, and lets no run make processes.
fn confinement(directory: &Path) -> Confinement {
    let scratch = Scratch {
        directory: directory.to_owned(),
        bytes: DISK_SPACE,
    };
    Confinement {
        writable: vec![directory.to_owned()],
        scratch: vec![scratch],
        many_runs: true,
        ..Confinement::default()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

pub(crate) fn record_job(image: &CallImage) -> Job<'_> {
    Job {
        image,
        mutants: &[],
        kind: Kind::Record,
        fresh: Fresh::Usual,
        work: None,
        until: None,
    }
}

pub(crate) fn run_job<'a>(image: &'a CallImage, mutants: &'a [u32]) -> Job<'a> {
    Job {
        image,
        mutants,
        kind: Kind::Run,
        fresh: Fresh::Usual,
        work: None,
        until: None,
    }
}

/// With other bytes than usual in memory that was never written.
pub(crate) fn afresh_job(image: &CallImage) -> Job<'_> {
    Job {
        fresh: Fresh::Inverse,
        ..run_job(image, &[])
    }
}

pub(crate) fn recording(answer: Answer) -> Result<Recording, NativeError> {
    let missing = || NativeError::harness("no recording came");
    let (again, recording) = answer.recording.ok_or_else(missing)?;
    match again {
        RunResult::Differs(again) if !outcome::same_bytes(&recording.observed, &again) => {
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
    whole.ok_or_else(|| NativeError::harness("no answer came"))
}

/// The linked program, its module as the other end knows it, and its undefined symbols.
struct Harness {
    prepared: Prepared,
    program: PathBuf,
    missing: Missing,
}

/// Links; with stubs for undefined functions, if the options ask for them.
fn build_harness(
    module: &Module,
    linker: &Linker,
    options: &Options,
) -> Result<Harness, NativeError> {
    let mut stubs = match options.externals {
        Externals::Stub => inputs(module),
        Externals::Trap | Externals::Refuse => BTreeSet::new(),
    };
    let known: Vec<String> = stubs.iter().cloned().collect();
    let mut prepared = prepare(module, &options.functions, &known)?;
    let mut missing = Missing::default();
    loop {
        let undefined = match linker.link(&prepared.text, &missing.source()) {
            Ok(program) => {
                return Ok(Harness {
                    prepared,
                    program,
                    missing,
                });
            }
            Err(LinkFailure::Other(error)) => return Err(error),
            Err(LinkFailure::Undefined(undefined)) => undefined,
        };
        let is_stub = |symbol: &&String| {
            let wanted = options.externals == Externals::Stub && !stubs.contains(*symbol);
            wanted && can_have_stub(module, symbol)
        };
        let (stood_in, rest): (Vec<&String>, Vec<&String>) = undefined.iter().partition(is_stub);
        let rest: BTreeSet<String> = rest.into_iter().cloned().collect();
        if options.externals == Externals::Refuse || !missing.add(module, &rest) {
            return Err(undefined::error(module, &undefined));
        }
        if !stood_in.is_empty() {
            stubs.extend(stood_in.into_iter().cloned());
            let all: Vec<String> = stubs.iter().cloned().collect();
            prepared = prepare(module, &options.functions, &all)?;
        }
    }
}

/// Functions that return inputs or are targets of function pointers: libraries do not define them.
fn inputs(module: &Module) -> BTreeSet<String> {
    let declared = module
        .functions
        .iter()
        .filter(|(_, of)| of.is_declaration());
    let names = declared.filter_map(|(id, of)| {
        let name = module.text(of.name);
        (is_input(module, id) || is_callback(name)).then(|| name.to_owned())
    });
    names.filter(|name| can_have_stub(module, name)).collect()
}

/// Whether a call of it is seen with all its arguments.
fn can_have_stub(module: &Module, symbol: &str) -> bool {
    let found = module.find_function(symbol);
    found.is_some_and(|id| {
        let size = |ty| module.layout.store_size(&module.types, ty);
        let mut params = module.functions[id].params.iter();
        outside::obstacle(module, id).is_none() && params.all(|param| size(param.ty).is_ok())
    })
}
