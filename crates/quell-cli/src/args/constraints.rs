//! How constraint-based testing solves constraints: what `quell run` and `quell explain` have in common.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use quell_engine::{CbtConstraints, CbtSettings, EngineEntry};

use super::values::positive;
use super::{Choice, Inputs};
use crate::error::CliError;

#[derive(Debug, Args)]
pub struct Explain {
    /// The mutant, as `quell mutants` names it
    pub id: String,

    /// A .c, .rs, .f or .f90 file, or LLVM IR as .ll or .bc
    pub file: PathBuf,

    #[command(flatten)]
    pub choice: Choice,

    #[command(flatten)]
    pub inputs: Inputs,

    #[command(flatten)]
    pub constraints: Constraints,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Constraint-based testing (--engine cbt)")]
pub struct Constraints {
    /// Which constraints are solved [default: both]
    #[arg(hide_short_help = true, long, value_name = "WHICH")]
    pub cbt_constraints: Option<Which>,

    /// How often values are chosen for a constraint system [default: 20]
    #[arg(hide_short_help = true, long, value_name = "N", value_parser = positive::<u32>)]
    pub tries: Option<u32>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Which {
    /// The state differs behind the mutant
    Necessity,
    /// The predicate that the mutant changes has another value
    Predicate,
    /// One after the other
    Both,
}

impl Constraints {
    /// The settings; an error if they have no effect with an engine.
    pub fn settings_of(&self, engine: &EngineEntry) -> Result<CbtSettings, CliError> {
        let given = [
            (self.cbt_constraints.is_some(), "--cbt-constraints"),
            (self.tries.is_some(), "--tries"),
        ];
        let option = given.iter().find(|(is_given, _)| *is_given);
        match option.filter(|_| !engine.solves_constraints) {
            Some((_, option)) => Err(CliError::Usage(format!(
                "{option} has no effect with --engine {}: leave it out, or give --engine cbt",
                engine.name
            ))),
            None => Ok(self.settings()),
        }
    }

    pub fn settings(&self) -> CbtSettings {
        let usual = CbtSettings::default();
        CbtSettings {
            constraints: self.cbt_constraints.map_or(usual.constraints, Into::into),
            tries: self.tries.unwrap_or(usual.tries),
        }
    }
}

impl From<Which> for CbtConstraints {
    fn from(which: Which) -> Self {
        match which {
            Which::Necessity => Self::Necessity,
            Which::Predicate => Self::Predicate,
            Which::Both => Self::Both,
        }
    }
}
