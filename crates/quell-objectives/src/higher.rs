//! Mutants of higher order: several mutants of one function at once.

use std::collections::{BTreeMap, BTreeSet};

use quell_ir::{FuncId, Module};
use thiserror::Error;

use crate::apply::Checker;
use crate::generate::{Mutants, short_hash};
use crate::objective::{
    Mutant, Objective, ObjectiveId, Source, SourceDiff, SourceSpan, SourceText,
};

/// The operator that mutants of higher order are listed under.
pub const OPERATOR: &str = "HOM";

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CombineError {
    #[error("there is no mutant `{0}`; is it of the operators that --operators names?")]
    Unknown(String),
    #[error("a combination needs at least two mutants")]
    TooFew,
    #[error("{0} and {1} are of different functions")]
    OtherFunction(String, String),
    #[error("{0} and {1} change the same place")]
    SamePlace(String, String),
    #[error("these mutants do not go together: {0}")]
    Misfit(String),
}

/// One mutant with the changes of several.
pub fn combine(module: &Module, parts: &[&Objective]) -> Result<Objective, CombineError> {
    let [first, rest @ ..] = parts else {
        return Err(CombineError::TooFew);
    };
    let Some(last) = rest.last() else {
        return Err(CombineError::TooFew);
    };
    for (index, part) in parts.iter().enumerate() {
        for other in &parts[..index] {
            compatible(other, part)?;
        }
    }
    let edits: Vec<_> = parts
        .iter()
        .flat_map(|part| part.edits().iter().cloned())
        .collect();
    let function = first.site.function;
    let fits = Checker::new(module, function).check(&edits);
    fits.map_err(|error| CombineError::Misfit(error.to_string()))?;
    let ids: Vec<ObjectiveId> = parts.iter().map(|part| part.id.clone()).collect();
    let names: Vec<&str> = ids.iter().map(|id| id.0.as_str()).collect();
    let digits = short_hash(names.join(",").as_bytes());
    let span = SourceSpan {
        end_line: last.source.span.end_line,
        end_column: last.source.span.end_column,
        ..first.source.span.clone()
    };
    let source = Source {
        span,
        text: SourceText::Change(joined(parts)),
    };
    let mutant = Mutant {
        operator: OPERATOR,
        edits,
        parts: ids,
    };
    let id = ObjectiveId(format!("{OPERATOR}-{digits:08x}"));
    Ok(Objective::mutant(id, function, mutant, source))
}

fn compatible(a: &Objective, b: &Objective) -> Result<(), CombineError> {
    let names = || (a.id.0.clone(), b.id.0.clone());
    if a.site.function != b.site.function {
        let (a, b) = names();
        return Err(CombineError::OtherFunction(a, b));
    }
    let places: BTreeSet<_> = a.edits().iter().map(|edit| edit.at).collect();
    let same_inst = b.edits().iter().any(|edit| places.contains(&edit.at));
    if same_inst || overlap(&a.source.span, &b.source.span) {
        let (a, b) = names();
        return Err(CombineError::SamePlace(a, b));
    }
    Ok(())
}

fn overlap(a: &SourceSpan, b: &SourceSpan) -> bool {
    let start = |span: &SourceSpan| (span.line, span.column);
    let end = |span: &SourceSpan| (span.end_line, span.end_column);
    start(a) < end(b) && start(b) < end(a)
}

/// The changes side by side.
fn joined(parts: &[&Objective]) -> SourceDiff {
    let each = |text: fn(&Source) -> &str| {
        let texts: Vec<&str> = parts.iter().map(|part| text(&part.source)).collect();
        texts.join("  |  ")
    };
    SourceDiff {
        original: each(Source::original),
        replacement: each(Source::replacement),
        before: each(Source::before),
        after: each(Source::after),
    }
}

/// The mutants named, as one. A change that several operators make is known by each of its names.
pub fn combine_named(
    module: &Module,
    found: &Mutants,
    names: &[String],
) -> Result<Objective, CombineError> {
    let part = |name: &String| {
        let known = found.mutants.iter().find(|mutant| {
            let partners = found.partners.get(&mutant.id).into_iter().flatten();
            let mut ids = std::iter::once(&mutant.id).chain(partners);
            ids.any(|id| id.0 == *name)
        });
        known.ok_or_else(|| CombineError::Unknown(name.clone()))
    };
    let parts: Result<Vec<&Objective>, _> = names.iter().map(part).collect();
    let mut parts = parts?;
    parts.sort_by_key(|part| (part.source.span.line, part.source.span.column));
    combine(module, &parts)
}

/// How many mutants of higher order there are at most.
#[derive(Clone, Copy, Debug)]
pub struct Sampling {
    pub max: usize,
    pub seed: u64,
}

/// Mutants that combine `order` mutants of one function: all of them if they are pairs and few enough, otherwise a
/// sample that depends on the seed alone.
pub fn of_order(
    module: &Module,
    found: &Mutants,
    order: usize,
    sampling: Sampling,
) -> Vec<Objective> {
    let mut by_function: BTreeMap<FuncId, Vec<&Objective>> = BTreeMap::new();
    for mutant in &found.mutants {
        by_function
            .entry(mutant.site.function)
            .or_default()
            .push(mutant);
    }
    by_function.retain(|_, mutants| mutants.len() >= order);
    let pairs: usize = by_function
        .values()
        .map(|of| of.len() * (of.len() - 1) / 2)
        .sum();
    let mut made = match order == 2 && pairs <= sampling.max {
        true => all_pairs(module, &by_function),
        false => sample(module, &by_function, order, sampling),
    };
    made.sort_by(|a, b| place(a).cmp(&place(b)));
    // Ids are short hashes: different combinations may share one.
    let mut used = BTreeSet::new();
    for mutant in &mut made {
        let base = mutant.id.0.clone();
        let mut numbers = 2..;
        while !used.insert(mutant.id.clone()) {
            let number: u32 = numbers.next().unwrap_or(u32::MAX);
            mutant.id = ObjectiveId(format!("{base}-{number}"));
        }
    }
    made
}

/// What mutants are sorted by.
fn place(mutant: &Objective) -> (FuncId, &SourceSpan, &ObjectiveId) {
    (mutant.site.function, &mutant.source.span, &mutant.id)
}

type ByFunction<'f> = BTreeMap<FuncId, Vec<&'f Objective>>;

fn all_pairs(module: &Module, by_function: &ByFunction<'_>) -> Vec<Objective> {
    let mut made = Vec::new();
    for mutants in by_function.values() {
        for (index, &b) in mutants.iter().enumerate() {
            let earlier = mutants[..index].iter();
            made.extend(earlier.filter_map(|&a| combine(module, &[a, b]).ok()));
        }
    }
    made
}

fn sample(
    module: &Module,
    by_function: &ByFunction<'_>,
    order: usize,
    sampling: Sampling,
) -> Vec<Objective> {
    /// Draws per mutant that is wanted: many combinations do not go together.
    const DRAWS: usize = 20;
    let functions: Vec<&Vec<&Objective>> = by_function.values().collect();
    let total: u64 = functions.iter().map(|of| of.len() as u64).sum();
    let mut random = Random(sampling.seed ^ 0x9e37_79b9_7f4a_7c15);
    let mut made: BTreeMap<ObjectiveId, Objective> = BTreeMap::new();
    for _ in 0..sampling.max.saturating_mul(DRAWS) {
        if made.len() >= sampling.max || total == 0 {
            break;
        }
        // A function is as likely as it has mutants.
        let mut number = random.below(total);
        let chosen = functions.iter().find(|of| {
            let here = number < of.len() as u64;
            number = number.saturating_sub(if here { 0 } else { of.len() as u64 });
            here
        });
        let Some(mutants) = chosen else {
            continue;
        };
        let drawn: BTreeSet<u64> = (0..order)
            .map(|_| random.below(mutants.len() as u64))
            .collect();
        let parts: Vec<&Objective> = drawn.iter().map(|&index| mutants[index as usize]).collect();
        if parts.len() == order
            && let Ok(mutant) = combine(module, &parts)
        {
            made.insert(mutant.id.clone(), mutant);
        }
    }
    made.into_values().collect()
}

/// SplitMix64: the same numbers everywhere.
#[derive(Debug)]
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % limit.max(1)
    }
}
