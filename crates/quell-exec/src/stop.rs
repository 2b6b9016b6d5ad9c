//! Why a run ends before its function returns.

use std::borrow::Cow;

pub use quell_values::undefined::{AccessKind, UndefinedBehaviour as Ub};
use quell_values::unsupported::{Unsupported, UnsupportedAccess, UnsupportedCall};
use thiserror::Error;

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
