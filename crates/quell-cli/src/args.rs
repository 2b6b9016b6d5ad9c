//! The command line.

mod campaign;
mod choose;
mod constraints;
mod decide;
mod exec;
mod modes;
mod paths;
mod sources;
mod split;
mod values;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::NonEmptyStringValueParser;
use clap::{ArgAction, ArgGroup, Args, Parser, Subcommand};
use quell_engine::{ENGINES, EngineEntry};

use crate::error::CliError;
pub use campaign::{Cache, CacheAction, Keep, Status};
pub use choose::Pick;
pub use constraints::{Constraints, Explain};
pub use decide::{Decide, Globals, Inputs, SecondSolver};
pub use exec::Exec;
pub use modes::{Opt, RunUb, Ub};
pub use paths::Paths;
pub use sources::Sources;
pub use split::{compiler_flags, split_cflags};
pub use values::{Capacity, OutsideCall, engines_help};
use values::{engine, engine_of_labels, jobs, line_range, positive};

/// Quell is a mutation testing tool for C, Rust and Fortran. It changes a program in one small place at a time, and finds for each
/// such mutant a test that kills it, or proves that none exists. It also scores the tests that you have.
#[derive(Debug, Parser)]
#[command(name = "quell", version, after_help = FIRST_STEPS)]
#[command(disable_help_flag = true, disable_version_flag = true)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,

    /// Print help: `-h` the main options, `--help` all
    #[arg(short, long, global = true, action = ArgAction::Help, help_heading = "Output")]
    help: Option<bool>,

    /// Print the version
    #[arg(short = 'V', long, action = ArgAction::Version, help_heading = "Output")]
    version: Option<bool>,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Write a test that kills each mutant of a file, or prove that none exists
    #[command(after_help = TOPICS)]
    Run(Run),
    /// Write a test that covers each label of coverage criteria, or prove that none exists
    #[command(after_help = TOPICS)]
    Cover(Cover),
    /// Run tests on the mutants of a file and report which they kill, or which labels they cover
    #[command(after_help = TOPICS)]
    Score(Score),
    /// Tell how far a campaign is: a run with --out
    Status(Status),
    /// Look at the verdicts that a campaign keeps, or forget them
    Cache(Cache),
    /// List the mutants of a file
    #[command(after_help = TOPICS)]
    Mutants(Mutants),
    /// Show the constraints of a mutant that constraint-based testing solves
    #[command(after_help = TOPICS)]
    Explain(Explain),
    /// Run a program, or one function with given arguments, and stop at undefined behaviour
    #[command(after_help = TOPICS, after_long_help = exec::long_help())]
    Exec(Exec),
    /// Compile C with mutants or labels built in: `make CC="quell cc"`
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
    /// Exit codes of Quell
    #[command(hide = true, disable_help_flag = true, disable_version_flag = true)]
    #[command(help_template = crate::exit::help())]
    ExitCodes,
    /// Mutation operators and their groups
    #[command(hide = true, disable_help_flag = true, disable_version_flag = true)]
    #[command(help_template = crate::mutants::help())]
    Operators,
    /// Coverage criteria
    #[command(hide = true, disable_help_flag = true, disable_version_flag = true)]
    #[command(help_template = crate::cover::help())]
    Criteria,
    /// Engines
    #[command(hide = true, disable_help_flag = true, disable_version_flag = true)]
    #[command(help_template = engines_help())]
    Engines,
}

/// After the help of all commands.
const FIRST_STEPS: &str = "\
First steps:
  quell mutants FILE.c                     the mutants of a file
  quell run FILE.c --tests tests.json      a test or a proof for each; writes the tests
  quell score FILE.c --tests tests.json    which mutants tests kill
  quell cover FILE.c --criterion CC        a test or a proof for each label of a coverage criterion

More: quell help COMMAND, quell help operators|criteria|engines|exit-codes, and the guide in book/src";

/// After the help of a command.
const TOPICS: &str = "More: quell help operators|criteria|engines|exit-codes";

#[derive(Debug, Args)]
#[command(group = ArgGroup::new("emitted").args(["emit", "emit_meta"]).multiple(true))]
pub struct Mutants {
    #[command(flatten)]
    pub sources: Sources,

    #[command(flatten)]
    pub choice: Choice,

    /// Print one JSON object
    #[arg(help_heading = "Output", long)]
    pub json: bool,

    /// Write each mutant as LLVM IR into this directory, named by its id
    #[arg(help_heading = "Output", long, value_name = "DIR")]
    pub emit: Option<PathBuf>,

    /// Replace files that Quell did not write
    #[arg(help_heading = "Output", long, requires = "emitted")]
    pub force: bool,

    /// Name every place that got no mutants
    #[arg(help_heading = "Output", short, long)]
    pub verbose: bool,

    /// Write the original with a branch for each mutant that it weakly kills, as LLVM IR
    #[arg(
        hide_short_help = true,
        help_heading = "Output",
        long,
        value_name = "FILE"
    )]
    pub emit_meta: Option<PathBuf>,
}

/// The operators unless the user names others.
const OPERATORS: &str = "sufficient";

/// Which mutants of a file.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Mutants")]
pub struct Choice {
    /// Operators and groups: `AOR,ROR`, `mothra:AOR`, `all` [default: sufficient]
    #[arg(long, value_name = "LIST")]
    pub operators: Option<String>,

    #[command(flatten)]
    pub scope: Scope,

    #[command(flatten)]
    pub pick: Pick,

    /// Order of the mutants: how many changes each makes in one function
    #[arg(hide_short_help = true, long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u8).range(1..=8))]
    pub order: u8,

    /// At most so many mutants of a higher order
    #[arg(hide_short_help = true, long, value_name = "N", default_value = "1000", value_parser = positive::<usize>, requires = "order")]
    pub max: usize,

    /// Seed of the choice among them, and of random inputs [default: 1]
    #[arg(hide_short_help = true, long, value_name = "S")]
    pub seed: Option<u64>,

    /// Combine the named mutants into one
    #[arg(
        hide_short_help = true,
        long,
        value_name = "ID,ID",
        value_delimiter = ',',
        conflicts_with = "order"
    )]
    pub combine: Vec<String>,
}

/// Which part of a file, and how it is compiled.
#[derive(Clone, Debug, Args)]
pub struct Scope {
    /// Only in this function; may be repeated
    #[arg(short, long, value_name = "NAME")]
    pub function: Vec<String>,

    /// Only on these lines: `12`, or `12-30`
    #[arg(long, value_name = "LINES", value_parser = line_range)]
    pub lines: Option<(u32, u32)>,

    /// Flags for the compiler: `--cflags="-I include"`
    ///
    /// `--cflags` without `=` takes everything up to `--`.
    #[arg(long, value_name = "FLAGS", require_equals = true)]
    pub cflags: Vec<String>,
}

impl Choice {
    pub fn operators(&self) -> &str {
        self.operators.as_deref().unwrap_or(OPERATORS)
    }

    /// The operators, as the user chose them.
    pub fn operator_names(&self) -> Vec<String> {
        self.operators().split(',').map(str::to_owned).collect()
    }

    pub fn seed(&self) -> u64 {
        self.seed.unwrap_or(1)
    }

    /// Refuses a seed that no choice among mutants uses.
    pub fn refuse_spare_seed(&self) -> Result<(), CliError> {
        match self.has_spare_seed() {
            true => Err(CliError::Usage(
                "--seed chooses among mutants of a higher order, or a sample: give --order or --sample, or leave it out"
                    .to_owned(),
            )),
            false => Ok(()),
        }
    }

    /// Whether a seed is given that no choice among mutants uses.
    pub fn has_spare_seed(&self) -> bool {
        self.seed.is_some() && self.order == 1 && self.pick.sample.is_none()
    }
}

/// Files of LTest about labels.
#[derive(Debug, Args)]
pub struct ExchangeFiles {
    /// Labels whose statuses are known, in a .labels file of LTest
    ///
    /// Labels that are covered or uncoverable are not decided again; a score takes the uncoverable ones from it. A .hyperlabels file
    /// beside it is read as well.
    #[arg(
        hide_short_help = true,
        help_heading = "Labels",
        long,
        value_name = "FILE"
    )]
    pub labels_in: Option<PathBuf>,

    /// Write the labels and their statuses to a .labels file of LTest
    ///
    /// Hyperlabels are written beside it, with the ending .hyperlabels.
    #[arg(
        hide_short_help = true,
        help_heading = "Labels",
        long,
        value_name = "FILE"
    )]
    pub labels_out: Option<PathBuf>,
}

/// Which `quell.toml` is used.
#[derive(Debug, Default, Args)]
pub struct Configured {
    /// Settings of functions [default: the nearest quell.toml]
    ///
    /// The nearest quell.toml is the one beside the file, or else in the nearest directory above it.
    #[arg(
        hide_short_help = true,
        help_heading = "Decision",
        long,
        value_name = "FILE"
    )]
    pub config: Option<PathBuf>,

    /// Use no quell.toml
    #[arg(
        hide_short_help = true,
        help_heading = "Decision",
        long,
        conflicts_with = "config"
    )]
    pub no_config: bool,
}

/// How programs are run natively.
#[derive(Debug, Args)]
#[command(next_help_heading = "Limits")]
pub struct Native {
    /// Number of parallel workers [default: processors]
    #[arg(long, value_name = "N", value_parser = jobs)]
    pub jobs: Option<usize>,

    /// Run programs even where the system lacks a protection of the sandbox
    #[arg(hide_short_help = true, long)]
    pub unprotected: bool,

    /// Name every place that got no mutants or labels
    #[arg(hide_short_help = true, help_heading = "Output", short, long)]
    pub verbose: bool,
}

#[derive(Debug, Args)]
pub struct Score {
    /// A source file or LLVM IR; with --test-cmd a program built with `quell cc`
    ///
    /// A source file is a .c, .rs, .f or .f90 file; LLVM IR is a .ll or .bc file.
    pub file: PathBuf,

    /// Further programs and libraries built with `quell cc`
    #[arg(value_name = "PROGRAM", requires = "test_cmd")]
    pub more: Vec<PathBuf>,

    /// Tests of functions: a .json file, or a directory of them
    #[arg(help_heading = "Tests as data", long, value_name = "PATH")]
    pub tests: Option<PathBuf>,

    /// How to treat tests that trigger undefined behaviour [default: refuse]
    #[arg(help_heading = "Tests as data", long, value_name = "MODE")]
    pub ub: Option<Ub>,

    /// A command that runs tests and ends with status 0 if they pass
    #[arg(help_heading = "Your own test suite", long, value_name = "COMMAND", value_parser = NonEmptyStringValueParser::new(), conflicts_with_all = ["tests", "operators", "criterion", "config", "no_config", "function", "lines", "order", "combine", "mutant", "sample", "ub", "no_compare_code", "cflags"])]
    pub test_cmd: Vec<String>,

    /// Compare what commands print as well
    #[arg(
        help_heading = "Your own test suite",
        long,
        requires = "test_cmd",
        conflicts_with = "tests"
    )]
    pub compare_output: bool,

    /// Run commands in the working directory itself, one by one
    #[arg(help_heading = "Your own test suite", long, requires = "test_cmd", conflicts_with_all = ["jobs", "tests"])]
    pub in_place: bool,

    /// Skip commands that fail or are flaky on the original
    #[arg(
        help_heading = "Your own test suite",
        long,
        requires = "test_cmd",
        conflicts_with = "tests"
    )]
    pub keep_going: bool,

    /// Keep the results found so far in a file, as JSON
    #[arg(
        help_heading = "Your own test suite",
        long,
        value_name = "FILE",
        requires = "test_cmd",
        conflicts_with = "tests"
    )]
    pub results: Option<PathBuf>,

    /// Replace files that Quell did not write
    #[arg(hide_short_help = true, help_heading = "Output", long)]
    pub force: bool,

    /// Continue the interrupted campaign of the same --results
    #[arg(
        help_heading = "Your own test suite",
        long,
        requires = "results",
        conflicts_with = "tests"
    )]
    pub resume: bool,

    #[command(flatten)]
    pub choice: Choice,

    /// Skip the search for mutants with the same optimised code
    #[arg(hide_short_help = true, help_heading = "Mutants", long)]
    pub no_compare_code: bool,

    /// Measure coverage criteria instead of mutants: `CC,MCC`
    ///
    /// Each test runs once, and there are no mutants; for both scores, run the command twice. LABEL stands for the labels in the
    /// source. With WM, --operators chooses the operators of weak mutation. May be repeated.
    #[arg(help_heading = "Labels", long, value_name = "LIST", conflicts_with_all = ["order", "combine"])]
    pub criterion: Vec<String>,

    #[command(flatten)]
    pub exchange: ExchangeFiles,

    #[command(flatten)]
    pub configured: Configured,

    /// Show which test kills which mutant, and how; or which tests cover which label
    ///
    /// No command is skipped after a kill.
    #[arg(help_heading = "Output", long)]
    pub matrix: bool,

    /// Print one JSON object
    #[arg(help_heading = "Output", long)]
    pub json: bool,

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
    #[command(flatten)]
    pub sources: Sources,

    #[command(flatten)]
    pub choice: Choice,

    /// Compare --function with this function instead of mutants
    #[arg(help_heading = "Decision", long, value_name = "NAME", requires = "function", conflicts_with_all = ["operators", "lines", "order", "combine", "mutant", "sample"])]
    pub against: Option<String>,

    /// The engine, one of `quell help engines`
    #[arg(
        help_heading = "Decision",
        long,
        value_name = "ENGINE",
        hide_possible_values = true,
        default_value = ENGINES[0].name,
        value_parser = engine()
    )]
    pub engine: &'static EngineEntry,

    /// Decide only mutants that a suite does not kill, by a score of `quell score --json` or `--results`
    #[arg(
        hide_short_help = true,
        help_heading = "Decision",
        long,
        value_name = "SCORE",
        conflicts_with = "against"
    )]
    pub from: Option<PathBuf>,

    #[command(flatten)]
    pub decide: Decide,

    #[command(flatten)]
    pub paths: Paths,

    #[command(flatten)]
    pub constraints: Constraints,

    /// Skip the search for mutants with the same optimised code
    #[arg(hide_short_help = true, help_heading = "Mutants", long)]
    pub no_compare_code: bool,

    /// List only the mutants that no test kills
    #[arg(help_heading = "Output", long)]
    pub survivors: bool,
}

#[derive(Debug, Args)]
pub struct Cover {
    #[command(flatten)]
    pub sources: Sources,

    #[command(flatten)]
    pub labels: LabelChoice,

    /// Tests call this function alone, for its labels and those of all functions that it calls
    ///
    /// With --function only for the labels in those functions. A label is uncoverable then if no call of the entry covers it.
    #[arg(hide_short_help = true, help_heading = "Labels", long)]
    pub entry: Option<String>,

    /// The engine, one of `quell help engines`
    #[arg(
        help_heading = "Decision",
        long,
        value_name = "ENGINE",
        hide_possible_values = true,
        default_value = engine_of_labels(),
        value_parser = engine()
    )]
    pub engine: &'static EngineEntry,

    /// Seed of random inputs [default: 1]
    #[arg(
        hide_short_help = true,
        help_heading = "Decision",
        long,
        value_name = "S"
    )]
    pub seed: Option<u64>,

    #[command(flatten)]
    pub decide: Decide,

    #[command(flatten)]
    pub paths: Paths,

    /// List the labels that are covered, too
    #[arg(help_heading = "Output", long)]
    pub all: bool,
}

/// Which labels of a file.
#[derive(Debug, Args)]
#[command(next_help_heading = "Labels")]
pub struct LabelChoice {
    /// Coverage criteria: `CC,MCC`; may be repeated [default: the labels in the source]
    #[arg(long, value_name = "LIST")]
    pub criterion: Vec<String>,

    /// Operators and groups of weak mutation [default: all]
    #[arg(hide_short_help = true, long, value_name = "LIST")]
    pub operators: Option<String>,

    #[command(flatten)]
    pub exchange: ExchangeFiles,

    #[command(flatten)]
    pub scope: Scope,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        use clap::CommandFactory as _;
        Cli::command().debug_assert();
    }

    /// Long texts and rare options are for `--help`.
    #[test]
    fn the_short_help_of_each_command_fits_a_screen() {
        use clap::CommandFactory as _;
        let mut cli = Cli::command();
        cli.build();
        for command in cli.get_subcommands_mut().filter(|of| !of.is_hide_set()) {
            let mut command = command.clone().term_width(100);
            let help = command.render_help().to_string();
            let lines = help.lines().count();
            assert!(lines <= 40, "{} takes {lines} lines", command.get_name());
        }
    }
}
