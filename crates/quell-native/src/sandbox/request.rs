//! Requests to the launcher, as arguments.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt as _;
use std::path::PathBuf;

use super::ProcessLimit;
use super::namespaces::{Inside, Isolation};

/// What a program may do.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Confinement {
    /// Directories it may write to.
    pub writable: Vec<PathBuf>,
    /// Directories that it finds empty, may write to, and whose contents are gone afterwards: only where the system has
    /// namespaces.
    pub scratch: Vec<Scratch>,
    /// Whether it is a harness of many runs, which must not leave anything to each other.
    pub many_runs: bool,
    /// Limits; none where `None`.
    pub cpu_seconds: Option<u64>,
    pub memory_bytes: Option<u64>,
    pub file_bytes: Option<u64>,
    pub processes: Option<u64>,
}

/// A directory and how much it holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scratch {
    pub directory: PathBuf,
    pub bytes: u64,
}

/// A confinement and the command to run in it; no command asks what protection there is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    pub confinement: Confinement,
    /// Whether a missing protection is an error.
    pub required: bool,
    pub command: Vec<OsString>,
    /// Whether to make namespaces where the system has them.
    pub namespaces: bool,
    /// Set by the launcher for the first process of the namespaces that it made.
    pub(super) inside: Option<Inside>,
}

const WRITABLE: &str = "--writable";
const WHAT_THERE_IS: &str = "--what-there-is";
const SCRATCH: &str = "--scratch";
const MANY_RUNS: &str = "--many-runs";
const WITHOUT_NAMESPACES: &str = "--without-namespaces";
const INSIDE: &str = "--inside";
const LIMITS: [&str; 4] = ["--cpu", "--memory", "--file-size", "--processes"];
const COMMAND: &str = "--";

impl Confinement {
    /// In the order of `LIMITS`.
    fn limits(&mut self) -> [&mut Option<u64>; 4] {
        [
            &mut self.cpu_seconds,
            &mut self.memory_bytes,
            &mut self.file_bytes,
            &mut self.processes,
        ]
    }
}

impl Request {
    pub fn to_args(&self) -> Vec<OsString> {
        let mut args = Vec::new();
        for directory in &self.confinement.writable {
            args.extend([WRITABLE.into(), directory.clone().into_os_string()]);
        }
        for Scratch { directory, bytes } in &self.confinement.scratch {
            let mut value = OsString::from(format!("{bytes}:"));
            value.push(directory);
            args.extend([SCRATCH.into(), value]);
        }
        if self.confinement.many_runs {
            args.push(MANY_RUNS.into());
        }
        if let Some(inside) = &self.inside {
            args.extend([INSIDE.into(), inside.to_word().into()]);
        }
        let limits = self.confinement.clone().limits().map(|limit| *limit);
        for (name, limit) in LIMITS.into_iter().zip(limits) {
            args.extend(
                limit
                    .iter()
                    .flat_map(|n| [name.into(), n.to_string().into()]),
            );
        }
        if !self.required {
            args.push(WHAT_THERE_IS.into());
        }
        if !self.namespaces {
            args.push(WITHOUT_NAMESPACES.into());
        }
        if !self.command.is_empty() {
            args.push(COMMAND.into());
            args.extend(self.command.iter().cloned());
        }
        args
    }

    pub fn from_args(args: impl IntoIterator<Item = OsString>) -> Result<Request, String> {
        let mut request = Request {
            confinement: Confinement::default(),
            required: true,
            command: Vec::new(),
            namespaces: true,
            inside: None,
        };
        let mut args = args.into_iter();
        while let Some(name) = args.next() {
            if name == COMMAND {
                request.command = args.collect();
                break;
            } else if name == WHAT_THERE_IS {
                request.required = false;
            } else if name == WITHOUT_NAMESPACES {
                request.namespaces = false;
            } else if name == MANY_RUNS {
                request.confinement.many_runs = true;
            } else {
                let value = args.next();
                let value = value.ok_or_else(|| format!("{} without a value", name.display()))?;
                request.option(&name, value)?;
            }
        }
        Ok(request)
    }

    fn option(&mut self, name: &OsStr, value: OsString) -> Result<(), String> {
        if name == WRITABLE {
            self.confinement.writable.push(value.into());
            return Ok(());
        }
        if name == SCRATCH {
            self.confinement.scratch.push(scratch(&value)?);
            return Ok(());
        }
        if name == INSIDE {
            let inside = value.to_str().and_then(Inside::from_word);
            self.inside = Some(inside.ok_or("unknown namespaces")?);
            return Ok(());
        }
        let known = LIMITS.iter().position(|limit| name == *limit);
        let known = known.ok_or_else(|| format!("unknown option {}", name.display()))?;
        let number = value.to_str().and_then(|text| text.parse().ok());
        let number = number.ok_or_else(|| format!("{} is no number", value.display()))?;
        *self.confinement.limits()[known] = Some(number);
        Ok(())
    }
}

fn scratch(value: &OsStr) -> Result<Scratch, String> {
    let bytes = value.as_bytes();
    let colon = bytes.iter().position(|&byte| byte == b':');
    let (size, path) = bytes.split_at(colon.unwrap_or(0));
    let size = std::str::from_utf8(size).ok();
    let size = size.and_then(|size| size.parse().ok());
    Ok(Scratch {
        bytes: size.ok_or_else(|| format!("{} has no size", value.display()))?,
        directory: OsStr::from_bytes(path.get(1..).unwrap_or_default()).into(),
    })
}

impl Inside {
    fn to_word(&self) -> String {
        let Isolation {
            processes,
            read_only,
        } = self.isolation;
        let (processes, read_only) = (u8::from(processes), u8::from(read_only));
        let limit = self.processes.word();
        format!("{processes}:{read_only}:{limit}:{}", self.pipe)
    }

    fn from_word(word: &str) -> Option<Inside> {
        let words: Vec<&str> = word.split(':').collect();
        let [processes, read_only, limit, pipe] = words[..] else {
            return None;
        };
        Some(Inside {
            isolation: Isolation {
                processes: processes == "1",
                read_only: read_only == "1",
            },
            processes: ProcessLimit::from_word(limit)?,
            pipe: pipe.parse().ok()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_survive_their_arguments() {
        let full = Request {
            confinement: Confinement {
                writable: vec!["/a b".into(), "--".into()],
                scratch: vec![Scratch {
                    directory: "/c:d".into(),
                    bytes: 7,
                }],
                many_runs: true,
                cpu_seconds: Some(1),
                memory_bytes: None,
                file_bytes: Some(u64::MAX),
                processes: Some(0),
            },
            required: false,
            command: ["sh", "--", "--cpu"].map(OsString::from).into(),
            namespaces: false,
            inside: Some(Inside {
                isolation: Isolation {
                    processes: true,
                    read_only: false,
                },
                processes: ProcessLimit::User,
                pipe: 3,
            }),
        };
        let probe = Request {
            confinement: Confinement::default(),
            required: true,
            command: Vec::new(),
            namespaces: true,
            inside: None,
        };
        for request in [full, probe] {
            assert_eq!(Request::from_args(request.to_args()), Ok(request));
        }
    }

    #[test]
    fn nonsense_is_refused() {
        for (text, expected) in [
            ("--cpu", "--cpu without a value"),
            ("--cpu x", "x is no number"),
            ("--disk 1", "unknown option --disk"),
            ("--scratch /tmp", "/tmp has no size"),
            ("--inside x", "unknown namespaces"),
        ] {
            let args = text.split(' ').map(OsString::from);
            assert_eq!(Request::from_args(args).unwrap_err(), expected);
        }
    }
}
