//! Options and commands of campaigns.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use quell_campaign::folder::USUAL;

/// Where verdicts are kept.
#[derive(Debug, Args)]
#[command(next_help_heading = "Campaign")]
pub struct Keep {
    /// Keep verdicts and tests in a folder; a later run with the same folder decides only what has changed
    #[arg(hide_short_help = true, long, value_name = "DIR")]
    pub out: Option<PathBuf>,

    /// Continue the campaign in --out, which has to exist
    #[arg(hide_short_help = true, long, requires = "out")]
    pub resume: bool,
}

#[derive(Debug, Args)]
pub struct Status {
    /// The folder of the campaign
    #[arg(default_value = USUAL)]
    pub folder: PathBuf,
}

#[derive(Debug, Args)]
pub struct Cache {
    #[command(subcommand)]
    pub action: CacheAction,
}

#[derive(Clone, Debug, Subcommand)]
pub enum CacheAction {
    /// Say how many verdicts and tests are kept
    Stats {
        /// The folder of the campaign
        #[arg(default_value = USUAL)]
        folder: PathBuf,
    },
    /// Forget all verdicts and tests that are kept
    Clear {
        /// The folder of the campaign
        #[arg(default_value = USUAL)]
        folder: PathBuf,
    },
}
