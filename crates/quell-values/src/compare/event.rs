//! Calls of external functions, in their order.

use crate::compare::Difference;
use crate::compare::observable::{Observable, Seen};
use crate::compare::pair::Pair;
use crate::compare::walk::Walk;
use crate::compare::world::World;
use crate::observed::Event;
use crate::prepare::Callee;
use crate::types::TypeRef;

/// The first difference between the calls of two runs. Passed blocks are equal if they were found to correspond before.
pub fn compare(
    callee: &Callee<'_>,
    (a, b): (&World<'_>, &World<'_>),
    walk: &mut Walk<'_, '_>,
) -> Option<Difference> {
    let (before, after) = (&a.observed.events, &b.observed.events);
    (0..before.len().max(after.len())).find_map(|index| {
        let number = index + 1;
        match (before.get(index), after.get(index)) {
            (Some(a), Some(b)) if a.function == b.function => arguments(callee, walk, number, a, b),
            (a, b) => {
                let what = Observable::Call {
                    number: number as u64,
                    function: None,
                    argument: None,
                };
                Some(Difference::new(what, called(a), called(b)))
            }
        }
    })
}

fn called(event: Option<&Event>) -> Seen {
    let function = event.map(|event| event.function.clone());
    Seen::Call { function }
}

fn arguments(
    callee: &Callee<'_>,
    walk: &mut Walk<'_, '_>,
    number: usize,
    a: &Event,
    b: &Event,
) -> Option<Difference> {
    let call = |argument: Option<String>| Observable::Call {
        number: number as u64,
        function: Some(a.function.clone()),
        argument,
    };
    if a.arguments.len() != b.arguments.len() {
        let count = |event: &Event| Seen::Arguments {
            count: event.arguments.len() as u64,
        };
        return Some(Difference::new(call(None), count(a), count(b)));
    }
    let module = callee.types.module;
    let function = module.find_function(&a.function);
    let mut pairs = a.arguments.iter().zip(&b.arguments).enumerate();
    pairs.find_map(|(index, (a, b))| {
        let param = function.and_then(|id| module.functions[id].params.get(index));
        let ty = param.map_or(TypeRef::Void, |param| TypeRef::Ir(param.ty));
        let pair = Pair { a, b };
        let found = walk.at_call(pair, ty)?;
        let argument = found.path_from(&(index + 1).to_string());
        Some(Difference::new(
            call(Some(argument)),
            found.original,
            found.mutant,
        ))
    })
}
