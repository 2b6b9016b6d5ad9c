//! Weak mutation: a label for each mutant of the operator catalogue that is free of side effects. Its predicate says that
//! the state of the mutant differs from that of the original right behind the change.
//!
//! Decisions:
//!
//! - **Values change, control does not.** Another expression, another condition, and another place that is assigned get
//!   labels. Mutants that leave out, jump or return do not, unless they leave out an assignment. A mutant that changes or
//!   leaves out a call with an effect gets none either, unless it is called with other arguments.
//! - **Only where it is exact.** A mutant whose condition is over-approximated gets no label, and is counted.
//! - **Nothing without a value is compared.** Where a condition looks at a variable that the mutant alone reads, the
//!   variable has to be assigned on all ways to the place.

use std::collections::BTreeMap;

use quell_ir::analysis::cfg::Cfg;
use quell_ir::analysis::dominators::Dominators;
use quell_ir::{BlockId, FuncId, Function, InstId, InstKind, LocalDef, Module, Value};
use rustc_hash::FxHashMap;

use crate::catalogue::Selection;
use crate::condition::{Condition, Location, SiteCondition, is_pure, judged_before, weak_kill};
use crate::edit::{Change, Edit};
use crate::generate::{Wanted, generate};
use crate::objective::{Label, LabelRole, Objective, ObjectiveId, Source, SourceText};
use crate::sources::Sources;

use super::{Labels, NoWeakLabel, SkippedLabel, WantedLabels};

/// The name of the criterion.
const WM: &str = "WM";

/// The labels of mutants. The module gets the constants that they mention.
pub(super) fn labels(
    module: &mut Module,
    sources: &Sources,
    wanted: &WantedLabels,
    labels: &mut Labels,
) {
    if !wanted.selection.has(WM) {
        return;
    }
    let mutants = Wanted {
        selection: wanted.operators.clone().unwrap_or_else(Selection::all),
        functions: wanted.functions.clone(),
        lines: wanted.lines,
    };
    let mutants = generate(module, sources, &mutants).mutants;
    let mut left_out: BTreeMap<(FuncId, NoWeakLabel), usize> = BTreeMap::new();
    let mut places: BTreeMap<FuncId, Places> = BTreeMap::new();
    for mutant in &mutants {
        let function = mutant.site.function;
        let places = places
            .entry(function)
            .or_insert_with(|| Places::new(&module.functions[function]));
        match label(module, places, mutant) {
            Ok(label) => labels.objectives.push(label),
            Err(reason) => *left_out.entry((function, reason)).or_default() += 1,
        }
    }
    for ((function, reason), count) in left_out {
        labels.skipped.push(SkippedLabel::Mutants {
            function: module.text(module.functions[function].name).to_owned(),
            count,
            reason,
        });
    }
}

/// The label of a mutant, or why it has none.
fn label(module: &Module, places: &Places, mutant: &Objective) -> Result<Objective, NoWeakLabel> {
    let function = &module.functions[mutant.site.function];
    let edits = mutant.edits();
    if edits
        .iter()
        .any(|edit| !matches!(edit.change, Change::Replace(_) | Change::Incoming { .. }))
    {
        return Err(NoWeakLabel::Control);
    }
    let mut predicates = Vec::new();
    for (edit, condition) in edits.iter().zip(weak_kill(module, mutant)) {
        if condition.is_never() {
            continue;
        }
        if !condition.is_exact() {
            return Err(NoWeakLabel::Inexact);
        }
        if has_effect(module, function, edit) && condition.before.holds == Condition::Always {
            return Err(NoWeakLabel::SideEffect);
        }
        let early = judged_before(module, function, condition).ok_or(NoWeakLabel::Inexact)?;
        match places.all_assigned(function, &early) {
            true => predicates.push(early),
            false => return Err(NoWeakLabel::Unassigned),
        }
    }
    match predicates.is_empty() {
        true => Err(NoWeakLabel::Inexact),
        false => Ok(objective(mutant, predicates)),
    }
}

fn objective(mutant: &Objective, predicates: Vec<SiteCondition>) -> Objective {
    let label = Label {
        criterion: WM.to_owned(),
        predicates,
        role: LabelRole::Objective,
    };
    let source = Source {
        span: mutant.source.span.clone(),
        text: SourceText::Predicate(text(&mutant.source)),
    };
    // The id of the mutant is stable and unique, and says which mutant the label stands for.
    let id = ObjectiveId(format!("{WM}-{}", mutant.id));
    Objective::label(id, mutant.site.function, label, source)
}

fn text(source: &Source) -> String {
    match source.after() {
        "" => format!("`{}` has an effect", source.before()),
        after => format!("`{}` differs from `{after}`", source.before()),
    }
}

/// Whether an edit stands in the place of an instruction that does more than to compute or to assign.
fn has_effect(module: &Module, function: &Function, edit: &Edit) -> bool {
    match &function.insts[edit.at].kind {
        InstKind::Call(call) => !is_pure(module, call),
        InstKind::Load { access, .. } | InstKind::Store { access, .. } => {
            access.volatile || access.ordering.is_some()
        }
        InstKind::Invoke { .. } | InstKind::AtomicRmw { .. } | InstKind::CmpXchg(_) => true,
        _ => false,
    }
}

/// Where the variables of a function are assigned.
#[derive(Debug)]
struct Places {
    dominators: Dominators,
    /// The place of each instruction: its block, and its number there.
    at: BTreeMap<InstId, (BlockId, usize)>,
    stores: FxHashMap<Value, Vec<InstId>>,
}

impl Places {
    fn new(function: &Function) -> Self {
        let mut places = Self {
            dominators: Dominators::new(&Cfg::new(function)),
            at: BTreeMap::new(),
            stores: FxHashMap::default(),
        };
        for (id, block) in &function.blocks {
            for (number, &inst) in block.insts.iter().enumerate() {
                places.at.insert(inst, (id, number));
                if let InstKind::Store { ptr, .. } = function.insts[inst].kind {
                    places.stores.entry(ptr).or_default().push(inst);
                }
            }
        }
        places
    }

    /// Whether each variable that a condition reads, and the original does not read there, has a value.
    fn all_assigned(&self, function: &Function, condition: &SiteCondition) -> bool {
        let Location::Inst(at) = condition.at else {
            return false;
        };
        let own = match function.insts[at].kind {
            InstKind::Load { ptr, .. } => Some(ptr),
            _ => None,
        };
        condition.steps().all(|step| match step.inst.kind {
            InstKind::Load { ptr, .. } if Some(ptr) != own => {
                !is_variable(function, ptr) || self.is_assigned(ptr, at)
            }
            _ => true,
        })
    }

    fn is_assigned(&self, slot: Value, at: InstId) -> bool {
        let stores = self.stores.get(&slot).into_iter().flatten();
        stores.copied().any(|store| self.precedes(store, at))
    }

    /// Whether an instruction is executed before another one on all ways to that.
    fn precedes(&self, first: InstId, then: InstId) -> bool {
        match (self.at.get(&first), self.at.get(&then)) {
            (Some(first), Some(then)) if first.0 == then.0 => first.1 < then.1,
            (Some(first), Some(then)) => self.dominators.dominates(first.0, then.0),
            _ => false,
        }
    }
}

/// Whether a pointer is that of a variable of the function.
fn is_variable(function: &Function, ptr: Value) -> bool {
    let Value::Local(local) = ptr else {
        return false;
    };
    match function.locals.get(local).map(|local| local.def) {
        Some(LocalDef::Inst(inst)) => matches!(function.insts[inst].kind, InstKind::Alloca { .. }),
        _ => false,
    }
}
