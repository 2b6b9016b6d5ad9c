//! Programs that try to do harm, in the harness and as commands.

mod support;

use std::ffi::OsString;
use std::path::Path;
use std::time::Duration;

use quell_native::sandbox::{CANNOT_LAUNCH, Confinement, Finished, ProcessLimit, Sandbox, run};
use quell_native::{Launcher, NativeError, Options};
use support::{check, launcher, options, session};

const PATIENCE: Duration = Duration::from_secs(60);

fn confined(confinement: &Confinement, script: &str) -> Finished {
    let sandbox = Sandbox::Required(launcher());
    let args = ["-c", script].map(OsString::from);
    let mut command = sandbox.command(confinement, "/bin/sh", args);
    command.current_dir("/");
    run(command, PATIENCE).unwrap()
}

/// Where processes cannot be limited, all the rest is checked.
fn limited(directory: &Path) -> Confinement {
    let all = Confinement {
        writable: vec![directory.to_owned()],
        cpu_seconds: Some(1),
        memory_bytes: Some(1 << 28),
        file_bytes: Some(1 << 16),
        processes: Some(20),
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
    assert!(protection.missing().is_empty(), "{protection}");
    assert_eq!(protection.processes, ProcessLimit::NotAsked);
}

#[test]
fn commands_write_only_where_they_may() {
    let (scratch, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let may = scratch.path().join("file").display().to_string();
    let not = other.path().join("file").display().to_string();
    let script = format!("echo x >'{may}' && cat '{may}' >/dev/null; echo x >'{not}'");
    let output = confined(&limited(scratch.path()), &script);
    assert!(said(&output).contains("Permission denied"), "{output:?}");
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
    // Not a real bomb, lest it go off where the limit does not work.
    let bomb = "n=0; while [ $n -lt 40 ]; do sleep 60 & n=$((n+1)); done";
    let output = confined(&limited(scratch.path()), bomb);
    assert!(said(&output).to_lowercase().contains("fork"), "{output:?}");
}

#[test]
fn commands_that_wait_are_given_up_with_all_they_started() {
    let sandbox = Sandbox::Required(launcher());
    let scratch = tempfile::tempdir().unwrap();
    let args = ["-c", "sleep 600 & sleep 600"].map(OsString::from);
    let command = sandbox.command(&limited(scratch.path()), "/bin/sh", args);
    let output = run(command, Duration::from_millis(200)).unwrap();
    assert_eq!(output.limit(), Some("waiting time"));
}

#[test]
fn nothing_runs_without_protection_unless_that_is_wanted() {
    // Says that there is no Landlock.
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
    assert_eq!(open.protection().to_string(), "none");
    check("pure.c", &open);
}

#[test]
fn a_launcher_says_what_it_could_not_do() {
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
