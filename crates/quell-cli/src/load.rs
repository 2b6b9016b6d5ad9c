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

/// The default treatment of violated poison-generating flags. Optimised code computes values speculatively, so a violated
/// flag matters only where the value is used.
pub fn default_ub(unit: &SourceUnit) -> UbMode {
    match unit.is_optimised() {
        true => UbMode::Poison,
        false => UbMode::Trap,
    }
}
