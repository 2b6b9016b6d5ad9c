//! Campaigns: what was decided is not decided again, and nothing of it is lost.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use quell_results::{Record, Run, Status};
use tempfile::TempDir;

/// Functions that call each other, one that calls no other, and a string that comes between them.
const PROGRAM: &str = "\
int limit = 9;

static int clamp(int value, int low, int high) {
    if (value < low)
        return low;
    if (value > high)
        return high;
    return value;
}

int percent(int part) { return clamp(part, 0, 100); }

int below(unsigned char count) {
    int sum = 0;
    for (int i = 0; i < (count & 3); i++)
        sum += i < limit;
    return sum;
}

int sign(int x) { return (x > 0) - (x < 0); }
";

/// A directory with a program, which is worked on.
struct Place {
    scratch: TempDir,
}

impl Place {
    fn new() -> Self {
        let place = Self {
            scratch: tempfile::tempdir().unwrap(),
        };
        place.write(PROGRAM);
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.scratch.path().join(name)
    }

    fn write(&self, text: &str) {
        fs::write(self.path("calling.c"), text).unwrap();
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_quell"));
        command.args(args).current_dir(self.scratch.path());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn output(&self, args: &[&str]) -> (Output, String) {
        let output = self.command(args).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        (output, said)
    }

    fn printed(&self, args: &[&str]) -> String {
        let (output, said) = self.output(args);
        assert!(output.status.success(), "{args:?}: {said}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// A run, with what it said.
    fn run(&self, options: &[&str]) -> (Run, String) {
        let args = [&["run", "calling.c", "--json"], options].concat();
        let (output, said) = self.output(&args);
        assert!(output.status.success(), "{args:?}: {said}");
        (serde_json::from_slice(&output.stdout).unwrap(), said)
    }

    fn kept(&self, options: &[&str]) -> (Run, String) {
        self.run(&[&["--out", "kept"], options].concat())
    }

    fn refused(&self, args: &[&str]) -> (Option<i32>, String) {
        let (output, said) = self.output(args);
        (output.status.code(), said)
    }
}

fn statuses(run: &Run) -> BTreeMap<String, (Status, bool)> {
    let records = run.objectives.iter();
    records
        .map(|of| (of.id.clone(), (of.verdict.status, of.verdict.complete)))
        .collect()
}

/// Every kill has its test in the suite, and every id of a test is that of one test.
fn check_suite(run: &Run) {
    for record in &run.objectives {
        for id in &record.verdict.tests {
            let mut named = run.tests.iter().filter(|test| test.id == *id);
            let test = named
                .next()
                .unwrap_or_else(|| panic!("{id} of {}", record.id));
            assert!(test.kills.contains(&record.id), "{test:?}");
            assert!(named.next().is_none(), "{id} twice");
        }
    }
}

fn of_function<'r>(run: &'r Run, name: &'r str) -> impl Iterator<Item = &'r Record> {
    run.objectives.iter().filter(move |of| of.function == name)
}

#[test]
fn a_second_run_decides_nothing() {
    let place = Place::new();
    let (first, said) = place.kept(&[]);
    assert!(!said.contains("known from earlier runs"), "{said}");
    assert!(first.totals.counts.killed > 30 && first.totals.counts.duplicate > 0);
    let (second, said) = place.kept(&[]);
    let all = first.objectives.len();
    let known = format!("{all} of {all} are known from earlier runs");
    assert!(said.contains(&known) && !said.contains("changed"), "{said}");
    assert_eq!(second.statistics.queries, 0);
    assert_eq!(second.objectives, first.objectives);
    assert_eq!(second.tests, first.tests);
    assert_eq!(second.totals, first.totals);
    let (alone, _) = place.run(&[]);
    assert_eq!(statuses(&alone), statuses(&first));
}

/// The functions that are decided anew after an edit, by the number of objectives that are known.
#[test]
fn after_an_edit_only_its_slice_is_decided() {
    let place = Place::new();
    let (first, _) = place.kept(&[]);
    let all = first.objectives.len();
    for (from, to, edited) in [
        ("(x > 0) -", "(x >= 0) -", &["sign"][..]),
        ("value > high", "value >= high", &["clamp", "percent"]),
        ("int limit = 9", "/* more */\n\nint limit = 2", &["below"]),
    ] {
        let place = Place::new();
        fs::create_dir(place.path("kept")).unwrap();
        place.kept(&[]);
        place.write(&PROGRAM.replace(from, to));
        let (second, said) = place.kept(&[]);
        let decided: usize = edited
            .iter()
            .map(|name| of_function(&second, name).count())
            .sum();
        let known = format!("{} of {all} are known from earlier runs", all - decided);
        assert!(said.contains(&known), "{edited:?}: {said}");
        let changed = "changed since the last run: the file calling.c";
        assert!(said.contains(changed), "{said}");
        let (alone, _) = place.run(&[]);
        assert_eq!(statuses(&alone), statuses(&second));
        check_suite(&second);
        // What was there before is still known.
        place.write(PROGRAM);
        let (third, _) = place.kept(&[]);
        assert_eq!(
            (third.statistics.queries, third.tests.len()),
            (0, first.tests.len())
        );
    }
}

#[test]
fn a_changed_option_is_named() {
    let place = Place::new();
    place.kept(&["--unroll", "8"]);
    let (all, said) = place.kept(&["--unroll", "9"]);
    let changed = "changed since the last run: --unroll (was `8`, is `9`)";
    assert!(said.contains(changed), "{said}");
    assert!(!said.contains("are known"), "{said}");
    // Other operators make other mutants. Those of the first ones are known, except for duplicates of mutants that are gone.
    let is_meant = |of: &&Record| of.operator.as_deref() == Some("ROR");
    let meant: Vec<&Record> = all.objectives.iter().filter(is_meant).collect();
    let is_known = |of: &&&Record| {
        let partner = of.verdict.duplicate_of.as_deref();
        partner.is_none_or(|id| meant.iter().any(|of| of.id == id))
    };
    let known = meant.iter().filter(is_known).count();
    let (some, said) = place.kept(&["--unroll", "9", "--operators", "ROR"]);
    assert_eq!(some.objectives.len(), meant.len());
    let told = format!("{known} of {} are known from earlier runs", meant.len());
    assert!(said.contains(&told) && known > 10, "{told}: {said}");
}

/// Ends a run without any warning, after a time.
fn kill_after(mut child: Child, time: Duration) {
    let start = Instant::now();
    while start.elapsed() < time && child.try_wait().unwrap().is_none() {
        thread::sleep(Duration::from_millis(2));
    }
    // It may have ended by itself.
    let _ = child.kill();
    child.wait().unwrap();
}

/// Kills a run at several moments and resumes it each time; in the end the result is that of a run that was left alone.
fn killed_and_resumed(moments: u32) {
    let place = Place::new();
    let (whole, _) = place.run(&[]);
    let start = Instant::now();
    place.run(&[]);
    let time = start.elapsed();
    let base = ["run", "calling.c", "--out", "kept"];
    for moment in 0..moments {
        let resume: &[&str] = match moment {
            0 => &[],
            _ if place.path("kept/store.sqlite").exists() => &["--resume"],
            _ => &[],
        };
        let child = place
            .command(&[&base[..], resume].concat())
            .spawn()
            .unwrap();
        // Also long before and shortly before its end.
        kill_after(child, time * (moment % 7 + 2) / 8);
    }
    let (resumed, said) = place.kept(&[]);
    assert_eq!(statuses(&resumed), statuses(&whole), "{said}");
    check_suite(&resumed);
    let (again, _) = place.kept(&[]);
    assert_eq!(again.statistics.queries, 0);
    assert_eq!(again.tests, resumed.tests);
}

#[test]
fn what_was_killed_goes_on() {
    killed_and_resumed(3);
}

#[test]
#[ignore = "long"]
fn soak_what_was_killed_fifty_times_goes_on() {
    killed_and_resumed(50);
}

/// A program that takes long, with functions that are easy as well.
fn long_program() -> String {
    let hard = "int hard(unsigned long x, unsigned long y) {\n    x &= 0xffffffff;\n    y &= 0xffffffff;\n    \
                if (x > 1 && y > 1 && x * y == 9223372036854775783u)\n        return 1;\n    return 0;\n}\n";
    format!("{PROGRAM}{hard}")
}

/// While a run works, `quell status` tells how far it is, and another run says who holds the folder. After it is killed, its
/// kills are there.
#[test]
fn a_run_is_seen_from_outside() {
    let place = Place::new();
    place.write(&long_program());
    let mut child = place
        .command(&["run", "calling.c", "--out", "kept", "--jobs", "1"])
        .spawn()
        .unwrap();
    let start = Instant::now();
    let status = loop {
        let (output, _) = place.output(&["status", "kept"]);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        if text.contains("killed") {
            break text;
        }
        assert_eq!(child.try_wait().unwrap(), None, "it ended too early");
        assert!(
            start.elapsed() < Duration::from_secs(200),
            "nothing came: {text}"
        );
        thread::sleep(Duration::from_millis(20));
    };
    let holder = format!("process {} (quell run calling.c)", child.id());
    assert!(status.contains(&format!("running: {holder}")), "{status}");
    assert!(status.contains("calling.c: begun, "), "{status}");
    let (code, said) = place.refused(&["run", "calling.c", "--out", "kept"]);
    assert_eq!(code, Some(240), "{said}");
    assert!(said.contains(&format!("is in use by {holder}")), "{said}");
    let (code, said) = place.refused(&["cache", "clear", "kept"]);
    assert_eq!(code, Some(240), "{said}");
    child.kill().unwrap();
    child.wait().unwrap();
    let status = place.printed(&["status", "kept"]);
    assert!(status.contains("no run is under way"), "{status}");
    assert!(status.contains("calling.c: interrupted, "), "{status}");
    place.write(PROGRAM);
    let (_, said) = place.kept(&["--resume", "--jobs", "1"]);
    assert!(
        said.contains("continuing a run that was interrupted: "),
        "{said}"
    );
    assert!(!said.contains("interrupted: 0 of"), "{said}");
}

#[test]
fn a_cache_is_counted_and_cleared() {
    let place = Place::new();
    let (first, _) = place.kept(&[]);
    let status = place.printed(&["status", "kept"]);
    let all = first.objectives.len();
    let decided = format!("calling.c: finished, {all} of {all} decided: ");
    assert!(status.contains(&decided), "{status}");
    let said = place.printed(&["cache", "stats", "kept"]);
    let counts = format!("{all} verdicts and {} tests of 1 files", first.tests.len());
    assert!(said.starts_with(&counts), "{said}");
    let said = place.printed(&["cache", "clear", "kept"]);
    assert!(
        said.starts_with(&format!("forgot {all} verdicts")),
        "{said}"
    );
    let (_, said) = place.kept(&[]);
    assert!(!said.contains("are known"), "{said}");
}

#[test]
fn folders_that_cannot_be_used_are_named() {
    let place = Place::new();
    let run = |more: &[&str]| place.refused(&[&["run", "calling.c"], more].concat());
    let (code, said) = run(&["--out", "calling.c/kept"]);
    assert_eq!(code, Some(251), "{said}");
    assert!(said.contains("calling.c/kept cannot be written"), "{said}");
    let (code, said) = run(&["--out", "nowhere", "--resume"]);
    assert_eq!(code, Some(240), "{said}");
    assert!(
        said.contains("--resume: nowhere holds no campaign"),
        "{said}"
    );
    assert!(!place.path("nowhere").exists());
    let (code, said) = run(&["--resume"]);
    assert_eq!(code, Some(240), "{said}");
    let (code, said) = place.refused(&["status"]);
    assert_eq!(code, Some(241), "{said}");
    assert!(said.contains("quell-out holds no campaign"), "{said}");
    fs::create_dir(place.path("mine")).unwrap();
    fs::write(place.path("mine/store.sqlite"), "text ".repeat(500)).unwrap();
    let (code, said) = run(&["--out", "mine"]);
    assert_eq!(code, Some(240), "{said}");
    assert!(said.contains("is not a store of Quell"), "{said}");
}
