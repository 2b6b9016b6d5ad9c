//! The examples with their mutants, for tests that run all of them.
#![allow(dead_code)]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use quell_compile::Language;
use quell_frontend::{CompileJob, load};
use quell_ir::debug::DebugInfo;
use quell_ir::{FuncId, Module};
use quell_native::score::Subject;
use quell_native::{Launcher, Options, Sandbox};
use quell_objectives::{Mutants, Objective, Selection, Wanted, generate};
use quell_values::lookup::Lookup;

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

pub fn options() -> Options {
    let launcher = Launcher {
        program: env!("CARGO_BIN_EXE_quell-sandbox").into(),
        args: Vec::new(),
    };
    Options {
        workers: 2,
        cache: Some(Path::new(env!("CARGO_TARGET_TMPDIR")).join("harnesses")),
        ..Options::new(Sandbox::Required(launcher))
    }
}

/// A source file, compiled, with the mutants of some operators.
pub struct Campaign {
    pub file: String,
    pub language: Language,
    pub module: Arc<Module>,
    pub mutants: Vec<Objective>,
    pub functions: BTreeSet<FuncId>,
    pub operators: String,
}

impl Campaign {
    pub fn new(file: &str, operators: &str) -> Self {
        Self::of(file, operators, |_, found| found.mutants)
    }

    /// The same with mutants that are derived from those found.
    pub fn of(
        file: &str,
        operators: &str,
        made: impl FnOnce(&Module, Mutants) -> Vec<Objective>,
    ) -> Self {
        let path = root().join(file).canonicalize().unwrap();
        let unit = load(&CompileJob::new(path)).unwrap();
        let mut module = Module::clone(&unit.module);
        let wanted = Wanted {
            selection: Selection::parse(operators).unwrap(),
            functions: Vec::new(),
            lines: None,
        };
        let found = generate(&mut module, unit.sources(), &wanted);
        let mutants = made(&module, found);
        let functions = DebugInfo::new(&module).user_functions();
        Self {
            file: file.to_owned(),
            language: unit.language,
            functions: functions.into_iter().collect(),
            module: Arc::new(module),
            mutants,
            operators: operators.to_owned(),
        }
    }

    pub fn lookup(&self) -> Lookup<'_> {
        Lookup {
            module: &self.module,
            info: DebugInfo::new(&self.module),
            language: self.language,
            file: &self.file,
        }
    }

    pub fn subject(&self) -> Subject<'_> {
        Subject {
            lookup: self.lookup(),
            shared: self.module.clone(),
            objectives: &self.mutants,
            functions: self.functions.clone(),
            operators: vec![self.operators.clone()],
            criteria: Vec::new(),
            decisions: &[],
        }
    }
}
