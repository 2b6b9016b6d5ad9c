//! Calls of functions that nobody defines, as the harness of native programs writes them down.

use quell_ir::TypeId;
use quell_values::Event;
use quell_values::annotations::is_input;

use super::{Concrete, Value, Word};
use crate::domain::Domain;
use crate::machine::Machine;
use crate::machine::outside::OutsideCall;
use crate::stop::{Stop, StopKind};
use crate::value::Val;

/// Notes a call, and gives its number if there is a result for it.
pub(super) fn happens(
    machine: &mut Machine<Concrete>,
    call: &OutsideCall<'_, Concrete>,
) -> Result<Option<Word>, Stop> {
    if !is_input(&machine.program.module, call.function) {
        let event = event(machine, call)?;
        machine.seen.push(event);
    }
    let Some(outside) = machine.outside.get_mut(&call.function) else {
        return Ok(None);
    };
    let number = outside.made;
    outside.made += 1;
    let is_given = call.results.is_some_and(|count| number < count);
    Ok(is_given.then(|| machine.domain.word(64, number)))
}

fn event(machine: &Machine<Concrete>, call: &OutsideCall<'_, Concrete>) -> Result<Event, Stop> {
    let pairs = call.args.iter().zip(&call.site.args);
    let arguments = pairs.map(|(value, arg)| bytes_of(machine, value, arg.ty));
    Ok(Event {
        arguments: arguments.collect::<Result<_, Stop>>()?,
        function: machine.program.name(call.function).to_owned(),
    })
}

/// The bytes that a store of the value would leave.
fn bytes_of(machine: &Machine<Concrete>, value: &Value, ty: TypeId) -> Result<Vec<u8>, Stop> {
    let shape = machine.program.shapes.get(ty)?;
    let mut bytes = match (value, shape.width()) {
        (Val::Word(word), Some(width)) => word.parts(width).0.to_le_bytes().to_vec(),
        (Val::Ptr(ptr), _) => ptr.address().to_le_bytes().to_vec(),
        _ => {
            let what = "a structure as an argument of a function that nobody defines";
            return Err(StopKind::Unsupported(what.to_owned()).into());
        }
    };
    bytes.resize(shape.size as usize, 0);
    Ok(bytes)
}
