//! Labels of decisions, conditions, relations and statements.
//!
//! * This module: DC, CC and DCC. [`vectors`]: MCC and the forms of MC/DC. [`clauses`]: the forms of MC/DC of decisions with too
//!   many vectors. [`limits`]: LIMIT. [`statements`]: FC and IC.

mod clauses;
mod limits;
mod statements;
mod vectors;

use quell_source::NodeId;

use super::decisions::formula::{Evaluation, Formula, Next, Part};
use super::decisions::{ConditionSites, Decision, Exit, Unlocated, located};
use super::labeller::Labeller;
use crate::align::TruthSite;
use crate::condition::{Condition, SiteCondition};

/// Criteria of decisions, in the order of the catalogue.
const OF_DECISIONS: &[&str] = &["DC", "CC", "DCC", "MCC", "GACC", "CACC", "RACC"];

/// All labels of a function.
pub(super) fn labels(labeller: &mut Labeller<'_>) {
    statements::labels(labeller);
    if OF_DECISIONS.iter().any(|name| labeller.has(name)) {
        for decision in located(labeller.aligner) {
            outcomes(labeller, &decision);
            conditions(labeller, &decision);
            vectors::labels(labeller, &decision);
        }
    }
    limits::labels(labeller);
}

/// That a condition has a value.
fn is(site: TruthSite, value: bool) -> Condition {
    match value != site.inverted {
        true => Condition::Holds(site.value),
        false => Condition::Holds(site.value).negated(),
    }
}

/// A text, or its negation.
fn verdict_text(text: &str, verdict: bool) -> String {
    match verdict {
        true => text.to_owned(),
        false => format!("!({text})"),
    }
}

/// Each condition true and false.
fn conditions(labeller: &mut Labeller<'_>, decision: &Decision) {
    for criterion in labeller.wanted_of(&["CC", "DCC"]) {
        // Of a single condition the outcome says the same.
        if criterion == "DCC" && is_single(decision) {
            continue;
        }
        for (&atom, site) in decision.text.conditions.iter().zip(&decision.sites) {
            match site {
                Ok(sites) => condition(labeller, criterion, atom, sites),
                Err(reason) => labeller.skip(criterion, atom, reason),
            }
        }
    }
}

fn condition(
    labeller: &mut Labeller<'_>,
    criterion: &'static str,
    atom: NodeId,
    sites: &ConditionSites,
) {
    let text = labeller.text(atom);
    for verdict in [true, false] {
        let predicates = sites.to(verdict).map(|exit| at_exit(labeller, exit));
        let predicates = predicates.collect();
        let text = verdict_text(&text, verdict);
        labeller.label(criterion, (atom, text), predicates);
    }
}

/// That an evaluation ends there.
fn at_exit(labeller: &Labeller<'_>, exit: Exit) -> SiteCondition {
    labeller.at(exit.site.site, Vec::new(), is(exit.site, exit.value))
}

/// Whether a decision is a condition or its negation.
fn is_single(decision: &Decision) -> bool {
    matches!(decision.text.formula.nodes[..], [Part::Condition { .. }])
}

/// Each decision true and false.
fn outcomes(labeller: &mut Labeller<'_>, decision: &Decision) {
    let text = labeller.text(decision.text.node);
    for criterion in labeller.wanted_of(&["DC", "DCC"]) {
        let sites = match (decision.all_sites(), decision.whole) {
            (Some(sites), _) => sites,
            (None, reason) => {
                let reason = reason.err().unwrap_or(Unlocated::Part);
                labeller.skip(criterion, decision.text.node, reason);
                continue;
            }
        };
        for verdict in [true, false] {
            let predicates = outcome(labeller, decision, &sites, verdict);
            let text = verdict_text(&text, verdict);
            labeller.label(criterion, (decision.text.node, text), predicates);
        }
    }
}

/// Where and when a decision has an outcome.
fn outcome(
    labeller: &Labeller<'_>,
    decision: &Decision,
    sites: &[ConditionSites],
    verdict: bool,
) -> Vec<SiteCondition> {
    let formula = &decision.text.formula;
    if formula.evaluation == Evaluation::Full {
        let sites = singles(sites);
        let holds = truth(formula, &sites).pop().unwrap_or_default();
        let holds = if verdict { holds } else { holds.negated() };
        let last = sites.last().into_iter();
        return last
            .map(|last| labeller.at(last.site, Vec::new(), holds.clone()))
            .collect();
    }
    let (_, next) = formula.flow();
    let mut found = Vec::new();
    for (sites, next) in sites.iter().zip(next) {
        for (value, next) in [true, false].into_iter().zip(next) {
            if next == Next::Done(verdict) {
                found.extend(sites.to(value).map(|exit| at_exit(labeller, exit)));
            }
        }
    }
    found
}

/// The places of conditions that have one each, as all have that are always evaluated.
fn singles(sites: &[ConditionSites]) -> Vec<TruthSite> {
    sites.iter().filter_map(ConditionSites::single).collect()
}

/// The truth of each part of a decision all of whose conditions were evaluated.
fn truth(formula: &Formula, sites: &[TruthSite]) -> Vec<Condition> {
    let mut values: Vec<Condition> = Vec::with_capacity(formula.nodes.len());
    for part in &formula.nodes {
        let of = |id: usize| values[id].clone();
        let value = match *part {
            Part::Condition { number, negated } => is(sites[number], !negated),
            Part::Constant(true) => Condition::Always,
            Part::Constant(false) => Condition::Never,
            Part::And(left, right) => of(left).and(of(right)),
            Part::Or(left, right) => of(left).or(of(right)),
        };
        values.push(value);
    }
    values
}
