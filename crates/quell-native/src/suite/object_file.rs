//! From a module with mutants to an object for any linker.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::carried::Unit;
use super::error::SuiteError;

/// The section of the descriptions of mutants.
pub const SECTION: &str = "quell_mutants";

const RUNTIME: &str = include_str!("../../runtime/program.c");
const LL: &str = "unit.ll";

/// The symbols that the module and the runtime share. Each object has its own, so they are made local.
pub const SHARED_SYMBOLS: &[&str] = &[
    "quell_mutant",
    "quell_record",
    "quell_work",
    "quell_work_limit",
    "quell_executed",
    "quell_infected",
    "quell_blocks",
    "quell_branches",
    "quell_after",
    "quell_out_of_work",
    "quell_trap",
    "quell_names",
    "quell_names_end",
];

/// Functions of the library of mathematics that mutants alone may need: remainders of floats are no operators of C.
/// The runtime has its own, behind these macros.
pub const REMAINDERS: &[(&str, &str)] = &[
    ("fmod", "QUELL_OWN_FMOD"),
    ("fmodf", "QUELL_OWN_FMODF"),
    ("fmodl", "QUELL_OWN_FMODL"),
];

/// The inputs of an object.
#[derive(Debug)]
pub struct Ingredients<'a> {
    pub clang: &'a Path,
    /// The module as IR; it declares the shared symbols and defines none of them.
    pub module: &'a str,
    pub unit: &'a Unit,
    /// Those of [`REMAINDERS`] that the user's code does not call: a program is not linked with them.
    pub own_remainders: &'a [&'a str],
    /// The level of optimisation, and further flags for making code.
    pub level: &'a str,
    pub flags: &'a [OsString],
}

/// Makes the object in a scratch directory; where it is.
pub fn make(from: &Ingredients<'_>, scratch: &Path) -> Result<PathBuf, SuiteError> {
    write(scratch, LL, from.module)?;
    write(scratch, "program.c", RUNTIME)?;
    write(scratch, "names", &names(from.unit))?;
    write(scratch, "description", &(from.unit.to_json() + "\0"))?;
    let local = SHARED_SYMBOLS.iter().chain(from.own_remainders);
    let local: Vec<&str> = local.copied().collect();
    write(scratch, "local", &local.join("\n"))?;
    run(&mut code_command(from), scratch)?;
    run(&mut runtime_command(from), scratch)?;
    run(
        Command::new("ld").args(["-r", "unit.o", "program.o", "-o", "joined.o"]),
        scratch,
    )?;
    run(
        Command::new("objcopy").args(["--localize-symbols=local", "joined.o", "object.o"]),
        scratch,
    )?;
    Ok(scratch.join("object.o"))
}

fn code_command(from: &Ingredients<'_>) -> Command {
    let mut command = Command::new(from.clang);
    command.arg(from.level).args(from.flags).args([
        "-w",
        "-Wno-unused-command-line-argument",
        "-c",
        "-x",
        "ir",
        LL,
        "-o",
        "unit.o",
    ]);
    command
}

fn runtime_command(from: &Ingredients<'_>) -> Command {
    let unit = from.unit;
    let mut command = Command::new(from.clang);
    command
        .arg("-O1")
        .args(from.flags)
        .args([
            "-w",
            "-std=gnu11",
            "-fno-fast-math",
            "-fPIC",
            "-c",
            "program.c",
            "-o",
            "program.o",
        ])
        .args(own_remainders(from))
        .arg(format!("-DQUELL_UNIT=\"{}\"", unit.unit))
        .arg(format!("-DQUELL_MUTANT_SLOTS={}", unit.recorded() + 1))
        .arg(format!("-DQUELL_BLOCK_SLOTS={}", unit.blocks.len()))
        .arg(format!("-DQUELL_BRANCH_SLOTS={}", unit.branches.len()));
    command
}

fn own_remainders(from: &Ingredients<'_>) -> Vec<String> {
    let own = REMAINDERS
        .iter()
        .filter(|(name, _)| from.own_remainders.contains(name));
    own.map(|(_, macro_name)| format!("-D{macro_name}"))
        .collect()
}

fn names(unit: &Unit) -> String {
    let names = unit.mutants.iter().map(|mutant| mutant.name() + "\0");
    names.collect()
}

fn write(directory: &Path, name: &str, text: &str) -> Result<(), SuiteError> {
    let path = directory.join(name);
    fs::write(&path, text).map_err(|source| SuiteError::Write { path, source })
}

/// The maximal number of lines of a tool's message that are shown.
const EXCERPT_LINES: usize = 10;

fn run(command: &mut Command, directory: &Path) -> Result<(), SuiteError> {
    let tool = command.get_program().to_string_lossy().into_owned();
    let output = command
        .current_dir(directory)
        .env("LC_ALL", "C")
        .stdin(Stdio::null())
        .output();
    let output = match output {
        Ok(output) => output,
        Err(source) => return Err(SuiteError::Tool { tool, source }),
    };
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let lines: Vec<&str> = said.lines().take(EXCERPT_LINES).collect();
    Err(SuiteError::Build {
        tool,
        excerpt: lines.join("\n"),
    })
}
