//! Suites of tests as JSON: read, written, refused.

use std::fs;

use proptest::prelude::*;
use quell_results::read::parse_suite;
use quell_results::{Expected, TestCase, TestSuite, read_suite};
use quell_values::Guard;
use serde_json::{Value, json};

#[test]
fn all_ways_to_write_tests() {
    let suite = r#"{"schema": "quell-tests-1", "function": "f", "tests": [
        {"args": [1, "a", [1.5, null]]},
        {"id": "second", "function": "g", "globals": {"x": 18446744073709551616}, "stdin": [255, 0]},
        {"expected": {"result": 3, "stdout": "ok\n"}, "guard": "before"}
    ]}"#;
    let tests = parse_suite(suite, "all.json").unwrap().tests;
    let ids: Vec<_> = tests
        .iter()
        .map(|test| (&test.id[..], &test.function[..]))
        .collect();
    assert_eq!(ids, [("all-1", "f"), ("second", "g"), ("all-3", "f")]);
    assert_eq!(tests[1].globals["x"].to_string(), "18446744073709551616");
    assert_eq!(tests[1].stdin, [255, 0]);
    let expected = tests[2].expected.as_ref().unwrap();
    assert_eq!(expected.stdout.as_deref(), Some(&b"ok\n"[..]));
    assert_eq!(expected.stderr, None);
    let guards = tests.iter().map(|test| test.guard);
    assert!(guards.eq([Guard::After, Guard::After, Guard::Before]));
    for single in [
        r#"{"function": "f", "args": [1]}"#,
        r#"{"schema": "quell-tests-1", "function": "f", "args": [1]}"#,
        r#"[{"id": "one", "function": "f", "args": [1]}]"#,
    ] {
        let tests = parse_suite(single, "one").unwrap().tests;
        assert_eq!((tests.len(), &tests[0].id[..]), (1, "one"));
        assert_eq!(tests[0].args, [json!(1)]);
    }
}

#[test]
fn errors_name_their_place() {
    let suite = |tests: &str| format!(r#"{{"schema": "quell-tests-1", "tests": [{tests}]}}"#);
    let cases = [
        (
            "3",
            "s.json: the file: expected a suite of tests, an object, found a number",
        ),
        (
            "{",
            "s.json: not JSON: EOF while parsing an object at line 1 column 1",
        ),
        (
            r#"{"tests": []}"#,
            "s.json: the file: expected \"schema\": \"quell-tests-1\"",
        ),
        (
            r#"{"schema": "quell-tests-9", "tests": []}"#,
            "s.json: schema: expected \"quell-tests-1\", found \"quell-tests-9\"",
        ),
        (
            &suite("{}"),
            "s.json: tests[0]: expected \"function\", the name of a function",
        ),
        (
            &suite(r#"{"function": "f"}, {"function": 3}"#),
            "s.json: tests[1].function: expected the name of a function, a string, found a number",
        ),
        (
            &suite(r#"{"function": "f", "args": 3}"#),
            "s.json: tests[0].args: expected a list of values, found a number",
        ),
        (
            &suite(r#"{"function": "f", "arg": []}"#),
            "s.json: tests[0]: there is no field \"arg\", only id, file, function, args, globals, calls, stdin, guard, expected",
        ),
        (
            &suite(r#"{"function": "f", "calls": {"g": 3}}"#),
            "s.json: tests[0].calls.g: expected a list of values, found a number",
        ),
        (
            &suite(r#"{"function": "f", "calls": []}"#),
            "s.json: tests[0].calls: expected an object of functions and their results, found a list",
        ),
        (
            &suite(r#"{"function": "f", "stdin": [256]}"#),
            "s.json: tests[0].stdin: expected a string or a list of bytes, found a list",
        ),
        (
            &suite(r#"{"function": "f", "expected": {"exit": 3}}"#),
            "s.json: tests[0].expected: there is no field \"exit\", only result, stdout, stderr",
        ),
    ];
    for (text, message) in cases {
        let error = parse_suite(text, "s.json").unwrap_err();
        assert_eq!(error.to_string(), message);
    }
}

#[test]
fn directories() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    let empty = read_suite(path).unwrap_err().to_string();
    assert!(empty.starts_with("there are no tests in"), "{empty}");
    fs::write(path.join("a.json"), "[]").unwrap();
    assert_eq!(read_suite(path).unwrap().tests.len(), 0);
    fs::write(path.join("b.json"), r#"{"function": "f"}"#).unwrap();
    fs::write(
        path.join("a.json"),
        r#"[{"function": "g"}, {"function": "h"}]"#,
    )
    .unwrap();
    fs::write(path.join("notes.txt"), "no tests").unwrap();
    let suite = read_suite(path).unwrap();
    let ids: Vec<_> = suite.tests.iter().map(|test| &test.id[..]).collect();
    assert_eq!(ids, ["a-1", "a-2", "b"]);
    fs::write(path.join("c.json"), r#"{"id": "b", "function": "f"}"#).unwrap();
    let twice = read_suite(path).unwrap_err().to_string();
    assert!(
        twice.starts_with("the test id `b` is used twice, in"),
        "{twice}"
    );
    let missing = read_suite(&path.join("none")).unwrap_err().to_string();
    assert!(missing.starts_with("cannot read"), "{missing}");
}

fn values() -> impl Strategy<Value = Value> {
    let number = "-?(0|[1-9][0-9]{0,40})(\\.[0-9]{1,20})?";
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
        number.prop_map(|text| serde_json::from_str(&text).unwrap()),
    ];
    leaf.prop_recursive(3, 16, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map(any::<String>(), inner, 0..4)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

proptest! {
    /// A suite that is written and read again is the same, to the last digit.
    #[test]
    fn written_and_read_again(
        file in prop::option::of("[^\\x00]+"),
        args in prop::collection::vec(values(), 0..4),
        globals in prop::collection::btree_map(any::<String>(), values(), 0..3),
        calls in prop::collection::btree_map(any::<String>(), prop::collection::vec(values(), 0..3), 0..3),
        stdin in any::<Vec<u8>>(),
        guard in prop::sample::select(vec![Guard::Before, Guard::After]),
        result in prop::option::of(values()),
        stdout in prop::option::of(any::<Vec<u8>>()),
    ) {
        let expected = Expected { result, stdout, stderr: None };
        let test = TestCase {
            id: "t".to_owned(),
            file,
            function: "f".to_owned(),
            args,
            globals,
            calls,
            stdin,
            guard,
            expected: Some(expected),
        };
        let suite = TestSuite::new(vec![test]);
        prop_assert_eq!(parse_suite(&suite.to_json(), "s").unwrap(), suite);
    }

    /// Every text is parsed or refused with a message.
    #[test]
    fn nothing_panics(text in ".*") {
        let _ = parse_suite(&text, "s");
    }
}
