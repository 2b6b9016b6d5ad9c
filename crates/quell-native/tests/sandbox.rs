//! Malicious programs, in the harness and as commands.

mod support;

use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown};
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::time::Duration;

use quell_native::sandbox::Scratch;
use quell_native::sandbox::{CANNOT_LAUNCH, Confinement, Finished, ProcessLimit, Sandbox, run};
use quell_native::{Launcher, NativeError, Options};
use support::{check, launcher, options, program, session};

const PATIENCE: Duration = Duration::from_secs(60);

fn confined(confinement: &Confinement, script: &str) -> Finished {
    let sandbox = Sandbox::Required(launcher());
    let args = ["-c", script].map(OsString::from);
    let mut command = sandbox.command(confinement, "/bin/sh", args);
    command.current_dir("/");
    run(command, PATIENCE).unwrap()
}

/// All limits; where processes cannot be limited, all others.
fn limited(directory: &Path) -> Confinement {
    let all = Confinement {
        writable: vec![directory.to_owned()],
        cpu_seconds: Some(1),
        memory_bytes: Some(1 << 28),
        file_bytes: Some(1 << 16),
        processes: Some(20),
        ..Confinement::default()
    };
    match Sandbox::Required(launcher()).protection(&all) {
        Ok(_) => all,
        Err(why) => {
            eprintln!("not checked: limits on processes; {why}");
            let processes = None;
            Confinement { processes, ..all }
        }
    }
}

fn said(output: &Finished) -> String {
    let text = [&output.stdout[..], &output.stderr[..]].concat();
    String::from_utf8_lossy(&text).into_owned()
}

#[test]
fn runs_cannot_escape() {
    let session = session("escape.c", options()).unwrap();
    check("escape.c", &session);
    let protection = session.protection();
    assert!(protection.missing().is_empty(), "{protection:?}");
    assert_eq!(protection.processes, ProcessLimit::NotAsked);
}

#[test]
fn commands_write_only_where_they_may() {
    let (scratch, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let may = scratch.path().join("file").display().to_string();
    let not = other.path().join("file").display().to_string();
    let script = format!("echo x >'{may}' && cat '{may}' >/dev/null; echo x >'{not}'");
    let output = confined(&limited(scratch.path()), &script);
    let said = said(&output);
    let is_refused = said.contains("Read-only file system") || said.contains("Permission denied");
    assert!(is_refused, "{output:?}");
    assert!(scratch.path().join("file").exists() && !other.path().join("file").exists());
}

#[test]
fn limits_of_commands_have_names() {
    let scratch = tempfile::tempdir().unwrap();
    let file = scratch.path().join("file").display().to_string();
    let big = format!("exec dd if=/dev/zero bs=4096 count=100 of='{file}'");
    for (script, limit) in [
        ("while :; do :; done", "processor time"),
        (big.as_str(), "file size"),
    ] {
        let output = confined(&limited(scratch.path()), script);
        assert_eq!(output.limit(), Some(limit), "{output:?}");
    }
    let fat = "exec dd if=/dev/zero bs=1G count=1 of=/dev/null";
    let output = confined(&limited(scratch.path()), fat);
    assert!(said(&output).contains("memory"), "{output:?}");
    if limited(scratch.path()).processes.is_none() {
        return;
    }
    // Not a real fork bomb, which would do harm where the limit does not work.
    let bomb = "n=0; while [ $n -lt 40 ]; do sleep 60 & n=$((n+1)); done";
    let output = confined(&limited(scratch.path()), bomb);
    assert!(said(&output).to_lowercase().contains("fork"), "{output:?}");
}

#[test]
fn commands_that_wait_are_ended_with_their_children() {
    let sandbox = Sandbox::Required(launcher());
    let scratch = tempfile::tempdir().unwrap();
    let args = ["-c", "sleep 600 & sleep 600"].map(OsString::from);
    let command = sandbox.command(&limited(scratch.path()), "/bin/sh", args);
    let output = run(command, Duration::from_millis(200)).unwrap();
    assert_eq!(output.limit(), Some("waiting time"));
}

#[test]
fn nothing_runs_without_protection_unless_requested() {
    // A launcher that reports no protection.
    let weak = Launcher {
        program: "/bin/echo".into(),
        args: vec!["nothing to say".into()],
    };
    let options = |sandbox| Options {
        cache: options().cache,
        ..Options::new(sandbox)
    };
    let error = session("escape.c", options(Sandbox::Required(weak))).unwrap_err();
    assert!(matches!(error, NativeError::Unprotected(_)), "{error}");
    let open = session("pure.c", options(Sandbox::Unprotected)).unwrap();
    assert_eq!(open.protection().in_force(), []);
    check("pure.c", &open);
}

#[test]
fn a_launcher_reports_its_errors() {
    let sandbox = Sandbox::Required(launcher());
    let confinement = Confinement::default();
    let command = sandbox.command(&confinement, "/no/such/program", []);
    let output = run(command, PATIENCE).unwrap();
    assert_eq!(output.status.code(), Some(CANNOT_LAUNCH));
    assert!(said(&output).contains("cannot run /no/such/program"));
    let nowhere = Confinement {
        writable: vec!["/no/such/directory".into()],
        ..confinement
    };
    let error = sandbox.protection(&nowhere).unwrap_err();
    assert!(matches!(error, NativeError::Unprotected(_)), "{error}");
}

/// The calls of `attack.c` that are permitted, as they are harmless in the program's own namespaces; without
/// namespaces all are refused. Not all kernels have POSIX message queues.
const IN_NAMESPACES: &str = "shmget msgget semget shm_open own-chmod own-utimes ";
const MAYBE: &str = "mq_open ";
const WITHOUT_NAMESPACES: &str = "";

/// A file and a process of the user: the targets of the attack.
struct Victim {
    directory: tempfile::TempDir,
    process: Child,
}

impl Drop for Victim {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

const NOBODY: u32 = 65534;

fn victim(user: Option<u32>) -> Victim {
    use std::os::unix::process::CommandExt as _;
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("file"), "text").unwrap();
    fs::create_dir(directory.path().join("own")).unwrap();
    let mut sleep = Command::new("sleep");
    sleep.arg("600");
    if let Some(user) = user {
        for name in ["", "file", "own"] {
            chown(directory.path().join(name), Some(user), Some(user)).unwrap();
        }
        sleep.uid(user).gid(user);
    }
    let process = sleep.spawn().unwrap();
    Victim { directory, process }
}

fn attacker(directory: &Path) -> PathBuf {
    let program_file = directory.join("attack");
    let mut clang = Command::new("clang-19");
    clang.args(["-w", "-DCOMMAND", "-o"]).arg(&program_file);
    assert!(clang.arg(program("attack.c")).status().unwrap().success());
    fs::set_permissions(&program_file, fs::Permissions::from_mode(0o755)).unwrap();
    program_file
}

/// Runs the attack, checks that it changed nothing, and returns the calls that were not refused.
fn attack(launcher: Launcher, user: Option<u32>) -> String {
    let victim = victim(user);
    let file = victim.directory.path().join("file");
    let own = victim.directory.path().join("own");
    let attacker = attacker(victim.directory.path());
    let before = fs::metadata(&file).unwrap();
    let stat = format!("/proc/{}/limits", victim.process.id());
    let limits = fs::read_to_string(&stat).unwrap();
    let confinement = Confinement {
        writable: vec![own.clone()],
        scratch: vec![Scratch {
            directory: "/dev/shm".into(),
            bytes: 1 << 20,
        }],
        ..Confinement::default()
    };
    let args = [
        file.clone().into_os_string(),
        victim.process.id().to_string().into(),
    ];
    let mut command = Sandbox::Required(launcher).command(&confinement, attacker, args);
    command.current_dir(own);
    let output = run(command, PATIENCE).unwrap();
    assert!(output.status.success(), "{output:?}");
    let after = fs::metadata(&file).unwrap();
    assert_eq!(
        (before.mode(), before.ctime_nsec()),
        (after.mode(), after.ctime_nsec())
    );
    assert_eq!(limits, fs::read_to_string(&stat).unwrap());
    for list in ["shm", "msg", "sem"] {
        let objects = fs::read_to_string(format!("/proc/sysvipc/{list}")).unwrap_or_default();
        let key = 0x5155_454c.to_string();
        assert!(!objects.contains(&key), "{list} stays behind: {objects}");
    }
    assert!(!Path::new("/dev/shm/quell-left-behind").exists());
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn without_namespaces(mut launcher: Launcher) -> Launcher {
    launcher.args.push("--without-namespaces".into());
    launcher
}

fn has_namespaces(launcher: &Launcher) -> bool {
    let sandbox = Sandbox::Required(launcher.clone());
    let protection = sandbox.protection(&Confinement::default()).unwrap();
    let isolation = protection.isolation;
    if !(isolation.read_only && isolation.processes) {
        eprintln!("not checked: this system has no namespaces for programs; {protection:?}");
    }
    isolation.read_only && isolation.processes
}

#[test]
fn commands_cannot_change_files_processes_or_the_system() {
    if has_namespaces(&launcher()) {
        assert_eq!(attack(launcher(), None).replace(MAYBE, ""), IN_NAMESPACES);
    }
    assert_eq!(
        attack(without_namespaces(launcher()), None),
        WITHOUT_NAMESPACES
    );
}

#[test]
fn commands_of_ordinary_users_cannot_either() {
    if !rustix::process::geteuid().is_root() {
        return eprintln!("not checked: the other test covers this user");
    }
    let ids = format!("--reuid={NOBODY} --regid={NOBODY} --clear-groups");
    let scratch = tempfile::tempdir().unwrap();
    fs::set_permissions(scratch.path(), fs::Permissions::from_mode(0o755)).unwrap();
    // A directory that other users can read.
    let program = scratch.path().join("launcher");
    fs::copy(launcher().program, &program).unwrap();
    let mut args: Vec<OsString> = ids.split(' ').map(OsString::from).collect();
    args.push(program.into());
    let launcher = Launcher {
        program: "setpriv".into(),
        args,
    };
    if has_namespaces(&launcher) {
        assert_eq!(
            attack(launcher.clone(), Some(NOBODY)).replace(MAYBE, ""),
            IN_NAMESPACES
        );
    }
    let plain = without_namespaces(launcher);
    assert_eq!(attack(plain, Some(NOBODY)), WITHOUT_NAMESPACES);
}

#[test]
fn runs_cannot_change_files_processes_or_the_system() {
    if has_namespaces(&launcher()) {
        check("attack.c", &session("attack.c", options()).unwrap());
    }
}

#[test]
fn the_disk_space_of_a_run_is_limited() {
    if !has_namespaces(&launcher()) {
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    let confinement = Confinement {
        scratch: vec![Scratch {
            directory: directory.path().to_owned(),
            bytes: 1 << 20,
        }],
        ..Confinement::default()
    };
    let place = directory.path().display();
    let script =
        format!("for i in 1 2 3; do head -c 500000 /dev/zero >'{place}'/$i || exit 1; done");
    let output = confined(&confinement, &script);
    assert!(said(&output).contains("No space left"), "{output:?}");
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0);
}

#[test]
fn signals_and_statuses_of_programs_pass_through() {
    let ended = |script: &str| confined(&Confinement::default(), script).status.to_string();
    assert_eq!(ended("exit 3"), "exit status: 3");
    for (signal, text) in [
        ("ABRT", "signal: 6 (SIGABRT)"),
        ("SEGV", "signal: 11 (SIGSEGV)"),
        ("PIPE", "signal: 13 (SIGPIPE)"),
        ("KILL", "signal: 9 (SIGKILL)"),
    ] {
        assert_eq!(ended(&format!("kill -{signal} $$")), text);
    }
}

#[test]
fn no_process_outlives_the_launcher() {
    let mut command = Sandbox::Required(launcher()).command(
        &Confinement::default(),
        "sh",
        ["-c", "setsid sleep 7654321 & sleep 7654321"].map(OsString::from),
    );
    let mut child = command.spawn().unwrap();
    std::thread::sleep(Duration::from_millis(300));
    child.kill().unwrap();
    child.wait().unwrap();
    if !has_namespaces(&launcher()) {
        return;
    }
    let is_there = |entry: fs::DirEntry| {
        let line = fs::read(entry.path().join("cmdline")).unwrap_or_default();
        line.windows(7).any(|word| word == b"7654321") && line.starts_with(b"sleep")
    };
    // The kernel may take a while on a busy machine.
    let are_gone = (0..100).any(|_| {
        std::thread::sleep(Duration::from_millis(100));
        !fs::read_dir("/proc").unwrap().flatten().any(is_there)
    });
    assert!(are_gone);
}
