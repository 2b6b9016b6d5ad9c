//! How concolic execution explores: what `quell run` and `quell cover` have in common.

use clap::{Args, ValueEnum};
use quell_engine::{DseSettings, EngineEntry, LabelExploration, SearchOrder};

use crate::error::CliError;

#[derive(Debug, Args)]
#[command(next_help_heading = "Concolic execution (--engine dse)")]
pub struct Paths {
    /// What labels, or the infections of mutants, are to the search [default: tight-idl]
    #[arg(hide_short_help = true, long, value_name = "HOW")]
    pub labels: Option<Labels>,

    /// Which branch is tried next [default: guided]
    #[arg(hide_short_help = true, long, value_name = "ORDER")]
    pub search: Option<Search>,

    /// Follow all feasible paths, also when nothing is left to decide
    ///
    /// Only the wanted input space is searched, within one unwinding bound: --unroll, or 64.
    #[arg(hide_short_help = true, long)]
    pub all_paths: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Labels {
    /// Nothing: tests of the paths of the program are measured, DSE(P)
    None,
    /// Branches, both sides of which are followed, DSE(P')
    Direct,
    /// Ends of paths of their own, DSE(P*)
    Tight,
    /// The same, as long as no test covers them, DSE*(P*)
    TightIdl,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Search {
    /// The last branch of the last path
    DepthFirst,
    /// The branches of the path that covered most
    Generational,
    /// The branch that is nearest to something open
    Guided,
}

impl Paths {
    /// The settings; an error if they have no effect.
    pub fn settings(&self, engine: &EngineEntry) -> Result<DseSettings, CliError> {
        let given = [
            (self.labels.is_some(), "--labels"),
            (self.search.is_some(), "--search"),
            (self.all_paths, "--all-paths"),
        ];
        let option = given.iter().find(|(is_given, _)| *is_given);
        if let Some((_, option)) = option.filter(|_| !engine.follows_paths) {
            return Err(CliError::Usage(format!(
                "{option} has no effect with --engine {}: leave it out, or give --engine dse",
                engine.name
            )));
        }
        Ok(DseSettings {
            labels: match self.labels.unwrap_or(Labels::TightIdl) {
                Labels::None => LabelExploration::None,
                Labels::Direct => LabelExploration::Direct,
                Labels::Tight => LabelExploration::Tight,
                Labels::TightIdl => LabelExploration::TightIdl,
            },
            order: match self.search.unwrap_or(Search::Guided) {
                Search::DepthFirst => SearchOrder::DepthFirst,
                Search::Generational => SearchOrder::Generational,
                Search::Guided => SearchOrder::Guided,
            },
            exhaustive: self.all_paths,
        })
    }
}
