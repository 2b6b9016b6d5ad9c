//! The three forms of MC/DC of decisions that have too many vectors.
//!
//! A label says that a condition has a value and decides the outcome: nothing masks it. Two of them show its general or
//! correlated independence. Restricted independence demands that both tests agree on what is evaluated beside the condition,
//! so that there is a pair of labels for each of the contexts that they may agree on, see
//! [`Formula::contexts`].

use std::collections::BTreeMap;

use quell_ir::opcode::BinOp;
use quell_ir::{TypeId, Value};

use super::vectors::{Form, Recorded, VectorLabel, independence, record, text_of};
use super::{Labeller, is, singles, truth};
use crate::condition::{Condition, SiteCondition};
use crate::criteria::decisions::formula::{
    Evaluation, Formula, FormulaId, Independence, Next, Part, Sibling, bits_of,
};
use crate::criteria::decisions::{ConditionSites, Decision, Unlocated};
use crate::criteria::steps::{Steps, equal};
use crate::objective::{LabelRole, Objective};
use crate::support;

/// Conditions with more contexts have no labels of restricted independence.
const MAX_CONTEXTS: u64 = 256;

/// The hyperlabels of a decision and the labels that they are made of.
pub(super) fn labels(
    labeller: &mut Labeller<'_>,
    decision: &Decision,
    sites: &[ConditionSites],
    forms: &[Form],
) -> Result<(), Unlocated> {
    let recorded = match decision.text.formula.evaluation {
        Evaluation::Full => None,
        Evaluation::ShortCircuit => {
            let recorded = record(labeller, &decision.text.formula, sites);
            Some(recorded.ok_or(Unlocated::Order)?)
        }
    };
    let clauses = Clauses {
        decision,
        formula: &decision.text.formula,
        sites,
        recorded,
    };
    let mut labels = Vec::new();
    let mut decisive: BTreeMap<usize, Vec<Vec<VectorLabel>>> = BTreeMap::new();
    independence(labeller, decision, forms, |labeller, number, form| {
        if form.1 != Independence::Restricted {
            let none = vec![None; clauses.formula.conditions];
            let known = decisive.entry(number);
            let pair = known.or_insert_with(|| {
                vec![clauses.pair(labeller, (form.0, number), &none, &mut labels)]
            });
            return Ok(pair.clone());
        }
        let count = clauses.formula.count_contexts(number);
        if count > MAX_CONTEXTS {
            return Err(format!(
                "the other conditions have {count} values on which two tests can agree; at most {MAX_CONTEXTS} are labelled"
            ));
        }
        let contexts = clauses.formula.contexts(number);
        let pairs = contexts
            .iter()
            .map(|context| clauses.pair(labeller, (form.0, number), context, &mut labels));
        Ok(pairs.collect())
    });
    labeller.labels.objectives.extend(labels);
    Ok(())
}

/// A decision whose labels are made.
struct Clauses<'a> {
    decision: &'a Decision,
    formula: &'a Formula,
    sites: &'a [ConditionSites],
    /// Unless all conditions are known where the last one is evaluated.
    recorded: Option<Recorded>,
}

/// The values of conditions that were evaluated so far, by the code of a predicate.
struct Bits<'m> {
    steps: Steps<'m>,
    seen: Value,
    ty: TypeId,
    width: u32,
}

impl Clauses<'_> {
    /// A condition is true and decides, and it is false and decides, in a context.
    fn pair(
        &self,
        labeller: &mut Labeller<'_>,
        (criterion, number): (&'static str, usize),
        context: &[Option<bool>],
        labels: &mut Vec<Objective>,
    ) -> Vec<VectorLabel> {
        let pair = [true, false].map(|value| {
            let mut values = context.to_vec();
            values[number] = Some(value);
            let is_known = context.iter().any(Option::is_some);
            let text = match is_known {
                true => text_of(labeller, self.decision, &values),
                false => {
                    let sign = if value { 'T' } else { 'F' };
                    let text = labeller.text(self.decision.text.conditions[number]);
                    format!("({text})={sign}")
                }
            };
            let predicates = match &self.recorded {
                Some(recorded) => self.at_exits(labeller, recorded, (number, value), context),
                None => self.at_last(labeller, (number, value), context),
            };
            let node = self.decision.text.node;
            let source = labeller.source(node, format!("{text} and decides"));
            let role = LabelRole::Part;
            let label = labeller.named(criterion, node, source, predicates, role);
            let id = label.id.clone();
            labels.push(label);
            VectorLabel { id, values }
        });
        pair.to_vec()
    }

    /// Where all conditions are known.
    fn at_last(
        &self,
        labeller: &Labeller<'_>,
        (number, value): (usize, bool),
        context: &[Option<bool>],
    ) -> Vec<SiteCondition> {
        let sites = singles(self.sites);
        let truths = truth(self.formula, &sites);
        let (siblings, _) = self.formula.siblings(number);
        let unmasked = siblings.iter().map(|of| match of.decides {
            true => truths[of.id].clone().negated(),
            false => truths[of.id].clone(),
        });
        let others = context.iter().zip(&sites);
        let others = others.filter_map(|(value, site)| Some(is(*site, (*value)?)));
        let all = std::iter::once(is(sites[number], value)).chain(unmasked);
        let holds = all.chain(others).fold(Condition::Always, Condition::and);
        let last = sites.last().into_iter();
        last.map(|last| labeller.at(last.site, Vec::new(), holds.clone()))
            .collect()
    }

    /// Where the evaluation may end with the outcome that the condition has then.
    fn at_exits(
        &self,
        labeller: &mut Labeller<'_>,
        recorded: &Recorded,
        (number, value): (usize, bool),
        context: &[Option<bool>],
    ) -> Vec<SiteCondition> {
        let (siblings, negated) = self.formula.siblings(number);
        let (_, next) = self.formula.flow();
        let mut found = Vec::new();
        for (last, next) in next.iter().enumerate().skip(number) {
            for end in [true, false] {
                let ends = next[usize::from(!end)] == Next::Done(value != negated);
                if !ends || last == number && end != value {
                    continue;
                }
                for exit in self.sites[last].to(end) {
                    let seen = recorded.seen[&(last, exit.site.site)];
                    let mut bits = Bits::new(labeller, self.formula, seen);
                    let ended = is(exit.site, exit.value);
                    let holds = ended
                        .and(bits.is(number, value))
                        .and(bits.agrees(number, context))
                        .and(self.unmasked(&mut bits, &siblings));
                    found.push(bits.steps.before(exit.site.site, holds));
                }
            }
        }
        found
    }

    /// That no sibling behind the condition decides. One before it does not: otherwise the condition is not evaluated.
    fn unmasked(&self, bits: &mut Bits<'_>, siblings: &[Sibling]) -> Condition {
        let behind = siblings.iter().filter(|of| of.is_behind);
        let each = behind.map(|of| self.truth(bits, of.id, of.decides).negated());
        each.fold(Condition::Always, Condition::and)
    }

    /// That a part was evaluated to a value.
    fn truth(&self, bits: &mut Bits<'_>, id: FormulaId, value: bool) -> Condition {
        match self.formula.nodes[id] {
            Part::Condition { number, negated } => bits.is(number, value != negated),
            Part::Constant(constant) if constant == value => Condition::Always,
            Part::Constant(_) => Condition::Never,
            part @ (Part::And(left, right) | Part::Or(left, right)) => {
                let decides = matches!(part, Part::Or(..));
                let passed = self.truth(bits, left, !decides);
                let behind = passed.and(self.truth(bits, right, value));
                match value == decides {
                    true => self.truth(bits, left, decides).or(behind),
                    false => behind,
                }
            }
        }
    }
}

impl<'m> Bits<'m> {
    fn new(labeller: &'m mut Labeller<'_>, formula: &Formula, seen: Value) -> Self {
        let width = (2 * formula.conditions as u32).next_power_of_two().max(8);
        let ty = labeller.module.types.int(width);
        let function = labeller.aligner.id;
        Self {
            steps: Steps::new(labeller.module, function),
            seen,
            ty,
            width,
        }
    }

    /// That the bits of a mask are these.
    fn are(&mut self, mask: u64, bits: u64) -> Condition {
        let [mask, bits] = [mask, bits]
            .map(|number| support::int(self.steps.module, self.width, number.cast_signed()));
        let own = self.steps.binary(BinOp::And, self.ty, self.seen, mask);
        equal(own, bits)
    }

    /// That a condition was evaluated to a value.
    fn is(&mut self, number: usize, value: bool) -> Condition {
        self.are(bits_of(number, true), bits_of(number, value))
    }

    /// That what was evaluated before a condition is a context; an empty one says nothing.
    fn agrees(&mut self, number: usize, context: &[Option<bool>]) -> Condition {
        let values = context.iter().enumerate();
        let bits = values.filter_map(|(of, value)| Some(bits_of(of, (*value)?)));
        match bits.fold(0, |all, bits| all | bits) {
            0 => Condition::Always,
            bits => self.are((1 << (2 * number)) - 1, bits),
        }
    }
}
