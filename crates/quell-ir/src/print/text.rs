//! Names and strings with LLVM's quoting.

use super::{Writer, put};
use crate::symbol::Symbol;

/// Whether a name can stand without quotes. One that starts with a digit would be a number.
fn is_plain(name: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-$._".contains(&byte);
    let starts_well = name.bytes().next().is_some_and(|b| !b.is_ascii_digit());
    starts_well && name.bytes().all(plain)
}

/// A digit as the parser writes them in the escapes that stay.
const fn is_hex(byte: u8) -> bool {
    matches!(byte, b'0'..=b'9' | b'A'..=b'F')
}

/// A number as LLVM writes them for things without a name.
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

    /// `"..."`. Bytes that are not UTF-8 stand escaped in names and stay as they are.
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

    /// A name without sigil, as labels have it.
    pub(super) fn bare_name(&mut self, name: &str) {
        if is_plain(name) {
            self.text(name);
        } else {
            self.quoted(name);
        }
    }

    /// The name of a metadata list or attachment, which escapes odd characters without quotes.
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
