//! Names of variables as SMT-LIB symbols.

use rustc_hash::FxHashSet;

/// Makes symbols of names, each unique.
#[derive(Default)]
pub(super) struct Symbols {
    used: FxHashSet<String>,
}

/// The prefix of all names that the printer introduces.
pub(super) const OWN: char = '$';

/// Words that are not used as names of variables, even where the grammar would allow it.
const RESERVED: &[&str] = &[
    "_", "!", "as", "let", "exists", "forall", "match", "par", "true", "false", "not", "and", "or",
    "xor", "ite", "distinct", "select", "store", "concat", "extract", "const", "fp", "NaN", "RNE",
    "RNA", "RTP", "RTN", "RTZ", "=", "=>", "to_fp",
];

impl Symbols {
    /// A symbol for a name: the name itself if it is a valid symbol and not taken.
    pub fn symbol(&mut self, name: &str) -> String {
        let mut plain = name.replace(['|', '\\'], "_");
        // A prefix keeps it distinct from names of operators and from the printer's own.
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
