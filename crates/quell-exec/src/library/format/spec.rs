//! Parses a format into text and conversion specifications.

/// How the argument is passed, by the length modifier.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Length {
    #[default]
    Int,
    Char,
    Short,
    /// `l`, and everything else of 64 bits: `ll`, `j`, `z`, `t`.
    Long,
    LongDouble,
}

impl Length {
    /// The width of a converted integer.
    pub fn width(self) -> u32 {
        match self {
            Self::Char => 8,
            Self::Short => 16,
            Self::Int => 32,
            Self::Long | Self::LongDouble => 64,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Flags {
    pub left: bool,
    pub plus: bool,
    pub space: bool,
    pub alternate: bool,
    pub zero: bool,
}

/// A width or precision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Count {
    Fixed(usize),
    /// `*`: the argument with this number.
    Arg(usize),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spec {
    pub flags: Flags,
    pub width: Option<Count>,
    pub precision: Option<Count>,
    pub length: Length,
    pub conversion: u8,
    /// The number of the converted argument; unused by `%m`.
    pub arg: usize,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Piece {
    Text(Vec<u8>),
    Spec(Spec),
}

/// A format whose behaviour is undefined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BadFormat(pub &'static str);

/// Conversions that take an argument, and `%m`.
const CONVERSIONS: &[u8] = b"diuoxXbBcCsSpneEfFgGaAm";

/// A larger width or precision is refused.
const LONGEST: usize = 1 << 26;

struct Reader<'f> {
    format: &'f [u8],
    at: usize,
    /// The number of the next argument for conversions that do not number theirs.
    next: usize,
}

/// Parses a format.
pub fn read(format: &[u8]) -> Result<Vec<Piece>, BadFormat> {
    let mut reader = Reader {
        format,
        at: 0,
        next: 0,
    };
    let mut pieces = Vec::new();
    while let Some(byte) = reader.peek() {
        if byte == b'%' {
            reader.at += 1;
            pieces.push(reader.spec()?);
        } else {
            pieces.push(reader.text());
        }
    }
    Ok(pieces)
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.format.get(self.at).copied()
    }

    fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn text(&mut self) -> Piece {
        let rest = &self.format[self.at..];
        let length = rest.iter().take_while(|&&byte| byte != b'%').count();
        self.at += length;
        Piece::Text(rest[..length].to_vec())
    }

    fn spec(&mut self) -> Result<Piece, BadFormat> {
        let numbered = self.arg_number()?;
        let flags = self.flags();
        let width = self.count()?;
        let precision = if self.take(b'.') {
            Some(self.count()?.unwrap_or(Count::Fixed(0)))
        } else {
            None
        };
        let length = self.length();
        let conversion = self.peek().ok_or(BadFormat("the format ends in a `%`"))?;
        self.at += 1;
        if conversion == b'%' {
            return Ok(Piece::Text(vec![b'%']));
        }
        if !CONVERSIONS.contains(&conversion) {
            return Err(BadFormat("the format has an unknown conversion"));
        }
        let arg = match numbered {
            Some(number) => number,
            None if conversion == b'm' => 0,
            None => self.next_arg(),
        };
        Ok(Piece::Spec(Spec {
            flags,
            width,
            precision,
            length,
            conversion,
            arg,
        }))
    }

    fn next_arg(&mut self) -> usize {
        self.next += 1;
        self.next - 1
    }

    /// An argument number, as in `3$`.
    fn arg_number(&mut self) -> Result<Option<usize>, BadFormat> {
        let start = self.at;
        match self.digits()? {
            Some(number) if number > 0 && self.take(b'$') => Ok(Some(number - 1)),
            _ => {
                self.at = start;
                Ok(None)
            }
        }
    }

    fn digits(&mut self) -> Result<Option<usize>, BadFormat> {
        let start = self.at;
        let mut value = 0usize;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            value = value * 10 + usize::from(digit - b'0');
            if value > LONGEST {
                return Err(BadFormat("a width or precision is too large"));
            }
            self.at += 1;
        }
        Ok((self.at > start).then_some(value))
    }

    fn flags(&mut self) -> Flags {
        let mut flags = Flags::default();
        loop {
            match self.peek() {
                Some(b'-') => flags.left = true,
                Some(b'+') => flags.plus = true,
                Some(b' ') => flags.space = true,
                Some(b'#') => flags.alternate = true,
                Some(b'0') => flags.zero = true,
                // The C locale does not group digits and has no alternative ones.
                Some(b'\'' | b'I') => {}
                _ => return flags,
            }
            self.at += 1;
        }
    }

    fn count(&mut self) -> Result<Option<Count>, BadFormat> {
        if self.take(b'*') {
            let arg = match self.arg_number()? {
                Some(number) => number,
                None => self.next_arg(),
            };
            return Ok(Some(Count::Arg(arg)));
        }
        Ok(self.digits()?.map(Count::Fixed))
    }

    fn length(&mut self) -> Length {
        let mut length = Length::Int;
        loop {
            length = match (self.peek(), length) {
                (Some(b'h'), Length::Short) => Length::Char,
                (Some(b'h'), _) => Length::Short,
                (Some(b'l' | b'j' | b'z' | b'Z' | b't'), _) => Length::Long,
                (Some(b'L' | b'q'), _) => Length::LongDouble,
                _ => return length,
            };
            self.at += 1;
        }
    }
}
