//! The module: the contents of one file of IR.

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::constant::{ConstKind, ConstTable, GlobalRef};
use crate::entity::{AliasId, ConstId, FuncId, GlobalId, MdId, PackedOption, PrimaryMap, TypeId};
use crate::function::{FnAttrs, Function};
use crate::inst::{Align, Call, Callee, Value};
use crate::layout::DataLayout;
use crate::metadata::Metadata;
use crate::opcode::{Linkage, UnnamedAddr, Visibility};
use crate::symbol::{Interner, Symbol};
use crate::types::TypeTable;

#[derive(Clone, Debug, Default)]
pub struct Module {
    /// `source_filename`.
    pub source_name: Option<Symbol>,
    pub triple: Option<Symbol>,
    pub layout: DataLayout,
    pub inline_asm: Vec<Symbol>,
    pub symbols: Interner,
    pub types: TypeTable,
    pub consts: ConstTable,
    pub globals: PrimaryMap<GlobalId, Global>,
    pub functions: PrimaryMap<FuncId, Function>,
    pub aliases: PrimaryMap<AliasId, Alias>,
    /// Globals, functions and aliases by name, in the order of the text.
    pub names: IndexMap<Symbol, GlobalRef, FxBuildHasher>,
    /// `$name = comdat kind`.
    pub comdats: IndexMap<Symbol, Symbol, FxBuildHasher>,
    pub metadata: PrimaryMap<MdId, Metadata>,
    /// `!llvm.dbg.cu = !{...}`.
    pub named_metadata: IndexMap<Symbol, Vec<MdId>, FxBuildHasher>,
    /// Attribute groups `#0`, by number.
    pub attr_groups: FxHashMap<u32, FnAttrs>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Global {
    pub name: Symbol,
    /// The type of the value, not of the address.
    pub ty: TypeId,
    pub addr_space: u32,
    pub linkage: Linkage,
    pub visibility: Visibility,
    pub dso_local: bool,
    pub unnamed_addr: UnnamedAddr,
    pub thread_local: bool,
    pub externally_initialized: bool,
    pub constant: bool,
    /// `None` for a declaration.
    pub init: Option<ConstId>,
    pub align: Align,
    pub section: Option<Symbol>,
    pub comdat: Option<Symbol>,
    /// `!dbg` attachments, `DIGlobalVariableExpression`s.
    pub dbg: Vec<MdId>,
    pub text_line: u32,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Alias {
    pub name: Symbol,
    pub ty: TypeId,
    pub target: ConstId,
    /// Whether it is an `ifunc`, whose target is a resolver function.
    pub ifunc: bool,
    pub linkage: Linkage,
    pub visibility: Visibility,
    pub dso_local: bool,
    pub unnamed_addr: UnnamedAddr,
    pub thread_local: bool,
    pub text_line: u32,
}

impl Module {
    pub fn text(&self, symbol: Symbol) -> &str {
        self.symbols.text(symbol)
    }

    /// The global, function or alias with a name, given without `@`.
    pub fn find(&self, name: &str) -> Option<GlobalRef> {
        self.names.get(&self.symbols.lookup(name)?).copied()
    }

    pub fn find_function(&self, name: &str) -> Option<FuncId> {
        match self.find(name)? {
            GlobalRef::Func(id) => Some(id),
            _ => None,
        }
    }

    /// The callee of a direct call.
    pub fn direct_callee(&self, call: &Call) -> Option<FuncId> {
        let Callee::Value(Value::Const(id)) = call.callee else {
            return None;
        };
        match self.consts.get(id).kind {
            ConstKind::Global(GlobalRef::Func(function)) => Some(function),
            _ => None,
        }
    }

    pub fn name_of(&self, thing: GlobalRef) -> &str {
        self.text(match thing {
            GlobalRef::Var(id) => self.globals[id].name,
            GlobalRef::Func(id) => self.functions[id].name,
            GlobalRef::Alias(id) => self.aliases[id].name,
        })
    }

    /// The type of an operand of `function`; `None` for metadata.
    pub fn value_type(&self, function: &Function, value: Value) -> Option<TypeId> {
        match value {
            Value::Local(id) => Some(function.locals[id].ty),
            Value::Const(id) => Some(self.consts.get(id).ty),
            Value::Metadata(_) => None,
        }
    }

    /// The metadata with an optional id.
    pub fn md(&self, id: PackedOption<MdId>) -> Option<&Metadata> {
        id.expand().map(|id| &self.metadata[id])
    }
}
