//! Tests as data, run by the machine and natively: the observables of both agree with each other and with
//! the expectations of the tests. The suites are those of the examples and of `tests/calls`.

use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use quell_compile::{Language, Toolbox};
use quell_exec::concrete::carry::{Settings, observe};
use quell_exec::{Program, UbMode};
use quell_frontend::{CompileJob, load};
use quell_ir::Module;
use quell_native::{Launcher, Options, Sandbox, Session};
use quell_results::read::parse_suite;
use quell_results::{TestCase, read_suite};
use quell_values::error::CallError;
use quell_values::lookup::Lookup;
use quell_values::{
    Callee, End, Given, Observed, Prepared, Surroundings, Types, check_result, compare,
};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn options() -> Options {
    let launcher = Launcher {
        program: env!("CARGO_BIN_EXE_quell-sandbox").into(),
        args: Vec::new(),
    };
    Options {
        cache: Some(Path::new(env!("CARGO_TARGET_TMPDIR")).join("harnesses")),
        workers: 2,
        ..Options::new(Sandbox::Required(launcher))
    }
}

struct Subject {
    file: String,
    module: Arc<Module>,
    language: Language,
    program: Rc<Program>,
    session: Session,
}

impl Subject {
    fn new(file: &str) -> Self {
        let tools = Toolbox::from_env();
        let unit = load(&CompileJob::new(root().join(file))).unwrap();
        let module = unit.module;
        Self {
            file: file.to_owned(),
            session: Session::build(&module, &tools, options()).unwrap(),
            program: Rc::new(Program::new(module.clone())),
            language: unit.language,
            module,
        }
    }

    fn prepare(&self, test: &TestCase) -> (Callee<'_>, Prepared) {
        let (callee, prepared) = self.prepared(test);
        let prepared = prepared.unwrap_or_else(|error| panic!("{}: {error}", test.id));
        (callee, prepared)
    }

    fn prepared(&self, test: &TestCase) -> (Callee<'_>, Result<Prepared, CallError>) {
        let types = Types::new(&self.module);
        let lookup = Lookup {
            module: &self.module,
            info: types.info,
            language: self.language,
            file: &self.file,
        };
        let function = lookup.find(&test.function).unwrap();
        let outside = self.session.outside().iter();
        let callee = Callee {
            outside: outside.map(|of| of.symbol.clone()).collect(),
            ..Callee::new(&lookup, types, function)
        };
        let args: Vec<Given> = test.args.iter().map(Given::from_json).collect();
        let globals = test.globals.iter();
        let around = Surroundings {
            globals: globals
                .map(|(name, value)| (name.clone(), Given::from_json(value)))
                .collect(),
            calls: calls(test),
            stdin: test.stdin.clone(),
            guard: test.guard,
        };
        let prepared = callee.prepare(&args, &around);
        (callee, prepared)
    }

    fn in_machine(&self, call: &Prepared) -> Observed {
        let settings = Settings {
            ub_mode: UbMode::Wrap,
            steps: 10_000_000,
            memory: 1 << 30,
        };
        let watched = observe(self.program.clone(), &call.image, settings);
        watched.unwrap().observed
    }

    fn check(&self, test: &TestCase) {
        let (callee, call) = self.prepare(test);
        let machine = self.in_machine(&call);
        let runs = self.session.run(&call.image, &[]);
        let mut native = runs
            .unwrap_or_else(|error| panic!("{} of {}: {error}", test.id, self.file))
            .original;
        for (who, observed) in [("machine", &machine), ("native", &native)] {
            self.check_expected(test, (&callee, &call), who, observed);
        }
        // The machine words the message of a panic differently.
        if native.end == End::Aborted {
            native.stderr = machine.stderr.clone();
        }
        let difference = compare(&callee, &call, &machine, &native);
        assert_eq!(
            difference, None,
            "machine and native, {} of {}",
            test.id, self.file
        );
    }

    fn check_expected(
        &self,
        test: &TestCase,
        (callee, call): (&Callee<'_>, &Prepared),
        who: &str,
        observed: &Observed,
    ) {
        let Some(expected) = &test.expected else {
            return;
        };
        if let Some(result) = &expected.result {
            let given = Given::from_json(result);
            let difference = check_result(callee, call, observed, &given).unwrap();
            assert_eq!(difference, None, "{who}, {} of {}", test.id, self.file);
        }
        if let Some(stdout) = &expected.stdout {
            assert_eq!(&observed.stdout, stdout, "{who}, {}", test.id);
        }
    }
}

fn calls(test: &TestCase) -> Vec<(String, Vec<Given>)> {
    let of = |results: &Vec<_>| results.iter().map(Given::from_json).collect();
    let calls = test.calls.iter();
    calls
        .map(|(name, results)| (name.clone(), of(results)))
        .collect()
}

fn agree(file: &str, suite: &str) {
    let subject = Subject::new(file);
    for test in read_suite(&root().join(suite)).unwrap().tests {
        subject.check(&test);
    }
}

#[test]
fn every_kind_of_value_in_c() {
    agree("tests/calls/kinds.c", "tests/calls/kinds-c.json");
}

#[test]
fn external_functions() {
    agree("tests/calls/outside.c", "tests/calls/outside.json");
}

#[test]
fn results_that_cannot_be_given_are_refused() {
    let subject = Subject::new("tests/calls/outside.c");
    for (calls, expected) in [
        (
            r#"{"readings": [1]}"#,
            "`readings` return cannot be said: it is defined in the file",
        ),
        (
            r#"{"note": [1]}"#,
            "`note` return cannot be said: it returns nothing",
        ),
        (
            r#"{"handle": [1]}"#,
            "it returns a pointer, which is always null",
        ),
        (
            r#"{"both": [[1, 2]]}"#,
            "what it returns takes several registers, as a structure",
        ),
        (
            r#"{"nowhere": [1]}"#,
            "the file does not call it; it calls both, byte_of, give_up",
        ),
        (r#"{"reading": [1, "x"]}"#, "result 2 of `reading`"),
        (r#"{"byte_of": [256]}"#, "result 1 of `byte_of`"),
        (
            r#"{"reading": [{"literal": "?"}]}"#,
            "a result has to have a value",
        ),
    ] {
        let text = format!(r#"{{"function": "readings", "args": [1], "calls": {calls}}}"#);
        let suite = parse_suite(&text, "t").unwrap();
        let error = subject.prepared(&suite.tests[0]).1.unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn every_kind_of_value_in_rust() {
    agree("tests/calls/kinds.rs", "tests/calls/kinds-rs.json");
}

#[test]
fn every_kind_of_value_in_fortran() {
    agree("tests/calls/kinds.f90", "tests/calls/kinds-f90.json");
}

/// The suites in the book call functions in C.
#[test]
fn suites_in_the_book() {
    let page = std::fs::read_to_string(root().join("book/src/tests.md")).unwrap();
    let subjects = ["tests/calls/kinds.c", "examples/control.c"].map(Subject::new);
    let blocks: Vec<&str> = page.split("```json\n").skip(1).collect();
    assert!(!blocks.is_empty());
    for block in blocks {
        let (text, _) = block.split_once("```").unwrap();
        for test in parse_suite(text, "tests.md").unwrap().tests {
            let has = |subject: &&Subject| subject.module.find_function(&test.function).is_some();
            let subject = subjects.iter().find(has);
            subject.expect("the function of a test").check(&test);
        }
    }
}

/// A suite belongs to the examples with its name, in any language.
#[test]
fn examples() {
    for suite in std::fs::read_dir(root().join("examples/tests")).unwrap() {
        let name = suite.unwrap().file_name().into_string().unwrap();
        let sources = ["c", "rs", "f90"].map(|kind| name.replace("json", kind));
        let sources = sources.map(|source| format!("examples/{source}"));
        let found: Vec<_> = sources.iter().filter(|s| root().join(s).exists()).collect();
        assert!(!found.is_empty(), "{name} belongs to no example");
        for source in found {
            agree(source, &format!("examples/tests/{name}"));
        }
    }
}
