//! Readable values: as text for people, as JSON for machines.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::ser::{Serialize, SerializeMap, Serializer};

/// A value read from memory, on its way to a reader.
#[derive(Clone, Debug, PartialEq)]
pub enum Shown {
    Uninitialised,
    Nothing,
    Bool(bool),
    Integer(String),
    /// A character and its code.
    Char(char, String),
    Float(String),
    Text(Vec<u8>),
    /// A name and the number behind it.
    Enumerator(String, String),
    Null,
    Pointer {
        /// Its target: a buffer, a variable.
        to: String,
        /// In bytes.
        offset: i64,
        /// The exact position, as in the source.
        place: String,
        pointee: Option<Box<Shown>>,
    },
    List(Vec<Shown>),
    Record(Vec<(Option<String>, Shown)>),
    Variant(String, Box<Shown>),
    /// Of a type that is not known.
    Bytes(String),
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Uninitialised => f.write_str("?"),
            Self::Nothing => f.write_str("nothing"),
            Self::Bool(value) => write!(f, "{value}"),
            Self::Integer(text) | Self::Float(text) | Self::Bytes(text) => f.write_str(text),
            Self::Char(c, code) => write!(f, "'{}' ({code})", escaped_char(*c)),
            Self::Text(text) => write!(f, "\"{}\"", escaped(text)),
            Self::Enumerator(name, value) => write!(f, "{name} ({value})"),
            Self::Null => f.write_str("null"),
            Self::Pointer { place, pointee, .. } => match pointee.as_deref() {
                Some(text @ Self::Text(_)) => write!(f, "{text} (pointer to {place})"),
                Some(value) => write!(f, "pointer to {place}: {value}"),
                None => write!(f, "pointer to {place}"),
            },
            Self::List(items) => {
                let items: Vec<String> = items.iter().map(ToString::to_string).collect();
                write!(f, "[{}]", items.join(", "))
            }
            Self::Record(fields) => write_record(f, fields),
            Self::Variant(name, data) => match &**data {
                Self::Record(fields) if fields.is_empty() => f.write_str(name),
                Self::Record(fields) if is_tuple(fields) => write!(f, "{name}{data}"),
                data => write!(f, "{name} {data}"),
            },
        }
    }
}

/// Whether the fields are called 0, 1 and so on.
fn is_tuple(fields: &[(Option<String>, Shown)]) -> bool {
    let is_number = |(index, field): (usize, &(Option<String>, Shown))| {
        let name = field.0.as_deref();
        name.and_then(|name| name.parse().ok()) == Some(index)
    };
    fields.iter().enumerate().all(is_number)
}

fn write_record(f: &mut fmt::Formatter<'_>, fields: &[(Option<String>, Shown)]) -> fmt::Result {
    let is_tuple = is_tuple(fields);
    let field = |(name, value): &(Option<String>, Shown)| match name {
        Some(name) if !is_tuple => format!("{name}: {value}"),
        _ => value.to_string(),
    };
    let fields: Vec<String> = fields.iter().map(field).collect();
    match is_tuple {
        true => write!(f, "({})", fields.join(", ")),
        false => write!(f, "{{{}}}", fields.join(", ")),
    }
}

fn escaped_char(c: char) -> String {
    match c {
        '\0' => "\\0".to_owned(),
        '"' => c.to_string(),
        '\x7f'..='\u{9f}' => format!("\\x{:02x}", u32::from(c)),
        c if c.is_control() => escape_control(c),
        _ => c.escape_debug().to_string(),
    }
}

fn escape_control(c: char) -> String {
    match c {
        '\n' => "\\n".to_owned(),
        '\t' => "\\t".to_owned(),
        '\r' => "\\r".to_owned(),
        _ => format!("\\x{:02x}", u32::from(c)),
    }
}

/// Text in the syntax of literals.
pub fn escaped(text: &[u8]) -> String {
    let mut shown = String::new();
    for chunk in text.utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                '"' => shown += "\\\"",
                '\'' => shown.push('\''),
                _ => shown += &escaped_char(c),
            }
        }
        for byte in chunk.invalid() {
            shown += &format!("\\x{byte:02x}");
        }
    }
    shown
}

impl Serialize for Shown {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Uninitialised => single(serializer, "uninitialised", &true),
            Self::Nothing | Self::Null => serializer.serialize_unit(),
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::Integer(text) | Self::Char(_, text) => serialize_integer(serializer, text),
            Self::Float(text) => serialize_float(serializer, text),
            Self::Bytes(text) => single(serializer, "bytes", text),
            Self::Text(text) => match std::str::from_utf8(text) {
                Ok(text) => serializer.serialize_str(text),
                Err(_) => single(serializer, "bytes", text),
            },
            Self::Enumerator(name, _) => serializer.serialize_str(name),
            Self::Pointer {
                to,
                offset,
                pointee,
                ..
            } => {
                let mut map = serializer.serialize_map(None)?;
                map.serialize_entry("pointer_to", to)?;
                map.serialize_entry("offset", offset)?;
                if let Some(pointee) = pointee {
                    map.serialize_entry("pointee", pointee)?;
                }
                map.end()
            }
            Self::List(items) => serializer.collect_seq(items),
            Self::Record(fields) if is_tuple(fields) => {
                serializer.collect_seq(fields.iter().map(|field| &field.1))
            }
            Self::Record(fields) => {
                let named = fields.iter().enumerate().map(|(index, (name, value))| {
                    let name = name.clone().unwrap_or_else(|| index.to_string());
                    (name, value)
                });
                serializer.collect_map(named)
            }
            Self::Variant(name, data) => single(serializer, name, data),
        }
    }
}

/// The fields of objects depend on the user's types.
impl JsonSchema for Shown {
    fn schema_name() -> Cow<'static, str> {
        "Shown".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A value of the user's program: a number, a Boolean, a text, null, a list, or an object with the \
                fields of a record. Objects of one field are `uninitialised`, `bytes`, or the variant of an enum with its data; \
                `pointer_to` and `offset` are those of a pointer, with the `pointee`.",
            "anyOf": [
                { "type": ["null", "boolean", "number", "string"] },
                { "type": "array", "items": generator.subschema_for::<Self>() },
                { "type": "object", "additionalProperties": true },
            ],
        })
    }
}

fn single<S: Serializer, V: Serialize + ?Sized>(
    serializer: S,
    name: &str,
    value: &V,
) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(1))?;
    map.serialize_entry(name, value)?;
    map.end()
}

/// Numbers beyond 64 bits are strings: few readers of JSON could take them.
fn serialize_integer<S: Serializer>(serializer: S, text: &str) -> Result<S::Ok, S::Error> {
    if let Ok(value) = text.parse::<i64>() {
        return serializer.serialize_i64(value);
    }
    match text.parse::<u64>() {
        Ok(value) => serializer.serialize_u64(value),
        Err(_) => serializer.serialize_str(text),
    }
}

/// JSON has no infinities and no NaN: these are strings, and so is what a double does not hold.
fn serialize_float<S: Serializer>(serializer: S, text: &str) -> Result<S::Ok, S::Error> {
    let digits = text.chars().filter(char::is_ascii_digit).count();
    match text.parse::<f64>() {
        Ok(value) if value.is_finite() && digits <= 20 => serializer.serialize_f64(value),
        _ => serializer.serialize_str(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn integer(text: &str) -> Shown {
        Shown::Integer(text.to_owned())
    }

    #[test]
    fn texts() {
        let point = Shown::Record(vec![
            (Some("x".to_owned()), integer("1")),
            (Some("y".to_owned()), Shown::Float("2.5".to_owned())),
        ]);
        let pair = Shown::Record(vec![
            (Some("0".to_owned()), integer("1")),
            (Some("1".to_owned()), Shown::Bool(true)),
        ]);
        let cases = [
            (Shown::Char('a', "97".to_owned()), "'a' (97)"),
            (Shown::Char('\n', "10".to_owned()), "'\\n' (10)"),
            (Shown::Text(b"a\"\xff\0".to_vec()), "\"a\\\"\\xff\\0\""),
            (point.clone(), "{x: 1, y: 2.5}"),
            (pair.clone(), "(1, true)"),
            (
                Shown::Variant("Some".to_owned(), Box::new(pair)),
                "Some(1, true)",
            ),
            (
                Shown::Variant("At".to_owned(), Box::new(point)),
                "At {x: 1, y: 2.5}",
            ),
            (
                Shown::Variant("None".to_owned(), Box::new(Shown::Record(vec![]))),
                "None",
            ),
            (
                Shown::List(vec![Shown::Uninitialised, Shown::Null]),
                "[?, null]",
            ),
        ];
        for (value, text) in cases {
            assert_eq!(value.to_string(), text);
        }
    }

    #[test]
    fn json() {
        let json = |value: &Shown| serde_json::to_string(value).unwrap();
        assert_eq!(json(&integer("-3")), "-3");
        assert_eq!(json(&integer(&u64::MAX.to_string())), u64::MAX.to_string());
        assert_eq!(
            json(&integer(&u128::MAX.to_string())),
            format!("\"{}\"", u128::MAX)
        );
        assert_eq!(json(&Shown::Float("nan".to_owned())), "\"nan\"");
        assert_eq!(json(&Shown::Float("0.1".to_owned())), "0.1");
        assert_eq!(json(&Shown::Text(b"\xff".to_vec())), "{\"bytes\":[255]}");
    }
}
