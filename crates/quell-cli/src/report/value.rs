//! Values of tests, which are JSON, in the words of literals.

use serde_json::{Map, Value};

/// So many equal elements are worth `[0; 8]`.
const REPEATED: usize = 4;

pub fn shown(value: &Value) -> String {
    match value {
        Value::Array(items) => match items.as_slice() {
            [first, rest @ ..] if items.len() >= REPEATED && rest.iter().all(|of| of == first) => {
                format!("[{}; {}]", shown(first), items.len())
            }
            items => format!("[{}]", list(items)),
        },
        Value::Object(fields) => match literal(fields) {
            Some(text) => text.to_owned(),
            None => format!("{{{}}}", named(fields)),
        },
        Value::String(text) => quoted(text),
        // Numbers, truth values and null look the same.
        other => other.to_string(),
    }
}

pub fn list(values: &[Value]) -> String {
    values.iter().map(shown).collect::<Vec<_>>().join(", ")
}

fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '\0' => quoted += "\\0",
            '"' | '\\' => quoted.extend(['\\', c]),
            '\x01'..='\x1f' | '\x7f' => quoted += &format!("\\x{:02x}", u32::from(c)),
            c => quoted.push(c),
        }
    }
    quoted + "\""
}

fn literal(fields: &Map<String, Value>) -> Option<&str> {
    match fields.get("literal") {
        Some(Value::String(text)) if fields.len() == 1 => Some(text),
        _ => None,
    }
}

fn named(fields: &Map<String, Value>) -> String {
    let fields = fields
        .iter()
        .map(|(name, value)| format!("{name}: {}", shown(value)));
    fields.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn values_look_like_literals() {
        let value = json!([1, "ab", null, {"y": 1, "x": [true, 2.5]}, {"literal": "[7; 100]"}]);
        assert_eq!(
            shown(&value),
            "[1, \"ab\", null, {y: 1, x: [true, 2.5]}, [7; 100]]"
        );
        assert_eq!(list(&[]), "");
        let value = json!([
            [[0, 0], [0, 0], [0, 0], [0, 0]],
            [1, 1, 1],
            "\"a\\\u{1}\0\0"
        ]);
        assert_eq!(
            shown(&value),
            r#"[[[0, 0]; 4], [1, 1, 1], "\"a\\\x01\0\0"]"#
        );
    }
}
