//! LLVM IR as Quell sees it: one data model for what clang, rustc and flang of LLVM 15 to 22 print.
//!
//! * [`module`], [`types`], [`constant`], [`function`], [`inst`], [`metadata`]: the data, in arenas
//!   addressed by typed indices ([`entity`]). Nothing here knows of mutants or of execution.
//! * [`operands`]: walks over operands and successors. [`analysis`]: control flow, dominators, loops,
//!   call graph.
//! * [`debug`]: the source behind the IR: places, variables, types, functions.
//! * [`layout`]: sizes, alignments and field offsets.
//! * [`parse`]: text to module.
//! * [`print`]: module to text, in a dialect that any LLVM since 15 reads. [`verify`]: the rules of the
//!   IR. [`compare`]: whether two modules say the same.
//! * [`rules`]: what the source language requires beyond the IR.
//! * [`symbol`]: interned names. [`build`]: functions, instructions and constants made by a program.

pub mod analysis;
pub mod build;
pub mod compare;
pub mod constant;
pub mod debug;
pub mod entity;
pub mod function;
pub mod inst;
pub mod layout;
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
