//! Suites from files: one file, or all of a directory. An error names the file and the place in it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

use quell_values::Guard;
use serde_json::{Map, Value};
use thiserror::Error;

use crate::tests::{Expected, TESTS_SCHEMA, TestCase, TestSuite};
use crate::text;

#[derive(Debug, Error)]
pub enum SuiteError {
    #[error("cannot read {}: {source}", path.display())]
    Read { path: PathBuf, source: io::Error },
    #[error("{}: {message}", path.display())]
    Syntax { path: PathBuf, message: String },
    #[error("{}: {at}: {problem}", path.display())]
    Shape {
        path: PathBuf,
        /// `tests[3].args[1]`.
        at: String,
        problem: String,
    },
    #[error("the test id `{id}` is used twice, in {} and in {}", first.display(), second.display())]
    DuplicateId {
        id: String,
        first: PathBuf,
        second: PathBuf,
    },
    #[error("there are no tests in {}", path.display())]
    NoTests { path: PathBuf },
}

/// Larger files are refused.
const MAX_FILE: u64 = 256 << 20;

/// The tests of a `.json` file, or of all such files in a directory, in the order of their names. A file may have no tests, as
/// after a run that found none. A directory without such files is an error.
pub fn read_suite(path: &Path) -> Result<TestSuite, SuiteError> {
    let mut tests = Vec::new();
    let mut known: BTreeMap<String, PathBuf> = BTreeMap::new();
    let files = files(path)?;
    if files.is_empty() {
        return Err(SuiteError::NoTests {
            path: path.to_owned(),
        });
    }
    for file in files {
        for test in read_file(&file)? {
            if let Some(first) = known.insert(test.id.clone(), file.clone()) {
                return Err(SuiteError::DuplicateId {
                    id: test.id,
                    first,
                    second: file,
                });
            }
            tests.push(test);
        }
    }
    Ok(TestSuite::new(tests))
}

fn files(path: &Path) -> Result<Vec<PathBuf>, SuiteError> {
    let failed = |source| SuiteError::Read {
        path: path.to_owned(),
        source,
    };
    let kind = fs::metadata(path).map_err(failed)?.file_type();
    if !kind.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut found = Vec::new();
    for entry in fs::read_dir(path).map_err(failed)? {
        let file = entry.map_err(failed)?.path();
        if file.extension().is_some_and(|ending| ending == "json") && !file.is_dir() {
            found.push(file);
        }
    }
    found.sort();
    Ok(found)
}

/// Refuses pipes and devices: opening a pipe may block forever, and a device may have no end.
fn read_regular(path: &Path) -> io::Result<Vec<u8>> {
    match fs::metadata(path)?.is_file() {
        true => fs::read(path),
        false => Err(io::Error::other(
            "it is a pipe, device or socket; a regular file was expected",
        )),
    }
}

fn read_file(path: &Path) -> Result<Vec<TestCase>, SuiteError> {
    let failed = |source| SuiteError::Read {
        path: path.to_owned(),
        source,
    };
    let size = fs::metadata(path).map_err(failed)?.len();
    if size > MAX_FILE {
        return Err(failed(io::Error::other("the file is too large for tests")));
    }
    let bytes = read_regular(path).map_err(failed)?;
    let value: Value = serde_json::from_slice(&bytes).map_err(|error| SuiteError::Syntax {
        path: path.to_owned(),
        message: format!("not JSON: {error}"),
    })?;
    let stem = path.file_stem().map(|stem| stem.to_string_lossy());
    let reader = Reader {
        stem: stem.unwrap_or_default().into_owned(),
    };
    reader.file(&value).map_err(|problem| SuiteError::Shape {
        path: path.to_owned(),
        at: problem.at,
        problem: problem.text,
    })
}

/// Reads tests from the text of a file with a name.
pub fn parse_suite(text: &str, name: &str) -> Result<TestSuite, SuiteError> {
    let path = PathBuf::from(name);
    let value = serde_json::from_str(text).map_err(|error| SuiteError::Syntax {
        path: path.clone(),
        message: format!("not JSON: {error}"),
    })?;
    let stem = name.strip_suffix(".json").unwrap_or(name).to_owned();
    let tests = Reader { stem }.file(&value);
    let tests = tests.map_err(|problem| SuiteError::Shape {
        path,
        at: problem.at,
        problem: problem.text,
    })?;
    Ok(TestSuite::new(tests))
}

/// An error and its place.
struct Problem {
    at: String,
    text: String,
}

fn problem<T>(at: &str, text: impl Into<String>) -> Result<T, Problem> {
    let at = if at.is_empty() { "the file" } else { at };
    Err(Problem {
        at: at.to_owned(),
        text: text.into(),
    })
}

/// `expected ..., found ...`.
fn mismatch<T>(at: &str, expected: &str, found: &Value) -> Result<T, Problem> {
    let found = match found {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    };
    problem(at, format!("expected {expected}, found {found}"))
}

/// `generator` marks suites that Quell wrote.
const SUITE_FIELDS: &[&str] = &["generator", "schema", "function", "tests"];
const TEST_FIELDS: &[&str] = &[
    "id", "file", "function", "args", "globals", "calls", "stdin", "guard", "expected",
];
const EXPECTED_FIELDS: &[&str] = &["result", "stdout", "stderr"];

struct Reader {
    /// The name of the file, from which tests without an id get theirs.
    stem: String,
}

impl Reader {
    /// A suite, a list of tests, or a single test.
    fn file(&self, value: &Value) -> Result<Vec<TestCase>, Problem> {
        match value {
            Value::Array(tests) => self.tests(tests, "", None),
            Value::Object(fields) if fields.contains_key("tests") => self.suite(fields),
            Value::Object(fields) => {
                let mut fields = fields.clone();
                if let Some(schema) = fields.remove("schema") {
                    check_schema(&schema)?;
                }
                let test = self.test(&Value::Object(fields), "", None, self.stem.clone())?;
                Ok(vec![test])
            }
            other => mismatch("", "a suite of tests, an object", other),
        }
    }

    fn suite(&self, fields: &Map<String, Value>) -> Result<Vec<TestCase>, Problem> {
        check_fields(fields, SUITE_FIELDS, "")?;
        match fields.get("schema") {
            Some(schema) => check_schema(schema)?,
            None => return problem("", format!("expected \"schema\": \"{TESTS_SCHEMA}\"")),
        }
        let function = match fields.get("function") {
            Some(function) => Some(text_of(function, "function", "the name of a function")?),
            None => None,
        };
        match &fields["tests"] {
            Value::Array(tests) => self.tests(tests, "tests", function.as_deref()),
            other => mismatch("tests", "a list of tests", other),
        }
    }

    fn tests(
        &self,
        tests: &[Value],
        at: &str,
        function: Option<&str>,
    ) -> Result<Vec<TestCase>, Problem> {
        let numbered = tests.iter().enumerate();
        let read = numbered.map(|(index, test)| {
            let id = format!("{}-{}", self.stem, index + 1);
            self.test(test, &format!("{at}[{index}]"), function, id)
        });
        read.collect()
    }

    fn test(
        &self,
        value: &Value,
        at: &str,
        function: Option<&str>,
        id: String,
    ) -> Result<TestCase, Problem> {
        let Value::Object(fields) = value else {
            return mismatch(at, "a test, an object", value);
        };
        check_fields(fields, TEST_FIELDS, at)?;
        let function = match (fields.get("function"), function) {
            (Some(own), _) => text_of(own, &under(at, "function"), "the name of a function")?,
            (None, Some(common)) => common.to_owned(),
            (None, None) => return problem(at, "expected \"function\", the name of a function"),
        };
        let id = match fields.get("id") {
            Some(id) => text_of(id, &under(at, "id"), "a name")?,
            None => id,
        };
        let file = fields.get("file");
        let file = file.map(|file| text_of(file, &under(at, "file"), "the name of a file"));
        Ok(TestCase {
            id,
            file: file.transpose()?,
            function,
            args: list(fields, "args", at)?,
            globals: globals(fields, at)?,
            calls: calls(fields, at)?,
            stdin: bytes(fields, "stdin", at)?.unwrap_or_default(),
            guard: guard(fields, at)?,
            expected: expected(fields, at)?,
        })
    }
}

fn under(at: &str, field: &str) -> String {
    match at {
        "" => field.to_owned(),
        _ => format!("{at}.{field}"),
    }
}

fn check_schema(schema: &Value) -> Result<(), Problem> {
    match schema {
        Value::String(schema) if schema == TESTS_SCHEMA => Ok(()),
        Value::String(schema) => problem(
            "schema",
            format!("expected \"{TESTS_SCHEMA}\", found \"{schema}\""),
        ),
        other => mismatch("schema", &format!("\"{TESTS_SCHEMA}\""), other),
    }
}

/// An unknown field is most likely misspelt.
fn check_fields(fields: &Map<String, Value>, known: &[&str], at: &str) -> Result<(), Problem> {
    match fields.keys().find(|name| !known.contains(&name.as_str())) {
        Some(name) => {
            let known = known.join(", ");
            problem(at, format!("there is no field \"{name}\", only {known}"))
        }
        None => Ok(()),
    }
}

fn text_of(value: &Value, at: &str, expected: &str) -> Result<String, Problem> {
    match value {
        Value::String(text) if !text.is_empty() => Ok(text.clone()),
        Value::String(_) => problem(at, format!("expected {expected}, found an empty string")),
        other => mismatch(at, &format!("{expected}, a string"), other),
    }
}

fn list(fields: &Map<String, Value>, name: &str, at: &str) -> Result<Vec<Value>, Problem> {
    match fields.get(name) {
        None => Ok(Vec::new()),
        Some(Value::Array(items)) => Ok(items.clone()),
        Some(other) => mismatch(&under(at, name), "a list of values", other),
    }
}

fn globals(fields: &Map<String, Value>, at: &str) -> Result<BTreeMap<String, Value>, Problem> {
    match fields.get("globals") {
        None => Ok(BTreeMap::new()),
        Some(Value::Object(globals)) => Ok(globals.clone().into_iter().collect()),
        Some(other) => mismatch(
            &under(at, "globals"),
            "an object of names and values",
            other,
        ),
    }
}

/// A list of results for each function.
fn calls(fields: &Map<String, Value>, at: &str) -> Result<BTreeMap<String, Vec<Value>>, Problem> {
    let at = under(at, "calls");
    match fields.get("calls") {
        None => Ok(BTreeMap::new()),
        Some(Value::Object(calls)) => {
            let names = calls.keys();
            let lists = names.map(|name| Ok((name.clone(), list(calls, name, &at)?)));
            lists.collect()
        }
        Some(other) => mismatch(&at, "an object of functions and their results", other),
    }
}

fn bytes(fields: &Map<String, Value>, name: &str, at: &str) -> Result<Option<Vec<u8>>, Problem> {
    let Some(value) = fields.get(name) else {
        return Ok(None);
    };
    match text::read(value) {
        Some(bytes) => Ok(Some(bytes)),
        None => mismatch(&under(at, name), "a string or a list of bytes", value),
    }
}

fn guard(fields: &Map<String, Value>, at: &str) -> Result<Guard, Problem> {
    let Some(value) = fields.get("guard") else {
        return Ok(Guard::default());
    };
    let (at, wanted) = (under(at, "guard"), "\"before\" or \"after\"");
    match value.as_str() {
        Some("before") => Ok(Guard::Before),
        Some("after") => Ok(Guard::After),
        Some(other) => problem(&at, format!("expected {wanted}, found \"{other}\"")),
        None => mismatch(&at, wanted, value),
    }
}

fn expected(fields: &Map<String, Value>, at: &str) -> Result<Option<Expected>, Problem> {
    let at = &under(at, "expected");
    match fields.get("expected") {
        None => Ok(None),
        Some(Value::Object(fields)) => {
            check_fields(fields, EXPECTED_FIELDS, at)?;
            Ok(Some(Expected {
                result: fields.get("result").cloned(),
                stdout: bytes(fields, "stdout", at)?,
                stderr: bytes(fields, "stderr", at)?,
            }))
        }
        Some(other) => mismatch(at, "an object", other),
    }
}
