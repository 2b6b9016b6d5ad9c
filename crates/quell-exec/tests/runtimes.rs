//! Programs in Rust and Fortran run in the machine as they do natively: same output, same end.
//!
//! Each file in `rust/` and `fortran/` is a program. It runs once for each line `stdin: TEXT` in its
//! comments, with that text and a line feed as its input; `\
//! ` stands for a line feed. A program that panics or stops with an error must do so with the same message.
//! `QUELL_ONLY=TEXT` runs only the files with the text in their path.

use std::cell::RefCell;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::rc::Rc;

use quell_compile::{OptLevel, Request, Toolbox, native_executable};
use quell_exec::concrete::ConcreteMemory;
use quell_exec::library::start::run_main;
use quell_exec::{Buffered, Concrete, Machine, Program, StopKind, UbMode};
use quell_frontend::{CompileJob, Loader};

/// The output of a program, and how it ended.
#[derive(Debug, PartialEq, Eq)]
struct Run {
    stdout: String,
    end: End,
}

#[derive(Debug, PartialEq, Eq)]
enum End {
    Status(i32),
    /// A panic or an error stop with its message, which may have several lines.
    Trap(String),
    Other(String),
}

fn programs(folder: &str, extensions: &[&str]) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests")
        .join(folder);
    let entries = fs::read_dir(folder).expect("the folder is part of the repository");
    let mut files: Vec<_> = entries
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| {
            let extension = path.extension().and_then(|extension| extension.to_str());
            extension.is_some_and(|extension| extensions.contains(&extension))
        })
        .collect();
    files.sort();
    files
}

/// The inputs that a file lists.
fn inputs_of(source: &Path) -> Vec<String> {
    let text = fs::read_to_string(source).expect("a readable file");
    let marked = text.lines().filter_map(|line| line.split_once(" stdin: "));
    let inputs: Vec<_> = marked
        .map(|(_, input)| format!("{}\n", input.replace("\\n", "\n")))
        .collect();
    if inputs.is_empty() {
        vec![String::new()]
    } else {
        inputs
    }
}

fn parsed(request: &Request, tools: &Toolbox) -> Rc<Program> {
    let job = CompileJob::new(&request.path).with_arguments(&request.extra_flags);
    let loaded = Loader::new(tools.clone()).at(request.opt_level).load(&job);
    let unit = loaded.unwrap_or_else(|error| panic!("{error}"));
    Rc::new(Program::new(unit.module))
}

fn run_in_machine(program: &Rc<Program>, level: OptLevel, input: &str) -> Run {
    let console = Rc::new(RefCell::new(Buffered::with_stdin(input.into())));
    let domain = Concrete {
        ub_mode: match level {
            OptLevel::O0 => UbMode::Trap,
            _ => UbMode::Poison,
        },
    };
    let memory = ConcreteMemory::default();
    let console_of_machine = Box::new(console.clone());
    let end = match Machine::new(program.clone(), domain, memory, console_of_machine) {
        Ok(mut machine) => {
            let ended = run_main(&mut machine, b"program", &[], &[]);
            ended.map_or_else(|stop| stopped(&machine, &stop), End::Status)
        }
        Err(stop) => End::Other(stop.to_string()),
    };
    let stdout = String::from_utf8_lossy(&console.borrow().stdout).into_owned();
    Run { stdout, end }
}

/// Why the machine stopped, and if that is unexpected, the call stack.
fn stopped(machine: &Machine<Concrete>, stop: &StopKind) -> End {
    if let StopKind::Trap { message, .. } = stop {
        return End::Trap(without_library_place(message));
    }
    let stack = machine.stack_at_stop().iter();
    let names = stack.map(|place| machine.program.name(place.function));
    End::Other(format!("{stop} in {:?}", names.take(4).collect::<Vec<_>>()))
}

fn run_natively(executable: &Path, input: &str) -> Run {
    let mut child = Command::new(executable)
        .env("RUST_BACKTRACE", "0")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it was just built");
    let mut stdin = child.stdin.take().expect("a pipe");
    // A program may end without reading its input.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    let output = child.wait_with_output().expect("it runs");
    let stderr = String::from_utf8_lossy(&output.stderr);
    let end = match (message(&stderr), output.status.code()) {
        (Some(message), _) => End::Trap(message),
        (None, Some(status)) => End::Status(status),
        (None, None) => End::Other(stderr.into_owned()),
    };
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    Run { stdout, end }
}

/// The message of a Rust panic (`... panicked at PLACE:`, then the text) or a Fortran `ERROR STOP`.
fn message(stderr: &str) -> Option<String> {
    let fatal = ["Fortran ERROR STOP", "fatal Fortran runtime error"];
    let mut lines = stderr.lines();
    if let Some(line) = lines.find(|line| fatal.iter().any(|start| line.starts_with(start))) {
        return Some(line.to_owned());
    }
    let (_, panic) = stderr.split_once(" panicked at ")?;
    let (place, text) = panic.split_once(":\n")?;
    let text = text.split("\nnote: ").next()?.trim_end();
    Some(without_library_place(&format!(
        "panicked at {place}: {text}"
    )))
}

/// Removes places inside the Rust library, which the models of its functions do not have.
fn without_library_place(message: &str) -> String {
    match message.strip_prefix("panicked at /rustc/") {
        Some(rest) => format!(
            "panicked: {}",
            rest.split_once(": ").map_or("", |parts| parts.1)
        ),
        None => message.to_owned(),
    }
}

fn compare(folder: &str, extensions: &[&str]) {
    let tools = Toolbox::from_env();
    let mut failures = Vec::new();
    let files = programs(folder, extensions);
    assert!(!files.is_empty(), "no programs in {folder}");
    let only = std::env::var("QUELL_ONLY").unwrap_or_default();
    for file in files
        .iter()
        .filter(|file| file.to_string_lossy().contains(&only))
    {
        for level in [OptLevel::O0, OptLevel::O2] {
            failures.extend(failures_of(file, level, &tools));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn failures_of(file: &Path, level: OptLevel, tools: &Toolbox) -> Vec<String> {
    let request = Request::new(file).at(level);
    let scratch = tempfile::tempdir().expect("a scratch directory");
    let executable = scratch.path().join("program");
    native_executable(&request, tools, &executable).expect("the file compiles");
    let program = parsed(&request, tools);
    let mut failures = Vec::new();
    for input in inputs_of(file) {
        let native = run_natively(&executable, &input);
        let machine = run_in_machine(&program, level, &input);
        if native != machine {
            let place = format!("{} at {level}, input {input:?}", file.display());
            failures.push(report(&place, &native, &machine));
        }
    }
    failures
}

/// The first line that differs, and how both runs ended.
fn report(place: &str, native: &Run, machine: &Run) -> String {
    let pairs = native.stdout.lines().zip(machine.stdout.lines());
    let differing = pairs
        .enumerate()
        .find(|(_, (native, machine))| native != machine);
    let line = match differing {
        Some((index, (native, machine))) => {
            format!(
                "line {}:\n  native  |{native}|\n  machine |{machine}|",
                index + 1
            )
        }
        None => format!(
            "{} bytes of output natively, {} in the machine",
            native.stdout.len(),
            machine.stdout.len()
        ),
    };
    format!(
        "{place}: {line}\n  native  {:?}\n  machine {:?}",
        native.end, machine.end
    )
}

#[test]
fn fortran_programs_run_as_they_do_natively() {
    compare("fortran", &["f", "f90"]);
}

#[test]
fn rust_programs_run_as_they_do_natively() {
    compare("rust", &["rs"]);
}
