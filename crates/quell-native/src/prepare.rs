//! Prepares the module under test for the harness: its names become private, to avoid clashes with libraries,
//! each function to call gets a thunk, and tables list thunks and globals.
//!
//! - **The program's names are private.** They are renamed and internal, so that neither the harness nor a library calls a function
//!   of the program by mistake, and `main` can be tested.

use indexmap::IndexMap;
use quell_ir::build::{self, Editor};
use quell_ir::inst::Access;
use quell_ir::layout::Layouts;
use quell_ir::opcode::{Linkage, Visibility};
use quell_ir::print::{Dialect, PrintOptions, print_module_with};
use quell_ir::{FuncId, GlobalId, GlobalRef, Module, Symbol, Type, Value};
use quell_objectives::meta::strip_debug_info;

use quell_values::callbacks::is_callback;

use crate::NativeError;
use crate::ir;
use crate::stub::{self, Stub};
use crate::thunk::{self, Signature};

/// Shared between the module and the harness, so they keep their names.
const SHARED_NAMES: &[&str] = &[
    "quell_mutant",
    "quell_record",
    "quell_work_limit",
    "quell_out_of_work",
    "quell_trap",
    "quell_event",
    "quell_input",
    "quell_passed",
    "quell_last_event",
    "quell_flush",
];

/// Written by children and read when they are gone: on pages of their own, which the harness shares.
const RECORDED_NAMES: &[&str] = &[
    "quell_work",
    "quell_executed",
    "quell_infected",
    "quell_blocks",
    "quell_branches",
];

const FIND_THREAD_LOCALS: &str = "quell_find_thread_locals";

/// Made here for the harness.
const HARNESS_NAMES: &[&str] = &[
    "quell_thunks",
    "quell_globals",
    "quell_symbols",
    FIND_THREAD_LOCALS,
];

const POINTER: u64 = 8;
const RECORDED_SECTION: &str = "quell_shared";
const PAGE: u64 = 4096;

/// The module for the compiler, and the data about it that the other end of the pipe needs.
#[derive(Debug)]
pub struct Prepared {
    pub text: String,
    /// Functions that can be called, by their name in the module; the order is that of the thunks.
    pub functions: IndexMap<String, Signature>,
    /// Sizes of the mutable globals, in the order of their table.
    pub globals: IndexMap<String, u64>,
    /// Functions and constants of which only the address is used, in the order of their table.
    pub symbols: IndexMap<String, GlobalRef>,
    pub slots: Slots,
    pub stubs: Vec<Stub>,
}

/// Lengths of the arrays that a recording fills; 0 where the module has none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Slots {
    pub mutants: u64,
    pub blocks: u64,
    pub branches: u64,
}

/// `functions` names those to call; with none, all that are defined and can be called.
pub fn prepare(
    module: &Module,
    functions: &[String],
    stubs: &[String],
) -> Result<Prepared, NativeError> {
    let mut module = module.clone();
    // It would only make the harness larger and slower to build.
    strip_debug_info(&mut module);
    let layouts = Layouts::new(&module.layout, &module.types);
    let targets = targets(&module, functions)?;
    let globals = mutable_globals(&module, &layouts);
    let symbols = symbols(&module, &globals);
    let slots = slots(&module);
    let stubs = stub::define(&mut module, stubs)?;
    share_recording(&mut module);
    let functions = add_thunks(&mut module, &layouts, &targets, functions.is_empty())?;
    let table: Vec<_> = globals.values().map(|&(id, _)| id).collect();
    add_globals(&mut module, &table);
    let table: Vec<_> = symbols.values().copied().map(Some).collect();
    ir::add_table(&mut module, "quell_symbols", &table);
    make_names_private(&mut module);
    let dialect = Dialect::V19;
    Ok(Prepared {
        text: print_module_with(&module, PrintOptions { dialect }),
        functions,
        globals: globals
            .into_iter()
            .map(|(k, (_, size))| (k, size))
            .collect(),
        symbols,
        slots,
        stubs,
    })
}

fn is_ours(name: &str) -> bool {
    SHARED_NAMES.contains(&name) || RECORDED_NAMES.contains(&name)
}

fn is_special(name: &str) -> bool {
    is_ours(name) || name.starts_with("llvm.")
}

fn targets(module: &Module, wanted: &[String]) -> Result<Vec<FuncId>, NativeError> {
    if wanted.is_empty() {
        let defined = module.functions.iter();
        let defined = defined.filter(|(_, function)| !function.is_declaration());
        return Ok(defined.map(|(id, _)| id).collect());
    }
    let find = |name: &String| {
        let found = module.find_function(name);
        found
            .filter(|&id| !module.functions[id].is_declaration())
            .ok_or_else(|| NativeError::NoSuchFunction(name.clone()))
    };
    wanted.iter().map(find).collect()
}

fn mutable_globals(module: &Module, layouts: &Layouts) -> IndexMap<String, (GlobalId, u64)> {
    let mut found = IndexMap::new();
    for (id, global) in &module.globals {
        let name = module.text(global.name);
        let is_data = global.init.is_some() && !global.constant;
        let size = layouts.size(global.ty);
        if let (true, Ok(size)) = (is_data && !is_special(name), size) {
            found.insert(name.to_owned(), (id, size));
        }
    }
    found
}

/// All definitions and targets of function pointers, except mutable globals and thread-local variables.
fn symbols(
    module: &Module,
    globals: &IndexMap<String, (GlobalId, u64)>,
) -> IndexMap<String, GlobalRef> {
    let is_fixed = |thing: GlobalRef| match thing {
        GlobalRef::Func(id) => {
            let function = &module.functions[id];
            !function.is_declaration() || is_callback(module.text(function.name))
        }
        GlobalRef::Var(id) => {
            let global = &module.globals[id];
            global.init.is_some() && !global.thread_local
        }
        GlobalRef::Alias(_) => false,
    };
    let named = module.names.iter();
    let named = named.map(|(&name, &thing)| (module.text(name).to_owned(), thing));
    named
        .filter(|(name, thing)| {
            is_fixed(*thing) && !is_special(name) && !globals.contains_key(name)
        })
        .collect()
}

fn slots(module: &Module) -> Slots {
    let len = |name: &str| match module.find(name) {
        Some(GlobalRef::Var(id)) => match module.types.get(module.globals[id].ty) {
            Type::Array { len, .. } => *len,
            _ => 0,
        },
        _ => 0,
    };
    Slots {
        mutants: len("quell_executed"),
        blocks: len("quell_blocks"),
        branches: len("quell_branches"),
    }
}

fn share_recording(module: &mut Module) {
    let section = module.symbols.intern(RECORDED_SECTION);
    for name in RECORDED_NAMES {
        if let Some(GlobalRef::Var(id)) = module.find(name) {
            let global = &mut module.globals[id];
            global.section = Some(section);
            global.align = Some(PAGE);
            global.linkage = Linkage::External;
        }
    }
}

/// The addresses of the mutable globals. Those of thread-local ones are known when the program runs, so a
/// function that the harness calls first enters them.
fn add_globals(module: &mut Module, globals: &[GlobalId]) {
    let is_local = |module: &Module, id: GlobalId| module.globals[id].thread_local;
    let fixed = |&id: &GlobalId| (!is_local(module, id)).then_some(GlobalRef::Var(id));
    let entries: Vec<_> = globals.iter().map(fixed).collect();
    let table = ir::add_table(module, "quell_globals", &entries);
    module.globals[table].constant = false;
    let table = Value::Const(ir::address(module, GlobalRef::Var(table)));
    let void = module.types.void();
    let function = build::declare(module, FIND_THREAD_LOCALS, void, &[]);
    let mut code = Editor::in_new_block(module, function);
    for (index, &id) in globals.iter().enumerate() {
        if is_local(code.module, id) {
            let place = code.offset(table, index as u64 * POINTER);
            let address = ir::address(code.module, GlobalRef::Var(id));
            code.store(Value::Const(address), place, Access::default());
        }
    }
    code.ret(None);
}

/// Omits functions that cannot be called, unless they were requested.
fn add_thunks(
    module: &mut Module,
    layouts: &Layouts,
    targets: &[FuncId],
    skip: bool,
) -> Result<IndexMap<String, Signature>, NativeError> {
    let mut functions = IndexMap::new();
    let mut thunks = Vec::new();
    for &target in targets {
        let name = module.text(module.functions[target].name).to_owned();
        match thunk::add(module, layouts, target) {
            Ok((thunk, signature)) => {
                thunks.push(Some(GlobalRef::Func(thunk)));
                functions.insert(name, signature);
            }
            Err(_) if skip => {}
            Err(why) => {
                let function = name;
                return Err(NativeError::CannotCall { function, why });
            }
        }
    }
    ir::add_table(module, "quell_thunks", &thunks);
    Ok(functions)
}

/// Makes the definitions of the module internal, under other names: neither the harness nor a library calls
/// a function of the program by mistake, and the name `main` is free.
fn make_names_private(module: &mut Module) {
    let mut names = std::mem::take(&mut module.names);
    for (name, thing) in names.drain(..) {
        let name = match is_private_definition(module, name, thing) {
            true => hide(module, name, thing),
            false => name,
        };
        module.names.insert(name, thing);
    }
}

fn is_private_definition(module: &Module, name: Symbol, thing: GlobalRef) -> bool {
    let text = module.text(name);
    if HARNESS_NAMES.contains(&text) || is_special(text) {
        return false;
    }
    match thing {
        GlobalRef::Func(id) => {
            let function = &module.functions[id];
            !function.is_declaration() && function.linkage != Linkage::AvailableExternally
        }
        GlobalRef::Var(id) => {
            let global = &module.globals[id];
            global.init.is_some() && global.linkage != Linkage::AvailableExternally
        }
        GlobalRef::Alias(id) => !module.aliases[id].ifunc,
    }
}

fn hide(module: &mut Module, name: Symbol, thing: GlobalRef) -> Symbol {
    let hidden = format!("quell.{}", module.text(name));
    let hidden = module.symbols.intern(&hidden);
    let (name, linkage, visibility) = match thing {
        GlobalRef::Func(id) => {
            let function = &mut module.functions[id];
            function.comdat = None;
            (
                &mut function.name,
                &mut function.linkage,
                &mut function.visibility,
            )
        }
        GlobalRef::Var(id) => {
            let global = &mut module.globals[id];
            global.comdat = None;
            (
                &mut global.name,
                &mut global.linkage,
                &mut global.visibility,
            )
        }
        GlobalRef::Alias(id) => {
            let alias = &mut module.aliases[id];
            (&mut alias.name, &mut alias.linkage, &mut alias.visibility)
        }
    };
    *name = hidden;
    *linkage = Linkage::Internal;
    *visibility = Visibility::Default;
    hidden
}
