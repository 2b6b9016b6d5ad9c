//! The functions of the examples and of the files with parameters of all kinds.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use quell_compile::{Language, Request, Toolbox, compile};
use quell_ir::Module;
use quell_ir::parse::parse_module;
use quell_values::callbacks::{declare, is_callback};
use quell_values::lookup::Lookup;
use quell_values::outside::obstacle;
use quell_values::{Callee, Types};

pub struct Source {
    pub name: String,
    pub language: Language,
    file: PathBuf,
    module: OnceLock<Module>,
}

impl Source {
    /// The module, compiled on first use: a test of few files does not wait for all.
    pub fn module(&self) -> &Module {
        self.module.get_or_init(|| {
            let compiled = compile(&Request::new(&self.file), &Toolbox::from_env()).unwrap();
            let mut module = parse_module(&compiled.text, &self.name).unwrap();
            declare(&mut module);
            module
        })
    }
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

const FILES: &[(&str, Language)] = &[
    ("examples/*.c", Language::C),
    ("tests/calls/kinds.c", Language::C),
    ("crates/quell-values/tests/data/shapes.c", Language::C),
    ("crates/quell-values/tests/data/inputs/kinds.c", Language::C),
    ("examples/*.rs", Language::Rust),
    ("tests/calls/kinds.rs", Language::Rust),
    (
        "crates/quell-values/tests/data/inputs/kinds.rs",
        Language::Rust,
    ),
    ("examples/*.f90", Language::Fortran),
    ("tests/calls/kinds.f90", Language::Fortran),
    (
        "crates/quell-values/tests/data/inputs/kinds.f90",
        Language::Fortran,
    ),
];

fn files(pattern: &str) -> Vec<PathBuf> {
    let Some((directory, extension)) = pattern.split_once("/*.") else {
        return vec![repository().join(pattern)];
    };
    let entries = repository().join(directory).read_dir().unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let mut paths: Vec<PathBuf> = paths
        .filter(|path| path.extension().is_some_and(|of| of == extension))
        .collect();
    paths.sort();
    paths
}

pub fn sources() -> &'static [Source] {
    static SOURCES: OnceLock<Vec<Source>> = OnceLock::new();
    SOURCES.get_or_init(|| {
        let mut sources = Vec::new();
        for &(pattern, language) in FILES {
            for file in files(pattern) {
                let name = file.strip_prefix(repository()).unwrap();
                sources.push(Source {
                    name: name.display().to_string(),
                    language,
                    file,
                    module: OnceLock::new(),
                });
            }
        }
        sources
    })
}

/// The external functions of a file, which its naming convention marks.
fn outside(module: &Module) -> Vec<String> {
    let declared = module.functions.keys().filter(|id| {
        let named = module.text(module.functions[*id].name);
        let is_one = named.starts_with("outside_") || is_callback(named);
        is_one && obstacle(module, *id).is_none()
    });
    declared
        .map(|id| module.text(module.functions[id].name).to_owned())
        .collect()
}

/// All functions that the file itself defines.
pub fn callees(source: &Source) -> Vec<Callee<'_>> {
    let module = source.module();
    let types = Types::new(module);
    let lookup = Lookup {
        module,
        info: types.info,
        language: source.language,
        file: &source.name,
    };
    let functions = types.info.user_functions().into_iter();
    let callees = functions.map(|function| Callee {
        outside: outside(module),
        ..Callee::new(&lookup, types, function)
    });
    let mut callees: Vec<Callee<'_>> = callees.collect();
    // rustc orders functions by hashes.
    callees.sort_by_key(|callee| callee.signature.text.clone());
    callees
}
