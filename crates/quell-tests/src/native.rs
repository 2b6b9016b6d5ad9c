//! Runs a native program and captures its results.

use std::io::{Read as _, Write as _};
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::Failure;
use crate::outcome::{Ending, Outcome};
use crate::quell::PROGRAM_NAME;

/// The interval at which a running program is polled.
const PAUSE: Duration = Duration::from_millis(2);

/// Runs a program until it ends or exceeds the time limit.
pub fn run(
    program: &Path,
    args: &[String],
    stdin: &[u8],
    limit: Duration,
) -> Result<Outcome, Failure> {
    let failed = |error: std::io::Error| format!("{}: {error}", program.display());
    let mut child = Command::new(program)
        .arg0(PROGRAM_NAME)
        .args(args)
        .env_clear()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(failed)?;
    let (input, output) = (child.stdin.take(), child.stdout.take());
    thread::scope(|scope| {
        // Writing fails if the program closes the pipe without reading its input, which is allowed.
        let feed = scope.spawn(move || input.map(|mut input| input.write_all(stdin)));
        let collect = scope.spawn(move || {
            let mut bytes = Vec::new();
            output.map(|mut output| output.read_to_end(&mut bytes));
            bytes
        });
        let ending = watch(&mut child, limit).map_err(failed)?;
        drop(feed.join());
        let stdout = collect.join().map_err(|_| "a reader failed".to_owned())?;
        Ok(Outcome { stdout, ending })
    })
}

fn watch(child: &mut Child, limit: Duration) -> Result<Ending, std::io::Error> {
    let end = Instant::now() + limit;
    loop {
        if let Some(status) = child.try_wait()? {
            // There is no code if a signal ended it.
            return Ok(status.code().map_or(Ending::Died, Ending::Exit));
        }
        if Instant::now() > end {
            child.kill()?;
            child.wait()?;
            return Ok(Ending::TooLong);
        }
        thread::sleep(PAUSE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str, stdin: &str) -> Outcome {
        let args = ["-c".to_owned(), script.to_owned()];
        let limit = Duration::from_millis(500);
        run(Path::new("/bin/sh"), &args, stdin.as_bytes(), limit).unwrap()
    }

    #[test]
    fn output_status_and_signals_are_reported() {
        let outcome = shell("cat; exit 3", "hello");
        assert_eq!(outcome.stdout, b"hello");
        assert_eq!(outcome.ending, Ending::Exit(3));
        assert_eq!(shell("kill -6 $$", "").ending, Ending::Died);
        assert_eq!(shell("exec sleep 9", "").ending, Ending::TooLong);
    }
}
