//! `quell explain`: the constraints of one mutant, and what the satisfier makes of them.

use std::ffi::OsString;

use quell_engine::{Explanation, HowExplained, Subject};
use quell_objectives::{Objective, ObjectiveId};

use crate::args;
use crate::config::check::{Inputs, outside};
use crate::config::{Chosen, Config};
use crate::error::CliError;
use crate::target::Target;

/// The operators among whose mutants it is looked for unless the user names others.
const ALL: &str = "all";

/// A mutant with its explanation, for the report.
#[derive(Debug)]
pub struct Explained {
    pub mutant: Objective,
    pub function: String,
    pub explanation: Explanation,
}

pub fn explain(args: &args::Explain, cflags: &[OsString]) -> Result<Explained, CliError> {
    let mut choice = args.choice.clone();
    choice.operators.get_or_insert_with(|| ALL.to_owned());
    let target = Target::of_file(&args.file, &choice, cflags)?;
    let id = ObjectiveId(args.id.clone());
    let missing = || {
        CliError::Usage(format!(
            "{} has no mutant {id} of these operators: `quell mutants` lists them",
            args.file.display()
        ))
    };
    let mutants = &target.found.mutants;
    let partners = &target.found.partners;
    let is_same = |of: &&Objective| {
        let mut also = partners.get(&of.id).into_iter().flatten();
        of.id == id || also.any(|other| *other == id)
    };
    let mutant = mutants.iter().find(is_same).ok_or_else(missing)?;
    let subject = Subject {
        lookup: target.lookup(),
        shared: target.shared.clone(),
        objectives: std::slice::from_ref(mutant),
        faults: choice.operator_names(),
        criteria: Vec::new(),
        decisions: &[],
    };
    let config = Config::of(&args.inputs.configured, &args.file)?;
    let chosen = Chosen::new(&args.inputs, config.as_ref(), &subject.lookup)?;
    Inputs::new(&subject, None).check(Some(&args.inputs), config.as_ref(), &chosen)?;
    let how = HowExplained {
        function: chosen.of(mutant.site.function),
        outside: outside(subject.lookup.module),
        seed: args.choice.seed(),
        cbt: args.constraints.settings(),
    };
    Ok(Explained {
        explanation: quell_engine::explain(&subject, &how, &mutant.id).ok_or_else(missing)?,
        function: subject.lookup.name(mutant.site.function),
        mutant: mutant.clone(),
    })
}
