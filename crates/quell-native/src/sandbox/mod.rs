//! Programs that may be wrong in any way run here: without network, writing nowhere but to their own
//! directories, and limited in all they use.
//!
//! A process restricts itself and then becomes the program to run. That needs a process of its own, so
//! whoever starts programs names a [`Launcher`]: a command that calls [`launch`] with its arguments.

mod apply;
mod filter;
mod finished;
mod group;
mod protection;
mod request;

use std::ffi::OsString;
use std::io;
use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use thiserror::Error;

use crate::NativeError;

pub use finished::{Finished, run};
pub(crate) use group::end_all;
pub use protection::{ProcessLimit, Protection};
pub use request::{Confinement, Request};

/// The exit status of a launcher that could not start the program.
pub const CANNOT_LAUNCH: i32 = 125;

/// A launcher that only tells what protection there is needs no time to speak of.
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
    /// As many protections as the system has: only when the user says so.
    WhatThereIs(Launcher),
    /// None at all: only when the user says so.
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

/// Restricts this process as its arguments ask and runs the program they name in its place. Returns only
/// if that failed, or if the arguments ask what protection there is.
pub fn launch(args: impl IntoIterator<Item = OsString>) -> Result<Protection, LaunchError> {
    let request = Request::from_args(args).map_err(LaunchError::Arguments)?;
    let protection = apply::restrict(&request)?;
    let Some((program, args)) = request.command.split_first() else {
        return Ok(protection);
    };
    let source = Command::new(program).args(args).exec();
    Err(LaunchError::CannotRun {
        program: program.into(),
        source,
    })
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
        };
        launcher.command(&request)
    }

    /// What the confinement amounts to on this system; an error if it is not enough.
    pub fn protection(&self, confinement: &Confinement) -> Result<Protection, NativeError> {
        let Some((launcher, required)) = self.launcher() else {
            return Ok(Protection::default());
        };
        let request = Request {
            confinement: confinement.clone(),
            required,
            command: Vec::new(),
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
