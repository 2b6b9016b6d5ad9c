//! Flags of the compiler that leave Quell without mutants, or without a program that it can run.

use std::ffi::OsString;

use crate::error::CliError;

/// What a flag does to the IR that mutants are made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Effect {
    /// Calls a run time library that the harness is not linked with, or that a confined process cannot start.
    NeedsRuntime,
    /// Makes something else than IR.
    NoIr,
    /// Makes a program for a machine with 32 bits.
    Narrow,
    /// Leaves fewer operators of the source, or none.
    FewerMutants(&'static str),
}

use Effect::{FewerMutants, Narrow, NeedsRuntime, NoIr};

const CHECKS: &str = "replaces operators by checked ones, which get no mutants";
const OPTIMISES: &str = "removes operators and variables of the source, which then get no mutants";

/// The first row that a flag begins with counts.
const TABLE: &[(&str, Effect)] = &[
    ("--coverage", NeedsRuntime),
    ("-coverage", NeedsRuntime),
    ("-ftest-coverage", NeedsRuntime),
    ("-fprofile-arcs", NeedsRuntime),
    ("-fprofile-generate", NeedsRuntime),
    ("-fprofile-instr-generate", NeedsRuntime),
    ("-fcs-profile-generate", NeedsRuntime),
    ("-fxray-instrument", NeedsRuntime),
    ("-fsyntax-only", NoIr),
    ("-emit-ast", NoIr),
    ("-ftrapv", FewerMutants(CHECKS)),
];

/// Options that stand for themselves alone.
const WORDS: &[(&str, Effect)] = &[
    ("-m32", Narrow),
    ("-mx32", Narrow),
    ("-m16", Narrow),
    ("-E", NoIr),
    ("-M", NoIr),
    ("-MM", NoIr),
    ("-O", FewerMutants(OPTIMISES)),
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

fn effect(flag: &str) -> Option<Effect> {
    if let Some(names) = flag.strip_prefix(SANITIZE) {
        let is_check = |name: &str| {
            CHECKING_SANITIZERS
                .iter()
                .any(|known| name.starts_with(known))
        };
        return Some(match names.split(',').all(is_check) {
            true => FewerMutants(CHECKS),
            false => NeedsRuntime,
        });
    }
    let level = flag.strip_prefix("-O").filter(|level| !level.is_empty());
    if let Some(level) = level {
        return (level != "0").then_some(FewerMutants(OPTIMISES));
    }
    let word = WORDS.iter().find(|(word, _)| *word == flag);
    let found = word.or_else(|| TABLE.iter().find(|(start, _)| flag.starts_with(start)));
    found.map(|(_, effect)| *effect)
}

/// Refuses flags with which nothing could be run, and says why; warnings about those that leave fewer mutants.
pub fn check(flags: &[OsString]) -> Result<Vec<String>, CliError> {
    let mut warnings = Vec::new();
    for flag in flags.iter().filter_map(|flag| flag.to_str()) {
        let refuse = |why: &str| {
            Err(CliError::Usage(format!(
                "{flag} in --cflags {why}; leave it out"
            )))
        };
        match effect(flag) {
            None => {}
            Some(NeedsRuntime) => {
                return refuse(
                    "needs a run-time library, which Quell does not link into the programs it runs",
                );
            }
            Some(Narrow) => {
                return refuse("makes a program without 64 bits, which Quell cannot run");
            }
            Some(NoIr) => return refuse("keeps the compiler from making IR"),
            Some(FewerMutants(why)) => warnings.push(format!("{flag} in --cflags {why}")),
        }
    }
    Ok(warnings)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_that_leave_nothing_to_run_are_refused_with_the_reason() {
        let check = |flag: &str| check(&[OsString::from(flag)]);
        for flag in [
            "--coverage",
            "-fprofile-arcs",
            "-fsanitize=undefined,address",
            "-E",
            "-m32",
            "-fsyntax-only",
        ] {
            assert!(check(flag).unwrap_err().to_string().contains(flag));
        }
        for flag in [
            "-O1",
            "-Os",
            "-O",
            "-ftrapv",
            "-fsanitize=undefined",
            "-fsanitize=shift,null",
        ] {
            assert_eq!(check(flag).unwrap().len(), 1, "{flag}");
        }
        for flag in [
            "-O0",
            "-DE",
            "-MD",
            "-fwrapv",
            "-fno-sanitize=all",
            "-Iinclude",
            "-fPIC",
        ] {
            assert_eq!(check(flag).unwrap().len(), 0, "{flag}");
        }
    }
}
