//! Memory that the process has, of which a hard question may take more than there is.

use std::fs;

use rustix::param::page_size;
use rustix::system::sysinfo;

/// What the process uses now, in bytes; none where the system does not tell.
#[must_use]
pub fn in_use() -> Option<u64> {
    let pages = fs::read_to_string("/proc/self/statm").ok()?;
    let resident: u64 = pages.split_ascii_whitespace().nth(1)?.parse().ok()?;
    Some(resident.saturating_mul(page_size() as u64))
}

/// What the machine has, in bytes.
#[must_use]
pub fn of_machine() -> u64 {
    let machine = sysinfo();
    u64::from(machine.mem_unit).saturating_mul(machine.totalram)
}

/// Hands back to the system what was freed: it counts as used until then.
#[allow(unsafe_code)]
pub fn give_back() {
    #[cfg(target_env = "gnu")]
    {
        unsafe extern "C" {
            fn malloc_trim(pad: usize) -> i32;
        }
        // SAFETY: may be called at any time, from any thread; it changes nothing that is allocated.
        unsafe { malloc_trim(0) };
    }
}
