//! The test programs in `programs`, original and mutants, on the harness.

mod support;

use std::collections::BTreeMap;

use quell_native::{Externals, Limits, NativeError, Options, Session};
use quell_values::{Bytes, CallImage};
use support::{cases, check, complete, options, session};

#[test]
fn programs_leave_behind_what_they_say() {
    for name in [
        "files.c",
        "heap.c",
        "memory.c",
        "pure.c",
        "stdio.c",
        "recording.c",
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
fn every_end_is_told_apart() {
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
    // More than one portion, and tests with nothing to run.
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

#[test]
fn a_test_that_differs_from_run_to_run_is_flaky() {
    let session = session("flaky.c", options()).unwrap();
    let error = session.record(&cases("flaky.c")[0].image).unwrap_err();
    assert!(matches!(error, NativeError::Flaky(_)), "{error}");
    assert!(error.to_string().contains("(the result)"), "{error}");
}

#[test]
fn what_nobody_defines_is_named_with_its_users_or_recorded() {
    let error = session("outside.c", options()).unwrap_err().to_string();
    let expected =
        "nobody defines notify, transmit\n  notify is used by report\n  transmit is used by report";
    assert!(error.contains(expected), "{error}");
    let returns = BTreeMap::from([("transmit".to_owned(), vec![42])]);
    let options = Options {
        externals: Externals::Stub(returns),
        ..options()
    };
    check("outside.c", &session("outside.c", options).unwrap());
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
