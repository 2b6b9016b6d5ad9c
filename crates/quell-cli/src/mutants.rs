//! `quell mutants`: the mutants of a file, as a list and as IR.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::Path;

use quell_ir::print::print_module;
use quell_ir::{FuncId, Module};
use quell_objectives::meta_program::meta_program;
use quell_objectives::{CATALOGUE, GROUPS, Mutants, ObjectiveId, harden};
use quell_results::SkippedFile;
use quell_values::lookup::Lookup;

use crate::args;
use crate::choose;
use crate::error::CliError;
use crate::exit::Exit;
use crate::output::{self, MODULE_HEADER, Output, OutputKind};
use crate::target::Target;
use crate::units::Units;

/// The name of the file with the original among those of the mutants.
const ORIGINAL: &str = "original";

/// The mutants of a file, for the report.
#[derive(Debug)]
pub struct Listing {
    pub file: String,
    /// As the user chose them.
    pub operators: Vec<String>,
    pub found: Mutants,
    /// The source names of the functions of `found`.
    pub names: Vec<(FuncId, String)>,
    /// The directory with a file for each mutant.
    pub emitted: Option<String>,
    /// The file with the meta-program.
    pub meta_program: Option<String>,
    pub verbose: bool,
    /// Of a file of a project: the ids with their files.
    pub ids: BTreeMap<ObjectiveId, String>,
    /// Mutants that comments in the source exclude, with the reasons.
    pub suppressed: BTreeMap<ObjectiveId, String>,
}

/// The mutants of one or several files.
#[derive(Debug)]
pub struct Listings {
    pub files: Vec<Listing>,
    /// Files without a result.
    pub skipped: Vec<SkippedFile>,
    /// The status for a file that could not be compiled.
    pub exit: Option<Exit>,
    /// Whether there are several files, even if only one is left.
    pub is_project: bool,
}

pub fn mutants(args: &args::Mutants, cflags: &[OsString]) -> Result<Listings, CliError> {
    if let Some(directory) = &args.emit {
        output::refuse_stdout("--emit", directory, "a directory")?;
    }
    let meta = args
        .emit_meta
        .as_ref()
        .map(|path| meta_output(path, args.force));
    if let Some(meta) = &meta {
        output::refuse_stdout("--emit-meta", &meta.path, "a file")?;
        meta.check()?;
    }
    args.choice.refuse_spare_seed()?;
    let units = Units::load(&args.sources, &args.choice.scope, cflags, "mutants")?;
    units.refuse_if_project("--emit", args.emit.is_some())?;
    units.refuse_if_project("--emit-meta", args.emit_meta.is_some())?;
    let mut targets = Vec::new();
    for (unit, functions) in units.functions(&args.choice.scope)? {
        targets.push(Target::mutated(unit, &args.choice, functions, None)?);
    }
    choose::keep_wanted(&mut targets.iter_mut().collect::<Vec<_>>(), &args.choice)?;
    for target in &targets {
        write(args, meta.as_ref(), target)?;
    }
    let meta_program = meta.map(|meta| meta.path.display().to_string());
    let listings = targets.into_iter().map(|target| Listing {
        names: names_of(&target.lookup(), &target.found),
        emitted: args.emit.as_ref().map(|path| path.display().to_string()),
        meta_program: meta_program.clone(),
        verbose: args.verbose,
        operators: args.choice.operator_names(),
        file: target.file().to_owned(),
        ids: match units.is_project {
            true => project_ids(&target),
            false => BTreeMap::new(),
        },
        suppressed: target.suppressed.objectives,
        found: target.found,
    });
    Ok(Listings {
        files: listings.collect(),
        is_project: units.is_project,
        skipped: units.skipped,
        exit: units.exit,
    })
}

fn project_ids(target: &Target) -> BTreeMap<ObjectiveId, String> {
    let mutants = target.found.mutants.iter();
    mutants
        .map(|of| (of.id.clone(), target.project_id(of)))
        .collect()
}

/// Writes what the user asks for as IR.
fn write(args: &args::Mutants, meta: Option<&Output>, target: &Target) -> Result<(), CliError> {
    if let Some(meta) = meta {
        let program = meta_program(&target.shared, &target.found.mutants);
        meta.write(&module_text(&program))?;
    }
    match &args.emit {
        Some(directory) => emit(directory, args.force, &target.shared, &target.found),
        None => Ok(()),
    }
}

fn names_of(lookup: &Lookup<'_>, found: &Mutants) -> Vec<(FuncId, String)> {
    let mut ids: Vec<FuncId> = found
        .mutants
        .iter()
        .map(|mutant| mutant.site.function)
        .collect();
    ids.dedup();
    ids.into_iter().map(|id| (id, lookup.name(id))).collect()
}

/// Writes the original and every mutant, with the meaning that any compiler gives them.
fn emit(directory: &Path, force: bool, module: &Module, found: &Mutants) -> Result<(), CliError> {
    fs::create_dir_all(directory).map_err(|source| CliError::Emit {
        path: directory.to_owned(),
        source,
    })?;
    let mutants = found.mutants.iter();
    let named = mutants.map(|mutant| (mutant.id.0.as_str(), Some(mutant)));
    let all: Vec<_> = std::iter::once((ORIGINAL, None)).chain(named).collect();
    let output = |name: &str| Output {
        option: "--emit",
        path: directory.join(format!("{name}.ll")),
        kind: OutputKind::Module,
        force,
    };
    // None is written if one cannot be.
    for (name, _) in &all {
        output(name).check()?;
    }
    for (name, mutant) in all {
        let hardened = harden::emit(module, mutant).map_err(Box::new)?;
        output(name).write(&module_text(&hardened))?;
    }
    Ok(())
}

fn meta_output(path: &Path, force: bool) -> Output {
    Output {
        option: "--emit-meta",
        path: path.to_owned(),
        kind: OutputKind::Module,
        force,
    }
}

fn module_text(module: &Module) -> String {
    format!("{MODULE_HEADER}\n{}", print_module(module))
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
