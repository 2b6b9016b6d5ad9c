//! Stubs of external functions: a call is an event, and its result an input of the run.
//!
//! Pointers in an event are compared as after a native run: by object and offset. All pointers to local variables are equal,
//! for a native run cannot identify them.

use std::rc::Rc;

use quell_term::Term;
use quell_values::annotations::is_input;
use quell_values::unsupported::UnsupportedCall;

use crate::machine::Machine;
use crate::machine::stub::StubCall;
use crate::memory::ObjectKind;
use crate::program::op::ArgSite;
use crate::program::shape::ShapeKind;
use crate::stop::Stop;
use crate::symbolic::domain::{Alternative, Bound, Event, Ptr, Symbolic, TrapPolicy, Word};
use crate::symbolic::memory::SymbolicMemory;
use crate::value::Val;

/// The number of an object in an event: of an integer without an object, of any local variable, and the first of the others.
const NUMBER: u64 = 0;
const LOCAL: u64 = 1;
const OBJECTS: u64 = 2;

/// Records a call as an event. Returns its number among the calls of the function, where the result depends on that.
pub(crate) fn call_external(
    machine: &mut Machine<Symbolic>,
    call: &StubCall<'_, Symbolic>,
) -> Result<Option<Word>, Stop> {
    let program = machine.program.clone();
    let name = program.name(call.function);
    let what: Rc<str> = format!("call {name}").into();
    let mut words = Vec::new();
    for (value, arg) in call.args.iter().zip(&call.site.args) {
        words.extend(words_of(machine, value, arg)?);
    }
    let (memory, domain) = (&mut machine.memory, &mut machine.domain);
    let log = if is_input(&program.module, call.function) {
        &mut memory.input_log
    } else {
        &mut memory.log
    };
    let before = *log;
    let event = Event {
        what: what.clone(),
        words,
        texts: Vec::new(),
    };
    if domain.trap_policy != TrapPolicy::Record {
        domain.external_calls.insert(call.function);
    }
    let number = domain.events.count(&mut domain.pool, before, &what);
    if let Some(count) = call.results {
        let most = domain.pool.number(64, count);
        let beyond = domain.pool.ule(most, number);
        domain.reach_bound(beyond, Bound::Calls(call.function, count))?;
    }
    *log = domain.events.add(before, event);
    Ok(call.results.map(|_| Word::defined(number)))
}

/// An argument as terms, which are equal where a native run passes equal values.
fn words_of(
    machine: &mut Machine<Symbolic>,
    value: &Val<Symbolic>,
    arg: &ArgSite,
) -> Result<Vec<Term>, Stop> {
    let shape = machine.program.shapes.get(arg.ty)?;
    let (memory, domain) = (&machine.memory, &mut machine.domain);
    match value {
        Val::Word(word) => {
            if word.undef.is_some() && !arg.noundef {
                return Err(UnsupportedCall::UndefinedArgument.into());
            }
            let term = match shape.kind {
                ShapeKind::Float(format) => domain.float_passed(format, word.term),
                _ => word.term,
            };
            Ok(vec![term])
        }
        Val::Ptr(ptr) if arg.noundef || domain.pool.as_bool(ptr.undef) == Some(false) => {
            Ok(pointer_words(memory, domain, ptr))
        }
        _ => Err(UnsupportedCall::ExternalArgument.into()),
    }
}

impl Symbolic {
    /// A float by its value: all NaNs are equal.
    fn float_passed(&mut self, format: quell_bits::FloatFormat, term: Term) -> Term {
        self.note_floats();
        if quell_term::pattern_width(format) == self.pool.width(term) {
            self.pool.from_bits(format, term)
        } else {
            term
        }
    }
}

/// The object and the offset of a pointer, as terms.
fn pointer_words(memory: &SymbolicMemory, domain: &mut Symbolic, ptr: &Ptr) -> Vec<Term> {
    for object in ptr.alternatives.iter().filter_map(|of| of.object) {
        domain.events.escape(object);
    }
    let pool = &mut domain.pool;
    let (mut object, mut offset) = (pool.number(64, NUMBER), pool.number(64, 0));
    for alternative in &ptr.alternatives {
        let is_local = is_local(memory, alternative);
        let number = match alternative.object {
            None => NUMBER,
            Some(_) if is_local => LOCAL,
            Some(id) => OBJECTS + u64::from(id.0),
        };
        let number = pool.number(64, number);
        let at = if is_local {
            pool.number(64, 0)
        } else {
            alternative.offset
        };
        object = pool.ite(alternative.when, number, object);
        offset = pool.ite(alternative.when, at, offset);
    }
    vec![object, offset]
}

fn is_local(memory: &SymbolicMemory, alternative: &Alternative) -> bool {
    let object = alternative.object.and_then(|id| memory.object(id));
    object.is_some_and(|object| matches!(object.kind, ObjectKind::Stack(_)))
}
