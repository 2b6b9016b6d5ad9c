//! The report for machines: one object, described in the book (`json.md`).

use std::io::{self, Write as _};

use serde::{Serialize, Serializer};

use super::stop::position;
use crate::error::CliError;
use crate::exit::Exit;
use crate::outcome::{Ended, Made, Outcome, Stopped, Variable};
use quell_exec::frames::StackFrame;
use quell_values::Shown;

/// Changes whenever a reader of the old form would be misled.
const SCHEMA: &str = "quell-exec-1";

#[derive(Serialize)]
struct Report<'a> {
    schema: &'static str,
    file: &'a str,
    function: &'a str,
    status: &'static str,
    exit_code: u8,
    /// Of a program or function that ended by `exit` or by returning from `main`.
    exit_status: Option<i32>,
    result: Option<Value<'a>>,
    buffers: Vec<Changed<'a>>,
    globals: Vec<Changed<'a>>,
    calls: Vec<Call<'a>>,
    #[serde(serialize_with = "output")]
    stdout: &'a [u8],
    #[serde(serialize_with = "output")]
    stderr: &'a [u8],
    steps: u64,
    stop: Option<Stop<'a>>,
}

#[derive(Serialize)]
struct Value<'a> {
    r#type: &'a str,
    value: &'a Shown,
    text: String,
}

#[derive(Serialize)]
struct Changed<'a> {
    name: &'a str,
    r#type: &'a str,
    changed: bool,
    before: &'a Shown,
    after: &'a Shown,
}

/// Of an external function.
#[derive(Serialize)]
struct Call<'a> {
    function: &'a str,
    arguments: &'a [Shown],
}

#[derive(Serialize)]
struct Stop<'a> {
    kind: &'static str,
    message: String,
    advice: Option<&'a str>,
    place: Option<Frame<'a>>,
    stack: Vec<Frame<'a>>,
    /// Frames that were left out of the middle of the stack.
    left_out: usize,
}

#[derive(Serialize)]
struct Frame<'a> {
    function: &'a str,
    file: Option<&'a str>,
    line: Option<u32>,
    column: Option<u32>,
    inlined: bool,
    text: Option<String>,
}

#[derive(Serialize)]
struct Failure {
    schema: &'static str,
    status: &'static str,
    exit_code: u8,
    error: Message,
}

#[derive(Serialize)]
struct Message {
    kind: &'static str,
    message: String,
}

pub fn print_outcome(outcome: &Outcome) -> io::Result<()> {
    let (result, exit_status, stop) = match &outcome.ended {
        Ended::Returned { ty, value } => (Some(result(ty, value)), None, None),
        Ended::Exited(status) => (None, Some(*status), None),
        Ended::Stopped(stopped) => (None, None, Some(stop(stopped, outcome.status()))),
    };
    print(&Report {
        schema: SCHEMA,
        file: &outcome.file,
        function: &outcome.function,
        status: outcome.status(),
        exit_code: outcome.exit_code(),
        exit_status,
        result: result.filter(|result| *result.value != Shown::Nothing),
        buffers: outcome.buffers.iter().map(changed).collect(),
        globals: outcome.globals.iter().map(changed).collect(),
        calls: outcome.calls.iter().map(call).collect(),
        stdout: &outcome.stdout,
        stderr: &outcome.stderr,
        steps: outcome.steps,
        stop,
    })
}

pub fn print_error(error: &CliError) -> io::Result<()> {
    print(&Failure {
        schema: SCHEMA,
        status: "error",
        exit_code: error.exit().code(),
        error: Message {
            kind: error_kind(error.exit()),
            message: error.to_string(),
        },
    })
}

fn error_kind(exit: Exit) -> &'static str {
    match exit {
        Exit::Usage => "usage",
        Exit::Unreadable => "unreadable",
        Exit::NoCompiler => "no_compiler",
        Exit::DoesNotCompile => "does_not_compile",
        Exit::BadIr => "bad_ir",
        Exit::UnknownFunction => "unknown_function",
        Exit::BadArguments => "bad_arguments",
        _ => "internal",
    }
}

fn print(report: &impl Serialize) -> io::Result<()> {
    let text = serde_json::to_string_pretty(report)?;
    let mut stdout = io::stdout();
    writeln!(stdout, "{text}").and_then(|()| stdout.flush())
}

fn result<'a>(ty: &'a str, value: &'a Shown) -> Value<'a> {
    Value {
        r#type: ty,
        value,
        text: value.to_string(),
    }
}

fn changed(variable: &Variable) -> Changed<'_> {
    Changed {
        name: &variable.name,
        r#type: &variable.ty,
        changed: variable.changed(),
        before: &variable.before,
        after: &variable.after,
    }
}

fn call(made: &Made) -> Call<'_> {
    Call {
        function: &made.function,
        arguments: &made.arguments,
    }
}

fn stop<'a>(stopped: &'a Stopped, kind: &'static str) -> Stop<'a> {
    Stop {
        kind,
        message: stopped.message.clone(),
        advice: stopped.advice.as_deref(),
        place: stopped.stack.frames.first().map(frame),
        stack: stopped.stack.frames.iter().map(frame).collect(),
        left_out: stopped.stack.left_out,
    }
}

fn frame(frame: &StackFrame) -> Frame<'_> {
    let known = |number: u32| (number > 0).then_some(number);
    Frame {
        function: &frame.function,
        file: frame.file.as_deref(),
        line: known(frame.line),
        column: known(frame.column),
        inlined: frame.inlined,
        text: position(frame),
    }
}

/// Text where it is text, a list of bytes where it is not.
fn output<S: Serializer>(bytes: &&[u8], serializer: S) -> Result<S::Ok, S::Error> {
    match std::str::from_utf8(bytes) {
        Ok(text) => serializer.serialize_str(text),
        Err(_) => serializer.collect_seq(bytes.iter()),
    }
}
