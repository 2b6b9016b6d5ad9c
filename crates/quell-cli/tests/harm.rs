//! Quell harms nothing of the user: no file is lost, no command waits forever, and no temporary files or processes remain.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

const SOURCE: &str = "int smaller(int a, int b) { return a < b ? a : b; }\n";
const SUITE: &str =
    "{\"schema\": \"quell-tests-1\", \"function\": \"smaller\", \"tests\": [{\"args\": [1, 2]}]}\n";
const USAGE: i32 = 240;
const UNREADABLE: i32 = 241;
const LIMIT: i32 = 248;
const UNWRITABLE: i32 = 251;
const BAD_TESTS: i32 = 252;

/// A directory with a source file, and a directory for temporary files.
struct Place {
    scratch: TempDir,
}

impl Place {
    fn new() -> Self {
        let scratch = tempfile::tempdir().unwrap();
        fs::create_dir(scratch.path().join("tmp")).unwrap();
        let place = Self { scratch };
        place.write("a.c", SOURCE);
        place
    }

    fn at(&self, name: &str) -> PathBuf {
        self.scratch.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.at(name), text).unwrap();
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.at(name)).unwrap()
    }

    fn command(&self, line: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_quell"));
        command
            .args(line.split(' '))
            .current_dir(self.scratch.path())
            .env("TMPDIR", self.at("tmp"))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// Runs a command and returns its messages.
    fn run(&self, line: &str, status: i32) -> String {
        promptly(self.command(line).spawn().unwrap(), line, status)
    }

    fn fifo(&self, name: &str) {
        let made = Command::new("mkfifo").arg(self.at(name)).status();
        assert!(made.unwrap().success());
    }

    fn left_behind(&self) -> Vec<PathBuf> {
        entries(&self.at("tmp"))
    }
}

fn entries(directory: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).unwrap();
    entries.map(|entry| entry.unwrap().path()).collect()
}

fn said(line: &str, output: &Output, status: i32) -> String {
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(status), "{line}: {said}");
    said
}

/// Waits until a command ends, and returns its messages. One that does not end in time is killed, and the test fails.
fn promptly(child: Child, line: &str, status: i32) -> String {
    said(line, &ended(child, line), status)
}

/// More time than any command needs here, also on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

fn ended(child: Child, line: &str) -> Output {
    let id = child.id().to_string();
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || sender.send(child.wait_with_output()));
    receiver.recv_timeout(PATIENCE).map_or_else(
        |_| {
            let _ = Command::new("kill").args(["-KILL", &id]).output();
            panic!("{line}: does not end");
        },
        Result::unwrap,
    )
}

#[test]
fn files_that_quell_did_not_write_are_not_overwritten() {
    let place = Place::new();
    let header = "#define SMALLER 1\n";
    for (name, text) in [("suite.json", SUITE), ("a.h", header), ("notes", "note\n")] {
        for option in ["--tests", "--json"] {
            place.write(name, text);
            let line = format!("run a.c --function-timeout 5 {option} {name}");
            let said = place.run(&line, USAGE);
            assert!(said.contains("--force") && said.contains(name), "{said}");
            assert_eq!(place.read(name), text, "{line}");
        }
    }
    place.run(
        "run a.c --function-timeout 5 --tests notes --json a.h --force",
        0,
    );
    assert!(place.read("notes").contains("quell-tests-1"));
    // Quell replaces a file that it wrote itself, unless the file was edited since.
    place.run("run a.c --function-timeout 5 --tests notes --json a.h", 0);
    place.run("score a.c --tests notes", 0);
    place.write(
        "notes",
        &place.read("notes").replace("\"smaller", "\"other"),
    );
    place.run("run a.c --function-timeout 5 --tests notes", USAGE);
    assert!(place.read("notes").contains("\"other"));
}

#[test]
fn files_and_directories_of_the_users_are_kept() {
    let place = Place::new();
    for (line, name) in [
        ("mutants a.c --emit out", "out/original.ll"),
        ("mutants a.c --emit-meta meta.ll", "meta.ll"),
        (
            "run a.c --function-timeout 5 --log-queries out",
            "out/smaller/000001.smt2",
        ),
    ] {
        place.run(line, 0);
        place.run(line, 0);
        fs::create_dir_all(place.at(name).parent().unwrap()).unwrap();
        place.write(name, "mine");
        let said = place.run(line, USAGE);
        assert!(said.contains("--force"), "{said}");
        assert_eq!(place.read(name), "mine");
        place.run(&format!("{line} --force"), 0);
        fs::remove_dir_all(place.at("out")).unwrap_or_default();
    }
}

#[test]
fn results_and_journals_of_commands_replace_only_their_own() {
    let place = Place::new();
    place.write(
        "main.c",
        "int smaller(int, int); int main(void) { return smaller(1, 2) != 1; }\n",
    );
    place.run("cc a.c main.c -o program", 0);
    let line = "score program --test-cmd ./program --results results.json";
    for name in ["results.json", "results.json.journal"] {
        place.write(name, "mine\n");
        place.run(line, USAGE);
        assert_eq!(place.read(name), "mine\n");
        fs::remove_file(place.at(name)).unwrap();
    }
    place.run(line, 0);
    place.run(line, 0);
    place.run(&format!("{line} --resume"), 0);
    assert_eq!(place.left_behind(), Vec::<PathBuf>::new());
}

#[test]
fn results_of_commands_take_the_place_of_no_link_and_no_device() {
    use std::os::unix::fs::symlink;
    let place = Place::new();
    place.write("main.c", "int main(void) { return 0; }\n");
    place.run("cc a.c main.c -o program", 0);
    symlink("results.json", place.at("link.json")).unwrap();
    symlink("/dev/zero", place.at("device")).unwrap();
    let line = "score program --test-cmd ./program --results";
    place.run(&format!("{line} link.json"), 0);
    assert!(place.read("results.json").contains("quell-score"));
    for force in ["", " --force"] {
        let said = place.run(&format!("{line} device{force}"), USAGE);
        assert!(said.contains("no regular file"), "{said}");
    }
    for link in ["link.json", "device"] {
        assert!(place.at(link).is_symlink(), "{link}");
    }
    assert!(!place.at("device.journal").exists());
}

#[test]
fn pipes_devices_and_directories_as_inputs_are_refused_at_once() {
    let place = Place::new();
    for name in [
        "pipe.c",
        "pipe.ll",
        "pipe.bc",
        "pipe.rs",
        "pipe.f90",
        "pipe.json",
        "pipe.toml",
    ] {
        place.fifo(name);
    }
    place.write("main.c", "int main(void) { return 0; }\n");
    fs::create_dir(place.at("dir.c")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", place.at("zero.c")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", place.at("zero.json")).unwrap();
    for (line, status) in [
        ("run pipe.c", UNREADABLE),
        ("run pipe.ll", UNREADABLE),
        ("mutants pipe.bc", UNREADABLE),
        ("exec pipe.rs", UNREADABLE),
        ("exec pipe.f90", UNREADABLE),
        ("run dir.c", UNREADABLE),
        ("run zero.c", UNREADABLE),
        ("run a.c --config pipe.toml", UNREADABLE),
        ("run a.c --config dir.c", UNREADABLE),
        ("score a.c --tests pipe.json", BAD_TESTS),
        ("score a.c --tests zero.json", BAD_TESTS),
        ("score pipe.c --test-cmd true", UNREADABLE),
        ("run a.c --json pipe.json", UNWRITABLE),
        ("run a.c --tests dir.c", USAGE),
        ("cc -c pipe.c", UNREADABLE),
        ("exec main.c --stdin pipe.json", UNREADABLE),
        ("exec main.c --stdin dir.c", UNREADABLE),
        ("exec main.c --stdin /dev/null", 0),
        ("cc @pipe.json -c a.c", UNREADABLE),
    ] {
        promptly(place.command(line).spawn().unwrap(), line, status);
    }
    // A pipe with the name of the configuration file is not read as one.
    place.fifo("quell.toml");
    place.run("run a.c --function-timeout 5", 0);
    assert_eq!(place.left_behind(), Vec::<PathBuf>::new());
}

#[test]
fn a_suite_without_tests_that_run_wrote_is_read_by_score() {
    let place = Place::new();
    place.write("empty.c", "void nothing(void) {}\n");
    place.run("run empty.c --tests suite.json", 0);
    assert!(place.read("suite.json").contains("\"tests\": []"));
    for file in ["empty.c", "a.c"] {
        let line = format!("score {file} --json --tests suite.json");
        let output = ended(place.command(&line).spawn().unwrap(), &line);
        said(&line, &output, 0);
        let score: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(score["totals"]["killed"], 0, "{line}");
        assert_eq!(score["coverage"]["blocks"]["covered"], 0, "{line}");
        assert_ne!(score["coverage"]["blocks"]["total"], 0, "{line}");
    }
}

/// A compiler that takes ten minutes, in place of clang.
fn slow_compiler(place: &Place) -> PathBuf {
    let path = place.at("slow-clang");
    let script = "#!/bin/sh\n[ -z \"$STUBBORN\" ] || trap '' INT\n\
        case \"$*\" in *-emit-llvm*) touch compiling; sleep 600;; esac\nexec clang-19 \"$@\"\n";
    fs::write(&path, script).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

#[test]
fn the_time_limit_holds_while_a_compiler_runs() {
    let place = Place::new();
    let line = "run a.c --timeout 1";
    let mut command = place.command(line);
    let child = command.env("QUELL_CC", slow_compiler(&place)).spawn();
    let said = promptly(child.unwrap(), line, LIMIT);
    assert!(said.contains("--timeout"), "{said}");
    assert!(place.at("compiling").exists());
    assert_eq!(place.left_behind(), Vec::<PathBuf>::new());
}

#[test]
fn the_time_limit_holds_for_many_functions_with_large_inputs() {
    let place = Place::new();
    let mut text = "struct part { int a, b; short c[64]; char d[64]; };\n\
        struct big { struct big *next; struct part *more; struct part parts[24]; int n; };\n"
        .to_owned();
    for number in 0..100 {
        let part = number % 24;
        text += &format!("int f{number}(struct big *p) {{ return p->n + p->parts[{part}].a; }}\n");
    }
    place.write("big.c", &text);
    let line = "run big.c --operators AOR --timeout 3 --no-compare-code";
    let start = Instant::now();
    let output = ended(place.command(line).spawn().unwrap(), line);
    // A busy machine may still be compiling.
    let code = output.status.code();
    assert!(matches!(code, Some(0 | LIMIT)), "{output:?}");
    assert!(start.elapsed() < Duration::from_secs(15), "{output:?}");
}

/// Starts a command whose compiler does not end, sends a signal, and waits for the end of the command. If the signal is
/// TERM, the compiler ignores interrupts.
fn signalled(place: &Place, line: &str, signal: &str) -> Output {
    let _ = fs::remove_file(place.at("compiling"));
    let stubborn = if signal == "-TERM" { "yes" } else { "" };
    let mut child = with_default_signals(place, line)
        .env("STUBBORN", stubborn)
        .env("QUELL_CC", slow_compiler(place))
        .process_group(0)
        .spawn()
        .unwrap();
    let start = Instant::now();
    while !place.at("compiling").exists() {
        if start.elapsed() > PATIENCE || child.try_wait().unwrap().is_some() {
            let _ = child.kill();
            panic!("{line}: no compiler: {:?}", child.wait_with_output());
        }
        thread::sleep(Duration::from_millis(5));
    }
    let sent = Command::new("kill")
        .args([signal, &child.id().to_string()])
        .status();
    assert!(sent.unwrap().success());
    let group = child.id();
    let output = ended(child, line);
    let is_left = outlives(group);
    let group = format!("-{group}");
    let _ = Command::new("kill").args(["-KILL", "--", &group]).output();
    // Only a killed Quell cannot end its compiler.
    assert_eq!(is_left, signal == "-KILL", "{line} {signal}");
    output
}

/// Whether processes of a group keep running after its leader has ended.
fn outlives(group: u32) -> bool {
    let group = group.to_string();
    let is_member = |entry: fs::DirEntry| {
        let about = fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
        let about = about.rsplit(')').next().unwrap_or_default();
        let [state, _, of, ..] = about.split_whitespace().collect::<Vec<_>>()[..] else {
            return false;
        };
        of == group && !matches!(state, "Z" | "X")
    };
    (0..20).all(|_| {
        thread::sleep(Duration::from_millis(5));
        fs::read_dir("/proc").unwrap().flatten().any(is_member)
    })
}

/// A command with the default handling of signals: if the parent of this test ignores signals, its children inherit that.
fn with_default_signals(place: &Place, line: &str) -> Command {
    let quell = place.command(line);
    let mut command = Command::new("env");
    command
        .arg("--default-signal")
        .arg(quell.get_program())
        .args(quell.get_args())
        .current_dir(place.scratch.path())
        .env("TMPDIR", place.at("tmp"))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

#[test]
fn signals_leave_nothing_behind() {
    let place = Place::new();
    for (line, signal, code) in [
        ("run a.c", "-TERM", Some(130)),
        ("run a.c", "-USR1", Some(130)),
        ("run a.c", "-HUP", Some(130)),
        ("run a.c", "-XCPU", Some(130)),
        ("run a.c", "-QUIT", Some(130)),
        ("score a.c --tests suite.json", "-ALRM", Some(130)),
        ("run a.c", "-PWR", Some(130)),
        ("mutants a.c", "-SYS", None),
        ("mutants a.c", "-40", Some(128 + 40)),
        ("mutants a.c", "-TERM", None),
        ("exec a.c -f smaller -- 1 2", "-USR2", None),
    ] {
        place.write("suite.json", SUITE);
        let output = signalled(&place, line, signal);
        assert_eq!(output.status.code(), code, "{line} {signal}: {output:?}");
        assert_eq!(output.status.signal().is_some(), code.is_none());
        assert_eq!(
            place.left_behind(),
            Vec::<PathBuf>::new(),
            "{line} {signal}"
        );
    }
}

#[test]
fn directories_of_killed_runs_are_removed_by_the_next() {
    let place = Place::new();
    signalled(&place, "run a.c", "-KILL");
    assert_eq!(place.left_behind().len(), 1);
    // A directory that Quell did not make, although the name looks like it.
    fs::create_dir(place.at("tmp/quell-notes")).unwrap();
    place.run("mutants a.c", 0);
    assert_eq!(place.left_behind(), [place.at("tmp/quell-notes")]);
}

/// Runs Quell in `place`, where `tmp` is a file system of so many kilobytes; `None` where mounting is not permitted.
fn with_small_disk(place: &Place, kilobytes: u32, line: &str) -> Option<Output> {
    let quell = env!("CARGO_BIN_EXE_quell");
    let script = format!(
        "mount -t tmpfs -o size={kilobytes}k none tmp || exit 77; exec env QUELL_COMPARE_CODE=no {quell} {line}"
    );
    let mut command = Command::new("unshare");
    command.args(["-r", "-m", "sh", "-c", &script]);
    command.current_dir(place.scratch.path());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.env("TMPDIR", place.at("tmp")).spawn().ok()?;
    let output = ended(child, line);
    let is_permitted = !matches!(output.status.code(), Some(77) | None);
    let refused = String::from_utf8_lossy(&output.stderr).starts_with("unshare:");
    (is_permitted && !refused).then_some(output)
}

#[test]
fn a_full_disk_is_no_internal_error() {
    let place = Place::new();
    place.write("suite.json", SUITE);
    for (kilobytes, line) in [
        (4, "run a.c"),
        (24, "run a.c"),
        (48, "run a.c"),
        (4, "mutants a.c"),
        (4, "exec a.c -f smaller -- 1 2"),
        (24, "score a.c --tests suite.json"),
        (64, "score a.c --tests suite.json"),
    ] {
        let Some(output) = with_small_disk(&place, kilobytes, line) else {
            return eprintln!("not checked: file systems cannot be mounted here");
        };
        let text = said(line, &output, UNWRITABLE);
        let is_told = ["space", "quota", "too large"]
            .iter()
            .any(|word| text.contains(word));
        assert!(is_told, "{kilobytes} {line}: {text}");
    }
}

#[test]
fn cc_with_a_full_disk_fails_and_leaves_no_object_without_mutants() {
    let place = Place::new();
    place.write(
        "main.c",
        "int smaller(int, int); int main(void) { return smaller(1, 2) != 1; }\n",
    );
    for (line, target) in [
        ("cc -c a.c", "a.o"),
        ("cc a.c main.c -o program", "program"),
    ] {
        for kilobytes in [4, 32, 64] {
            let Some(output) = with_small_disk(&place, kilobytes, line) else {
                return eprintln!("not checked: file systems cannot be mounted here");
            };
            assert!(!output.status.success(), "{kilobytes} {line}: {output:?}");
            assert!(!place.at(target).exists(), "{kilobytes} {line}: {output:?}");
        }
    }
}

#[test]
fn a_missing_directory_for_temporary_files_is_no_internal_error() {
    let place = Place::new();
    for line in ["run a.c", "mutants a.c", "exec a.c -f smaller -- 1 2"] {
        let mut command = place.command(line);
        let child = command.env("TMPDIR", place.at("missing")).spawn();
        let said = promptly(child.unwrap(), line, UNWRITABLE);
        assert!(said.contains("TMPDIR"), "{said}");
    }
}

#[test]
fn a_limit_on_file_sizes_is_an_error_and_leaves_nothing() {
    let place = Place::new();
    let quell = env!("CARGO_BIN_EXE_quell");
    let script = format!("ulimit -f 1; exec {quell} run a.c --json report.json");
    let mut command = Command::new("bash");
    command
        .args(["-c", &script])
        .current_dir(place.scratch.path());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.env("TMPDIR", place.at("tmp")).spawn();
    promptly(child.unwrap(), "ulimit -f 1", UNWRITABLE);
    assert_eq!(place.left_behind(), Vec::<PathBuf>::new());
    assert!(!place.at("report.json").exists());
}

#[test]
fn flags_that_leave_no_mutants_or_no_program_are_named() {
    let place = Place::new();
    for (flag, status, word) in [
        ("--coverage", USAGE, "run-time library"),
        ("-fsanitize=address", USAGE, "run-time library"),
        ("-O1", 0, "no mutants"),
        ("-ftrapv", 0, "no mutants"),
        ("-fsanitize=undefined", 0, "no mutants"),
    ] {
        let said = place.run(
            &format!("run a.c --function-timeout 5 --cflags={flag}"),
            status,
        );
        assert!(said.contains(flag) && said.contains(word), "{said}");
    }
}
