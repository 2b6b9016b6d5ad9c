//! `unistd.h` and `libgen.h`: queries of the system, with fixed results so that every run is the same, and
//! paths.

use quell_values::unsupported::LibraryLimit;

use super::call::{Call, Outcome, models};
use super::errno::EINVAL;
use crate::domain::Domain;
use crate::stop::Stop;

models! {
    "getpid" => process,
    "getppid" => parent,
    "getuid" => user,
    "geteuid" => user,
    "getgid" => user,
    "getegid" => user,
    "getpagesize" => page_size,
    "sysconf" => sysconf,
    "getcwd" => no_system,
    "chdir" => no_system,
    "mkdir" => no_system,
    "rmdir" => no_system,
    "opendir" => no_system,
    "stat" => no_system,
    "lstat" => no_system,
    "access" => no_system,
    "fork" => no_system,
    "vfork" => no_system,
    "execv" => no_system,
    "execve" => no_system,
    "execvp" => no_system,
    "execlp" => no_system,
    "wait" => no_system,
    "waitpid" => no_system,
    "pipe" => no_system,
    "dup" => no_system,
    "dup2" => no_system,
    "socket" => no_system,
    "mmap" => no_system,
    "basename" => basename,
    "__xpg_basename" => xpg_basename,
    "dirname" => dirname,
}

fn process<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    c.give_int(1000)
}

fn parent<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    c.give_int(1)
}

fn user<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    c.give_int(1000)
}

fn page_size<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    c.give_int(4096)
}

fn sysconf<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let value = match c.int(0)? {
        // _SC_ARG_MAX
        0 => 2_097_152,
        // _SC_CLK_TCK
        2 => 100,
        // _SC_OPEN_MAX
        4 => 1024,
        // _SC_PAGESIZE
        30 => 4096,
        // _SC_NPROCESSORS_CONF, _SC_NPROCESSORS_ONLN
        83 | 84 => 1,
        _ => {
            c.machine.set_errno(EINVAL)?;
            -1
        }
    };
    c.give_long(value)
}

fn no_system<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    Err(c.unsupported(LibraryLimit::FilesAndProcesses))
}

/// The GNU form: the part after the last slash, in place.
fn basename<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (ptr, path) = (c.ptr(0)?, c.string(0)?);
    let start = path.iter().rposition(|&byte| byte == b'/');
    c.give_place(&ptr, Some(start.map_or(0, |slash| slash as u64 + 1)))
}

fn is_slash(byte: &u8) -> bool {
    *byte == b'/'
}

/// The path; empty for a null pointer.
fn path<D: Domain>(c: &mut Call<D>) -> Result<Vec<u8>, Stop> {
    match c.optional_ptr(0)? {
        Some(ptr) => c.machine.c_string(&ptr),
        None => Ok(Vec::new()),
    }
}

fn give_dot<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let dot = c.machine.kept_text("the path of this directory", b".")?;
    c.give_ptr(dot)
}

/// The POSIX form, which may remove trailing slashes from the caller's string.
fn xpg_basename<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (ptr, path) = (c.ptr(0)?, path(c)?);
    if path.is_empty() {
        return give_dot(c);
    }
    let Some(last) = path.iter().rposition(|byte| !is_slash(byte)) else {
        return c.give_place(&ptr, Some(path.len() as u64 - 1));
    };
    if last + 1 < path.len() {
        let end = c.machine.at(&ptr, last as u64 + 1);
        c.machine.put_bytes(&end, &[0])?;
    }
    let start = path[..last].iter().rposition(is_slash);
    c.give_place(&ptr, Some(start.map_or(0, |slash| slash as u64 + 1)))
}

/// Removes the last component from the path in the caller's string.
fn dirname<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (ptr, path) = (c.ptr(0)?, path(c)?);
    if path.is_empty() {
        return give_dot(c);
    }
    let last = path.iter().rposition(|byte| !is_slash(byte));
    let slash = last.and_then(|last| path[..last].iter().rposition(is_slash));
    let kept = match (last, slash) {
        // Only slashes: two of them are a root of their own.
        (None, _) => {
            if path.len() == 2 {
                2
            } else {
                1
            }
        }
        (Some(_), None) => return give_dot(c),
        (Some(_), Some(slash)) => match path[..slash].iter().rposition(|byte| !is_slash(byte)) {
            Some(end) => end + 1,
            None => {
                if slash == 1 {
                    2
                } else {
                    1
                }
            }
        },
    };
    if kept < path.len() {
        let end = c.machine.at(&ptr, kept as u64);
        c.machine.put_bytes(&end, &[0])?;
    }
    c.give_ptr(ptr)
}
