//! The first difference between two runs of a command.

use std::fmt;

use quell_results::{Observable, Seen, Sight};
use serde::{Deserialize, Serialize};

use super::launch::{Ending, Ran};

/// The first thing in which a run differs from the one of the original.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Difference {
    Ending {
        original: Ending,
        seen: Ending,
    },
    /// A line of an output; none where it has ended.
    Output {
        stream: Stream,
        line: usize,
        original: Option<String>,
        seen: Option<String>,
    },
}

/// What a command writes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stream {
    Output,
    Error,
}

impl Stream {
    fn stream(self) -> quell_results::Stream {
        match self {
            Self::Output => quell_results::Stream::Stdout,
            Self::Error => quell_results::Stream::Stderr,
        }
    }
}

impl fmt::Display for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Output => "standard output",
            Self::Error => "standard error",
        })
    }
}

impl Difference {
    /// The same as the results have it.
    pub fn sight(&self) -> Sight {
        match self {
            Self::Ending { original, seen } => Sight {
                what: Observable::End,
                original: original.ending().into(),
                mutant: seen.ending().into(),
            },
            Self::Output {
                stream,
                line,
                original,
                seen,
            } => Sight {
                what: Observable::Line {
                    stream: stream.stream(),
                    number: *line as u64,
                },
                original: line_seen(original.as_deref()),
                mutant: line_seen(seen.as_deref()),
            },
        }
    }

    /// What the original shows.
    fn original(&self) -> String {
        match self {
            Self::Ending { original, .. } => original.to_string(),
            Self::Output { original, .. } => line_text(original.as_deref()),
        }
    }

    /// What the run shows instead.
    fn seen(&self) -> String {
        match self {
            Self::Ending { seen, .. } => seen.to_string(),
            Self::Output { seen, .. } => line_text(seen.as_deref()),
        }
    }

    /// Where the difference is.
    fn place(&self) -> String {
        match self {
            Self::Ending { .. } => "end".to_owned(),
            Self::Output { stream, line, .. } => format!("line {line} of {stream}"),
        }
    }
}

fn line_seen(line: Option<&str>) -> Seen {
    line.map_or(Seen::NoLine, |line| Seen::Line {
        text: line.to_owned(),
    })
}

fn line_text(line: Option<&str>) -> String {
    line.map_or_else(|| "nothing".to_owned(), |line| format!("{line:?}"))
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = match self {
            Self::Ending { .. } => String::new(),
            Self::Output { .. } => format!("{}: ", self.place()),
        };
        write!(f, "{place}{} instead of {}", self.seen(), self.original())
    }
}

/// The first difference in the ending or, if asked for, in the output.
pub fn difference(original: &Ran, seen: &Ran, compare_output: bool) -> Option<Difference> {
    if original.ending != seen.ending {
        return Some(Difference::Ending {
            original: original.ending,
            seen: seen.ending,
        });
    }
    if !compare_output {
        return None;
    }
    output_difference(Stream::Output, &original.stdout, &seen.stdout)
        .or_else(|| output_difference(Stream::Error, &original.stderr, &seen.stderr))
}

fn output_difference(stream: Stream, original: &[u8], seen: &[u8]) -> Option<Difference> {
    if original == seen {
        return None;
    }
    let lines = |bytes| <[u8]>::split(bytes, |byte: &u8| *byte == b'\n');
    let same = lines(original)
        .zip(lines(seen))
        .take_while(|(one, other)| one == other);
    let index = same.count();
    let text = |bytes| {
        lines(bytes)
            .nth(index)
            .map(|line| String::from_utf8_lossy(line).into_owned())
    };
    Some(Difference::Output {
        stream,
        line: index + 1,
        original: text(original),
        seen: text(seen),
    })
}

/// The output with each mention of one directory turned into one of another: copies of the working directory
/// have different names.
pub fn rename_directory(bytes: &mut Vec<u8>, from: &[u8], to: &[u8]) {
    if from.is_empty() || from == to {
        return;
    }
    let mut renamed = Vec::with_capacity(bytes.len());
    let mut rest = bytes.as_slice();
    while let Some(at) = rest.windows(from.len()).position(|window| window == from) {
        renamed.extend_from_slice(&rest[..at]);
        renamed.extend_from_slice(to);
        rest = &rest[at + from.len()..];
    }
    renamed.extend_from_slice(rest);
    *bytes = renamed;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ran(status: i32, stdout: &str) -> Ran {
        Ran {
            ending: Ending::Exited(status),
            stdout: stdout.into(),
            stderr: Vec::new(),
        }
    }

    #[test]
    fn status_first_and_output_on_request() {
        let original = ran(0, "one\ntwo\n");
        assert_eq!(difference(&original, &ran(0, "one\n"), false), None);
        assert_eq!(difference(&original, &original, true), None);
        let shown = difference(&original, &ran(1, ""), true)
            .unwrap()
            .to_string();
        assert_eq!(shown, "exit status 1 instead of exit status 0");
        let shown = difference(&original, &ran(0, "one\ntow\n"), true)
            .unwrap()
            .to_string();
        assert_eq!(
            shown,
            "line 2 of standard output: \"tow\" instead of \"two\""
        );
        let shown = difference(&ran(0, "one\n"), &ran(0, "one"), true)
            .unwrap()
            .to_string();
        assert_eq!(shown, "line 2 of standard output: nothing instead of \"\"");
    }

    #[test]
    fn directories_are_renamed() {
        let mut bytes = b"/tmp/1/a /tmp/1 /tmp/2".to_vec();
        rename_directory(&mut bytes, b"/tmp/1", b"/home/me");
        assert_eq!(bytes, b"/home/me/a /home/me /tmp/2");
    }
}
