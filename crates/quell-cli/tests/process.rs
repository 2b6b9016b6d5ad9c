//! Tests that a list of commands and outputs cannot express: pipes, colours, intermediate files.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

fn sources() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/commands")
}

fn quell(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quell"));
    command.args(args).current_dir(sources());
    command
}

fn run(args: &[&str]) -> Output {
    quell(args).output().unwrap()
}

fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

#[test]
fn the_demo_finds_no_difference() {
    let demo = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../scripts/demo");
    let output = Command::new(demo)
        .env("QUELL", env!("CARGO_BIN_EXE_quell"))
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stdout)
    );
    let agreements = stdout(&output)
        .lines()
        .filter(|line| line.ends_with("agree"))
        .count();
    assert_eq!(agreements, 18, "six triangles in three languages");
    let shown = stdout(&output);
    for line in [
        "    + return 1 - (a == b) + (b == c || a == c);\n",
        "function  mutants  executed  weakly killed  killed  timeouts  same code   score\n",
        "20 tests reach 12 of 12 blocks and 13 of 14 branches\n",
        "minimum         5       4           1          0             0          0         0        0      2\n",
    ] {
        assert!(shown.contains(line), "{shown}");
    }
}

#[test]
fn bitcode_runs_like_its_source() {
    let bitcode = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("values.bc");
    let clang = Command::new("clang-19")
        .args(["-g", "-c", "-emit-llvm", "values.c", "-o"])
        .arg(&bitcode)
        .current_dir(sources())
        .status();
    assert!(clang.unwrap().success());
    let bitcode = bitcode.to_str().unwrap();
    let output = run(&["exec", bitcode, "-f", "swap", "--", "{1, 2}"]);
    assert_eq!(stdout(&output), "result: struct point {x: 2, y: 1}\n");
}

#[test]
fn input_streams_through_a_pipe() {
    let mut child = quell(&["exec", "program.c", "--", "count"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(&[b'x'; 100_000]).unwrap();
    drop(input);
    let output = child.wait_with_output().unwrap();
    assert_eq!(stdout(&output), "count\n100000 bytes\n");
    assert_eq!(output.status.code(), Some(2));
}

/// A signal ends the program, as in a native run.
#[test]
fn writing_into_a_closed_pipe_ends_the_program() {
    let mut child = quell(&["exec", "program.c", "--", "forever"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(141));
}

#[test]
fn colours_only_where_they_are_wanted() {
    let args = ["exec", "trouble.c", "-f", "outer", "--", "46341"];
    let coloured = |name: &str, value: &str| {
        let output = quell(&args).env(name, value).output().unwrap();
        output.stderr.contains(&0x1b)
    };
    assert!(coloured("CLICOLOR_FORCE", "1"));
    assert!(!coloured("NO_COLOR", "1"));
    assert!(!run(&args).stderr.contains(&0x1b));
}

#[test]
fn output_that_is_no_text_is_passed_on_as_it_is() {
    let output = run(&["exec", "program.c", "--", "bytes"]);
    assert_eq!(output.stdout, b"bytes\n\xff\0\x80");
    let output = run(&["exec", "program.c", "--json", "--", "bytes"]);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let bytes: Vec<u64> = json["stdout"]
        .as_array()
        .unwrap()
        .iter()
        .map(|byte| byte.as_u64().unwrap())
        .collect();
    assert_eq!(bytes, [98, 121, 116, 101, 115, 10, 255, 0, 128]);
}

#[cfg(unix)]
#[test]
fn arguments_need_not_be_utf8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    let bad = OsStr::from_bytes(b"\xff");
    let output = quell(&["exec", "program.c", "--"])
        .arg(bad)
        .output()
        .unwrap();
    assert_eq!(output.stdout, b"\xff\n");
    let call = ["exec", "values.c", "-f", "length", "--"];
    let output = quell(&call).arg(bad).output().unwrap();
    assert_eq!(output.status.code(), Some(246));
}

/// A value of an infinite type is shown to a limited depth.
#[test]
fn values_of_infinite_types_are_shown_to_a_limited_depth() {
    let output = run(&["exec", "malformed.ll", "-f", "doubling", "--", "?"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stdout.starts_with(b"result: struct twins {me: "));
}

/// The exit code of a command whose standard output is `/dev/full`.
fn to_full(args: &[&str]) -> Option<i32> {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full");
    let mut command = quell(args);
    command.stdout(full.unwrap()).stderr(Stdio::null());
    command.status().unwrap().code()
}

#[test]
fn lost_output_is_an_error() {
    let call = ["exec", "values.c", "-f", "add", "--", "1", "2"];
    assert_eq!(to_full(&call), Some(251));
    assert_eq!(
        to_full(&[&["exec", "--json"][..], &call[1..]].concat()),
        Some(251)
    );
    assert_eq!(to_full(&["exec", "program.c", "--", "flush"]), Some(9));
}
