//! Texts with pieces removed, duplicated or exchanged: those that can be parsed are verified and printed
//! without a panic, and the printed text can be parsed again.

use std::fs;
use std::path::Path;

use quell_ir::compare::same_module;
use quell_ir::parse_module;
use quell_ir::print::{Dialect, PrintOptions, print_module_with};
use quell_ir::verify::verify;

/// Pseudo-random numbers.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }
}

/// Words, numbers and single other characters.
fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let in_word = |c: char| c.is_ascii_alphanumeric() || "_.%@!#".contains(c);
        let length = if in_word(first) {
            rest.find(|c| !in_word(c)).unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        let (piece, after) = rest.split_at(length);
        pieces.push(piece);
        rest = after;
    }
    pieces
}

fn mutated(pieces: &[&str], numbers: &mut Numbers) -> String {
    let mut changed = pieces.to_vec();
    for _ in 0..=numbers.below(3) {
        let (at, other) = (numbers.below(changed.len()), numbers.below(changed.len()));
        match numbers.below(5) {
            0 => drop(changed.remove(at)),
            1 => changed.insert(at, changed[other]),
            2 => changed[at] = changed[other],
            3 => changed.swap(at, other),
            _ => {
                changed[at] =
                    ["0", "-1", "4294967296", "poison", "ptr", "i1", "null"][numbers.below(7)]
            }
        }
    }
    changed.concat()
}

/// Whether the text could be read at all.
fn survives(text: &str) -> bool {
    let Ok(module) = parse_module(text, "mutated") else {
        return false;
    };
    let errors = verify(&module);
    errors
        .iter()
        .for_each(|error| assert!(!error.to_string().is_empty()));
    for dialect in [Dialect::V15, Dialect::V19, Dialect::Newest] {
        let printed = print_module_with(&module, PrintOptions { dialect });
        let again = match parse_module(&printed, "printed") {
            Ok(again) => again,
            Err(error) => panic!("{dialect:?}: {error}\nof\n{text}"),
        };
        if let (Dialect::Newest, Err(difference)) = (dialect, same_module(&module, &again)) {
            panic!("{difference}\nof\n{text}");
        }
    }
    true
}

fn check(file: &str, rounds: u32) {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let text = fs::read_to_string(data.join(file)).expect("test data");
    // The first line is a title or says what the file is about.
    let without_title = |case| str::split_once(case, '\n').map_or("", |parts| parts.1);
    let modules = text.split("; --- ").map(without_title);
    let modules = modules.map(pieces).filter(|module| module.len() > 10);
    let modules: Vec<Vec<&str>> = modules.collect();
    let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
    let mut read = 0;
    for _ in 0..rounds {
        let module = &modules[numbers.below(modules.len())];
        read += u32::from(survives(&mutated(module, &mut numbers)));
    }
    assert!(
        read > rounds / 50,
        "only {read} of {rounds} texts could be read"
    );
}

#[test]
fn whole_language() {
    check("print/language.ll", 1500);
}

#[test]
fn broken_modules() {
    check("verify/flow.ll", 3000);
    check("verify/instructions.ll", 3000);
    check("verify/types.ll", 3000);
}
