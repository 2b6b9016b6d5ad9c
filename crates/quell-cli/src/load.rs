//! Files of the command line, loaded by the front end.

use std::ffi::OsString;
use std::path::Path;

use quell_compile::{OptLevel, Toolbox};
use quell_exec::UbMode;
use quell_frontend::{CompileJob, Loader, SourceUnit};

use crate::error::CliError;

/// The file, compiled as asked if it is not IR already.
pub fn load(path: &Path, opt: OptLevel, cflags: Vec<OsString>) -> Result<SourceUnit, CliError> {
    let job = CompileJob::new(path).with_arguments(cflags);
    Ok(Loader::new(Toolbox::from_env()).at(opt).load(&job)?)
}

/// How to treat broken promises unless the user says otherwise. Optimised code computes values before it knows whether it
/// needs them, so there a broken promise may not matter.
pub fn default_ub(unit: &SourceUnit) -> UbMode {
    match unit.is_optimised() {
        true => UbMode::Poison,
        false => UbMode::Trap,
    }
}
