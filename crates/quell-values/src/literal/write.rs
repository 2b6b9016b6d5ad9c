//! Literals as JSON, which [`from_json`](super::from_json) reads back as the same value of
//! their type.

use serde_json::{Map, Number, Value};

use super::json::ESCAPE;
use super::{Element, Items, Kind, Literal};

/// A literal in the notation of tests.
pub fn to_json(literal: &Literal) -> Value {
    match &literal.kind {
        Kind::Bool(value) => Value::Bool(*value),
        Kind::Null => Value::Null,
        Kind::Integer { .. } | Kind::Float(_) => number(&to_text(literal)),
        Kind::Char(code) => character(*code),
        Kind::Text(text) => match std::str::from_utf8(text) {
            Ok(text) => Value::from(text),
            Err(_) => as_literal(literal),
        },
        Kind::Plain(text) => Value::from(text.as_str()),
        Kind::Name {
            name,
            data: Some(data),
        } if !is_bits(literal) => {
            let data = match &data[..] {
                [only] => to_json(only),
                several => several.iter().map(to_json).collect(),
            };
            Value::Object(Map::from_iter([(name.clone(), data)]))
        }
        Kind::Name { .. } => Value::from(to_text(literal)),
        Kind::List {
            element: None,
            items: Items::Each(items),
        } => items.iter().map(to_json).collect(),
        Kind::Record(fields) if !is_taken_for_literal(fields) => record(fields),
        Kind::Record(_) | Kind::List { .. } | Kind::Uninitialised(_) => as_literal(literal),
    }
}

/// The name of a literal that gives the bits of a float: `bits(0x7ff4000000000000)`.
pub const BITS: &str = "bits";

/// The bits of a float as a number.
pub fn exact_bits(kind: &Kind) -> Option<u128> {
    let Kind::Name {
        name,
        data: Some(data),
    } = kind
    else {
        return None;
    };
    match &data[..] {
        [
            Literal {
                kind:
                    Kind::Integer {
                        negative: false,
                        magnitude,
                    },
                ..
            },
        ] if name == BITS => Some(*magnitude),
        _ => None,
    }
}

fn is_bits(literal: &Literal) -> bool {
    exact_bits(&literal.kind).is_some()
}

/// Numbers that JSON cannot write are strings.
fn number(text: &str) -> Value {
    match text.parse::<Number>() {
        Ok(number) => Value::Number(number),
        Err(_) => Value::from(text),
    }
}

fn character(code: u32) -> Value {
    match char::from_u32(code) {
        Some(c) => Value::from(c.to_string()),
        None => Value::from(code),
    }
}

/// An object, or a list where a field has no name.
fn record(fields: &[(Option<String>, Literal)]) -> Value {
    let entry = |(name, value): &(Option<String>, Literal)| Some((name.clone()?, to_json(value)));
    let named: Option<Map<String, Value>> = fields.iter().map(entry).collect();
    match named {
        Some(named) => Value::Object(named),
        None => fields.iter().map(|field| to_json(&field.1)).collect(),
    }
}

/// A struct with one field of this name reads as something else.
fn is_taken_for_literal(fields: &[(Option<String>, Literal)]) -> bool {
    matches!(fields, [(Some(name), _)] if name == ESCAPE)
}

fn as_literal(literal: &Literal) -> Value {
    let text = Value::from(to_text(literal));
    Value::Object(Map::from_iter([(ESCAPE.to_owned(), text)]))
}

/// A literal as on the command line.
pub fn to_text(literal: &Literal) -> String {
    match &literal.kind {
        Kind::Integer {
            negative,
            magnitude,
        } => format!("{}{magnitude}", if *negative { "-" } else { "" }),
        Kind::Float(text) | Kind::Plain(text) => text.clone(),
        Kind::Char(code) => match char::from_u32(*code) {
            Some(c) => format!("'{}'", escaped(c.to_string().as_bytes())),
            None => code.to_string(),
        },
        Kind::Bool(value) => value.to_string(),
        Kind::Null => "null".to_owned(),
        Kind::Text(text) => format!("\"{}\"", escaped(text)),
        Kind::Name { name, data: None } => name.clone(),
        Kind::Name { data: Some(_), .. } if is_bits(literal) => {
            let bits = exact_bits(&literal.kind).unwrap_or(0);
            format!("{BITS}({bits:#x})")
        }
        Kind::Name {
            name,
            data: Some(data),
        } => format!("{name}({})", joined(data)),
        Kind::List { element, items } => {
            let element = element.map(element_name).unwrap_or_default();
            match items {
                Items::Each(items) => format!("{element}[{}]", joined(items)),
                Items::Repeated(item, count) => format!("{element}[{}; {count}]", to_text(item)),
            }
        }
        Kind::Record(fields) => {
            let field = |(name, value): &(Option<String>, Literal)| match name {
                Some(name) => format!("{name}: {}", to_text(value)),
                None => to_text(value),
            };
            let fields: Vec<String> = fields.iter().map(field).collect();
            format!("{{{}}}", fields.join(", "))
        }
        Kind::Uninitialised(None) => "?".to_owned(),
        Kind::Uninitialised(Some(count)) => format!("?{count}"),
    }
}

/// Text between quotes of either kind. Letters of other alphabets stay as they are.
fn escaped(text: &[u8]) -> String {
    let mut written = String::new();
    for chunk in text.utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                '"' | '\'' | '\\' => written.extend(['\\', c]),
                '\0'..='\x1f' | '\x7f' => written += &format!("\\x{:02x}", u32::from(c)),
                _ => written.push(c),
            }
        }
        for byte in chunk.invalid() {
            written += &format!("\\x{byte:02x}");
        }
    }
    written
}

fn joined(literals: &[Literal]) -> String {
    let texts: Vec<String> = literals.iter().map(to_text).collect();
    texts.join(", ")
}

fn element_name(element: Element) -> String {
    match element {
        Element::Int { bits, signed: true } => format!("i{bits}"),
        Element::Int { bits, .. } => format!("u{bits}"),
        Element::Float { bits } => format!("f{bits}"),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::{from_json, parse};
    use super::*;

    fn literal(kind: Kind) -> Literal {
        Literal { kind, span: 0..0 }
    }

    fn leaf() -> impl Strategy<Value = Kind> {
        let integer =
            (any::<bool>(), any::<u128>()).prop_map(|(negative, magnitude)| Kind::Integer {
                negative,
                magnitude,
            });
        let text = prop::collection::vec(any::<u8>(), 0..6).prop_map(Kind::Text);
        let bits = any::<u128>().prop_map(|magnitude| Kind::Name {
            name: BITS.to_owned(),
            data: Some(vec![literal(Kind::Integer {
                negative: false,
                magnitude,
            })]),
        });
        let float = (-1e9f64..1e9).prop_map(|value| Kind::Float(format!("{value:?}")));
        let name = prop::sample::select(vec!["RED", "None"]).prop_map(|name| Kind::Name {
            name: name.to_owned(),
            data: None,
        });
        prop_oneof![
            integer,
            float,
            text,
            bits,
            name,
            any::<bool>().prop_map(Kind::Bool),
            any::<char>().prop_map(|c| Kind::Char(c.into())),
            Just(Kind::Null),
            Just(Kind::Uninitialised(None)),
            (0..99u64).prop_map(|count| Kind::Uninitialised(Some(count))),
        ]
    }

    fn kind() -> impl Strategy<Value = Kind> {
        leaf().prop_recursive(3, 24, 4, |inner| {
            let items = prop::collection::vec(inner.clone().prop_map(literal), 0..4);
            let list = items.clone().prop_map(|items| Kind::List {
                element: None,
                items: Items::Each(items),
            });
            let named = items.prop_map(|items| {
                let fields = items.into_iter().enumerate();
                let fields = fields.map(|(at, item)| (Some(format!("f{at}")), item));
                Kind::Record(fields.collect())
            });
            prop_oneof![list, named]
        })
    }

    /// The same without places.
    fn plain(literal: Literal) -> Literal {
        literal.at(&(0..0))
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(kind in kind()) {
            let written = to_text(&literal(kind.clone()));
            prop_assert_eq!(parse(&written).map(plain), Ok(literal(kind)), "{}", written);
        }

        #[test]
        fn json_can_be_read(kind in kind()) {
            let (_, read) = from_json(&to_json(&literal(kind)));
            prop_assert!(read.is_ok());
        }
    }

    #[test]
    fn values_of_json() {
        let cases = [
            ("-5", "-5"),
            ("'a'", r#""a""#),
            ("bits(0x7fa00000)", r#""bits(0x7fa00000)""#),
            ("nan", r#""nan""#),
            ("-0.0", "-0.0"),
            ("Some(3)", r#"{"Some":3}"#),
            ("Rect(2, 3)", r#"{"Rect":[2,3]}"#),
            (r#""a\xff""#, r#"{"literal":"\"a\\xff\""}"#),
            ("{1, 2.5}", "[1,2.5]"),
            ("{x: [1, 2]}", r#"{"x":[1,2]}"#),
            (r#"{literal: "x"}"#, r#"{"literal":"{literal: \"x\"}"}"#),
            ("u8[1, 2]", r#"{"literal":"u8[1, 2]"}"#),
            ("[0; 100]", r#"{"literal":"[0; 100]"}"#),
            ("?", r#"{"literal":"?"}"#),
        ];
        for (text, json) in cases {
            assert_eq!(to_json(&parse(text).unwrap()).to_string(), json);
        }
    }
}
