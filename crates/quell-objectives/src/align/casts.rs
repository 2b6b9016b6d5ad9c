//! Casts of numbers in C. Many casts have no instruction in the IR, and others have one that looks like a promotion.
//!
//! - **Casts are read in the source.** They decide whether a comparison is signed. Where a cast extends a number, the operand of
//!   the cast is not changed.

use quell_source::{Kind, Language, NodeId};

use super::Aligner;

/// The type that a cast names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CastTo {
    /// As wide as `int` or wider.
    Wide { signed: bool },
    /// Arithmetic promotes it to `int`.
    Narrow,
    /// No integer.
    Other,
    /// A name whose meaning only the compiler knows.
    Unknown,
}

/// Keywords of integer types that do not determine the type.
const WORDS: &[&str] = &["const", "volatile", "int", "long", "signed"];

/// Names that the standard library has for types.
const NAMES: &[(&str, CastTo)] = &[
    ("int8_t", CastTo::Narrow),
    ("int16_t", CastTo::Narrow),
    ("uint8_t", CastTo::Narrow),
    ("uint16_t", CastTo::Narrow),
    ("bool", CastTo::Narrow),
    ("_Bool", CastTo::Narrow),
    ("int32_t", CastTo::Wide { signed: true }),
    ("int64_t", CastTo::Wide { signed: true }),
    ("intptr_t", CastTo::Wide { signed: true }),
    ("intmax_t", CastTo::Wide { signed: true }),
    ("ssize_t", CastTo::Wide { signed: true }),
    ("ptrdiff_t", CastTo::Wide { signed: true }),
    ("uint32_t", CastTo::Wide { signed: false }),
    ("uint64_t", CastTo::Wide { signed: false }),
    ("uintptr_t", CastTo::Wide { signed: false }),
    ("uintmax_t", CastTo::Wide { signed: false }),
    ("size_t", CastTo::Wide { signed: false }),
    ("float", CastTo::Other),
    ("double", CastTo::Other),
    ("long double", CastTo::Other),
];

impl CastTo {
    fn named(ty: &str) -> Self {
        let words: Vec<&str> = ty.split_whitespace().collect();
        let joined = words.join(" ");
        if let Some((_, known)) = NAMES.iter().find(|(name, _)| *name == joined) {
            return *known;
        }
        if ty.contains('*') {
            return Self::Other;
        }
        let has = |word: &str| words.contains(&word);
        let is_known =
            |word: &&str| WORDS.contains(word) || matches!(*word, "unsigned" | "char" | "short");
        match words.iter().all(is_known) && !words.is_empty() {
            false => Self::Unknown,
            true if has("char") || has("short") => Self::Narrow,
            true => Self::Wide {
                signed: !has("unsigned"),
            },
        }
    }
}

impl Aligner<'_> {
    /// The type of the outermost cast around an operand, if there is one.
    pub(super) fn cast_around(&self, operand: NodeId) -> Option<CastTo> {
        self.casts_around(operand).next()
    }

    /// The types of the casts around an operand, outermost first.
    pub(super) fn casts_around(&self, operand: NodeId) -> impl Iterator<Item = CastTo> {
        let tree = self.tree;
        let is_c = tree.language() == Language::C;
        let inside = move |&node: &NodeId| match tree.kind(node) {
            Kind::Paren | Kind::Cast => tree.child(node, 0),
            _ => None,
        };
        let nodes = std::iter::successors(Some(operand).filter(|_| is_c), inside);
        let casts = nodes.filter(move |node| tree.kind(*node) == Kind::Cast);
        casts.map(move |node| CastTo::named(type_in(tree.node_text(node))))
    }
}

/// The text between the first parentheses.
fn type_in(cast: &str) -> &str {
    let inner = cast.trim_start().strip_prefix('(').unwrap_or(cast);
    inner.split(')').next().unwrap_or(inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_types() {
        let wide = |signed| CastTo::Wide { signed };
        for (text, expected) in [
            ("(unsigned)r", wide(false)),
            ("( unsigned  long int )r", wide(false)),
            ("(int)r", wide(true)),
            ("(const long)r", wide(true)),
            ("(unsigned char)r", CastTo::Narrow),
            ("(short int)r", CastTo::Narrow),
            ("(uint32_t)r", wide(false)),
            ("(uint8_t)r", CastTo::Narrow),
            ("(char *)r", CastTo::Other),
            ("(double)r", CastTo::Other),
            ("(my_type)r", CastTo::Unknown),
        ] {
            assert_eq!(CastTo::named(type_in(text)), expected, "{text}");
        }
    }
}
