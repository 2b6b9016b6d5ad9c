//! How programs are run natively: confined by Quell, which starts itself to do so.

use quell_compile::cache_directory;
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

/// The defaults, changed by the options of the user.
pub fn options(args: &args::Native) -> Result<Options, CliError> {
    let mut options = Options::new(sandbox(args.unprotected)?);
    options.cache = cache_directory().map(|cache| cache.join("harness"));
    if let Some(jobs) = args.jobs {
        options.workers = jobs;
    }
    Ok(options)
}
