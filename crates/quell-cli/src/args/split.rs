//! Flags for the compiler on the command line.

use std::ffi::OsString;

/// The command line with the flags that follow `--cflags` taken out: they go on up to `--`, and
/// may look like anything.
#[derive(Debug, PartialEq, Eq)]
pub struct Split {
    pub rest: Vec<OsString>,
    pub cflags: Vec<OsString>,
}

/// Takes out the flags for the compiler.
pub fn split_cflags(args: impl IntoIterator<Item = OsString>) -> Split {
    let args: Vec<OsString> = args.into_iter().collect();
    let end = args
        .iter()
        .position(|arg| arg == "--")
        .unwrap_or(args.len());
    let start = args[..end].iter().position(|arg| arg == "--cflags");
    let Some(start) = start else {
        let cflags = Vec::new();
        return Split { rest: args, cflags };
    };
    let mut rest = args[..start].to_vec();
    rest.extend_from_slice(&args[end..]);
    let cflags = args[start + 1..end].to_vec();
    Split { rest, cflags }
}

/// All flags for the compiler: those of `--cflags="..."`, split as a shell does, then others.
pub fn compiler_flags(texts: &[String], separate: &[OsString]) -> Result<Vec<OsString>, String> {
    let mut flags = Vec::new();
    for text in texts {
        let words = shlex::split(text);
        let words = words.ok_or_else(|| format!("unbalanced quotes in --cflags={text}"))?;
        flags.extend(words.into_iter().map(OsString::from));
    }
    flags.extend_from_slice(separate);
    Ok(flags)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> (Vec<String>, Vec<String>) {
        let split = split_cflags(text.split(' ').map(OsString::from));
        let strings = |list: Vec<OsString>| {
            let list = list.into_iter();
            list.map(|arg| arg.into_string().unwrap()).collect()
        };
        (strings(split.rest), strings(split.cflags))
    }

    #[test]
    fn flags_go_on_to_the_dashes() {
        let (rest, cflags) = split("exec a.c --cflags -O1 -D X=1 -- --cflags 3");
        assert_eq!(rest, ["exec", "a.c", "--", "--cflags", "3"]);
        assert_eq!(cflags, ["-O1", "-D", "X=1"]);
        let (rest, cflags) = split("exec a.c -- --cflags");
        assert_eq!(rest, ["exec", "a.c", "--", "--cflags"]);
        assert!(cflags.is_empty());
    }
}
