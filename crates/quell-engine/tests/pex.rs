//! PexMutator: its statistics, its kills in comparison with those of the paths alone, and that it proves nothing.

#[path = "support/deciding.rs"]
mod deciding;

use std::collections::BTreeSet;
use std::time::Duration;

use deciding::{BMC, run_by, settings, with_subject};
use quell_engine::{
    Budgets, DseSettings, FunctionSettings, LabelExploration, SearchOrder, Settings,
};
use quell_results::{MutantStatistics, Reason, Record, Run, Status};

const PEX: &str = "pex";
const DSE: &str = "dse";
const EXAMPLES: &str = "crates/quell-engine/tests/programs/weak_kills.c";
const SEARCHING: &str = "papers/pexmutator/searching.c";
/// Those of the paper.
const OPERATORS: &str = "sufficient:ABS,sufficient:AOR,sufficient:LCR,symbmc:ROR,sufficient:UOI";

/// Small arrays, and the exploration of all paths where paths are explored.
fn limited() -> Settings {
    let mut settings = settings();
    // Functions one after the other, so that their results come in order.
    settings.jobs = 1;
    settings.usual = FunctionSettings::default();
    settings.usual.inputs.capacity = 2;
    settings.budgets = Budgets {
        function: Duration::from_secs(20),
        ..Budgets::default()
    };
    // What the paper calls Pex.
    settings.dse = DseSettings {
        labels: LabelExploration::None,
        order: SearchOrder::Guided,
        exhaustive: true,
    };
    settings
}

fn decided(engine: &str, file: &str) -> Run {
    let (_, run) = with_subject(file, OPERATORS, |subject| {
        run_by(engine, subject, &limited())
    });
    run.unwrap_or_else(|error| panic!("{file}: {error}"))
}

fn is_killed(mutant: &Record) -> bool {
    matches!(mutant.verdict.status, Status::Killed | Status::Timeout)
}

fn killed(run: &Run) -> BTreeSet<&str> {
    let killed = run.objectives.iter().filter(|of| is_killed(of));
    killed.map(|of| of.id.as_str()).collect()
}

fn reached(run: &Run, function: &str) -> MutantStatistics {
    let mut all = run.explorations.iter();
    let own = all.find(|of| of.function == function);
    own.and_then(|of| of.reached)
        .expect("statistics of the function")
}

/// It kills whatever the paths of the program kill, and no equivalent mutant, and it executes all.
fn compare(file: &str) -> (Run, Run) {
    let [own, paths, proved] = [PEX, DSE, BMC].map(|engine| decided(engine, file));
    let (kills, killable) = (killed(&own), killed(&proved));
    assert!(
        kills.is_subset(&killable),
        "{:?}",
        kills.difference(&killable)
    );
    assert!(
        killed(&paths).is_subset(&kills),
        "{:?}",
        killed(&paths).difference(&kills)
    );
    for mutant in own.objectives.iter().filter(|of| !is_killed(of)) {
        assert_eq!(mutant.verdict.status, Status::Unknown, "{mutant:?}");
        let reason = &mutant.verdict.reason;
        assert!(
            matches!(reason, Some(Reason::ExploredPaths { .. })),
            "{reason:?}"
        );
    }
    let all = own.statistics.reached.expect("statistics of all functions");
    assert_eq!(
        (all.executed, all.mutants),
        (own.objectives.len() as u64, own.objectives.len() as u64)
    );
    let of_paths = paths
        .statistics
        .reached
        .expect("statistics of all functions");
    assert_eq!(
        (all.covered_blocks, all.blocks),
        (of_paths.covered_blocks, of_paths.blocks)
    );
    assert!(10 * all.covered_blocks >= 9 * all.blocks, "{all:?}");
    assert_eq!(all.tests, own.tests.len() as u64);
    assert!(
        all.killed <= all.weakly_killed && all.weakly_killed < all.mutants,
        "{all:?}"
    );
    (own, paths)
}

#[test]
fn constraints_lead_to_kills_that_paths_alone_miss() {
    let (own, paths) = compare(EXAMPLES);
    let (own_kills, of_paths) = (killed(&own).len(), killed(&paths).len());
    assert!(own_kills > of_paths, "{own_kills} and {of_paths}");
    let with = reached(&own, "foo");
    let without = reached(&paths, "foo");
    assert_eq!(
        (with.blocks, with.mutants),
        (without.blocks, without.mutants)
    );
    assert!(
        with.weakly_killed > without.weakly_killed,
        "{with:?} {without:?}"
    );
}

#[test]
fn arrays_are_searched_by_all_paths() {
    compare(SEARCHING);
}

/// What it kills, it kills again, by the same tests.
#[test]
fn results_do_not_depend_on_chance() {
    let runs = [decided(PEX, EXAMPLES), decided(PEX, EXAMPLES)];
    let [first, second] = runs.map(|mut run| {
        for of in &mut run.explorations {
            (of.seconds, of.measuring) = (0.0, 0.0);
        }
        (run.tests, run.explorations)
    });
    assert_eq!(first, second);
}
