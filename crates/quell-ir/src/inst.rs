//! Instructions.

use crate::entity::{BlockId, ConstId, LocalId, MdId, PackedOption, TypeId};
use crate::function::ParamAttrs;
use crate::opcode::{BinOp, CastOp, Flags, FloatPred, IntPred, Ordering, RmwOp, TailKind};
use crate::symbol::Symbol;

/// An operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    Local(LocalId),
    Const(ConstId),
    /// Only as an argument of intrinsics that take metadata.
    Metadata(MdId),
}

#[derive(Clone, PartialEq, Debug)]
pub struct Inst {
    pub kind: InstKind,
    /// The type of the result, or void.
    pub ty: TypeId,
    /// The local that it defines; none if the type is void.
    pub result: PackedOption<LocalId>,
    /// `!dbg`: a `DILocation`.
    pub dbg: PackedOption<MdId>,
    /// The line of the IR text, for messages; 0 if the instruction was not parsed.
    pub text_line: u32,
}

/// A `!name !node` attachment other than `!dbg`. Stored outside the instructions, since few have any.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Attachment {
    pub kind: Symbol,
    pub node: MdId,
}

#[derive(Clone, PartialEq, Debug)]
pub enum InstKind {
    Binary {
        op: BinOp,
        flags: Flags,
        lhs: Value,
        rhs: Value,
    },
    FNeg {
        flags: Flags,
        arg: Value,
    },
    ICmp {
        pred: IntPred,
        flags: Flags,
        lhs: Value,
        rhs: Value,
    },
    FCmp {
        pred: FloatPred,
        flags: Flags,
        lhs: Value,
        rhs: Value,
    },
    Cast {
        op: CastOp,
        flags: Flags,
        arg: Value,
    },
    Select {
        flags: Flags,
        cond: Value,
        then: Value,
        otherwise: Value,
    },
    Freeze {
        arg: Value,
    },
    Phi {
        flags: Flags,
        incoming: Box<[(Value, BlockId)]>,
    },

    Alloca {
        elem: TypeId,
        count: Option<Value>,
        align: Align,
    },
    Load {
        ptr: Value,
        access: Access,
    },
    Store {
        value: Value,
        ptr: Value,
        access: Access,
    },
    Gep {
        flags: Flags,
        source: TypeId,
        base: Value,
        indices: Box<[Value]>,
    },
    Fence {
        ordering: Ordering,
    },
    CmpXchg(Box<CmpXchg>),
    AtomicRmw {
        op: RmwOp,
        ptr: Value,
        value: Value,
        access: Access,
    },

    ExtractValue {
        agg: Value,
        path: Box<[u32]>,
    },
    InsertValue {
        agg: Value,
        value: Value,
        path: Box<[u32]>,
    },
    ExtractElement {
        vector: Value,
        index: Value,
    },
    InsertElement {
        vector: Value,
        value: Value,
        index: Value,
    },
    /// `None` in the mask is a poison lane.
    ShuffleVector {
        a: Value,
        b: Value,
        mask: Box<[Option<u32>]>,
    },

    Call(Box<Call>),
    VaArg {
        list: Value,
    },
    LandingPad {
        cleanup: bool,
        clauses: Box<[Clause]>,
    },

    Ret {
        value: Option<Value>,
    },
    Br {
        dest: BlockId,
    },
    CondBr {
        cond: Value,
        then: BlockId,
        otherwise: BlockId,
    },
    Switch {
        value: Value,
        default: BlockId,
        cases: Box<[(ConstId, BlockId)]>,
    },
    IndirectBr {
        addr: Value,
        dests: Box<[BlockId]>,
    },
    Invoke {
        call: Box<Call>,
        normal: BlockId,
        unwind: BlockId,
    },
    Resume {
        value: Value,
    },
    Unreachable,
}

/// Alignment in bytes as written; `None` means the natural one of the type.
pub type Align = Option<u64>;

/// How memory is accessed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Access {
    pub align: Align,
    pub volatile: bool,
    /// Present on atomic accesses.
    pub ordering: Option<Ordering>,
    /// `syncscope("...")`.
    pub scope: Option<Symbol>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct CmpXchg {
    pub weak: bool,
    pub ptr: Value,
    pub expected: Value,
    pub replacement: Value,
    /// With the ordering on success.
    pub access: Access,
    pub failure: Ordering,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Call {
    pub callee: Callee,
    /// The function type called, with varargs marked.
    pub fn_ty: TypeId,
    pub args: Box<[Arg]>,
    pub ret_attrs: ParamAttrs,
    pub flags: Flags,
    pub tail: TailKind,
    /// LLVM's number of the calling convention; 0 is C's.
    pub conv: u32,
    pub noreturn: bool,
    pub bundles: Box<[Bundle]>,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Callee {
    Value(Value),
    Asm(Box<InlineAsm>),
}

#[derive(Clone, PartialEq, Debug)]
pub struct InlineAsm {
    pub text: Symbol,
    pub constraints: Symbol,
    pub sideeffect: bool,
    pub alignstack: bool,
    pub intel: bool,
    pub unwind: bool,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Arg {
    pub value: Value,
    pub ty: TypeId,
    pub attrs: ParamAttrs,
}

/// An operand bundle: `[ "tag"(...) ]`.
#[derive(Clone, PartialEq, Debug)]
pub struct Bundle {
    pub tag: Symbol,
    pub args: Box<[(TypeId, Value)]>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clause {
    Catch { ty: TypeId, value: Value },
    Filter { ty: TypeId, value: Value },
}

impl InstKind {
    pub const fn is_terminator(&self) -> bool {
        matches!(
            self,
            Self::Ret { .. }
                | Self::Br { .. }
                | Self::CondBr { .. }
                | Self::Switch { .. }
                | Self::IndirectBr { .. }
                | Self::Invoke { .. }
                | Self::Resume { .. }
                | Self::Unreachable
        )
    }

    /// The call of a `call` or `invoke`.
    pub fn as_call(&self) -> Option<&Call> {
        match self {
            Self::Call(call) | Self::Invoke { call, .. } => Some(call),
            _ => None,
        }
    }
}
