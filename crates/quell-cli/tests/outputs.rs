//! The targets of Quell's output: standard output, pipes, files.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Output, Stdio};

const SOURCE: &str = "int smaller(int a, int b) { return a < b ? a : b; }\n";
const RUN: &str = "run a.c --function-timeout 5";
const USAGE: i32 = 240;
const UNWRITABLE: i32 = 251;

fn place() -> tempfile::TempDir {
    let place = tempfile::tempdir().unwrap();
    fs::write(place.path().join("a.c"), SOURCE).unwrap();
    place
}

fn command(place: &Path, line: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quell"));
    command
        .args(line.split(' '))
        .current_dir(place)
        .stdin(Stdio::null());
    command
}

fn run(place: &Path, line: &str, status: i32) -> Output {
    let output = command(place, line).output().unwrap();
    assert_eq!(output.status.code(), Some(status), "{line}: {output:?}");
    output
}

fn names(place: &Path) -> Vec<String> {
    let entries = fs::read_dir(place).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.collect()
}

fn schema(text: &[u8]) -> String {
    let object: serde_json::Value = serde_json::from_slice(text).unwrap();
    object["schema"].as_str().unwrap().to_owned()
}

#[test]
fn a_dash_is_standard_output() {
    let place = place();
    let place = place.path();
    for (option, wanted) in [("--tests -", "quell-tests-"), ("--json -", "quell-run-")] {
        let output = run(place, &format!("{RUN} {option}"), 0);
        let schema = schema(&output.stdout);
        assert!(schema.starts_with(wanted), "{schema}");
    }
    // Only one of them can go to standard output; the other may go to a file.
    run(place, &format!("{RUN} --tests - --json run.json"), 0);
    run(place, &format!("{RUN} --json - --tests tests.json"), 0);
    for both in ["--tests - --json -", "--tests - --json"] {
        let output = run(place, &format!("{RUN} {both}"), USAGE);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains("both print to standard output"), "{said}");
    }
    run(place, "score a.c --tests tests.json", 0);
    assert!(!names(place).contains(&"-".to_owned()), "{place:?}");
    run(place, &format!("{RUN} --tests ./-"), 0);
    assert!(schema(&fs::read(place.join("-")).unwrap()).starts_with("quell-tests-"));
}

#[test]
fn a_dash_is_refused_where_more_than_one_text_is_written() {
    let place = place();
    let place = place.path();
    fs::write(place.join("main.c"), "int main(void) { return 0; }\n").unwrap();
    run(place, "cc a.c main.c -o program", 0);
    let before = names(place);
    for line in [
        "mutants a.c --emit -",
        "mutants a.c --emit-meta -",
        "run a.c --log-queries -",
        "score program --test-cmd true --results -",
    ] {
        let output = run(place, line, USAGE);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(
            said.contains("standard output") && said.contains("`./-`"),
            "{line}: {said}"
        );
    }
    assert_eq!(names(place).len(), before.len());
}

fn fifo(place: &Path) {
    let made = Command::new("mkfifo").arg(place.join("pipe")).status();
    assert!(made.unwrap().success());
}

#[test]
fn the_error_names_a_pipe_without_a_reader() {
    let place = place();
    let place = place.path();
    fifo(place);
    for option in ["--tests", "--json"] {
        let output = run(place, &format!("{RUN} {option} pipe"), UNWRITABLE);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(
            said.contains("a pipe that no process reads") && said.contains("start its reader"),
            "{said}"
        );
    }
}

/// The reader of a pipe sees the end of the file after the whole output, not before the run begins.
#[test]
fn a_pipe_with_a_reader_gets_everything() {
    let place = place();
    let place = place.path();
    fifo(place);
    let read = File::create(place.join("read")).unwrap();
    let mut reader = Command::new("cat")
        .arg(place.join("pipe"))
        .stdout(read)
        .spawn()
        .unwrap();
    // Quell refuses the pipe until it has a reader.
    let written = (0..100).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(50));
        let line = format!("{RUN} --tests pipe");
        command(place, &line).output().unwrap().status.success()
    });
    if !written {
        reader.kill().unwrap();
    }
    assert!(reader.wait().unwrap().success() && written);
    let text = fs::read(place.join("read")).unwrap();
    assert!(schema(&text).starts_with("quell-tests-"));
}
