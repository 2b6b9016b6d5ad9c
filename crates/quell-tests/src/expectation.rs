//! What a test file says about itself, in comments that begin a line.
//!
//! | `// flags: -std=c2x`       | for the compiler                                              |
//! | `// levels: O0 O2`         | optimisation levels to run at; these two when absent          |
//! | `// args: a b`             | words of the command line                                     |
//! | `// stdin: text`           | a line of standard input; may be repeated                     |
//! | `// expect: text`          | a line of standard output; may be repeated                    |
//! | `// status: 3`             | exit status, 0 when absent                                    |
//! | `// ub: message at 12:7`   | undefined behaviour that must be reported, and where          |
//! | `// dies: message at 12:7` | the program kills itself (assertion, abort), or its language's  |
//! |                            | run time does with the status given too (panic, `ERROR STOP`) |
//! | `// wrap: text`            | a line of output where undefined arithmetic is as natively    |
//!
//! Fortran writes `!` for `//`. With `QUELL_BLESS` set, what is expected is written anew: from the
//! native run, or from Quell's where the native run means nothing.

use std::fmt::Write as _;
use std::path::Path;

use quell_compile::OptLevel;

use crate::Failure;
use crate::outcome::{Ending, Outcome, text};
use crate::quell::Report;

/// A message of the machine and the place it must name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stopped {
    pub message: String,
    /// Line and column; none where the file does not say.
    pub place: Option<(u32, u32)>,
}

/// How the program must end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    Exit(i32),
    Ub(Stopped),
    /// By a signal, or with a status that says so.
    Dies(Stopped, Option<i32>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expectation {
    pub flags: Vec<String>,
    pub levels: Vec<OptLevel>,
    pub args: Vec<String>,
    pub stdin: String,
    pub stdout: String,
    pub fate: Fate,
    pub wrap: Option<String>,
}

impl Default for Expectation {
    fn default() -> Self {
        Self {
            flags: Vec::new(),
            levels: vec![OptLevel::O0, OptLevel::O2],
            args: Vec::new(),
            stdin: String::new(),
            stdout: String::new(),
            fate: Fate::Exit(0),
            wrap: None,
        }
    }
}

/// What a line tells: its key and the rest.
fn directive(line: &str) -> Option<(&str, &str)> {
    let comment = line.strip_prefix("//").or_else(|| line.strip_prefix('!'))?;
    let (key, value) = comment.strip_prefix(' ')?.split_once(':')?;
    Some((key, value.strip_prefix(' ').unwrap_or(value)))
}

impl Expectation {
    pub fn of(source: &str) -> Result<Self, Failure> {
        let mut found = Self::default();
        for (key, value) in source.lines().filter_map(directive) {
            found.take(key, value)?;
        }
        // What is undefined in the source need not be so any more in optimised code.
        if matches!(found.fate, Fate::Ub(_)) {
            found.levels = vec![OptLevel::O0];
        }
        Ok(found)
    }

    fn take(&mut self, key: &str, value: &str) -> Result<(), Failure> {
        let words = || value.split_whitespace().map(str::to_owned).collect();
        match key {
            "flags" => self.flags = words(),
            "levels" => self.levels = value.split(' ').map(level).collect::<Result<_, _>>()?,
            "args" => self.args = words(),
            "stdin" => add_line(&mut self.stdin, value),
            "expect" => add_line(&mut self.stdout, value),
            "wrap" => add_line(self.wrap.get_or_insert_default(), value),
            "status" => {
                let status = value.trim().parse();
                self.end_with(status.map_err(|_| format!("no status: {value}"))?);
            }
            "ub" => self.fate = Fate::Ub(stopped(value)),
            "dies" => self.fate = Fate::Dies(stopped(value), self.status()),
            _ => {}
        }
        Ok(())
    }

    fn end_with(&mut self, given: i32) {
        match &mut self.fate {
            Fate::Dies(_, status) => *status = Some(given),
            fate => *fate = Fate::Exit(given),
        }
    }

    /// The status that was given, if one was.
    fn status(&self) -> Option<i32> {
        match self.fate {
            Fate::Exit(status) if status != 0 => Some(status),
            _ => None,
        }
    }

    /// Whether a native run shows the same. It does not where behaviour is undefined.
    pub fn native_means_something(&self) -> bool {
        !matches!(self.fate, Fate::Ub(_))
    }

    /// What every run must give that is not stopped for undefined behaviour.
    pub fn outcome(&self) -> Outcome {
        let ending = match &self.fate {
            Fate::Exit(status) | Fate::Dies(_, Some(status)) => Ending::Exit(*status),
            Fate::Dies(_, None) | Fate::Ub(_) => Ending::Died,
        };
        Outcome {
            stdout: self.stdout.clone().into(),
            ending,
        }
    }

    /// What is wrong with where and why the machine stopped the program, if anything is.
    pub fn check_stop(&self, report: &Report) -> Option<String> {
        let wanted = match &self.fate {
            Fate::Exit(_) => return None,
            Fate::Ub(stopped) | Fate::Dies(stopped, _) => stopped,
        };
        let reason = report.reason.as_deref().unwrap_or("no stop");
        let right_message = reason.contains(&wanted.message);
        let right_place = wanted.place.is_none() || report.place == wanted.place;
        let shown = || {
            format!(
                "expected: {}{}\nquell:    {reason}{}\n",
                wanted.message,
                shown_place(wanted.place),
                shown_place(report.place)
            )
        };
        (!right_message || !right_place).then(shown)
    }
}

fn add_line(to: &mut String, line: &str) {
    to.push_str(line);
    to.push('\n');
}

fn level(word: &str) -> Result<OptLevel, Failure> {
    let levels = [OptLevel::O0, OptLevel::O1, OptLevel::O2, OptLevel::O3];
    let found = levels.into_iter().find(|level| level.to_string() == word);
    found.ok_or_else(|| format!("no optimisation level: {word}"))
}

fn stopped(value: &str) -> Stopped {
    let place = value.rsplit_once(" at ").and_then(|(message, place)| {
        let (line, column) = place.split_once(':')?;
        Some((message, (line.parse().ok()?, column.parse().ok()?)))
    });
    Stopped {
        message: place.map_or(value, |(message, _)| message).to_owned(),
        place: place.map(|(_, place)| place),
    }
}

fn shown_place(place: Option<(u32, u32)>) -> String {
    place.map_or(String::new(), |(line, column)| {
        format!(" at {line}:{column}")
    })
}

/// The source with what it expects replaced by what happened.
pub fn bless(source: &str, path: &Path, happened: &Happened) -> String {
    let mark = match path.extension().and_then(|extension| extension.to_str()) {
        Some("f" | "f90") => "!",
        _ => "//",
    };
    let is_result = |line: &str| {
        let key = directive(line).map(|(key, _)| key);
        key.is_some_and(|key| ["expect", "status", "ub", "dies", "wrap"].contains(&key))
    };
    let kept = source.lines().filter(|line| !is_result(line));
    let mut blessed = kept.fold(String::new(), |mut all, line| {
        add_line(&mut all, line);
        all
    });
    let mut say = |key: &str, value: &str| {
        // A `String` takes everything.
        let _ = writeln!(blessed, "{}", format!("{mark} {key}: {value}").trim_end());
    };
    text(&happened.stdout)
        .lines()
        .for_each(|line| say("expect", line));
    match &happened.fate {
        Fate::Exit(0) => {}
        Fate::Exit(status) => say("status", &status.to_string()),
        Fate::Ub(stopped) => say("ub", &stopped.to_string()),
        Fate::Dies(stopped, status) => {
            say("dies", &stopped.to_string());
            if let Some(status) = status {
                say("status", &status.to_string());
            }
        }
    }
    let wrapped = happened.wrap.as_deref().unwrap_or_default();
    text(wrapped).lines().for_each(|line| say("wrap", line));
    blessed
}

impl std::fmt::Display for Stopped {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", self.message, shown_place(self.place))
    }
}

/// What a file is blessed with.
#[derive(Clone, Debug)]
pub struct Happened {
    pub stdout: Vec<u8>,
    pub fate: Fate,
    pub wrap: Option<Vec<u8>>,
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "\
// flags: -DX -w
// stdin: one
// stdin: two
int main(void) { return 3; } // status: 9
// expect: a  b
// expect:
// status: 3
";

    #[test]
    fn comments_at_the_start_of_a_line_are_read() {
        let found = Expectation::of(SOURCE).unwrap();
        assert_eq!(found.flags, ["-DX", "-w"]);
        assert_eq!(found.stdin, "one\ntwo\n");
        assert_eq!(found.stdout, "a  b\n\n");
        assert_eq!(found.fate, Fate::Exit(3));
        assert_eq!(found.levels, [OptLevel::O0, OptLevel::O2]);
    }

    #[test]
    fn undefined_behaviour_has_a_message_and_a_place_and_is_looked_for_unoptimised() {
        let found = Expectation::of("// ub: read at null at 3:14\n").unwrap();
        let stopped = Stopped {
            message: "read at null".to_owned(),
            place: Some((3, 14)),
        };
        assert_eq!(found.fate, Fate::Ub(stopped));
        assert_eq!(found.levels, [OptLevel::O0]);
        assert!(Expectation::of("// levels: O9").is_err());
    }

    #[test]
    fn blessing_replaces_results_and_keeps_the_rest() {
        let happened = Happened {
            stdout: b"new\n".to_vec(),
            fate: Fate::Exit(0),
            wrap: None,
        };
        let blessed = bless(SOURCE, Path::new("x.c"), &happened);
        assert_eq!(blessed.lines().count(), 5);
        assert!(blessed.ends_with("// status: 9\n// expect: new\n"));
        let found = Expectation::of(&blessed).unwrap();
        assert_eq!(found.stdout, "new\n");
    }
}
