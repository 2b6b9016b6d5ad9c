//! The command line of `quell exec`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;

use super::values::{byte_count, outside_call, positive};
use super::{Opt, OutsideCall, TOPICS, Ub, compiler_flags};

#[derive(Debug, Args)]
pub struct Exec {
    /// A .c, .rs, .f or .f90 file, or LLVM IR as .ll or .bc
    pub file: PathBuf,

    /// Run this function instead of `main`
    ///
    /// Give its name in the source, its path, or its symbol.
    #[arg(help_heading = "Program", short, long, value_name = "NAME")]
    pub function: Option<String>,

    /// Return values of an external function: `read=3,-1`
    ///
    /// One value for each call; further calls return zero. Give only the name if the function returns nothing.
    #[arg(help_heading = "Program", long = "call", value_name = "NAME=VALUES", value_parser = outside_call, requires = "function")]
    pub calls: Vec<OutsideCall>,

    /// Read standard input from a file
    #[arg(help_heading = "Program", long, value_name = "FILE")]
    pub stdin: Option<PathBuf>,

    /// How to treat undefined behaviour such as signed overflow
    ///
    /// The default is trap, and poison for optimised code.
    #[arg(help_heading = "Program", long, value_name = "MODE")]
    pub ub: Option<Ub>,

    /// Optimisation level of the compiler
    #[arg(
        help_heading = "Compiler",
        long,
        value_name = "LEVEL",
        default_value = "0"
    )]
    pub opt: Opt,

    /// Flags for the compiler: everything up to `--`, or one text with `--cflags="..."`
    #[arg(
        help_heading = "Compiler",
        long,
        value_name = "FLAGS",
        require_equals = true
    )]
    pub cflags: Vec<String>,

    /// Limit on executed instructions
    #[arg(help_heading = "Limits", long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub steps: Option<u64>,

    /// Limit on nested calls
    #[arg(help_heading = "Limits", long, value_name = "N", default_value = "100000", value_parser = positive::<usize>)]
    pub depth: usize,

    /// Memory limit in bytes, or with one of the suffixes K, M, G
    #[arg(help_heading = "Limits", long, value_name = "BYTES", value_parser = byte_count, default_value = "8G")]
    pub memory: u64,

    /// Print one JSON object, with the output of the program
    #[arg(help_heading = "Output", long)]
    pub json: bool,

    /// Arguments of the program, or of the function as literals
    #[arg(last = true, value_name = "ARGS")]
    pub args: Vec<OsString>,
}

impl Exec {
    /// All flags for the compiler.
    pub fn compiler_flags(&self, separate: &[OsString]) -> Result<Vec<OsString>, String> {
        compiler_flags(&self.cflags, separate)
    }
}

const LITERALS: &str = "\
Literals:
  42  -7  0x1f  'a'              integers, checked against the range of the parameter
  2.5  1e-9  0x1.8p3  nan  inf   floats
  true  false  null  RED         truth values, the null pointer, enumerators
  \"text\"                         a buffer with the text and a terminating NUL, or a Rust &str
  [1, 2, 3]  [0; 100]            buffers, arrays and slices, nested as the type wants it
  i16[1, 2]                      a buffer for a pointer without element type
  {1, 2.5}  {x: 1, y: 2.5}       structs
  ?  ?16                         an uninitialised value, a buffer of 16 of them
A single value for a pointer is a buffer of one element. Mind the quotes of the shell: '\"text\"'.
";

/// After `quell exec --help`.
pub(super) fn long_help() -> String {
    format!("{LITERALS}\n{TOPICS}")
}
