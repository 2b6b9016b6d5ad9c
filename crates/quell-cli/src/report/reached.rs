//! How far the inputs of explored paths get with mutants: a table with the columns of that of PexMutator.

use quell_results::{MutantStatistics, Run};

use super::table::aligned;

const HEADS: [&str; 8] = [
    "function",
    "blocks",
    "covered",
    "mutants",
    "executed",
    "weakly killed",
    "killed",
    "tests",
];

/// One line for each function of which it is known, and one for all.
pub fn table(run: &Run) -> String {
    let known = run.explorations.iter();
    let known = known.filter_map(|of| Some(row(&of.function, of.reached?)));
    let mut rows: Vec<[String; 8]> = known.collect();
    if rows.len() > 1
        && let Some(all) = run.statistics.reached
    {
        rows.push(row("all", all));
    }
    match rows.is_empty() {
        true => String::new(),
        false => aligned(HEADS, &rows),
    }
}

fn row(name: &str, reached: MutantStatistics) -> [String; 8] {
    [
        name.to_owned(),
        reached.blocks.to_string(),
        reached.covered_blocks.to_string(),
        reached.mutants.to_string(),
        reached.executed.to_string(),
        reached.weakly_killed.to_string(),
        reached.killed.to_string(),
        reached.tests.to_string(),
    ]
}
