//! `quell cover`: a covering test for each label of coverage criteria, or a proof that there is none.

use std::ffi::OsString;

use quell_engine::Subject;
use quell_objectives::Selection;
use quell_objectives::criteria::{CRITERIA, CriteriaSelection, Labels, SkippedLabel};

use crate::args::{self, LabelChoice};
use crate::decide::{Decided, Deciding, How};
use crate::error::CliError;
use crate::target::{Criteria, Target};

pub fn run(args: &args::Cover, cflags: &[OsString]) -> Result<Decided, CliError> {
    let selection = selection(&args.labels.criterion)?;
    let names = criteria_names(&selection);
    if args.seed.is_some() && !args.engine.is_seeded {
        return Err(CliError::Usage(format!(
            "--seed has no effect with --engine {}: leave it out, or give --engine random",
            args.engine.name
        )));
    }
    let deciding = Deciding::new(&args.decide, &args.file)?;
    let criteria = Criteria {
        selection,
        partitions: deciding.partitions(),
        operators: operators(&args.labels, &names)?,
    };
    let target = Target::labelled(&args.file, &args.labels.scope, criteria, cflags)?;
    refuse_nothing(&target, names.is_empty())?;
    let subject = Subject {
        lookup: target.lookup(),
        shared: target.shared.clone(),
        objectives: &target.labels.objectives,
        faults: Vec::new(),
        criteria: names,
        decisions: &target.labels.decisions,
    };
    let how = How {
        engine: args.engine,
        seed: args.seed.unwrap_or(1),
        compare_code: false,
    };
    let mut decided = deciding.decide(&subject, how)?;
    decided.notes = notes(&target.labels);
    Ok(decided)
}

/// The criteria of all lists; none if the user names none.
pub fn selection(lists: &[String]) -> Result<CriteriaSelection, CliError> {
    match lists {
        [] => Ok(CriteriaSelection::default()),
        lists => Ok(CriteriaSelection::parse(&lists.join(","))?),
    }
}

/// The operators of weak mutation, if that is wanted.
fn operators(choice: &LabelChoice, criteria: &[String]) -> Result<Option<Selection>, CliError> {
    let Some(list) = &choice.operators else {
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

/// Refuses a file without labels of its own if no criterion is named, and functions that cannot have any.
fn refuse_nothing(target: &Target, is_without_criterion: bool) -> Result<(), CliError> {
    let labels = &target.labels;
    if !labels.objectives.is_empty() {
        return Ok(());
    }
    let of_function = |of: &&SkippedLabel| matches!(of, SkippedLabel::Function { .. });
    match labels.skipped.iter().find(of_function) {
        Some(skipped) => Err(CliError::NoLabels(skipped.clone())),
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

/// What got no labels.
pub fn notes(labels: &Labels) -> Vec<String> {
    labels.skipped.iter().map(ToString::to_string).collect()
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
