//! The decisions of a function as the user wrote them, and where their conditions are evaluated.
//!
//! * [`find`]: the decisions in the text. [`formula`]: what is made of one.
//! * [`located`]: where and as which value the conditions are evaluated, see [`crate::align::TruthSite`] and [`evaluation`].
//!
//! Decisions:
//!
//! - **The text says what is a decision, the code says what is evaluated.** The connectives are those of the text; languages
//!   define in which order their operands are evaluated, so that it is enough to know the value of each condition where it
//!   is computed. Branches are not looked at.
//! - **A condition is known for certain or not at all.** It has one place in the code, or it is a conditional expression that
//!   has the places of its operands; the first condition of a decision is evaluated whenever another one is. Everything
//!   else is [`Unlocated`], with its reason.

mod evaluation;
mod find;
pub mod formula;

use quell_ir::InstId;
use quell_source::{Kind, Language, NodeId};
use thiserror::Error;

use crate::align::{Aligner, NoTruth, Truths};

pub use evaluation::{ConditionSites, Exit};
pub use find::{DecisionText, body_of, find, function_node};
use formula::{Evaluation, Next};

/// Why a decision or a condition has no place in the code.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Error)]
pub enum Unlocated {
    #[error("it is constant")]
    Constant,
    #[error(
        "there is no code of its own for it: the compiler evaluated it or left it out, or a macro of another file has it"
    )]
    NoCode,
    #[error("it is not certain which code evaluates it")]
    Ambiguous,
    #[error("a condition of it is not found in the code")]
    Part,
    #[error("its conditions are not evaluated in one place after the other")]
    Order,
    #[error("a pattern is no condition")]
    Pattern,
    #[error("its value is computed in several places")]
    Several,
}

/// A decision with the places of its conditions.
#[derive(Debug)]
pub struct Decision {
    pub text: DecisionText,
    /// Where each condition is evaluated.
    pub sites: Vec<Result<ConditionSites, Unlocated>>,
    /// Whether all conditions are known, in the order of their evaluation.
    pub whole: Result<(), Unlocated>,
}

impl Decision {
    /// The places of all conditions; none if one is not known.
    pub fn all_sites(&self) -> Option<Vec<ConditionSites>> {
        let sites = self.sites.iter().map(|site| site.clone().ok());
        sites
            .collect::<Option<Vec<_>>>()
            .filter(|_| self.whole.is_ok())
    }
}

/// The decisions of a function in the order of the text, with the places of their conditions. What is constant decides
/// nothing.
pub fn located(aligner: &Aligner<'_>) -> Vec<Decision> {
    let mut texts = find(aligner);
    texts.retain(|text| !text.conditions.is_empty());
    let atoms = texts.iter().flat_map(DecisionText::atoms);
    let truths = Truths::find(aligner, &atoms.collect());
    let located = texts.into_iter().map(|text| {
        let (sites, whole) = locate(aligner, &truths, &text);
        Decision { text, sites, whole }
    });
    located.collect()
}

/// Where the conditions of a decision are evaluated, and whether all are known.
type Located = (
    Vec<Result<ConditionSites, Unlocated>>,
    Result<(), Unlocated>,
);

fn locate(aligner: &Aligner<'_>, truths: &Truths, text: &DecisionText) -> Located {
    let numbers = 0..text.conditions.len();
    let sites: Vec<Result<ConditionSites, Unlocated>> = numbers
        .map(|number| evaluation::sites_of(aligner, truths, text, number))
        .collect();
    // A name that has code is no constant, whatever else it is the name of.
    let mut constants = text.constants.iter();
    let whole = match constants.all(|&atom| truths.of(atom) == Err(NoTruth::NoCode)) {
        true => whole(aligner, text, &sites),
        false => Err(Unlocated::Ambiguous),
    };
    (sites, whole)
}

/// Why a condition has no place, unless it is a conditional expression with places in its operands.
fn unlocated(aligner: &Aligner<'_>, atom: NodeId, reason: NoTruth) -> Unlocated {
    match reason {
        _ if is_pattern(aligner, atom) => Unlocated::Pattern,
        _ if aligner.tree.kind(atom) == Kind::Conditional => Unlocated::Several,
        NoTruth::NoCode if is_constant(aligner, atom) => Unlocated::Constant,
        NoTruth::NoCode => Unlocated::NoCode,
        NoTruth::Ambiguous => Unlocated::Ambiguous,
    }
}

/// Whether an expression of Rust asks whether a value has a form.
fn is_pattern(aligner: &Aligner<'_>, atom: NodeId) -> bool {
    let tree = aligner.tree;
    let is_macro = || tree.node_text(atom).starts_with("matches!");
    tree.language() == Language::Rust && (tree.kind(atom) == Kind::Let || is_macro())
}

/// Whether an expression has the same value in each run, by its text.
fn is_constant(aligner: &Aligner<'_>, atom: NodeId) -> bool {
    let below = aligner.tree.descend(atom).into_iter();
    let mut kinds = below.map(|node| aligner.tree.kind(node));
    let known = aligner.tree.language() == Language::C && constant_of(aligner, atom).is_some();
    known || !kinds.any(|kind| matches!(kind, Kind::Name | Kind::Call | Kind::Other))
}

/// The value of a constant condition of C.
pub(super) fn constant_of(aligner: &Aligner<'_>, atom: NodeId) -> Option<bool> {
    aligner.typing().constant(atom).map(|value| value != 0)
}

/// Whether the conditions are known, and in the order of their evaluation: the first one is evaluated before each of the others;
/// where all are evaluated, each is before the next.
fn whole(
    aligner: &Aligner<'_>,
    text: &DecisionText,
    sites: &[Result<ConditionSites, Unlocated>],
) -> Result<(), Unlocated> {
    let formula = &text.formula;
    let known: Option<Vec<&ConditionSites>> = sites.iter().map(|site| site.as_ref().ok()).collect();
    let Some(known) = known else {
        let only = sites.first().filter(|_| sites.len() == 1);
        let only = only.and_then(|site| site.as_ref().err());
        return Err(only.copied().unwrap_or(Unlocated::Part));
    };
    // A constant on the left decides before any condition is evaluated.
    let Next::Condition(first) = formula.flow().0 else {
        return Err(Unlocated::Constant);
    };
    let in_order = |a: usize, b: usize| {
        let (a, b) = (known[a].entry, known[b].entry);
        is_before(aligner, a, b) || a == b && aligner.tree.language() == Language::Fortran
    };
    let is_full = formula.evaluation == Evaluation::Full;
    if is_full && known.iter().any(|of| of.single().is_none()) {
        return Err(Unlocated::Several);
    }
    let ordered = match formula.evaluation {
        Evaluation::ShortCircuit => (0..known.len())
            .filter(|&number| number != first)
            .all(|number| in_order(first, number)),
        Evaluation::Full => (1..known.len()).all(|number| in_order(number - 1, number)),
    };
    match ordered {
        true => Ok(()),
        false => Err(Unlocated::Order),
    }
}

/// Whether an instruction is executed whenever another one is going to be.
fn is_before(aligner: &Aligner<'_>, a: InstId, b: InstId) -> bool {
    let (Some(&of_a), Some(&of_b)) = (aligner.block_of.get(&a), aligner.block_of.get(&b)) else {
        return false;
    };
    if of_a != of_b {
        return aligner.dominators.dominates(of_a, of_b);
    }
    let insts = &aligner.function.blocks[of_a].insts;
    let place = |inst| insts.iter().position(|&other| other == inst);
    place(a) < place(b)
}
