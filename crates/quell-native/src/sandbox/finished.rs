//! Running a confined command to its end.

use std::fs::File;
use std::io::{self, Read as _, Seek as _};
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::process::{Child, Command, ExitStatus};
use std::thread;
use std::time::{Duration, Instant};

use super::group;

/// The interval at which a running command is polled.
const PAUSE: Duration = Duration::from_millis(2);

/// The result of a command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finished {
    pub status: ExitStatus,
    /// It was ended after the time it was given.
    pub gave_up: bool,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
}

impl Finished {
    /// The limit that ended the command, if known.
    pub fn limit(&self) -> Option<&'static str> {
        if self.gave_up {
            return Some("waiting time");
        }
        match self.status.signal()? {
            libc::SIGXCPU => Some("processor time"),
            libc::SIGXFSZ => Some("file size"),
            libc::SIGKILL => Some("killed by the system"),
            _ => None,
        }
    }
}

/// Runs a command of [`Sandbox::command`](super::Sandbox::command), at most for `patience`; what it leaves
/// running is ended. Its output goes to files, which the limit on file sizes holds for.
pub fn run(mut command: Command, patience: Duration) -> io::Result<Finished> {
    let (mut stdout, mut stderr) = (tempfile::tempfile()?, tempfile::tempfile()?);
    let mut child = command
        .stdout(stdout.try_clone()?)
        .stderr(stderr.try_clone()?)
        .process_group(0)
        .spawn()?;
    let watched = watch(&mut child, patience);
    group::end_all(child.id());
    let (status, gave_up) = watched?;
    Ok(Finished {
        status,
        gave_up,
        stdout: read(&mut stdout)?,
        stderr: read(&mut stderr)?,
    })
}

fn watch(child: &mut Child, patience: Duration) -> io::Result<(ExitStatus, bool)> {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok((status, false));
        }
        if start.elapsed() > patience {
            child.kill()?;
            return Ok((child.wait()?, true));
        }
        thread::sleep(PAUSE);
    }
}

fn read(file: &mut File) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.rewind()?;
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}
