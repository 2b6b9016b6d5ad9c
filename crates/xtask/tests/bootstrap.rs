//! `scripts/bootstrap` installs missing tools if it may, and otherwise reports exactly which are missing. It
//! runs in a simulated machine: a PATH that contains only a few fake tools.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/bootstrap");

struct Machine(TempDir);

impl Machine {
    fn new(user_id: u32) -> Machine {
        let machine = Machine(tempfile::tempdir().expect("a temporary directory"));
        machine.add_tool("id", &format!("echo {user_id}"));
        machine
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    /// The script is written by another process: a file that this process holds open for writing cannot be
    /// executed.
    fn add_tool(&self, name: &str, script: &str) {
        let source = self.path().join(format!("{name}.txt"));
        fs::write(&source, format!("#!/bin/sh\n{script}\n")).unwrap();
        let status = Command::new("install")
            .args(["-m", "755"])
            .args([&source, &self.path().join(name)])
            .status();
        assert!(status.is_ok_and(|status| status.success()));
    }

    /// A fake `apt-get` that records its arguments.
    fn add_apt(&self) {
        let log = self.path().join("apt.log");
        self.add_tool("apt-get", &format!("echo \"$@\" >> '{}'", log.display()));
    }

    fn apt_log(&self) -> String {
        fs::read_to_string(self.path().join("apt.log")).unwrap_or_default()
    }

    fn bootstrap(&self) -> Output {
        Command::new("/bin/sh")
            .arg(SCRIPT)
            .env("PATH", self.path())
            .output()
            .expect("a shell")
    }
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn an_ordinary_user_gets_instructions_to_install_what_is_missing() {
    let machine = Machine::new(1000);
    machine.add_apt();
    machine.add_tool("cargo", "");
    machine.add_tool("csmith", "");
    let output = machine.bootstrap();
    let message = stderr(&output);
    assert_eq!(output.status.code(), Some(1), "{message}");
    assert!(
        message.contains("clang-19 (no clang-19): compiles C"),
        "{message}"
    );
    assert!(
        message.contains("flang-19 (no flang-new-19): "),
        "{message}"
    );
    assert!(
        message.contains("apt-get install clang-19 clang-16"),
        "{message}"
    );
    assert!(!message.contains(" csmith "), "it is there: {message}");
    assert_eq!(
        machine.apt_log(),
        "",
        "nothing is installed behind the user's back"
    );
}

#[test]
fn root_on_debian_gets_exactly_what_is_missing() {
    let machine = Machine::new(0);
    machine.add_apt();
    machine.add_tool("cargo", "");
    machine.add_tool("csmith", "");
    let output = machine.bootstrap();
    assert!(output.status.success(), "{}", stderr(&output));
    let log = machine.apt_log();
    let (update, install) = log.split_once('\n').expect("two commands");
    assert!(update.starts_with("update"), "{log}");
    assert!(
        install.contains(" clang-19 clang-16 clang-15 llvm-19"),
        "{log}"
    );
    assert!(!install.contains(" csmith "), "{log}");
}

#[test]
fn a_missing_cargo_has_its_own_message() {
    let machine = Machine::new(0);
    machine.add_apt();
    let output = machine.bootstrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stderr(&output).contains("install Rust"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn a_complete_machine_needs_nothing() {
    let machine = Machine::new(0);
    machine.add_apt();
    let path = std::env::var("PATH").unwrap_or_default();
    let output = Command::new("/bin/sh")
        .arg(SCRIPT)
        .env("PATH", format!("{}:{path}", machine.path().display()))
        .output()
        .expect("a shell");
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!((output.stdout.len(), machine.apt_log().as_str()), (0, ""));
}
