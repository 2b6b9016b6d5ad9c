//! The concrete machine, monomorphised in this module.
//!
//! Generic code is compiled in each crate that instantiates it. These functions instantiate all of the
//! machine, so that the crates above link it instead of compiling the machine and every library model again.

use std::rc::Rc;

use quell_ir::FuncId;

use super::{Concrete, ConcreteMemory, Value};
use crate::host::Console;
use crate::library::start;
use crate::machine::Machine;
use crate::program::Program;
use crate::stop::Stop;

/// The machine over numbers.
pub type ConcreteMachine = Machine<Concrete>;

/// A machine with the globals of the program in memory.
#[inline(never)]
pub fn new_machine(
    program: Rc<Program>,
    domain: Concrete,
    memory: ConcreteMemory,
    console: Box<dyn Console>,
) -> Result<ConcreteMachine, Stop> {
    Machine::new(program, domain, memory, console)
}

/// Calls a function that is defined in the module, and runs it until it returns or stops.
#[inline(never)]
pub fn call(
    machine: &mut ConcreteMachine,
    function: FuncId,
    args: &[Value],
) -> Result<Option<Value>, Stop> {
    machine.call_function(function, args)
}

/// Runs `main`: see [`start::run_main`].
#[inline(never)]
pub fn run_program(
    machine: &mut ConcreteMachine,
    name: &[u8],
    args: &[Vec<u8>],
    env: &[Vec<u8>],
) -> Result<i32, Stop> {
    start::run_main(machine, name, args, env)
}
