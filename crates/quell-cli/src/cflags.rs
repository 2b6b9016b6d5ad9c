//! Refuses flags of the compiler that leave Quell without mutants, or without a program that it can run.

use std::ffi::OsString;

use quell_frontend::{FlagEffect, flag_effect};

use crate::error::CliError;

/// Refuses flags with which no program could be run, with the reason, and returns warnings about those that leave fewer
/// mutants.
pub fn check(flags: &[OsString]) -> Result<Vec<String>, CliError> {
    let mut warnings = Vec::new();
    for flag in flags.iter().filter_map(|flag| flag.to_str()) {
        let Some(effect) = flag_effect(flag) else {
            continue;
        };
        let (leaves_mutants, why) = consequence(effect);
        let text = format!("{flag} in --cflags {why}");
        match leaves_mutants {
            true => warnings.push(text),
            false => return Err(CliError::Usage(format!("{text}; leave it out"))),
        }
    }
    Ok(warnings)
}

/// Whether mutants are left, and what the flag does.
fn consequence(effect: FlagEffect) -> (bool, &'static str) {
    match effect {
        FlagEffect::NeedsRuntime => (
            false,
            "needs a run-time library, which Quell does not link into the programs it runs",
        ),
        FlagEffect::Narrow => (
            false,
            "makes a program without 64 bits, which Quell cannot run",
        ),
        FlagEffect::NoIr => (false, "keeps the compiler from making IR"),
        FlagEffect::ChecksOperators => (
            true,
            "replaces operators by checked ones, which get no mutants",
        ),
        FlagEffect::Optimises => (
            true,
            "removes operators and variables of the source, which then get no mutants",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_that_leave_nothing_to_run_are_refused_with_the_reason() {
        let check = |flag: &str| check(&[OsString::from(flag)]);
        for flag in ["--coverage", "-E", "-m32"] {
            assert!(check(flag).unwrap_err().to_string().contains(flag));
        }
        for (flag, warnings) in [("-O1", 1), ("-ftrapv", 1), ("-fwrapv", 0)] {
            assert_eq!(check(flag).unwrap().len(), warnings, "{flag}");
        }
    }
}
