//! Parses formats such as `(I5, 2(F8.3, 1X), 'end')` into a tree of edit descriptors.

/// One data edit descriptor: `Iw.m`, `Fw.d`, `Ew.dEe`, `Aw` and so on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Descriptor {
    pub letter: u8,
    /// The second letter of `ES` and `EN`, or zero.
    pub variant: u8,
    pub width: Option<usize>,
    pub digits: Option<usize>,
    /// The number of digits of the exponent.
    pub exponent: Option<usize>,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Node {
    Data(Descriptor),
    /// A group in parentheses with its repeat count; `None` is `*`.
    Group(Option<usize>, Vec<Node>),
    Literal(Vec<u8>),
    /// `nX`, `TRn`.
    Right(usize),
    /// `TLn`.
    Left(usize),
    /// `Tn`, counted from one.
    Column(usize),
    Slash,
    Colon,
    Scale(i32),
    /// `SP`, or `S` and `SS`.
    Plus(bool),
    /// `BN`, `BZ`, `RN` and others without effect here.
    Ignored,
}

/// What is wrong with a format.
pub type FormatError = String;

#[derive(Debug)]
struct Parser<'a> {
    text: &'a [u8],
    at: usize,
    /// Whether a number exceeded [`MAX_NUMBER`].
    too_large: bool,
}

/// The limit on field widths and repeat counts.
const MAX_NUMBER: usize = 10_000;

/// Parses a format with its parentheses; text behind them is ignored.
pub fn parse(text: &[u8]) -> Result<Vec<Node>, FormatError> {
    let mut parser = Parser {
        text,
        at: 0,
        too_large: false,
    };
    if parser.next() != Some(b'(') {
        return Err("a format without parentheses".to_owned());
    }
    let nodes = parser.group(0)?;
    if parser.too_large {
        Err("a number too large".to_owned())
    } else {
        Ok(nodes)
    }
}

/// The limit on nested groups, because parsing is recursive.
const MAX_DEPTH: usize = 50;

impl Parser<'_> {
    /// The next character in upper case. Blanks are ignored outside of texts.
    fn peek(&mut self) -> Option<u8> {
        while self
            .text
            .get(self.at)
            .is_some_and(|byte| byte.is_ascii_whitespace())
        {
            self.at += 1;
        }
        self.text.get(self.at).map(u8::to_ascii_uppercase)
    }

    fn next(&mut self) -> Option<u8> {
        let byte = self.peek();
        self.at += 1;
        byte
    }

    fn takes(&mut self, byte: u8) -> bool {
        let is = self.peek() == Some(byte);
        if is {
            self.at += 1;
        }
        is
    }

    fn number(&mut self) -> Option<usize> {
        let mut number = None;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            self.at += 1;
            let value: usize = number.unwrap_or(0);
            number = Some(
                value
                    .saturating_mul(10)
                    .saturating_add(usize::from(digit - b'0')),
            );
        }
        self.too_large |= number.is_some_and(|number| number > MAX_NUMBER);
        number.map(|number| number.min(MAX_NUMBER))
    }

    /// The nodes up to a closing parenthesis.
    fn group(&mut self, depth: usize) -> Result<Vec<Node>, FormatError> {
        if depth > MAX_DEPTH {
            return Err("groups too deep".to_owned());
        }
        let mut nodes = Vec::new();
        loop {
            match self.peek() {
                None => return Err("a missing parenthesis".to_owned()),
                Some(b')') => {
                    self.at += 1;
                    return Ok(nodes);
                }
                Some(b',') => self.at += 1,
                Some(_) => self.node(&mut nodes, depth)?,
            }
        }
    }

    fn node(&mut self, nodes: &mut Vec<Node>, depth: usize) -> Result<(), FormatError> {
        let unlimited = self.takes(b'*');
        let minus = self.takes(b'-');
        if !minus {
            self.takes(b'+');
        }
        let number = self.number();
        let count = number.unwrap_or(1);
        let letter = self.next().ok_or("a missing parenthesis")?;
        match letter {
            b'(' => {
                let inner = self.group(depth + 1)?;
                nodes.push(Node::Group((!unlimited).then_some(count), inner));
            }
            b'\'' | b'"' => nodes.push(Node::Literal(self.quoted(letter)?)),
            b'H' => nodes.push(Node::Literal(self.hollerith(count)?)),
            b'X' => nodes.push(Node::Right(count)),
            b'/' => nodes.extend(std::iter::repeat_n(Node::Slash, count)),
            b':' => nodes.push(Node::Colon),
            b'T' => nodes.push(self.tab()),
            b'P' => {
                let scale = number.unwrap_or(0) as i32;
                nodes.push(Node::Scale(if minus { -scale } else { scale }));
            }
            b'S' => nodes.push(self.sign()),
            b'B' if matches!(self.peek(), Some(b'N' | b'Z')) => {
                self.at += 1;
                nodes.push(Node::Ignored);
            }
            b'R' => {
                self.at += 1;
                nodes.push(Node::Ignored);
            }
            b'I' | b'F' | b'E' | b'D' | b'G' | b'A' | b'L' | b'B' | b'O' | b'Z' => {
                let descriptor = self.descriptor(letter);
                nodes.extend(std::iter::repeat_n(Node::Data(descriptor), count));
            }
            other => return Err(format!("unknown edit descriptor '{}'", other as char)),
        }
        Ok(())
    }

    fn tab(&mut self) -> Node {
        match self.peek() {
            Some(b'L') => {
                self.at += 1;
                Node::Left(self.number().unwrap_or(1))
            }
            Some(b'R') => {
                self.at += 1;
                Node::Right(self.number().unwrap_or(1))
            }
            _ => Node::Column(self.number().unwrap_or(1)),
        }
    }

    fn sign(&mut self) -> Node {
        match self.peek() {
            Some(b'P') => {
                self.at += 1;
                Node::Plus(true)
            }
            Some(b'S') => {
                self.at += 1;
                Node::Plus(false)
            }
            _ => Node::Plus(false),
        }
    }

    fn descriptor(&mut self, letter: u8) -> Descriptor {
        let variant = match (letter, self.peek()) {
            (b'E', Some(variant @ (b'S' | b'N' | b'X'))) => {
                self.at += 1;
                variant
            }
            _ => 0,
        };
        let width = self.number();
        let digits = if self.takes(b'.') {
            self.number()
        } else {
            None
        };
        let has_exponent = matches!(letter, b'E' | b'G' | b'D') && self.takes(b'E');
        let exponent = if has_exponent { self.number() } else { None };
        Descriptor {
            letter,
            variant,
            width,
            digits,
            exponent,
        }
    }

    /// A text up to its closing quote; two quotes stand for one.
    fn quoted(&mut self, quote: u8) -> Result<Vec<u8>, FormatError> {
        let mut text = Vec::new();
        loop {
            match self.text.get(self.at) {
                None => return Err("a text without end".to_owned()),
                Some(&byte) if byte == quote => {
                    self.at += 1;
                    if self.text.get(self.at) != Some(&quote) {
                        return Ok(text);
                    }
                    text.push(quote);
                }
                Some(&byte) => text.push(byte),
            }
            self.at += 1;
        }
    }

    fn hollerith(&mut self, count: usize) -> Result<Vec<u8>, FormatError> {
        let end = self.at.saturating_add(count);
        let text = self.text.get(self.at..end);
        let text = text.ok_or("a Hollerith text without end")?.to_vec();
        self.at = end;
        Ok(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn data(letter: u8, width: usize) -> Node {
        Node::Data(Descriptor {
            letter,
            variant: 0,
            width: Some(width),
            digits: None,
            exponent: None,
        })
    }

    #[test]
    fn formats_are_trees() {
        let nodes = parse(b"(2i3, 'it''s', *(A1 /), 3X, -1P)").expect("a format");
        let expected = vec![
            data(b'I', 3),
            data(b'I', 3),
            Node::Literal(b"it's".to_vec()),
            Node::Group(None, vec![data(b'A', 1), Node::Slash]),
            Node::Right(3),
            Node::Scale(-1),
        ];
        assert_eq!(nodes, expected);
    }

    #[test]
    fn broken_formats_are_refused() {
        for text in [
            "",
            "I5",
            "(I5",
            "('abc)",
            "(Q5)",
            "(9Habc)",
            "(5",
            "(I99999999999)",
        ] {
            assert!(parse(text.as_bytes()).is_err(), "{text}");
        }
        assert!(parse("(".repeat(1000).as_bytes()).is_err());
    }
}
