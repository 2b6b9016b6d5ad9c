//! Namespaces of a program: it sees only its own processes, has System V objects and message queues of its own, and
//! finds the file systems read-only.
//!
//! Three processes take part. The launcher makes the namespaces and waits. The first process of the new namespace
//! restricts itself, starts the program and reaps what the program leaves; all others end with it, and it ends with the
//! launcher. It is not the program itself, because the kernel shields the first process from signals, so that `abort`
//! would do something else. The third process is the program.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, PipeReader, Read as _, Write as _};
use std::os::fd::AsRawFd as _;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::process::{Child, Command, ExitStatus};

use nix::sched::{CloneFlags, unshare};
use rustix::io::{FdFlags, fcntl_setfd};
use rustix::process::{
    Pid, Signal, WaitOptions, getegid, geteuid, set_parent_process_death_signal, wait,
};
use rustix::thread::{
    CapabilitySet, CapabilitySets, clear_ambient_capability_set,
    configure_capability_in_ambient_set, remove_capability_from_bounding_set, set_capabilities,
};
use signal_hook::low_level::emulate_default_handler;

use super::request::{Confinement, Request};
use super::{CANNOT_LAUNCH, LaunchError, ProcessLimit, mounts};

/// The isolation of a program from the rest of the system.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Isolation {
    /// Processes, and objects of interprocess communication.
    pub processes: bool,
    /// File systems are read-only but for the program's directories, whose size is limited.
    pub read_only: bool,
}

/// Between the launcher and the first process of the namespace.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inside {
    pub isolation: Isolation,
    /// How the launcher limited processes.
    pub processes: ProcessLimit,
    /// The number of the open pipe to the launcher.
    pub pipe: i32,
}

const NAMESPACES: CloneFlags = CloneFlags::CLONE_NEWNS
    .union(CloneFlags::CLONE_NEWPID)
    .union(CloneFlags::CLONE_NEWIPC);

/// Root is shown to the program as an ordinary user (`daemon` or `bin`, which every system has), so that programs that do
/// more as root do not try.
const UNPRIVILEGED: u32 = 1;

/// What the first process needs to show the program its processes, and to give up everything for good.
const NEEDED: [CapabilitySet; 2] = [CapabilitySet::SYS_ADMIN, CapabilitySet::SETPCAP];

/// Makes namespaces for the children of this process; whether that worked.
pub fn enter(confinement: &Confinement) -> Option<Isolation> {
    let (user, group) = (geteuid().as_raw(), getegid().as_raw());
    let with_user = unshare(NAMESPACES | CloneFlags::CLONE_NEWUSER).is_ok();
    // Root may need no namespace of users, where the system has none.
    if !with_user && unshare(NAMESPACES).is_err() {
        return None;
    }
    if with_user {
        map_ids(user, group).ok()?;
    }
    Some(Isolation {
        processes: true,
        read_only: mounts::make_read_only(confinement).is_ok(),
    })
}

fn map_ids(user: u32, group: u32) -> io::Result<()> {
    let inner = |id| if id == 0 { UNPRIVILEGED } else { id };
    // Without it an ordinary user may not map groups.
    fs::write("/proc/self/setgroups", "deny")?;
    fs::write("/proc/self/uid_map", format!("{} {user} 1", inner(user)))?;
    fs::write("/proc/self/gid_map", format!("{} {group} 1", inner(group)))
}

/// Starts the first process of the namespace with the same request, waits for the program, and ends as it ended.
pub fn supervise(
    request: &Request,
    isolation: Isolation,
    processes: ProcessLimit,
) -> Result<i32, LaunchError> {
    let failed = |source| LaunchError::CannotRun {
        program: "the sandbox".into(),
        source,
    };
    let (reader, child) = start_first(request, isolation, processes).map_err(failed)?;
    match wait_for(reader, child).map_err(failed)? {
        End::Exited(code) => Ok(code),
        End::Signalled(signal) => {
            // Comes back only for signals that end nothing.
            let _ = emulate_default_handler(signal);
            Ok(CANNOT_LAUNCH)
        }
    }
}

fn start_first(
    request: &Request,
    isolation: Isolation,
    processes: ProcessLimit,
) -> io::Result<(PipeReader, Child)> {
    keep_capabilities()?;
    let (reader, writer) = io::pipe()?;
    fcntl_setfd(&writer, FdFlags::empty())?;
    let inside = Inside {
        isolation,
        processes,
        pipe: writer.as_raw_fd(),
    };
    let request = Request {
        inside: Some(inside),
        ..request.clone()
    };
    let mut command = Command::new(std::env::current_exe()?);
    command
        .args(own_arguments(&request))
        .args(request.to_args());
    Ok((reader, command.spawn()?))
}

/// The arguments of this process before those of the request.
fn own_arguments(request: &Request) -> Vec<OsString> {
    let mut outer = request.clone();
    outer.inside = None;
    let all: Vec<OsString> = std::env::args_os().skip(1).collect();
    let own = all.len().saturating_sub(outer.to_args().len());
    all[..own].to_vec()
}

/// Capabilities of the namespace outlast the start of a program only if they are ambient.
fn keep_capabilities() -> io::Result<()> {
    let mut sets = rustix::thread::capabilities(None)?;
    sets.inheritable = NEEDED
        .into_iter()
        .fold(CapabilitySet::empty(), CapabilitySet::union);
    set_capabilities(None, sets)?;
    for capability in NEEDED {
        configure_capability_in_ambient_set(capability, true)?;
    }
    Ok(())
}

enum End {
    Exited(i32),
    Signalled(i32),
}

fn wait_for(mut reader: PipeReader, mut child: Child) -> io::Result<End> {
    let mut text = String::new();
    reader.read_to_string(&mut text)?;
    let status = child.wait()?;
    let mut words = text.split_whitespace();
    let end = (
        words.next(),
        words.next().and_then(|word| word.parse().ok()),
    );
    Ok(match end {
        (Some("exited"), Some(code)) => End::Exited(code),
        (Some("signalled"), Some(signal)) => End::Signalled(signal),
        // It has reported the error.
        _ => End::Exited(status.code().unwrap_or(CANNOT_LAUNCH)),
    })
}

impl Inside {
    /// Takes the pipe over, so that the program does not inherit it; this process ends with the launcher from now on.
    pub fn connect(&self) -> io::Result<PipeToLauncher> {
        let own = File::options()
            .write(true)
            .open(format!("/proc/self/fd/{}", self.pipe))?;
        nix::unistd::close(self.pipe)?;
        set_parent_process_death_signal(Some(Signal::KILL))?;
        // Fails if the launcher has ended already.
        (&own).write_all(b" ")?;
        mounts::mount_processes();
        Ok(PipeToLauncher(own))
    }
}

/// To tell the launcher how the program ended.
#[derive(Debug)]
pub struct PipeToLauncher(File);

impl PipeToLauncher {
    /// Starts the program and waits until it has ended.
    pub fn run(mut self, mut command: Command) -> io::Result<()> {
        // A group of its own can be named inside the namespace.
        let child = command.process_group(0).spawn()?;
        let status = reap_until(child.id())?;
        match status.signal() {
            Some(signal) => write!(self.0, "signalled {signal}"),
            None => write!(self.0, "exited {}", status.code().unwrap_or_default()),
        }
    }
}

/// Reaps every process that ends, as the first process of a namespace has to, until this one does.
fn reap_until(process: u32) -> io::Result<ExitStatus> {
    let process = i32::try_from(process).ok().and_then(Pid::from_raw);
    loop {
        match wait(WaitOptions::empty()) {
            Ok(Some((ended, status))) if Some(ended) == process => {
                return Ok(ExitStatus::from_raw(status.as_raw()));
            }
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
}

/// Gives up all capabilities, those that programs could give back too; whether none is left.
pub fn drop_capabilities() -> bool {
    // Only with the capability to do so. Without it there is nothing to give up, or no way to.
    for capability in (0..u64::BITS).map(|bit| CapabilitySet::from_bits_retain(1 << bit)) {
        let _ = remove_capability_from_bounding_set(capability);
    }
    let _ = clear_ambient_capability_set();
    let empty = CapabilitySets {
        effective: CapabilitySet::empty(),
        permitted: CapabilitySet::empty(),
        inheritable: CapabilitySet::empty(),
    };
    set_capabilities(None, empty).is_ok()
}
