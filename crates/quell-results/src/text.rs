//! Bytes in JSON: a string where they are text, a list of numbers where they are not.

use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use serde_json::Value;

/// Bytes: a string if they are UTF-8, otherwise a list of numbers.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "it is only there for its schema")]
pub enum Bytes {
    Text(String),
    Numbers(Vec<u8>),
}

pub fn serialize<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    match std::str::from_utf8(bytes) {
        Ok(text) => serializer.serialize_str(text),
        Err(_) => serializer.collect_seq(bytes),
    }
}

/// As above, for bytes that may be left out.
pub fn serialize_some<S: Serializer>(
    bytes: &Option<Vec<u8>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match bytes {
        Some(bytes) => serialize(bytes, serializer),
        None => serializer.serialize_none(),
    }
}

/// `None` for a value that is neither.
pub fn read(value: &Value) -> Option<Vec<u8>> {
    let byte = |item: &Value| item.as_u64().and_then(|byte| u8::try_from(byte).ok());
    match value {
        Value::String(text) => Some(text.clone().into_bytes()),
        Value::Array(items) => items.iter().map(byte).collect(),
        _ => None,
    }
}
