//! Output in the making: finished lines, and the line being written.

/// Where list-directed output breaks lines of an external unit.
const LINE_LIMIT: usize = 79;

#[derive(Clone, Debug, Default)]
pub struct Output {
    /// Finished lines, each with its line feed.
    done: Vec<u8>,
    line: Vec<u8>,
    /// Where in the line the next character goes.
    position: usize,
    /// The length of a line, of an internal unit.
    limit: Option<usize>,
}

impl Output {
    /// Lines of a given length.
    pub fn limited(limit: usize) -> Self {
        Self {
            limit: Some(limit),
            ..Self::default()
        }
    }

    /// Writes over what is there already, and blanks into a gap.
    pub fn put(&mut self, text: &[u8]) {
        if text.is_empty() {
            return;
        }
        let end = self.position + text.len();
        if self.line.len() < end {
            self.line.resize(end, b' ');
        }
        self.line[self.position..end].copy_from_slice(text);
        self.position = end;
    }

    pub fn position(&self) -> usize {
        self.position
    }

    pub fn move_to(&mut self, position: usize) {
        self.position = position;
    }

    /// Ends the line.
    pub fn advance(&mut self) {
        self.done.append(&mut self.line);
        self.done.push(b'\n');
        self.position = 0;
    }

    /// What is left of the line.
    pub fn room(&self) -> usize {
        self.limit
            .unwrap_or(LINE_LIMIT)
            .saturating_sub(self.position)
    }

    /// Whether so many characters need a new line.
    pub fn needs_advance(&self, width: usize) -> bool {
        self.position > 0 && width > self.room()
    }

    /// The finished lines, which leave.
    pub fn take_done(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.done)
    }

    /// Everything, the unfinished line too.
    pub fn take_all(&mut self) -> Vec<u8> {
        let mut all = self.take_done();
        all.append(&mut self.line);
        self.position = 0;
        all
    }
}

/// A value to be written.
#[derive(Clone, PartialEq, Debug)]
pub enum Item {
    /// With its width in bits.
    Integer(i128, u32),
    Real(Real),
    Complex(Real, Real),
    Logical(bool),
    Character(Vec<u8>),
}

/// A floating-point number and the width in bits of its type.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Real {
    pub value: f64,
    pub width: u32,
}
