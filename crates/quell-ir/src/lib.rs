//! LLVM IR: one data model for the output of clang, rustc and flang with LLVM 15 to 22.
//!
//! * [`module`], [`types`], [`constant`], [`function`], [`inst`], [`metadata`]: the data, in arenas
//!   addressed by typed indices ([`entity`]). Types, constants and names ([`symbol`]) are interned per
//!   module. Nothing here depends on mutants or execution.
//! * [`operands`]: visitors of operands and successors. [`analysis`]: control flow, dominators, loops,
//!   call graph.
//! * [`debug`]: typed views of the debug information: source positions, variables, types, functions.
//! * [`layout`]: sizes, alignments and field offsets.
//! * [`parse`]: text to module. [`print`]: module to text, in a dialect that LLVM 15 to 19 read, or in
//!   one that drops nothing.
//! * [`verify`]: the rules of the IR. [`compare`]: equality of modules.
//! * [`rules`]: requirements of the source language beyond the IR.
//! * [`link`]: definitions of one module in another.
//! * [`build`]: construction of functions, instructions and constants.
//!
//! Nothing recurses over the depth of the input: types and constants nest at most 256 levels, and all
//! other traversals are iterative.

pub mod analysis;
pub mod build;
pub mod compare;
pub mod constant;
pub mod debug;
pub mod entity;
pub mod function;
pub mod inst;
pub mod layout;
pub mod link;
pub mod metadata;
pub mod module;
pub mod opcode;
pub mod operands;
pub mod parse;
pub mod print;
pub mod rules;
pub mod symbol;
pub mod types;
pub mod verify;

pub use constant::{Const, ConstExpr, ConstKind, GlobalRef};
pub use entity::{
    AliasId, BlockId, ConstId, FuncId, GlobalId, InstId, LocalId, MdId, NamedTypeId, TypeId,
};
pub use function::{Block, DbgKind, DbgRecord, Function, Local, LocalDef, Param};
pub use inst::{Call, Callee, Inst, InstKind, Value};
pub use metadata::Metadata;
pub use module::Module;
pub use parse::{ParseError, parse_module};
pub use rules::{LanguageRule, LanguageRules};
pub use symbol::Symbol;
pub use types::{Type, TypeTable};
