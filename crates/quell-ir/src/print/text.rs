//! Names and strings with LLVM's quoting.

use super::{Writer, put};
use crate::symbol::Symbol;

/// Whether a name needs no quotes. A name that starts with a digit would be read as a number.
fn is_plain(name: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-$._".contains(&byte);
    let starts_well = name.bytes().next().is_some_and(|b| !b.is_ascii_digit());
    starts_well && name.bytes().all(plain)
}

/// Whether a byte is a digit of the escapes in interned names.
const fn is_hex(byte: u8) -> bool {
    matches!(byte, b'0'..=b'9' | b'A'..=b'F')
}

/// Whether a name is a number, as LLVM writes it for unnamed entities.
pub(super) fn is_number(name: &str) -> bool {
    let canonical = name == "0" || !name.starts_with('0');
    canonical && !name.is_empty() && name.bytes().all(|b| b.is_ascii_digit())
}

impl Writer<'_> {
    /// A byte of a quoted string.
    pub(super) fn escaped_byte(&mut self, byte: u8) {
        match byte {
            b'"' | b'\\' => put!(self, "\\{byte:02X}"),
            b' '..=b'~' => self.out.push(char::from(byte)),
            _ => put!(self, "\\{byte:02X}"),
        }
    }

    /// `"..."`. Invalid UTF-8 is escaped in names already, and is kept.
    pub(super) fn quoted(&mut self, text: &str) {
        self.out.push('"');
        let mut rest = text.as_bytes();
        while let [byte, after @ ..] = rest {
            match rest {
                [b'\\', high @ b'8'..=b'F', low, after @ ..] if is_hex(*high) && is_hex(*low) => {
                    put!(self, "\\{}{}", char::from(*high), char::from(*low));
                    rest = after;
                }
                _ => {
                    self.escaped_byte(*byte);
                    rest = after;
                }
            }
        }
        self.out.push('"');
    }

    pub(super) fn quoted_symbol(&mut self, symbol: Symbol) {
        let module = self.module;
        self.quoted(module.text(symbol));
    }

    /// A name after its sigil (`%`, `@`, `$`).
    pub(super) fn name(&mut self, sigil: char, name: &str) {
        self.out.push(sigil);
        self.bare_name(name);
    }

    /// A name without a sigil, as in labels.
    pub(super) fn bare_name(&mut self, name: &str) {
        if is_plain(name) {
            self.text(name);
        } else {
            self.quoted(name);
        }
    }

    /// The name of a metadata list or attachment, in which special characters are escaped without quotes.
    pub(super) fn metadata_name(&mut self, symbol: Symbol) {
        self.out.push('!');
        let module = self.module;
        for (index, byte) in module.text(symbol).bytes().enumerate() {
            let plain = byte.is_ascii_alphabetic()
                || b"-$._".contains(&byte)
                || index > 0 && byte.is_ascii_digit();
            if plain {
                self.out.push(char::from(byte));
            } else {
                put!(self, "\\{byte:02X}");
            }
        }
    }
}
