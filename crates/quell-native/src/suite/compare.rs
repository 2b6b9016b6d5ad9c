//! The first difference between two runs of a command.

use quell_results::{Observable, Seen, Sight, Stream};

use super::launch::Ran;

fn line_seen(line: Option<String>) -> Seen {
    line.map_or(Seen::NoLine, |text| Seen::Line { text })
}

/// The first difference in the ending or, if asked for, in the output.
pub fn difference(original: &Ran, seen: &Ran, compare_output: bool) -> Option<Sight> {
    if original.ending != seen.ending {
        return Some(Sight {
            what: Observable::End,
            original: original.ending.ending().into(),
            mutant: seen.ending.ending().into(),
        });
    }
    if !compare_output {
        return None;
    }
    output_difference(Stream::Stdout, &original.stdout, &seen.stdout)
        .or_else(|| output_difference(Stream::Stderr, &original.stderr, &seen.stderr))
}

fn output_difference(stream: Stream, original: &[u8], seen: &[u8]) -> Option<Sight> {
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
    Some(Sight {
        what: Observable::Line {
            stream,
            number: index as u64 + 1,
        },
        original: line_seen(text(original)),
        mutant: line_seen(text(seen)),
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
    use super::super::launch::Ending;
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
        let shown = |other: &Ran| {
            let found = difference(&original, other, true)?;
            Some(format!(
                "{}: {}, {}",
                found.what, found.original, found.mutant
            ))
        };
        assert_eq!(difference(&original, &ran(0, "one\n"), false), None);
        assert_eq!(shown(&original), None);
        let ended = "how it ended: exited with status 0, exited with status 1";
        assert_eq!(shown(&ran(1, "")).unwrap(), ended);
        let line = "line 2 of standard output: \"two\", \"tow\"";
        assert_eq!(shown(&ran(0, "one\ntow\n")).unwrap(), line);
        let none = "line 2 of standard output: \"two\", nothing";
        assert_eq!(shown(&ran(0, "one")).unwrap(), none);
    }

    #[test]
    fn directories_are_renamed() {
        let mut bytes = b"/tmp/1/a /tmp/1 /tmp/2".to_vec();
        rename_directory(&mut bytes, b"/tmp/1", b"/home/me");
        assert_eq!(bytes, b"/home/me/a /home/me /tmp/2");
    }
}
