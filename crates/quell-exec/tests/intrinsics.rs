//! Calls of intrinsics and their results, from a table, and integer intrinsics on every 8-bit value.

#[path = "intrinsics/exhaustive.rs"]
mod exhaustive;
#[path = "intrinsics/table.rs"]
mod table;

use std::rc::Rc;
use std::sync::Arc;

use quell_exec::concrete::{Concrete, ConcreteMemory, Value};
use quell_exec::program::shape::ShapeKind;
use quell_exec::{Buffered, Machine, Program, Stop, UbMode, Val};
use quell_ir::TypeId;
use quell_ir::parse::parse_module;

/// A machine with the module of a text.
pub fn machine(text: &str, ub_mode: UbMode) -> Machine<Concrete> {
    let module = parse_module(text, "test.ll").unwrap_or_else(|error| panic!("{error}\n{text}"));
    let program = Rc::new(Program::new(Arc::new(module)));
    let (memory, console) = (ConcreteMemory::default(), Box::new(Buffered::default()));
    Machine::new(program, Concrete { ub_mode }, memory, console)
        .unwrap_or_else(|stop| panic!("{stop}\n{text}"))
}

/// Calls the function `f`.
pub fn call(machine: &mut Machine<Concrete>, args: &[Value]) -> Result<Option<Value>, Stop> {
    let function = machine.program.module.find_function("f");
    machine.call_function(function.expect("a function `f`"), args)
}

/// A value as the table spells it: integers in decimal, floats by their bits in hexadecimal.
pub fn show(machine: &Machine<Concrete>, ty: TypeId, value: &Value) -> String {
    let shape = machine.program.shapes.get(ty).expect("a sized type");
    match (value, &shape.kind) {
        (Val::Word(word), ShapeKind::Int(width)) => match word.defined(*width) {
            None => "undef".to_owned(),
            Some(bits) if *width == 1 => bits.low_u64().to_string(),
            Some(bits) => bits.to_signed_string(),
        },
        (Val::Word(word), _) => {
            let width = shape.width().expect("a number");
            let digits = width as usize / 4;
            match word.defined(width) {
                None => "undef".to_owned(),
                Some(bits) => format!("0x{:0digits$X}", bits.low_u128()),
            }
        }
        (Val::Ptr(ptr), _) => format!("{ptr:?}"),
        (Val::Agg(members), kind) => {
            let (open, close) = match kind {
                ShapeKind::Vector { .. } => ('<', '>'),
                _ => ('{', '}'),
            };
            let types = &machine.program.module.types;
            let members: Vec<_> = (0..)
                .zip(members.iter())
                .map(|(i, member)| show(machine, types.member(ty, i).expect("a member"), member))
                .collect();
            format!("{open}{}{close}", members.join(", "))
        }
    }
}
