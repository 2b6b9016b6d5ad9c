//! `quell mutants`: the mutants of a file, as a list and as IR.

use std::ffi::OsString;
use std::fs;
use std::path::Path;

use quell_ir::print::print_module;
use quell_ir::{FuncId, Module};
use quell_objectives::{CATALOGUE, GROUPS, Mutants, harden};
use quell_values::lookup::Lookup;

use crate::args;
use crate::error::CliError;
use crate::target::Target;

/// The name of the file with the original among those of the mutants.
const ORIGINAL: &str = "original";

/// What there is to tell.
#[derive(Debug)]
pub struct Listing {
    pub file: String,
    pub found: Mutants,
    /// The source names of the functions of `found`.
    pub names: Vec<(FuncId, String)>,
    pub emitted: Option<String>,
    pub verbose: bool,
}

pub fn mutants(args: &args::Mutants, cflags: &[OsString]) -> Result<Listing, CliError> {
    let target = Target::new(&args.file, &args.choice, cflags)?;
    if let Some(directory) = &args.emit {
        emit(directory, &target.shared, &target.found)?;
    }
    Ok(Listing {
        names: names_of(&target.lookup(), &target.found),
        emitted: args.emit.as_ref().map(|path| path.display().to_string()),
        verbose: args.verbose,
        file: target.file().to_owned(),
        found: target.found,
    })
}

fn names_of(lookup: &Lookup<'_>, found: &Mutants) -> Vec<(FuncId, String)> {
    let mut ids: Vec<FuncId> = found.mutants.iter().map(|mutant| mutant.function).collect();
    ids.dedup();
    ids.into_iter().map(|id| (id, lookup.name(id))).collect()
}

/// Writes the original and every mutant, with the meaning that any compiler gives them.
fn emit(directory: &Path, module: &Module, found: &Mutants) -> Result<(), CliError> {
    let unwritable = |path: &Path, source| CliError::Emit {
        path: path.to_owned(),
        source,
    };
    fs::create_dir_all(directory).map_err(|error| unwritable(directory, error))?;
    let original = (ORIGINAL, None);
    let mutants = found.mutants.iter();
    let named = mutants.map(|mutant| (mutant.id.0.as_str(), Some(mutant)));
    for (name, mutant) in std::iter::once(original).chain(named) {
        let hardened = harden::emit(module, mutant).map_err(Box::new)?;
        let path = directory.join(format!("{name}.ll"));
        fs::write(&path, print_module(&hardened)).map_err(|error| unwritable(&path, error))?;
    }
    Ok(())
}

/// The operators, for `--help`.
pub fn help() -> String {
    let mut text = String::from("Operators:\n");
    for &(group, name, what) in GROUPS {
        let rows = CATALOGUE.iter().filter(|row| row.groups.contains(&group));
        let names: Vec<&str> = rows.map(|row| row.name).collect();
        text += &format!("  {name}: {what}\n    {}\n", names.join(" "));
    }
    text + "  all: every one of them. GROUP:NAME is the variant of an operator that a group has."
}
