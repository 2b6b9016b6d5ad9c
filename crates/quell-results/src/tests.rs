//! Tests as data.

use std::collections::BTreeMap;

use quell_values::Guard;
use serde::Serialize;
use serde_json::Value;

use crate::text;

/// Changes whenever a reader of the old form would be misled.
pub const TESTS_SCHEMA: &str = "quell-tests-1";

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TestSuite {
    pub schema: &'static str,
    pub tests: Vec<TestCase>,
}

/// One call of a function.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct TestCase {
    /// Unique in its suite.
    pub id: String,
    /// By any name that the source has for it.
    pub function: String,
    pub args: Vec<Value>,
    /// Values of mutable globals; the others keep their initialisers.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub globals: BTreeMap<String, Value>,
    /// What calls of functions return that nobody defines, in their order; zero when the list is over.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub calls: BTreeMap<String, Vec<Value>>,
    #[serde(
        serialize_with = "text::serialize",
        skip_serializing_if = "Vec::is_empty"
    )]
    pub stdin: Vec<u8>,
    /// On which side of its objects memory ends.
    #[serde(skip_serializing_if = "Guard::is_usual")]
    pub guard: Guard,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<Expected>,
}

/// What the original must do. What is left out may be anything.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Expected {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<Value>,
    #[serde(
        serialize_with = "text::serialize_some",
        skip_serializing_if = "Option::is_none"
    )]
    pub stdout: Option<Vec<u8>>,
    #[serde(
        serialize_with = "text::serialize_some",
        skip_serializing_if = "Option::is_none"
    )]
    pub stderr: Option<Vec<u8>>,
}

impl TestSuite {
    pub fn new(tests: Vec<TestCase>) -> Self {
        Self {
            schema: TESTS_SCHEMA,
            tests,
        }
    }

    /// As [`read_suite`](crate::read_suite) reads it.
    pub fn to_json(&self) -> String {
        // Maps have keys of text and nothing else can fail.
        let text = serde_json::to_string_pretty(self).unwrap_or_default();
        text + "\n"
    }
}
