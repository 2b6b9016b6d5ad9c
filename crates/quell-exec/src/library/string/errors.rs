//! Texts of error and signal numbers.

use crate::domain::Domain;
use crate::library::call::{Call, Outcome, models};
use crate::library::errno::{EINVAL, ERANGE};

models! {
    "strerror" => strerror,
    "strerror_l" => strerror,
    "strerror_r" => strerror_r,
    "__xpg_strerror_r" => xpg_strerror_r,
    "strsignal" => strsignal,
}

/// By number; numbers that Linux does not use are empty.
const ERRORS: &[&str] = &[
    "Success",
    "Operation not permitted",
    "No such file or directory",
    "No such process",
    "Interrupted system call",
    "Input/output error",
    "No such device or address",
    "Argument list too long",
    "Exec format error",
    "Bad file descriptor",
    "No child processes",
    "Resource temporarily unavailable",
    "Cannot allocate memory",
    "Permission denied",
    "Bad address",
    "Block device required",
    "Device or resource busy",
    "File exists",
    "Invalid cross-device link",
    "No such device",
    "Not a directory",
    "Is a directory",
    "Invalid argument",
    "Too many open files in system",
    "Too many open files",
    "Inappropriate ioctl for device",
    "Text file busy",
    "File too large",
    "No space left on device",
    "Illegal seek",
    "Read-only file system",
    "Too many links",
    "Broken pipe",
    "Numerical argument out of domain",
    "Numerical result out of range",
    "Resource deadlock avoided",
    "File name too long",
    "No locks available",
    "Function not implemented",
    "Directory not empty",
    "Too many levels of symbolic links",
    "",
    "No message of desired type",
    "Identifier removed",
    "Channel number out of range",
    "Level 2 not synchronized",
    "Level 3 halted",
    "Level 3 reset",
    "Link number out of range",
    "Protocol driver not attached",
    "No CSI structure available",
    "Level 2 halted",
    "Invalid exchange",
    "Invalid request descriptor",
    "Exchange full",
    "No anode",
    "Invalid request code",
    "Invalid slot",
    "",
    "Bad font file format",
    "Device not a stream",
    "No data available",
    "Timer expired",
    "Out of streams resources",
    "Machine is not on the network",
    "Package not installed",
    "Object is remote",
    "Link has been severed",
    "Advertise error",
    "Srmount error",
    "Communication error on send",
    "Protocol error",
    "Multihop attempted",
    "RFS specific error",
    "Bad message",
    "Value too large for defined data type",
    "Name not unique on network",
    "File descriptor in bad state",
    "Remote address changed",
    "Can not access a needed shared library",
    "Accessing a corrupted shared library",
    ".lib section in a.out corrupted",
    "Attempting to link in too many shared libraries",
    "Cannot exec a shared library directly",
    "Invalid or incomplete multibyte or wide character",
    "Interrupted system call should be restarted",
    "Streams pipe error",
    "Too many users",
    "Socket operation on non-socket",
    "Destination address required",
    "Message too long",
    "Protocol wrong type for socket",
    "Protocol not available",
    "Protocol not supported",
    "Socket type not supported",
    "Operation not supported",
    "Protocol family not supported",
    "Address family not supported by protocol",
    "Address already in use",
    "Cannot assign requested address",
    "Network is down",
    "Network is unreachable",
    "Network dropped connection on reset",
    "Software caused connection abort",
    "Connection reset by peer",
    "No buffer space available",
    "Transport endpoint is already connected",
    "Transport endpoint is not connected",
    "Cannot send after transport endpoint shutdown",
    "Too many references: cannot splice",
    "Connection timed out",
    "Connection refused",
    "Host is down",
    "No route to host",
    "Operation already in progress",
    "Operation now in progress",
    "Stale file handle",
    "Structure needs cleaning",
    "Not a XENIX named type file",
    "No XENIX semaphores available",
    "Is a named type file",
    "Remote I/O error",
    "Disk quota exceeded",
    "No medium found",
    "Wrong medium type",
    "Operation canceled",
    "Required key not available",
    "Key has expired",
    "Key has been revoked",
    "Key was rejected by service",
    "Owner died",
    "State not recoverable",
    "Operation not possible due to RF-kill",
    "Memory page has hardware error",
];

/// By number.
const SIGNALS: &[&str] = &[
    "",
    "Hangup",
    "Interrupt",
    "Quit",
    "Illegal instruction",
    "Trace/breakpoint trap",
    "Aborted",
    "Bus error",
    "Floating point exception",
    "Killed",
    "User defined signal 1",
    "Segmentation fault",
    "User defined signal 2",
    "Broken pipe",
    "Alarm clock",
    "Terminated",
    "Stack fault",
    "Child exited",
    "Continued",
    "Stopped (signal)",
    "Stopped",
    "Stopped (tty input)",
    "Stopped (tty output)",
    "Urgent I/O condition",
    "CPU time limit exceeded",
    "File size limit exceeded",
    "Virtual timer expired",
    "Profiling timer expired",
    "Window changed",
    "I/O possible",
    "Power failure",
    "Bad system call",
];

fn text_of(texts: &[&'static str], number: i32) -> Option<&'static str> {
    let text = texts.get(usize::try_from(number).ok()?)?;
    (!text.is_empty()).then_some(text)
}

/// The text of an error number.
pub(crate) fn error_text(number: i32) -> String {
    text_of(ERRORS, number).map_or_else(|| format!("Unknown error {number}"), str::to_owned)
}

/// The text is kept for the caller, which may use it until the next call.
fn strerror<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let number = c.int(0)?;
    let text = error_text(number);
    let ptr = c
        .machine
        .kept_object("the text of strerror", 64, |_, _| Ok(()))?;
    c.machine.put_c_string(&ptr, text.as_bytes())?;
    c.give_ptr(ptr)
}

/// The GNU form: the returned text need not be in the caller's buffer.
fn strerror_r<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    strerror(c)
}

fn xpg_strerror_r<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (number, to, size) = (c.int(0)?, c.ptr(1)?, c.size(2)?);
    let text = error_text(number);
    let kept = (text.len() as u64).min(size.saturating_sub(1)) as usize;
    if size > 0 {
        c.machine.put_c_string(&to, &text.as_bytes()[..kept])?;
    }
    if text_of(ERRORS, number).is_none() {
        return c.give_int(EINVAL);
    }
    c.give_int(if kept < text.len() { ERANGE } else { 0 })
}

/// The text of `strsignal` for a number.
pub fn signal_text(number: i32) -> String {
    match (text_of(SIGNALS, number), number) {
        (Some(text), _) => text.to_owned(),
        (None, 34..=64) => format!("Real-time signal {}", number - 34),
        _ => format!("Unknown signal {number}"),
    }
}

fn strsignal<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let text = signal_text(c.int(0)?);
    let ptr = c
        .machine
        .kept_object("the text of strsignal", 64, |_, _| Ok(()))?;
    c.machine.put_c_string(&ptr, text.as_bytes())?;
    c.give_ptr(ptr)
}
