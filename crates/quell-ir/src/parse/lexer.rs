//! The lexer. A token is a kind and a range of bytes; nothing is copied or interned here.

/// The kinds of tokens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tok {
    Eof,
    /// A byte with which no token begins.
    Unknown,
    /// A string without a closing quote.
    Unterminated,
    /// A keyword, type or field word.
    Word,
    /// `name:`, `5:`, `"a b":`.
    Label,
    /// `%name`, `%"a b"`.
    Local,
    /// `%5`.
    LocalNumber,
    /// `@name`.
    Global,
    /// `@5`.
    GlobalNumber,
    /// `$name`.
    Comdat,
    /// `#5`.
    AttrGroup,
    /// `#dbg_value`.
    Record,
    /// `!5`.
    MdNumber,
    /// `!dbg`, `!DILocation`.
    MdName,
    /// `!` before `{` or a string.
    Bang,
    /// `^5`.
    Summary,
    Str,
    /// `c"..."`.
    CStr,
    Int,
    /// `-1.5e+3`, `0x...` with an optional format letter, `0x1.8p3`, `+inf`, `-nan(0x1)`.
    Float,
    Ellipsis,
    Equal,
    Comma,
    Star,
    Bar,
    Colon,
    LParen,
    RParen,
    LBrace,
    RBrace,
    LBracket,
    RBracket,
    Less,
    Greater,
}

/// A token: `start` is its offset, `lo..hi` its payload without sigil, quotes and colon.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub kind: Tok,
    pub quoted: bool,
    pub line: u32,
    pub start: usize,
    pub lo: usize,
    pub hi: usize,
}

const NAME: u8 = 1;
const DIGIT: u8 = 2;
const HEX: u8 = 4;

/// The classes of each byte.
static CLASS: [u8; 256] = classes();

const fn classes() -> [u8; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let b = byte as u8;
        if b.is_ascii_alphanumeric() || matches!(b, b'-' | b'$' | b'.' | b'_') {
            table[byte] |= NAME;
        }
        if b.is_ascii_digit() {
            table[byte] |= DIGIT;
        }
        if b.is_ascii_hexdigit() {
            table[byte] |= HEX;
        }
        byte += 1;
    }
    table
}

fn is(byte: u8, class: u8) -> bool {
    CLASS[byte as usize] & class != 0
}

#[derive(Debug)]
pub(super) struct Lexer<'t> {
    pub text: &'t [u8],
    /// The end of the last token.
    pub pos: usize,
    line: u32,
}

impl<'t> Lexer<'t> {
    pub fn new(text: &'t [u8]) -> Self {
        Self {
            text,
            pos: 0,
            line: 1,
        }
    }

    fn at(&self, pos: usize) -> u8 {
        self.text.get(pos).copied().unwrap_or(0)
    }

    /// The first byte after the last token and blanks, or 0.
    pub fn peek_byte(&mut self) -> u8 {
        self.skip_blank();
        self.at(self.pos)
    }

    fn skip_blank(&mut self) {
        while let Some(&byte) = self.text.get(self.pos) {
            match byte {
                b'\n' => self.line += 1,
                b' ' | b'\t' | b'\r' | 0 => {}
                b';' => {
                    self.skip_line();
                    continue;
                }
                _ => return,
            }
            self.pos += 1;
        }
    }

    /// Moves to the next line break, which is not consumed, so that it will be counted.
    pub fn skip_line(&mut self) {
        let rest = &self.text[self.pos..];
        self.pos += rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
    }

    fn run(&self, mut pos: usize, class: u8) -> usize {
        while self.text.get(pos).is_some_and(|&b| is(b, class)) {
            pos += 1;
        }
        pos
    }

    fn token(&mut self, kind: Tok, start: usize, lo: usize, hi: usize) -> Token {
        Token {
            kind,
            quoted: false,
            line: self.line,
            start,
            lo,
            hi,
        }
    }

    pub fn next(&mut self) -> Token {
        self.skip_blank();
        let start = self.pos;
        let Some(&byte) = self.text.get(start) else {
            return self.token(Tok::Eof, start, start, start);
        };
        match byte {
            b'%' => self.sigil(start, Tok::Local, Tok::LocalNumber),
            b'@' => self.sigil(start, Tok::Global, Tok::GlobalNumber),
            b'!' => self.bang(start),
            b'#' => self.sigil(start, Tok::Record, Tok::AttrGroup),
            b'^' => self.sigil(start, Tok::Unknown, Tok::Summary),
            b'"' => self.string(start, start, Tok::Str),
            b'c' if self.at(start + 1) == b'"' => self.string(start, start + 1, Tok::CStr),
            b'0'..=b'9' | b'-' | b'+' => self.number(start),
            b'$' => self.dollar(start),
            b'.' if self.text[start..].starts_with(b"...") => {
                self.pos = start + 3;
                self.token(Tok::Ellipsis, start, start, start + 3)
            }
            _ if is(byte, NAME) => self.word(start),
            _ => {
                self.pos += 1;
                self.token(punctuation(byte), start, start, start + 1)
            }
        }
    }

    fn word(&mut self, start: usize) -> Token {
        let end = self.run(start, NAME);
        if self.at(end) == b':' {
            self.pos = end + 1;
            return self.token(Tok::Label, start, start, end);
        }
        self.pos = end;
        self.token(Tok::Word, start, start, end)
    }

    /// A sigil before a name, a quoted name or a number.
    fn sigil(&mut self, start: usize, named: Tok, numbered: Tok) -> Token {
        let lo = start + 1;
        if self.at(lo) == b'"' {
            return self.string(start, lo, named);
        }
        let (kind, hi) = if is(self.at(lo), DIGIT) {
            (numbered, self.run(lo, DIGIT))
        } else {
            (named, self.run(lo, NAME))
        };
        self.pos = hi;
        let kind = if lo == hi { Tok::Unknown } else { kind };
        self.token(kind, start, lo, hi)
    }

    fn dollar(&mut self, start: usize) -> Token {
        let end = self.run(start, NAME);
        if self.at(end) == b':' {
            return self.word(start);
        }
        self.sigil(start, Tok::Comdat, Tok::Comdat)
    }

    fn bang(&mut self, start: usize) -> Token {
        let lo = start + 1;
        let mut hi = self.run(lo, NAME);
        if is(self.at(lo), DIGIT) {
            return self.sigil(start, Tok::MdName, Tok::MdNumber);
        }
        while self.at(hi) == b'\\' {
            hi = self.run(hi + 1, NAME);
        }
        self.pos = hi;
        let kind = if lo == hi { Tok::Bang } else { Tok::MdName };
        self.token(kind, start, lo, hi)
    }

    /// A string whose opening quote is at `quote`, or a label if a colon follows the closing quote.
    fn string(&mut self, start: usize, quote: usize, kind: Tok) -> Token {
        let lo = quote + 1;
        let line = self.line;
        let Some(length) = self.text[lo..].iter().position(|&b| b == b'"') else {
            self.pos = self.text.len();
            return self.token(Tok::Unterminated, start, lo, self.text.len());
        };
        let hi = lo + length;
        self.line += self.text[lo..hi].iter().filter(|&&b| b == b'\n').count() as u32;
        self.pos = hi + 1;
        let label = kind == Tok::Str && self.at(self.pos) == b':';
        self.pos += usize::from(label);
        Token {
            kind: if label { Tok::Label } else { kind },
            quoted: true,
            line,
            start,
            lo,
            hi,
        }
    }

    fn number(&mut self, start: usize) -> Token {
        let signed = matches!(self.at(start), b'-' | b'+');
        let digits = start + usize::from(signed);
        let mut end = self.run(digits, DIGIT);
        let mut kind = Tok::Int;
        if self.at(end) == b':' || end == digits || is(self.at(end), NAME) {
            let name_end = self.run(start, NAME);
            if self.at(name_end) == b':' && name_end > start {
                return self.word(start);
            }
            (kind, end) = self.number_tail(start, digits, end);
        }
        self.pos = end.max(start + 1);
        self.token(kind, start, start, self.pos)
    }

    /// The kind and end of a number that continues after its digits.
    fn number_tail(&self, start: usize, digits: usize, end: usize) -> (Tok, usize) {
        if end == digits {
            return self.float_word(start, digits);
        }
        if &self.text[digits..end] == b"0" && self.at(end) == b'x' {
            let letter = usize::from(matches!(self.at(end + 1), b'K' | b'L' | b'M' | b'H' | b'R'));
            let mut end = self.run(end + 1 + letter, HEX);
            if self.at(end) == b'.' {
                end = self.run(end + 1, HEX);
            }
            return (Tok::Float, self.exponent(end, b'p'));
        }
        if self.at(end) != b'.' {
            return (Tok::Int, end);
        }
        (Tok::Float, self.exponent(self.run(end + 1, DIGIT), b'e'))
    }

    /// The end of a number after its exponent, if it has one.
    fn exponent(&self, end: usize, letter: u8) -> usize {
        if self.at(end).to_ascii_lowercase() != letter {
            return end;
        }
        let digits = end + 1 + usize::from(matches!(self.at(end + 1), b'-' | b'+'));
        if is(self.at(digits), DIGIT) {
            self.run(digits, DIGIT)
        } else {
            end
        }
    }

    /// `inf`, `qnan`, `nan(0x1)` or `snan(0x1)` after a sign.
    fn float_word(&self, start: usize, word: usize) -> (Tok, usize) {
        let rest = &self.text[word..];
        let known: [&[u8]; 4] = [b"inf", b"qnan", b"nan(0x", b"snan(0x"];
        match known.iter().find(|known| rest.starts_with(known)) {
            Some(prefix) if word > start => {
                let mut end = word + prefix.len();
                if prefix.ends_with(b"x") {
                    end = self.run(end, HEX);
                    end += usize::from(self.at(end) == b')');
                }
                (Tok::Float, end)
            }
            _ => (Tok::Unknown, word),
        }
    }
}

fn punctuation(byte: u8) -> Tok {
    match byte {
        b'=' => Tok::Equal,
        b',' => Tok::Comma,
        b'*' => Tok::Star,
        b'|' => Tok::Bar,
        b':' => Tok::Colon,
        b'(' => Tok::LParen,
        b')' => Tok::RParen,
        b'{' => Tok::LBrace,
        b'}' => Tok::RBrace,
        b'[' => Tok::LBracket,
        b']' => Tok::RBracket,
        b'<' => Tok::Less,
        b'>' => Tok::Greater,
        _ => Tok::Unknown,
    }
}
