//! How programs are run natively: confined by Quell, which starts itself to do so.

use std::path::PathBuf;

use quell_native::{Launcher, Options, Sandbox};

use crate::args;
use crate::error::CliError;

/// The hidden command by which Quell starts itself to confine a program.
pub const SANDBOX: &str = "sandbox";

pub fn sandbox(unprotected: bool) -> Result<Sandbox, CliError> {
    let program = std::env::current_exe().map_err(CliError::OwnPath)?;
    let launcher = Launcher {
        program,
        args: vec![SANDBOX.into()],
    };
    Ok(match unprotected {
        true => Sandbox::WhatThereIs(launcher),
        false => Sandbox::Required(launcher),
    })
}

/// Everything as usual, except for what the user said.
pub fn options(args: &args::Native) -> Result<Options, CliError> {
    let mut options = Options::new(sandbox(args.unprotected)?);
    options.cache = kept();
    if let Some(jobs) = args.jobs {
        options.workers = jobs;
    }
    Ok(options)
}

/// Where Quell keeps what it need not make again, if the user has a place for such things.
fn kept() -> Option<PathBuf> {
    let variable = |name: &str| std::env::var_os(name).map(PathBuf::from);
    let under = |name: &str, rest: &str| variable(name).map(|path| path.join(rest));
    let cache = variable("QUELL_CACHE")
        .or_else(|| under("XDG_CACHE_HOME", "quell"))
        .or_else(|| under("HOME", ".cache/quell"))?;
    cache.is_absolute().then(|| cache.join("harness"))
}
