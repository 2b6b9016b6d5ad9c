//! Values of JSON as literals. Their places are those in the text of the value on one line.

use std::ops::Range;

use serde_json::{Map, Value};

use super::{Items, Kind, Literal, LiteralError, parse};

const MAX_DEPTH: usize = 64;

/// The field of an object that holds a literal as on the command line.
pub(super) const ESCAPE: &str = "literal";

/// The text of a value and the literal it is.
pub fn from_json(value: &Value) -> (String, Result<Literal, LiteralError>) {
    let mut reader = Reader::default();
    let literal = reader.value(value, 0);
    (reader.text, literal)
}

#[derive(Default)]
struct Reader {
    text: String,
}

type Read<T> = Result<T, LiteralError>;

impl Reader {
    fn value(&mut self, value: &Value, depth: usize) -> Read<Literal> {
        let start = self.text.len();
        if depth > MAX_DEPTH {
            self.text += "...";
            return Err(LiteralError::new("nested too deeply", self.since(start)));
        }
        let kind = match value {
            Value::Array(items) => self.list(items, depth)?,
            Value::Object(fields) => match escaped(fields) {
                Some(text) => self.literal(value, text)?,
                None => self.record(fields, depth)?,
            },
            Value::Number(number) => {
                self.text += &number.to_string();
                let span = self.since(start);
                return read(&number.to_string(), &span);
            }
            scalar => {
                self.text += &scalar.to_string();
                match scalar {
                    Value::Bool(value) => Kind::Bool(*value),
                    Value::String(text) => Kind::Plain(text.clone()),
                    _ => Kind::Null,
                }
            }
        };
        let span = self.since(start);
        Ok(Literal { kind, span })
    }

    fn since(&self, start: usize) -> Range<usize> {
        start..self.text.len()
    }

    fn list(&mut self, items: &[Value], depth: usize) -> Read<Kind> {
        self.text.push('[');
        let mut read = Vec::new();
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                self.text += ", ";
            }
            read.push(self.value(item, depth + 1)?);
        }
        self.text.push(']');
        Ok(Kind::List {
            element: None,
            items: Items::Each(read),
        })
    }

    fn record(&mut self, fields: &Map<String, Value>, depth: usize) -> Read<Kind> {
        self.text.push('{');
        let mut read = Vec::new();
        for (index, (name, value)) in fields.iter().enumerate() {
            if index > 0 {
                self.text += ", ";
            }
            self.text += &Value::from(name.as_str()).to_string();
            self.text += ": ";
            read.push((Some(name.clone()), self.value(value, depth + 1)?));
        }
        self.text.push('}');
        Ok(Kind::Record(read))
    }

    fn literal(&mut self, value: &Value, text: &str) -> Read<Kind> {
        let start = self.text.len();
        self.text += &value.to_string();
        let span = self.since(start);
        read(text, &span).map(|literal| literal.kind)
    }
}

fn escaped(fields: &Map<String, Value>) -> Option<&str> {
    match fields.get(ESCAPE) {
        Some(Value::String(text)) if fields.len() == 1 => Some(text),
        _ => None,
    }
}

/// A literal within a JSON string, with places in the surrounding text.
pub(crate) fn read(text: &str, span: &Range<usize>) -> Read<Literal> {
    match parse(text) {
        Ok(literal) => Ok(literal.at(span)),
        Err(error) => Err(LiteralError::new(error.message, span.clone())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(json: &str) -> (String, Result<Kind, String>) {
        let (text, literal) = from_json(&serde_json::from_str(json).unwrap());
        let kind = literal.map(|of| of.kind).map_err(|error| {
            let marked = &text[error.span.clone()];
            format!("{} at {marked}", error.message)
        });
        (text, kind)
    }

    #[test]
    fn numbers_keep_their_digits() {
        let widest = u128::MAX.to_string();
        let integer = |negative, magnitude| {
            Ok(Kind::Integer {
                negative,
                magnitude,
            })
        };
        assert_eq!(shown(&widest).1, integer(false, u128::MAX));
        assert_eq!(shown("-0").1, integer(true, 0));
        assert_eq!(shown("1e400").1, Ok(Kind::Float("1e+400".to_owned())));
        let long = "0.1000000000000000000000000000000000000001";
        assert_eq!(shown(long).1, Ok(Kind::Float(long.to_owned())));
        assert!(shown(&format!("{widest}0")).1.is_err());
    }

    #[test]
    fn places_are_those_of_the_text() {
        let (text, kind) = shown(r#"{"b": [1, "x", {"literal": "[0; 3]"}], "a": null}"#);
        assert_eq!(text, r#"{"b": [1, "x", {"literal":"[0; 3]"}], "a": null}"#);
        let Ok(Kind::Record(fields)) = kind else {
            panic!("{kind:?}");
        };
        let Kind::List { items, .. } = &fields[0].1.kind else {
            panic!("{fields:?}");
        };
        let place = |index: u64| &text[items.get(index).unwrap().span.clone()];
        assert_eq!((place(0), place(1)), ("1", "\"x\""));
        assert_eq!(place(2), r#"{"literal":"[0; 3]"}"#);
        assert_eq!(
            shown(r#"[1, {"literal": "[1,"}]"#).1,
            Err(r#"expected a literal before the end at {"literal":"[1,"}"#.to_owned())
        );
        let deep = "[".repeat(100) + &"]".repeat(100);
        assert_eq!(shown(&deep).1, Err("nested too deeply at ...".to_owned()));
    }
}
