//! Values of options that are one of a few words.

use clap::ValueEnum;
use quell_compile::OptLevel;
use quell_exec::UbMode;
use serde::Deserialize;

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
    /// Exclude them: no test and no proof covers them
    Avoid,
    /// Integers wrap around, as with -fwrapv; other undefined behaviour is excluded
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
