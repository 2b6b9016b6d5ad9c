//! The standard streams of the program: real ones, passed on as they come, or kept for a report.

use std::fmt;
use std::fs::File;
use std::io::{self, IsTerminal as _, Read, Write as _};
use std::path::Path;

use quell_compile::{check_regular, is_of_system};
use quell_exec::{Console, Stream};

use crate::error::CliError;

/// What a shell shows for a program that wrote to a closed pipe.
const BROKEN_PIPE: i32 = 141;
const BUFFER: usize = 1 << 16;

pub struct Terminal {
    input: Box<dyn Read>,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    keep: bool,
    by_line: bool,
    /// Output that could not be passed on.
    lost: bool,
}

impl fmt::Debug for Terminal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Terminal").finish_non_exhaustive()
    }
}

/// To open a pipe by its name may wait forever.
fn open(path: &Path) -> io::Result<File> {
    if !is_of_system(path) {
        check_regular(path)?;
    }
    let file = File::open(path)?;
    match file.metadata()?.is_dir() {
        true => Err(io::ErrorKind::IsADirectory.into()),
        false => Ok(file),
    }
}

impl Terminal {
    /// Input from a file or the real one; output kept, or passed on.
    pub fn new(input: Option<&Path>, keep: bool) -> Result<Self, CliError> {
        let input: Box<dyn Read> = match input {
            None => Box::new(io::stdin()),
            Some(path) => {
                let failed = |source| CliError::Stdin {
                    path: path.to_owned(),
                    source,
                };
                Box::new(io::BufReader::new(open(path).map_err(failed)?))
            }
        };
        Ok(Self {
            input,
            stdout: Vec::new(),
            stderr: Vec::new(),
            keep,
            by_line: io::stdout().is_terminal(),
            lost: false,
        })
    }

    /// Passes on what was written so far.
    pub fn pass_on(&mut self) {
        if self.keep || self.stdout.is_empty() {
            return;
        }
        let mut real = io::stdout().lock();
        let written = real.write_all(&self.stdout).and_then(|()| real.flush());
        self.stdout.clear();
        if let Err(error) = written {
            end_at_closed_pipe(&error);
            self.lost = true;
        }
    }

    fn write_stdout(&mut self, bytes: &[u8]) {
        self.stdout.extend_from_slice(bytes);
        if self.stdout.len() >= BUFFER || self.by_line && bytes.contains(&b'\n') {
            self.pass_on();
        }
    }

    fn write_stderr(&mut self, bytes: &[u8]) {
        match self.keep {
            true => self.stderr.extend_from_slice(bytes),
            false => {
                self.pass_on();
                // If standard error is closed, there is no place for a message.
                let _ = io::stderr().lock().write_all(bytes);
            }
        }
    }
}

/// The native program would be ended by a signal here.
pub fn end_at_closed_pipe(error: &io::Error) {
    if error.kind() == io::ErrorKind::BrokenPipe {
        std::process::exit(BROKEN_PIPE);
    }
}

impl Console for Terminal {
    fn read(&mut self, buffer: &mut [u8]) -> usize {
        // A program that prompts for input has to show the prompt first.
        self.pass_on();
        loop {
            match self.input.read(buffer) {
                Ok(count) => return count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return 0,
            }
        }
    }

    fn write(&mut self, stream: Stream, bytes: &[u8]) {
        match stream {
            Stream::Stdout => self.write_stdout(bytes),
            Stream::Stderr => self.write_stderr(bytes),
        }
    }

    fn flush(&mut self) -> bool {
        self.pass_on();
        !std::mem::take(&mut self.lost)
    }
}
