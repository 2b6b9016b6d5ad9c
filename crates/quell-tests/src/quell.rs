//! Runs IR in the Quell machine.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use quell_compile::OptLevel;
use quell_exec::concrete::{Concrete, ConcreteMemory};
use quell_exec::library::start::run_main;
use quell_exec::stop::NativeEnd;
use quell_exec::{Buffered, Machine, Program, Stop, StopKind, UbMode};
use quell_ir::Module;
use quell_ir::debug::DebugInfo;

use crate::Failure;
use crate::outcome::{Ending, Outcome};

/// The value of `argv[0]` in Quell and natively.
pub const PROGRAM_NAME: &str = "program";

/// The prefix of messages about undefined behaviour.
pub const UB_PREFIX: &str = "undefined behaviour: ";

/// The parameters of a run.
#[derive(Clone, Debug)]
pub struct Job<'a> {
    pub module: &'a Arc<Module>,
    pub args: &'a [String],
    pub stdin: &'a [u8],
    pub ub_mode: UbMode,
    pub step_limit: u64,
}

/// The results of a run.
#[derive(Clone, Debug)]
pub struct Report {
    pub outcome: Outcome,
    /// Why the machine stopped, in its words.
    pub reason: Option<String>,
    /// Line and column in the user's source where the machine stopped.
    pub place: Option<(u32, u32)>,
    pub steps: u64,
}

impl Report {
    /// Whether undefined behaviour ended the run.
    pub fn is_undefined(&self) -> bool {
        let reason = self.reason.as_deref();
        reason.is_some_and(|reason| reason.starts_with(UB_PREFIX))
    }
}

/// Unoptimised code must follow the rules of the source; optimised code computes values speculatively, so
/// violated flags make poison.
pub fn ub_mode_of(level: OptLevel) -> UbMode {
    match level {
        OptLevel::O0 => UbMode::Trap,
        _ => UbMode::Poison,
    }
}

pub fn run(job: &Job) -> Result<Report, Failure> {
    let console = Rc::new(RefCell::new(Buffered::with_stdin(job.stdin.to_vec())));
    let program = Rc::new(Program::new(job.module.clone()));
    let domain = Concrete {
        ub_mode: job.ub_mode,
    };
    let memory = ConcreteMemory::default();
    let mut machine = Machine::new(program, domain, memory, Box::new(console.clone()))
        .map_err(|stop| stop.to_string())?;
    machine.limits.steps = job.step_limit;
    let args: Vec<Vec<u8>> = job.args.iter().map(|arg| arg.clone().into()).collect();
    let result = run_main(&mut machine, PROGRAM_NAME.as_bytes(), &args, &[]);
    let stdout = std::mem::take(&mut console.borrow_mut().stdout);
    let reason = result
        .as_ref()
        .err()
        .map(|stop| without_root(&stop.to_string()));
    let ending = ending_of(result);
    Ok(Report {
        outcome: Outcome { stdout, ending },
        reason,
        place: place_of_stop(&machine),
        steps: machine.steps(),
    })
}

/// Messages name files by their paths, which expectations must not contain: the repository may be anywhere.
fn without_root(text: &str) -> String {
    text.replace(&format!("{}/", crate::root().display()), "")
}

fn ending_of(result: Result<i32, Stop>) -> Ending {
    match result {
        Ok(status) => Ending::Exit(status),
        Err(stop) => match *stop {
            StopKind::Abort(_) => Ending::Died,
            StopKind::Trap { end, .. } => match end {
                NativeEnd::Signal(_) => Ending::Died,
                NativeEnd::Status(status) => Ending::Exit(i32::from(status)),
            },
            StopKind::StepLimit(_) => Ending::StepLimit,
            other => Ending::Stopped(other.to_string()),
        },
    }
}

/// The place of the innermost frame that has debug information.
fn place_of_stop(machine: &Machine<Concrete>) -> Option<(u32, u32)> {
    let module = &machine.program.module;
    let info = DebugInfo::new(module);
    let places = machine.stack_at_stop().iter();
    let spans = places.filter_map(|at| info.span_of(&module.functions[at.function], at.inst));
    let mut lines = spans.map(|span| (span.place.line, span.place.column));
    lines.find(|(line, _)| *line != 0)
}
