//! The externally visible results of a run.

use std::fmt;

/// How a program ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    Exit(i32),
    /// It was terminated by a signal of its own: `abort`, a failed assertion, a trap.
    Died,
    /// Native only: it exceeded the time limit.
    TooLong,
    /// Quell only: it exceeded the step limit.
    StepLimit,
    /// Quell only: it stopped for another reason, which the machine describes.
    Stopped(String),
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exit(status) => write!(f, "exit status {status}"),
            Self::Died => f.write_str("died"),
            Self::TooLong => f.write_str("ran too long"),
            Self::StepLimit => f.write_str("reached the limit of steps"),
            Self::Stopped(reason) => f.write_str(reason),
        }
    }
}

/// The output of a program, and how it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    pub stdout: Vec<u8>,
    pub ending: Ending,
}

/// The number of lines of output that are shown on either side of a difference.
const SHOWN_LINES: usize = 3;

impl Outcome {
    /// A description of the difference, or `None` if both are the same.
    pub fn difference(&self, other: &Outcome, names: [&str; 2]) -> Option<String> {
        if self == other {
            return None;
        }
        let [one, two] = names;
        let endings = format!("{one}: {}\n{two}: {}\n", self.ending, other.ending);
        let (left, right) = (text(&self.stdout), text(&other.stdout));
        Some(endings + &first_difference(&left, &right, names))
    }

    /// The outcome without trailing blanks, which comments cannot express because editors remove them.
    pub fn without_trailing_blanks(&self) -> Outcome {
        let text = text(&self.stdout);
        let lines = text.lines().map(|line| format!("{}\n", line.trim_end()));
        Outcome {
            stdout: lines.collect::<String>().into(),
            ending: self.ending.clone(),
        }
    }
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The first line in which two texts differ, with its neighbours.
fn first_difference(left: &str, right: &str, [one, two]: [&str; 2]) -> String {
    if left == right {
        return "the same output\n".to_owned();
    }
    let same = left.lines().zip(right.lines());
    let line = same.take_while(|(left, right)| left == right).count();
    let around = |text: &str| {
        let from = line.saturating_sub(SHOWN_LINES);
        let shown = text.lines().skip(from).take(2 * SHOWN_LINES);
        shown
            .map(|line| format!("    {line}\n"))
            .collect::<String>()
    };
    let number = line + 1;
    let (left, right) = (around(left), around(right));
    format!("output differs in line {number}\n  {one}:\n{left}  {two}:\n{right}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(stdout: &str, status: i32) -> Outcome {
        Outcome {
            stdout: stdout.into(),
            ending: Ending::Exit(status),
        }
    }

    #[test]
    fn differences_name_the_line_and_both_endings() {
        let (a, b) = (outcome("1\n2\n3\n", 0), outcome("1\n5\n3\n", 1));
        let shown = a.difference(&b, ["a", "b"]).unwrap();
        assert!(shown.contains("a: exit status 0\nb: exit status 1\n"));
        assert!(shown.contains("differs in line 2"), "{shown}");
        assert_eq!(a.difference(&a.clone(), ["a", "b"]), None);
    }

    #[test]
    fn an_ending_alone_is_a_difference() {
        let shown = outcome("x", 0).difference(&outcome("x", 1), ["a", "b"]);
        assert!(shown.unwrap().contains("the same output"));
    }
}
