//! Real programs, described in `tests/real/programs.toml`, built by `scripts/real-programs`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use quell_compile::{OptLevel, cache_directory};
use quell_frontend::{CompileJob, load};
use quell_ir::Module;
use serde::Deserialize;

use crate::outcome::Ending;
use crate::quell::{self, Job, Report};
use crate::{Failure, native, root};

const STEP_LIMIT: u64 = 4_000_000_000;
const NATIVE_LIMIT: Duration = Duration::from_secs(60);

#[derive(Debug, Deserialize)]
struct Manifest {
    program: Vec<RealProgram>,
}

/// A program and the runs to compare.
#[derive(Clone, Debug, Deserialize)]
pub struct RealProgram {
    pub name: String,
    /// The undefined behaviour that all of its runs have, in the words of the machine.
    pub undefined: Option<String>,
    #[serde(default)]
    pub run: Vec<Run>,
}

#[derive(Clone, Debug, Deserialize)]
pub struct Run {
    pub args: Vec<String>,
    /// A file, relative to the root of the repository.
    pub stdin: Option<PathBuf>,
}

/// All programs of the manifest.
pub fn programs() -> Result<Vec<RealProgram>, Failure> {
    let path = root().join("tests/real/programs.toml");
    let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
    let manifest: Manifest = toml::from_str(&text).map_err(|error| error.to_string())?;
    Ok(manifest.program)
}

/// Fetches and builds programs that are not in the cache.
pub fn build(names: &[&str]) -> Result<(), Failure> {
    let script = root().join("scripts/real-programs");
    let output = Command::new(script).arg("build").args(names).output();
    let output = output.map_err(|error| error.to_string())?;
    if output.status.success() {
        Ok(())
    } else {
        Err(String::from_utf8_lossy(&output.stderr).into_owned())
    }
}

/// The directory of the built programs.
fn built() -> Result<PathBuf, Failure> {
    let cache = cache_directory().ok_or_else(|| "there is no home directory".to_owned())?;
    Ok(cache.join("built"))
}

impl RealProgram {
    /// Compares all runs of the program in Quell and natively. Returns the number of steps.
    pub fn compare(&self, level: OptLevel) -> Result<u64, Failure> {
        let stem = built()?.join(format!("{}-{level}", self.name));
        let job = CompileJob::new(stem.with_extension("ll"));
        let module = load(&job).map_err(|error| error.to_string())?.module;
        let mut steps = 0;
        for run in &self.run {
            let same = match &self.undefined {
                Some(what) => run.is_undefined(&module, level, what),
                None => run.compare(&stem, &module, level),
            };
            let args = run.args.join(" ");
            steps += same.map_err(|wrong| format!("{} {args} at {level}\n{wrong}", self.name))?;
        }
        Ok(steps)
    }
}

impl Run {
    fn input(&self) -> Result<Vec<u8>, Failure> {
        match &self.stdin {
            None => Ok(Vec::new()),
            Some(file) => fs::read(root().join(file)).map_err(|error| error.to_string()),
        }
    }

    fn in_quell(
        &self,
        module: &Arc<Module>,
        level: OptLevel,
        stdin: &[u8],
    ) -> Result<Report, Failure> {
        quell::run(&Job {
            module,
            args: &self.args,
            stdin,
            ub_mode: quell::ub_mode_of(level),
            step_limit: STEP_LIMIT,
        })
    }

    fn is_undefined(
        &self,
        module: &Arc<Module>,
        level: OptLevel,
        what: &str,
    ) -> Result<u64, Failure> {
        let report = self.in_quell(module, level, &self.input()?)?;
        // In optimised code its consequences are reported under other names.
        let what = match level {
            OptLevel::O0 => what,
            _ => "undefined behaviour",
        };
        match &report.outcome.ending {
            Ending::Stopped(reason) if reason.contains(what) => Ok(report.steps),
            other => Err(format!("quell: {other}\nexpected: {what}\n")),
        }
    }

    fn compare(
        &self,
        native_program: &Path,
        module: &Arc<Module>,
        level: OptLevel,
    ) -> Result<u64, Failure> {
        let stdin = self.input()?;
        let report = self.in_quell(module, level, &stdin)?;
        let native = native::run(native_program, &self.args, &stdin, NATIVE_LIMIT)?;
        let difference = report.outcome.difference(&native, ["quell", "native"]);
        match difference {
            Some(wrong) => Err(wrong),
            None => Ok(report.steps),
        }
    }
}
