//! Functions, blocks and locals.

use smallvec::SmallVec;

use crate::entity::{BlockId, ConstId, InstId, LocalId, MdId, PackedOption, PrimaryMap, TypeId};
use crate::inst::{Align, Attachment, Inst};
use crate::opcode::{Linkage, UnnamedAddr, Visibility};
use crate::rules::LanguageRules;
use crate::symbol::Symbol;

/// A function, which is a declaration if it has no blocks. The entry is the first block; blocks and
/// their instructions are in the order of the text.
#[derive(Clone, Debug)]
pub struct Function {
    pub name: Symbol,
    pub ty: TypeId,
    pub ret: TypeId,
    pub ret_attrs: ParamAttrs,
    pub params: Vec<Param>,
    pub varargs: bool,
    pub linkage: Linkage,
    pub visibility: Visibility,
    pub dso_local: bool,
    pub unnamed_addr: UnnamedAddr,
    pub conv: u32,
    pub attrs: FnAttrs,
    pub align: Align,
    pub section: Option<Symbol>,
    /// `comdat` or `comdat($name)`.
    pub comdat: Option<Symbol>,
    pub personality: Option<ConstId>,
    /// `prefix` and `prologue` data.
    pub prefix: Option<ConstId>,
    pub prologue: Option<ConstId>,
    /// `!dbg`: the `DISubprogram`.
    pub subprogram: PackedOption<MdId>,
    pub locals: PrimaryMap<LocalId, Local>,
    pub insts: PrimaryMap<InstId, Inst>,
    pub blocks: PrimaryMap<BlockId, Block>,
    /// Debug records, in order; each precedes an instruction.
    pub dbg_records: Vec<DbgRecord>,
    /// Attachments of instructions other than `!dbg`, ordered by instruction.
    pub attachments: Vec<(InstId, Attachment)>,
    /// Requirements of the source language on instructions; see [`crate::rules`].
    pub rules: LanguageRules,
    pub text_line: u32,
}

impl Function {
    pub fn is_declaration(&self) -> bool {
        self.blocks.is_empty()
    }

    pub fn entry(&self) -> Option<BlockId> {
        self.blocks.keys().next()
    }

    /// The last instruction of a block, which a verified function always has.
    pub fn terminator(&self, block: BlockId) -> Option<InstId> {
        self.blocks[block].insts.last().copied()
    }

    /// The local of parameter `index`: parameters are the first locals.
    pub fn param_local(&self, index: usize) -> LocalId {
        LocalId::from_u32(index as u32)
    }
}

#[derive(Clone, Debug, PartialEq, Default)]
pub struct Block {
    /// `None` if it is numbered in the text.
    pub name: Option<Symbol>,
    pub insts: Vec<InstId>,
}

/// A parameter or an instruction's result.
#[derive(Clone, Debug, PartialEq)]
pub struct Local {
    /// `None` if it is numbered in the text.
    pub name: Option<Symbol>,
    pub ty: TypeId,
    pub def: LocalDef,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LocalDef {
    Param(u32),
    Inst(InstId),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    pub ty: TypeId,
    pub attrs: ParamAttrs,
}

/// The attributes of parameters, arguments and results that affect execution or the calling
/// convention. The parser skips all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct ParamAttrs {
    pub zeroext: bool,
    pub signext: bool,
    pub noundef: bool,
    pub nonnull: bool,
    pub noalias: bool,
    pub returned: bool,
    pub nest: bool,
    pub inreg: bool,
    pub immarg: bool,
    pub swiftself: bool,
    pub swifterror: bool,
    pub allocptr: bool,
    pub byval: Option<TypeId>,
    pub sret: Option<TypeId>,
    pub byref: Option<TypeId>,
    pub inalloca: Option<TypeId>,
    pub preallocated: Option<TypeId>,
    pub elementtype: Option<TypeId>,
    pub align: Align,
    pub dereferenceable: Option<u64>,
}

/// The attributes of functions that affect execution, native builds or analyses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct FnAttrs {
    pub noreturn: bool,
    pub nounwind: bool,
    pub naked: bool,
    pub noinline: bool,
    pub alwaysinline: bool,
    pub optnone: bool,
    pub returns_twice: bool,
    pub uwtable: bool,
    pub strictfp: bool,
    /// Address 0 is like any other: accessing it is not undefined behaviour by itself.
    pub null_pointer_is_valid: bool,
    /// The function is not assumed to be the library function of its name.
    pub nobuiltin: bool,
    /// `memory(none)` or `readnone`.
    pub readnone: bool,
    /// `memory(read)` or `readonly`.
    pub readonly: bool,
}

impl FnAttrs {
    /// Sets all attributes that `other` sets.
    pub fn add(&mut self, other: Self) {
        self.noreturn |= other.noreturn;
        self.nounwind |= other.nounwind;
        self.naked |= other.naked;
        self.noinline |= other.noinline;
        self.alwaysinline |= other.alwaysinline;
        self.optnone |= other.optnone;
        self.returns_twice |= other.returns_twice;
        self.uwtable |= other.uwtable;
        self.strictfp |= other.strictfp;
        self.null_pointer_is_valid |= other.null_pointer_is_valid;
        self.nobuiltin |= other.nobuiltin;
        self.readnone |= other.readnone;
        self.readonly |= other.readonly;
    }
}

/// A debug record (`#dbg_value`) or, equivalently, a call of an intrinsic (`llvm.dbg.value`).
#[derive(Clone, Debug, PartialEq)]
pub struct DbgRecord {
    /// The instruction that follows the record, in the same block.
    pub before: InstId,
    pub kind: DbgKind,
    /// `DILocation`.
    pub loc: PackedOption<MdId>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum DbgKind {
    /// The variable is stored at the address `location`.
    Declare {
        location: MdId,
        variable: MdId,
        expr: MdId,
    },
    /// The variable has the value `location` from here on.
    Value {
        location: MdId,
        variable: MdId,
        expr: MdId,
    },
    /// A store that assigns (`dbg_assign`): value, variable, expression, id, address, its expression.
    Assign {
        value: MdId,
        variable: MdId,
        expr: MdId,
        id: MdId,
        address: MdId,
        address_expr: MdId,
    },
    /// LLVM 22: the value at this address (`dbg_declare_value`).
    DeclareValue {
        location: MdId,
        variable: MdId,
        expr: MdId,
    },
    Label {
        label: MdId,
    },
}

impl DbgKind {
    /// Its metadata operands, in the order of the text.
    pub fn operands(&self) -> SmallVec<[MdId; 6]> {
        match *self {
            Self::Declare {
                location,
                variable,
                expr,
            }
            | Self::Value {
                location,
                variable,
                expr,
            }
            | Self::DeclareValue {
                location,
                variable,
                expr,
            } => SmallVec::from_slice(&[location, variable, expr]),
            Self::Assign {
                value,
                variable,
                expr,
                id,
                address,
                address_expr,
            } => SmallVec::from_slice(&[value, variable, expr, id, address, address_expr]),
            Self::Label { label } => SmallVec::from_slice(&[label]),
        }
    }
}
