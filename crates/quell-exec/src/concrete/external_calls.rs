//! Calls of external functions, recorded as the native harness records them.

use quell_ir::TypeId;
use quell_values::Event;
use quell_values::annotations::is_input;
use quell_values::unsupported::UnsupportedCall;

use super::{Concrete, Value, Word};
use crate::domain::Domain;
use crate::machine::Machine;
use crate::machine::stub::StubCall;
use crate::stop::Stop;
use crate::value::Val;

/// Records a call. Returns its number among the calls of the function, if there is a result for it.
pub(super) fn record_call(
    machine: &mut Machine<Concrete>,
    call: &StubCall<'_, Concrete>,
) -> Result<Option<Word>, Stop> {
    if !is_input(&machine.program.module, call.function) {
        let event = event(machine, call)?;
        machine.seen.push(event);
    }
    let Some(stub) = machine.stubs.get_mut(&call.function) else {
        return Ok(None);
    };
    let number = stub.made;
    stub.made += 1;
    let is_given = call.results.is_some_and(|count| number < count);
    Ok(is_given.then(|| machine.domain.word(64, number)))
}

fn event(machine: &Machine<Concrete>, call: &StubCall<'_, Concrete>) -> Result<Event, Stop> {
    let pairs = call.args.iter().zip(&call.site.args);
    let arguments = pairs.map(|(value, arg)| bytes_of(machine, value, arg.ty));
    Ok(Event {
        arguments: arguments.collect::<Result<_, Stop>>()?,
        function: machine.program.name(call.function).to_owned(),
    })
}

/// The bytes that a store of the value would write.
fn bytes_of(machine: &Machine<Concrete>, value: &Value, ty: TypeId) -> Result<Vec<u8>, Stop> {
    let shape = machine.program.shapes.get(ty)?;
    let mut bytes = match (value, shape.width()) {
        (Val::Word(word), Some(width)) => word.parts(width).0.to_le_bytes().to_vec(),
        (Val::Ptr(ptr), _) => ptr.address().to_le_bytes().to_vec(),
        _ => return Err(UnsupportedCall::StructArgument.into()),
    };
    bytes.resize(shape.size as usize, 0);
    Ok(bytes)
}
