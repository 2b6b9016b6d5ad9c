//! Random C programs without undefined behaviour, made by csmith: Quell must print the same
//! checksums as the native program.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use quell_compile::{OptLevel, Request, Toolbox, native_executable};
use quell_frontend::{CompileJob, Loader};
use quell_ir::print::{Dialect, PrintOptions, print_module_with};

use crate::outcome::Ending;
use crate::quell::{self, Job};
use crate::{Failure, native, parallel, root};

const HEADERS: &str = "-I/usr/include/csmith";
/// Far more than the steps that Quell is allowed take natively, even on a busy machine.
const NATIVE_LIMIT: Duration = Duration::from_secs(600);
/// Runs a program for at most two seconds of the processor's time, however busy that is.
const QUICK: &str = r#"ulimit -S -t 2; exec "$0" "$@""#;
/// More steps than a processor takes in that time.
const SECOND_TRY: u64 = 8_000_000_000;
pub const LEVELS: [OptLevel; 2] = [OptLevel::O0, OptLevel::O2];

/// What the programs are made of; the seed chooses one.
///
/// Floats stay among themselves: csmith does not guard their conversion to integers.
const FLAVOURS: [&[&str]; 8] = [
    &["--packed-struct"],
    &["--no-packed-struct", "--float", "--strict-float"],
    &["--no-packed-struct", "--builtins"],
    &[
        "--packed-struct",
        "--max-struct-fields",
        "6",
        "--no-volatiles",
    ],
    &[
        "--no-packed-struct",
        "--max-pointer-depth",
        "4",
        "--no-jumps",
    ],
    &["--no-structs", "--no-unions", "--max-expr-complexity", "16"],
    &["--no-packed-struct", "--max-union-fields", "8"],
    &[
        "--packed-struct",
        "--float",
        "--strict-float",
        "--inline-function",
    ],
];

/// Makes the clang builtins that csmith uses total.
const PRELUDE: &str = "tests/csmith/total.h";
/// csmith points into packed structs, where nothing is aligned: no pointer promises alignment then.
const UNALIGNED: &str = "-fmax-type-align=1";

/// What clang can check at run time without a library.
const CHECKS: [&str; 2] = [
    "-fsanitize=undefined,float-cast-overflow",
    "-fsanitize-trap=all",
];

/// How large the programs are.
const SIZE: [&str; 6] = [
    "--max-funcs",
    "4",
    "--max-block-depth",
    "3",
    "--max-block-size",
    "3",
];

/// One program and how it is compiled.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    pub seed: u64,
    pub clang: &'static str,
    /// Whether the native program is made from the IR as Quell prints it.
    pub printed: bool,
    pub step_limit: u64,
    /// Whether to look closer at what exceeds the limit: if the native program ends soon, Quell gets
    /// a second try, so that no error of Quell hides behind the limit.
    pub thorough: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Equal output and status at every level; how many operations Quell executed.
    Agrees(u64),
    /// Too long for the limit of steps; of a thorough sample, too long natively as well.
    Skipped,
    /// csmith let undefined behaviour slip in: Quell says so, and so do clang's own checks.
    Undefined,
    Differs(Failure),
}

impl Sample {
    /// Most go through clang-19 as they are; some through older compilers, some through the printer.
    pub fn new(seed: u64, step_limit: u64) -> Self {
        let (clang, printed) = match seed % 16 {
            3 => ("clang-15", false),
            7 => ("clang-16", false),
            11 => ("clang-15", true),
            15 => ("clang-19", true),
            _ => ("clang-19", false),
        };
        Self {
            seed,
            clang,
            printed,
            step_limit,
            thorough: false,
        }
    }

    pub fn thorough(self) -> Self {
        Self {
            thorough: true,
            ..self
        }
    }

    fn flavour(&self) -> &'static [&'static str] {
        FLAVOURS[(self.seed % FLAVOURS.len() as u64) as usize]
    }

    fn flags(&self) -> Vec<OsString> {
        let mut flags: Vec<OsString> = vec!["-w".into(), HEADERS.into()];
        if self.flavour().contains(&"--packed-struct") {
            flags.push(UNALIGNED.into());
        }
        if self.flavour().contains(&"--builtins") {
            flags.extend(["-include".into(), root().join(PRELUDE).into()]);
        }
        flags
    }

    fn csmith(&self) -> Command {
        let mut command = Command::new("csmith");
        command
            .args(["--seed", &self.seed.to_string()])
            .args(SIZE)
            .args(self.flavour());
        command
    }

    /// Generates, compiles and runs the program; on a difference its source is kept.
    pub fn compare(&self) -> Verdict {
        let scratch = match tempfile::tempdir() {
            Ok(scratch) => scratch,
            Err(error) => return Verdict::Differs(error.to_string()),
        };
        match self.compare_in(scratch.path()) {
            Ok(verdict) => verdict,
            Err(wrong) => Verdict::Differs(self.describe(scratch.path(), &wrong)),
        }
    }

    fn compare_in(&self, directory: &Path) -> Result<Verdict, Failure> {
        let source = directory.join("program.c");
        // It leaves a file behind where it runs.
        let mut csmith = self.csmith();
        let made = csmith
            .arg("-o")
            .arg(&source)
            .current_dir(directory)
            .output();
        let made = made.map_err(|error| format!("csmith: {error}"))?;
        if !made.status.success() {
            return Err(format!("csmith ended with {}", made.status));
        }
        let mut steps = 0;
        for level in LEVELS {
            match self.compare_at(&source, level)? {
                Verdict::Agrees(more) => steps += more,
                other => return Ok(other),
            }
        }
        Ok(Verdict::Agrees(steps))
    }

    fn compare_at(&self, source: &Path, level: OptLevel) -> Result<Verdict, Failure> {
        let tools = Toolbox::from_env().with_clang(self.clang);
        let request = Request::new(source).at(level).with_flags(self.flags());
        let job = CompileJob::new(source).with_arguments(self.flags());
        let loaded = Loader::new(tools.clone()).at(level).load(&job);
        let loaded = loaded.map_err(|error| error.to_string())?;
        let (module, command) = (loaded.module, loaded.command.unwrap_or_default());
        // With this argument the program prints a checksum per variable.
        let args = ["1".to_owned()];
        let build = || match self.printed {
            true => self.printed_native(&module, source, level),
            false => native_program(&request, &tools),
        };
        let mut job = Job {
            module: &module,
            args: &args,
            stdin: b"",
            ub_mode: quell::ub_mode_of(level),
            step_limit: self.step_limit,
        };
        let mut report = quell::run(&job)?;
        if report.outcome.ending == Ending::StepLimit {
            if !self.thorough || never_ends(&build()?, &args)? {
                return Ok(Verdict::Skipped);
            }
            job.step_limit = SECOND_TRY;
            report = quell::run(&job)?;
        }
        let native = native::run(&build()?, &args, b"", NATIVE_LIMIT)?;
        let difference = report.outcome.difference(&native, ["quell", "native"]);
        let place = report.place.map_or(String::new(), |(line, column)| {
            format!("stopped at {line}:{column}\n")
        });
        match difference {
            None => Ok(Verdict::Agrees(report.steps)),
            Some(_) if report.is_undefined() && fails_checks(&request, &tools, &args)? => {
                Ok(Verdict::Undefined)
            }
            Some(wrong) => Err(format!("{command}\n{wrong}{place}")),
        }
    }

    /// The native program as the newest clang makes it from what Quell's printer writes.
    fn printed_native(
        &self,
        module: &quell_ir::Module,
        source: &Path,
        level: OptLevel,
    ) -> Result<PathBuf, Failure> {
        let options = PrintOptions {
            dialect: Dialect::V19,
        };
        let file = source.with_extension("ll");
        fs::write(&file, print_module_with(module, options)).map_err(|error| error.to_string())?;
        let tools = Toolbox::from_env().with_clang("clang-19");
        native_program(&Request::new(file).at(level), &tools)
    }

    fn describe(&self, directory: &Path, wrong: &str) -> Failure {
        let kept = keep(directory, self.seed);
        let command = format!("{:?}", self.csmith()).replace('"', "");
        format!(
            "{command}\n{wrong}the program is kept in {}\n",
            kept.display()
        )
    }
}

/// Whether the program is stopped by the checks that clang itself can build into it.
fn fails_checks(request: &Request, tools: &Toolbox, args: &[String]) -> Result<bool, Failure> {
    let checked = request.clone().at(OptLevel::O0).with_flags(CHECKS);
    let program = native_program(&checked, tools)?;
    Ok(native::run(&program, args, b"", NATIVE_LIMIT)?.ending == Ending::Died)
}

fn native_program(request: &Request, tools: &Toolbox) -> Result<PathBuf, Failure> {
    let program = request.path.with_extension("exe");
    native_executable(request, tools, &program).map_err(|error| error.to_string())?;
    Ok(program)
}

/// As far as one is willing to wait: csmith does make endless loops.
fn never_ends(program: &Path, args: &[String]) -> Result<bool, Failure> {
    let shell = [
        "-c".to_owned(),
        QUICK.to_owned(),
        program.display().to_string(),
    ];
    let words = [&shell[..], args].concat();
    let ending = native::run(Path::new("/bin/sh"), &words, b"", NATIVE_LIMIT)?.ending;
    Ok(matches!(ending, Ending::Died | Ending::TooLong))
}

fn keep(directory: &Path, seed: u64) -> PathBuf {
    let kept = std::env::temp_dir().join(format!("quell-csmith-{seed}.c"));
    // A program that cannot be kept can be made again from its seed.
    let _ = fs::copy(directory.join("program.c"), &kept);
    kept
}

/// What came of many samples.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    pub agree: usize,
    pub skipped: Vec<u64>,
    pub undefined: Vec<u64>,
    pub different: Vec<Failure>,
    pub steps: u64,
}

impl Tally {
    pub fn of(samples: &[Sample]) -> Self {
        Self::watched(samples, |_| ())
    }

    /// The samples are compared in any order; `watch` sees how far it is after each.
    pub fn watched(samples: &[Sample], mut watch: impl FnMut(&Self) + Send) -> Self {
        let mut tally = Self::default();
        parallel::for_each(samples, Sample::compare, |sample, verdict| {
            tally.add(sample.seed, verdict);
            watch(&tally);
        });
        tally.skipped.sort_unstable();
        tally.undefined.sort_unstable();
        tally
    }

    fn add(&mut self, seed: u64, verdict: Verdict) {
        match verdict {
            Verdict::Agrees(steps) => {
                self.agree += 1;
                self.steps += steps;
            }
            Verdict::Undefined => self.undefined.push(seed),
            Verdict::Skipped => self.skipped.push(seed),
            Verdict::Differs(wrong) => self.different.push(wrong),
        }
    }

    /// How many samples have been compared.
    pub fn done(&self) -> usize {
        self.agree + self.skipped.len() + self.undefined.len() + self.different.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_counted_by_the_processor() {
        let shell = Path::new("/bin/sh");
        let runs = |script: &str| never_ends(shell, &["-c".to_owned(), script.to_owned()]);
        assert!(runs("while true; do :; done").unwrap());
        assert!(!runs("sleep 2.5; exit 3").unwrap());
    }
}
