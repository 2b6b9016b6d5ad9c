//! The command line.

mod values;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::NonEmptyStringValueParser;
use clap::{Args, Parser, Subcommand, ValueEnum};
use quell_compile::OptLevel;
use quell_exec::UbMode;
use serde::Deserialize;

use crate::times::Times;

pub use values::{Capacity, OutsideCall};
use values::{byte_count, capacity, jobs, line_range, outside_call, positive};

/// Runs C, Rust and Fortran in Quell's machine for LLVM IR, which notices undefined behaviour.
#[derive(Debug, Parser)]
#[command(name = "quell", version, propagate_version = true)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Run a program, or one function with arguments given as literals
    #[command(after_help = crate::exit::help(), after_long_help = long_help())]
    Exec(Exec),
    /// List the mutants of a file: small faults, as a programmer could have made them
    #[command(after_help = crate::mutants::help(), after_long_help = crate::mutants::help())]
    Mutants(Mutants),
    /// Tell what tests do to the mutants of a file, natively
    #[command(after_help = crate::exit::help())]
    Score(Score),
    /// Write a test that kills each mutant of a file, or prove that there is none
    #[command(after_help = crate::exit::help())]
    Run(Run),
    /// Stand in for the C compiler: `make CC="quell cc"` builds mutants into the program
    #[command(disable_help_flag = true, after_help = crate::cc::help(), after_long_help = crate::cc::help())]
    Cc {
        /// What the compiler is given
        #[arg(
            trailing_var_arg = true,
            allow_hyphen_values = true,
            value_name = "ARGS"
        )]
        args: Vec<OsString>,
    },
}

#[derive(Debug, Args)]
pub struct Exec {
    /// A .c, .rs, .f or .f90 file, or LLVM IR as .ll or .bc
    pub file: PathBuf,

    /// Run this function instead of `main`: its name in the source, its path, or its symbol
    #[arg(short, long, value_name = "NAME")]
    pub function: Option<String>,

    /// How hard the compiler optimises
    #[arg(long, value_name = "LEVEL", default_value = "0")]
    pub opt: Opt,

    /// What broken promises such as signed overflow lead to [default: trap, or poison if the code
    /// was optimised]
    #[arg(long, value_name = "MODE")]
    pub ub: Option<Ub>,

    /// Stop after so many steps
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub steps: Option<u64>,

    /// Stop at so many calls within calls
    #[arg(long, value_name = "N", default_value = "100000", value_parser = positive::<usize>)]
    pub depth: usize,

    /// How much memory the program may have: bytes, or with one of the suffixes K, M, G
    #[arg(long, value_name = "BYTES", value_parser = byte_count, default_value = "8G")]
    pub memory: u64,

    /// Print one JSON object with everything, the output of the program included
    #[arg(long)]
    pub json: bool,

    /// What calls of a function return that nobody defines, one value for each call, then zero:
    /// `read=3,-1`, or only its name if it returns nothing
    #[arg(long = "call", value_name = "NAME=VALUES", value_parser = outside_call, requires = "function")]
    pub calls: Vec<OutsideCall>,

    /// Read standard input from a file
    #[arg(long, value_name = "FILE")]
    pub stdin: Option<PathBuf>,

    /// Flags for the compiler: everything up to `--`, or one text with `--cflags="..."`
    #[arg(long, value_name = "FLAGS", require_equals = true)]
    pub cflags: Vec<String>,

    /// Arguments of the program, or of the function as literals
    #[arg(last = true, value_name = "ARGS")]
    pub args: Vec<OsString>,
}

#[derive(Debug, Args)]
pub struct Mutants {
    /// A .c, .rs, .f or .f90 file, or LLVM IR as .ll or .bc
    pub file: PathBuf,

    #[command(flatten)]
    pub choice: Choice,

    /// Print one JSON object
    #[arg(long)]
    pub json: bool,

    /// Write each mutant as LLVM IR into this directory, named by its id
    #[arg(long, value_name = "DIR")]
    pub emit: Option<PathBuf>,

    /// Replace files that Quell did not write
    #[arg(long, requires = "emit")]
    pub force: bool,

    /// Name every place that got no mutants
    #[arg(short, long)]
    pub verbose: bool,
}

/// Which mutants of a file.
#[derive(Debug, Args)]
pub struct Choice {
    /// Operators and groups of them: `symbmc`, `AOR,ROR`, `mothra:AOR`, `all`
    #[arg(long, value_name = "LIST", default_value = "sufficient")]
    pub faults: String,

    /// Only mutants in these functions
    #[arg(short, long, value_name = "NAME")]
    pub function: Vec<String>,

    /// Only mutants on these lines: `12`, or `12-30`
    #[arg(long, value_name = "LINES", value_parser = line_range)]
    pub lines: Option<(u32, u32)>,

    /// Mutants with so many faults in one function
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u8).range(1..=8))]
    pub order: u8,

    /// Of mutants with several faults, take at most so many
    #[arg(long, value_name = "N", default_value = "1000", value_parser = positive::<usize>, requires = "order")]
    pub max: usize,

    /// Chooses which of them, where there are more
    #[arg(long, value_name = "S", default_value = "1", requires = "order")]
    pub seed: u64,

    /// Make one mutant of the ones named
    #[arg(
        long,
        value_name = "ID,ID",
        value_delimiter = ',',
        conflicts_with = "order"
    )]
    pub combine: Vec<String>,

    /// Flags for the compiler: everything up to `--`, or one text with `--cflags="..."`
    #[arg(long, value_name = "FLAGS", require_equals = true)]
    pub cflags: Vec<String>,
}

impl Choice {
    /// The operators, as the user chose them.
    pub fn fault_names(&self) -> Vec<String> {
        self.faults.split(',').map(str::to_owned).collect()
    }
}

/// How programs are run natively.
#[derive(Debug, Args)]
pub struct Native {
    /// How many runs at a time [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = jobs)]
    pub jobs: Option<usize>,

    /// Do not look for mutants that the compiler makes the same code of
    #[arg(long)]
    pub no_compare_code: bool,

    /// Run even where the system cannot confine programs
    #[arg(long)]
    pub unprotected: bool,

    /// Name every place that got no mutants
    #[arg(short, long)]
    pub verbose: bool,
}

#[derive(Debug, Args)]
pub struct Score {
    /// A .c, .rs, .f or .f90 file, or LLVM IR as .ll or .bc; with --test-cmd a program built with
    /// `quell cc`
    pub file: PathBuf,

    /// Further programs and libraries that were built with `quell cc`
    #[arg(value_name = "PROGRAM", requires = "test_cmd")]
    pub more: Vec<PathBuf>,

    /// Tests as data: a .json file, or a directory of them
    #[arg(long, value_name = "PATH")]
    pub tests: Option<PathBuf>,

    /// A command that runs tests and ends with status 0 if they pass
    #[arg(long, value_name = "COMMAND", value_parser = NonEmptyStringValueParser::new(), conflicts_with_all = ["tests", "faults", "function", "lines", "order", "combine", "ub", "no_compare_code", "cflags"])]
    pub test_cmd: Vec<String>,

    /// Compare what commands print as well, not only how they end
    #[arg(long, requires = "test_cmd")]
    pub compare_output: bool,

    /// Run commands in the working directory itself, one after the other
    #[arg(long, requires = "test_cmd", conflicts_with = "jobs")]
    pub in_place: bool,

    /// Leave out commands that fail or are flaky without any mutant
    #[arg(long, requires = "test_cmd")]
    pub keep_going: bool,

    /// Keep the results found so far in a file, as JSON
    #[arg(long, value_name = "FILE", requires = "test_cmd")]
    pub results: Option<PathBuf>,

    /// Replace files that Quell did not write
    #[arg(long, requires = "results")]
    pub force: bool,

    /// Go on where a campaign with the same --results was interrupted
    #[arg(long, requires = "results")]
    pub resume: bool,

    #[command(flatten)]
    pub choice: Choice,

    /// Show which test kills which mutant, and what it saw; no command is skipped after a kill
    #[arg(long)]
    pub matrix: bool,

    /// Print one JSON object
    #[arg(long)]
    pub json: bool,

    /// What tests may make of the original: by default none may lead to undefined behaviour
    #[arg(long, value_name = "MODE")]
    pub ub: Option<Ub>,

    #[command(flatten)]
    pub native: Native,
}

impl Score {
    /// What was built with `quell cc`.
    pub fn programs(&self) -> impl Iterator<Item = &PathBuf> {
        std::iter::once(&self.file).chain(&self.more)
    }
}

#[derive(Debug, Args)]
pub struct Run {
    /// A .c, .rs, .f or .f90 file, or LLVM IR as .ll or .bc
    pub file: PathBuf,

    #[command(flatten)]
    pub choice: Choice,

    /// Instead of mutants, decide whether this function does the same as the one given with
    /// --function
    #[arg(long, value_name = "NAME", requires = "function", conflicts_with_all = ["faults", "lines", "order", "combine"])]
    pub against: Option<String>,

    /// Take settings of functions from this file [default: the nearest quell.toml beside the file
    /// or above it]
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,

    /// Use no quell.toml
    #[arg(long, conflicts_with = "config")]
    pub no_config: bool,

    /// How mutants are decided
    #[arg(long, value_name = "ENGINE", default_value = "bmc")]
    pub engine: Engine,

    /// Let loops go back to their start at most so often [default: 4, 16 and 64, until it is enough; four times as often up to 16384 where that costs little]
    #[arg(long, value_name = "K", value_parser = positive::<u32>)]
    pub unroll: Option<u32>,

    /// How many elements are behind a pointer that does not say it, and at most in a slice or a
    /// text; NAME=N for a single one [default: 8]
    #[arg(long, value_name = "N", value_parser = capacity)]
    pub capacity: Vec<Capacity>,

    /// How many pointers are followed one after the other [default: 3]
    #[arg(long, value_name = "N")]
    pub depth: Option<u32>,

    /// How many calls of a function that nobody defines return values of their own [default: 8]
    #[arg(long, value_name = "N", value_parser = positive::<u32>)]
    pub calls: Option<u32>,

    /// Pointers of C can be null
    #[arg(long)]
    pub null: bool,

    /// What a `char *` points to ends with a NUL
    #[arg(long)]
    pub text: bool,

    /// Global variables hold anything before the call, and not what the program begins with
    #[arg(long)]
    pub free_globals: bool,

    /// What inputs on which the original breaks a promise, as signed overflow does, are good for
    /// [default: avoid]
    #[arg(long, value_name = "MODE")]
    pub ub: Option<RunUb>,

    #[command(flatten)]
    pub times: Times,

    /// Try every equivalence natively on so many inputs of each function
    #[arg(long, value_name = "N", default_value = "0")]
    pub attack: u64,

    /// Have another solver prove every equivalence again: `cvc5` or `z3`
    #[arg(long, value_name = "SOLVER")]
    pub second_solver: Option<SecondSolver>,

    /// Write every question to the solver, its answer and its time into a directory, as SMT-LIB
    #[arg(long, value_name = "DIR")]
    pub log_queries: Option<PathBuf>,

    /// List only mutants that no test kills; the totals are of all
    #[arg(long)]
    pub alive: bool,

    /// Print one JSON object, or write it to a file
    #[arg(long, value_name = "OUT", num_args = 0..=1, value_parser = clap::value_parser!(PathBuf))]
    pub json: Option<Option<PathBuf>>,

    /// Write the tests to a file, for `quell score --tests`
    #[arg(long, value_name = "OUT")]
    pub tests: Option<PathBuf>,

    /// Replace files that Quell did not write
    #[arg(long)]
    pub force: bool,

    #[command(flatten)]
    pub native: Native,
}

impl Run {
    /// Whether standard output is for the JSON object alone.
    pub fn prints_json(&self) -> bool {
        self.json == Some(None)
    }

    /// Where the JSON object is written to.
    pub fn json_file(&self) -> Option<&PathBuf> {
        self.json.as_ref().and_then(Option::as_ref)
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Engine {
    /// Bounded proofs, one mutant after the other
    Bmc,
    /// One formula with all mutants in it, as in the paper on SymBMC
    Symbmc,
}

impl From<Engine> for quell_engine::Engine {
    fn from(engine: Engine) -> Self {
        match engine {
            Engine::Bmc => Self::Bmc,
            Engine::Symbmc => Self::Symbmc,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum SecondSolver {
    Cvc5,
    Z3,
}

impl From<SecondSolver> for quell_engine::SolverProgram {
    fn from(solver: SecondSolver) -> Self {
        match solver {
            SecondSolver::Cvc5 => Self::Cvc5,
            SecondSolver::Z3 => Self::Z3,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Opt {
    #[value(name = "0")]
    O0,
    #[value(name = "1")]
    O1,
    #[value(name = "2")]
    O2,
    #[value(name = "3")]
    O3,
}

impl From<Opt> for OptLevel {
    fn from(opt: Opt) -> Self {
        match opt {
            Opt::O0 => Self::O0,
            Opt::O1 => Self::O1,
            Opt::O2 => Self::O2,
            Opt::O3 => Self::O3,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Ub {
    /// Stop and name it
    Trap,
    /// Compute as the processor does
    Wrap,
    /// LLVM's rule: stop where the result matters
    Poison,
}

impl From<Ub> for UbMode {
    fn from(ub: Ub) -> Self {
        match ub {
            Ub::Trap => Self::Trap,
            Ub::Wrap => Self::Wrap,
            Ub::Poison => Self::Poison,
        }
    }
}

/// [`Ub`] where inputs are chosen and not given.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RunUb {
    /// Nothing: no test and no proof is about them
    Avoid,
    /// Where numbers overflow they wrap, as in code for -fwrapv; what else is undefined is avoided
    Wrap,
}

impl From<RunUb> for UbMode {
    fn from(ub: RunUb) -> Self {
        match ub {
            RunUb::Avoid => Self::Trap,
            RunUb::Wrap => Self::Overflow,
        }
    }
}

const LITERALS: &str = "\
Literals:
  42  -7  0x1f  'a'              integers, checked against the range of the parameter
  2.5  1e-9  0x1.8p3  nan  inf   floats
  true  false  null  RED         truth values, the null pointer, enumerators
  \"text\"                         a buffer with the text and a terminating NUL, or a Rust &str
  [1, 2, 3]  [0; 100]            buffers, arrays and slices, nested as the type wants it
  i16[1, 2]                      a buffer for a pointer that does not say to what it points
  {1, 2.5}  {x: 1, y: 2.5}       structs
  ?  ?16                         a value without a value, a buffer of 16 such elements
A single value for a pointer is a buffer of one element. Mind the quotes of the shell: '\"text\"'.
";

fn long_help() -> String {
    format!("{LITERALS}\n{}", crate::exit::help())
}

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

impl Exec {
    /// All flags for the compiler.
    pub fn compiler_flags(&self, separate: &[OsString]) -> Result<Vec<OsString>, String> {
        compiler_flags(&self.cflags, separate)
    }
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

    #[test]
    fn the_command_line_is_consistent() {
        use clap::CommandFactory as _;
        Cli::command().debug_assert();
    }
}
