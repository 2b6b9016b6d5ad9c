//! Names of variables as SMT-LIB spells them.

use rustc_hash::FxHashSet;

/// Gives out symbols, none of them twice.
#[derive(Default)]
pub(super) struct Symbols {
    used: FxHashSet<String>,
}

/// Every name with this mark in front is one that the printer made up.
pub(super) const OWN: char = '$';

/// Words that name no variable even where the grammar would allow it.
const RESERVED: &[&str] = &[
    "_", "!", "as", "let", "exists", "forall", "match", "par", "true", "false", "not", "and", "or",
    "xor", "ite", "distinct", "select", "store", "concat", "extract", "const", "fp", "NaN", "RNE",
    "RNA", "RTP", "RTN", "RTZ", "=", "=>", "to_fp",
];

impl Symbols {
    /// A symbol for a name: the name itself if it can be one and is not taken.
    pub fn symbol(&mut self, name: &str) -> String {
        let mut plain = name.replace(['|', '\\'], "_");
        // The names of operators, and the printer's own, are out of reach behind another letter.
        if plain.starts_with("bv") || plain.starts_with("fp.") || plain.starts_with(OWN) {
            plain.insert_str(0, "v.");
        }
        let mut chosen = plain.clone();
        let mut count = 0;
        while !self.is_free(&chosen) {
            count += 1;
            chosen = format!("{plain}~{count}");
        }
        self.used.insert(chosen.clone());
        if is_simple(&chosen) {
            chosen
        } else {
            format!("|{chosen}|")
        }
    }

    fn is_free(&self, name: &str) -> bool {
        !RESERVED.contains(&name) && !self.used.contains(name)
    }
}

/// Whether a name needs no bars around it.
fn is_simple(name: &str) -> bool {
    let ordinary = |c: char| c.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(c);
    !name.is_empty()
        && !name.starts_with(|c: char| c.is_ascii_digit())
        && name.chars().all(ordinary)
}
