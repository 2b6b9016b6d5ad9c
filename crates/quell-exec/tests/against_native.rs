//! Runs the same C code in the machine and natively; both must compute the same words.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::rc::Rc;

use quell_compile::{OptLevel, Request, Toolbox, native_executable};
use quell_exec::concrete::{Concrete, ConcreteMemory};
use quell_exec::memory::Memory;
use quell_exec::{Buffered, Machine, Program, UbMode};
use quell_frontend::{CompileJob, Loader};
use quell_ir::GlobalRef;

fn source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/native")
        .join(name)
}

fn request(name: &str, level: OptLevel, flags: &[&str]) -> Request {
    Request::new(source(name)).at(level).with_flags(flags)
}

/// The output of the native program.
fn native(name: &str, level: OptLevel, flags: &[&str]) -> Vec<u64> {
    let directory = tempfile::tempdir().expect("a directory");
    let executable = directory.path().join("program");
    let flags: Vec<_> = flags.iter().copied().chain(["-DNATIVE"]).collect();
    native_executable(
        &request(name, level, &flags),
        &Toolbox::from_env(),
        &executable,
    )
    .unwrap_or_else(|error| panic!("{error}"));
    let output = Command::new(executable).output().expect("a run");
    assert!(output.status.success(), "the native program failed");
    let text = String::from_utf8(output.stdout).expect("text");
    text.lines()
        .map(|line| u64::from_str_radix(line, 16).expect("a number"))
        .collect()
}

/// The words of a global array after the machine called `run`.
fn in_machine(name: &str, level: OptLevel, flags: &[&str]) -> Vec<u64> {
    let request = request(name, level, flags);
    let job = CompileJob::new(request.path).with_arguments(request.extra_flags);
    let loaded = Loader::new(Toolbox::from_env()).at(level).load(&job);
    let unit = loaded.unwrap_or_else(|error| panic!("{error}"));
    let program = Rc::new(Program::new(unit.module));
    let ub_mode = match level {
        OptLevel::O0 => UbMode::Trap,
        _ => UbMode::Poison,
    };
    let (memory, console) = (ConcreteMemory::default(), Box::new(Buffered::default()));
    let mut machine = Machine::new(program.clone(), Concrete { ub_mode }, memory, console)
        .unwrap_or_else(|stop| panic!("{stop}"));
    let run = program
        .module
        .find_function("run")
        .expect("a function `run`");
    machine.call_function(run, &[]).unwrap_or_else(|stop| {
        panic!("{name} at {level}: {stop} at {:?}", machine.stack_at_stop())
    });
    let mut read = |name: &str, bytes: u64| {
        let Some(GlobalRef::Var(id)) = program.module.find(name) else {
            panic!("no variable `{name}`");
        };
        let ptr = machine.global_address(id);
        let (domain, memory) = (&mut machine.domain, &mut machine.memory);
        memory
            .read_bytes(domain, &ptr, bytes, "a result")
            .unwrap_or_else(|stop| panic!("{stop}"))
    };
    let count = u32::from_le_bytes(read("count", 4).try_into().expect("4 bytes"));
    let words = read("out", u64::from(count) * 8);
    let words = words.chunks_exact(8);
    words
        .map(|word| u64::from_le_bytes(word.try_into().expect("8 bytes")))
        .collect()
}

/// Compares at -O0 and -O2.
fn agrees(name: &str, flags: &[&str]) {
    for level in [OptLevel::O0, OptLevel::O2] {
        let (expected, got) = (native(name, level, flags), in_machine(name, level, flags));
        assert!(expected.len() > 50, "{name} computes next to nothing");
        assert_eq!(
            expected.len(),
            got.len(),
            "{name} at {level}: how many words"
        );
        let differing: Vec<_> = (0..)
            .zip(expected.iter().zip(&got))
            .filter(|(_, (expected, got))| expected != got)
            .take(10)
            .map(|(at, (expected, got))| format!("word {at}: {expected:x}, but {got:x}"))
            .collect();
        assert!(
            differing.is_empty(),
            "{name} at {level} with {flags:?} differs:\n{}",
            differing.join("\n")
        );
    }
}

#[test]
fn variadic_arguments() {
    agrees("varargs.c", &[]);
}

#[test]
fn mathematical_functions() {
    agrees("math.c", &["-fno-builtin"]);
}

#[test]
fn mathematical_functions_that_compilers_know() {
    agrees("math.c", &[]);
}

#[test]
fn complex_numbers() {
    agrees("complex.c", &["-fno-builtin"]);
}
