//! The result of `quell exec` for machines, described in the book (`json.md`).

use std::io::{self, Write as _};

use quell_exec::frames::StackFrame;
use quell_results::Exec;
use quell_results::exec::{
    EXEC_SCHEMA, ExecCall, ExecError, ExecErrorKind, ExecFailure, ExecFrame, ExecReport,
    ExecStatus, ExecStop, ExecValue, ExecVariable,
};
use quell_values::Shown;

use super::stop::position;
use crate::error::CliError;
use crate::exit::Exit;
use crate::outcome::{Ended, Made, Outcome, Stopped, Variable};

pub fn print_outcome(outcome: &Outcome) -> io::Result<()> {
    let (result, exit_status, stop) = match &outcome.ended {
        Ended::Returned { ty, value } => (Some(result(ty, value)), None, None),
        Ended::Exited(status) => (None, Some(*status), None),
        Ended::Stopped(stopped) => (None, None, Some(stop(stopped, outcome.status()))),
    };
    print(&Exec::Ran(Box::new(ExecReport {
        schema: EXEC_SCHEMA.to_owned(),
        file: outcome.file.clone(),
        function: outcome.function.clone(),
        status: outcome.status(),
        exit_code: outcome.exit_code(),
        exit_status,
        result: result.filter(|result| result.value != Shown::Nothing),
        buffers: outcome.buffers.iter().map(changed).collect(),
        globals: outcome.globals.iter().map(changed).collect(),
        calls: outcome.calls.iter().map(call).collect(),
        stdout: outcome.stdout.clone(),
        stderr: outcome.stderr.clone(),
        steps: outcome.steps,
        stop,
    })))
}

pub fn print_error(error: &CliError) -> io::Result<()> {
    print(&Exec::Failed(ExecFailure {
        schema: EXEC_SCHEMA.to_owned(),
        status: ExecStatus::Error,
        exit_code: error.exit().code(),
        error: ExecError {
            kind: error_kind(error.exit()),
            message: error.to_string(),
        },
    }))
}

fn error_kind(exit: Exit) -> ExecErrorKind {
    match exit {
        Exit::Usage => ExecErrorKind::Usage,
        Exit::Unreadable => ExecErrorKind::Unreadable,
        Exit::NoCompiler => ExecErrorKind::NoCompiler,
        Exit::DoesNotCompile => ExecErrorKind::DoesNotCompile,
        Exit::BadIr => ExecErrorKind::BadIr,
        Exit::UnknownFunction => ExecErrorKind::UnknownFunction,
        Exit::BadArguments => ExecErrorKind::BadArguments,
        _ => ExecErrorKind::Internal,
    }
}

fn print(report: &Exec) -> io::Result<()> {
    let mut stdout = io::stdout();
    stdout
        .write_all(report.to_json().as_bytes())
        .and_then(|()| stdout.flush())
}

fn result(ty: &str, value: &Shown) -> ExecValue {
    ExecValue {
        r#type: ty.to_owned(),
        text: value.to_string(),
        value: value.clone(),
    }
}

fn changed(variable: &Variable) -> ExecVariable {
    ExecVariable {
        name: variable.name.clone(),
        r#type: variable.ty.clone(),
        changed: variable.changed(),
        before: variable.before.clone(),
        after: variable.after.clone(),
    }
}

fn call(made: &Made) -> ExecCall {
    ExecCall {
        function: made.function.clone(),
        arguments: made.arguments.clone(),
    }
}

fn stop(stopped: &Stopped, kind: ExecStatus) -> ExecStop {
    ExecStop {
        kind,
        message: stopped.message.clone(),
        advice: stopped.advice.clone(),
        place: stopped.stack.frames.first().map(frame),
        stack: stopped.stack.frames.iter().map(frame).collect(),
        left_out: stopped.stack.left_out,
    }
}

fn frame(frame: &StackFrame) -> ExecFrame {
    let known = |number: u32| (number > 0).then_some(number);
    ExecFrame {
        function: frame.function.clone(),
        file: frame.file.clone(),
        line: known(frame.line),
        column: known(frame.column),
        inlined: frame.inlined,
        text: position(frame),
    }
}
