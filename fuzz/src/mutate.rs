//! Random damage to texts.

use crate::corpus::{Corpus, excerpt, spans};
use crate::random::Random;

/// Numbers at the limits of fields.
const NUMBERS: &[&str] = &[
    "0",
    "-1",
    "1",
    "2",
    "7",
    "64",
    "255",
    "256",
    "65536",
    "2147483648",
    "4294967295",
    "4294967296",
    "9223372036854775808",
    "18446744073709551616",
    "-9223372036854775809",
    "340282366920938463463374607431768211456",
    "0x7FF0000000000000",
    "0xKFFFF8000000000000000",
    "1.0e400",
    "0xH7E00",
    "u0xFF",
    "f0x00",
];

/// Tokens that few seeds contain.
const WORDS: &[&str] = &[
    "ptr",
    "i1",
    "i8388608",
    "<4 x i32>",
    "[0 x i8]",
    "{ ptr, i32 }",
    "void",
    "label",
    "token",
    "metadata",
    "x86_fp80",
    "%0",
    "@0",
    "!0",
    "#0",
    "null",
    "undef",
    "poison",
    "zeroinitializer",
    "splat (i32 1)",
    "distinct",
    "blockaddress(@f, %0)",
    "getelementptr (i8, ptr @f, i64 1)",
    "phi",
    "switch",
    "landingpad",
    "addrspace(1)",
    "align 0",
    "align 3",
    "\"",
    "c\"\\FF\"",
    "\0",
    "\u{ff}",
    "...",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "<",
    ">",
    ",",
    "=",
    ":",
];

/// A seed with one to six random changes, mostly few.
pub fn damaged(corpus: &Corpus, random: &mut Random) -> Vec<u8> {
    let Some(seed) = random.pick(&corpus.seeds) else {
        return Vec::new();
    };
    let mut text = excerpt(seed, random.word() as usize);
    for _ in 0..[1, 1, 1, 2, 2, 3, 6][random.below(7)] {
        damage(&mut text, corpus, random);
    }
    text
}

fn damage(text: &mut Vec<u8>, corpus: &Corpus, random: &mut Random) {
    match random.below(12) {
        0 => flip_byte(text, random),
        1 => insert_bytes(text, random),
        2 => remove_range(text, random),
        3 => text.truncate(random.below(text.len() + 1)),
        4..=7 => damage_token(text, corpus, random),
        8..=10 => damage_line(text, random),
        _ => splice(text, corpus, random),
    }
}

fn flip_byte(text: &mut [u8], random: &mut Random) {
    let at = random.below(text.len());
    if let Some(byte) = text.get_mut(at) {
        *byte ^= 1 << random.below(8);
    }
}

fn insert_bytes(text: &mut Vec<u8>, random: &mut Random) {
    let at = random.below(text.len() + 1);
    let byte = random.word() as u8;
    let count = [1, 1, 1, 300][random.below(4)];
    text.splice(at..at, std::iter::repeat_n(byte, count));
}

fn remove_range(text: &mut Vec<u8>, random: &mut Random) {
    let start = random.below(text.len());
    let end = (start + 1 + random.below(20)).min(text.len());
    text.drain(start..end);
}

/// Replaces, removes, doubles or repeats a token.
fn damage_token(text: &mut Vec<u8>, corpus: &Corpus, random: &mut Random) {
    let spans = spans(text);
    let Some(&(start, end)) = random.pick(&spans) else {
        return;
    };
    let own = text[start..end].to_vec();
    let from_list = |list: &[&str], random: &mut Random| {
        random
            .pick(list)
            .map_or(Vec::new(), |word| word.as_bytes().to_vec())
    };
    let replacement = match random.below(8) {
        0 => Vec::new(),
        1 => [own.as_slice(), b" ", own.as_slice()].concat(),
        2 => [own.as_slice(), b" "].concat().repeat(random.below(400)),
        3 => from_list(NUMBERS, random),
        4 => from_list(WORDS, random),
        5 => random.pick(&corpus.tokens).cloned().unwrap_or_default(),
        // From the same text, in which names are defined.
        _ => match random.pick(&spans) {
            Some(&(start, end)) => text[start..end].to_vec(),
            None => Vec::new(),
        },
    };
    text.splice(start..end, replacement);
}

fn damage_line(text: &mut Vec<u8>, random: &mut Random) {
    let mut lines: Vec<&[u8]> = text.split(|&b| b == b'\n').collect();
    let (from, to) = (random.below(lines.len()), random.below(lines.len()));
    match random.below(4) {
        0 => drop(lines.remove(from)),
        1 => lines.insert(to, lines[from]),
        2 => lines.swap(from, to),
        _ => {
            let line = lines.remove(from);
            lines.insert(to.min(lines.len()), line);
        }
    }
    *text = lines.join(&b'\n');
}

/// The beginning of a text and the end of another.
fn splice(text: &mut Vec<u8>, corpus: &Corpus, random: &mut Random) {
    let Some(other) = random.pick(&corpus.seeds) else {
        return;
    };
    let other = excerpt(other, random.word() as usize);
    text.truncate(random.below(text.len() + 1));
    text.extend_from_slice(&other[random.below(other.len() + 1)..]);
}
