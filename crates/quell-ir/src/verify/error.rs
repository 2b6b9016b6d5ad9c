//! What can be wrong with a module.

use thiserror::Error;

/// A broken rule, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}{}{kind}", self.place(), self.quoted_inst())]
pub struct VerifyError {
    pub kind: Fault,
    /// Name of the function, when the fault is in one.
    pub function: Option<String>,
    /// The instruction's text, when the fault is in one.
    pub inst: Option<String>,
    /// Line of the IR text; 0 when unknown.
    pub line: u32,
}

impl VerifyError {
    fn place(&self) -> String {
        let line = match self.line {
            0 => String::new(),
            line => format!("line {line}: "),
        };
        match &self.function {
            Some(name) => format!("{line}in @{name}: "),
            None => line,
        }
    }

    fn quoted_inst(&self) -> String {
        match &self.inst {
            Some(inst) => format!("`{inst}`: "),
            None => String::new(),
        }
    }
}

/// The rules.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    // Types.
    #[error("struct type `{0}` contains itself")]
    RecursiveType(String),
    #[error("type `{whole}` cannot be made of `{part}`")]
    BadTypePart { whole: String, part: String },
    #[error("type `{0}` has no lanes")]
    EmptyVector(String),
    #[error("integer type `{0}` is wider than any that LLVM has")]
    WideInteger(String),
    #[error("{what} has type `{found}`, where {wanted} is needed")]
    WrongType {
        what: &'static str,
        found: String,
        wanted: &'static str,
    },
    #[error("{what} has type `{found}`, expected `{expected}`")]
    TypeMismatch {
        what: &'static str,
        found: String,
        expected: String,
    },
    #[error("{what} has type `{ty}`, which has no size: {why}")]
    Unsized {
        what: &'static str,
        ty: String,
        why: String,
    },
    #[error("{what} has {found} lanes, expected {expected}")]
    LaneMismatch {
        what: &'static str,
        found: u64,
        expected: u64,
    },
    #[error("`{op}` cannot turn `{from}` into `{to}`")]
    BadCast {
        op: &'static str,
        from: String,
        to: String,
    },
    #[error("index {index} leaves the type `{ty}`")]
    BadPath { index: u64, ty: String },
    #[error("struct `{0}` is indexed by something else than a constant `i32`")]
    VariableStructIndex(String),
    #[error("the mask of a shuffle selects lane {lane} of {lanes}")]
    ShuffleLane { lane: u32, lanes: u64 },

    // Constants and things at module level.
    #[error("constant `{0}` does not fit its type")]
    BadConstant(String),
    #[error("constant `{constant}` has {found} members, its type has {expected}")]
    MemberCount {
        constant: String,
        found: u64,
        expected: u64,
    },
    #[error("the address of block `{0}` cannot be taken")]
    BadBlockAddress(String),
    #[error("declaration @{0} has a linkage for definitions")]
    DeclaredLinkage(String),
    #[error("definition @{0} has a linkage for declarations")]
    DefinedLinkage(String),
    #[error("alias @{0} stands for itself")]
    CyclicAlias(String),
    #[error("function @{0} is declared with another type than its parameters and result say")]
    FunctionType(String),
    #[error("function @{function} has attributes that exclude each other: {what}")]
    AttributeConflict {
        function: String,
        what: &'static str,
    },

    // Shape of functions.
    #[error("block `{0}` is empty")]
    EmptyBlock(String),
    #[error("block `{0}` does not end with a terminator")]
    NoTerminator(String),
    #[error("a terminator before the end of block `{0}`")]
    EarlyTerminator(String),
    #[error("a branch to a block that is not in the function")]
    UnknownBlock,
    #[error("the entry block has a predecessor, `{0}`")]
    EntryHasPredecessor(String),
    #[error("a phi after another kind of instruction")]
    LatePhi,
    #[error("a phi without an entry for predecessor `{0}`")]
    PhiMissing(String),
    #[error("a phi with an entry for `{0}`, which is no predecessor or has fewer edges")]
    PhiSuperfluous(String),
    #[error("a phi with different values for the same predecessor `{0}`")]
    PhiAmbiguous(String),
    #[error("`{0}` does not dominate this use")]
    NotDominated(String),
    #[error("an operand that is defined nowhere")]
    Undefined,
    #[error("a result of type `{0}` without a local")]
    ResultMissing(String),
    #[error("a local for a result that does not exist")]
    ResultSuperfluous,

    // Single instructions.
    #[error("metadata as an operand, which only calls of intrinsics can have")]
    MetadataOperand,
    #[error("{found} arguments, the function type has {expected}")]
    ArgumentCount { found: usize, expected: usize },
    #[error("intrinsic @{0} is called with another type than it is declared with")]
    IntrinsicType(String),
    #[error("an attribute for pointers on `{0}`")]
    PointerAttribute(String),
    #[error("`ret void` in a function that returns `{0}`")]
    MissingReturnValue(String),
    #[error("case `{0}` is no integer constant")]
    BadCase(String),
    #[error("case `{0}` stands twice")]
    DuplicateCase(String),
    #[error("ordering `{0}` is not possible here")]
    BadOrdering(&'static str),
    #[error("an alignment of {0}, which is no power of two")]
    BadAlignment(u64),
    #[error("the function has no personality")]
    NoPersonality,
    #[error("a landingpad that is not the first instruction of its block")]
    LateLandingPad,
    #[error("a landingpad block that `{0}` enters without unwinding")]
    LandingPadEntered(String),
    #[error("the unwind block `{0}` has no landingpad")]
    NoLandingPad(String),
    #[error("a landingpad that neither cleans up nor catches")]
    EmptyLandingPad,
    #[error("`!dbg` is no {0}")]
    BadDebugInfo(&'static str),
}
