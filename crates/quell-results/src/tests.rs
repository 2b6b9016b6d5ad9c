//! Tests as data.

use std::collections::BTreeMap;

use quell_values::Guard;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::text;

/// Changes whenever a reader of the old form would be misled.
pub const TESTS_SCHEMA: &str = "quell-tests-1";

/// Tests as data.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct TestSuite {
    #[schemars(extend("const" = TESTS_SCHEMA))]
    pub schema: &'static str,
    pub tests: Vec<TestCase>,
}

/// A test: one call of a function.
#[derive(Clone, PartialEq, Debug, Default, Serialize, JsonSchema)]
pub struct TestCase {
    /// Unique in its suite.
    pub id: String,
    /// The source file with the function; of any file if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The function to call, by any name that the source has for it.
    pub function: String,
    pub args: Vec<Value>,
    /// Values of mutable globals; the others keep their initialisers.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub globals: BTreeMap<String, Value>,
    /// Results of calls of external functions, in their order; further calls return zero.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub calls: BTreeMap<String, Vec<Value>>,
    #[serde(
        serialize_with = "text::serialize",
        skip_serializing_if = "Vec::is_empty"
    )]
    #[schemars(with = "text::Bytes")]
    pub stdin: Vec<u8>,
    /// The side of its objects on which memory ends.
    #[serde(skip_serializing_if = "Guard::is_usual")]
    pub guard: Guard,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<Expected>,
}

/// The expected behaviour of the original. Omitted fields are not checked.
#[derive(Clone, PartialEq, Debug, Default, Serialize, JsonSchema)]
pub struct Expected {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<Value>,
    #[serde(
        serialize_with = "text::serialize_some",
        skip_serializing_if = "Option::is_none"
    )]
    #[schemars(with = "text::Bytes")]
    pub stdout: Option<Vec<u8>>,
    #[serde(
        serialize_with = "text::serialize_some",
        skip_serializing_if = "Option::is_none"
    )]
    #[schemars(with = "text::Bytes")]
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
        crate::to_json(self)
    }
}
