//! Trivial compiler equivalence: mutants whose optimised code is the original's, or another mutant's.
//!
//! All mutants of a function are copies of it in one module, which is optimised once. Two copies with the
//! same optimised code do the same, because
//!
//! * they are hardened first, so that the optimiser has no undefined behaviour to take for impossible;
//! * the function itself is only declared, so that a call of it stays a call: copies that agree whatever
//!   it does agree when it is themselves;
//! * no function or variable is known to be used in this module alone, so that nothing is concluded from
//!   what the module lacks.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::process::Command;

use quell_compile::Toolbox;
use quell_ir::analysis::callgraph::{CallGraph, function_behind};
use quell_ir::constant::ConstKind;
use quell_ir::entity::PrimaryMap;
use quell_ir::opcode::{Linkage, Visibility};
use quell_ir::print::{Dialect, PrintOptions, print_module_with};
use quell_ir::{FuncId, GlobalRef, Module, parse_module};
use quell_objectives::Mutant;
use quell_objectives::apply::apply_edits;
use quell_objectives::harden::{Traps, harden};

use crate::NativeError;
use crate::cache::{file_error, write};
use crate::prepare::strip_debug_info;
use crate::tool;

/// What the compiler says about a mutant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Likeness {
    /// Its code is its own.
    Unlike,
    /// Its code is that of the original.
    Equivalent,
    /// Its code is that of an earlier mutant, by its place in the list.
    DuplicateOf(usize),
    /// Nobody looked: the function is too large for so many copies, has a second name, or the addresses of its labels are
    /// taken.
    NotCompared,
}

/// Instructions of all copies of a function together: a few seconds of the optimiser's time. The mutants
/// beyond are not compared.
const MOST_INSTRUCTIONS: usize = 100_000;

/// How many of the answers are none.
pub fn not_compared(answers: &[Likeness]) -> usize {
    let missing = answers.iter().filter(|one| **one == Likeness::NotCompared);
    missing.count()
}

/// Judges mutants of one module; the answers are in their order.
pub fn compare(
    module: &Module,
    mutants: &[Mutant],
    tools: &Toolbox,
) -> Result<Vec<Likeness>, NativeError> {
    let mut answers = vec![Likeness::NotCompared; mutants.len()];
    let mut by_function: BTreeMap<FuncId, Vec<usize>> = BTreeMap::new();
    for (index, mutant) in mutants.iter().enumerate() {
        by_function.entry(mutant.function).or_default().push(index);
    }
    for (function, mut places) in by_function {
        places.truncate(copies_allowed(module, function));
        if places.is_empty() {
            continue;
        }
        let of_function: Vec<&Mutant> = places.iter().map(|&place| &mutants[place]).collect();
        let (copies, names) = with_copies(module, function, &of_function)?;
        let mut optimised = optimise(&copies, tools)?;
        forget_names(&mut optimised);
        let bodies = names.iter().map(|name| body(&optimised, name));
        for (place, answer) in places.iter().zip(judge(bodies.collect(), &places)) {
            answers[*place] = answer;
        }
    }
    Ok(answers)
}

/// How many mutants of a function can be compared.
fn copies_allowed(module: &Module, function: FuncId) -> usize {
    match has_alias(module, function) || gives_labels(module, function) {
        true => 0,
        false => MOST_INSTRUCTIONS / module.functions[function].insts.len().max(1),
    }
}

/// The first body is the original's. A body that is missing is like nothing.
fn judge(bodies: Vec<Option<String>>, places: &[usize]) -> Vec<Likeness> {
    let mut bodies = bodies.into_iter();
    let original = bodies.next().flatten();
    let mut seen: HashMap<String, usize> = HashMap::new();
    let mut answers = Vec::new();
    for (body, &place) in bodies.zip(places) {
        answers.push(match body {
            None => Likeness::Unlike,
            body if body == original => Likeness::Equivalent,
            Some(body) => match seen.get(&body) {
                Some(&earlier) => Likeness::DuplicateOf(earlier),
                None => {
                    seen.insert(body, place);
                    Likeness::Unlike
                }
            },
        });
    }
    answers
}

/// An alias of a function cannot stay when that is only declared.
fn has_alias(module: &Module, function: FuncId) -> bool {
    let mut aliases = module.aliases.values();
    aliases.any(|alias| function_behind(module, alias.target) == Some(function))
}

/// A copy would go to labels of the function itself.
fn gives_labels(module: &Module, function: FuncId) -> bool {
    functions_of_labels(module).any(|of| of == function)
}

/// The functions in which a label lies whose address is taken.
fn functions_of_labels(module: &Module) -> impl Iterator<Item = FuncId> {
    let constants = module.consts.iter();
    constants.filter_map(|(_, constant)| match constant.kind {
        ConstKind::BlockAddress(function, _) => Some(function),
        _ => None,
    })
}

/// A module with the original and the mutants as copies of the function; their names, in order.
fn with_copies(
    module: &Module,
    function: FuncId,
    mutants: &[&Mutant],
) -> Result<(Module, Vec<String>), NativeError> {
    let mut module = module.clone();
    strip_debug_info(&mut module);
    let mut names = Vec::new();
    let mut copies = BTreeSet::new();
    let no_edits = Vec::new();
    let edits = mutants.iter().map(|mutant| &mutant.edits);
    for (number, edits) in std::iter::once(&no_edits).chain(edits).enumerate() {
        let (copy, name) = copy(&mut module, function, number);
        apply_edits(&mut module, copy, edits)?;
        names.push(name);
        copies.insert(copy);
    }
    declare_only(&mut module, function);
    drop_unused_bodies(&mut module, &copies);
    harden(&mut module, Traps::Intrinsic);
    open_to_all(&mut module);
    Ok((module, names))
}

fn copy(module: &mut Module, function: FuncId, number: usize) -> (FuncId, String) {
    let mut copy = module.functions[function].clone();
    let mut name = format!("{}.quell.{number}", module.text(copy.name));
    while module.find(&name).is_some() {
        name.push('.');
    }
    copy.name = module.symbols.intern(&name);
    let symbol = copy.name;
    let id = module.functions.push(copy);
    module.names.insert(symbol, GlobalRef::Func(id));
    (id, name)
}

fn declare_only(module: &mut Module, function: FuncId) {
    let function = &mut module.functions[function];
    function.blocks = PrimaryMap::new();
    function.insts = PrimaryMap::new();
    function.locals = PrimaryMap::new();
    function.attachments.clear();
    function.linkage = Linkage::External;
    function.visibility = Visibility::Default;
    function.comdat = None;
    function.personality = None;
    function.prefix = None;
    function.prologue = None;
}

/// Functions that no copy comes to call by name need not be compiled.
fn drop_unused_bodies(module: &mut Module, copies: &BTreeSet<FuncId>) {
    let calls = CallGraph::new(module);
    let mut used = copies.clone();
    let mut pending: Vec<FuncId> = copies.iter().copied().collect();
    while let Some(function) = pending.pop() {
        let new = calls
            .callees(function)
            .iter()
            .filter(|id| used.insert(**id));
        pending.extend(new.copied().collect::<Vec<_>>());
    }
    let aliased = module.aliases.values();
    let aliased = aliased.filter_map(|alias| function_behind(module, alias.target));
    used.extend(aliased.collect::<Vec<_>>());
    // A label needs its function.
    used.extend(functions_of_labels(module));
    let all: Vec<FuncId> = module.functions.keys().collect();
    for id in all {
        let is_defined = !module.functions[id].is_declaration();
        if is_defined && !used.contains(&id) {
            declare_only(module, id);
        }
    }
}

/// Everything that is defined can be used and changed from elsewhere.
fn open_to_all(module: &mut Module) {
    for function in module.functions.values_mut() {
        if !function.is_declaration() && function.linkage != Linkage::AvailableExternally {
            function.linkage = Linkage::External;
            function.visibility = Visibility::Default;
            function.comdat = None;
        }
    }
    let symbols = &module.symbols;
    for global in module.globals.values_mut() {
        let is_special = symbols.text(global.name).starts_with("llvm.");
        if global.init.is_some() && !global.constant && !is_special {
            global.linkage = Linkage::External;
            global.visibility = Visibility::Default;
            global.comdat = None;
        }
    }
}

fn optimise(module: &Module, tools: &Toolbox) -> Result<Module, NativeError> {
    let scratch = tempfile::Builder::new().prefix("quell-").tempdir();
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
