//! Labels that the user wrote: `quell_label(condition, id, "TAG")`, and the calls of programs annotated for LTest.
//!
//! * `calls`: the text of the calls. `effects`: what a condition may do. `sequences`: labels of several positions.
//!
//! Decisions:
//!
//! - **The user's number is the id**: `LABEL-17`, of a sequence `SEQUENCE-17`; its tag is the criterion. What has a number
//!   that was used before is counted on: `LABEL-17-2`.
//! - **A condition is free of side effects**, or the label is an error that names the place. An assignment to a variable that
//!   only the condition uses is none; neither is a call of a function that only computes and reads.
//! - **A label in code that the compiler left out is an objective** that no input covers. That the compiler left it out, and
//!   not the preprocessor, is only certain if other calls of the same name were compiled.

mod calls;
mod effects;
mod sequences;

use std::collections::BTreeSet;

use quell_ir::debug::DebugInfo;
use quell_ir::{InstId, InstKind, Module, Value};
use quell_source::Language;
use quell_values::annotations::{self, Mark, Meaning};

use crate::align::Aligner;
use crate::condition::{Condition, SiteCondition};
use crate::objective::{Label, LabelRole, Objective, ObjectiveId, Source};

use super::name::{LabelNamer, is_on};
use super::{InvalidLabel, Labels, SkippedLabel, WantedLabels};
use crate::sources::{Sources, full_path};
use crate::tree::Tree;
use calls::{CallText, call_at, calls_below, calls_in, functions, has_line};

/// The name of the criterion, and the tag of a label without one.
pub(super) const LABEL: &str = "LABEL";

/// The labels that the user wrote into a function.
pub(super) fn labels(
    aligner: &Aligner<'_>,
    module: &mut Module,
    wanted: &WantedLabels,
    labels: &mut Labels,
) {
    if !wanted.selection.has(LABEL) {
        return;
    }
    let marks = annotations::marks(aligner.module, aligner.function);
    let user = User {
        aligner,
        namer: LabelNamer::new(aligner),
        lines: wanted.lines,
    };
    user.refuse_calls(labels);
    for (index, mark) in marks.iter().enumerate() {
        user.plain(mark, &marks[..index], labels);
    }
    sequences::labels(&user, module, &marks, labels);
    user.left_out(&marks, labels);
}

/// Notes the labels of functions that the compiler made no code for.
pub(super) fn without_functions(
    module: &Module,
    sources: &Sources,
    wanted: &WantedLabels,
    labels: &mut Labels,
) {
    if !wanted.selection.has(LABEL) || !wanted.functions.is_empty() {
        return;
    }
    let info = DebugInfo::new(module);
    let of_c = |tree: &&Tree| tree.language() == Language::C;
    for tree in sources.trees().filter(of_c) {
        let bodies = module.functions.values();
        let places = bodies.filter_map(|function| info.function_place(function));
        let mut file = String::new();
        let mut compiled = Vec::new();
        for (name, directory, line) in places {
            if full_path(name, directory) == tree.path {
                name.clone_into(&mut file);
                compiled.push(line);
            }
        }
        let missing = functions(tree).filter(|&node| {
            let mut lines = compiled.iter();
            !lines.any(|&line| has_line(tree, node, line))
        });
        for call in missing.flat_map(|node| calls_below(tree, node)) {
            let (line, column) = tree.position(call.span.start);
            let is_wanted = |(first, last): (u32, u32)| (first..=last).contains(&line);
            if wanted.lines.is_none_or(is_wanted) {
                labels.skipped.push(SkippedLabel::Place {
                    criterion: LABEL,
                    file: file.clone(),
                    line,
                    column,
                    reason: "the compiler made no code for its function".to_owned(),
                });
            }
        }
    }
}

struct User<'a> {
    aligner: &'a Aligner<'a>,
    namer: LabelNamer<'a>,
    lines: Option<(u32, u32)>,
}

impl User<'_> {
    /// The call that an instruction stands for, as written.
    fn call(&self, inst: InstId) -> Option<CallText> {
        call_at(self.aligner.tree, self.aligner.place(inst)?)
    }

    fn source(&self, inst: InstId) -> Source {
        match self.call(inst) {
            Some(call) => self.namer.at_span(call.span, call.condition),
            None => {
                let span = self.aligner.info.span_of(self.aligner.function, inst);
                let place = span.map_or((0, 0), |at| (at.place.line, at.place.column));
                self.namer.at_place(place, "a label".to_owned())
            }
        }
    }

    /// A label, with the marks before it, of which the last ones say what it binds.
    fn plain(&self, mark: &Mark, before: &[Mark], labels: &mut Labels) {
        let Meaning::Label { id: number, tag } = &mark.meaning else {
            return;
        };
        let source = self.source(mark.at);
        if !is_on(self.lines, &source) || !self.is_pure(mark.at, &source, labels) {
            return;
        }
        let base = self.aligner.function.locals.len();
        let holds = Condition::Holds(mark.condition);
        let predicate = SiteCondition::before(mark.at, base, Vec::new(), holds);
        let id = labels.ids.take(format!("{LABEL}-{number}"));
        let known = labels.user.labels.entry(*number).or_default();
        known.push(id.clone());
        let bound = bindings(before, *number);
        if !bound.is_empty() {
            let bound = bound.into_iter().map(|(name, truth)| (name, vec![truth]));
            labels.user.bindings.insert(id.clone(), bound.collect());
        }
        let criterion = tag.clone().unwrap_or_else(|| LABEL.to_owned());
        let label = self.label(id, criterion, predicate, source);
        labels.objectives.push(label);
    }

    fn label(
        &self,
        id: ObjectiveId,
        criterion: String,
        predicate: SiteCondition,
        source: Source,
    ) -> Objective {
        let label = Label {
            criterion,
            predicates: vec![predicate],
            role: LabelRole::Objective,
        };
        Objective::label(id, self.aligner.id, label, source)
    }

    /// Whether the arguments of a call have no side effect; one that they have is an error.
    fn is_pure(&self, inst: InstId, source: &Source, labels: &mut Labels) -> bool {
        let Some((at, effect)) = effects::of_call(self.aligner, inst, self.call(inst)) else {
            return true;
        };
        let span = self.aligner.info.span_of(self.aligner.function, at);
        let place = span.map_or((source.span.line, source.span.column), |at| {
            (at.place.line, at.place.column)
        });
        labels.invalid.push(InvalidLabel::SideEffect {
            file: self.namer.file().to_owned(),
            line: place.0,
            column: place.1,
            label: source.before().to_owned(),
            effect,
        });
        false
    }

    /// Calls that were not understood, because a number or a name is no constant.
    fn refuse_calls(&self, labels: &mut Labels) {
        for block in self.aligner.function.blocks.values() {
            for &inst in &block.insts {
                let InstKind::Call(call) = self.aligner.kind_of(inst) else {
                    continue;
                };
                let Some(callee) = self.aligner.module.direct_callee(call) else {
                    continue;
                };
                let callee = &self.aligner.module.functions[callee];
                let name = self.aligner.module.text(callee.name);
                if callee.is_declaration() && annotations::label_call(name).is_some() {
                    let source = self.source(inst);
                    labels.invalid.push(InvalidLabel::Arguments {
                        file: self.namer.file().to_owned(),
                        line: source.span.line,
                        column: source.span.column,
                        function: name.to_owned(),
                    });
                }
            }
        }
    }

    /// Labels in code that was not compiled.
    fn left_out(&self, marks: &[Mark], labels: &mut Labels) {
        let tree = self.aligner.tree;
        if tree.language() != Language::C {
            return;
        }
        let compiled: BTreeSet<u32> = self.function_calls(marks);
        let known = compiled_names(self.aligner);
        for call in calls_in(self.aligner) {
            if compiled.contains(&call.span.start) {
                continue;
            }
            let source = self.namer.at_span(call.span, call.condition.clone());
            if !is_on(self.lines, &source) {
                continue;
            }
            let is_certain = known.contains(&call.function) && !call.is_conditional;
            match (call.number(), is_certain, self.first_inst()) {
                (Some(number), true, Some(first)) => {
                    let base = self.aligner.function.locals.len();
                    let never = SiteCondition::before(first, base, Vec::new(), Condition::Never);
                    let id = labels.ids.take(format!("{LABEL}-{number}"));
                    let known = labels.user.labels.entry(number).or_default();
                    known.push(id.clone());
                    let tag = call.tag().unwrap_or_else(|| LABEL.to_owned());
                    let label = self.label(id, tag, never, source);
                    labels.objectives.push(label);
                }
                _ => labels.skipped.push(SkippedLabel::Place {
                    criterion: LABEL,
                    file: self.namer.file().to_owned(),
                    line: source.span.line,
                    column: source.span.column,
                    reason: "the compiler made no code for it".to_owned(),
                }),
            }
        }
    }

    /// Where the calls begin that were compiled.
    fn function_calls(&self, marks: &[Mark]) -> BTreeSet<u32> {
        let places = marks.iter().filter_map(|mark| self.aligner.place(mark.at));
        let insts = self.aligner.function.insts.keys();
        let called = insts.filter(|&inst| matches!(self.aligner.kind_of(inst), InstKind::Call(_)));
        places
            .chain(called.filter_map(|inst| self.aligner.place(inst)))
            .collect()
    }

    fn first_inst(&self) -> Option<InstId> {
        let function = self.aligner.function;
        let block = function.entry()?;
        let mut insts = function.blocks[block].insts.iter();
        insts
            .find(|&&inst| !matches!(function.insts[inst].kind, InstKind::Phi { .. }))
            .copied()
    }
}

/// The names that a label or a position binds, which stand right before it.
fn bindings(before: &[Mark], number: u64) -> Vec<(String, Value)> {
    let own = before.iter().rev().map_while(|mark| match &mark.meaning {
        Meaning::Binding { id, name } if *id == number => Some((name.clone(), mark.condition)),
        _ => None,
    });
    own.collect()
}

/// The names by which labels are called in code of the module that was compiled.
fn compiled_names(aligner: &Aligner<'_>) -> BTreeSet<String> {
    let module = aligner.module;
    let mut names = BTreeSet::new();
    for function in module.functions.values() {
        for mark in annotations::marks(module, function) {
            let Some(span) = aligner.info.span_of(function, mark.at) else {
                continue;
            };
            let own = aligner.tree.path
                == crate::sources::full_path(span.place.file, span.place.directory);
            let offset = aligner.tree.offset(span.place.line, span.place.column);
            if let Some(call) = offset
                .filter(|_| own)
                .and_then(|at| call_at(aligner.tree, at))
            {
                names.insert(call.function);
            }
        }
    }
    names
}
