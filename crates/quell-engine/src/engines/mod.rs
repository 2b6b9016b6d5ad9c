//! The engines. Each has a folder of its own and a line in [`ENGINES`]; nothing else names them.

use std::fmt;

use crate::engine::Engine;

mod auto;
mod bmc;
mod dse;
mod pex;
mod random;
mod symbmc;

/// A line of the table of engines.
#[derive(Clone, Copy)]
pub struct EngineEntry {
    /// What the user selects it by, and what results call it.
    pub name: &'static str,
    /// For the list of engines in the help.
    pub summary: &'static str,
    /// Whether what it finds depends on the seed.
    pub is_seeded: bool,
    /// Whether it decides labels as well as mutants.
    pub decides_labels: bool,
    /// Whether it follows single paths, as the settings of concolic execution say.
    pub follows_paths: bool,
    /// Whether a smallest suite is chosen from its tests. The published systems keep theirs.
    pub chooses_suite: bool,
    make: fn() -> Box<dyn Engine>,
}

/// All engines, the default one first.
pub const ENGINES: &[EngineEntry] = &[
    EngineEntry {
        name: "bmc",
        summary: "Bounded model checking, one mutant or label after the other",
        is_seeded: false,
        decides_labels: true,
        follows_paths: false,
        chooses_suite: false,
        make: || Box::new(bmc::Bmc),
    },
    EngineEntry {
        name: "dse",
        summary: "Concolic execution: inputs, the paths that they take, and queries about other paths",
        is_seeded: false,
        decides_labels: true,
        follows_paths: true,
        chooses_suite: false,
        make: || Box::new(dse::Dse),
    },
    EngineEntry {
        name: "pex",
        summary: "Concolic execution of a meta-program with a branch for each weak kill, as in the paper on PexMutator",
        is_seeded: false,
        decides_labels: false,
        follows_paths: false,
        chooses_suite: false,
        make: || Box::new(pex::Pex),
    },
    EngineEntry {
        name: auto::NAME,
        summary: "Several engines, one after the other, each for what is left",
        is_seeded: true,
        decides_labels: true,
        follows_paths: false,
        chooses_suite: true,
        make: || Box::new(auto::Auto),
    },
    EngineEntry {
        name: "symbmc",
        summary: "One formula with all mutants in it, as in the paper on SymBMC",
        is_seeded: false,
        decides_labels: false,
        follows_paths: false,
        chooses_suite: false,
        make: || Box::new(symbmc::Symbmc),
    },
    EngineEntry {
        name: "random",
        summary: "Random and boundary inputs, without a solver: kills mutants, covers labels and proves nothing",
        is_seeded: true,
        decides_labels: true,
        follows_paths: false,
        chooses_suite: false,
        make: || Box::new(random::Random),
    },
];

impl EngineEntry {
    /// The engine of a name.
    pub fn named(name: &str) -> Option<&'static Self> {
        ENGINES.iter().find(|entry| entry.name == name)
    }

    /// A new engine.
    pub fn engine(&self) -> Box<dyn Engine> {
        (self.make)()
    }
}

impl fmt::Debug for EngineEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_select_one_engine_each() {
        for entry in ENGINES {
            let found = EngineEntry::named(entry.name).map(|found| found.summary);
            assert_eq!(found, Some(entry.summary));
        }
        assert!(EngineEntry::named("none").is_none());
    }
}
