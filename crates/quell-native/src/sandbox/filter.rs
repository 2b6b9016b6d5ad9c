//! System calls that a program under test must not make.
//!
//! Some are refused always. Others are harmless inside namespaces, where they reach nothing of the user's; they are
//! refused where the system has no namespaces for the program.

use std::collections::BTreeMap;

use libc::c_long;
use seccompiler::{
    BackendError, BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition,
    SeccompFilter, SeccompRule, TargetArch, apply_filter,
};

use super::namespaces::Isolation;

/// Sockets of any kind (pairs of connected ones stay possible), ways around a filter, what changes the whole system,
/// and what outlives the program.
const FORBIDDEN: &[c_long] = &[
    libc::SYS_socket,
    libc::SYS_io_uring_setup,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_fsopen,
    libc::SYS_fspick,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_move_mount,
    libc::SYS_open_tree,
    libc::SYS_mount_setattr,
    SYS_OPEN_TREE_ATTR,
    libc::SYS_setns,
    libc::SYS_unshare,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_reboot,
    libc::SYS_kexec_load,
    libc::SYS_kexec_file_load,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_clock_adjtime,
    libc::SYS_adjtimex,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    libc::SYS_mknod,
    libc::SYS_mknodat,
    libc::SYS_acct,
    libc::SYS_quotactl,
    libc::SYS_quotactl_fd,
    libc::SYS_syslog,
    libc::SYS_vhangup,
    libc::SYS_iopl,
    libc::SYS_ioperm,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_keyctl,
    libc::SYS_fanotify_init,
    libc::SYS_fanotify_mark,
    libc::SYS_userfaultfd,
    libc::SYS_open_by_handle_at,
    libc::SYS_migrate_pages,
    libc::SYS_move_pages,
    libc::SYS_process_madvise,
    libc::SYS_process_mrelease,
    libc::SYS_pidfd_getfd,
    SYS_FILE_SETATTR,
];

/// Extended attributes and flags of files. A harness keeps its directory from run to run, and no run may find there
/// what another one left.
const ATTRIBUTES: &[c_long] = &[
    libc::SYS_setxattr,
    libc::SYS_lsetxattr,
    libc::SYS_fsetxattr,
    SYS_SETXATTRAT,
    libc::SYS_removexattr,
    libc::SYS_lremovexattr,
    libc::SYS_fremovexattr,
    SYS_REMOVEXATTRAT,
];

/// Modes, owners and times of files, which Landlock does not know of.
const METADATA: &[c_long] = &[
    libc::SYS_chmod,
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    libc::SYS_fchmodat2,
    libc::SYS_chown,
    libc::SYS_lchown,
    libc::SYS_fchown,
    libc::SYS_fchownat,
    libc::SYS_utime,
    libc::SYS_utimes,
    libc::SYS_futimesat,
    libc::SYS_utimensat,
];

/// Shared memory, message queues and semaphores of System V, and message queues of POSIX.
const IPC: &[c_long] = &[
    libc::SYS_shmget,
    libc::SYS_shmat,
    libc::SYS_shmctl,
    libc::SYS_msgget,
    libc::SYS_msgsnd,
    libc::SYS_msgrcv,
    libc::SYS_msgctl,
    libc::SYS_semget,
    libc::SYS_semop,
    libc::SYS_semtimedop,
    libc::SYS_semctl,
    libc::SYS_mq_open,
    libc::SYS_mq_unlink,
];

/// Memory and state of other processes. Landlock keeps those outside the sandbox safe; a run of a harness must not reach
/// the harness either.
const OTHER_MEMORY: &[c_long] = &[libc::SYS_ptrace, libc::SYS_process_vm_writev];

/// The first argument names a process; 0 is the caller.
const OF_A_PROCESS: &[c_long] = &[
    libc::SYS_prlimit64,
    libc::SYS_sched_setaffinity,
    libc::SYS_sched_setscheduler,
    libc::SYS_sched_setparam,
    libc::SYS_sched_setattr,
];

/// The first argument says what the second one names; with the number that stands for a process.
const OF_PROCESSES: &[(c_long, u64)] = &[(libc::SYS_setpriority, 0), (libc::SYS_ioprio_set, 1)];

/// Requests that change the flags of files, the state of file systems, or type into a terminal.
const FORBIDDEN_REQUESTS: &[u64] = &[
    0x4008_6602, // FS_IOC_SETFLAGS
    0x4004_6602, // FS_IOC32_SETFLAGS
    0x4008_7602, // FS_IOC_SETVERSION
    0x4004_7602, // FS_IOC32_SETVERSION
    0x401c_5820, // FS_IOC_FSSETXATTR
    0x4100_9432, // FS_IOC_SETFSLABEL
    0xc004_5877, // FIFREEZE
    0xc004_5878, // FITHAW
    0xc018_5879, // FITRIM
    0x800c_6613, // FS_IOC_SET_ENCRYPTION_POLICY
    0xc050_6617, // FS_IOC_ADD_ENCRYPTION_KEY
    0x4080_6685, // FS_IOC_ENABLE_VERITY
    0x5412,      // TIOCSTI
    0x541c,      // TIOCLINUX
];

/// New namespaces would come with the right to mount and more.
const NAMESPACE_FLAGS: &[libc::c_int] = &[
    libc::CLONE_NEWNS,
    libc::CLONE_NEWCGROUP,
    libc::CLONE_NEWUTS,
    libc::CLONE_NEWIPC,
    libc::CLONE_NEWUSER,
    libc::CLONE_NEWPID,
    libc::CLONE_NEWNET,
];

/// Newer than the C library's headers.
const SYS_SETXATTRAT: c_long = 463;
const SYS_REMOVEXATTRAT: c_long = 466;
const SYS_OPEN_TREE_ATTR: c_long = 467;
const SYS_FILE_SETATTR: c_long = 469;

/// The same calls under the numbers of the x32 interface, which some kernels offer to every program.
const X32: c_long = 0x4000_0000;

type Rules = BTreeMap<i64, Vec<SeccompRule>>;

/// From now on these fail with "permission denied". `many_runs`: the program is a harness of many runs, none of which may
/// leave anything to the next.
pub fn install(isolation: Isolation, many_runs: bool) -> Result<(), String> {
    let denied = rules(isolation, many_runs).and_then(|rules| compile(rules, libc::EACCES));
    // What it asks for lies in memory, where a filter cannot look; libraries then use `clone`.
    let unknown = compile(
        BTreeMap::from([(libc::SYS_clone3, Vec::new())]),
        libc::ENOSYS,
    );
    for program in [denied, unknown] {
        let program = program.map_err(|error| error.to_string())?;
        apply_filter(&program).map_err(|error| error.to_string())?;
    }
    Ok(())
}

fn rules(isolation: Isolation, many_runs: bool) -> Result<Rules, BackendError> {
    let mut rules = Rules::new();
    let mut forbid = |calls: &[c_long]| {
        rules.extend(calls.iter().map(|&call| (call, Vec::new())));
    };
    forbid(FORBIDDEN);
    if many_runs || !isolation.read_only {
        forbid(ATTRIBUTES);
    }
    if !isolation.read_only {
        forbid(METADATA);
    }
    if many_runs || !isolation.processes {
        forbid(IPC);
    }
    if many_runs {
        forbid(OTHER_MEMORY);
    }
    rules.insert(libc::SYS_ioctl, any(1, FORBIDDEN_REQUESTS)?);
    rules.insert(libc::SYS_clone, with_any_flag(NAMESPACE_FLAGS)?);
    if !isolation.processes {
        for &call in OF_A_PROCESS {
            rules.insert(call, vec![other_than(0, 0)?]);
        }
        for &(call, process) in OF_PROCESSES {
            rules.insert(call, vec![other_than(0, process)?, other_than(1, 0)?]);
        }
    }
    Ok(rules)
}

fn any(argument: u8, values: &[u64]) -> Result<Vec<SeccompRule>, BackendError> {
    let rule = |&value| rule(argument, SeccompCmpOp::Eq, value);
    values.iter().map(rule).collect()
}

fn with_any_flag(flags: &[libc::c_int]) -> Result<Vec<SeccompRule>, BackendError> {
    let rule = |&flag: &libc::c_int| {
        let flag = u64::from(flag.cast_unsigned());
        rule(0, SeccompCmpOp::MaskedEq(flag), flag)
    };
    flags.iter().map(rule).collect()
}

fn other_than(argument: u8, value: u64) -> Result<SeccompRule, BackendError> {
    rule(argument, SeccompCmpOp::Ne, value)
}

/// All arguments here are 32 bits wide; the kernel does not look at the others.
fn rule(argument: u8, op: SeccompCmpOp, value: u64) -> Result<SeccompRule, BackendError> {
    let condition = SeccompCondition::new(argument, SeccompCmpArgLen::Dword, op, value)?;
    SeccompRule::new(vec![condition])
}

fn compile(rules: Rules, errno: i32) -> Result<BpfProgram, BackendError> {
    let arch = TargetArch::try_from(std::env::consts::ARCH)?;
    let denied = SeccompAction::Errno(errno.cast_unsigned());
    let x32 = rules.clone();
    let x32 = x32.into_iter().map(|(call, rules)| (call | X32, rules));
    let rules = x32.chain(rules).collect();
    SeccompFilter::new(rules, SeccompAction::Allow, denied, arch)?.try_into()
}
