//! Options that choose some of the mutants.

use clap::Args;

use super::values::positive;

/// Some of the mutants of a file.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Mutants")]
pub struct Pick {
    /// Only these mutants
    #[arg(
        hide_short_help = true,
        long,
        value_name = "ID,ID",
        value_delimiter = ',',
        conflicts_with_all = ["order", "combine"]
    )]
    pub mutant: Vec<String>,

    /// Only N mutants, of each operator in each function its share
    #[arg(hide_short_help = true, long, value_name = "N", value_parser = positive::<usize>, conflicts_with_all = ["order", "combine", "mutant"])]
    pub sample: Option<usize>,
}
