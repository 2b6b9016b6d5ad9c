//! Runs programs that may be faulty in any way: without network, with write access only to their own
//! directories, and with limits on all resources.
//!
//! A process restricts itself and then runs the program. That needs a process of its own, so the caller names a
//! [`Launcher`]: a command that calls [`launch`] with its arguments. Two layers hold independently of each other:
//! namespaces, in which nothing of the user's can be reached or changed (`namespaces`, `mounts`), and Landlock, seccomp
//! and resource limits (`apply`, `filter`). Where the system has no namespaces, the filter refuses what they would
//! have isolated.
//!
//! Decisions:
//!
//! - **The launcher is safe Rust.** It stays outside of the namespaces and ends as the program ended.
//! - **The program runs without capabilities**, among its own processes and IPC objects. All file systems are read-only but for
//!   its directories; those of a harness are file systems of limited size in memory. Without namespaces programs cannot change
//!   modes and times of their own files either. `tests/programs/attack.c` lists the system calls, and `tests/sandbox.rs` what
//!   each must return.
//! - **Processes are limited for root too.** A filter in the harness lets only its own instruction fork; commands get a control
//!   group, and may use 8 GiB of disk in all. Each run is a process group of its own and signals no other one. A harness that
//!   ends nevertheless is restarted, and the run that ends it twice is judged by the signal.
//! - **Without a protection nothing runs**, unless the user allows it.

mod apply;
mod filter;
mod finished;
mod group;
mod mounts;
mod namespaces;
mod protection;
mod request;

use std::ffi::OsString;
use std::io;
use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use rustix::process::{Signal, set_parent_process_death_signal};
use thiserror::Error;

use crate::NativeError;

use namespaces::Inside;

pub use finished::{Finished, run};
pub(crate) use group::end_all;
pub use namespaces::Isolation;
pub use protection::{ProcessLimit, Protection};
pub use request::{Confinement, Request, Scratch};

/// The exit status of a launcher that could not start the program.
pub const CANNOT_LAUNCH: i32 = 125;

/// A launcher that only reports the protection needs little time.
const PROBE_PATIENCE: Duration = Duration::from_secs(60);

/// How to start a process that calls [`launch`] with the arguments after its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Launcher {
    pub program: PathBuf,
    pub args: Vec<OsString>,
}

/// Whether programs are confined.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sandbox {
    /// All protections, or nothing runs.
    Required(Launcher),
    /// As many protections as the system has: only if the user allows it.
    WhatThereIs(Launcher),
    /// None at all: only if the user allows it.
    Unprotected,
}

#[derive(Debug, Error)]
pub enum LaunchError {
    #[error("not a request to the sandbox: {0}")]
    Arguments(String),
    #[error("cannot protect the system from the program: {0}")]
    Unprotected(String),
    #[error("cannot run {}: {source}", program.display())]
    CannotRun { program: PathBuf, source: io::Error },
}

/// The result of a launch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Launched {
    /// No program was named: what protection there is.
    Probed(Protection),
    /// The program, or the process that answered for it, ended with this status.
    Ended(i32),
}

/// Runs the program that the arguments name, confined as they ask; this process ends by the same signal if a signal
/// ends the program. Must be called while the process has a single thread.
pub fn launch(args: impl IntoIterator<Item = OsString>) -> Result<Launched, LaunchError> {
    let request = Request::from_args(args).map_err(LaunchError::Arguments)?;
    if let Some(inside) = &request.inside {
        return launch_inside(&request, inside);
    }
    let confinement = &request.confinement;
    if !confinement.many_runs {
        // The caller waits for a command, in the thread that started it. A harness ends when its pipe does.
        let _ = set_parent_process_death_signal(Some(Signal::KILL));
    }
    let processes = apply::limit_processes(confinement.processes);
    if request.namespaces
        && let Some(isolation) = namespaces::enter(confinement)
    {
        return namespaces::supervise(&request, isolation, processes).map(Launched::Ended);
    }
    let protection = apply::restrict(&request, Isolation::default(), processes)?;
    let Some(mut command) = request.command() else {
        return Ok(Launched::Probed(protection));
    };
    let source = command.exec();
    Err(request.cannot_run(source))
}

/// In the first process of the namespaces.
fn launch_inside(request: &Request, inside: &Inside) -> Result<Launched, LaunchError> {
    let connected = inside.connect();
    let pipe = connected.map_err(|error| LaunchError::Unprotected(error.to_string()))?;
    let protection = apply::restrict(request, inside.isolation, inside.processes)?;
    let Some(command) = request.command() else {
        return Ok(Launched::Probed(protection));
    };
    let ran = pipe
        .run(command)
        .map_err(|source| request.cannot_run(source));
    ran.map(|()| Launched::Ended(0))
}

impl Request {
    fn command(&self) -> Option<Command> {
        let (program, args) = self.command.split_first()?;
        let mut command = Command::new(program);
        command.args(args);
        Some(command)
    }

    fn cannot_run(&self, source: io::Error) -> LaunchError {
        let program = self.command.first().cloned().unwrap_or_default().into();
        LaunchError::CannotRun { program, source }
    }
}

impl Launcher {
    fn command(&self, request: &Request) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.args).args(request.to_args());
        command
    }
}

impl Sandbox {
    fn launcher(&self) -> Option<(&Launcher, bool)> {
        match self {
            Sandbox::Required(launcher) => Some((launcher, true)),
            Sandbox::WhatThereIs(launcher) => Some((launcher, false)),
            Sandbox::Unprotected => None,
        }
    }

    /// A command that runs another one confined.
    pub fn command(
        &self,
        confinement: &Confinement,
        program: impl Into<OsString>,
        args: impl IntoIterator<Item = OsString>,
    ) -> Command {
        let words: Vec<OsString> = std::iter::once(program.into()).chain(args).collect();
        let Some((launcher, required)) = self.launcher() else {
            let mut command = Command::new(&words[0]);
            command.args(&words[1..]);
            return command;
        };
        let request = Request {
            confinement: confinement.clone(),
            required,
            command: words,
            namespaces: true,
            inside: None,
        };
        launcher.command(&request)
    }

    /// The protections that the confinement has on this system; an error if they do not suffice.
    pub fn protection(&self, confinement: &Confinement) -> Result<Protection, NativeError> {
        let Some((launcher, required)) = self.launcher() else {
            return Ok(Protection::default());
        };
        let request = Request {
            confinement: confinement.clone(),
            required,
            command: Vec::new(),
            namespaces: true,
            inside: None,
        };
        let command = launcher.command(&request);
        let failed = |why: String| NativeError::Unprotected(why);
        let output = run(command, PROBE_PATIENCE).map_err(|error| failed(error.to_string()))?;
        let text = String::from_utf8_lossy(&output.stdout);
        match (output.status.success(), Protection::from_line(text.trim())) {
            (true, Some(protection)) => Ok(protection),
            _ => Err(failed(
                String::from_utf8_lossy(&output.stderr).trim().to_owned(),
            )),
        }
    }
}
