//! Trivial compiler equivalence: mutants whose optimised code is the original's, or another mutant's.
//!
//! All mutants of a function are copies of it in one module, which is optimised once; small functions share a module. Two
//! copies with the same optimised code do the same, because
//!
//! * they are hardened first, so that the optimiser has no undefined behaviour to take for impossible;
//! * the functions themselves are only declared, so that a call of one stays a call: copies that agree whatever
//!   it does agree when it is themselves;
//! * no function or variable is known to be used in this module alone, so that nothing is concluded from
//!   what the module lacks.
//!
//! Functions that do not call each other, directly or through others, share a module, so that a file of many costs no more than
//! its mutants.

mod batches;
mod copies;

use std::collections::{BTreeMap, HashMap};
use std::process::Command;

use quell_compile::{ScratchDirectory, Toolbox};
use quell_ir::print::{Dialect, PrintOptions, print_module_with};
use quell_ir::{FuncId, GlobalRef, Module, parse_module};
use quell_objectives::{Objective, ObjectiveId};

use crate::NativeError;
use crate::cache::{file_error, write};
use crate::tool;
use batches::batches;
use copies::{Copies, Workshop};

/// The code equivalence of a mutant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CodeEquivalence {
    /// Its code differs from all others.
    Distinct,
    /// Its code is that of the original.
    Equivalent,
    /// Its code is that of an earlier mutant.
    DuplicateOf(ObjectiveId),
    /// The function is too large for the number of copies, has an alias, or the addresses of its blocks are taken.
    NotCompared,
}

/// The code equivalence of each mutant.
pub type CodeEquivalences = BTreeMap<ObjectiveId, CodeEquivalence>;

/// Instructions of all copies in a module together: a few seconds of the optimiser's time. The mutants of a function
/// beyond are not compared.
const MOST_INSTRUCTIONS: usize = 100_000;

/// The number of mutants whose code was not compared.
pub fn not_compared(compared: &CodeEquivalences) -> usize {
    let missing = |one: &&CodeEquivalence| **one == CodeEquivalence::NotCompared;
    compared.values().filter(missing).count()
}

/// Compares the code of mutants of one module.
pub fn compare(
    module: &Module,
    mutants: &[Objective],
    tools: &Toolbox,
) -> Result<CodeEquivalences, NativeError> {
    let missing = mutants
        .iter()
        .map(|mutant| (mutant.id.clone(), CodeEquivalence::NotCompared));
    let mut found: CodeEquivalences = missing.collect();
    let workshop = Workshop::new(module);
    let places = places(module, mutants, &workshop);
    let weight = |(&function, places): (&FuncId, &Vec<usize>)| {
        (function, places.len() * size(module, function))
    };
    let weights: Vec<(FuncId, usize)> = places.iter().map(weight).collect();
    for batch in batches(workshop.calls(), &weights, MOST_INSTRUCTIONS) {
        let of_batch: Vec<&Vec<usize>> = batch.iter().map(|function| &places[function]).collect();
        let with_mutants = |(&function, places): (&FuncId, &&Vec<usize>)| {
            let mutants = places.iter().map(|&place| &mutants[place]);
            (function, mutants.collect())
        };
        let with_mutants: Vec<_> = batch.iter().zip(&of_batch).map(with_mutants).collect();
        let (copies, names) = workshop.build(&with_mutants)?;
        let mut optimised = optimise(&copies, tools)?;
        forget_names(&mut optimised);
        for (Copies(names), places) in names.iter().zip(of_batch) {
            let bodies = names.iter().map(|name| body(&optimised, name));
            let ids = places.iter().map(|&place| &mutants[place].id);
            found.extend(judge(bodies.collect(), ids));
        }
    }
    Ok(found)
}

/// Those of the mutants that can be compared, by function.
fn places(
    module: &Module,
    mutants: &[Objective],
    workshop: &Workshop,
) -> BTreeMap<FuncId, Vec<usize>> {
    let mut places: BTreeMap<FuncId, Vec<usize>> = BTreeMap::new();
    for (place, mutant) in mutants.iter().enumerate() {
        let function = mutant.site.function;
        if workshop.can_be_copied(function) {
            let places = places.entry(function).or_default();
            if places.len() < MOST_INSTRUCTIONS / size(module, function) {
                places.push(place);
            }
        }
    }
    places.retain(|_, places| !places.is_empty());
    places
}

fn size(module: &Module, function: FuncId) -> usize {
    module.functions[function].insts.len().max(1)
}

/// Judges bodies, of which the first is the original's. A body that is missing is distinct from all others.
fn judge<'i>(
    bodies: Vec<Option<String>>,
    ids: impl Iterator<Item = &'i ObjectiveId>,
) -> CodeEquivalences {
    let mut bodies = bodies.into_iter();
    let original = bodies.next().flatten();
    let mut seen: HashMap<String, &ObjectiveId> = HashMap::new();
    let mut found = CodeEquivalences::new();
    for (body, id) in bodies.zip(ids) {
        let equivalence = match body {
            None => CodeEquivalence::Distinct,
            body if body == original => CodeEquivalence::Equivalent,
            Some(body) => match seen.get(&body) {
                Some(&earlier) => CodeEquivalence::DuplicateOf(earlier.clone()),
                None => {
                    seen.insert(body, id);
                    CodeEquivalence::Distinct
                }
            },
        };
        found.insert(id.clone(), equivalence);
    }
    found
}

fn optimise(module: &Module, tools: &Toolbox) -> Result<Module, NativeError> {
    let scratch = ScratchDirectory::new();
    let scratch = scratch.map_err(file_error("create a directory in", &std::env::temp_dir()))?;
    let dialect = Dialect::V19;
    let text = print_module_with(module, PrintOptions { dialect });
    write(&scratch.path().join("copies.ll"), &text)?;
    let mut command = Command::new(tools.clang()?);
    // Unrolled and vectorised loops only take longer to compare.
    command
        .args([
            "-O2",
            "-fno-unroll-loops",
            "-fno-vectorize",
            "-fno-slp-vectorize",
        ])
        .args([
            "-Wno-override-module",
            "-S",
            "-emit-llvm",
            "-x",
            "ir",
            "copies.ll",
            "-o",
            "-",
        ]);
    let optimised = tool::run_successfully(&mut command, scratch.path())?;
    parse_module(&optimised, "copies.ll").map_err(|error| NativeError::Build {
        tool: "the reader of optimised code".to_owned(),
        excerpt: error.to_string(),
    })
}

/// The body of a function as text in which nothing depends on the function's name.
fn body(module: &Module, name: &str) -> Option<String> {
    let id = module.find_function(name)?;
    let text = module.display_function(id).to_string();
    let (_, body) = text.split_once("{\n")?;
    Some(with_tables(module, body))
}

/// Locals and blocks become numbers; what only helps to optimise further goes.
fn forget_names(module: &mut Module) {
    for function in module.functions.values_mut() {
        function.attachments.clear();
        for local in function.locals.values_mut() {
            local.name = None;
        }
        for block in function.blocks.values_mut() {
            block.name = None;
        }
    }
}

/// Tables that the optimiser made are named after the function: their contents stand in for the names.
fn with_tables(module: &Module, body: &str) -> String {
    const PREFIX: &str = "@switch.table.";
    let mut parts = body.split(PREFIX);
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let is_name = |c: char| c.is_ascii_alphanumeric() || "._$-".contains(c);
        let end = part.find(|c| !is_name(c)).unwrap_or(part.len());
        let name = format!("{}{}", &PREFIX[1..], &part[..end]);
        match table(module, &name) {
            Some(content) => text.push_str(&content),
            None => text.push_str(&name),
        }
        text.push_str(&part[end..]);
    }
    text
}

fn table(module: &Module, name: &str) -> Option<String> {
    let Some(GlobalRef::Var(id)) = module.find(name) else {
        return None;
    };
    let global = &module.globals[id];
    let init = global.init.filter(|_| global.constant)?;
    Some(format!("<table {}>", module.display_const(init)))
}
