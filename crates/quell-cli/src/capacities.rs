//! Capacities of single pointers: `--capacity list.next=3` must mean a pointer that there is.

use std::collections::BTreeSet;

use quell_engine::Subject;
use quell_ir::FuncId;
use quell_values::inputs::{InputError, InputSettings, InputSpace};
use quell_values::{Callee, Types};

use crate::error::CliError;

/// Names beyond these are counted.
const SHOWN: usize = 10;

/// Refuses a name that nothing in the functions with mutants has.
pub fn check(subject: &Subject<'_>, inputs: &InputSettings) -> Result<(), CliError> {
    if inputs.capacities.is_empty() {
        return Ok(());
    }
    // What a function that cannot be decided has is not known; its own message tells why.
    let Ok(known) = all_names(subject, inputs) else {
        return Ok(());
    };
    let mut wanted = inputs.capacities.keys();
    match wanted.find(|name| !known.contains(*name)) {
        None => Ok(()),
        Some(name) => Err(CliError::Usage(format!(
            "--capacity {name}=...: {}",
            unknown(name, &known)
        ))),
    }
}

fn all_names(
    subject: &Subject<'_>,
    inputs: &InputSettings,
) -> Result<BTreeSet<String>, InputError> {
    let module = subject.lookup.module;
    let inputs = &quell_engine::inputs(inputs, module, subject.mutants.iter());
    let mutants = subject.mutants.iter();
    let functions: BTreeSet<FuncId> = mutants.map(|mutant| mutant.function).collect();
    let mut names = BTreeSet::new();
    for function in functions {
        let types = Types::new(module);
        let callee = Callee::new(&subject.lookup, types, function);
        let spaces = InputSpace::all(&callee, inputs)?;
        names.extend(spaces.into_iter().flat_map(|space| space.names.sized));
    }
    Ok(names)
}

fn unknown(name: &str, known: &BTreeSet<String>) -> String {
    let first: Vec<&str> = known.iter().take(SHOWN).map(String::as_str).collect();
    let more = match known.len().saturating_sub(SHOWN) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    match first[..] {
        [] => "the functions have no pointer whose elements could be counted".to_owned(),
        _ => format!(
            "no function has a pointer `{name}`; the pointers are {}{more}",
            first.join(", ")
        ),
    }
}
