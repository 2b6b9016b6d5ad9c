//! Coverage criteria: what each demands, and the labels that it puts into a function.
//!
//! * [`CRITERIA`]: the catalogue, a row each; the book and the help are made from it. [`select`]: how a user chooses.
//! * [`label`]: from a module and its sources to labels and hyperlabels.
//! * [`ghosts`]: variables that record what a run did.
//! * `decisions`: the decisions of a function, their conditions, vectors and pairs.
//! * `logic`: the criteria of functions, statements, decisions, conditions and relations. `weak`: weak mutation. `user`:
//!   labels in the source. `dataflow`: definitions and uses of variables.
//! * [`combinations`]: hyperlabels of a file of LTest, and [`combine`], which adds them.
//! * `domain`: parts of the inputs, with `expression` for those that the user states. `runtime`: run-time errors.
//! * `labeller` and `name`: how labels are named and placed. `steps`: the code of their predicates.
//!
//! A labelling function only adds: it may append ghost code (variables that record what a run did, without any other
//! effect) to a function, and the ids of all that was there before stay what they were.

mod catalogue;
pub mod combinations;
mod combine;
mod dataflow;
pub mod decisions;
mod domain;
mod expression;
pub mod ghosts;
mod labeller;
mod logic;
mod name;
mod runtime;
pub mod select;
mod steps;
mod user;
mod weak;

use std::collections::BTreeMap;

use quell_ir::debug::DebugInfo;
use quell_ir::{FuncId, Module};
use thiserror::Error;

use crate::align::Aligner;
use crate::catalogue::Selection;
use crate::generate::{tree_of, without_doubtful_macros};
use crate::objective::{Objective, ObjectiveId, ObjectiveKind, Source, UsedIds};
use crate::sources::Sources;

use labeller::Labeller;

pub use catalogue::{CRITERIA, Criterion};
pub use combine::{ConstraintError, combine};
pub use expression::PredicateError;
pub use select::{CriteriaSelection, CriterionError};

/// Which labels are wanted.
#[derive(Clone, Debug)]
pub struct WantedLabels {
    pub selection: CriteriaSelection,
    /// Only these functions; all of the user's if empty.
    pub functions: Vec<FuncId>,
    /// Only labels that begin on these lines, both included.
    pub lines: Option<(u32, u32)>,
    /// Partitions of the inputs of functions, by the function's name in the source: predicates over its parameters.
    pub partitions: BTreeMap<String, Vec<String>>,
    /// The mutation operators of `WM`; all if none are given.
    pub operators: Option<Selection>,
}

/// The labels of a module, and what was left out.
#[derive(Debug, Default)]
pub struct Labels {
    /// By function, then by place; hyperlabels behind all labels.
    pub objectives: Vec<Objective>,
    /// The decisions of which MC/DC was wanted.
    pub decisions: Vec<DecisionTable>,
    pub skipped: Vec<SkippedLabel>,
    /// What the user has to correct: without it the labels are not those that were asked for.
    pub invalid: Vec<InvalidLabel>,
    pub(crate) ids: UsedIds,
    pub(crate) user: combine::UserLabels,
}

/// A decision and the objectives that show the independence of its conditions.
#[derive(Clone, Debug)]
pub struct DecisionTable {
    pub function: FuncId,
    /// Its text in the source, and where that is.
    pub source: Source,
    /// The conditions in the order of the text.
    pub conditions: Vec<ConditionRow>,
    /// The labels of the vectors that show independence, with the values of the conditions; `None` if one is not evaluated.
    pub vectors: BTreeMap<ObjectiveId, Vec<Option<bool>>>,
}

/// A condition of a decision.
#[derive(Clone, Debug)]
pub struct ConditionRow {
    pub source: Source,
    /// By criterion (`GACC`, `CACC`, `RACC`): the hyperlabel that shows its independence.
    pub hyper_labels: BTreeMap<&'static str, ObjectiveId>,
}

/// Something that got no label although it might have.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SkippedLabel {
    /// The debug information does not say where the function's text is, or the text is not there.
    #[error("`{function}` got no labels: {reason}")]
    Function { function: String, reason: String },
    /// A place whose condition could not be told for certain, or that the criterion cannot express.
    #[error("{file}:{line}:{column}: no labels of {criterion}: {reason}")]
    Place {
        criterion: &'static str,
        file: String,
        line: u32,
        column: u32,
        reason: String,
    },
    /// What a criterion leaves out in a function, wherever it is there.
    #[error("`{function}`: no labels of {criterion} {reason}")]
    Part {
        function: String,
        criterion: &'static str,
        reason: String,
    },
    /// Hyperlabels of a file that have labels which the source does not have.
    #[error("{file}: {count} hyperlabels are left out: the source does not have their labels")]
    HyperLabels { file: String, count: usize },
    /// Mutants that weak mutation has no labels for.
    #[error("`{function}`: {count} mutants have no label of WM: {reason}")]
    Mutants {
        function: String,
        count: usize,
        reason: NoWeakLabel,
    },
}

/// A label or a partition of the user's that makes no sense.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum InvalidLabel {
    #[error("{file}:{line}:{column}: the label `{label}` has a side effect: {effect}")]
    SideEffect {
        file: String,
        line: u32,
        column: u32,
        label: String,
        effect: Effect,
    },
    #[error(
        "{file}:{line}:{column}: this call of `{function}` is no label: its numbers and names have to be constants, and its result cannot be used"
    )]
    Arguments {
        file: String,
        line: u32,
        column: u32,
        function: String,
    },
    #[error("partition `{text}` of `{function}`: {error}")]
    Partition {
        function: String,
        text: String,
        error: PredicateError,
    },
    #[error("{file}:{line}: the hyperlabel {text} cannot be used: {error}")]
    HyperLabel {
        file: String,
        line: usize,
        text: String,
        error: ConstraintError,
    },
    #[error("there is no function `{function}`, for which partitions are stated")]
    NoFunction { function: String },
}

/// What an expression does beside computing a value.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Effect {
    #[error("an assignment")]
    Assignment,
    #[error("an access of a volatile variable")]
    Volatile,
    #[error("a call of {0}, which may change something")]
    Call(String),
}

/// Why a mutant has no label of weak mutation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Error)]
pub enum NoWeakLabel {
    #[error("they change control, not a value")]
    Control,
    #[error("they change or leave out a side effect")]
    SideEffect,
    #[error("when they change the state cannot be told without a side effect")]
    Inexact,
    #[error("they use a variable that may have no value")]
    Unassigned,
}

/// Puts the labels of the wanted criteria into a module. It may append ghost code and constants; the ids of everything else
/// stay what they were.
pub fn label(module: &mut Module, sources: &Sources, wanted: &WantedLabels) -> Labels {
    let mut labels = Labels::default();
    weak::labels(module, sources, wanted, &mut labels);
    domain::refuse_unknown(module, wanted, &mut labels);
    let base = module.clone();
    let functions = functions(&base, wanted);
    let certain = without_doubtful_macros(&base, sources, &functions);
    let mut flow = dataflow::OF_DATA_FLOW.iter();
    let has_flow = flow.any(|name| wanted.selection.has(name));
    let globals = has_flow.then(|| dataflow::Globals::new(&base));
    for id in functions {
        match tree_of(&base, sources, id) {
            Ok(tree) => {
                let tree = certain.get(&tree.path).unwrap_or(tree);
                let aligner = Aligner::run(&base, id, tree);
                let mut labeller = Labeller {
                    aligner: &aligner,
                    module: &mut *module,
                    wanted,
                    labels: &mut labels,
                };
                logic::labels(&mut labeller);
                if let Some(globals) = &globals {
                    dataflow::labels(&mut labeller, globals);
                }
                user::labels(&aligner, module, wanted, &mut labels);
                domain::labels(&aligner, module, wanted, &mut labels);
                runtime::labels(&aligner, module, wanted, &mut labels);
            }
            Err(skipped) => labels.skipped.push(SkippedLabel::Function {
                function: base.text(base.functions[id].name).to_owned(),
                reason: skipped.to_string(),
            }),
        }
    }
    user::without_functions(&base, sources, wanted, &mut labels);
    for objective in &mut labels.objectives {
        number_behind_ghosts(module, objective);
    }
    labels.objectives.sort_by_key(place_in_list);
    labels
}

/// By function, then by place; hyperlabels behind all labels.
fn place_in_list(objective: &Objective) -> (bool, FuncId, u32, u32) {
    let is_hyper = matches!(objective.kind, ObjectiveKind::HyperLabel(_));
    let span = &objective.source.span;
    (is_hyper, objective.site.function, span.line, span.column)
}

/// The code of predicates counts behind the locals of the function, which ghosts are among.
fn number_behind_ghosts(module: &Module, objective: &mut Objective) {
    let locals = module.functions[objective.site.function].locals.len();
    if let ObjectiveKind::Label(label) = &mut objective.kind {
        for predicate in &mut label.predicates {
            ghosts::rebase(predicate, locals);
        }
    }
}

fn functions(base: &Module, wanted: &WantedLabels) -> Vec<FuncId> {
    match wanted.functions.is_empty() {
        true => DebugInfo::new(base).user_functions().into_iter().collect(),
        false => wanted.functions.clone(),
    }
}
