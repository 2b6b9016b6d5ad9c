//! One run of a command, from its start to the verdict on how it ended.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::Path;
use std::process::{Child, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::disk::DiskWatch;
use super::error::SuiteError;
use crate::sandbox::{Confinement, Sandbox, Scratch, end_all};

/// What a run is started with.
#[derive(Clone, Debug)]
pub struct Launch<'a> {
    /// A line for the shell.
    pub command: &'a str,
    pub directory: &'a Path,
    /// An empty directory for its recordings and its output.
    pub notes: &'a Path,
    /// The name of a mutant; none for the original.
    pub mutant: Option<&'a str>,
    pub work_limit: Option<u64>,
    /// Only against what does no work that is counted.
    pub time_limit: Duration,
    pub sandbox: &'a Sandbox,
}

/// How a run ended and what it printed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ran {
    pub ending: Ending,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    Exited(i32),
    Signalled(i32),
    OutOfTime,
}

impl Ending {
    /// The same as the results have it.
    pub fn ending(self) -> quell_results::Ending {
        match self {
            Self::Exited(status) => quell_results::Ending::Exited { status },
            Self::Signalled(signal) => quell_results::Ending::Signalled { signal },
            Self::OutOfTime => quell_results::Ending::OutOfTime,
        }
    }
}

/// The name of the directory for recordings, beside the files with the output.
pub const RECORDINGS: &str = "recordings";

/// A file that the shell makes before it begins: without it, the run was not confined and did not begin.
const BEGUN: &str = "begun";
const BEGIN: &str = ": >\"$QUELL_BEGUN\" && unset QUELL_BEGUN && exec sh -c \"$0\"";

/// Variables of a `make` around Quell, which the one in the command must not take for its own parent.
const FOREIGN: &[&str] = &["MAKEFLAGS", "MFLAGS", "MAKELEVEL", "GNUMAKEFLAGS"];

/// Of memory, for each process, at most, and as a part of what the machine has; of each file; of processes at a time. Enough
/// for any suite, and for no bomb.
const MEMORY: u64 = 8 << 30;
const SHARE_OF_MEMORY: u64 = 4;
const FILE_SIZE: u64 = 1 << 30;
const PROCESSES: u64 = 1000;
/// Of all files that a run writes together.
const DISK_SPACE: u64 = 8 << 30;
/// A run that writes more ends as one does that writes too much to a single file.
const TOO_LARGE: Ending = Ending::Signalled(libc::SIGXFSZ);
const SHARED_MEMORY: &str = "/dev/shm";
const SHARED_MEMORY_SIZE: u64 = 256 << 20;

/// How often a run is looked after, from the first time to later ones.
const FIRST_PAUSE: Duration = Duration::from_millis(1);
const LONGEST_PAUSE: Duration = Duration::from_millis(20);

/// What a process may use: what mutants write without end, other programs read and keep.
fn memory() -> u64 {
    let machine = rustix::system::sysinfo();
    let all = u64::from(machine.mem_unit).saturating_mul(machine.totalram);
    match all / SHARE_OF_MEMORY {
        0 => MEMORY,
        share => MEMORY.min(share),
    }
}

/// Where programs share memory by name: one of its own for each run.
fn shared_memory() -> Vec<Scratch> {
    let scratch = Scratch {
        directory: SHARED_MEMORY.into(),
        bytes: SHARED_MEMORY_SIZE,
    };
    let exists = scratch.directory.is_dir();
    exists.then_some(scratch).into_iter().collect()
}

impl Launch<'_> {
    /// Runs to the end; the run and all that it started are gone after that.
    pub fn run(&self, interrupted: &AtomicBool) -> Result<Ran, SuiteError> {
        self.run_within(DISK_SPACE, interrupted)
    }

    fn run_within(&self, space: u64, interrupted: &AtomicBool) -> Result<Ran, SuiteError> {
        let directories = vec![self.directory.to_owned(), self.notes.to_owned()];
        let mut disk = DiskWatch::new(directories, space);
        let (stdout, stderr) = (self.notes.join("stdout"), self.notes.join("stderr"));
        let mut child = self
            .start(&stdout, &stderr)
            .map_err(|source| SuiteError::Tool {
                tool: "the command".to_owned(),
                source,
            })?;
        let ending = self.wait(&mut child, &mut disk, interrupted);
        if matches!(ending, None | Some(TOO_LARGE)) {
            // It may have ended by itself meanwhile.
            let _ = child.kill();
            let _ = child.wait();
        }
        end_all(child.id());
        let ending = match ending {
            Some(ending) => ending,
            None if interrupted.load(Ordering::Relaxed) => return Err(SuiteError::Interrupted),
            None => Ending::OutOfTime,
        };
        let ran = Ran {
            ending,
            stdout: read(&stdout)?,
            stderr: read(&stderr)?,
        };
        // An error of Quell must not count as an effect of the mutant.
        match self.notes.join(BEGUN).exists() {
            true => Ok(ran),
            false => Err(SuiteError::Sandbox(
                String::from_utf8_lossy(&ran.stderr).trim().to_owned(),
            )),
        }
    }

    /// What a run may do: write to the directory, to its notes, and to temporary files of its own.
    pub fn confinement(&self) -> Confinement {
        Confinement {
            writable: vec![self.directory.to_owned(), self.notes.to_owned()],
            scratch: shared_memory(),
            many_runs: false,
            cpu_seconds: None,
            memory_bytes: Some(memory()),
            file_bytes: Some(FILE_SIZE),
            processes: Some(PROCESSES),
        }
    }

    fn start(&self, stdout: &Path, stderr: &Path) -> io::Result<Child> {
        let (recordings, temporary) = (self.notes.join(RECORDINGS), self.notes.join("tmp"));
        fs::create_dir(&recordings)?;
        fs::create_dir(&temporary)?;
        let words = ["-c", BEGIN, self.command].map(OsString::from);
        let mut command = self.sandbox.command(&self.confinement(), "sh", words);
        for name in FOREIGN.iter().chain(&["QUELL_MUTANT", "QUELL_WORK_LIMIT"]) {
            command.env_remove(name);
        }
        if let Some(mutant) = self.mutant {
            // The mutant exists; programs of the suite without it run the original.
            command
                .env("QUELL_MUTANT", mutant)
                .env("QUELL_ELSEWHERE", "yes");
        }
        if let Some(limit) = self.work_limit {
            command.env("QUELL_WORK_LIMIT", limit.to_string());
        }
        command
            .env("QUELL_RECORD", recordings)
            .env("QUELL_BEGUN", self.notes.join(BEGUN))
            .env("TMPDIR", temporary)
            .current_dir(self.directory)
            .stdin(Stdio::null())
            .stdout(File::create(stdout)?)
            .stderr(File::create(stderr)?)
            .process_group(0)
            .spawn()
    }

    /// How it ended; none if it has to be ended.
    fn wait(
        &self,
        child: &mut Child,
        disk: &mut DiskWatch,
        interrupted: &AtomicBool,
    ) -> Option<Ending> {
        let start = Instant::now();
        let mut pause = FIRST_PAUSE;
        while start.elapsed() < self.time_limit && !interrupted.load(Ordering::Relaxed) {
            if let Ok(Some(status)) = child.try_wait() {
                return Some(ending(status));
            }
            if disk.is_exceeded() {
                return Some(TOO_LARGE);
            }
            thread::sleep(pause);
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
        None
    }
}

fn ending(status: ExitStatus) -> Ending {
    match (status.code(), status.signal()) {
        (Some(code), _) => Ending::Exited(code),
        (None, signal) => Ending::Signalled(signal.unwrap_or(0)),
    }
}

/// A file that a run wrote. What the run put in its place, as a link to a device without an end, holds nothing.
pub fn read_written(path: &Path) -> io::Result<Vec<u8>> {
    match fs::symlink_metadata(path)?.is_file() {
        true => fs::read(path),
        false => Ok(Vec::new()),
    }
}

fn read(path: &Path) -> Result<Vec<u8>, SuiteError> {
    read_written(path).map_err(|source| SuiteError::Read {
        path: path.to_owned(),
        source,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sandbox::Launcher;

    fn run(command: &str, seconds: u64) -> Result<Ran, SuiteError> {
        let notes = tempfile::tempdir().unwrap();
        let launch = Launch {
            command,
            directory: Path::new("/"),
            notes: notes.path(),
            mutant: Some("m"),
            work_limit: None,
            time_limit: Duration::from_secs(seconds),
            sandbox: &Sandbox::Unprotected,
        };
        launch.run(&AtomicBool::new(false))
    }

    #[test]
    fn endings_and_output_are_seen() {
        let ran = run("echo $QUELL_MUTANT; echo no >&2; exit 3", 60).unwrap();
        assert_eq!(ran.ending, Ending::Exited(3));
        assert_eq!(
            (ran.stdout.as_slice(), ran.stderr.as_slice()),
            (&b"m\n"[..], &b"no\n"[..])
        );
        assert_eq!(run("kill -9 $$", 60).unwrap().ending, Ending::Signalled(9));
    }

    #[test]
    fn links_to_devices_in_place_of_the_output_are_not_followed() {
        let link = "rm \"$TMPDIR\"/../stdout && ln -s /dev/zero \"$TMPDIR\"/../stdout";
        let ran = run(link, 60).unwrap();
        assert_eq!((ran.ending, ran.stdout), (Ending::Exited(0), Vec::new()));
    }

    #[test]
    fn a_run_that_does_not_end_is_ended_with_all_it_started() {
        let start = Instant::now();
        let ran = run("sleep 100 & sleep 100", 1).unwrap();
        assert_eq!(ran.ending, Ending::OutOfTime);
        assert!(start.elapsed() < Duration::from_secs(50));
    }

    #[test]
    fn a_run_that_fills_the_disk_with_many_files_is_ended() {
        let notes = tempfile::tempdir().unwrap();
        let directory = tempfile::tempdir().unwrap();
        let fill = "n=0; while [ $n -lt 64 ]; do head -c 1000000 /dev/zero >$n; n=$((n+1)); done; sleep 100";
        let launch = Launch {
            command: fill,
            directory: directory.path(),
            notes: notes.path(),
            mutant: None,
            work_limit: None,
            time_limit: Duration::from_secs(60),
            sandbox: &Sandbox::Unprotected,
        };
        let ran = launch
            .run_within(16 << 20, &AtomicBool::new(false))
            .unwrap();
        assert_eq!(ran.ending, TOO_LARGE);
    }

    #[test]
    fn a_sandbox_that_does_not_work_is_no_verdict() {
        let notes = tempfile::tempdir().unwrap();
        let launcher = Launcher {
            program: "false".into(),
            args: Vec::new(),
        };
        let launch = Launch {
            command: "true",
            directory: Path::new("/"),
            notes: notes.path(),
            mutant: None,
            work_limit: None,
            time_limit: Duration::from_secs(100),
            sandbox: &Sandbox::Required(launcher),
        };
        let result = launch.run(&AtomicBool::new(false));
        assert!(matches!(result, Err(SuiteError::Sandbox(_))));
    }

    #[test]
    fn an_interrupted_run_is_ended() {
        let notes = tempfile::tempdir().unwrap();
        let launch = Launch {
            command: "sleep 100",
            directory: Path::new("/"),
            notes: notes.path(),
            mutant: None,
            work_limit: None,
            time_limit: Duration::from_secs(100),
            sandbox: &Sandbox::Unprotected,
        };
        let result = launch.run(&AtomicBool::new(true));
        assert!(matches!(result, Err(SuiteError::Interrupted)));
    }
}
