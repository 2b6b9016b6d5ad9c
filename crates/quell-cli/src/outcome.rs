//! The outcome of a run: plain data, for the reports.

use quell_exec::StopKind;

use crate::exit::Exit;
use quell_exec::frames::CallStack;
use quell_results::exec::ExecStatus;
use quell_values::Shown;

#[derive(Clone, Debug)]
pub struct Outcome {
    pub file: String,
    /// As the source calls it.
    pub function: String,
    /// One function was called, rather than the whole program.
    pub is_call: bool,
    pub ended: Ended,
    pub buffers: Vec<Variable>,
    pub globals: Vec<Variable>,
    /// Calls of external functions.
    pub calls: Vec<Made>,
    /// Only if it was kept.
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    pub steps: u64,
    /// Parameters are known by their IR types only.
    pub untyped: bool,
}

#[derive(Clone, Debug)]
pub enum Ended {
    Returned { ty: String, value: Shown },
    Exited(i32),
    Stopped(Stopped),
}

/// A run that ended before its time.
#[derive(Clone, Debug)]
pub struct Stopped {
    pub kind: StopKind,
    /// What happened, with names as the source has them.
    pub message: String,
    pub stack: CallStack,
    /// What the user can do about it.
    pub advice: Option<String>,
}

/// A variable before and after the run.
#[derive(Clone, Debug)]
pub struct Variable {
    pub name: String,
    pub ty: String,
    pub before: Shown,
    pub after: Shown,
    pub column_major: bool,
}

/// A call that was made.
#[derive(Clone, Debug)]
pub struct Made {
    pub function: String,
    pub arguments: Vec<Shown>,
}

impl Variable {
    pub fn changed(&self) -> bool {
        self.before != self.after
    }
}

impl Outcome {
    /// The status of the process. A program's own status is passed on.
    pub fn exit_code(&self) -> u8 {
        match &self.ended {
            Ended::Returned { .. } => Exit::Success.code(),
            Ended::Exited(_) if self.is_call => Exit::Success.code(),
            // What a parent process sees are the lowest eight bits.
            Ended::Exited(status) => *status as u8,
            Ended::Stopped(stopped) if self.is_call => stopped.exit().code(),
            Ended::Stopped(stopped) => stopped.native_code(),
        }
    }

    /// One word for how it ended.
    pub fn status(&self) -> ExecStatus {
        match &self.ended {
            Ended::Returned { .. } => ExecStatus::Returned,
            Ended::Exited(_) => ExecStatus::Exited,
            Ended::Stopped(stopped) => stopped.status(),
        }
    }
}

impl Stopped {
    /// What a shell shows of the native program where it traps; elsewhere Quell's own code.
    fn native_code(&self) -> u8 {
        match self.kind {
            StopKind::Trap { end, .. } => end.code(),
            _ => self.exit().code(),
        }
    }

    pub fn exit(&self) -> Exit {
        match self.kind {
            StopKind::Ub(_) => Exit::UndefinedBehaviour,
            StopKind::Exit(_) => Exit::Success,
            StopKind::Abort(_) => Exit::Aborted,
            StopKind::Trap { .. } => Exit::Trapped,
            StopKind::StepLimit(_)
            | StopKind::TimeUp
            | StopKind::BeyondBounds
            | StopKind::CallDepth(_)
            | StopKind::CallbackDepth(_)
            | StopKind::OutOfMemory(_) => Exit::Limit,
            StopKind::UnmodelledFunction(_) | StopKind::UnmodelledVariable(_) => Exit::Unmodelled,
            StopKind::Unsupported(_) | StopKind::NotConcrete(_) | StopKind::At { .. } => {
                Exit::Unsupported
            }
            StopKind::JumpedOut | StopKind::Internal(_) => Exit::Internal,
        }
    }

    pub fn status(&self) -> ExecStatus {
        match self.exit() {
            Exit::UndefinedBehaviour => ExecStatus::Undefined,
            Exit::Aborted => ExecStatus::Aborted,
            Exit::Trapped => ExecStatus::Trapped,
            Exit::Limit => ExecStatus::Limit,
            Exit::Unmodelled => ExecStatus::Unmodelled,
            Exit::Unsupported => ExecStatus::Unsupported,
            Exit::Success => ExecStatus::Exited,
            _ => ExecStatus::Internal,
        }
    }
}
