//! What the values of options may be.

use std::str::FromStr;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use quell_engine::{ENGINE_OF_LABELS, ENGINES, EngineEntry};

/// More processes than any machine runs at a time.
const MOST_JOBS: usize = 1024;

/// A number of elements, of all pointers or of the one with this name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Capacity {
    pub of: Option<String>,
    pub elements: u64,
}

pub fn capacity(text: &str) -> Result<Capacity, String> {
    let (of, number) = match text.rsplit_once('=') {
        Some((name, number)) => (Some(name.to_owned()), number),
        None => (None, text),
    };
    let elements = number.parse().ok().filter(|&elements| elements > 0);
    match (of, elements) {
        (Some(name), _) if name.is_empty() => None,
        (of, elements) => elements.map(|elements| Capacity { of, elements }),
    }
    .ok_or_else(|| "a number of elements was expected, as in 8, or in name=8".to_owned())
}

/// An external function, and what its calls return.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OutsideCall {
    pub name: String,
    /// As literals.
    pub results: Vec<String>,
}

pub fn outside_call(text: &str) -> Result<OutsideCall, String> {
    let (name, results) = match text.split_once('=') {
        Some((name, results)) => (name, Some(results)),
        None => (text, None),
    };
    let results = results.into_iter().flat_map(|results| results.split(','));
    let results: Vec<String> = results.map(|result| result.trim().to_owned()).collect();
    let name = name.trim().to_owned();
    match name.is_empty() || results.iter().any(String::is_empty) {
        true => Err("a name and values were expected, as in read=3,-1".to_owned()),
        false => Ok(OutsideCall { name, results }),
    }
}

/// The engines of the table, by their names.
pub fn engine() -> impl TypedValueParser<Value = &'static EngineEntry> {
    let value = |entry: &EngineEntry| PossibleValue::new(entry.name).help(entry.summary);
    PossibleValuesParser::new(ENGINES.iter().map(value))
        .try_map(|name| EngineEntry::named(&name).ok_or("there is no such engine"))
}

/// The engines with what they do, for `quell help engines`.
pub fn engines_help() -> String {
    let width = ENGINES.iter().map(|entry| entry.name.len()).max();
    let width = width.unwrap_or_default();
    let lines = ENGINES.iter().map(|entry| {
        let EngineEntry { name, summary, .. } = entry;
        format!("  {name:width$}  {summary}\n")
    });
    format!("Engines:\n{}", lines.collect::<String>())
}

/// The engine of labels unless the user names one.
pub fn engine_of_labels() -> &'static str {
    ENGINE_OF_LABELS
}

pub fn line_range(text: &str) -> Result<(u32, u32), String> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let number = |text: &str| text.trim().parse::<u32>().ok().filter(|&line| line > 0);
    match (number(first), number(last)) {
        (Some(first), Some(last)) if first <= last => Ok((first, last)),
        _ => Err("lines are expected as in 12 or 12-30".to_owned()),
    }
}

pub fn byte_count(text: &str) -> Result<u64, String> {
    let (digits, shift) = match text.char_indices().last() {
        Some((at, 'K' | 'k')) => (&text[..at], 10),
        Some((at, 'M' | 'm')) => (&text[..at], 20),
        Some((at, 'G' | 'g')) => (&text[..at], 30),
        _ => (text, 0),
    };
    let bytes = digits.parse::<u64>().ok();
    bytes
        .and_then(|bytes| bytes.checked_mul(1 << shift))
        .ok_or_else(|| "a number of bytes was expected, as in 64M".to_owned())
}

/// A number from 1 on.
pub fn positive<N: FromStr + PartialOrd + From<u8>>(text: &str) -> Result<N, String> {
    let number = text.parse::<N>().ok();
    number
        .filter(|number| *number >= N::from(1))
        .ok_or_else(|| "a number from 1 on was expected".to_owned())
}

pub fn jobs(text: &str) -> Result<usize, String> {
    let number = text.parse().ok();
    number
        .filter(|number| (1..=MOST_JOBS).contains(number))
        .ok_or_else(|| format!("a number from 1 to {MOST_JOBS} was expected"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn byte_counts() {
        assert_eq!(byte_count("12"), Ok(12));
        assert_eq!(byte_count("64M"), Ok(64 << 20));
        assert_eq!(byte_count("1k"), Ok(1024));
        assert!(byte_count("").is_err() && byte_count("M").is_err() && byte_count("-1").is_err());
        assert!(byte_count("99999999999G").is_err());
    }

    #[test]
    fn calls_of_functions() {
        let call = |name: &str, results: &[&str]| {
            Ok(OutsideCall {
                name: name.to_owned(),
                results: results.iter().map(|&result| result.to_owned()).collect(),
            })
        };
        assert_eq!(outside_call("read=3, -1"), call("read", &["3", "-1"]));
        assert_eq!(outside_call("put"), call("put", &[]));
        for text in ["", "=3", "read=", "read=1,,2", "read=1,"] {
            assert!(outside_call(text).is_err(), "{text}");
        }
    }

    #[test]
    fn numbers_from_one_on() {
        assert_eq!((positive("7"), jobs("1024")), (Ok(7_u32), Ok(1024)));
        for text in ["0", "-1", "", "x", "1.5", "99999999999999999999"] {
            assert!(
                positive::<u32>(text).is_err() && jobs(text).is_err(),
                "{text}"
            );
        }
        assert!(jobs("1025").is_err());
    }

    #[test]
    fn capacities() {
        let of = |name: &str| Some(name.to_owned());
        let elements = 12;
        assert_eq!(capacity("12"), Ok(Capacity { of: None, elements }));
        let named = capacity("list.next=12");
        assert_eq!(
            named,
            Ok(Capacity {
                of: of("list.next"),
                elements
            })
        );
        for text in ["", "0", "a=0", "a=", "=3", "-1", "a"] {
            assert!(capacity(text).is_err(), "{text}");
        }
    }
}
