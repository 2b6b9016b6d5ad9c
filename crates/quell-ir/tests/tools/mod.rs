//! Running compilers and compiled programs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    O0,
    O2,
}

impl Level {
    fn digit(self) -> &'static str {
        match self {
            Self::O0 => "0",
            Self::O2 => "2",
        }
    }
}

/// Runs a tool that must succeed.
pub fn run(tool: &str, args: &[&str]) -> Output {
    finish(Command::new(tool).args(args))
}

fn finish(command: &mut Command) -> Output {
    let output = command.output();
    let output = output.unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}:\n{errors}");
    output
}

/// A program in the data of these tests.
pub struct Source {
    path: PathBuf,
}

impl Source {
    pub fn new(name: &str) -> Self {
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/print");
        Self {
            path: data.join(name),
        }
    }

    /// One build per compiler of the language.
    pub fn builds(&self, level: Level) -> Vec<Build> {
        let compilers: &[&str] = match self.path.extension().and_then(|ext| ext.to_str()) {
            Some("c") => &["clang-15", "clang-16", "clang-19"],
            Some("rs") => &["rustc"],
            _ => &["flang-new-19"],
        };
        let build = |&compiler| Build::new(self.path.clone(), compiler, level);
        compilers.iter().map(build).collect()
    }
}

/// A program, the compiler for it, and a directory to work in.
pub struct Build {
    source: PathBuf,
    compiler: &'static str,
    level: Level,
    dir: tempfile::TempDir,
}

/// The observable behaviour of a run.
pub type Seen = (String, Option<i32>);

/// A linker for rustc that replaces the object of the crate by another one.
const LINKER: &str = r#"#!/bin/sh
for arg; do
  shift
  case "$arg" in *-cgu.0.rcgu.o) arg=$PRINTED_OBJECT ;; esac
  set -- "$@" "$arg"
done
exec cc "$@"
"#;

impl Build {
    fn new(source: PathBuf, compiler: &'static str, level: Level) -> Self {
        let dir = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a directory");
        Self {
            source,
            compiler,
            level,
            dir,
        }
    }

    pub fn name(&self) -> String {
        let file = self.source.file_name().unwrap_or_default();
        format!(
            "{} of {} at {:?}",
            file.display(),
            self.compiler,
            self.level
        )
    }

    pub fn path(&self, file: &str) -> String {
        self.dir.path().join(file).display().to_string()
    }

    pub fn write(&self, file: &str, text: &str) -> String {
        let path = self.path(file);
        fs::write(&path, text).expect("a file in the directory");
        path
    }

    /// The compiler with options for reproducible code.
    fn command(&self) -> Command {
        let digit = self.level.digit();
        let mut command = Command::new(self.compiler);
        match self.compiler {
            "rustc" => {
                command.arg(format!("-Copt-level={digit}"));
                command.args(["-Cdebuginfo=2", "-Ccodegen-units=1", "--edition=2021"]);
                command.args(["--cap-lints", "allow"]);
            }
            "flang-new-19" => {
                command.args([format!("-O{digit}"), "-g".to_owned()]);
                command.arg("-module-dir").arg(self.dir.path());
            }
            _ => {
                command.args([format!("-O{digit}"), "-g".to_owned(), "-w".to_owned()]);
                command.args(["-Xclang", "-disable-O0-optnone"]);
            }
        }
        command.arg(&self.source);
        command
    }

    pub fn emit_ir(&self) -> String {
        let file = self.path("original.ll");
        let mut command = self.command();
        match self.compiler {
            "rustc" => command.arg("--emit=llvm-ir"),
            _ => command.args(["-S", "-emit-llvm"]),
        };
        finish(command.args(["-o", &file]));
        fs::read_to_string(file).expect("the compiler's output")
    }

    pub fn run_native(&self) -> Seen {
        let program = self.path("native");
        let mut command = self.command();
        if self.compiler.starts_with("clang") {
            command.arg("-lm");
        }
        finish(command.args(["-o", &program]));
        seen(&program)
    }

    /// Compiles IR text with clang-19, optimised so that wrong attributes or flags in it take effect,
    /// and runs it.
    pub fn run_printed(&self, file: &str) -> Seen {
        let (object, program) = (self.path("printed.o"), self.path("printed"));
        run(
            "clang-19",
            &["-w", "-O2", "-fPIC", "-c", file, "-o", &object],
        );
        match self.compiler {
            "rustc" => {
                let linker = self.linker();
                let mut command = self.command();
                command.arg(format!("-Clinker={linker}"));
                command.env("PRINTED_OBJECT", &object);
                finish(command.args(["-o", &program]));
            }
            "flang-new-19" => {
                run("flang-new-19", &[&object, "-o", &program]);
            }
            _ => {
                run("clang-19", &[&object, "-lm", "-o", &program]);
            }
        }
        seen(&program)
    }

    fn linker(&self) -> String {
        use std::os::unix::fs::PermissionsExt;
        let linker = self.write("linker", LINKER);
        let executable = fs::Permissions::from_mode(0o755);
        fs::set_permissions(&linker, executable).expect("the linker is ours");
        linker
    }
}

fn seen(program: &str) -> Seen {
    let output = Command::new(program).output().expect("a program to run");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    (text, output.status.code())
}
