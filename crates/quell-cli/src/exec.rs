//! `quell exec`: load, run, report.

use std::cell::RefCell;
use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt as _;
use std::rc::Rc;

use quell_compile::{Language, names};
use quell_exec::concrete::carry::Carried;
use quell_exec::concrete::{ConcreteMemory, MemoryLimits, new_machine, run_program};
use quell_exec::stop::{Stop, StopKind, Ub};
use quell_exec::{Concrete, Limits, Machine, Program};
use quell_frontend::SourceUnit;
use quell_ir::FuncId;
use quell_values::error::LookupError;
use quell_values::lookup::Lookup;
use quell_values::{Callee, Given, Image, Renderer, Shown, Surroundings, Types};

use crate::args::Exec;
use crate::calls;
use crate::console::Terminal;
use crate::error::CliError;
use crate::load::{default_ub, load};
use crate::objects::Objects;
use crate::outcome::{Ended, Outcome, Stopped};
use quell_exec::frames::CallStack;

type Shared = Rc<RefCell<Terminal>>;

/// Runs what the command line asks for.
pub fn exec(exec: &Exec, cflags: &[OsString]) -> Result<Outcome, CliError> {
    let flags = exec.compiler_flags(cflags).map_err(CliError::Usage)?;
    let loaded = load(&exec.file, exec.opt.into(), flags)?;
    let session = Session {
        exec,
        loaded: &loaded,
        types: Types::new(&loaded.module),
    };
    match &exec.function {
        Some(name) => session.call(name),
        None => session.program(),
    }
}

struct Session<'a> {
    exec: &'a Exec,
    loaded: &'a SourceUnit,
    types: Types<'a>,
}

impl<'a> Session<'a> {
    fn lookup(&self) -> Lookup<'a> {
        Lookup {
            module: self.types.module,
            info: self.types.info,
            language: self.loaded.language,
            file: &self.loaded.file,
        }
    }

    fn terminal(&self, keep: bool) -> Result<Shared, CliError> {
        let terminal = Terminal::new(self.exec.stdin.as_deref(), keep)?;
        Ok(Rc::new(RefCell::new(terminal)))
    }

    fn machine(&self, console: &Shared) -> Result<Machine<Concrete>, Stop> {
        let program = Rc::new(Program::new(self.loaded.module.clone()));
        let ub_mode = self.exec.ub.map(Into::into);
        let domain = Concrete {
            ub_mode: ub_mode.unwrap_or_else(|| default_ub(self.loaded)),
        };
        let memory = ConcreteMemory::new(MemoryLimits {
            bytes: self.exec.memory,
            ..MemoryLimits::default()
        });
        let mut machine = new_machine(program, domain, memory, Box::new(console.clone()))?;
        machine.limits = Limits {
            steps: self.exec.steps.unwrap_or(u64::MAX),
            depth: self.exec.depth,
            ..Limits::default()
        };
        Ok(machine)
    }

    /// Runs `main`.
    fn program(&self) -> Result<Outcome, CliError> {
        let main = self.main()?;
        let console = self.terminal(self.exec.json)?;
        let mut outcome = self.outcome("main".to_owned(), false);
        match self.machine(&console) {
            Err(stop) => outcome.ended = self.stopped(*stop, None),
            Ok(mut machine) => {
                let args: Vec<Vec<u8>> = self.exec.args.iter().cloned().map(bytes).collect();
                let name = bytes(self.exec.file.clone().into_os_string());
                let ended = run_program(&mut machine, &name, &args, &environment());
                outcome.steps = machine.steps();
                outcome.ended = match ended {
                    Ok(status) => Ended::Exited(status),
                    Err(stop) => self.stopped_in(main, *stop, &machine),
                };
            }
        }
        take_output(&console, &mut outcome);
        Ok(outcome)
    }

    fn main(&self) -> Result<FuncId, CliError> {
        let module = self.types.module;
        let main = module.find_function("main");
        main.filter(|&main| !module.functions[main].is_declaration())
            .ok_or_else(|| {
                LookupError::NoMain {
                    file: self.loaded.file.clone(),
                    all: self.lookup().user_functions(),
                }
                .into()
            })
    }

    /// Calls one function.
    fn call(&self, name: &str) -> Result<Outcome, CliError> {
        let lookup = self.lookup();
        let function = lookup.find(name)?;
        let callee = Callee::new(&lookup, self.types, function);
        let args = self.given(&callee)?;
        let around = Surroundings {
            calls: calls::given(&self.exec.calls)?,
            ..Surroundings::default()
        };
        let prepared = callee.prepare(&args, &around)?;
        let console = self.terminal(true)?;
        let mut outcome = self.outcome(lookup.name(function), true);
        outcome.untyped = !callee.signature.typed;
        let machine = self.machine(&console);
        match machine.and_then(|machine| Carried::new(machine, &prepared.image)) {
            Err(stop) => outcome.ended = self.stopped(*stop, None),
            Ok(carried) => {
                let prepared = &prepared;
                let objects = Objects { carried, prepared };
                self.call_with(&callee, objects, &mut outcome);
            }
        }
        take_output(&console, &mut outcome);
        Ok(outcome)
    }

    /// The arguments, which must be text to be literals.
    fn given(&self, callee: &Callee<'_>) -> Result<Vec<Given>, CliError> {
        callee.check_number(self.exec.args.len())?;
        let args = self.exec.args.iter().enumerate();
        let read = args.map(|(index, arg)| match arg.to_str() {
            Some(text) => Ok(Given::parse(text)),
            None => Err(callee.not_text(index, &arg.to_string_lossy())),
        });
        Ok(read.collect::<Result<_, _>>()?)
    }

    fn call_with(&self, callee: &Callee<'_>, mut objects: Objects<'_>, outcome: &mut Outcome) {
        let watched = objects.watch(callee);
        let returned = objects.carried.run();
        outcome.ended = match returned.and_then(|image| self.result(callee, &mut objects, image)) {
            Ok(value) => Ended::Returned {
                ty: self.types.name(callee.signature.ret),
                value,
            },
            Err(stop) => self.stopped_in(callee.function, *stop, &objects.carried.machine),
        };
        outcome.steps = objects.carried.machine.steps();
        outcome.buffers = objects.buffers(callee);
        outcome.globals = objects.changed(callee, watched);
        outcome.calls = calls::made(callee, &mut objects);
    }

    /// The result as the source sees it.
    fn result(
        &self,
        callee: &Callee<'_>,
        objects: &mut Objects<'_>,
        returned: Option<Image>,
    ) -> Result<Shown, Stop> {
        let ret = callee.signature.ret;
        let image = match objects.prepared.result_object {
            Some(index) => {
                let ptr = objects.carried.placed.objects[index as usize];
                let size = self.types.size(ret).unwrap_or(0);
                objects.carried.read(ptr, size)
            }
            None => returned,
        };
        let Some(image) = image else {
            return Ok(Shown::Nothing);
        };
        match Renderer::new(self.types, objects).value(&image, 0, ret) {
            // Nothing can be done with such a result.
            Shown::Uninitialised => Err(Ub::Uninitialised {
                what: "the result of the function".into(),
            }
            .into()),
            value => Ok(value),
        }
    }

    fn outcome(&self, function: String, is_call: bool) -> Outcome {
        Outcome {
            file: self.loaded.file.clone(),
            function,
            is_call,
            ended: Ended::Exited(0),
            buffers: Vec::new(),
            globals: Vec::new(),
            calls: Vec::new(),
            stdout: Vec::new(),
            stderr: Vec::new(),
            steps: 0,
            untyped: false,
        }
    }

    fn stopped(&self, kind: StopKind, machine: Option<&Machine<Concrete>>) -> Ended {
        if let StopKind::Exit(status) = kind {
            return Ended::Exited(status);
        }
        let places = machine.map_or(&[][..], Machine::stack_at_stop);
        Ended::Stopped(Stopped {
            advice: self.advice(&kind),
            message: self.message(&kind),
            stack: CallStack::new(&self.lookup(), places),
            kind,
        })
    }

    /// A stop on the way out of a function has no frames any more: then it is at the function.
    fn stopped_in(&self, id: FuncId, kind: StopKind, machine: &Machine<Concrete>) -> Ended {
        let mut ended = self.stopped(kind, Some(machine));
        if let Ended::Stopped(stopped) = &mut ended
            && stopped.stack.frames.is_empty()
        {
            stopped.stack = CallStack::of_function(&self.lookup(), id);
        }
        ended
    }

    /// The message with linker symbols made readable.
    fn message(&self, kind: &StopKind) -> String {
        let readable = |symbol: &str| names::readable(symbol, self.loaded.language);
        match kind {
            StopKind::UnmodelledFunction(symbol) => {
                StopKind::UnmodelledFunction(readable(symbol)).to_string()
            }
            StopKind::UnmodelledVariable(symbol) => {
                StopKind::UnmodelledVariable(readable(symbol)).to_string()
            }
            kind => kind.to_string(),
        }
    }

    fn advice(&self, kind: &StopKind) -> Option<String> {
        let language = self.loaded.language;
        let whole_program = self.exec.function.is_none();
        Some(match kind {
            StopKind::UnmodelledFunction(_)
                if whole_program && matches!(language, Language::Rust | Language::Fortran) =>
            {
                "single functions, which need less of the run-time library, run with --function"
                    .to_owned()
            }
            StopKind::UnmodelledFunction(name) if !whole_program => {
                return calls::advice(self.types.module, name);
            }
            StopKind::StepLimit(_) => "raise it with --steps".to_owned(),
            StopKind::CallDepth(_) => "raise it with --depth".to_owned(),
            StopKind::OutOfMemory(_) => "raise it with --memory".to_owned(),
            _ => return None,
        })
    }
}

fn take_output(console: &Shared, outcome: &mut Outcome) {
    let mut console = console.borrow_mut();
    console.pass_on();
    outcome.stdout = std::mem::take(&mut console.stdout);
    outcome.stderr = std::mem::take(&mut console.stderr);
}

fn bytes(text: OsString) -> Vec<u8> {
    text.into_vec()
}

/// `NAME=value` of every variable.
fn environment() -> Vec<Vec<u8>> {
    let variables = std::env::vars_os();
    let joined = variables.map(|(name, value)| [bytes(name), bytes(value)].join(&b'='));
    joined.collect()
}
