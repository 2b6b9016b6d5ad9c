//! `quell cc`: takes the place of the C compiler and builds mutants into the objects it makes.
//!
//! The compiler always does first exactly what it was asked to: so its messages, its exit status and the files
//! it makes beside the object are its own, and there is a plain object to fall back on. Then each object that
//! gets mutants is replaced.
//!
//! * [`CommandLine`]: the command line, taken apart by the front end. [`settings`]: the environment. [`probe`]: what build
//!   systems compile for themselves.
//! * [`unit`]: one source with its mutants; [`labels`]: with labels instead. [`link`]: a program from several.

mod labels;
mod link;
mod probe;
mod settings;
mod unit;

use std::collections::BTreeSet;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::sync::atomic::{AtomicBool, Ordering};

use clap::CommandFactory as _;
use quell_compile::{ScratchDirectory, Toolbox, check_regular, is_of_system};
use quell_frontend::command::{Input, Kind, response};
use quell_frontend::{CommandLine, Role};

use crate::error::CliError;
use crate::exit::Exit;
use crate::interrupt::interrupt_flag;
use crate::report;
use link::LinkError;
use settings::Settings;

/// The groups of operators that are used unless the user names others.
pub const DEFAULT_FAULTS: &str = "sufficient";

/// Does what a compiler does with these arguments; the status of the process.
pub fn run(args: &[OsString]) -> u8 {
    if args.len() == 1 && (args[0] == "--help" || args[0] == "-h") {
        return print_help();
    }
    match drive(args) {
        Ok(status) => status,
        Err(error) => {
            report::print_error(&error);
            error.exit().code()
        }
    }
}

/// Quell's own: the compiler has a page of its options itself.
fn print_help() -> u8 {
    let mut cli = crate::args::Cli::command();
    let Some(cc) = cli.find_subcommand_mut("cc") else {
        return Exit::Internal.code();
    };
    let mut cc = cc.clone().bin_name("quell cc");
    match cc.print_help() {
        Ok(()) => Exit::Success.code(),
        Err(error) => crate::unwritable(&error),
    }
}

/// The environment, as the help shows it.
pub fn help() -> String {
    let rows = [
        (
            settings::FAULTS,
            "operators and groups, as after `quell mutants --operators`",
        ),
        (
            settings::CRITERIA,
            "coverage criteria, as after `quell cover --criterion`: labels, no mutants",
        ),
        (
            settings::FUNCTIONS,
            "only these functions: names with wildcards, with commas between",
        ),
        (
            settings::ONLY,
            "only these files: names or ends of paths with wildcards, with commas between",
        ),
        (
            settings::COMPARE_CODE,
            "`no`: mutants that compile to the same code are not looked for",
        ),
    ];
    let mut text = String::from("Which mutants or labels there are is said by the environment:\n");
    for (name, meaning) in rows {
        text += &format!("  {name:<19} {meaning}\n");
    }
    text + "Programs run the original, or the mutant that QUELL_MUTANT names.\n\
            Options are those of clang: `clang --help` lists them."
}

fn drive(args: &[OsString]) -> Result<u8, CliError> {
    let clang = Toolbox::from_env().clang()?;
    let line = CommandLine::parse(args);
    let settings = Settings::from_env(DEFAULT_FAULTS);
    let settings = settings.map_err(|error| CliError::Usage(error.to_string()))?;
    refuse_pipes(args, &line)?;
    let sources = sources(&line, &settings);
    if sources.is_empty() {
        return Ok(become_compiler(&clang, args));
    }
    let interrupted = interrupt_flag();
    let status = Command::new(&clang).args(args).status();
    let status = status.map_err(|error| cannot_run(&clang, error))?;
    let driver = Driver {
        clang: &clang,
        line: &line,
        settings: &settings,
    };
    if !status.success() {
        // A compiler that is interrupted just before it ends has written the object.
        if interrupted.load(Ordering::Relaxed) {
            driver.remove_interrupted(&sources);
        }
        return Ok(status_code(status));
    }
    driver.warn_of_instruments();
    let replaced = driver.replace(&sources, &interrupted);
    if interrupted.load(Ordering::Relaxed) {
        // The plain compiler's part is done, and what is to follow is not.
        driver.remove_interrupted(&sources);
        return Ok(Exit::Interrupted.code());
    }
    if let Err(error) = replaced {
        driver.remove(&sources);
        return Err(error);
    }
    Ok(Exit::Success.code())
}

/// A pipe may keep the compiler waiting forever, and can be read only once: not by Quell after the compiler. Those of the
/// system, as `/dev/stdin`, are for the compiler alone.
fn refuse_pipes(args: &[OsString], line: &CommandLine) -> Result<(), CliError> {
    let inputs = line.inputs().map(|input| input.path.clone());
    let is_for_the_compiler = |path: &PathBuf| is_of_system(path) || !path.exists();
    for path in inputs.filter(|path| !is_for_the_compiler(path)) {
        check_readable(&path)?;
    }
    let files = args.iter().filter_map(|word| response::file(word));
    for path in files.filter(|path| path.exists()) {
        check_readable(path)?;
    }
    Ok(())
}

fn check_readable(path: &Path) -> Result<(), CliError> {
    let checked = check_regular(path);
    checked.map_err(|source| {
        CliError::Compile(quell_compile::CompileError::ReadError {
            path: path.to_owned(),
            source,
        })
    })
}

/// Nothing is left to do afterwards, so the compiler takes the place of this process.
fn become_compiler(clang: &Path, args: &[OsString]) -> u8 {
    let error = Command::new(clang).args(args).exec();
    let error = cannot_run(clang, error);
    report::print_error(&error);
    error.exit().code()
}

fn cannot_run(clang: &Path, source: io::Error) -> CliError {
    CliError::Compile(quell_compile::CompileError::CannotRun {
        command: clang.display().to_string(),
        source,
    })
}

fn status_code(status: ExitStatus) -> u8 {
    let signalled = || status.signal().map(|signal| 128 + signal);
    let code = status.code().or_else(signalled);
    code.and_then(|code| u8::try_from(code).ok()).unwrap_or(1)
}

/// The inputs that get mutants. For other source files it reports the reason.
fn sources<'l>(line: &'l CommandLine, settings: &Settings) -> Vec<&'l Input> {
    let here = env::current_dir().unwrap_or_default();
    let goes_nowhere = line.output.as_deref() == Some(Path::new("/dev/null"));
    let wanted = |input: &&Input| {
        let is_c = input.kind() == Kind::C;
        let is_wanted = || settings.wants_file(&here.join(&input.path));
        is_c && !goes_nowhere && !probe::is_probe(&input.path, &here) && is_wanted()
    };
    let candidates: Vec<&Input> = line.inputs().filter(wanted).collect();
    if let Some(product) = line.early_end() {
        if product.is_linkable() {
            candidates
                .iter()
                .for_each(|input| warn(settings, &input.path, &format!("asked for {product}")));
        }
        return Vec::new();
    }
    for input in line.inputs() {
        if let Kind::Other(language) = input.kind() {
            warn(settings, &input.path, &format!("it is {language}"));
        }
    }
    let is_file = |input: &&Input| {
        let why = match () {
            () if input.is_standard_input() => "it is read from standard input",
            () if is_of_system(&input.path) => "it is no regular file",
            () => return true,
        };
        warn(settings, &input.path, why);
        false
    };
    candidates.into_iter().filter(is_file).collect()
}

/// Says that a source gets no mutants or labels.
fn warn(settings: &Settings, source: &Path, why: &str) {
    report::print_warning(&format!(
        "{} is compiled without {}: {why}",
        source.display(),
        settings.what()
    ));
}

/// Replaces plain objects and programs by those with mutants.
#[derive(Debug)]
struct Driver<'a> {
    clang: &'a Path,
    line: &'a CommandLine,
    settings: &'a Settings,
}

impl Driver<'_> {
    /// An object with mutants has none of what sanitizers and profilers add.
    fn warn_of_instruments(&self) {
        let dropped = self.line.options(&[Role::Instrument]);
        if !dropped.is_empty() {
            let words: Vec<_> = dropped.iter().map(|word| word.to_string_lossy()).collect();
            let words = words.join(" ");
            report::print_warning(&format!("files with mutants are compiled without {words}"));
        }
    }

    fn remove_interrupted(&self, sources: &[&Input]) {
        for target in self.remove(sources) {
            let target = target.display();
            report::print_warning(&format!("interrupted: {target} is removed"));
        }
    }

    /// Removes outputs after a failure, as they have no mutants or only in some of their objects: a build must not use them.
    /// Returns the removed files.
    fn remove(&self, sources: &[&Input]) -> Vec<PathBuf> {
        let targets: BTreeSet<PathBuf> = match self.line.object_only {
            true => sources
                .iter()
                .map(|input| self.line.object_of(&input.path))
                .collect(),
            false => BTreeSet::from([self.line.program()]),
        };
        // Others are gone already, or no files.
        let is_removed = |target: &PathBuf| target.is_file() && fs::remove_file(target).is_ok();
        targets.into_iter().filter(is_removed).collect()
    }

    fn lacks_mutants(&self, source: &Path, reason: String) -> CliError {
        let path = match self.line.object_only {
            true => self.line.object_of(source),
            false => self.line.program(),
        };
        CliError::NoMutants { path, reason }
    }

    /// Files that Quell does not understand stay without mutants; a machine that fails is an error.
    fn replace(&self, sources: &[&Input], interrupted: &AtomicBool) -> Result<(), CliError> {
        let mut made: Vec<(PathBuf, PathBuf)> = Vec::new();
        // Scratch directories live as long as what is in them is needed.
        let mut scratches: Vec<ScratchDirectory> = Vec::new();
        for input in sources {
            if interrupted.load(Ordering::Relaxed) {
                return Ok(());
            }
            match self.object(input) {
                Ok(Some((object, scratch))) => {
                    made.push((input.path.clone(), object));
                    scratches.push(scratch);
                }
                Ok(None) => {}
                Err(_) if interrupted.load(Ordering::Relaxed) => return Ok(()),
                Err(error) if error.is_of_machine() => {
                    return Err(self.lacks_mutants(&input.path, error.to_string()));
                }
                Err(error) => warn(self.settings, &input.path, &error.to_string()),
            }
        }
        match self.line.object_only {
            true => made
                .iter()
                .try_for_each(|(source, object)| self.replace_object(source, object)),
            false if made.is_empty() => Ok(()),
            false => self.replace_program(&made),
        }
    }

    fn object(
        &self,
        input: &Input,
    ) -> Result<Option<(PathBuf, ScratchDirectory)>, unit::UnitError> {
        let scratch = ScratchDirectory::new();
        let scratch = scratch.map_err(unit::UnitError::Scratch)?;
        let object = unit::make(self, input, scratch.path())?;
        Ok(object.map(|object| (object, scratch)))
    }

    /// The plain object keeps its place and its mode and gets another content.
    fn replace_object(&self, source: &Path, object: &Path) -> Result<(), CliError> {
        let target = self.line.object_of(source);
        let copied = fs::read(object).and_then(|bytes| fs::write(&target, bytes));
        copied.map_err(|error| self.lacks_mutants(source, error.to_string()))
    }

    fn replace_program(&self, made: &[(PathBuf, PathBuf)]) -> Result<(), CliError> {
        match link::link(self, made) {
            Ok(()) => {}
            Err(LinkError::Machine(reason)) => {
                let source = made.first().map(|(source, _)| source.as_path());
                return Err(self.lacks_mutants(source.unwrap_or(Path::new("")), reason));
            }
            Err(error @ LinkError::Linker(_)) => {
                let why = error.to_string();
                let warn = |source: &Path| warn(self.settings, source, &why);
                made.iter().for_each(|(source, _)| warn(source));
            }
        }
        Ok(())
    }
}
