//! Why a run ends before its function returns.

use std::borrow::Cow;
use std::fmt;

use quell_values::unsupported::{Unsupported, UnsupportedAccess, UnsupportedCall};
use thiserror::Error;

/// Undefined behaviour, named.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Ub {
    #[error("signed overflow in `{0}`")]
    SignedOverflow(&'static str),
    #[error("unsigned overflow in `{0}`, which the compiler was told cannot happen")]
    UnsignedOverflow(&'static str),
    #[error("shift by {amount} of a value of {width} bits")]
    BadShift { amount: String, width: u32 },
    #[error("division by zero in `{0}`")]
    DivisionByZero(&'static str),
    #[error("the quotient of `{0}` does not fit: smallest value divided by -1")]
    DivisionOverflow(&'static str),
    #[error("`{0}` loses bits, which the compiler was told cannot happen")]
    Inexact(&'static str),
    #[error("a floating-point value out of the range of the integer type it is converted to")]
    FloatToIntRange,
    #[error("{access} through a null pointer")]
    Null { access: AccessKind },
    #[error("{access} of {} {} {object}, which {}", number(*bytes), place(*offset), has(*size))]
    OutOfBounds {
        access: AccessKind,
        /// This, the offset and the size are none where they are one of several.
        bytes: Option<u64>,
        offset: Option<i64>,
        object: String,
        size: Option<u64>,
    },
    #[error("overflow in pointer arithmetic: the address does not fit")]
    PointerOverflow,
    #[error("pointer arithmetic that leads {} {object}, which {}", reached(*offset), has(*size))]
    LeavesObject {
        /// This and the size are none where they are one of several.
        offset: Option<i64>,
        object: String,
        size: Option<u64>,
    },
    #[error("pointer arithmetic on a null pointer")]
    NullArithmetic,
    #[error("pointer arithmetic on a pointer that points to no object")]
    NoObject,
    #[error("index {index} into an array of {length} elements")]
    ArrayIndex { index: String, length: u64 },
    #[error(
        "subscript outside the declared bounds: element {element} in dimension {dimension}, which has {extent}"
    )]
    Subscript {
        dimension: u32,
        /// Counted from 1.
        element: String,
        extent: String,
    },
    /// `order` or `distance`.
    #[error("the {0} of pointers to different objects")]
    UnrelatedPointers(&'static str),
    #[error("{access} in {object} after it was freed")]
    UseAfterFree { access: AccessKind, object: String },
    #[error("{access} in {object} after its scope ended")]
    UseAfterScope { access: AccessKind, object: String },
    #[error("{access} through a pointer to no object (address {address:#x})")]
    WildPointer { access: AccessKind, address: u64 },
    #[error(
        "{access} through a forged pointer (address {address:#x}): \
         a number that no pointer was converted to"
    )]
    ForgedPointer { access: AccessKind, address: u64 },
    #[error("{access} at address {address:#x}, which is not aligned to {align} bytes")]
    Misaligned {
        access: AccessKind,
        address: u64,
        align: u64,
    },
    #[error("write to {object}, which is constant")]
    WriteToConstant { object: String },
    #[error("{what} is used before it was given a value")]
    Uninitialised { what: &'static str },
    #[error("free of {object} a second time")]
    DoubleFree { object: String },
    #[error(
        "free of {object}, which was not allocated by malloc, calloc or realloc, or not at its start"
    )]
    BadFree { object: String },
    #[error("overlapping areas in `{0}`")]
    Overlap(&'static str),
    #[error("code that must not be reached was reached")]
    Unreachable,
    #[error("an assumption does not hold")]
    FalseAssumption,
    #[error("a call through a pointer that is not a function")]
    NotAFunction,
    #[error("a computed goto to what is not a label of its function")]
    NotALabel,
    #[error("an array of variable length without elements")]
    EmptyArray,
    #[error("an array of {0} elements: a negative length, or more than any stack holds")]
    ArrayLength(u64),
    #[error("call of `{name}` with {given} arguments, which takes {takes}")]
    WrongArguments {
        name: String,
        given: usize,
        takes: usize,
    },
    #[error("call of `{name}` with argument {argument} of another type than it takes")]
    WrongArgumentType { name: String, argument: usize },
    #[error("call of `{name}`, which gives a result of another type than the call expects")]
    WrongResultType { name: String },
    #[error("`{function}`: {what}")]
    LibraryMisuse {
        function: &'static str,
        what: String,
    },
}

impl Ub {
    /// Whether a number does not fit, and nothing else is wrong.
    pub fn is_overflow(&self) -> bool {
        matches!(
            self,
            Self::SignedOverflow(_) | Self::UnsignedOverflow(_) | Self::PointerOverflow
        )
    }
}

/// What touched memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccessKind {
    Read,
    Write,
    Free,
}

impl fmt::Display for AccessKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Read => "read",
            Self::Write => "write",
            Self::Free => "free",
        })
    }
}

/// Everything that ends a run early. The machine adds the place and the call stack.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StopKind {
    #[error("undefined behaviour: {0}")]
    Ub(Ub),
    /// `exit` or a return from `main` through one of its ways.
    #[error("exit with status {0}")]
    Exit(i32),
    #[error("aborted: {0}")]
    Abort(String),
    /// A trap of the program's own making: `llvm.trap`, a Rust panic, a Fortran `ERROR STOP`.
    #[error("trapped: {message}")]
    Trap { message: String, end: NativeEnd },
    #[error("the limit of {0} steps was reached")]
    StepLimit(u64),
    #[error("the time for exploring was up")]
    TimeUp,
    /// The exploration handles it: a run that continues beyond this point is not explored.
    #[error("a run went on beyond a bound")]
    BeyondBounds,
    #[error("the limit of {0} nested calls was reached")]
    CallDepth(usize),
    #[error("the limit of {0} calls back from library functions within each other was reached")]
    CallbackDepth(usize),
    #[error("out of memory: the limit of {0} bytes was reached")]
    OutOfMemory(u64),
    #[error("call of `{0}`, which is neither defined in the module nor modelled")]
    UnmodelledFunction(String),
    #[error("use of the variable `{0}`, which is neither defined in the module nor modelled")]
    UnmodelledVariable(String),
    #[error("unsupported: {0}")]
    Unsupported(Unsupported),
    /// What an exploration cannot follow, with its place in the source.
    #[error("{stop} (in {file}, line {line})")]
    At { stop: Stop, file: String, line: u32 },
    /// A symbolic value stands where a model needs a concrete one.
    #[error("{0} must be a concrete value here")]
    NotConcrete(&'static str),
    /// `longjmp` left the part of the stack that the running loop is responsible for.
    #[error("jumped out")]
    JumpedOut,
    /// A broken invariant of the machine: the verifier should have refused the module.
    #[error("internal error: {0}; please report it")]
    Internal(Broken),
}

/// What does not fit together in the machine.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Broken {
    #[error("a register out of range")]
    Register,
    #[error("an edge out of range")]
    Edge,
    #[error("a lane out of range")]
    Lane,
    /// An operation got to a function that carries out others.
    #[error("an operation that is not {0}")]
    Operation(&'static str),
    #[error("{0}")]
    Other(Cow<'static, str>),
}

fn number(bytes: Option<u64>) -> String {
    match bytes {
        Some(1) => "1 byte".to_owned(),
        Some(bytes) => format!("{bytes} bytes"),
        None => "bytes".to_owned(),
    }
}

fn has(size: Option<u64>) -> String {
    match size {
        Some(_) => format!("has {}", number(size)),
        None => "ends before".to_owned(),
    }
}

fn place(offset: Option<i64>) -> String {
    match offset {
        Some(offset) => format!("at offset {offset} of"),
        None => "outside of".to_owned(),
    }
}

fn reached(offset: Option<i64>) -> String {
    match offset {
        Some(offset) => format!("to offset {offset} of"),
        None => "out of".to_owned(),
    }
}

impl StopKind {
    /// An invariant that has no name of its own.
    pub fn broken(what: impl Into<Cow<'static, str>>) -> Self {
        Self::Internal(Broken::Other(what.into()))
    }
}

impl From<Unsupported> for Stop {
    fn from(what: Unsupported) -> Self {
        Self::new(StopKind::Unsupported(what))
    }
}

impl From<UnsupportedCall> for Stop {
    fn from(call: UnsupportedCall) -> Self {
        Unsupported::from(call).into()
    }
}

impl From<UnsupportedAccess> for Stop {
    fn from(access: UnsupportedAccess) -> Self {
        Unsupported::from(access).into()
    }
}

impl From<Broken> for Stop {
    fn from(broken: Broken) -> Self {
        Self::new(StopKind::Internal(broken))
    }
}

/// How the native program ends where the machine traps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NativeEnd {
    Signal(u8),
    Status(u8),
}

impl NativeEnd {
    /// The signal of an illegal instruction: what a trap instruction is.
    pub const ILLEGAL: Self = Self::Signal(4);
    /// The signal of `abort`.
    pub const ABORT: Self = Self::Signal(6);
    /// The status after a panic of Rust's main thread.
    pub const PANIC: Self = Self::Status(101);

    /// As a shell shows it.
    pub fn code(self) -> u8 {
        match self {
            Self::Signal(number) => 128u8.wrapping_add(number),
            Self::Status(status) => status,
        }
    }

    /// The stop that ends natively like this.
    pub fn trap(self, message: impl Into<String>) -> Stop {
        let message = message.into();
        Stop::new(StopKind::Trap { message, end: self })
    }
}

/// Boxed, so that results stay small on the way that does not stop.
pub type Stop = Box<StopKind>;

impl From<Ub> for Stop {
    fn from(ub: Ub) -> Self {
        Self::new(StopKind::Ub(ub))
    }
}
