//! Calls of external functions in `quell exec`: what they return, and which were made.

use quell_exec::Concrete;
use quell_exec::library;
use quell_ir::Module;
use quell_values::error::CallError;
use quell_values::outside::{self, OutsideResult};
use quell_values::{Bytes, Callee, Event, Given, Image, Renderer, Shown, TypeRef};

use crate::args::OutsideCall;
use crate::objects::Objects;
use crate::outcome::Made;

/// Results of calls, by function. If a function is named again, its results are appended.
pub fn given(calls: &[OutsideCall]) -> Result<Vec<(String, Vec<Given>)>, CallError> {
    let mut all: Vec<(String, Vec<Given>)> = Vec::new();
    for OutsideCall { name, results } in calls {
        refuse_modelled(name)?;
        let results = results.iter().map(|text| Given::parse(text));
        match all.iter_mut().find(|(known, _)| known == name) {
            Some((_, before)) => before.extend(results),
            None => all.push((name.clone(), results.collect())),
        }
    }
    Ok(all)
}

/// Functions of the library return the results of their models, not values of the user.
fn refuse_modelled(name: &str) -> Result<(), CallError> {
    match library::find::<Concrete>(name) {
        None => Ok(()),
        Some(_) => Err(CallError::NotOutside {
            name: name.to_owned(),
            reason: "it is a function of the library and returns what it computes".to_owned(),
        }),
    }
}

/// What the user can do about a call of an undefined function, if anything.
pub fn advice(module: &Module, symbol: &str) -> Option<String> {
    let id = module.find_function(symbol)?;
    if outside::obstacle(module, id).is_some() {
        return None;
    }
    Some(match OutsideResult::of(module, &module.functions[id]) {
        OutsideResult::Number { .. } => {
            let said = format!("{symbol}=VALUE,VALUE");
            format!("say what it returns with --call {}", quoted(&said))
        }
        _ => format!("let its calls do nothing with --call {}", quoted(symbol)),
    })
}

/// As a shell takes it.
fn quoted(text: &str) -> String {
    match text.contains('(') {
        true => format!("'{text}'"),
        false => text.to_owned(),
    }
}

/// The calls that were made, in their order.
pub fn made(callee: &Callee<'_>, objects: &mut Objects<'_>) -> Vec<Made> {
    let events = objects.carried.machine.seen.clone();
    let one = |event: Event| Made {
        arguments: arguments(callee, objects, &event),
        function: event.function,
    };
    events.into_iter().map(one).collect()
}

fn arguments(callee: &Callee<'_>, objects: &mut Objects<'_>, event: &Event) -> Vec<Shown> {
    let module = callee.types.module;
    let function = module.find_function(&event.function);
    let params = function.map_or(&[][..], |id| &module.functions[id].params);
    let pairs = event.arguments.iter().zip(params);
    let shown = pairs.map(|(bytes, param)| {
        let bytes = Bytes {
            bytes: bytes.clone(),
            ..Bytes::default()
        };
        let mut renderer = Renderer::new(callee.types, objects);
        renderer.value(&Image::from(bytes), 0, TypeRef::Ir(param.ty))
    });
    shown.collect()
}
