//! From text to [`Literal`]. Nesting is limited, so that no argument overflows the stack.

use std::ops::Range;

use super::{Element, Items, Kind, Literal, LiteralError};

const MAX_DEPTH: usize = 64;

/// Reads a whole argument.
pub fn parse(text: &str) -> Result<Literal, LiteralError> {
    let mut parser = Parser { text, at: 0 };
    let literal = parser.value(0)?;
    parser.skip_space();
    if parser.at < text.len() {
        let rest = parser.at..text.len();
        return Err(LiteralError::new("nothing more was expected here", rest));
    }
    Ok(literal)
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
}

type Parsed<T> = Result<T, LiteralError>;

impl<'t> Parser<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn skip_space(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    fn eat(&mut self, wanted: char) -> bool {
        self.skip_space();
        let found = self.peek() == Some(wanted);
        if found {
            self.at += wanted.len_utf8();
        }
        found
    }

    fn expect(&mut self, wanted: char) -> Parsed<()> {
        match self.eat(wanted) {
            true => Ok(()),
            false => Err(self.unexpected(&format!("`{wanted}`"))),
        }
    }

    fn take_while(&mut self, belongs: impl Fn(char) -> bool) -> &'t str {
        let rest = self.rest();
        let end = rest.find(|c| !belongs(c)).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    fn error_at(&self, span: Range<usize>, message: impl Into<String>) -> LiteralError {
        LiteralError::new(message, span)
    }

    fn unexpected(&self, expected: &str) -> LiteralError {
        let width = self.peek().map_or(0, char::len_utf8);
        let found = match self.peek() {
            Some(c) => format!("expected {expected}, found `{c}`"),
            None => format!("expected {expected} before the end"),
        };
        self.error_at(self.at..self.at + width, found)
    }

    fn value(&mut self, depth: usize) -> Parsed<Literal> {
        self.skip_space();
        let start = self.at;
        if depth > MAX_DEPTH {
            return Err(self.error_at(start..start + 1, "nested too deeply"));
        }
        let kind = match self.peek() {
            Some('[') => self.list(None, depth)?,
            Some('{') => self.record(depth)?,
            Some('"') => Kind::Text(self.quoted('"')?),
            Some('\'') => self.character()?,
            Some('?') => self.uninitialised()?,
            Some('0'..='9' | '.' | '-' | '+') => self.number()?,
            Some(c) if is_name_start(c) => self.name(depth)?,
            _ => return Err(self.unexpected("a literal")),
        };
        let span = start..self.at;
        Ok(Literal { kind, span })
    }

    fn list(&mut self, element: Option<Element>, depth: usize) -> Parsed<Kind> {
        self.expect('[')?;
        let mut items = Vec::new();
        while !self.eat(']') {
            if !items.is_empty() {
                if items.len() == 1 && self.eat(';') {
                    return self.repeated(element, items.remove(0));
                }
                self.expect(',')?;
            }
            items.push(self.value(depth + 1)?);
        }
        let items = Items::Each(items);
        Ok(Kind::List { element, items })
    }

    fn repeated(&mut self, element: Option<Element>, item: Literal) -> Parsed<Kind> {
        let count = self.count()?;
        self.expect(']')?;
        let items = Items::Repeated(Box::new(item), count);
        Ok(Kind::List { element, items })
    }

    fn count(&mut self) -> Parsed<u64> {
        self.skip_space();
        let start = self.at;
        let digits = self.take_while(|c| c.is_ascii_digit());
        if digits.is_empty() {
            return Err(self.unexpected("a number of elements"));
        }
        let too_large = |_| self.error_at(start..self.at, "too many elements");
        digits.parse().map_err(too_large)
    }

    fn record(&mut self, depth: usize) -> Parsed<Kind> {
        self.expect('{')?;
        let mut fields = Vec::new();
        while !self.eat('}') {
            if !fields.is_empty() {
                self.expect(',')?;
            }
            let name = self.field_name();
            fields.push((name, self.value(depth + 1)?));
        }
        Ok(Kind::Record(fields))
    }

    /// `x:` before a field; a name without a colon is a value.
    fn field_name(&mut self) -> Option<String> {
        self.skip_space();
        let start = self.at;
        let name = self.take_while(is_name);
        if !name.is_empty() && !name.starts_with(|c: char| c.is_ascii_digit()) {
            let named = !self.rest().trim_start().starts_with("::");
            if named && self.eat(':') {
                return Some(name.to_owned());
            }
        }
        self.at = start;
        None
    }

    fn uninitialised(&mut self) -> Parsed<Kind> {
        self.expect('?')?;
        let counted = self.peek().is_some_and(|c| c.is_ascii_digit());
        let count = match counted {
            true => Some(self.count()?),
            false => None,
        };
        Ok(Kind::Uninitialised(count))
    }

    fn name(&mut self, depth: usize) -> Parsed<Kind> {
        let name = self.take_while(|c| is_name(c) || c == ':');
        if self.peek() == Some('[')
            && let Some(element) = Element::named(name)
        {
            return self.list(Some(element), depth);
        }
        Ok(match name.to_ascii_lowercase().as_str() {
            "true" | "false" => Kind::Bool(name.eq_ignore_ascii_case("true")),
            "null" => Kind::Null,
            "nan" | "inf" | "infinity" => Kind::Float(name.to_owned()),
            _ => Kind::Name {
                name: name.to_owned(),
                data: self.variant_data(depth)?,
            },
        })
    }

    fn variant_data(&mut self, depth: usize) -> Parsed<Option<Vec<Literal>>> {
        if self.peek() != Some('(') {
            return Ok(None);
        }
        self.expect('(')?;
        let mut data = Vec::new();
        while !self.eat(')') {
            if !data.is_empty() {
                self.expect(',')?;
            }
            data.push(self.value(depth + 1)?);
        }
        Ok(Some(data))
    }

    fn number(&mut self) -> Parsed<Kind> {
        let start = self.at;
        let negative = self.peek() == Some('-');
        if matches!(self.peek(), Some('-' | '+')) {
            self.at += 1;
        }
        let body_start = self.at;
        self.number_body();
        let body = &self.text[body_start..self.at];
        let whole = &self.text[start..self.at];
        if let Some(magnitude) = integer(body) {
            return magnitude
                .map(|magnitude| Kind::Integer {
                    negative,
                    magnitude,
                })
                .ok_or_else(|| self.error_at(start..self.at, "more than 128 bits"));
        }
        match is_float(body) {
            true => Ok(Kind::Float(whole.to_owned())),
            false => Err(self.error_at(start..self.at, format!("`{whole}` is not a number"))),
        }
    }

    /// Everything that can belong to a number; whether it is one is seen afterwards.
    fn number_body(&mut self) {
        let mut before = ' ';
        let hex = self.rest().starts_with("0x") || self.rest().starts_with("0X");
        while let Some(c) = self.peek() {
            let exponent = matches!((hex, before), (false, 'e' | 'E') | (true, 'p' | 'P'));
            if !(c.is_ascii_alphanumeric() || c == '.' || c == '_' || exponent && "+-".contains(c))
            {
                break;
            }
            before = c;
            self.at += c.len_utf8();
        }
    }

    fn character(&mut self) -> Parsed<Kind> {
        let start = self.at;
        let bytes = self.quoted('\'')?;
        let raw = self.text[start..self.at].contains('\\');
        let single = match bytes[..] {
            [byte] => Some(u32::from(byte)),
            _ if raw => None,
            _ => single_char(&bytes),
        };
        single.map(Kind::Char).ok_or_else(|| {
            self.error_at(
                start..self.at,
                "one character was expected between the quotes",
            )
        })
    }

    fn quoted(&mut self, quote: char) -> Parsed<Vec<u8>> {
        let start = self.at;
        self.at += quote.len_utf8();
        let mut bytes = Vec::new();
        loop {
            let Some(c) = self.peek() else {
                return Err(self.error_at(start..self.at, format!("no closing {quote}")));
            };
            self.at += c.len_utf8();
            match c {
                _ if c == quote => return Ok(bytes),
                '\\' => bytes.push(self.escape()?),
                _ => bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
            }
        }
    }

    /// What C and Rust agree on.
    fn escape(&mut self) -> Parsed<u8> {
        let start = self.at - 1;
        let c = self.peek().unwrap_or(' ');
        self.at += self.peek().map_or(0, char::len_utf8);
        Ok(match c {
            'n' => b'\n',
            't' => b'\t',
            'r' => b'\r',
            '0' => 0,
            'a' => 7,
            'b' => 8,
            'v' => 11,
            'f' => 12,
            'e' => 27,
            '\\' | '\'' | '"' => c as u8,
            'x' => return self.hex_escape(start),
            _ => return Err(self.error_at(start..self.at, "unknown escape")),
        })
    }

    fn hex_escape(&mut self, start: usize) -> Parsed<u8> {
        let digits = self.rest().get(..2).unwrap_or_default();
        let byte = u8::from_str_radix(digits, 16);
        match byte {
            Ok(byte) if !digits.starts_with('+') => {
                self.at += 2;
                Ok(byte)
            }
            _ => Err(self.error_at(start..self.at, "`\\x` wants two hexadecimal digits")),
        }
    }
}

fn is_name_start(c: char) -> bool {
    c.is_alphabetic() || c == '_'
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn single_char(bytes: &[u8]) -> Option<u32> {
    let text = std::str::from_utf8(bytes).ok()?;
    let mut chars = text.chars();
    let first = chars.next()?;
    chars.next().is_none().then_some(u32::from(first))
}

/// The value of an integer without its sign; `Some(None)` when it is too large.
fn integer(text: &str) -> Option<Option<u128>> {
    let lower = text.to_ascii_lowercase().replace('_', "");
    let (digits, radix) = match lower.split_at_checked(2) {
        Some(("0x", digits)) => (digits, 16),
        Some(("0b", digits)) => (digits, 2),
        _ => (lower.as_str(), 10),
    };
    let all = !digits.is_empty() && digits.chars().all(|c| c.is_digit(radix));
    all.then(|| u128::from_str_radix(digits, radix).ok())
}

fn is_float(text: &str) -> bool {
    use quell_bits::FloatFormat;
    use quell_bits::float::parse::strtod;
    !text.is_empty() && strtod(FloatFormat::Double, text.as_bytes()).consumed == text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn integer_of(text: &str) -> Kind {
        parse(text).unwrap().kind
    }

    #[test]
    fn integers() {
        let cases = [
            ("42", false, 42),
            ("-7", true, 7),
            ("+7", false, 7),
            ("0x1F", false, 31),
            ("-0x80", true, 128),
            ("0b101", false, 5),
            ("1_000", false, 1000),
            ("007", false, 7),
        ];
        for (text, negative, magnitude) in cases {
            let expected = Kind::Integer {
                negative,
                magnitude,
            };
            assert_eq!(integer_of(text), expected, "{text}");
        }
    }

    #[test]
    fn floats_keep_their_spelling() {
        for text in [
            "2.5",
            "-1e9",
            ".5",
            "1.",
            "0x1.8p3",
            "-0x1p-1074",
            "1e+5",
            "nan",
            "inf",
        ] {
            assert_eq!(parse(text).unwrap().kind, Kind::Float(text.to_owned()));
        }
    }

    #[test]
    fn characters_and_text() {
        assert_eq!(integer_of("'a'"), Kind::Char(97));
        assert_eq!(integer_of("'\\n'"), Kind::Char(10));
        assert_eq!(integer_of("'ä'"), Kind::Char(0xe4));
        assert_eq!(integer_of("'\\xff'"), Kind::Char(255));
        assert_eq!(integer_of(r#""a\"b\x41""#), Kind::Text(b"a\"bA".to_vec()));
    }

    #[test]
    fn nested() {
        let Kind::List { items, .. } = integer_of("[[1, 2], [3; 4]]") else {
            panic!("not a list");
        };
        assert_eq!(items.len(), 2);
        let Some(Kind::List { items, element }) = items.get(1).map(|item| item.kind.clone()) else {
            panic!("not a list");
        };
        assert_eq!((items.len(), element), (4, None));
        assert!(items.get(3).is_some() && items.get(4).is_none());
    }

    #[test]
    fn records_with_and_without_names() {
        let Kind::Record(fields) = integer_of("{x: 1, RED, y: {}}") else {
            panic!("not a record");
        };
        let names: Vec<_> = fields.iter().map(|field| field.0.as_deref()).collect();
        assert_eq!(names, [Some("x"), None, Some("y")]);
    }

    #[test]
    fn errors_point_at_the_bad_part() {
        let cases = [
            ("", 0..0, "expected a literal before the end"),
            ("[1, 2", 5..5, "expected `,` before the end"),
            ("[1, @]", 4..5, "expected a literal, found `@`"),
            ("12ab", 0..4, "`12ab` is not a number"),
            ("1 2", 2..3, "nothing more was expected here"),
            (
                "'ab'",
                0..4,
                "one character was expected between the quotes",
            ),
            ("\"ab", 0..3, "no closing \""),
            ("\"\\q\"", 1..3, "unknown escape"),
            ("\"\\x+1\"", 1..3, "`\\x` wants two hexadecimal digits"),
            ("[1; x]", 4..5, "expected a number of elements, found `x`"),
        ];
        for (text, span, message) in cases {
            assert_eq!(parse(text), Err(LiteralError::new(message, span)), "{text}");
        }
        let deep = "[".repeat(100_000);
        assert!(parse(&deep).is_err());
    }

    proptest::proptest! {
        #[test]
        fn no_text_panics(text in "\\PC{0,40}") {
            let _ = parse(&text);
        }

        #[test]
        fn no_text_of_literal_characters_panics(text in r#"[-+0-9a-fxp.'"\\\[\]{}(),;:? ]{0,24}"#) {
            let _ = parse(&text);
        }
    }
}
