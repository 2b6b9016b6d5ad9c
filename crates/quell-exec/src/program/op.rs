//! Operations: the instruction set of the machine.

use std::rc::Rc;

use quell_bits::FloatFormat;
use quell_ir::opcode::{CastOp, Flags, FloatPred, RmwOp};
use quell_ir::{ConstId, FuncId, InstId, TypeId};

use crate::domain::{Fpu, Test};

/// A register of the running function. Parameters come first.
pub type Reg = u32;

/// The source of an operand: a register or a constant of the module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Src(u32);

impl Src {
    const CONST: u32 = 1 << 31;

    pub const fn reg(reg: Reg) -> Self {
        Self(reg)
    }

    pub fn constant(id: ConstId) -> Self {
        Self(id.as_u32() | Self::CONST)
    }

    pub const fn is_const(self) -> bool {
        self.0 & Self::CONST != 0
    }

    /// Its index in the register file, where constants come before all frames. Branchless, because fetching
    /// operands dominates the run time.
    #[inline(always)]
    pub const fn at(self, base: usize) -> usize {
        let in_frame = !((self.0 as i32 >> 31) as isize as usize);
        (self.0 & !Self::CONST) as usize + (base & in_frame)
    }
}

/// Operands of a scalar integer operation.
#[derive(Clone, Copy, Debug)]
pub struct Bin {
    pub dst: Reg,
    pub a: Src,
    pub b: Src,
    pub width: u32,
    pub flags: Flags,
}

/// Operands of a scalar floating-point operation.
#[derive(Clone, Copy, Debug)]
pub struct FBin {
    pub dst: Reg,
    pub a: Src,
    pub b: Src,
    pub format: FloatFormat,
}

/// Operands of a change of width.
#[derive(Clone, Copy, Debug)]
pub struct Resize {
    pub dst: Reg,
    pub a: Src,
    pub from: u32,
    pub to: u32,
    pub flags: Flags,
}

/// One step of the machine. Each frequent scalar operation has a variant; rare ones carry their types and are
/// dispatched when executed.
#[derive(Clone, Debug)]
pub enum Op {
    Add(Bin),
    Sub(Bin),
    Mul(Bin),
    UDiv(Bin),
    SDiv(Bin),
    URem(Bin),
    SRem(Bin),
    Shl(Bin),
    LShr(Bin),
    AShr(Bin),
    And(Bin),
    Or(Bin),
    Xor(Bin),
    Eq(Bin),
    Ne(Bin),
    Ult(Bin),
    Ule(Bin),
    Slt(Bin),
    Sle(Bin),
    PtrTest {
        test: Test,
        dst: Reg,
        a: Src,
        b: Src,
    },
    FAdd(FBin),
    FSub(FBin),
    FMul(FBin),
    FDiv(FBin),
    FRem(FBin),
    FNeg {
        dst: Reg,
        a: Src,
        format: FloatFormat,
    },
    FCmp {
        pred: FloatPred,
        dst: Reg,
        a: Src,
        b: Src,
        format: FloatFormat,
    },
    Trunc(Resize),
    ZExt(Resize),
    SExt(Resize),
    Cast(Box<CastArgs>),
    /// An operation on each lane of vectors.
    Lanes(Box<LaneArgs>),
    Copy {
        dst: Reg,
        a: Src,
    },
    Freeze {
        dst: Reg,
        a: Src,
        ty: TypeId,
    },
    /// A `select` of two numbers.
    SelectWord {
        dst: Reg,
        cond: Src,
        a: Src,
        b: Src,
        width: u32,
    },
    Select {
        dst: Reg,
        cond: Src,
        a: Src,
        b: Src,
        ty: TypeId,
    },
    SelectLanes {
        dst: Reg,
        cond: Src,
        a: Src,
        b: Src,
        ty: TypeId,
    },

    /// Starts the lifetime of a promoted variable, which makes it undefined.
    Forget {
        dst: Reg,
        /// The width of a number; none for a pointer.
        width: Option<u32>,
    },
    Alloca(Box<AllocaArgs>),
    Load {
        dst: Reg,
        ptr: Src,
        width: u32,
        bytes: u32,
        align: u32,
    },
    LoadPtr {
        dst: Reg,
        ptr: Src,
        align: u32,
    },
    LoadAny {
        dst: Reg,
        ptr: Src,
        ty: TypeId,
        align: u32,
    },
    Store {
        value: Src,
        ptr: Src,
        width: u32,
        bytes: u32,
        align: u32,
    },
    StorePtr {
        value: Src,
        ptr: Src,
        align: u32,
    },
    StoreAny {
        value: Src,
        ptr: Src,
        ty: TypeId,
        align: u32,
    },
    PtrOffset {
        dst: Reg,
        base: Src,
        offset: i64,
        inbounds: Inbounds,
    },
    /// `base + offset + sext(index) * scale`.
    PtrIndex {
        dst: Reg,
        base: Src,
        index: Src,
        width: u32,
        scale: i32,
        offset: i32,
        inbounds: Inbounds,
    },
    Gep(Box<GepArgs>),
    /// A check of a rule of the source language on the operation that follows.
    Rule(Box<Rule>),
    /// The operation that follows accesses volatile memory.
    VolatileAccess,
    Rmw(Box<RmwArgs>),
    CmpXchg(Box<CmpXchgArgs>),

    ExtractValue {
        dst: Reg,
        agg: Src,
        path: Box<[u32]>,
    },
    InsertValue {
        dst: Reg,
        agg: Src,
        value: Src,
        path: Box<[u32]>,
    },
    ExtractElement {
        dst: Reg,
        vector: Src,
        index: Src,
        index_width: u32,
        elem: TypeId,
    },
    InsertElement {
        dst: Reg,
        vector: Src,
        value: Src,
        index: Src,
        index_width: u32,
        ty: TypeId,
    },
    Shuffle(Box<ShuffleArgs>),

    Call(Rc<CallSite>),
    VaArg {
        dst: Reg,
        list: Src,
        ty: TypeId,
    },
    Jump(EdgeId),
    Branch {
        cond: Src,
        then: EdgeId,
        otherwise: EdgeId,
    },
    /// A comparison of numbers and the branch on it.
    BranchIf {
        test: Test,
        a: Src,
        b: Src,
        width: u32,
        then: EdgeId,
        otherwise: EdgeId,
    },
    Switch(Rc<SwitchArgs>),
    IndirectBr {
        addr: Src,
        dests: Box<[(quell_ir::BlockId, EdgeId)]>,
    },
    Ret {
        value: Option<Src>,
    },
    Unreachable,
    /// A landing pad. This machine does not unwind, so it is never reached.
    Unwind,
}

/// An edge between blocks: its index in [`Code::edges`].
pub type EdgeId = u32;

#[derive(Clone, Debug)]
pub struct CastArgs {
    pub op: CastOp,
    pub flags: Flags,
    pub dst: Reg,
    pub a: Src,
    pub from: TypeId,
    pub to: TypeId,
}

/// `op` names the scalar operation; its registers are ignored.
#[derive(Clone, Debug)]
pub struct LaneArgs {
    pub op: LaneOp,
    pub dst: Reg,
    pub a: Src,
    pub b: Src,
    pub lanes: u32,
}

#[derive(Clone, Copy, Debug)]
pub enum LaneOp {
    Int {
        op: quell_ir::opcode::BinOp,
        width: u32,
        flags: Flags,
    },
    Float {
        op: Fpu,
        format: FloatFormat,
    },
    FNeg {
        format: FloatFormat,
    },
    Test {
        test: Test,
        width: u32,
    },
    PtrTest {
        test: Test,
    },
    FCmp {
        pred: FloatPred,
        format: FloatFormat,
    },
}

#[derive(Clone, Debug)]
pub struct AllocaArgs {
    pub dst: Reg,
    pub name: Rc<str>,
    pub stride: u64,
    /// The number of elements and the width of its type, if it is an array.
    pub count: Option<(Src, u32)>,
    /// Whether C requires an element.
    pub is_nonempty: bool,
    pub align: u64,
}

#[derive(Clone, Debug)]
pub struct GepArgs {
    pub dst: Reg,
    pub base: Src,
    pub offset: i64,
    /// Index, its width, its scale.
    pub terms: Box<[(Src, u32, i64)]>,
    /// The number of pointers, if the result is a vector; operands may be vectors too.
    pub lanes: Option<u32>,
    pub inbounds: Inbounds,
}

/// The checks that `inbounds` requires of an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Inbounds {
    Nothing,
    /// Nothing overflows. The address is used by one access only, which checks the bounds.
    ByAccess,
    /// Nothing overflows, and the address is in the object that the base points into, or just behind it. Null
    /// plus zero is allowed.
    Object,
    /// The same in C, where null plus zero is undefined too.
    ObjectInC,
}

/// A rule of the source language that the IR does not have. A violation has the effect of a violated
/// poison-generating flag.
#[derive(Clone, Debug)]
pub enum Rule {
    /// The index is below `limit`, as an unsigned number.
    Index {
        index: Src,
        width: u32,
        limit: u64,
        /// The number of elements of the array.
        length: u64,
    },
    /// An index of 64 bits is below 2^63 as an unsigned number: no object has more elements.
    UnsignedIndex { index: Src },
    /// Two pointers that are compared by order or subtracted point into one object.
    SameObject { what: &'static str, a: Src, b: Src },
    /// A signed left shift moves no bit into or beyond the sign.
    SignedShiftLeft { a: Src, amount: Src, width: u32 },
    /// A subscript, counted from 0, is below the extent of its dimension; both have 64 bits.
    Subscript {
        dimension: u32,
        index: Src,
        extent: Src,
    },
    /// A shift distance is below the width of the shifted value.
    ShiftDistance {
        amount: Src,
        amount_width: u32,
        width: u32,
    },
}

#[derive(Clone, Debug)]
pub struct RmwArgs {
    pub op: RmwOp,
    pub dst: Reg,
    pub ptr: Src,
    pub value: Src,
    pub ty: TypeId,
    pub align: u32,
}

#[derive(Clone, Debug)]
pub struct CmpXchgArgs {
    pub dst: Reg,
    pub ptr: Src,
    pub expected: Src,
    pub replacement: Src,
    pub ty: TypeId,
    pub align: u32,
}

#[derive(Clone, Debug)]
pub struct ShuffleArgs {
    pub dst: Reg,
    pub a: Src,
    pub b: Src,
    pub mask: Box<[Option<u32>]>,
    /// The number of lanes of each operand.
    pub lanes: u32,
    pub elem: TypeId,
}

#[derive(Clone, Debug)]
pub struct SwitchArgs {
    pub value: Src,
    pub width: u32,
    pub default: EdgeId,
    /// Sorted by value.
    pub cases: Box<[(quell_bits::Bits, EdgeId)]>,
    /// The cases again, if all values fit in 64 bits.
    pub small: Box<[(u64, EdgeId)]>,
}

#[derive(Clone, Debug)]
pub struct CallSite {
    pub target: Target,
    pub dst: Option<Reg>,
    pub ret: TypeId,
    pub args: Box<[ArgSite]>,
    /// The number of arguments that are not variadic.
    pub fixed: usize,
    /// Whether the target is known and its parameters match the arguments, so that no check is needed at run
    /// time.
    pub checked: bool,
    pub inst: InstId,
    pub flags: Flags,
}

#[derive(Clone, Debug)]
pub struct ArgSite {
    pub src: Src,
    pub ty: TypeId,
    /// Size and alignment of the object to copy for a `byval` argument.
    pub byval: Option<(u64, u64)>,
    pub noundef: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Target {
    /// A function that is defined in the module.
    Function(FuncId),
    /// A function that is only declared: an intrinsic or a library function.
    External(FuncId),
    Pointer(Src),
    Asm(Rc<AsmSite>),
}

/// Inline assembly as the IR has it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AsmSite {
    pub text: Box<str>,
    pub constraints: Box<str>,
}

#[derive(Clone, Debug)]
pub struct Edge {
    pub to: u32,
    /// Moves into the phis of the target, performed in parallel.
    pub moves: Box<[(Reg, Src)]>,
    /// Whether some move reads a register that an earlier one writes.
    pub overlapping: bool,
}

/// A lowered function.
#[derive(Debug)]
pub struct Code {
    pub function: FuncId,
    pub ops: Vec<Op>,
    /// The instruction that each operation was lowered from.
    pub origin: Vec<InstId>,
    pub edges: Vec<Edge>,
    /// The first operation of each block.
    pub starts: Vec<u32>,
    pub registers: usize,
    /// Whether the result is declared `noundef`.
    pub result_noundef: bool,
    /// Whether the function is library code and not the user's.
    pub of_library: bool,
    /// The constants that the function uses.
    pub consts: Vec<ConstId>,
}
