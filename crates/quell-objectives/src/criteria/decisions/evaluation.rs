//! Where a condition is evaluated: at one place, or, if it is a conditional expression, where one of its operands is.

use quell_ir::InstId;

use super::find::{Choice, DecisionText};
use super::formula::Next;
use super::{Unlocated, is_before, locate, unlocated};
use crate::align::{Aligner, NoTruth, TruthSite, Truths};

/// The places where a condition is evaluated.
#[derive(Clone, Debug)]
pub struct ConditionSites {
    /// Executed before each of the exits.
    pub entry: InstId,
    /// Each evaluation goes through one of them.
    pub exits: Vec<Exit>,
}

/// The end of an evaluation: a part of the condition has a value, and by that the condition.
#[derive(Clone, Copy, Debug)]
pub struct Exit {
    pub site: TruthSite,
    /// The value of the part.
    pub value: bool,
    /// The value of the condition.
    pub outcome: bool,
}

/// Where an expression is evaluated that may be constant.
enum Evaluation {
    Constant(bool),
    Sites(ConditionSites),
}

impl ConditionSites {
    fn at(site: TruthSite) -> Self {
        let exits = [true, false].map(|value| Exit {
            site,
            value,
            outcome: value,
        });
        Self {
            entry: site.site,
            exits: exits.to_vec(),
        }
    }

    /// The only place.
    pub fn single(&self) -> Option<TruthSite> {
        match self.exits[..] {
            [a, b] if a.site == b.site && a.value == a.outcome && b.value == b.outcome => {
                Some(a.site)
            }
            _ => None,
        }
    }

    /// The ends of evaluations to a value.
    pub fn to(&self, outcome: bool) -> impl Iterator<Item = Exit> {
        let exits = self.exits.iter().copied();
        exits.filter(move |exit| exit.outcome == outcome)
    }

    /// The places of the exits, each once.
    pub fn places(&self) -> Vec<TruthSite> {
        let mut places: Vec<TruthSite> = Vec::new();
        for exit in &self.exits {
            if !places.contains(&exit.site) {
                places.push(exit.site);
            }
        }
        places
    }
}

/// Where a condition of a decision is evaluated.
pub(super) fn sites_of(
    aligner: &Aligner<'_>,
    truths: &Truths,
    text: &DecisionText,
    number: usize,
) -> Result<ConditionSites, Unlocated> {
    let atom = text.conditions[number];
    match (truths.of(atom), text.choices.get(&number)) {
        (Ok(site), _) => Ok(ConditionSites::at(site)),
        (Err(_), Some(choice)) => chosen(aligner, truths, choice),
        (Err(reason), None) => Err(unlocated(aligner, atom, reason)),
    }
}

/// A conditional expression has the value of one of its operands.
fn chosen(
    aligner: &Aligner<'_>,
    truths: &Truths,
    choice: &Choice,
) -> Result<ConditionSites, Unlocated> {
    let arms = [true, false].into_iter().zip(&choice.arms);
    let control = match evaluation(aligner, truths, &choice.control)? {
        Evaluation::Sites(control) => control,
        Evaluation::Constant(_) => return Err(Unlocated::Constant),
    };
    let mut exits = Vec::new();
    for (value, arm) in arms {
        match evaluation(aligner, truths, arm)? {
            Evaluation::Constant(outcome) => {
                exits.extend(control.to(value).map(|exit| Exit { outcome, ..exit }));
            }
            Evaluation::Sites(arm) if is_before(aligner, control.entry, arm.entry) => {
                exits.extend(arm.exits);
            }
            Evaluation::Sites(_) => return Err(Unlocated::Order),
        }
    }
    Ok(ConditionSites {
        entry: control.entry,
        exits,
    })
}

/// Where an expression with connectives is evaluated.
fn evaluation(
    aligner: &Aligner<'_>,
    truths: &Truths,
    text: &DecisionText,
) -> Result<Evaluation, Unlocated> {
    let (start, next) = text.formula.flow();
    let mut constants = text.constants.iter();
    if !constants.all(|&atom| truths.of(atom) == Err(NoTruth::NoCode)) {
        return Err(Unlocated::Ambiguous);
    }
    let first = match start {
        Next::Done(value) if text.conditions.is_empty() => return Ok(Evaluation::Constant(value)),
        Next::Done(_) => return Err(Unlocated::Constant),
        Next::Condition(first) => first,
    };
    let (sites, whole) = locate(aligner, truths, text);
    whole?;
    let sites: Vec<ConditionSites> = sites.into_iter().collect::<Result<_, _>>()?;
    let mut exits = Vec::new();
    for (of, next) in sites.iter().zip(next) {
        for (value, next) in [true, false].into_iter().zip(next) {
            if let Next::Done(outcome) = next {
                exits.extend(of.to(value).map(|exit| Exit { outcome, ..exit }));
            }
        }
    }
    Ok(Evaluation::Sites(ConditionSites {
        entry: sites[first].entry,
        exits,
    }))
}
