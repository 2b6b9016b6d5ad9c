//! Some of the mutants of a file: those that the user names, or a sample.

use std::collections::{BTreeMap, BTreeSet};

use quell_ir::FuncId;
use quell_objectives::{Mutants, Objective, ObjectiveId};
use sha2::{Digest as _, Sha256};

use crate::args::Choice;
use crate::error::CliError;

/// Leaves only the mutants that the user wants.
pub fn keep_wanted(found: &mut Mutants, choice: &Choice) -> Result<(), CliError> {
    if !choice.pick.mutant.is_empty() {
        keep_named(found, &choice.pick.mutant)?;
    }
    if let Some(size) = choice.pick.sample {
        let sample = sample(&found.mutants, size, choice.seed());
        found.mutants.retain(|of| sample.contains(&of.id));
    }
    Ok(())
}

fn keep_named(found: &mut Mutants, names: &[String]) -> Result<(), CliError> {
    let all: BTreeSet<&str> = found.mutants.iter().map(|of| of.id.as_str()).collect();
    if let Some(name) = names.iter().find(|name| !all.contains(name.as_str())) {
        return Err(CliError::Usage(format!(
            "--mutant {name}: no such mutant among the {} of these operators; `quell mutants` lists them, and --operators \
             chooses others",
            all.len()
        )));
    }
    found.mutants.retain(|of| names.contains(&of.id.0));
    Ok(())
}

/// A sample in which each operator in each function has its share, as exactly as whole numbers allow. It depends on ids and the
/// seed alone: a mutant that is added elsewhere changes little of it.
fn sample(mutants: &[Objective], size: usize, seed: u64) -> BTreeSet<ObjectiveId> {
    let mut strata: BTreeMap<(FuncId, &str), Vec<&ObjectiveId>> = BTreeMap::new();
    for mutant in mutants {
        let stratum = (mutant.site.function, mutant.operator());
        strata.entry(stratum).or_default().push(&mutant.id);
    }
    let size = size.min(mutants.len());
    // The share of a stratum is `size * own / all`, rounded down; what is left goes to the largest remainders.
    let share = |own: usize| (size * own / mutants.len(), size * own % mutants.len());
    let mut left = size - strata.values().map(|of| share(of.len()).0).sum::<usize>();
    let mut largest: Vec<_> = strata.iter().collect();
    largest.sort_by_key(|(_, of)| (std::cmp::Reverse(share(of.len()).1), draw(of[0], seed)));
    let mut sample = BTreeSet::new();
    for (_, ids) in largest {
        let (whole, rest) = share(ids.len());
        let more = usize::from(rest > 0 && left > 0);
        left -= more;
        let mut ids = ids.clone();
        ids.sort_by_key(|id| draw(id, seed));
        sample.extend(ids.into_iter().take(whole + more).cloned());
    }
    sample
}

/// A number by which mutants are drawn.
fn draw(id: &ObjectiveId, seed: u64) -> [u8; 32] {
    let mut digest = Sha256::new();
    digest.update(seed.to_le_bytes());
    digest.update(id.as_str().as_bytes());
    digest.finalize().into()
}
