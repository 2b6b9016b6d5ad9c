//! The code between the driver and the original: a thunk for each function that a test calls, a stub for each
//! external function, and tables of both and of everything that has an address.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use quell_compile::Toolbox;
use quell_ir::layout::Layouts;
use quell_ir::opcode::{Linkage, Visibility};
use quell_ir::print::{Dialect, PrintOptions, print_module_with};
use quell_ir::{FuncId, GlobalRef, Module};
use quell_native::stub;
use quell_native::thunk::{self, Signature};
use quell_objectives::meta::strip_debug_info;
use quell_values::callbacks::is_callback;
use quell_values::outside;

use super::original::{Object, succeed};
use crate::Failure;

const DRIVER: &str = include_str!("../../runtime/sanitized.c");

/// The original linked with the driver.
#[derive(Debug)]
pub struct Program {
    pub path: PathBuf,
    /// The functions that can be called, by symbol, with their index in the table of thunks.
    pub thunks: BTreeMap<String, (usize, Signature)>,
    /// The external functions that a test can prescribe results for, by number.
    pub stubs: Vec<String>,
    /// Globals and targets of pointers, with their index in the table of addresses.
    pub symbols: BTreeMap<String, usize>,
}

impl Program {
    /// Links the original with a driver that can call `functions`.
    pub fn build(
        module: &Module,
        object: &Object,
        functions: &BTreeSet<String>,
        scratch: &Path,
    ) -> Result<Self, Failure> {
        let linker = Linker::new(object, scratch)?;
        let callbacks = module.functions.values().filter(|of| of.is_declaration());
        let callbacks = callbacks.map(|of| module.text(of.name).to_owned());
        let mut stubs: BTreeSet<String> = callbacks.filter(|name| is_callback(name)).collect();
        let mut missing = BTreeSet::new();
        loop {
            let bridge = Bridge::new(module, object, functions, &stubs)?;
            let undefined =
                match linker.link(&bridge, &tables(module, object, &bridge, &missing))? {
                    Linked::Undefined(undefined) => undefined,
                    Linked::Program(path) => return Ok(bridge.into_program(path)),
                };
            let known = stubs.len() + missing.len();
            for symbol in undefined {
                if can_be_stubbed(module, &symbol) {
                    stubs.insert(symbol)
                } else {
                    missing.insert(symbol)
                };
            }
            if stubs.len() + missing.len() == known {
                return Err(format!("cannot be linked: {missing:?} {stubs:?}"));
            }
        }
    }
}

fn can_be_stubbed(module: &Module, symbol: &str) -> bool {
    let found = module.find_function(symbol);
    found.is_some_and(|id| outside::obstacle(module, id).is_none())
}

/// The module without the definitions in the object file.
struct Bridge {
    text: String,
    thunks: BTreeMap<String, (usize, Signature)>,
    stubs: Vec<String>,
    symbols: BTreeMap<String, usize>,
}

impl Bridge {
    fn new(
        module: &Module,
        object: &Object,
        functions: &BTreeSet<String>,
        stubs: &BTreeSet<String>,
    ) -> Result<Self, Failure> {
        let mut outline = outline(module, object);
        let stubs: Vec<String> = stubs.iter().cloned().collect();
        stub::define(&mut outline, &stubs).map_err(|error| error.to_string())?;
        let layouts = Layouts::new(&outline.layout, &outline.types);
        let mut thunks = BTreeMap::new();
        for (number, symbol) in functions.iter().enumerate() {
            let renamed = object.name(symbol).unwrap_or(symbol);
            let target = outline.find_function(renamed);
            let target = target.ok_or_else(|| format!("the object file has no {symbol}"))?;
            let (_, signature) = thunk::add(&mut outline, &layouts, target)?;
            thunks.insert(symbol.clone(), (number, signature));
        }
        let dialect = Dialect::V19;
        Ok(Self {
            text: print_module_with(&outline, PrintOptions { dialect }),
            thunks,
            symbols: symbols(module, object, &stubs),
            stubs,
        })
    }

    fn into_program(self, path: PathBuf) -> Program {
        Program {
            path,
            thunks: self.thunks,
            stubs: self.stubs,
            symbols: self.symbols,
        }
    }
}

/// Declarations only, by the names that the object file has for them.
fn outline(module: &Module, object: &Object) -> Module {
    let mut outline = module.clone();
    strip_debug_info(&mut outline);
    outline.globals.clear();
    outline.aliases.clear();
    outline.inline_asm.clear();
    outline.comdats.clear();
    outline.named_metadata.clear();
    let names = std::mem::take(&mut outline.names);
    for (name, thing) in names {
        if let GlobalRef::Func(id) = thing {
            let text = outline.text(name).to_owned();
            let name = outline.symbols.intern(object.name(&text).unwrap_or(&text));
            outline.names.insert(name, thing);
            outline.functions[id].name = name;
            empty(&mut outline, id);
        }
    }
    outline
}

fn empty(module: &mut Module, id: FuncId) {
    let function = &mut module.functions[id];
    (function.linkage, function.visibility) = (Linkage::External, Visibility::Default);
    (function.comdat, function.section) = (None, None);
    (function.personality, function.prefix, function.prologue) = (None, None, None);
    function.locals.clear();
    function.insts.clear();
    function.blocks.clear();
    function.attachments.clear();
}

/// Everything with an address that a test may contain.
fn symbols(module: &Module, object: &Object, stubs: &[String]) -> BTreeMap<String, usize> {
    let named = module.names.keys().map(|name| module.text(*name));
    let named =
        named.filter(|name| object.name(name).is_some() || stubs.iter().any(|of| of == name));
    named
        .enumerate()
        .map(|(number, name)| (name.to_owned(), number))
        .collect()
}

/// The tables in C, with definitions of symbols that end the run when they are used.
fn tables(module: &Module, object: &Object, bridge: &Bridge, missing: &BTreeSet<String>) -> String {
    let mut code = String::from("void quell_reached_undefined(void);\n");
    for (number, symbol) in missing.iter().enumerate() {
        let _ = match module.find(symbol) {
            Some(GlobalRef::Var(id)) => {
                let size = module
                    .layout
                    .alloc_size(&module.types, module.globals[id].ty);
                let size = size.unwrap_or(0).max(1);
                writeln!(
                    code,
                    "_Alignas(64) char missing_{number}[{size}] __asm__(\"{symbol}\");"
                )
            }
            _ => writeln!(
                code,
                "void missing_{number}(void) __asm__(\"{symbol}\");\n\
                 void missing_{number}(void) {{ quell_reached_undefined(); }}"
            ),
        };
    }
    for (symbol, (number, _)) in &bridge.thunks {
        let renamed = object.name(symbol).unwrap_or(symbol);
        let _ = writeln!(
            code,
            "void thunk_{number}(void *, void *) __asm__(\"quell.call.{renamed}\");"
        );
    }
    let mut addresses = vec![String::new(); bridge.symbols.len()];
    for (symbol, number) in &bridge.symbols {
        let renamed = object.name(symbol).unwrap_or(symbol);
        addresses[*number] = if is_thread_local(module, symbol) {
            // Its address is not known before the program runs.
            "0".to_owned()
        } else {
            let _ = writeln!(
                code,
                "extern char symbol_{number}[] __asm__(\"{renamed}\");"
            );
            format!("symbol_{number}")
        };
    }
    let thunks: Vec<String> = (0..bridge.thunks.len())
        .map(|n| format!("thunk_{n}"))
        .collect();
    let _ = writeln!(
        code,
        "void (*const quell_thunks[])(void *, void *) = {{ {} }};\nvoid *const quell_symbols[] = {{ {} }};",
        thunks.join(", "),
        if addresses.is_empty() {
            "0".to_owned()
        } else {
            addresses.join(", ")
        },
    );
    code
}

fn is_thread_local(module: &Module, symbol: &str) -> bool {
    matches!(module.find(symbol), Some(GlobalRef::Var(id)) if module.globals[id].thread_local)
}

enum Linked {
    Program(PathBuf),
    Undefined(BTreeSet<String>),
}

struct Linker<'a> {
    clang: PathBuf,
    object: &'a Object,
    scratch: &'a Path,
}

impl<'a> Linker<'a> {
    fn new(object: &'a Object, scratch: &'a Path) -> Result<Self, Failure> {
        let clang = Toolbox::from_env().clang().map_err(|e| e.to_string())?;
        fs::write(scratch.join("driver.c"), DRIVER).map_err(|error| error.to_string())?;
        let linker = Self {
            clang,
            object,
            scratch,
        };
        linker.compile("driver.c")?;
        Ok(linker)
    }

    /// Compiles a file without sanitizers, which must check the original only.
    fn compile(&self, file: &str) -> Result<(), Failure> {
        let mut command = Command::new(&self.clang);
        command.args(["-O1", "-w", "-fno-pie", "-c", file]);
        succeed(command.current_dir(self.scratch))
    }

    fn link(&self, bridge: &Bridge, tables: &str) -> Result<Linked, Failure> {
        let write = |name: &str, text: &str| fs::write(self.scratch.join(name), text);
        write("bridge.ll", &bridge.text).map_err(|error| error.to_string())?;
        write("tables.c", tables).map_err(|error| error.to_string())?;
        self.compile("bridge.ll")?;
        self.compile("tables.c")?;
        let mut command = Command::new(&self.clang);
        command
            .args(["-fsanitize=undefined,address", "-no-pie", "-w"])
            .args(["driver.o", "bridge.o", "tables.o"])
            .arg(&self.object.path)
            .args(["-lm", "-o", "program"])
            .current_dir(self.scratch);
        match succeed(&mut command) {
            Ok(()) => Ok(Linked::Program(self.scratch.join("program"))),
            Err(messages) => match undefined_symbols(&messages) {
                none if none.is_empty() => Err(messages),
                symbols => Ok(Linked::Undefined(symbols)),
            },
        }
    }
}

fn undefined_symbols(messages: &str) -> BTreeSet<String> {
    let gnu = "undefined reference to `";
    let names = messages
        .lines()
        .filter_map(|line| line.split_once(gnu)?.1.split('\'').next());
    names.map(str::to_owned).collect()
}
