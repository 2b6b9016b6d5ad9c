//! Typed views of the debug information of a module: source positions of instructions, variables,
//! types, functions.
//!
//! [`DebugInfo`] reads the metadata on demand. Metadata may be malformed in any way, so every traversal
//! is bounded, and a node of an unexpected kind is treated as missing.

mod address;
mod expression;
mod functions;
mod globals;
mod node;
mod parameters;
mod place;
mod spill;
mod type_name;
mod types;
mod variables;

use crate::entity::MdId;
use crate::module::Module;

pub use address::{StaticAddress, static_address};
pub use expression::{Expression, Fragment, Operation};
pub use functions::Origin;
pub use globals::GlobalVariable;
pub use parameters::{Parameter, ParameterSource, Signature};
pub use place::{Place, ScopeRanges, SourcePlace};
pub use spill::Piece;
pub use types::{
    Aggregate, AggregateKind, ArrayType, Bound, DiType, Dimension, Encoding, Field, PointerKind,
    Variant, VariantPart, WrapperKind,
};
pub use variables::{Variable, VariablePlace, VariableSource};

use node::Node;

/// Bound of the steps along scopes, types or inlined calls. Valid metadata needs a few dozen; the bound
/// ends traversals of cycles.
const MAX_STEPS: usize = 500;

/// The source languages that are distinguished.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    C,
    Cpp,
    Fortran,
    Rust,
    Other,
}

/// A view of a module's debug information.
#[derive(Clone, Copy, Debug)]
pub struct DebugInfo<'m> {
    module: &'m Module,
    language: Language,
    has_units: bool,
}

impl<'m> DebugInfo<'m> {
    pub fn new(module: &'m Module) -> Self {
        let mut info = Self {
            module,
            language: Language::Other,
            has_units: false,
        };
        if let Some(unit) = info.units().next() {
            info.has_units = true;
            // The field of DWARF 6.
            let word = unit.word("language");
            info.language = language_of(word.or_else(|| unit.word("sourceLanguageName")));
        }
        info
    }

    pub fn module(&self) -> &'m Module {
        self.module
    }

    /// Whether the module has debug information.
    pub fn is_present(&self) -> bool {
        self.has_units
    }

    /// The language of the first compile unit.
    pub fn language(&self) -> Language {
        self.language
    }

    /// Whether a compile unit is marked as optimised.
    pub fn is_optimised(&self) -> bool {
        self.units().any(|unit| unit.bool("isOptimized"))
    }

    fn units(&self) -> impl Iterator<Item = Node<'m>> + use<'m> {
        let module = self.module;
        let name = module.symbols.lookup("llvm.dbg.cu");
        let units = name.and_then(|name| module.named_metadata.get(&name));
        let units = units.map_or(&[][..], |units| units);
        units
            .iter()
            .filter_map(|&unit| Node::of_kind(module, unit, "DICompileUnit"))
    }

    fn node(&self, id: MdId) -> Option<Node<'m>> {
        Node::new(self.module, id)
    }
}

fn language_of(word: Option<&str>) -> Language {
    let word = word.unwrap_or("");
    let name = word.strip_prefix("DW_LANG_");
    let name = name.or_else(|| word.strip_prefix("DW_LNAME_"));
    match name.unwrap_or("") {
        "Rust" => Language::Rust,
        "C" | "C89" | "C99" | "C11" | "C17" | "C23" => Language::C,
        name if name.starts_with("C_plus_plus") => Language::Cpp,
        name if name.starts_with("Fortran") => Language::Fortran,
        _ => Language::Other,
    }
}
