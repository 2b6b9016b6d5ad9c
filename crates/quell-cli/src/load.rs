//! From a file to a module that is fit to run.

use std::ffi::OsString;
use std::path::Path;
use std::rc::Rc;

use quell_compile::{Language, OptLevel, Request, Toolbox, compile};
use quell_exec::UbMode;
use quell_ir::Module;
use quell_ir::metadata::{MdField, Metadata};
use quell_ir::parse::parse_module;
use quell_ir::verify::verify;
use quell_objectives::{SignedOverflow, Sources, language_rules};
use quell_values::{annotations, callbacks, fortran};

use crate::args::Exec;
use crate::error::CliError;

/// IR was compiled before: who gives flags means another file.
fn refuse_flags(path: &Path, request: &Request) -> Result<(), CliError> {
    let is_ir = matches!(
        Language::of_path(path),
        Some(Language::LlvmText | Language::LlvmBitcode)
    );
    match is_ir && (!request.extra_flags.is_empty() || request.opt_level != OptLevel::O0) {
        true => Err(CliError::Usage(format!(
            "{} is IR already: --cflags and --opt are for the compiler that made it",
            path.display()
        ))),
        false => Ok(()),
    }
}

/// Bytes of a pointer of the machines that Quell runs programs of.
const POINTER: u64 = 8;

/// What is wrong with a module for another kind of machine.
pub fn refuse_target(module: &Module) -> Result<(), String> {
    match module.layout.pointer_size(0) {
        POINTER => Ok(()),
        bytes => Err(format!(
            "it is compiled for pointers of {} bits, and Quell runs programs with 64 bits only; leave out flags such as -m32",
            bytes * 8
        )),
    }
}

/// What the flags of the compiler make of signed overflow: the last one counts.
fn signed_overflow(flags: &[OsString]) -> SignedOverflow {
    let mut flags = flags.iter().rev().filter_map(|flag| flag.to_str());
    let known = flags.find_map(|flag| match flag {
        "-fwrapv" | "-fno-strict-overflow" => Some(SignedOverflow::Wraps),
        "-fno-wrapv" | "-fstrict-overflow" => Some(SignedOverflow::Undefined),
        _ => None,
    });
    known.unwrap_or(SignedOverflow::Undefined)
}

#[derive(Debug)]
pub struct Loaded {
    pub module: Rc<Module>,
    pub language: Language,
    pub file: String,
}

impl Loaded {
    pub fn new(exec: &Exec, cflags: Vec<OsString>) -> Result<Self, CliError> {
        Self::compiled(&exec.file, exec.opt.into(), cflags)
    }

    /// The module of a file, compiled as asked if it is not IR already.
    pub fn compiled(path: &Path, opt: OptLevel, cflags: Vec<OsString>) -> Result<Self, CliError> {
        let file = path.display().to_string();
        let request = Request::new(path).at(opt).with_flags(cflags);
        refuse_flags(path, &request)?;
        let compiled = compile(&request, &Toolbox::from_env())?;
        let name = match compiled.language {
            Language::LlvmText => file.clone(),
            _ => format!("{file} (its IR)"),
        };
        let mut module = parse_module(&compiled.text, &name)?;
        let errors = verify(&module);
        if !errors.is_empty() {
            return Err(CliError::Invalid { file: name, errors });
        }
        fortran::attach_rules(&mut module);
        annotations::lower(&mut module);
        // Optimised code has no instruction for each operator of the source.
        if compiled.language == Language::C && request.opt_level == OptLevel::O0 {
            let sources = Sources::load(&module);
            language_rules(&mut module, &sources, signed_overflow(&request.extra_flags));
        }
        callbacks::declare(&mut module);
        Ok(Self {
            module: Rc::new(module),
            language: compiled.language,
            file,
        })
    }

    /// Whether the compiler says that it optimised.
    pub fn is_optimised(&self) -> bool {
        self.module.metadata.values().any(|node| match node {
            Metadata::Node(node) if self.module.text(node.kind) == "DICompileUnit" => {
                let field = self.module.symbols.lookup("isOptimized");
                let value = field.and_then(|field| node.field(field));
                matches!(value, Some(MdField::Bool(true)))
            }
            _ => false,
        })
    }

    /// What becomes of broken promises unless the user says otherwise. Optimised code computes
    /// values before it knows whether it needs them, so there a broken promise may not matter.
    pub fn default_ub(&self) -> UbMode {
        match self.is_optimised() {
            true => UbMode::Poison,
            false => UbMode::Trap,
        }
    }
}
