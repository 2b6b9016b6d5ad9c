//! One warm process and the pipes to it.
//!
//! - **A run shares the processor of its warm process.** The two never work at the same time, and to wake another processor takes
//!   longer than most runs, on a busy machine four times as long. Between jobs the system chooses anew.

use std::fs::{self, File};
use std::io::{self, BufReader, Write as _};
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process_group};

use crate::NativeError;
use crate::cache::file_error;
use crate::protocol::{self, Request};
use crate::wait::{Answers, Wait};

/// The number and interval of checks for a process that should have ended.
const LOOKS: usize = 100;
const PAUSE: Duration = Duration::from_millis(10);

/// Reads the answers of a harness.
pub type Reader<'r> = protocol::Reader<'r, BufReader<Answers>>;

/// A running harness. It ends when it is dropped.
#[derive(Debug)]
pub struct Worker {
    child: Child,
    jobs: Option<ChildStdin>,
    answers: BufReader<Answers>,
    complaints: PathBuf,
    /// Whether runs are kept from making processes.
    pub limits_processes: bool,
}

impl Worker {
    /// Starts `command` (the harness with its arguments); its error messages go to a file.
    pub fn start(mut command: Command, complaints: &Path, wait: Wait) -> Result<Self, NativeError> {
        let errors = File::create(complaints).map_err(file_error("create", complaints))?;
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(errors)
            .env_clear()
            // Ctrl-C is for Quell, which still reports results; the harness ends with its pipe.
            .process_group(0)
            .spawn()
            .map_err(|error| NativeError::Start(error.to_string()))?;
        let (Some(jobs), Some(answers)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(NativeError::Start("no pipes".to_owned()));
        };
        let mut worker = Self {
            child,
            jobs: Some(jobs),
            answers: BufReader::new(Answers {
                pipe: answers,
                wait,
            }),
            complaints: complaints.to_owned(),
            limits_processes: false,
        };
        worker.greet()?;
        Ok(worker)
    }

    fn greet(&mut self) -> Result<(), NativeError> {
        let hello = protocol::read_word(&mut self.answers);
        let filter = protocol::read_word(&mut self.answers);
        match (hello, filter) {
            (Ok(protocol::HELLO), Ok(filter)) => {
                self.limits_processes = filter != 0;
                Ok(())
            }
            _ => {
                self.stop();
                let end = self.answers.get_ref().wait.end();
                Err(end.unwrap_or_else(|| NativeError::Start(self.complaint())))
            }
        }
    }

    /// Sends a job and reads its answer, if it arrives in time. After an error the worker cannot be used any more.
    pub fn work<T>(
        &mut self,
        request: &Request,
        wait: Wait,
        read: impl FnOnce(&mut Reader<'_>) -> io::Result<T>,
    ) -> Result<T, NativeError> {
        self.answers.get_mut().wait = wait;
        let sent = self
            .jobs
            .as_mut()
            .map(|jobs| jobs.write_all(&request.message).and_then(|()| jobs.flush()));
        let mut reader = Reader {
            from: &mut self.answers,
            request,
        };
        let answer = match sent {
            Some(Ok(())) => read(&mut reader),
            _ => Err(io::ErrorKind::BrokenPipe.into()),
        };
        answer.map_err(|_| self.failure())
    }

    /// Why no answer came. A run that was in progress at the deadline is ended, and has no result.
    fn failure(&mut self) -> NativeError {
        if let Some(end) = self.answers.get_ref().wait.end() {
            self.stop();
            return end;
        }
        NativeError::HarnessDied {
            signal: self.last_signal(),
            said: self.complaint(),
        }
    }

    /// What ended the process that just closed its pipes. One that is still there after a while is ended.
    fn last_signal(&mut self) -> Option<i32> {
        self.jobs = None;
        for _ in 0..LOOKS {
            if let Ok(Some(status)) = self.child.try_wait() {
                return status.signal();
            }
            thread::sleep(PAUSE);
        }
        self.stop();
        None
    }

    fn stop(&mut self) {
        self.jobs = None;
        // The group of a process that has ended may belong to another one. Runs are ended with the harness.
        if let Ok(None) = self.child.try_wait()
            && let Ok(id) = self.child.id().try_into()
            && let Some(group) = Pid::from_raw(id)
        {
            let _ = kill_process_group(group, Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    fn complaint(&self) -> String {
        let text = fs::read(&self.complaints).unwrap_or_default();
        String::from_utf8_lossy(&text).trim().to_owned()
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.stop();
    }
}
