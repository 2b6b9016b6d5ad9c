//! The machine over numbers, compiled here and nowhere else.
//!
//! Generic code is compiled where it is used with a domain. These functions use all of it, so that
//! the crates above find it ready instead of compiling the machine and every library model again.

use std::rc::Rc;

use quell_ir::FuncId;

use super::{Concrete, ConcreteMemory, Value};
use crate::host::Console;
use crate::library::start;
use crate::machine::Machine;
use crate::program::Program;
use crate::stop::Stop;

/// The machine that computes.
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

/// Calls a function defined in the module and runs it to its end.
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
