//! Digests of content: SHA-256, as hexadecimal text in the store.

use std::fmt;

use sha2::Digest as _;

/// What content is identified by.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest([u8; 32]);

impl Digest {
    /// Reads what `Display` writes.
    pub fn parse(text: &str) -> Option<Self> {
        let mut bytes = [0; 32];
        let is_whole = text.len() == 2 * bytes.len() && text.is_ascii();
        for (index, byte) in bytes.iter_mut().enumerate().filter(|_| is_whole) {
            *byte = u8::from_str_radix(&text[2 * index..2 * index + 2], 16).ok()?;
        }
        is_whole.then_some(Self(bytes))
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Adds parts up to a digest. Each part is written with its length, so that no two lists of parts look alike.
#[derive(Clone, Debug)]
pub struct Digester(sha2::Sha256);

impl Digester {
    /// Digests of different kinds of content differ.
    pub fn new(kind: &str) -> Self {
        let mut digester = Self(sha2::Sha256::new());
        digester.text(kind);
        digester
    }

    pub fn text(&mut self, text: &str) {
        self.0.update((text.len() as u64).to_le_bytes());
        self.0.update(text.as_bytes());
    }

    pub fn digest(&mut self, digest: Digest) {
        self.0.update(digest.0);
    }

    pub fn finish(self) -> Digest {
        Digest(self.0.finalize().into())
    }
}

/// The digest of bytes, such as those of a file.
pub fn of_bytes(bytes: &[u8]) -> Digest {
    Digest(sha2::Sha256::digest(bytes).into())
}
