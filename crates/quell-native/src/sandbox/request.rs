//! What is asked of the launcher, as arguments.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

/// What a program may do.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Confinement {
    /// Directories it may write to.
    pub writable: Vec<PathBuf>,
    /// Limits; none where `None`.
    pub cpu_seconds: Option<u64>,
    pub memory_bytes: Option<u64>,
    pub file_bytes: Option<u64>,
    pub processes: Option<u64>,
}

/// A confinement and the command to run in it; no command asks what protection there is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    pub confinement: Confinement,
    /// Whether a missing protection is an error.
    pub required: bool,
    pub command: Vec<OsString>,
}

const WRITABLE: &str = "--writable";
const WHAT_THERE_IS: &str = "--what-there-is";
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
        };
        let mut args = args.into_iter();
        while let Some(name) = args.next() {
            if name == COMMAND {
                request.command = args.collect();
                break;
            } else if name == WHAT_THERE_IS {
                request.required = false;
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
        let known = LIMITS.iter().position(|limit| name == *limit);
        let known = known.ok_or_else(|| format!("unknown option {}", name.display()))?;
        let number = value.to_str().and_then(|text| text.parse().ok());
        let number = number.ok_or_else(|| format!("{} is no number", value.display()))?;
        *self.confinement.limits()[known] = Some(number);
        Ok(())
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
                cpu_seconds: Some(1),
                memory_bytes: None,
                file_bytes: Some(u64::MAX),
                processes: Some(0),
            },
            required: false,
            command: ["sh", "--", "--cpu"].map(OsString::from).into(),
        };
        let probe = Request {
            confinement: Confinement::default(),
            required: true,
            command: Vec::new(),
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
        ] {
            let args = text.split(' ').map(OsString::from);
            assert_eq!(Request::from_args(args).unwrap_err(), expected);
        }
    }
}
