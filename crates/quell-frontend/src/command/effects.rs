//! What options of a compiler do to the IR that mutants are made of.

use std::ffi::OsStr;

use super::options::{Role, meaning};

/// Why an option is no use, or of less, in a compile job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FlagEffect {
    /// The program calls a run-time library that the harness is not linked with, or that a confined process cannot start.
    NeedsRuntime,
    /// The compiler makes something else than IR.
    NoIr,
    /// The program is for a machine with 32 bits.
    Narrow,
    /// Operators of the source are replaced by checked ones, which get no mutants.
    ChecksOperators,
    /// Operators and variables of the source are removed, and get no mutants.
    Optimises,
}

use FlagEffect::{ChecksOperators, Narrow, NeedsRuntime, NoIr, Optimises};

/// The first row that an option begins with counts.
const STARTS: &[(&str, FlagEffect)] = &[
    ("--coverage", NeedsRuntime),
    ("-coverage", NeedsRuntime),
    ("-ftest-coverage", NeedsRuntime),
    ("-fprofile-arcs", NeedsRuntime),
    ("-fprofile-generate", NeedsRuntime),
    ("-fprofile-instr-generate", NeedsRuntime),
    ("-fcs-profile-generate", NeedsRuntime),
    ("-fxray-instrument", NeedsRuntime),
    ("-ftrapv", ChecksOperators),
];

/// Options that stand for themselves alone.
const WORDS: &[(&str, FlagEffect)] = &[
    ("-m32", Narrow),
    ("-mx32", Narrow),
    ("-m16", Narrow),
    ("-O", Optimises),
];

const SANITIZE: &str = "-fsanitize=";

/// Sanitizers that need no more than functions to call when a check fails.
const CHECKING_SANITIZERS: &[&str] = &[
    "undefined",
    "bounds",
    "alignment",
    "null",
    "return",
    "returns-nonnull-attribute",
    "nonnull-attribute",
    "bool",
    "enum",
    "builtin",
    "unreachable",
    "vla-bound",
    "object-size",
    "pointer-overflow",
    "integer",
    "signed-integer-overflow",
    "unsigned-integer-overflow",
    "implicit-",
    "nullability",
    "integer-divide-by-zero",
    "float-",
    "shift",
    "local-bounds",
    "array-bounds",
];

/// What an option does to the IR, if that matters.
pub fn flag_effect(flag: &str) -> Option<FlagEffect> {
    if let Some(names) = flag.strip_prefix(SANITIZE) {
        return Some(match names.split(',').all(is_checking_sanitizer) {
            true => ChecksOperators,
            false => NeedsRuntime,
        });
    }
    let level = flag.strip_prefix("-O").filter(|level| !level.is_empty());
    if let Some(level) = level {
        return (level != "0").then_some(Optimises);
    }
    let word = WORDS.iter().find(|(word, _)| *word == flag);
    let found = word.or_else(|| STARTS.iter().find(|(start, _)| flag.starts_with(start)));
    found
        .map(|(_, effect)| *effect)
        .or(ends_early(flag).then_some(NoIr))
}

fn is_checking_sanitizer(name: &str) -> bool {
    let mut known = CHECKING_SANITIZERS.iter();
    known.any(|known| name.starts_with(known))
}

/// Whether the compiler ends before there is any code. Assembly and bitcode are what IR is asked for as.
fn ends_early(flag: &str) -> bool {
    let role = meaning(OsStr::new(flag)).map(|meaning| meaning.role);
    matches!(role, Some(Role::Early(product)) if !product.is_linkable())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_that_leave_nothing_to_run_are_known() {
        for (flag, effect) in [
            ("--coverage", NeedsRuntime),
            ("-fprofile-arcs", NeedsRuntime),
            ("-fsanitize=undefined,address", NeedsRuntime),
            ("-E", NoIr),
            ("-M", NoIr),
            ("-MM", NoIr),
            ("-fsyntax-only", NoIr),
            ("-emit-ast", NoIr),
            ("--version", NoIr),
            ("-m32", Narrow),
            ("-O1", Optimises),
            ("-Os", Optimises),
            ("-O", Optimises),
            ("-ftrapv", ChecksOperators),
            ("-fsanitize=undefined", ChecksOperators),
            ("-fsanitize=shift,null", ChecksOperators),
        ] {
            assert_eq!(flag_effect(flag), Some(effect), "{flag}");
        }
        for flag in [
            "-O0",
            "-DE",
            "-MD",
            "-S",
            "-emit-llvm",
            "-fwrapv",
            "-fno-sanitize=all",
            "-Iinclude",
            "-fPIC",
        ] {
            assert_eq!(flag_effect(flag), None, "{flag}");
        }
    }
}
