//! The machine: registers, frames, and the interpreter loop.

mod assembly;
mod call;
mod consts;
mod globals;
mod indirect;
mod judge;
mod rare;
mod registers;
mod run;
pub(crate) mod single;
mod stack;
pub mod stub;
pub mod varargs;

pub use stack::JumpPoint;

use std::rc::Rc;

use quell_ir::entity::EntityRef;
use quell_ir::{AliasId, FuncId, InstId};
use quell_values::Event;
use quell_values::unsupported::Unsupported;
use rustc_hash::FxHashMap;

use self::indirect::Ifunc;
use self::registers::Registers;
use self::stub::Stub;
use crate::domain::Domain;
use crate::host::Console;
use crate::library::LibraryState;
use crate::program::Program;
use crate::program::op::{CallSite, Code, Reg};
use crate::stop::{Stop, Ub};
use crate::value::Val;

pub use self::varargs::{ArgSource, VaList, Vararg};

/// The model of an external function. The arguments are in the order of the call; a void function returns
/// `None`.
pub type Model<D> = fn(&mut Machine<D>, &CallSite, &[Val<D>]) -> Result<Option<Val<D>>, Stop>;

#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The number of executed operations.
    pub steps: u64,
    /// The number of nested calls.
    pub depth: usize,
    /// The number of nested callbacks from library functions into the program. Each takes about 10 KB of the
    /// host's stack.
    pub callbacks: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            steps: u64::MAX,
            depth: 100_000,
            callbacks: 20_000,
        }
    }
}

/// The model of a declared function, resolved at its first call.
enum External<D: Domain> {
    Unresolved,
    Model(Model<D>),
    Unmodelled,
}

/// An activation of a function.
#[derive(Debug)]
pub struct Frame<D: Domain> {
    pub code: Rc<Code>,
    pub pc: u32,
    pub(crate) base: usize,
    /// The register of the caller that receives the result.
    pub(crate) dst: Option<Reg>,
    /// Objects whose lifetime ends with the frame.
    pub(crate) objects: Vec<D::Ptr>,
    /// Register save areas of `va_start`, which live until the frame ends. `llvm.stackrestore` does not
    /// affect them.
    areas: Vec<D::Ptr>,
    pub varargs: Vec<Vararg<D>>,
    /// A number that no other activation has.
    pub serial: u64,
}

pub struct Machine<D: Domain> {
    pub program: Rc<Program>,
    pub domain: D,
    pub memory: D::Memory,
    pub console: Box<dyn Console>,
    pub library: LibraryState<D>,
    pub limits: Limits,
    regs: Registers<D>,
    frames: Vec<Frame<D>>,
    /// Whether the constants of each function are evaluated.
    prepared: Vec<bool>,
    globals: Vec<D::Ptr>,
    functions: Vec<Option<D::Ptr>>,
    labels: FxHashMap<FuncId, D::Ptr>,
    ifuncs: FxHashMap<AliasId, Ifunc<D>>,
    externals: Vec<External<D>>,
    /// Stubs of external functions. A stubbed function has no other model.
    pub(crate) stubs: FxHashMap<FuncId, Stub<D>>,
    /// The recorded calls of stubs, in a concrete domain.
    pub seen: Vec<Event>,
    steps: u64,
    /// A hash of the edges that were taken outside library code, in order.
    trail: u64,
    /// The number of nested interpreter loops.
    running: usize,
    serial: u64,
    returned: Option<Val<D>>,
    /// The call stack where the run stopped.
    stopped_at: Vec<Place>,
}

impl<D: Domain> std::fmt::Debug for Machine<D> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Machine")
            .field("frames", &self.frames.len())
            .field("steps", &self.steps)
            .finish()
    }
}

/// A place in the IR: an instruction of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub function: FuncId,
    pub inst: InstId,
}

impl<D: Domain> Machine<D> {
    /// A machine with the globals of the program in memory.
    pub fn new(
        program: Rc<Program>,
        domain: D,
        memory: D::Memory,
        console: Box<dyn Console>,
    ) -> Result<Self, Stop> {
        check_target(&program)?;
        let functions = program.module.functions.len();
        let mut domain = domain;
        let filler = Val::Word(domain.word(1, 0));
        let mut machine = Self {
            domain,
            memory,
            console,
            library: LibraryState::default(),
            limits: Limits::default(),
            regs: Registers::new(program.module.consts.len(), filler),
            frames: Vec::new(),
            prepared: vec![false; functions],
            globals: Vec::new(),
            functions: vec![None; functions],
            labels: FxHashMap::default(),
            ifuncs: FxHashMap::default(),
            externals: (0..functions).map(|_| External::Unresolved).collect(),
            stubs: FxHashMap::default(),
            seen: Vec::new(),
            steps: 0,
            trail: 0,
            running: 0,
            serial: 0,
            returned: None,
            stopped_at: Vec::new(),
            program,
        };
        machine.set_up_globals()?;
        Ok(machine)
    }

    /// The number of operations executed so far.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// A hash of the path that the run took outside library code.
    pub fn trail(&self) -> u64 {
        self.trail
    }

    fn count_step(&mut self) {
        self.steps += 1;
    }

    /// The call stack where the last run stopped, innermost first.
    pub fn stack_at_stop(&self) -> &[Place] {
        &self.stopped_at
    }

    /// Calls a function that is defined in the module, and runs it until it returns or stops.
    pub fn call_function(
        &mut self,
        function: FuncId,
        args: &[Val<D>],
    ) -> Result<Option<Val<D>>, Stop> {
        let floor = self.frames.len();
        if floor == 0 {
            self.stopped_at.clear();
        }
        let takes = self.program.module.functions[function].params.len();
        if args.len() != takes {
            let name = self.program.name(function).to_owned();
            let given = args.len();
            return Err(Ub::WrongArguments { name, given, takes }.into());
        }
        let base = self.regs.top();
        for arg in args {
            self.regs.push(arg.clone());
        }
        self.push_frame(function, base, Vec::new(), None)?;
        self.run(floor)?;
        Ok(self.returned.take())
    }

    /// Calls the function that a pointer points to: for models that take callbacks.
    pub fn call_pointer(&mut self, ptr: &D::Ptr, args: &[Val<D>]) -> Result<Option<Val<D>>, Stop> {
        let function = match self.function_at(ptr) {
            Ok(function) => function,
            Err(stop) => return self.call_back(ptr, args, stop),
        };
        if self.program.module.functions[function].is_declaration() {
            let model = self.external(function)?;
            let site = CallSite::bare(self.program.module.functions[function].ret);
            return model(self, &site, args);
        }
        self.call_function(function, args)
    }

    /// The call stack, innermost first: each activation with the instruction that it began last.
    pub(crate) fn stack(&self) -> Vec<Place> {
        match self.stopped_at.is_empty() {
            true => self.places(),
            false => self.stopped_at.clone(),
        }
    }

    fn places(&self) -> Vec<Place> {
        let place = |frame: &Frame<D>| {
            let op = (frame.pc as usize).saturating_sub(1);
            let inst = frame.code.origin.get(op).copied().unwrap_or(InstId::new(0));
            Place {
                function: frame.code.function,
                inst,
            }
        };
        self.frames.iter().rev().map(place).collect()
    }
}

/// Refuses code for other targets than 64-bit little-endian ones.
fn check_target(program: &Program) -> Result<(), Stop> {
    let layout = &program.module.layout;
    if !layout.big_endian && layout.pointer_size(0) == 8 {
        return Ok(());
    }
    Err(Unsupported::Target.into())
}
