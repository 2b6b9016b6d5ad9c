//! Runs a call that is given as data, and observes its effects.

use std::cell::RefCell;
use std::rc::Rc;

use quell_ir::TypeId;
use quell_values::{Block, Bytes, CallImage, End, Image, Observed};

use super::machine::{ConcreteMachine, call, new_machine};
use super::memory::{ConcreteMemory, MemoryLimits};
use super::space::Placement;
use super::word::Ptr;
use super::{Concrete, Value};
use crate::condition::{self, Conditions, Met};
use crate::domain::UbMode;
use crate::host::{Buffered, Console};
use crate::machine::{Limits, Place};
use crate::memory::{Extent, Memory as _};
use crate::placing::{Placed, allocate};
use crate::program::Program;
use crate::semantics::memory::store;
use crate::stop::{NativeEnd, Stop, StopKind, Ub};

pub use super::validate::{Invalid, validate};

/// A machine with the objects of a call in its memory.
#[derive(Debug)]
pub struct Carried {
    pub machine: ConcreteMachine,
    pub placed: Placed<Concrete>,
    args: Vec<Value>,
    /// Whether the behaviour of the call may depend on the addresses of objects.
    pub(super) uses_addresses: bool,
}

const BYTE: Extent = Extent { bytes: 1, align: 1 };

/// The smallest size of a buffer for a result: a source type may have more bytes than the IR type that is
/// returned.
const RESULT_ROOM: u64 = 16;

impl Carried {
    pub fn new(mut machine: ConcreteMachine, image: &CallImage) -> Result<Self, Stop> {
        let placed = Placed::new(&mut machine, image)?;
        let args = placed.args(&mut machine)?;
        Ok(Self {
            machine,
            placed,
            args,
            uses_addresses: false,
        })
    }

    /// Runs the call. Returns the bytes of its result if it is returned in registers.
    pub fn run(&mut self) -> Result<Option<Image>, Stop> {
        let returned = call(&mut self.machine, self.placed.function, &self.args);
        self.uses_addresses = self.machine.memory.space.uses_addresses();
        match returned? {
            Some(value) => self.bytes_of(&value),
            None => Ok(None),
        }
    }

    /// The bytes that a store of a register's value would write.
    fn bytes_of(&mut self, value: &Value) -> Result<Option<Image>, Stop> {
        let program = self.machine.program.clone();
        let ty = program.module.functions[self.placed.function].ret;
        let room = ir_size(&program, ty).max(RESULT_ROOM);
        let ptr = allocate(&mut self.machine, "the result", room, 64)?;
        let machine = &mut self.machine;
        let (domain, memory) = (&mut machine.domain, &mut machine.memory);
        store(domain, memory, &program, ty, (&ptr, 1), value)?;
        Ok(self.read(ptr, room))
    }

    /// The bytes at an address; none if some of them are not in the object.
    pub fn read(&mut self, ptr: Ptr, bytes: u64) -> Option<Image> {
        let machine = &mut self.machine;
        let whole = machine
            .memory
            .read_bytes(&mut machine.domain, &ptr, bytes, "a byte");
        if let Ok(bytes) = whole {
            return Some(Image::of(bytes));
        }
        let mut image = Image::uninitialised(usize::try_from(bytes).ok()?);
        for index in 0..image.bytes.len() {
            let at = ptr.moved(index as i64);
            let word = machine.memory.read(&mut machine.domain, &at, BYTE, 8);
            let (value, undef) = word.ok()?.parts(8);
            image.bytes[index] = value.low_u64() as u8;
            image.undef[index] = undef.low_u64() as u8;
        }
        Some(image)
    }

    fn contents(&mut self, places: Vec<(Ptr, u64)>) -> (Vec<Vec<u8>>, Vec<Vec<u8>>) {
        let read = |(ptr, size)| split(self.read(ptr, size).unwrap_or_default());
        places.into_iter().map(read).unzip()
    }

    fn observed(&mut self, image: &CallImage, end: End, result: Option<Image>) -> Watched {
        let addresses = |places: &[Ptr]| places.iter().map(|ptr| ptr.address()).collect();
        let mut observed = Observed {
            end,
            object_addresses: addresses(&self.placed.objects),
            global_addresses: addresses(&self.placed.globals),
            symbol_addresses: addresses(&self.placed.symbols),
            events: self.machine.seen.clone(),
            work: self.machine.steps(),
            ..Observed::default()
        };
        let mut undefined = Undefined::default();
        if observed.end != End::Returned {
            return Watched {
                observed,
                undefined,
                stop: None,
            };
        }
        let program = self.machine.program.clone();
        let ty = program.module.functions[self.placed.function].ret;
        let size = usize::try_from(ir_size(&program, ty)).unwrap_or(0);
        (observed.result, undefined.result) = split(result.unwrap_or_default().resized(size));
        let sizes = image.objects.iter().map(|of| of.content.bytes.len() as u64);
        let objects = self.placed.objects.iter().copied().zip(sizes).collect();
        (observed.objects, undefined.objects) = self.contents(objects);
        let sizes = image.globals.iter().map(|of| of.size);
        let globals = self.placed.globals.iter().copied().zip(sizes).collect();
        (observed.globals, undefined.globals) = self.contents(globals);
        let blocks = self.machine.memory.heap_blocks();
        observed.blocks = blocks
            .map(|(ptr, bytes)| Block {
                unset: Vec::new(),
                address: ptr.address(),
                bytes,
            })
            .collect();
        Watched {
            observed,
            undefined,
            stop: None,
        }
    }
}

/// The bytes, with zeros for undefined bits, and the mask of undefined bits.
fn split(image: Image) -> (Vec<u8>, Vec<u8>) {
    let bytes = Bytes::from(image);
    (bytes.bytes, bytes.undef)
}

fn ir_size(program: &Program, ty: TypeId) -> u64 {
    let module = &program.module;
    let size = module.layout.alloc_size(&module.types, ty);
    size.unwrap_or(0)
}

/// The options and limits of a run.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    pub ub_mode: UbMode,
    pub steps: u64,
    pub memory: u64,
}

/// The observations of a run, and why it stopped if it did not return.
#[derive(Clone, Debug)]
pub struct Watched {
    pub observed: Observed,
    pub undefined: Undefined,
    pub stop: Option<Stop>,
}

/// Masks of the undefined bits in an observation: a one for each bit without a value. A mask is empty where
/// all bits are defined. Heap blocks have no masks.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Undefined {
    pub result: Vec<u8>,
    pub objects: Vec<Vec<u8>>,
    pub globals: Vec<Vec<u8>>,
}

impl Watched {
    /// The observation with its undefined bits taken from another one, where they could have any value.
    pub fn completed_by(&self, other: &Observed) -> Observed {
        let mut observed = self.observed.clone();
        self.undefined.take(&mut observed, other);
        observed
    }
}

impl Undefined {
    /// Replaces the undefined bits of `observed` by those of another observation.
    pub fn take(&self, observed: &mut Observed, other: &Observed) {
        copy_masked(&mut observed.result, &self.result, &other.result);
        let objects = observed.objects.iter_mut().zip(&self.objects);
        let globals = observed.globals.iter_mut().zip(&self.globals);
        let others = other.objects.iter().zip(objects);
        for (other, (bytes, mask)) in others.chain(other.globals.iter().zip(globals)) {
            copy_masked(bytes, mask, other);
        }
    }
}

/// Replaces the bits in the mask by those of other bytes.
fn copy_masked(bytes: &mut [u8], mask: &[u8], others: &[u8]) {
    for ((byte, mask), other) in bytes.iter_mut().zip(mask).zip(others) {
        *byte = (*byte & !mask) | (other & mask);
    }
}

/// Runs a call in a new machine. A stop that is a limitation of the machine and no behaviour of the program,
/// such as a function without a model, is returned as an error.
pub fn observe(
    program: Rc<Program>,
    image: &CallImage,
    settings: Settings,
) -> Result<Watched, Stop> {
    run(program, image, settings, Placement::default()).map(|ran| ran.watched)
}

/// Which conditions a call meets, what stopped it if it did not return, and where: the stack, innermost first.
#[derive(Clone, Debug)]
pub struct Meeting {
    pub met: Met,
    pub stop: Option<Stop>,
    pub places: Vec<Place>,
}

/// Which conditions a call meets. The machine runs the program of the conditions.
pub fn meets(
    image: &CallImage,
    settings: Settings,
    conditions: &Conditions,
) -> Result<Meeting, Stop> {
    let console = Box::new(Buffered::with_stdin(image.stdin.clone()));
    let program = conditions.program().clone();
    let mut machine = machine_for(program, settings, Placement::default(), console)?;
    let placed = Placed::new(&mut machine, image)?;
    let args = placed.args(&mut machine)?;
    let (met, ended) = condition::run(&mut machine, placed.function, &args, conditions);
    let stop = ended.err();
    let places = match stop {
        Some(_) => machine.stack(),
        None => Vec::new(),
    };
    Ok(Meeting { met, stop, places })
}

fn machine_for(
    program: Rc<Program>,
    settings: Settings,
    placement: Placement,
    console: Box<dyn Console>,
) -> Result<ConcreteMachine, Stop> {
    let domain = Concrete {
        ub_mode: settings.ub_mode,
    };
    let limits = MemoryLimits {
        bytes: settings.memory,
        ..MemoryLimits::default()
    };
    let memory = ConcreteMemory::placed(limits, placement);
    let mut machine = new_machine(program, domain, memory, console)?;
    machine.limits = Limits {
        steps: settings.steps,
        ..Limits::default()
    };
    Ok(machine)
}

/// A finished run, with the state of its machine.
pub(super) struct FinishedRun {
    pub carried: Carried,
    pub watched: Watched,
}

pub(super) fn run(
    program: Rc<Program>,
    image: &CallImage,
    settings: Settings,
    placement: Placement,
) -> Result<FinishedRun, Stop> {
    let console = Rc::new(RefCell::new(Buffered::with_stdin(image.stdin.clone())));
    let machine = machine_for(program, settings, placement, Box::new(console.clone()))?;
    let mut carried = Carried::new(machine, image)?;
    let (end, result, stop) = match carried.run() {
        Ok(result) => (End::Returned, result, None),
        Err(stop) => match end_of(&stop) {
            Some(end) => (end, None, Some(stop)),
            None => return Err(stop),
        },
    };
    let mut watched = carried.observed(image, end, result);
    watched.stop = stop;
    let mut console = console.borrow_mut();
    watched.observed.stdout = std::mem::take(&mut console.stdout);
    watched.observed.stderr = std::mem::take(&mut console.stderr);
    Ok(FinishedRun { carried, watched })
}

/// How the native program ends where the machine stops; none if the machine cannot tell.
fn end_of(stop: &StopKind) -> Option<End> {
    Some(match stop {
        StopKind::Exit(status) => End::Exited(status & 0xff),
        StopKind::Abort(_) => End::Aborted,
        StopKind::Trap { end, .. } => end_of_trap(*end),
        StopKind::Ub(ub) => End::Trapped(signal_of(ub)),
        StopKind::StepLimit(_) => End::OutOfWork,
        StopKind::CallDepth(_) | StopKind::CallbackDepth(_) => End::Trapped("SIGSEGV".to_owned()),
        StopKind::OutOfMemory(_) => End::OverLimit("memory".to_owned()),
        _ => return None,
    })
}

/// A single function is compiled such that a panic aborts the process.
fn end_of_trap(end: NativeEnd) -> End {
    match end {
        NativeEnd::PANIC | NativeEnd::ABORT => End::Aborted,
        NativeEnd::Status(status) => End::Exited(i32::from(status)),
        NativeEnd::Signal(number) => {
            let known = SIGNALS.iter().find(|signal| signal.0 == number);
            End::Trapped(known.map_or_else(|| format!("signal {number}"), |of| of.1.to_owned()))
        }
    }
}

/// The signals of Linux that terminate a process by default.
const SIGNALS: &[(u8, &str)] = &[
    (1, "SIGHUP"),
    (2, "SIGINT"),
    (3, "SIGQUIT"),
    (4, "SIGILL"),
    (5, "SIGTRAP"),
    (7, "SIGBUS"),
    (8, "SIGFPE"),
    (9, "SIGKILL"),
    (10, "SIGUSR1"),
    (11, "SIGSEGV"),
    (12, "SIGUSR2"),
    (13, "SIGPIPE"),
    (14, "SIGALRM"),
    (15, "SIGTERM"),
];

/// The signal that undefined behaviour raises natively, or its description where the processor does not
/// detect it.
fn signal_of(ub: &Ub) -> String {
    match ub {
        Ub::DivisionByZero { .. } | Ub::DivisionOverflow { .. } => "SIGFPE".to_owned(),
        Ub::Null { .. }
        | Ub::OutOfBounds { .. }
        | Ub::PointerOverflow
        | Ub::UseAfterFree { .. }
        | Ub::UseAfterScope { .. }
        | Ub::WildPointer { .. }
        | Ub::WriteToConstant { .. }
        | Ub::NotAFunction => "SIGSEGV".to_owned(),
        Ub::Unreachable => "unreachable code".to_owned(),
        other => other.to_string(),
    }
}
