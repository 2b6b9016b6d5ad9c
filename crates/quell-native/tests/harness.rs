//! The test programs in `programs`, original and mutants, on the harness.

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use quell_native::outcome::same_bytes;
use quell_native::{Externals, Limits, NativeError, Options, RunResult, Session};
use quell_values::{Bytes, CallImage, End, GlobalImage, ObjectImage, PointerAt, Target};
use rustix::process::{Pid, Signal, kill_process};
use support::{cases, check, complete, options, session};

#[test]
fn observables_are_as_stated() {
    for name in [
        "files.c",
        "guards.c",
        "heap.c",
        "memory.c",
        "pure.c",
        "stdio.c",
        "recording.c",
        "signals.c",
        "thread_local.c",
    ] {
        check(name, &session(name, options()).unwrap());
    }
}

#[test]
fn rust_and_fortran_run_with_their_libraries() {
    for name in ["panics.rs", "sums.f90"] {
        check(name, &session(name, options()).unwrap());
    }
}

#[test]
fn every_end_is_recognised() {
    let limits = Limits {
        cpu_seconds: 1,
        memory_bytes: 1 << 28,
        ..Limits::default()
    };
    let options = Options {
        limits,
        ..options()
    };
    check("ends.c", &session("ends.c", options).unwrap());
}

#[test]
fn batches_keep_their_order() {
    let session = session("memory.c", options()).unwrap();
    let mut case = cases("memory.c").remove(0);
    complete(&mut case.image, &session);
    // More than one portion, and tests without mutants.
    let many: Vec<u32> = (0..300).map(|n| 1 + n % 7).collect();
    let tests: Vec<(&CallImage, &[u32])> = (0..6).map(|n| (&case.image, &many[n * 60..])).collect();
    let all = session.run_all(&tests);
    for ((image, mutants), runs) in tests.iter().zip(&all) {
        let runs = runs.as_ref().unwrap();
        assert_eq!(runs.mutants.len(), mutants.len());
        assert_eq!(runs, &session.run(image, mutants).unwrap());
    }
    let recorded = session.record_all(&[case.image.clone(), case.image]);
    assert_eq!(recorded[0].as_ref().unwrap(), recorded[1].as_ref().unwrap());
}

/// If the harness was killed, the next run starts a new one.
#[test]
fn a_killed_harness_is_restarted() {
    let session = session("pure.c", options()).unwrap();
    let image = cases("pure.c").remove(0).image;
    let before = session.run(&image, &[1]).unwrap();
    for harness in children() {
        kill_process(harness, Signal::KILL).unwrap();
    }
    assert_eq!(session.run(&image, &[1]).unwrap(), before);
}

/// The processes that this thread has started.
fn children() -> Vec<Pid> {
    children_of("thread-self")
}

/// The processes that a thread has started; none if the thread has ended.
fn children_of(thread: &str) -> Vec<Pid> {
    let list = fs::read_to_string(format!("/proc/{thread}/children")).unwrap_or_default();
    let numbers = list.split_whitespace().map(|word| word.parse().unwrap());
    numbers.filter_map(Pid::from_raw).collect()
}

/// Kills each harness of a thread as soon as one of its runs takes long.
fn end_busy(thread: &str, is_over: &AtomicBool) {
    let mut before = BTreeMap::new();
    while !is_over.load(Ordering::Relaxed) {
        let runs = |harness: &Pid| {
            let number = harness.as_raw_nonzero();
            children_of(&format!("{number}/task/{number}"))
        };
        let now: BTreeMap<_, _> = children_of(thread)
            .into_iter()
            .map(|harness| (harness.as_raw_nonzero(), (harness, runs(&harness))))
            .collect();
        for (number, (harness, runs)) in &now {
            if !runs.is_empty() && before.get(number) == Some(&(*harness, runs.clone())) {
                kill_process(*harness, Signal::USR1).unwrap();
            }
        }
        before = now;
        thread::sleep(Duration::from_millis(300));
    }
}

#[test]
fn a_mutant_that_ends_the_harness_twice_is_killed_by_the_signal() {
    let session = session("ends.c", options()).unwrap();
    let image = cases("ends.c").remove(0).image;
    let own = fs::read_link("/proc/thread-self").unwrap();
    let is_over = AtomicBool::new(false);
    let runs = thread::scope(|scope| {
        scope.spawn(|| end_busy(&own.to_string_lossy(), &is_over));
        // The first mutant loops forever, the second has no effect.
        let runs = session.run(&image, &[7, 12]);
        is_over.store(true, Ordering::Relaxed);
        runs.unwrap()
    });
    let RunResult::Differs(ended) = &runs.mutants[0] else {
        panic!("{runs:?}");
    };
    assert_eq!(ended.end, End::Trapped("SIGUSR1".to_owned()));
    assert_eq!(runs.mutants[1], RunResult::Same);
}

/// A run that is stopped gives no verdict.
#[test]
fn a_run_ends_at_its_time_limit_or_when_stopped() {
    let options = options();
    let stop = Arc::clone(&options.stop);
    let session = session("ends.c", options).unwrap();
    let image = cases("ends.c").remove(0).image;
    let whole = || session.run(&image, &[12]);
    let usual = whole().unwrap();
    // The mutant loops forever.
    let until = Instant::now() + Duration::from_millis(500);
    let late = session.until(until).run(&image, &[7]);
    assert!(matches!(late, Err(NativeError::TimeUp)), "{late:?}");
    assert_eq!(whole().unwrap(), usual);
    let stopped = thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(500));
            stop.store(true, Ordering::Relaxed);
        });
        session.run(&image, &[7])
    });
    assert!(
        matches!(stopped, Err(NativeError::Interrupted)),
        "{stopped:?}"
    );
}

#[test]
fn a_test_that_differs_from_run_to_run_is_flaky() {
    let session = session("flaky.c", options()).unwrap();
    let error = session.record(&cases("flaky.c")[0].image).unwrap_err();
    assert!(matches!(error, NativeError::Flaky(_)), "{error}");
    assert!(error.to_string().contains("(the result)"), "{error}");
}

#[test]
fn external_functions_are_refused_by_name_or_recorded() {
    let refusing = Options {
        externals: Externals::Refuse,
        ..options()
    };
    let error = session("outside.c", refusing).unwrap_err().to_string();
    let expected = "undefined notify, panic, transmit\n  notify is used by report\n  panic is used by give_up\n  transmit is used by report";
    assert!(error.contains(expected), "{error}");
    let session = session("outside.c", options()).unwrap();
    check("outside.c", &session);
    let symbols: Vec<_> = session.outside().iter().map(|of| &of.symbol[..]).collect();
    assert_eq!(symbols, ["notify", "panic", "transmit"]);
    let mut image = cases("outside.c").remove(0).image;
    image.outside[0].symbol = "report".to_owned();
    let error = session.run(&image, &[]).unwrap_err();
    assert!(matches!(error, NativeError::NotOutside(_)), "{error}");
    image.outside[0].symbol = "transmit".to_owned();
    image.outside[0].each = 8;
    let error = session.run(&image, &[]).unwrap_err().to_string();
    assert!(error.contains("@transmit returns 4 bytes"), "{error}");
}

/// Results of external functions are inputs, and calls are compared.
#[test]
fn a_sweep_varies_the_results_of_external_functions() {
    let session = session("outside.c", options()).unwrap();
    let template = cases("outside.c").remove(0).image;
    let mut batch = session.batch(&template).unwrap();
    let count = 8;
    for second in 0..count {
        let mut image = template.clone();
        image.outside[0].results.bytes[4] = second;
        assert!(batch.push(&image));
    }
    let swept = session.sweep(&batch, &[1, 2, 3]).unwrap();
    assert_eq!(swept.left_out, 0);
    let mut expected = Vec::new();
    for input in 0..count.into() {
        expected.push((input, 0));
        // The mutant returns the result of the first call if the last one is 3.
        expected.extend((input == 3).then_some((input, 2)));
    }
    assert_eq!(swept.differing, expected);
}

#[test]
fn a_run_ends_at_an_undefined_symbol() {
    let trapping = Options {
        externals: Externals::Trap,
        ..options()
    };
    let session = session("missing.c", trapping).unwrap();
    check("missing.c", &session);
    let names: Vec<_> = session
        .undefined()
        .iter()
        .map(|of| (of.symbol.as_str(), of.users.join(" ")))
        .collect();
    let of = |users: &str| users.to_owned();
    let expected = [
        ("helper", of("sum needs")),
        ("print", of("sum")),
        ("each", of("sum")),
        ("own", of("sum")),
        ("setting", of("sum needs")),
        ("table", of("sum")),
        ("thing", of("sum")),
    ];
    assert_eq!(names, expected);
    // A test on which the original reaches an undefined symbol is refused.
    for (argument, symbol) in [(3i32, "helper"), (2, "setting")] {
        let mut image = cases("missing.c").remove(0).image;
        image.function = "needs".to_owned();
        image.params[0].bytes = argument.to_le_bytes().to_vec();
        let error = session.record(&image).unwrap_err();
        assert!(
            matches!(&error, NativeError::Missing(found) if found == symbol),
            "{error}"
        );
    }
}

fn refusal(session: &Session, change: impl Fn(&mut CallImage)) -> String {
    let mut image = cases("memory.c").remove(0).image;
    complete(&mut image, session);
    change(&mut image);
    session.run(&image, &[]).unwrap_err().to_string()
}

#[test]
fn tests_that_do_not_fit_are_refused() {
    let session = session("memory.c", options()).unwrap();
    type Change = fn(&mut CallImage);
    let changes: [(Change, &str); 7] = [
        (
            |image| image.function = "nothing".to_owned(),
            "no function @nothing",
        ),
        (
            |image| drop(image.params.pop()),
            "it has 4 parameters, not 3",
        ),
        (
            |image| image.params[1].bytes.push(0),
            "parameter 2 has 4 bytes, not 5",
        ),
        (
            |image| image.params[0].pointers[0].at = 1,
            "a pointer in parameter 1 leads nowhere",
        ),
        (
            |image| image.objects[0].align = 3,
            "a cannot be aligned to 3",
        ),
        (
            |image| image.globals[0].content = Some(Bytes::default()),
            "@total has 4 bytes",
        ),
        (
            |image| image.globals[0].symbol = "x".to_owned(),
            "no mutable global @x",
        ),
    ];
    for (change, expected) in changes {
        let message = refusal(&session, change);
        assert!(message.contains(expected), "{message} has no {expected}");
    }
    let wanted = Options {
        functions: vec!["nowhere".to_owned()],
        ..options()
    };
    let error = support::session("memory.c", wanted).unwrap_err();
    assert!(matches!(error, NativeError::NoSuchFunction(_)), "{error}");
}

/// The mutants of the program for sweeps.
const SWEPT: [u32; 14] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14];
/// The input on which the original traps, and the input on which it does not end.
const LEFT_OUT: [u8; 2] = [120, 130];

fn call_of_odd(session: &Session, x: u8) -> CallImage {
    let plain = |bytes: Vec<u8>| Bytes {
        bytes,
        ..Bytes::default()
    };
    let pointer = PointerAt {
        at: 0,
        target: Target::Object(0),
        offset: 0,
    };
    let globals = session.globals();
    let observed = globals.filter(|(name, _)| ["seen", "kept"].contains(name));
    CallImage {
        function: "odd".to_owned(),
        params: vec![
            plain(vec![x]),
            Bytes {
                bytes: vec![0; 8],
                pointers: vec![pointer],
                ..Bytes::default()
            },
        ],
        objects: vec![ObjectImage {
            name: "p".to_owned(),
            content: plain(vec![x, 0]),
            align: 1,
        }],
        globals: observed
            .map(|(symbol, size)| GlobalImage {
                symbol: symbol.to_owned(),
                size,
                content: None,
            })
            .collect(),
        ..CallImage::default()
    }
}

/// The pairs on which forked runs differ.
fn one_by_one(session: &Session, calls: &[CallImage]) -> BTreeSet<(usize, usize)> {
    let jobs: Vec<_> = calls.iter().map(|call| (call, &SWEPT[..])).collect();
    let mut differing = BTreeSet::new();
    for (input, runs) in session.run_all(&jobs).into_iter().enumerate() {
        let runs = runs.unwrap();
        for (mutant, result) in runs.mutants.iter().enumerate() {
            if let RunResult::Differs(observed) = result
                && !same_bytes(&runs.original, observed)
            {
                differing.insert((input, mutant));
            }
        }
    }
    differing
}

#[test]
fn a_sweep_agrees_with_single_runs() {
    let session = session("sweep.c", options()).unwrap();
    let calls: Vec<CallImage> = (0..=255).map(|x| call_of_odd(&session, x)).collect();
    let mut batch = session.batch(&calls[0]).unwrap();
    assert!(calls.iter().all(|call| batch.push(call)));
    let swept = session.sweep(&batch, &SWEPT).unwrap();
    assert_eq!((swept.left_out, &swept.unfinished[..]), (1, &[130][..]));
    let seen: BTreeSet<_> = swept.differing.into_iter().collect();
    let mut expected = one_by_one(&session, &calls);
    expected.retain(|(input, _)| !LEFT_OUT.contains(&(*input as u8)));
    // An exit of the original ends the process: all mutants remain candidates.
    expected.extend((0..SWEPT.len()).map(|mutant| (110, mutant)));
    assert_eq!(seen, expected);
    let mutants: BTreeSet<usize> = expected.iter().map(|(_, mutant)| *mutant).collect();
    assert_eq!(mutants.len(), SWEPT.len(), "every mutant differs somewhere");
}

#[test]
fn a_batch_refuses_objects_of_another_shape() {
    let session = session("sweep.c", options()).unwrap();
    let mut batch = session.batch(&call_of_odd(&session, 1)).unwrap();
    let mut other = call_of_odd(&session, 2);
    other.objects[0].content.bytes.push(0);
    assert!(!batch.push(&other));
    assert!(batch.push(&call_of_odd(&session, 3)));
    assert_eq!(batch.len(), 1);
}
