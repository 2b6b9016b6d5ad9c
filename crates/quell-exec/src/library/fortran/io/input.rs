//! The current line of input, and the values of list-directed input in it.

/// A line of input.
#[derive(Clone, Debug, Default)]
pub struct Input {
    /// `None` before the first line.
    line: Option<Vec<u8>>,
    position: usize,
    pub was_read: bool,
    /// A value from `r*value`, and how many more times it is read.
    repeated: Option<(usize, Option<Token>)>,
    /// Whether a slash ended the values of the statement.
    ended: bool,
    after_value: bool,
}

/// A value in the input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Token {
    Word(Vec<u8>),
    /// In quotes.
    Quoted(Vec<u8>),
    /// In parentheses: the two parts of a complex number.
    Pair(Vec<u8>, Vec<u8>),
}

/// The next item of list-directed input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    Value(Token),
    /// A null value, between two commas or after a slash: the variable keeps its value.
    Null,
    /// The end of the line.
    EndOfLine,
}

impl Input {
    pub fn with_line(line: Vec<u8>) -> Self {
        Self {
            line: Some(line),
            ..Self::default()
        }
    }

    pub fn has_line(&self) -> bool {
        self.line.is_some()
    }

    pub fn set_line(&mut self, line: Vec<u8>) {
        self.line = Some(line);
        self.position = 0;
    }

    pub fn move_to(&mut self, position: usize) {
        self.position = position;
    }

    pub fn position(&self) -> usize {
        self.position
    }

    fn rest(&self) -> &[u8] {
        let line = self.line.as_deref().unwrap_or_default();
        line.get(self.position..).unwrap_or_default()
    }

    /// Up to `width` characters of the line.
    pub fn take(&mut self, width: usize) -> Vec<u8> {
        let field: Vec<u8> = self.rest().iter().copied().take(width).collect();
        self.position = self.position.saturating_add(width);
        field
    }

    fn peek(&self) -> Option<u8> {
        self.rest().first().copied()
    }

    fn skip_blanks(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.position += 1;
        }
    }

    /// The next item in this line.
    pub fn next_value(&mut self) -> Found {
        if let Some((count, value)) = self.repeated.take() {
            if count > 1 {
                self.repeated = Some((count - 1, value.clone()));
            }
            return value.map_or(Found::Null, Found::Value);
        }
        if self.ended {
            return Found::Null;
        }
        self.skip_blanks();
        if self.after_value && self.peek() == Some(b',') {
            self.position += 1;
            self.skip_blanks();
        }
        self.after_value = false;
        match self.peek() {
            None => Found::EndOfLine,
            Some(b'/') => {
                self.ended = true;
                Found::Null
            }
            Some(b',') => {
                self.position += 1;
                Found::Null
            }
            Some(_) => self.value(),
        }
    }

    fn value(&mut self) -> Found {
        self.after_value = true;
        if let Some(count) = self.repeat_count() {
            let value = match self.peek() {
                None | Some(b' ' | b',' | b'/' | b'\t') => None,
                Some(_) => Some(self.token()),
            };
            self.repeated = Some((count, value));
            return self.next_value_of_repeat();
        }
        Found::Value(self.token())
    }

    fn next_value_of_repeat(&mut self) -> Found {
        let found = self.next_value();
        self.after_value = true;
        found
    }

    /// The repeat count `r*` in front of a value.
    fn repeat_count(&mut self) -> Option<usize> {
        let digits = self
            .rest()
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        if digits == 0 || self.rest().get(digits) != Some(&b'*') {
            return None;
        }
        let text = String::from_utf8_lossy(&self.rest()[..digits]).into_owned();
        self.position += digits + 1;
        text.parse().ok().filter(|&count| count > 0)
    }

    fn token(&mut self) -> Token {
        match self.peek() {
            Some(quote @ (b'\'' | b'"')) => Token::Quoted(self.quoted(quote)),
            Some(b'(') => self.pair(),
            _ => Token::Word(self.word(|byte| matches!(byte, b',' | b'/' | b';'))),
        }
    }

    fn word(&mut self, ends: impl Fn(u8) -> bool) -> Vec<u8> {
        let mut word = Vec::new();
        while let Some(byte) = self.peek() {
            if byte.is_ascii_whitespace() || ends(byte) {
                break;
            }
            word.push(byte);
            self.position += 1;
        }
        word
    }

    fn quoted(&mut self, quote: u8) -> Vec<u8> {
        let mut text = Vec::new();
        self.position += 1;
        while let Some(byte) = self.peek() {
            self.position += 1;
            if byte == quote {
                if self.peek() != Some(quote) {
                    break;
                }
                self.position += 1;
            }
            text.push(byte);
        }
        text
    }

    fn pair(&mut self) -> Token {
        self.position += 1;
        let mut parts = [Vec::new(), Vec::new()];
        for (part, end) in parts.iter_mut().zip([b',', b')']) {
            self.skip_blanks();
            *part = self.word(|byte| byte == end);
            self.skip_blanks();
            self.position += 1;
        }
        let [re, im] = parts;
        Token::Pair(re, im)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(line: &str) -> Vec<Found> {
        let mut input = Input::with_line(line.into());
        let mut found = Vec::new();
        for _ in 0..8 {
            found.push(input.next_value());
            if found.last() == Some(&Found::EndOfLine) {
                break;
            }
        }
        found
    }

    fn word(text: &str) -> Found {
        Found::Value(Token::Word(text.into()))
    }

    #[test]
    fn values_are_separated_by_blanks_and_commas() {
        assert_eq!(
            all(" 1 2,3 , 4"),
            [word("1"), word("2"), word("3"), word("4"), Found::EndOfLine]
        );
        assert_eq!(
            all("1,,2"),
            [word("1"), Found::Null, word("2"), Found::EndOfLine]
        );
        assert_eq!(all("2*7 'a b'")[..2], [word("7"), word("7")]);
        assert_eq!(
            all("'it''s'")[0],
            Found::Value(Token::Quoted(b"it's".to_vec()))
        );
        assert_eq!(
            all("(1, 2)")[0],
            Found::Value(Token::Pair(b"1".to_vec(), b"2".to_vec()))
        );
        assert_eq!(all("1 / 2")[..3], [word("1"), Found::Null, Found::Null]);
    }
}
