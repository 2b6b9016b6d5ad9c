//! Parses a format for input.

/// The size of the target, by the length modifier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Size {
    Char,
    Short,
    Default,
    Long,
    LongDouble,
}

/// What a conversion accepts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// An integer in a base; 0 if its prefix selects the base.
    Integer {
        base: u32,
        signed: bool,
    },
    Pointer,
    Float,
    /// A fixed number of characters, including white space.
    Chars,
    Word,
    /// Characters in a set.
    Set(Box<[bool; 256]>),
    /// `%n`.
    Position,
    Percent,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conversion {
    pub suppress: bool,
    /// Whether the target is allocated: `%ms`.
    pub allocate: bool,
    pub width: Option<u64>,
    pub size: Size,
    pub kind: Kind,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Directive {
    Space,
    Literal(u8),
    Conversion(Conversion),
}

struct Reader<'f> {
    rest: &'f [u8],
}

/// Parses the directives of a format; the error describes what is wrong.
pub fn read(format: &[u8]) -> Result<Vec<Directive>, &'static str> {
    let mut reader = Reader { rest: format };
    let mut directives = Vec::new();
    while let Some(byte) = reader.next() {
        directives.push(match byte {
            b'%' => Directive::Conversion(reader.conversion()?),
            b' ' | 9..=13 => Directive::Space,
            literal => Directive::Literal(literal),
        });
    }
    Ok(directives)
}

impl Reader<'_> {
    fn next(&mut self) -> Option<u8> {
        let (&first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(first)
    }

    fn take(&mut self, byte: u8) -> bool {
        let found = self.rest.first() == Some(&byte);
        if found {
            self.rest = &self.rest[1..];
        }
        found
    }

    fn conversion(&mut self) -> Result<Conversion, &'static str> {
        let mut suppress = false;
        loop {
            match self.rest.first() {
                Some(b'*') => suppress = true,
                Some(b'\'' | b'I') => {}
                _ => break,
            }
            self.next();
        }
        let width = self.width()?;
        let (allocate, size) = self.modifiers();
        let kind = self.kind()?;
        Ok(Conversion {
            suppress,
            allocate,
            width: width.filter(|&width| width > 0),
            size,
            kind,
        })
    }

    fn width(&mut self) -> Result<Option<u64>, &'static str> {
        let digits = self.rest.iter().take_while(|byte| byte.is_ascii_digit());
        let (digits, rest) = self.rest.split_at(digits.count());
        self.rest = rest;
        if self.rest.first() == Some(&b'$') {
            return Err("numbered arguments are not supported in input");
        }
        if digits.is_empty() {
            return Ok(None);
        }
        let append = |sum: u64, &digit: &u8| {
            sum.saturating_mul(10)
                .saturating_add(u64::from(digit - b'0'))
        };
        Ok(Some(digits.iter().fold(0, append)))
    }

    fn modifiers(&mut self) -> (bool, Size) {
        let allocate = self.take(b'm');
        let mut size = Size::Default;
        loop {
            size = match (self.rest.first(), size) {
                (Some(b'h'), Size::Short) => Size::Char,
                (Some(b'h'), _) => Size::Short,
                (Some(b'l' | b'j' | b'z' | b't'), _) => Size::Long,
                (Some(b'L' | b'q'), _) => Size::LongDouble,
                _ => return (allocate, size),
            };
            self.next();
        }
    }

    fn kind(&mut self) -> Result<Kind, &'static str> {
        let integer = |base, signed| Kind::Integer { base, signed };
        Ok(match self.next() {
            Some(b'd') => integer(10, true),
            Some(b'i') => integer(0, true),
            Some(b'u') => integer(10, false),
            Some(b'o') => integer(8, false),
            Some(b'x' | b'X') => integer(16, false),
            Some(b'p') => Kind::Pointer,
            Some(b'a' | b'A' | b'e' | b'E' | b'f' | b'F' | b'g' | b'G') => Kind::Float,
            Some(b'c') => Kind::Chars,
            Some(b's') => Kind::Word,
            Some(b'[') => Kind::Set(self.set()?),
            Some(b'n') => Kind::Position,
            Some(b'%') => Kind::Percent,
            Some(_) => return Err("the format has an unknown conversion"),
            None => return Err("the format ends in a `%`"),
        })
    }

    /// The characters between the brackets; a closing bracket that comes first is one of them.
    fn set(&mut self) -> Result<Box<[bool; 256]>, &'static str> {
        let negated = self.take(b'^');
        let mut set = Box::new([negated; 256]);
        let mut last = None;
        loop {
            let byte = self.next().ok_or("a set of characters has no end")?;
            let range_end = self.rest.first().copied().filter(|&end| end != b']');
            match (byte, last, range_end) {
                (b']', Some(_), _) => return Ok(set),
                (b'-', Some(low), Some(high)) if low <= high => {
                    set[usize::from(low)..=usize::from(high)].fill(!negated);
                    self.next();
                    last = Some(high);
                }
                _ => {
                    set[usize::from(byte)] = !negated;
                    last = Some(byte);
                }
            }
        }
    }
}
