//! The options of a placeholder, and padding.

/// `core::fmt::FormattingOptions`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    pub flags: u32,
    pub width: u16,
    pub precision: u16,
}

/// The fill character; the bits above are flags.
const FILL: u32 = (1 << 21) - 1;
const PLUS: u32 = 1 << 21;
const ALTERNATE: u32 = 1 << 23;
const ZERO: u32 = 1 << 24;
const DEBUG_LOWER_HEX: u32 = 1 << 25;
const DEBUG_UPPER_HEX: u32 = 1 << 26;
const WIDTH: u32 = 1 << 27;
const PRECISION: u32 = 1 << 28;
const ALIGN_SHIFT: u32 = 29;

/// The alignment of the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Align {
    Left,
    Right,
    Center,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            flags: (3 << ALIGN_SHIFT) | u32::from(b' '),
            width: 0,
            precision: 0,
        }
    }
}

impl Options {
    pub fn plus(self) -> bool {
        self.flags & PLUS != 0
    }

    pub fn alternate(self) -> bool {
        self.flags & ALTERNATE != 0
    }

    /// Whether zeros are inserted between the sign and the digits.
    pub fn zero(self) -> bool {
        self.flags & ZERO != 0
    }

    pub fn debug_lower_hex(self) -> bool {
        self.flags & DEBUG_LOWER_HEX != 0
    }

    pub fn debug_upper_hex(self) -> bool {
        self.flags & DEBUG_UPPER_HEX != 0
    }

    pub fn has_width(self) -> bool {
        self.flags & WIDTH != 0
    }

    pub fn precision(self) -> Option<usize> {
        (self.flags & PRECISION != 0).then_some(usize::from(self.precision))
    }

    /// Options with a minimum width filled with zeros: `{:#p}` prints addresses so.
    pub fn zero_padded(self, width: u16) -> Self {
        Self {
            flags: self.flags | ZERO | WIDTH,
            width,
            ..self
        }
    }

    fn fill(self) -> char {
        char::from_u32(self.flags & FILL).unwrap_or(' ')
    }

    fn align(self) -> Option<Align> {
        match (self.flags >> ALIGN_SHIFT) & 3 {
            0 => Some(Align::Left),
            1 => Some(Align::Right),
            2 => Some(Align::Center),
            _ => None,
        }
    }

    /// `text` padded with fill characters to the width.
    fn padded(self, text: &str, default: Align) -> String {
        let missing = usize::from(self.width).saturating_sub(text.chars().count());
        let before = match self.align().unwrap_or(default) {
            Align::Left => 0,
            Align::Right => missing,
            Align::Center => missing / 2,
        };
        let fill = |count| std::iter::repeat_n(self.fill(), count);
        let mut out: String = fill(before).collect();
        out.push_str(text);
        out.extend(fill(missing - before));
        out
    }

    /// A text: truncated to the precision, and padded on its right by default.
    pub fn pad(self, text: &str) -> String {
        match self.precision() {
            Some(most) => {
                let cut: String = text.chars().take(most).collect();
                self.padded(&cut, Align::Left)
            }
            None => self.padded(text, Align::Left),
        }
    }

    /// A number: zeros are inserted behind sign and prefix; padding is on its left by default.
    pub fn pad_number(self, sign: &str, prefix: &str, digits: &str) -> String {
        if self.zero() {
            let shown = sign.len() + prefix.len() + digits.len();
            let zeros = usize::from(self.width).saturating_sub(shown);
            return format!("{sign}{prefix}{}{digits}", "0".repeat(zeros));
        }
        self.padded(&format!("{sign}{prefix}{digits}"), Align::Right)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(flags: u32, width: u16, precision: Option<u16>) -> Options {
        let set = if precision.is_some() { PRECISION } else { 0 };
        Options {
            flags: flags | WIDTH | set,
            width,
            precision: precision.unwrap_or(0),
        }
    }

    #[test]
    fn texts_are_cut_and_padded_as_the_library_does() {
        let star = u32::from(b'*');
        let at = |align: u32| options((align << ALIGN_SHIFT) | star, 7, None);
        assert_eq!(at(0).pad("äb"), format!("{:*<7}", "äb"));
        assert_eq!(at(1).pad("äb"), format!("{:*>7}", "äb"));
        assert_eq!(at(2).pad("äb"), format!("{:*^7}", "äb"));
        assert_eq!(at(3).pad("äb"), format!("{:7}", "äb").replace(' ', "*"));
        let cut = options((3 << ALIGN_SHIFT) | u32::from(b' '), 4, Some(2));
        assert_eq!(cut.pad("äbc"), format!("{:4.2}", "äbc"));
    }

    #[test]
    fn numbers_keep_their_sign_before_zeros() {
        let zero = options((3 << ALIGN_SHIFT) | ZERO | u32::from(b' '), 8, None);
        assert_eq!(zero.pad_number("-", "", "12"), format!("{:08}", -12));
        assert_eq!(zero.pad_number("", "0x", "ff"), format!("{:#08x}", 255));
        let plain = options((3 << ALIGN_SHIFT) | u32::from(b' '), 6, None);
        assert_eq!(plain.pad_number("-", "", "12"), format!("{:6}", -12));
    }
}
