//! Violations of the rules of the IR.

use thiserror::Error;

/// A violation with its position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}{}{kind}", self.place(), self.quoted_inst())]
pub struct VerifyError {
    pub kind: Violation,
    /// The name of the function, if the violation is in one.
    pub function: Option<String>,
    /// The text of the instruction, if the violation is in one.
    pub inst: Option<String>,
    /// The line of the IR text; 0 if unknown.
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

/// A violated rule.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Violation {
    // Types.
    #[error("struct type `{0}` contains itself")]
    RecursiveType(String),
    #[error("type `{whole}` cannot contain `{part}`")]
    BadTypePart { whole: String, part: String },
    #[error("type `{0}` has no lanes")]
    EmptyVector(String),
    #[error("integer type `{0}` exceeds LLVM's maximal width")]
    WideInteger(String),
    #[error("{what} has type `{found}`, expected {wanted}")]
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
    #[error("`{op}` cannot convert `{from}` to `{to}`")]
    BadCast {
        op: &'static str,
        from: String,
        to: String,
    },
    #[error("index {index} is out of range for type `{ty}`")]
    BadPath { index: u64, ty: String },
    #[error("an index into struct `{0}` is not a constant `i32`")]
    VariableStructIndex(String),
    #[error("the mask of a shuffle selects lane {lane} of {lanes}")]
    ShuffleLane { lane: u32, lanes: u64 },

    // Constants and entities at module level.
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
    #[error("alias @{0} refers to itself")]
    CyclicAlias(String),
    #[error("the type of function @{0} does not match its parameters and result")]
    FunctionType(String),
    #[error("function @{function} has conflicting attributes: {what}")]
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
    #[error("a phi has more entries for `{0}` than there are edges from it")]
    PhiSuperfluous(String),
    #[error("a phi with different values for the same predecessor `{0}`")]
    PhiAmbiguous(String),
    #[error("`{0}` does not dominate this use")]
    NotDominated(String),
    #[error("an undefined operand")]
    Undefined,
    #[error("a result of type `{0}` without a local")]
    ResultMissing(String),
    #[error("a local for an instruction without a result")]
    ResultSuperfluous,

    // Single instructions.
    #[error("metadata as an operand, which is allowed only in calls of intrinsics")]
    MetadataOperand,
    #[error("call with {found} arguments, the function type has {expected} parameters")]
    ArgumentCount { found: usize, expected: usize },
    #[error("the call of intrinsic @{0} does not match its declared type")]
    IntrinsicType(String),
    #[error("an attribute for pointers on type `{0}`")]
    PointerAttribute(String),
    #[error("`ret void` in a function that returns `{0}`")]
    MissingReturnValue(String),
    #[error("case `{0}` is not an integer constant")]
    BadCase(String),
    #[error("case `{0}` occurs twice")]
    DuplicateCase(String),
    #[error("ordering `{0}` is not allowed here")]
    BadOrdering(&'static str),
    #[error("alignment {0} is not a power of two")]
    BadAlignment(u64),
    #[error("the function has no personality")]
    NoPersonality,
    #[error("a landingpad that is not the first instruction of its block")]
    LateLandingPad,
    #[error("a landingpad block that `{0}` enters without unwinding")]
    LandingPadEntered(String),
    #[error("the unwind block `{0}` has no landingpad")]
    NoLandingPad(String),
    #[error("a landingpad without clauses or `cleanup`")]
    EmptyLandingPad,
    #[error("`!dbg` does not refer to a {0}")]
    BadDebugInfo(&'static str),
}
