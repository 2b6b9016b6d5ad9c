//! Buffered output: finished lines and the current line.

/// The column at which list-directed output to an external unit breaks lines.
const LINE_LIMIT: usize = 79;

#[derive(Clone, Debug, Default)]
pub struct Output {
    /// Finished lines, each with its line feed.
    done: Vec<u8>,
    line: Vec<u8>,
    /// The column of the next character.
    position: usize,
    /// The length of a line of an internal unit.
    limit: Option<usize>,
}

impl Output {
    /// Output with lines of a fixed length.
    pub fn limited(limit: usize) -> Self {
        Self {
            limit: Some(limit),
            ..Self::default()
        }
    }

    /// Writes at the current position, over existing text, and fills a gap with blanks.
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

    /// The space left in the line.
    pub fn room(&self) -> usize {
        self.limit
            .unwrap_or(LINE_LIMIT)
            .saturating_sub(self.position)
    }

    /// Whether a text of this width needs a new line.
    pub fn needs_advance(&self, width: usize) -> bool {
        self.position > 0 && width > self.room()
    }

    /// Takes the finished lines.
    pub fn take_done(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.done)
    }

    /// Takes all text, including the unfinished line.
    pub fn take_all(&mut self) -> Vec<u8> {
        let mut all = self.take_done();
        all.append(&mut self.line);
        self.position = 0;
        all
    }
}

/// A value to write.
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
