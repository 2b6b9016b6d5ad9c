//! Headers for programs that declare their inputs to Quell. They are searched last, so that the user's headers of the same
//! name take precedence.

use std::fs;
use std::path::PathBuf;

use crate::request::Request;
use crate::scratch::Scratch;
use crate::{CompileError, read_regular};

/// Declares the labels of LTest.
const LTEST: &str = "quell_ltest.h";

/// The names of LTest's labels begin with this.
const LTEST_LABEL: &str = "pc_label";

const HEADERS: &[(&str, &str)] = &[
    ("quell.h", include_str!("../include/quell.h")),
    (LTEST, include_str!("../include/quell_ltest.h")),
    ("klee/klee.h", include_str!("../include/klee/klee.h")),
];

impl Scratch {
    /// A directory with the headers.
    pub fn headers(&self) -> Result<PathBuf, CompileError> {
        let include = self.directory().join("include");
        for (name, text) in HEADERS {
            let file = include.join(name);
            let directory = file.parent().unwrap_or(&include);
            fs::create_dir_all(directory)
                .and_then(|()| fs::write(&file, text))
                .map_err(CompileError::TemporaryFile)?;
        }
        Ok(include)
    }
}

/// The header that a C file needs before its first line, if it is one with labels of LTest that declares none itself.
pub(crate) fn included_first(request: &Request) -> Option<&'static str> {
    let bytes = read_regular(&request.full_path()).ok()?;
    let text = String::from_utf8_lossy(&bytes);
    (text.contains(LTEST_LABEL) && !declares_labels(&text)).then_some(LTEST)
}

/// Whether a label stands where its declaration does: behind a type.
fn declares_labels(text: &str) -> bool {
    let lines = text.lines().map(str::trim_start);
    let code = lines.filter(|line| !line.starts_with('#'));
    code.into_iter().any(|line| {
        let mut before = line.match_indices(LTEST_LABEL);
        before.any(|(at, _)| {
            let word = line[..at].trim_end().rsplit(|c: char| !is_word(c)).next();
            line[..at].trim_end().ends_with('*')
                || word.is_some_and(|word| {
                    !word.is_empty() && !["else", "do", "return"].contains(&word)
                })
        })
    })
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_no_declarations() {
        for (line, declares) in [
            ("void pc_label(int c, int id, char *tag);", true),
            ("extern int pc_label_sequence();", true),
            ("  pc_label(a > 3, 1, \"CC\");", false),
            ("if (a) { pc_label(1, 1, \"CC\"); }", false),
            ("else pc_label(1, 1, \"CC\");", false),
            ("#define pc_label(...) do{}while(0)", false),
        ] {
            assert_eq!(declares_labels(line), declares, "{line}");
        }
    }
}
