//! Messages of the parser, as data; and texts that try to exhaust it.

use std::fmt::Write as _;
use std::path::PathBuf;

use quell_ir::parse::ErrorKind;
use quell_ir::parse_module;

fn data_file() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/parse_errors.txt")
}

struct Case<'t> {
    name: &'t str,
    text: &'t str,
    message: &'t str,
}

fn cases(data: &str) -> Vec<Case<'_>> {
    let parts = data.split("\n=== ").skip(1);
    let case = |part| {
        let (name, rest) = str::split_once(part, '\n').expect("a name and a text");
        let (text, message) = rest.split_once("\n---\n").expect("a message");
        let message = message.trim_end();
        Case {
            name,
            text,
            message,
        }
    };
    parts.map(case).collect()
}

fn message(text: &str) -> String {
    match parse_module(text, "test.ll") {
        Ok(_) => "no error".to_owned(),
        Err(error) => error.to_string(),
    }
}

fn bless(data: &str) {
    let head = data.split("\n=== ").next().unwrap_or_default();
    let mut out = head.to_owned();
    for case in cases(data) {
        let message = message(case.text);
        let _ = write!(out, "\n=== {}\n{}\n---\n{message}\n", case.name, case.text);
    }
    std::fs::write(data_file(), out).expect("data is writable");
}

#[test]
fn messages_are_as_stated() {
    let data = std::fs::read_to_string(data_file()).expect("data");
    if std::env::var_os("QUELL_BLESS").is_some() {
        bless(&data);
        return;
    }
    let cases = cases(&data);
    assert!(cases.len() > 50);
    for case in cases {
        assert_eq!(message(case.text), case.message, "{}", case.name);
    }
}

fn kind(text: impl AsRef<[u8]>) -> ErrorKind {
    match parse_module(text, "test.ll") {
        Ok(_) => panic!("parsed"),
        Err(error) => error.kind,
    }
}

#[test]
fn an_error_has_a_place_and_a_token() {
    let error = parse_module("\n\n  @a = global i33x 0", "some/file.ll").expect_err("bad type");
    assert_eq!(error.kind, ErrorKind::UnknownType("i33x".to_owned()));
    assert_eq!((error.line, error.column), (3, 15));
    assert_eq!(&*error.token, "i33x");
    assert_eq!(&*error.source_line, "  @a = global i33x 0");
    assert_eq!(&*error.file, "some/file.ll");
}

#[test]
fn deep_nesting_is_refused() {
    let deep = 1_000_000;
    for (open, close) in [("[1 x ", "]"), ("{ ", " }"), ("<{ ", " }>")] {
        let text = format!(
            "@a = external global {}i8{}",
            open.repeat(deep),
            close.repeat(deep)
        );
        assert_eq!(kind(text), ErrorKind::TooDeep(256));
    }
    for open in ["i8 (", "ptr (i32 (", "target(\"x\", ", "{ i8 ("] {
        let text = format!("@a = external global {}", open.repeat(deep));
        assert_eq!(kind(text), ErrorKind::TooDeep(256));
    }
    for open in ["{ i8 ", "[ { i8 } { "] {
        assert!(matches!(
            kind(format!("@a = global {{ i8 }} {}", open.repeat(deep))),
            ErrorKind::TooDeep(_) | ErrorKind::TypeMismatch { .. } | ErrorKind::Expected(_)
        ));
    }
    let sums = "i64 add (i64 1, ".repeat(deep);
    assert_eq!(kind(format!("@a = global {sums}")), ErrorKind::TooDeep(256));
    let splats = "splat (<1 x i8> ".repeat(deep);
    assert_eq!(
        kind(format!("@a = global <1 x i8> {splats}")),
        ErrorKind::TooDeep(256)
    );
    for open in ["!{", "!DIFoo(a: ", "!DIFoo(a: {", "distinct !{"] {
        let text = format!("!0 = !{{{}", open.repeat(deep));
        assert_eq!(kind(text), ErrorKind::TooDeep(256));
    }
}

#[test]
fn types_that_explode_are_refused() {
    let chain = |length: usize, body: &str| {
        let mut text = String::new();
        for index in 0..length {
            let body = body.replace('#', &format!("%t{}", index + 1));
            let _ = writeln!(text, "%t{index} = type {{ {body} }}");
        }
        let _ = writeln!(text, "%t{length} = type {{ i8 }}");
        text
    };
    assert!(parse_module(chain(100, "#"), "test.ll").is_ok());
    assert_eq!(kind(chain(100_000, "#")), ErrorKind::TooDeep(512));
    assert_eq!(kind(chain(100, "#, #")), ErrorKind::TooLarge("a type"));
}

#[test]
fn memory_is_bounded_by_the_text() {
    let mut text = String::new();
    for index in 0..1000 {
        let _ = writeln!(text, "@a{index} = global i8388608 {index}");
    }
    assert_eq!(kind(&text), ErrorKind::TooLarge("an integer literal"));
    let kind = kind("define void @f() {\n  %4000000000 = add i8 1, 2\n  ret void\n}");
    assert!(matches!(kind, ErrorKind::LiteralOutOfRange(_)));
}

#[test]
fn long_alias_chains_are_walked() {
    let mut text = "@a0 = global i32 0\n".to_owned();
    for index in 1..100_000 {
        let _ = writeln!(text, "@a{index} = alias i32, ptr @a{}", index - 1);
    }
    assert!(parse_module(&text, "test.ll").is_ok());
}

#[test]
fn bytes_that_are_not_text_are_read() {
    let module = parse_module(b"@\"\xff\xc3\xa4\" = global i32 0", "test.ll").expect("a module");
    assert!(module.find("\\FF\u{e4}").is_some());
    let error = parse_module(b"; \xff\n@a = \xfe", "test.ll").expect_err("bad byte");
    assert_eq!(error.kind, ErrorKind::UnknownCharacter);
    assert_eq!((error.line, error.column), (2, 6));
    let module = parse_module(b"@a = global [2 x i8] c\"\xff\\fe\"", "test.ll");
    assert!(module.is_ok());
}
