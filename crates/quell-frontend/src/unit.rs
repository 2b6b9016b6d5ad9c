//! A program as the rest of Quell sees it.

use std::cell::OnceCell;
use std::sync::Arc;

use quell_compile::Language;
use quell_ir::Module;
use quell_ir::debug::DebugInfo;
use quell_objectives::Sources;

use crate::error::UnsupportedTarget;

/// A compiled file: a verified module with what it was made from.
#[derive(Debug)]
pub struct SourceUnit {
    pub module: Arc<Module>,
    /// Of the file that was given; IR was made from another one.
    pub language: Language,
    /// The file as it was given.
    pub file: String,
    /// The command that made the IR; none if the file is IR.
    pub command: Option<String>,
    pub(crate) sources: OnceCell<Sources>,
}

/// Bytes of a pointer of the machines that Quell runs programs of.
const POINTER: u64 = 8;

impl SourceUnit {
    /// The source files of the module. They are read once, when they are first needed.
    pub fn sources(&self) -> &Sources {
        self.sources.get_or_init(|| Sources::load(&self.module))
    }

    /// The module alone, for a caller that changes it.
    pub fn into_module(self) -> Module {
        Arc::unwrap_or_clone(self.module)
    }

    /// Fails if the module is for a machine that Quell runs no programs of.
    pub fn check_target(&self) -> Result<(), UnsupportedTarget> {
        match self.module.layout.pointer_size(0) {
            POINTER => Ok(()),
            bytes => Err(UnsupportedTarget {
                pointer_bits: bytes * 8,
            }),
        }
    }

    /// Whether the module was compiled with optimisation, by its metadata.
    pub fn is_optimised(&self) -> bool {
        DebugInfo::new(&self.module).is_optimised()
    }
}
