//! The text of integers and pointers, and padding.

use super::spec::Flags;

/// A text in the parts that padding distinguishes.
#[derive(Debug, Default)]
pub struct Parts {
    /// Sign and base; padding zeros are inserted behind it.
    pub prefix: String,
    pub digits: Vec<u8>,
    /// Whether the flag `0` may fill the width with zeros.
    pub zeros: bool,
}

/// The final flags and numbers of a specification, with `*` replaced.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    pub flags: Flags,
    pub width: usize,
    pub precision: Option<usize>,
}

/// Pads to the width.
pub fn pad(parts: &Parts, shape: Shape) -> Vec<u8> {
    let length = parts.prefix.len() + parts.digits.len();
    let missing = shape.width.saturating_sub(length);
    let zeros = parts.zeros && shape.flags.zero && !shape.flags.left;
    let fill = |byte: u8, wanted: bool| vec![byte; if wanted { missing } else { 0 }];
    let mut text = fill(b' ', !zeros && !shape.flags.left);
    text.extend_from_slice(parts.prefix.as_bytes());
    text.extend(fill(b'0', zeros));
    text.extend_from_slice(&parts.digits);
    text.extend(fill(b' ', shape.flags.left));
    text
}

/// The sign in front of a number.
pub fn sign(negative: bool, flags: Flags) -> &'static str {
    match (negative, flags.plus, flags.space) {
        (true, ..) => "-",
        (false, true, _) => "+",
        (false, false, true) => " ",
        (false, false, false) => "",
    }
}

/// `%d`.
pub fn signed(value: i64, shape: Shape) -> Parts {
    Parts {
        prefix: sign(value < 0, shape.flags).to_owned(),
        ..unsigned(value.unsigned_abs(), b'u', shape)
    }
}

/// `%u`, `%o`, `%x`, `%X`, `%b` and `%B`.
pub fn unsigned(value: u64, conversion: u8, shape: Shape) -> Parts {
    let mut digits = match conversion {
        b'o' => format!("{value:o}"),
        b'x' => format!("{value:x}"),
        b'X' => format!("{value:X}"),
        b'b' | b'B' => format!("{value:b}"),
        _ => format!("{value}"),
    };
    if value == 0 && shape.precision == Some(0) {
        digits.clear();
    }
    let precision = shape.precision.unwrap_or(1);
    let missing = precision.saturating_sub(digits.len());
    digits.insert_str(0, &"0".repeat(missing));
    // The prefix of an octal number is a 0 that counts as a digit.
    if shape.flags.alternate && conversion == b'o' && !digits.starts_with('0') {
        digits.insert(0, '0');
    }
    let prefix = match conversion {
        b'x' if shape.flags.alternate && value != 0 => "0x",
        b'X' if shape.flags.alternate && value != 0 => "0X",
        b'b' if shape.flags.alternate && value != 0 => "0b",
        b'B' if shape.flags.alternate && value != 0 => "0B",
        _ => "",
    };
    Parts {
        prefix: prefix.to_owned(),
        digits: digits.into_bytes(),
        zeros: shape.precision.is_none(),
    }
}

/// `%p`.
pub fn pointer(address: u64, mut shape: Shape) -> Parts {
    if address == 0 {
        return text(b"(nil)".to_vec());
    }
    shape.flags.alternate = true;
    let mut parts = unsigned(address, b'x', shape);
    parts.prefix.insert_str(0, sign(false, shape.flags));
    parts
}

/// A text, which is never padded with zeros.
pub fn text(digits: Vec<u8>) -> Parts {
    Parts {
        digits,
        ..Parts::default()
    }
}
