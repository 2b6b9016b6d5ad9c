//! Running compilers, with failures as typed errors.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Output, Stdio};

use crate::request::Request;
use crate::{CompileError, lacks_space};

/// How many lines of a compiler's messages are quoted: enough for the first error.
const EXCERPT_LINES: usize = 20;

/// A program with its arguments and environment.
#[derive(Clone, Debug)]
pub(crate) struct Invocation {
    program: PathBuf,
    arguments: Vec<OsString>,
    environment: Vec<(&'static str, &'static str)>,
}

impl Invocation {
    pub fn new(program: &Path) -> Invocation {
        Invocation {
            program: program.to_path_buf(),
            arguments: Vec::new(),
            environment: Vec::new(),
        }
    }

    /// Sets an environment variable of the program.
    pub fn env(mut self, name: &'static str, value: &'static str) -> Invocation {
        self.environment.push((name, value));
        self
    }

    pub fn arg(mut self, argument: impl AsRef<OsStr>) -> Invocation {
        self.arguments.push(argument.as_ref().to_os_string());
        self
    }

    pub fn args<A: AsRef<OsStr>>(mut self, arguments: impl IntoIterator<Item = A>) -> Invocation {
        let owned = arguments.into_iter().map(|a| a.as_ref().to_os_string());
        self.arguments.extend(owned);
        self
    }

    /// Runs the program in the current directory.
    pub fn output(&self) -> Result<Output, CompileError> {
        self.output_in(None)
    }

    /// Runs the program to its end. The locale is set so that messages are in English and can be recognised.
    fn output_in(&self, directory: Option<&Path>) -> Result<Output, CompileError> {
        let mut command = Command::new(self.program_from(directory));
        if let Some(directory) = directory {
            command.current_dir(directory);
        }
        command
            .args(&self.arguments)
            .env("LC_ALL", "C")
            .envs(self.environment.iter().copied())
            .stdin(Stdio::null())
            .output()
            .map_err(|source| CompileError::CannotRun {
                command: self.to_shell(directory),
                source,
            })
    }

    /// A relative path of the program is relative to Quell's current directory, wherever the program runs.
    fn program_from(&self, directory: Option<&Path>) -> PathBuf {
        let absolute = directory.and_then(|_| std::path::absolute(&self.program).ok());
        absolute.unwrap_or_else(|| self.program.clone())
    }

    /// Runs the compiler and returns its messages; a failing exit status is an error.
    pub fn compile(&self, request: &Request) -> Result<String, CompileError> {
        let directory = request.directory.as_deref();
        let output = self.output_in(directory)?;
        let messages = String::from_utf8_lossy(&output.stderr).into_owned();
        if output.status.success() {
            Ok(messages)
        } else if lacks_space(&messages) {
            Err(CompileError::NoSpace {
                command: self.to_shell(directory),
                excerpt: excerpt(&messages, output.status),
            })
        } else {
            Err(CompileError::DoesNotCompile {
                path: request.full_path(),
                command: self.to_shell(directory),
                excerpt: excerpt(&messages, output.status),
            })
        }
    }

    /// The command as text for a shell.
    pub fn to_shell(&self, directory: Option<&Path>) -> String {
        let start = directory.map(|directory| format!("cd {} &&", quote(directory.as_os_str())));
        let program = self.program_from(directory);
        let words = std::iter::once(program.as_os_str())
            .chain(self.arguments.iter().map(OsString::as_os_str));
        let settings = self.environment.iter();
        let settings = settings.map(|(name, value)| format!("{name}={value}"));
        start
            .into_iter()
            .chain(settings)
            .chain(words.map(quote))
            .collect::<Vec<_>>()
            .join(" ")
    }
}

/// The first lines of messages; from the first error on if there are too many.
fn excerpt(messages: &str, status: ExitStatus) -> String {
    let mut lines: Vec<&str> = messages.lines().collect();
    if lines.is_empty() {
        return format!("the compiler printed nothing and ended with {status}");
    }
    if lines.len() > EXCERPT_LINES {
        let first_error = lines.iter().position(|line| line.contains("error"));
        lines.drain(..first_error.unwrap_or(0));
    }
    let left_out = lines.len().saturating_sub(EXCERPT_LINES);
    lines.truncate(EXCERPT_LINES);
    let shown = lines.join("\n");
    match left_out {
        0 => shown,
        _ => format!("{shown}\n({left_out} more lines)"),
    }
}

fn quote(word: &OsStr) -> String {
    let text = word.to_string_lossy();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_=./+,:@%".contains(c);
    if !text.is_empty() && text.chars().all(is_plain) {
        text.into_owned()
    } else {
        format!("'{}'", text.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_can_be_pasted_into_a_shell() {
        let command = Invocation::new(Path::new("cc"))
            .arg("-DX=a b")
            .arg("")
            .arg("it's")
            .arg("-O2")
            .env("V", "1");
        let words = r"'-DX=a b' '' 'it'\''s' -O2";
        assert_eq!(command.to_shell(None), format!("V=1 cc {words}"));
        let elsewhere = command.to_shell(Some(Path::new("/a b")));
        assert!(elsewhere.starts_with("cd '/a b' && V=1 /"), "{elsewhere}");
        assert!(elsewhere.ends_with(&format!("/cc {words}")), "{elsewhere}");
    }

    #[test]
    fn long_messages_are_truncated_with_a_note() {
        let status = ExitStatus::default();
        let long: String = (1..=25).map(|n| format!("line {n}\n")).collect();
        let shown = excerpt(&long, status);
        assert!(shown.ends_with("line 20\n(5 more lines)"), "{shown}");
        assert_eq!(excerpt("one\ntwo\n", status), "one\ntwo");
        let warned = format!("{}error: here\n", "warning: x\n".repeat(30));
        assert_eq!(excerpt(&warned, status), "error: here");
        assert!(excerpt("", status).contains("printed nothing"));
    }
}
