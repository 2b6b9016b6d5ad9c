//! Prepares tests: encodes them, and checks whether they are valid for the original.

use std::collections::BTreeMap;
use std::rc::Rc;

use quell_exec::Program;
use quell_exec::concrete::carry::{self, Invalid, validate};
use quell_exec::frames::CallStack;
use quell_exec::machine::Place;
use quell_ir::FuncId;
use quell_results::{Reason, TestCase};
use quell_values::{Callee, Given, Prepared, Surroundings, Types, outside};
use serde_json::Value;

use super::error::{InvalidTest, ScoreError, WhyInvalid};
use super::{Settings, Subject};
use crate::NativeError;
use crate::reason::reason_of;
use crate::session::Session;

/// A test as a call.
#[derive(Debug)]
pub struct Ready<'m> {
    pub case: &'m TestCase,
    pub callee: Rc<Callee<'m>>,
    pub call: Prepared,
    /// Why the machine could not check that the original has no undefined behaviour on it.
    pub unchecked: Option<Reason>,
}

/// Prepares all tests, or reports why they are invalid.
pub fn ready<'m>(
    subject: &Subject<'m>,
    cases: &'m [TestCase],
    settings: &Settings,
) -> Result<Vec<Ready<'m>>, ScoreError> {
    let mut preparation = Preparation {
        subject,
        callees: BTreeMap::new(),
    };
    let (mut ready, mut bad) = (Vec::new(), Vec::new());
    for case in cases {
        if settings.is_stopped() {
            return Err(NativeError::Interrupted.into());
        }
        match preparation.test(case) {
            Ok(test) => ready.push(test),
            Err(why) => bad.push(InvalidTest {
                id: case.id.clone(),
                why,
            }),
        }
    }
    match bad.is_empty() {
        true => Ok(ready),
        false => Err(ScoreError::InvalidTests(bad)),
    }
}

/// Runs the original on all tests in the machine, which detects undefined behaviour. The functions with stubs are known
/// by now.
pub fn check(
    subject: &Subject<'_>,
    tests: &mut [Ready<'_>],
    session: &Session,
    settings: &Settings,
) -> Result<(), ScoreError> {
    let check = Check {
        subject,
        settings,
        program: Rc::new(Program::new(subject.shared.clone())),
    };
    let mut bad = Vec::new();
    for test in tests {
        if settings.is_stopped() {
            return Err(NativeError::Interrupted.into());
        }
        match check.test(test, session) {
            Ok(unchecked) => test.unchecked = unchecked,
            Err(why) => bad.push(InvalidTest {
                id: test.case.id.clone(),
                why,
            }),
        }
    }
    match bad.is_empty() {
        true => Ok(()),
        false => Err(ScoreError::InvalidTests(bad)),
    }
}

/// How the machine runs the original on a test.
pub fn machine_settings(settings: &Settings) -> carry::Settings {
    carry::Settings {
        ub_mode: settings.ub,
        steps: settings.steps,
        memory: settings.native.limits.memory_bytes,
    }
}

fn given_calls((name, results): (&String, &Vec<Value>)) -> (String, Vec<Given>) {
    (name.clone(), results.iter().map(Given::from_json).collect())
}

struct Preparation<'a, 'm> {
    subject: &'a Subject<'m>,
    callees: BTreeMap<FuncId, Rc<Callee<'m>>>,
}

struct Check<'a, 'm> {
    subject: &'a Subject<'m>,
    settings: &'a Settings,
    program: Rc<Program>,
}

impl<'m> Preparation<'_, 'm> {
    fn test(&mut self, case: &'m TestCase) -> Result<Ready<'m>, WhyInvalid> {
        let callee = self.callee(&case.function)?;
        let args: Vec<Given> = case.args.iter().map(Given::from_json).collect();
        let globals = case.globals.iter();
        let around = Surroundings {
            globals: globals
                .map(|(name, value)| (name.clone(), Given::from_json(value)))
                .collect(),
            calls: case.calls.iter().map(given_calls).collect(),
            stdin: case.stdin.clone(),
            guard: case.guard,
        };
        let call = callee.prepare(&args, &around);
        let call = call.map_err(|error| WhyInvalid::Shape {
            function: case.function.clone(),
            error,
        })?;
        Ok(Ready {
            case,
            callee,
            call,
            unchecked: None,
        })
    }

    fn callee(&mut self, name: &str) -> Result<Rc<Callee<'m>>, WhyInvalid> {
        let lookup = &self.subject.lookup;
        let function = lookup.find(name)?;
        let callee = self.callees.entry(function).or_insert_with(|| {
            let types = Types::new(lookup.module);
            Rc::new(Callee::new(lookup, types, function))
        });
        Ok(callee.clone())
    }
}

impl Check<'_, '_> {
    fn test(&self, test: &mut Ready<'_>, session: &Session) -> Result<Option<Reason>, WhyInvalid> {
        let known = || session.outside().iter().map(|of| of.symbol.as_str());
        let mut spoken_of = test.call.image.outside.iter();
        let unknown = spoken_of.find(|of| known().all(|symbol| symbol != of.symbol));
        if let Some(unknown) = unknown {
            let error = NativeError::NotOutside(unknown.symbol.clone());
            return Err(WhyInvalid::NotOutside(error.to_string()));
        }
        let completed = outside::complete(&test.callee.types, &mut test.call.image, known());
        completed.map_err(|error| WhyInvalid::Shape {
            function: test.case.function.clone(),
            error,
        })?;
        self.undefined(&test.call)
    }

    /// Runs the original in the machine, which detects undefined behaviour. If the machine cannot run it,
    /// the reason is returned.
    fn undefined(&self, call: &Prepared) -> Result<Option<Reason>, WhyInvalid> {
        let settings = machine_settings(self.settings);
        match validate(self.program.clone(), &call.image, settings) {
            Ok(_) => Ok(None),
            Err(Invalid::Unchecked(stop)) => Ok(Some(reason_of(&stop))),
            Err(Invalid::Placement) => Err(WhyInvalid::Placement),
            Err(Invalid::Undefined { ub, places }) => Err(WhyInvalid::Undefined {
                overflows: ub.is_overflow(),
                what: ub.to_string(),
                place: self.place(&places),
            }),
        }
    }

    fn place(&self, places: &[Place]) -> String {
        let stack = CallStack::new(&self.subject.lookup, places);
        let frame = stack.frames.first();
        let place = frame.and_then(|frame| Some((frame.file.as_ref()?, frame.line, frame.column)));
        place.map_or_else(String::new, |(file, line, column)| {
            format!(" at {file}:{line}:{column}")
        })
    }
}
