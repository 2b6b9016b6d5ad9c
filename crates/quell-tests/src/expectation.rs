//! The expectations in a test file: comments at the start of a line.
//!
//! | `// flags: -std=c2x`       | options for the compiler                                      |
//! | `// levels: O0 O2`         | optimisation levels to run at; these two by default           |
//! | `// args: a b`             | command-line arguments                                        |
//! | `// stdin: text`           | a line of standard input; may be repeated                     |
//! | `// expect: text`          | a line of standard output; may be repeated                    |
//! | `// status: 3`             | exit status, 0 by default                                     |
//! | `// ub: message at 12:7`   | undefined behaviour that must be reported, and its place      |
//! | `// dies: message at 12:7` | the program aborts (assertion, `abort`), or its run time ends |
//! |                            | it with a given status (panic, `ERROR STOP`)                  |
//! | `// wrap: text`            | a line of output when undefined arithmetic wraps, as natively |
//!
//! In Fortran the comments begin with `!`. With `QUELL_BLESS` set, the expectations are replaced by the
//! actual results: those of the native run or, where behaviour is undefined, those of Quell.

use std::fmt::Write as _;
use std::path::Path;

use quell_compile::OptLevel;

use crate::Failure;
use crate::outcome::{Ending, Outcome, text};
use crate::quell::Report;

/// A message of the machine, and the place that it must name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stopped {
    pub message: String,
    /// Line and column; none if the file does not give them.
    pub place: Option<(u32, u32)>,
}

/// The expected end of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExpectedEnd {
    Exit(i32),
    Ub(Stopped),
    /// The end by a signal, or with the given status.
    Dies(Stopped, Option<i32>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expectation {
    pub flags: Vec<String>,
    pub levels: Vec<OptLevel>,
    pub args: Vec<String>,
    pub stdin: String,
    pub stdout: String,
    pub fate: ExpectedEnd,
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
            fate: ExpectedEnd::Exit(0),
            wrap: None,
        }
    }
}

/// The key and the value of a line.
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
        // Behaviour that is undefined in the source need not be undefined in optimised code.
        if matches!(found.fate, ExpectedEnd::Ub(_)) {
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
                self.end_with(status.map_err(|_| format!("not an exit status: {value}"))?);
            }
            "ub" => self.fate = ExpectedEnd::Ub(stopped(value)),
            "dies" => self.fate = ExpectedEnd::Dies(stopped(value), self.status()),
            _ => {}
        }
        Ok(())
    }

    fn end_with(&mut self, given: i32) {
        match &mut self.fate {
            ExpectedEnd::Dies(_, status) => *status = Some(given),
            fate => *fate = ExpectedEnd::Exit(given),
        }
    }

    /// The status in the file, if there is one.
    fn status(&self) -> Option<i32> {
        match self.fate {
            ExpectedEnd::Exit(status) if status != 0 => Some(status),
            _ => None,
        }
    }

    /// Whether the native run must have the same result, which is so unless behaviour is undefined.
    pub fn must_agree_with_native(&self) -> bool {
        !matches!(self.fate, ExpectedEnd::Ub(_))
    }

    /// The result of every run that undefined behaviour does not stop.
    pub fn outcome(&self) -> Outcome {
        let ending = match &self.fate {
            ExpectedEnd::Exit(status) | ExpectedEnd::Dies(_, Some(status)) => Ending::Exit(*status),
            ExpectedEnd::Dies(_, None) | ExpectedEnd::Ub(_) => Ending::Died,
        };
        Outcome {
            stdout: self.stdout.clone().into(),
            ending,
        }
    }

    /// The difference between the expected and the actual stop of the machine, if there is one.
    pub fn check_stop(&self, report: &Report) -> Option<String> {
        let wanted = match &self.fate {
            ExpectedEnd::Exit(_) => return None,
            ExpectedEnd::Ub(stopped) | ExpectedEnd::Dies(stopped, _) => stopped,
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
    found.ok_or_else(|| format!("not an optimisation level: {word}"))
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

/// The source with its expectations replaced by the actual results.
pub fn bless(source: &str, path: &Path, actual: &ActualResult) -> String {
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
        // Writing to a `String` cannot fail.
        let _ = writeln!(blessed, "{}", format!("{mark} {key}: {value}").trim_end());
    };
    text(&actual.stdout)
        .lines()
        .for_each(|line| say("expect", line));
    match &actual.fate {
        ExpectedEnd::Exit(0) => {}
        ExpectedEnd::Exit(status) => say("status", &status.to_string()),
        ExpectedEnd::Ub(stopped) => say("ub", &stopped.to_string()),
        ExpectedEnd::Dies(stopped, status) => {
            say("dies", &stopped.to_string());
            if let Some(status) = status {
                say("status", &status.to_string());
            }
        }
    }
    let wrapped = actual.wrap.as_deref().unwrap_or_default();
    text(wrapped).lines().for_each(|line| say("wrap", line));
    blessed
}

impl std::fmt::Display for Stopped {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", self.message, shown_place(self.place))
    }
}

/// The actual results.
#[derive(Clone, Debug)]
pub struct ActualResult {
    pub stdout: Vec<u8>,
    pub fate: ExpectedEnd,
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
        assert_eq!(found.fate, ExpectedEnd::Exit(3));
        assert_eq!(found.levels, [OptLevel::O0, OptLevel::O2]);
    }

    #[test]
    fn undefined_behaviour_has_a_message_and_a_place_and_is_looked_for_unoptimised() {
        let found = Expectation::of("// ub: read at null at 3:14\n").unwrap();
        let stopped = Stopped {
            message: "read at null".to_owned(),
            place: Some((3, 14)),
        };
        assert_eq!(found.fate, ExpectedEnd::Ub(stopped));
        assert_eq!(found.levels, [OptLevel::O0]);
        assert!(Expectation::of("// levels: O9").is_err());
    }

    #[test]
    fn blessing_replaces_results_and_keeps_the_rest() {
        let actual = ActualResult {
            stdout: b"new\n".to_vec(),
            fate: ExpectedEnd::Exit(0),
            wrap: None,
        };
        let blessed = bless(SOURCE, Path::new("x.c"), &actual);
        assert_eq!(blessed.lines().count(), 5);
        assert!(blessed.ends_with("// status: 9\n// expect: new\n"));
        let found = Expectation::of(&blessed).unwrap();
        assert_eq!(found.stdout, "new\n");
    }
}
