//! Some of the mutants of a file: those that the user names, or a sample.

use std::collections::{BTreeMap, BTreeSet};

use quell_ir::FuncId;
use quell_objectives::{Objective, ObjectiveId};
use sha2::{Digest as _, Sha256};

use crate::args::Choice;
use crate::error::CliError;
use crate::target::Target;

/// Leaves only the mutants that the user wants, of all files together.
pub fn keep_wanted(files: &mut [&mut Target], choice: &Choice) -> Result<(), CliError> {
    if !choice.pick.mutant.is_empty() {
        keep_named(files, &choice.pick.mutant)?;
    }
    if let Some(size) = choice.pick.sample {
        let sample = sample(files, size, choice.seed());
        for (index, file) in files.iter_mut().enumerate() {
            let is_in = |of: &Objective| sample.contains(&(index, of.id.clone()));
            file.found.mutants.retain(is_in);
        }
    }
    Ok(())
}

/// A name is an id, or an id with its file.
fn keep_named(files: &mut [&mut Target], names: &[String]) -> Result<(), CliError> {
    let mut known: BTreeSet<&str> = BTreeSet::new();
    let mut all = 0;
    for file in files {
        let mut mutants = std::mem::take(&mut file.found.mutants);
        all += mutants.len();
        mutants.retain(|mutant| {
            let whole = file.project_id(mutant);
            let is_named = |name: &&String| **name == mutant.id.0 || **name == whole;
            let named: Vec<&str> = names.iter().filter(is_named).map(String::as_str).collect();
            known.extend(&named);
            !named.is_empty()
        });
        file.found.mutants = mutants;
    }
    match names.iter().find(|name| !known.contains(name.as_str())) {
        None => Ok(()),
        Some(name) => Err(CliError::Usage(format!(
            "--mutant {name}: no such mutant among the {all} of these operators; `quell mutants` lists them, and --operators \
             chooses others"
        ))),
    }
}

/// A mutant by the number of its file.
type Drawn = (usize, ObjectiveId);

/// A sample in which each operator in each function has its share, as exactly as whole numbers allow. It depends on ids and the
/// seed alone: a mutant that is added elsewhere changes little of it.
fn sample(files: &[&mut Target], size: usize, seed: u64) -> BTreeSet<Drawn> {
    let mut strata: BTreeMap<(usize, FuncId, &str), Vec<Drawn>> = BTreeMap::new();
    for (index, file) in files.iter().enumerate() {
        for mutant in &file.found.mutants {
            let stratum = (index, mutant.site.function, mutant.operator());
            let of = strata.entry(stratum).or_default();
            of.push((index, mutant.id.clone()));
        }
    }
    let all: usize = strata.values().map(Vec::len).sum();
    let size = size.min(all);
    // The share of a stratum is `size * own / all`, rounded down; what is left goes to the largest remainders.
    let share = |own: usize| (size * own / all, size * own % all);
    let mut left = size - strata.values().map(|of| share(of.len()).0).sum::<usize>();
    let draw = |(index, id): &Drawn| (draw(id, seed), *index);
    let mut largest: Vec<_> = strata.iter().collect();
    largest.sort_by_key(|(_, of)| (std::cmp::Reverse(share(of.len()).1), draw(&of[0])));
    let mut sample = BTreeSet::new();
    for (_, ids) in largest {
        let (whole, rest) = share(ids.len());
        let more = usize::from(rest > 0 && left > 0);
        left -= more;
        let mut ids = ids.clone();
        ids.sort_by_key(draw);
        sample.extend(ids.into_iter().take(whole + more));
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
