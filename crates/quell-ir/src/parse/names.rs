//! Names and strings with escapes (`\xx`).

use crate::symbol::{Interner, Symbol};

/// Replaces the escapes `\xx` and `\\`. Other backslashes are kept, as in LLVM.
pub(super) fn unescape(bytes: &[u8], out: &mut Vec<u8>) {
    out.clear();
    let mut rest = bytes;
    while let Some(at) = rest.iter().position(|&b| b == b'\\') {
        out.extend_from_slice(&rest[..at]);
        let (byte, used) = match rest[at + 1..] {
            [b'\\', ..] => (b'\\', 2),
            [high, low, ..] => match (hex_digit(high), hex_digit(low)) {
                (Some(high), Some(low)) => (high << 4 | low, 3),
                _ => (b'\\', 1),
            },
            _ => (b'\\', 1),
        };
        out.push(byte);
        rest = &rest[at + used..];
    }
    out.extend_from_slice(rest);
}

pub(super) fn hex_digit(byte: u8) -> Option<u8> {
    match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        b'A'..=b'F' => Some(byte - b'A' + 10),
        _ => None,
    }
}

/// Interns an escaped name; bytes that are not UTF-8 stay escaped.
pub(super) fn intern(symbols: &mut Interner, bytes: &[u8], scratch: &mut Vec<u8>) -> Symbol {
    if !bytes.contains(&b'\\')
        && let Ok(text) = std::str::from_utf8(bytes)
    {
        return symbols.intern(text);
    }
    unescape(bytes, scratch);
    match std::str::from_utf8(scratch) {
        Ok(text) => symbols.intern(text),
        Err(_) => symbols.intern(&escape_invalid_utf8(scratch)),
    }
}

fn escape_invalid_utf8(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        for byte in chunk.invalid() {
            text.push_str(&format!("\\{byte:02X}"));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_replaced() {
        let mut out = Vec::new();
        for (text, bytes) in [
            (&b"plain"[..], &b"plain"[..]),
            (b"\\00\\fF\\22", b"\x00\xff\""),
            (b"a\\\\b", b"a\\b"),
            (b"\\", b"\\"),
            (b"\\4", b"\\4"),
            (b"\\xy\\41", b"\\xyA"),
        ] {
            unescape(text, &mut out);
            assert_eq!(out, bytes);
        }
    }

    #[test]
    fn every_byte_can_be_in_a_name() {
        let mut symbols = Interner::default();
        let mut scratch = Vec::new();
        let names = (0..=255u8).map(|byte| format!("n\\{byte:02X}"));
        let interned: Vec<Symbol> = names
            .map(|name| intern(&mut symbols, name.as_bytes(), &mut scratch))
            .collect();
        assert_eq!(symbols.text(interned[0x41]), "nA");
        assert_eq!(symbols.text(interned[0xff]), "n\\FF");
        let distinct: std::collections::BTreeSet<Symbol> = interned.into_iter().collect();
        assert_eq!(distinct.len(), 256);
    }
}
