//! The seeds: IR files from `fuzz/corpus` and from the tests of the parser.

use std::fs;
use std::io;
use std::path::Path;

/// All seeds and their tokens.
#[derive(Clone, Debug, Default)]
pub struct Corpus {
    pub seeds: Vec<Vec<u8>>,
    /// The tokens of all seeds, which are inserted elsewhere.
    pub tokens: Vec<Vec<u8>>,
}

/// Longer seeds are truncated: many short rounds find more than few long ones.
const MAX_LENGTH: usize = 16 << 10;

impl Corpus {
    /// Reads the files of the repository.
    pub fn load() -> io::Result<Self> {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut corpus = Self::default();
        for dir in ["corpus", "../crates/quell-ir/tests/data/parse"] {
            corpus.add_directory(&here.join(dir))?;
        }
        corpus.tokens = corpus.seeds.iter().flat_map(|seed| tokens(seed)).collect();
        corpus.tokens.sort();
        corpus.tokens.dedup();
        Ok(corpus)
    }

    fn add_directory(&mut self, dir: &Path) -> io::Result<()> {
        let mut paths = Vec::new();
        for entry in fs::read_dir(dir)? {
            paths.push(entry?.path());
        }
        // The order of directory entries is not deterministic.
        paths.sort();
        for path in paths {
            self.seeds.push(fs::read(path)?);
        }
        Ok(())
    }
}

fn tokens(text: &[u8]) -> Vec<Vec<u8>> {
    spans(text)
        .into_iter()
        .map(|(start, end)| text[start..end].to_vec())
        .collect()
}

/// The ranges of words, numbers, names and punctuation: approximately the tokens of a lexer.
pub(crate) fn spans(text: &[u8]) -> Vec<(usize, usize)> {
    let mut spans = Vec::new();
    let mut start = 0;
    while start < text.len() {
        let in_word = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'-' | b'$');
        let sigil = usize::from(matches!(text[start], b'%' | b'@' | b'!' | b'#'));
        let rest = &text[start + sigil..];
        let word = rest.iter().position(|b| !in_word(b)).unwrap_or(rest.len());
        let end = start + (sigil + word).max(1);
        if !text[start].is_ascii_whitespace() {
            spans.push((start, end));
        }
        start = end;
    }
    spans
}

/// A part of a seed of at most the maximal length, in whole lines.
pub(crate) fn excerpt(seed: &[u8], from: usize) -> Vec<u8> {
    if seed.len() <= MAX_LENGTH {
        return seed.to_vec();
    }
    let start = line_start(seed, from % (seed.len() - MAX_LENGTH));
    seed[start..line_start(seed, start + MAX_LENGTH)].to_vec()
}

fn line_start(text: &[u8], near: usize) -> usize {
    let before = text[..near].iter().rposition(|&b| b == b'\n');
    before.map_or(0, |at| at + 1)
}
