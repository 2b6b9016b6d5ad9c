//! The labels of one source file, as its object carries them.

use std::collections::BTreeMap;

use quell_compile::Language;
use quell_frontend::command::Input;
use quell_ir::debug::DebugInfo;
use quell_ir::{FuncId, Module};
use quell_native::decision_reports;
use quell_native::labels::{built_in, label_of};
use quell_native::record_of;
use quell_native::suite::CarriedLabels;
use quell_objectives::criteria::{InvalidLabel, Labels, WantedLabels, combine, label};
use quell_objectives::meta::{Meta, MetaError, Options};
use quell_objectives::{Objective, ObjectiveId, Sources};
use quell_results::{Decision, DecisionReport, Reason, Record};
use quell_values::lookup::Lookup;

use super::settings::Settings;
use crate::args;
use crate::config::{Config, ConfigError};
use crate::cover;
use crate::exchange::{self, ExchangeError};
use crate::report;

/// The module with its labels, and what the object says of them.
#[derive(Debug)]
pub struct Labelled {
    pub meta: Meta,
    pub carried: CarriedLabels,
}

/// Puts the labels of the wanted criteria into a module; none if it has no labels.
pub fn labelled(
    settings: &Settings,
    input: &Input,
    module: &mut Module,
    sources: &Sources,
    functions: Vec<FuncId>,
) -> Result<Option<Labelled>, LabelError> {
    let config = Config::of(&args::Configured::default(), &input.path)?;
    let wanted = WantedLabels {
        selection: settings.criteria.clone(),
        functions,
        lines: None,
        partitions: config.as_ref().map(Config::partitions).unwrap_or_default(),
        operators: settings.weak.clone(),
    };
    let mut labels = label(module, sources, &wanted);
    if let Some(beside) = exchange::beside(&input.path, &settings.criteria)? {
        combine(&mut labels, &beside.combinations, &beside.file);
    }
    // Compiled in, they would change what the program does, or be functions that it does not have.
    let is_call = |of: &&InvalidLabel| {
        matches!(
            of,
            InvalidLabel::SideEffect { .. } | InvalidLabel::Arguments { .. }
        )
    };
    if let Some(invalid) = labels.invalid.iter().find(is_call) {
        return Err(Box::new(invalid.clone()).into());
    }
    let file = input.path.display();
    for invalid in cover::invalid_labels(&labels, config.as_ref()) {
        report::print_warning(&format!("{file}: a label is left out: {invalid}"));
    }
    for note in cover::notes(&labels) {
        report::print_warning(&format!("{file}: {note}"));
    }
    if labels.objectives.is_empty() {
        return Ok(None);
    }
    let meta = built_in(module, &labels.objectives, &Options::default())?;
    let names = Names::new(input, module, &labels);
    Ok(Some(Labelled {
        carried: CarriedLabels {
            criteria: cover::criteria_names(&settings.criteria),
            recorded: names.recorded(&meta, &labels),
            others: names.others(&meta, &labels),
            decisions: names.decisions(&labels),
        },
        meta,
    }))
}

/// Why a file gets no labels.
#[derive(Debug, thiserror::Error)]
pub enum LabelError {
    #[error(transparent)]
    Config(#[from] ConfigError),
    #[error(transparent)]
    Exchange(#[from] ExchangeError),
    #[error(transparent)]
    Invalid(#[from] Box<InvalidLabel>),
    #[error(transparent)]
    Meta(#[from] MetaError),
}

/// The names that labels have in a project of several files.
struct Names<'m> {
    lookup: Lookup<'m>,
    qualified: BTreeMap<ObjectiveId, (String, String)>,
}

impl<'m> Names<'m> {
    fn new(input: &'m Input, module: &'m Module, labels: &Labels) -> Self {
        let all = labels.objectives.iter();
        let qualified = all.map(|objective| {
            let id = objective.qualified_id(module);
            (objective.id.clone(), (id.to_string(), id.file))
        });
        Self {
            lookup: Lookup {
                module,
                info: DebugInfo::new(module),
                language: Language::C,
                file: input.path.to_str().unwrap_or_default(),
            },
            qualified: qualified.collect(),
        }
    }

    fn id(&self, id: &ObjectiveId) -> String {
        let known = self.qualified.get(id);
        known.map_or_else(|| id.to_string(), |(id, _)| id.clone())
    }

    fn record(&self, objective: &Objective) -> Record {
        let record = record_of(objective, self.lookup.name(objective.site.function));
        let ids = |labels: &Vec<ObjectiveId>| labels.iter().map(|id| self.id(id)).collect();
        Record {
            id: self.id(&objective.id),
            file: self.qualified[&objective.id].1.clone(),
            alternatives: objective.alternatives().iter().map(ids).collect(),
            ..record
        }
    }

    /// Those with numbers, in their order.
    fn recorded(&self, meta: &Meta, labels: &Labels) -> Vec<Record> {
        let all = labels.objectives.iter().map(|of| (&of.id, of));
        let by_id: BTreeMap<&ObjectiveId, &Objective> = all.collect();
        let numbered = meta.numbers.ids().iter().filter_map(|id| by_id.get(id));
        numbered.map(|objective| self.record(objective)).collect()
    }

    /// Hyperlabels, and labels that cannot be recorded.
    fn others(&self, meta: &Meta, labels: &Labels) -> Vec<Record> {
        let all = labels.objectives.iter();
        let others = all.filter(|of| meta.number(&of.id).is_none());
        let records = others.map(|objective| Record {
            verdict: match label_of(objective) {
                Some(_) => Decision::unknown(Reason::NotRecorded),
                None => Decision::default(),
            },
            ..self.record(objective)
        });
        records.collect()
    }

    fn decisions(&self, labels: &Labels) -> Vec<DecisionReport> {
        let mut reports = decision_reports(&self.lookup, &labels.decisions);
        for (report, table) in reports.iter_mut().zip(&labels.decisions) {
            let vectors = std::mem::take(&mut report.vectors).into_iter();
            let named = vectors.map(|(label, vector)| (self.id(&ObjectiveId(label)), vector));
            report.vectors = named.collect();
            let rows = report.conditions.iter_mut().zip(&table.conditions);
            for (condition, row) in rows {
                for (form, independence) in &mut condition.independence {
                    if let Some(id) = row.hyper_labels.get(form.as_str()) {
                        independence.objective = self.id(id);
                        if let Some((_, file)) = self.qualified.get(id) {
                            report.file.clone_from(file);
                        }
                    }
                }
            }
        }
        reports
    }
}
