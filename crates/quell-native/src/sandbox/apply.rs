//! Restricting this process, step by step; each step notes whether it worked.

use std::path::PathBuf;

use landlock::{
    ABI, Access as _, AccessFs, LandlockStatus, PathBeneath, PathFd, Ruleset, RulesetAttr as _,
    RulesetCreatedAttr as _, RulesetError, RulesetStatus, Scope, path_beneath_rules,
};
use rustix::process::{Resource, Rlimit, geteuid, setrlimit};

use super::namespaces::{self, Isolation};
use super::request::{Confinement, Request};
use super::{LaunchError, ProcessLimit, Protection, filter, group};

/// The newest version of Landlock whose rules are asked for; older kernels enforce those they know.
const NEWEST: ABI = ABI::V6;

/// Devices that swallow or give bytes and keep nothing.
const DEVICES: &[&str] = &[
    "/dev/null",
    "/dev/zero",
    "/dev/full",
    "/dev/random",
    "/dev/urandom",
];

/// Restricts this process. `processes`: how the launcher limited them.
pub fn restrict(
    request: &Request,
    isolation: Isolation,
    processes: ProcessLimit,
) -> Result<Protection, LaunchError> {
    let confinement = &request.confinement;
    let protection = Protection {
        processes,
        isolation,
        landlock: confine_writes(open_all(confinement, isolation)?).map_err(unprotected)?,
        limits: set_limits(confinement),
        capabilities: namespaces::drop_capabilities(),
        filter: filter::install(isolation, confinement.many_runs).is_ok(),
    };
    match protection.missing() {
        missing if request.required && !missing.is_empty() => {
            Err(LaunchError::Unprotected(missing.join("; ")))
        }
        _ => Ok(protection),
    }
}

fn unprotected(error: impl ToString) -> LaunchError {
    LaunchError::Unprotected(error.to_string())
}

/// Scratch directories are the program's own only if file systems were mounted there.
fn open_all(confinement: &Confinement, isolation: Isolation) -> Result<Vec<PathFd>, LaunchError> {
    let open = |directory: &PathBuf| PathFd::new(directory).map_err(unprotected);
    let scratch = confinement.scratch.iter().filter(|_| isolation.read_only);
    let scratch = scratch.map(|scratch| &scratch.directory);
    confinement
        .writable
        .iter()
        .chain(scratch)
        .map(open)
        .collect()
}

/// Everything can be read and run; only what is below the given directories can be written.
fn confine_writes(writable: Vec<PathFd>) -> Result<Option<u32>, RulesetError> {
    let reading = AccessFs::from_read(NEWEST);
    let on_devices = AccessFs::ReadFile | AccessFs::WriteFile | AccessFs::IoctlDev;
    let mut rules = Ruleset::default()
        .handle_access(AccessFs::from_all(NEWEST))?
        .scope(Scope::from_all(NEWEST))?
        .create()?
        .add_rules(path_beneath_rules(["/"], reading))?
        .add_rules(path_beneath_rules(DEVICES, on_devices))?;
    for directory in writable {
        rules = rules.add_rule(PathBeneath::new(directory, AccessFs::from_all(NEWEST)))?;
    }
    let status = rules.restrict_self()?;
    let version = match status.landlock {
        LandlockStatus::Available { effective_abi, .. } => effective_abi as u32,
        _ => 0,
    };
    let enforced = status.ruleset != RulesetStatus::NotEnforced;
    Ok((enforced && version > 0).then_some(version))
}

fn set_limits(confinement: &Confinement) -> bool {
    let limits = [
        (Resource::Core, Some(0)),
        (Resource::Cpu, confinement.cpu_seconds),
        (Resource::As, confinement.memory_bytes),
        (Resource::Fsize, confinement.file_bytes),
    ];
    limits.into_iter().all(|(resource, limit)| match limit {
        Some(limit) => lower(resource, limit),
        None => true,
    })
}

/// A program may catch the signal of the limit on time, but not outlast the second after it.
fn lower(resource: Resource, limit: u64) -> bool {
    let grace = u64::from(resource == Resource::Cpu);
    let limit = Rlimit {
        current: Some(limit),
        maximum: Some(limit.saturating_add(grace)),
    };
    setrlimit(resource, limit).is_ok()
}

/// Groups are files, so this comes before writing to them is forbidden.
pub fn limit_processes(limit: Option<u64>) -> ProcessLimit {
    let Some(limit) = limit else {
        return ProcessLimit::NotAsked;
    };
    if group::join(limit) {
        return ProcessLimit::Group;
    }
    match !geteuid().is_root() && lower(Resource::Nproc, limit) {
        true => ProcessLimit::User,
        false => ProcessLimit::None,
    }
}
