//! How objectives are decided: what `quell run` and `quell cover` have in common.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::values::{capacity, positive};
use super::{Capacity, Configured, Keep, Native, RunUb};
use crate::output::is_stdout;
use crate::times::Times;

#[derive(Debug, Args)]
pub struct Decide {
    #[command(flatten)]
    pub inputs: Inputs,

    /// Functions of other files that a file of a project is linked with, at most
    ///
    /// The nearest are linked first. Calls of further ones return symbolic values, as those of external functions do.
    #[arg(
        hide_short_help = true,
        help_heading = "Inputs",
        long,
        value_name = "N",
        default_value = "500"
    )]
    pub linked: usize,

    #[command(flatten)]
    pub times: Times,

    /// Begin with the tests of a suite
    ///
    /// A .json file of tests, or a directory of such files. What they kill or cover is decided by them; their inputs are those that the engines dse and random begin with.
    #[arg(
        hide_short_help = true,
        help_heading = "Decision",
        long,
        value_name = "SUITE"
    )]
    pub seeds: Option<PathBuf>,

    /// Try to refute every proof on N native inputs
    #[arg(
        hide_short_help = true,
        help_heading = "Decision",
        long,
        value_name = "N",
        default_value = "0",
        hide_default_value = true
    )]
    pub fuzz: u64,

    /// Prove everything again
    #[arg(help_heading = "Decision", long, value_name = "SOLVER")]
    pub second_solver: Option<SecondSolver>,

    /// Write every solver query with its answer and time to a directory, as SMT-LIB
    #[arg(
        hide_short_help = true,
        help_heading = "Output",
        long,
        value_name = "DIR"
    )]
    pub log_queries: Option<PathBuf>,

    /// Print one JSON object instead of the report, or write it to a file
    #[arg(help_heading = "Output", long, value_name = "OUT", num_args = 0..=1, value_parser = clap::value_parser!(PathBuf))]
    pub json: Option<Option<PathBuf>>,

    /// Write the tests, for `quell score --tests`; `-` prints them instead of the report
    #[arg(help_heading = "Output", long, value_name = "OUT")]
    pub tests: Option<PathBuf>,

    /// Replace files that Quell did not write
    #[arg(hide_short_help = true, help_heading = "Output", long)]
    pub force: bool,

    #[command(flatten)]
    pub keep: Keep,

    #[command(flatten)]
    pub native: Native,
}

impl Decide {
    /// Whether standard output is for the JSON object alone.
    pub fn prints_json(&self) -> bool {
        matches!(&self.json, Some(file) if file.as_deref().is_none_or(is_stdout))
    }

    /// Whether standard output is for the tests alone.
    pub fn prints_tests(&self) -> bool {
        self.tests.as_deref().is_some_and(is_stdout)
    }

    /// The file for the JSON object.
    pub fn json_file(&self) -> Option<&PathBuf> {
        let file = self.json.as_ref().and_then(Option::as_ref);
        file.filter(|path| !is_stdout(path))
    }

    /// The file for the tests.
    pub fn tests_file(&self) -> Option<&PathBuf> {
        self.tests.as_ref().filter(|path| !is_stdout(path))
    }
}

/// Which inputs a function gets: what `quell run`, `quell cover` and `quell explain` have in common.
#[derive(Debug, Args)]
pub struct Inputs {
    #[command(flatten)]
    pub configured: Configured,

    /// Loop unwinding bound [default: 4, 16, 64 or more]
    ///
    /// By default the bound grows until it suffices, up to 16384 where that is cheap.
    #[arg(help_heading = "Inputs", long, value_name = "K", value_parser = positive::<u32>)]
    pub unroll: Option<u32>,

    /// Elements behind a pointer of unknown size [default: 8]
    ///
    /// Also the most elements in a slice or string. NAME=N sets it for one parameter.
    #[arg(help_heading = "Inputs", long, value_name = "N", value_parser = capacity)]
    pub capacity: Vec<Capacity>,

    /// Depth of pointers to pointers [default: 3]
    #[arg(
        hide_short_help = true,
        help_heading = "Inputs",
        long,
        value_name = "N"
    )]
    pub depth: Option<u32>,

    /// Calls of an external function that return symbolic values [default: 8]
    #[arg(hide_short_help = true, help_heading = "Inputs", long, value_name = "N", value_parser = positive::<u32>)]
    pub calls: Option<u32>,

    /// All pointers in C may be null
    #[arg(help_heading = "Inputs", long)]
    pub null: bool,

    /// Every `char *` points to a NUL-terminated string
    #[arg(hide_short_help = true, help_heading = "Inputs", long)]
    pub text: bool,

    /// Globals before the call [default: initial]
    #[arg(help_heading = "Inputs", long, value_name = "VALUES")]
    pub globals: Option<Globals>,

    /// Inputs that overflow [default: avoid]
    ///
    /// How to treat inputs that trigger signed overflow in the original.
    #[arg(
        hide_short_help = true,
        help_heading = "Inputs",
        long,
        value_name = "MODE"
    )]
    pub ub: Option<RunUb>,
}

/// What global variables hold before a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Globals {
    /// Their initialisers
    Initial,
    /// Any value of their types
    Any,
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
