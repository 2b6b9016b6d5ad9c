//! The machine: registers, frames, and the loop that runs them.

mod assembly;
mod call;
mod consts;
mod globals;
mod indirect;
pub mod outside;
mod rare;
mod registers;
mod run;
pub(crate) mod single;
mod stack;
pub mod varargs;

pub use stack::JumpPoint;

use std::rc::Rc;

use quell_ir::entity::EntityRef;
use quell_ir::{AliasId, FuncId, InstId};
use quell_values::Event;
use rustc_hash::FxHashMap;

use self::indirect::Ifunc;
use self::outside::Outside;
use self::registers::Registers;
use crate::domain::Domain;
use crate::host::Console;
use crate::library::LibraryState;
use crate::program::Program;
use crate::program::op::{CallSite, Code, Reg};
use crate::stop::{Stop, StopKind, Ub};
use crate::value::Val;

pub use self::varargs::{ArgSource, VaList, Vararg};

/// A function that the module declares and the machine provides. The arguments are in the order of
/// the call; `None` is the result of a void function.
pub type Model<D> = fn(&mut Machine<D>, &CallSite, &[Val<D>]) -> Result<Option<Val<D>>, Stop>;

#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Operations executed.
    pub steps: u64,
    /// Calls within calls.
    pub depth: usize,
    /// Calls from library functions back into the program, within each other: each needs some of
    /// the host's stack, about 10 KB.
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

/// What a declared function turned out to be.
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
    /// Where the caller wants the result.
    pub(crate) dst: Option<Reg>,
    /// Objects whose scope ends with the frame.
    pub(crate) objects: Vec<D::Ptr>,
    /// Areas that `va_start` filled. They end with the frame and with no block of it.
    areas: Vec<D::Ptr>,
    pub varargs: Vec<Vararg<D>>,
    /// Tells this activation from all others.
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
    /// Whether the constants of a function are in the registers.
    prepared: Vec<bool>,
    globals: Vec<D::Ptr>,
    functions: Vec<Option<D::Ptr>>,
    labels: FxHashMap<FuncId, D::Ptr>,
    ifuncs: FxHashMap<AliasId, Ifunc<D>>,
    externals: Vec<External<D>>,
    /// Functions that are stood in for, which have no other model then.
    pub(crate) outside: FxHashMap<FuncId, Outside<D>>,
    /// Their calls, where numbers are computed with.
    pub seen: Vec<Event>,
    steps: u64,
    /// A hash of the edges that were taken in code that is no library's, in order.
    trail: u64,
    /// Loops that run within each other.
    running: usize,
    serial: u64,
    returned: Option<Val<D>>,
    /// The stack at the moment a run stopped.
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
            outside: FxHashMap::default(),
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

    /// Operations executed so far.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// A hash of the path that a run took through code that is no library's.
    pub fn trail(&self) -> u64 {
        self.trail
    }

    fn count_step(&mut self) {
        self.steps += 1;
    }

    /// The stack when the last run stopped, innermost first.
    pub fn stack_at_stop(&self) -> &[Place] {
        &self.stopped_at
    }

    /// Calls a function defined in the module and runs it to its end.
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

    /// Calls whatever function a pointer points to: for models that take callbacks.
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

/// The machine is one of 64 bits with the least byte first.
fn check_target(program: &Program) -> Result<(), Stop> {
    let layout = &program.module.layout;
    if !layout.big_endian && layout.pointer_size(0) == 8 {
        return Ok(());
    }
    let what = "code for a machine that does not have 64 bits and the least byte first";
    Err(StopKind::Unsupported(what.to_owned()).into())
}
