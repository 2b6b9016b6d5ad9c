//! `quell cover`: a covering test for each label of coverage criteria, or a proof that there is none.

use std::ffi::OsString;
use std::path::Path;

use quell_engine::CbtSettings;
use quell_objectives::Selection;
use quell_objectives::criteria::{CRITERIA, CriteriaSelection, InvalidLabel, Labels, SkippedLabel};

use crate::args;
use crate::config::Config;
use crate::decide::{Decided, Deciding, How, Part};
use crate::error::CliError;
use crate::exchange::{self, Exchange};
use crate::target::{Criteria, Target};
use crate::units::Units;

pub fn run(args: &args::Cover, cflags: &[OsString]) -> Result<Decided, CliError> {
    let lists = &args.labels.criterion;
    let selection = selection(lists)?;
    let names = criteria_names(&selection);
    if args.seed.is_some() && !args.engine.is_seeded {
        return Err(CliError::Usage(format!(
            "--seed has no effect with --engine {}: leave it out, or give --engine random",
            args.engine.name
        )));
    }
    let operators = operators(args.labels.operators.as_deref(), &names)?;
    let deciding = Deciding::new(&args.decide)?;
    let exchange = Exchange::new(&args.labels.exchange, args.decide.force)?;
    let scope = &args.labels.scope;
    let units = Units::load(&args.sources, scope, cflags, "labels")?;
    units.refuse_if_project("--entry", args.entry.is_some())?;
    units.refuse_if_project("--labels-in", args.labels.exchange.labels_in.is_some())?;
    units.refuse_if_project("--labels-out", args.labels.exchange.labels_out.is_some())?;
    let mut parts = Vec::new();
    let mut without = None;
    for (unit, functions) in units.functions(scope)? {
        let config = deciding.config(&unit)?;
        let partitions = config.as_ref().map(Config::partitions);
        let criteria = Criteria {
            beside: exchange::beside(Path::new(&unit.file), &selection)?,
            selection: selection.clone(),
            partitions: partitions.unwrap_or_default(),
            operators: operators.clone(),
        };
        let places = (scope, args.entry.as_deref());
        let target = Target::labelled(unit, places, functions, criteria)?;
        match check(&target, config.as_ref(), lists.is_empty()) {
            Err(error) if !units.is_project || matches!(error, CliError::InvalidLabels(_)) => {
                return Err(error);
            }
            // Other files may have labels.
            Err(error) => without = without.or(Some(error)),
            Ok(()) => parts.push(Part {
                objectives: exchange.open(&target.labels.objectives),
                known: target.decisions_of_comments(),
                target,
                config,
            }),
        }
    }
    if let (Some(error), true) = (without, parts.is_empty()) {
        return Err(error);
    }
    let how = How {
        cbt: CbtSettings::default(),
        engine: args.engine,
        seed: args.seed.unwrap_or(1),
        compare_code: false,
        dse: args.paths.settings(args.engine)?,
        faults: Vec::new(),
        criteria: names,
    };
    let notes = parts.iter().flat_map(|part| notes(&part.target.labels));
    let notes = notes.collect();
    deciding.decide(&units, parts, &how, notes, exchange)
}

/// The criteria of all lists; the labels in the source if the user names none.
pub fn selection(lists: &[String]) -> Result<CriteriaSelection, CliError> {
    match lists {
        [] => Ok(CriteriaSelection::parse(OWN_LABELS)?),
        lists => Ok(CriteriaSelection::parse(&lists.join(","))?),
    }
}

/// The criterion of the labels in the source.
const OWN_LABELS: &str = "LABEL";

/// The operators of weak mutation, if that is wanted.
pub fn operators(list: Option<&str>, criteria: &[String]) -> Result<Option<Selection>, CliError> {
    let Some(list) = list else {
        return Ok(None);
    };
    match criteria.iter().any(|name| name == "WM") {
        true => Ok(Some(Selection::parse(list)?)),
        false => Err(CliError::Usage(
            "--operators chooses the mutants of weak mutation: add WM to --criterion, or leave it out"
                .to_owned(),
        )),
    }
}

/// The criteria by their names.
pub fn criteria_names(selection: &CriteriaSelection) -> Vec<String> {
    let criteria = selection.criteria.iter();
    criteria.map(|row| row.name.to_owned()).collect()
}

/// Refuses labels that the user has to correct, a file without labels of its own if no criterion is named, and functions that
/// cannot have any.
pub fn check(
    target: &Target,
    config: Option<&Config>,
    is_without_criterion: bool,
) -> Result<(), CliError> {
    let labels = &target.labels;
    let invalid = invalid_labels(labels, config);
    if !invalid.is_empty() {
        return Err(CliError::InvalidLabels(invalid));
    }
    if !labels.objectives.is_empty() {
        return Ok(());
    }
    let of_function = |of: &&SkippedLabel| matches!(of, SkippedLabel::Function { .. });
    match labels.skipped.iter().find(of_function) {
        Some(skipped) => Err(CliError::NoLabels(skipped.clone())),
        None if is_without_criterion && !labels.skipped.is_empty() => Err(CliError::LeftOut {
            file: target.file().to_owned(),
            notes: notes(labels),
        }),
        None if is_without_criterion => {
            let names: Vec<&str> = CRITERIA.iter().map(|row| row.name).collect();
            Err(CliError::Usage(format!(
                "{} has no labels of its own: name criteria with --criterion; there are {}",
                target.file(),
                names.join(", ")
            )))
        }
        None => Ok(()),
    }
}

/// What the user has to correct.
pub fn invalid_labels(labels: &Labels, config: Option<&Config>) -> Vec<String> {
    let invalid = labels.invalid.iter().filter_map(|of| invalid(of, config));
    invalid.collect()
}

/// What is wrong with a label or a partition, and where. A configuration may serve many programs, so that one which this program
/// has no function for is no mistake.
fn invalid(invalid: &InvalidLabel, config: Option<&Config>) -> Option<String> {
    match (invalid, config) {
        (InvalidLabel::NoFunction { .. }, _) => None,
        (InvalidLabel::Partition { function, text, .. }, Some(config)) => {
            let message = invalid.to_string();
            Some(config.wrong_partition(function, text, message).to_string())
        }
        (other, _) => Some(other.to_string()),
    }
}

/// What got no labels. Criteria that one place has no labels of for one reason are named together.
pub fn notes(labels: &Labels) -> Vec<String> {
    let mut together: Vec<(SkippedLabel, Vec<&'static str>)> = Vec::new();
    for skipped in &labels.skipped {
        let mut place = skipped.clone();
        let own = match &mut place {
            SkippedLabel::Place { criterion, .. } => vec![std::mem::take(criterion)],
            _ => Vec::new(),
        };
        match together.iter_mut().find(|(known, _)| *known == place) {
            Some((_, criteria)) => criteria.extend(own),
            None => together.push((place, own)),
        }
    }
    let notes = together
        .into_iter()
        .map(|(skipped, criteria)| match skipped {
            SkippedLabel::Place {
                file,
                line,
                column,
                reason,
                ..
            } => {
                let criteria = criteria.join(", ");
                format!("{file}:{line}:{column}: no labels of {criteria}: {reason}")
            }
            other => other.to_string(),
        });
    notes.collect()
}

/// The criteria, for `quell help criteria`.
pub fn help() -> String {
    let width = CRITERIA.iter().map(|row| row.name.len()).max().unwrap_or(0);
    let mut text = String::from("Coverage criteria:\n");
    for row in CRITERIA {
        text += &format!("  {:<width$}  {}\n", row.name, row.title);
    }
    text + "`quell cover --criterion` takes a list of them, in any case."
}
