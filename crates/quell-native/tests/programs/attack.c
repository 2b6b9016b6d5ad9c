// System calls that would change something outside the run. Prints those that were not refused.
//
// call: attack
//   0: returned 00000000; out="own-chmod own-utimes "; own=""
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <mqueue.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/xattr.h>
#include <unistd.h>
#include <utime.h>

int quell_mutant;

/* A file of the user in another directory, open for reading; a process of the user. */
static char file[4096];
static int opened;
static pid_t other;

static void tell_unless_refused(long result, const char *name) {
    if (result >= 0) printf("%s ", name);
}

#define TRY(name, call) tell_unless_refused((long)(call), name)

static void files_elsewhere(void) {
    struct utimbuf old = {1, 1};
    struct timeval times[2] = {{1, 0}, {1, 0}};
    struct timespec exact[2] = {{1, 0}, {1, 0}};
    int flags = FS_NODUMP_FL;
    struct fsxattr attributes = {0};
    TRY("chmod", chmod(file, 0755));
    TRY("fchmod", fchmod(opened, 0755));
    TRY("fchmodat", fchmodat(AT_FDCWD, file, 0755, 0));
    TRY("fchmodat2", syscall(452, AT_FDCWD, file, 0755, 0));
    TRY("chown", chown(file, getuid(), getgid()));
    TRY("lchown", lchown(file, getuid(), getgid()));
    TRY("fchown", fchown(opened, getuid(), getgid()));
    TRY("fchownat", fchownat(AT_FDCWD, file, getuid(), getgid(), 0));
    TRY("utime", utime(file, &old));
    TRY("utimes", utimes(file, times));
    TRY("futimens", futimens(opened, exact));
    TRY("futimesat", syscall(SYS_futimesat, AT_FDCWD, file, times));
    TRY("utimensat", utimensat(AT_FDCWD, file, exact, 0));
    TRY("setxattr", setxattr(file, "user.quell", "x", 1, 0));
    TRY("lsetxattr", lsetxattr(file, "user.quell", "x", 1, 0));
    TRY("fsetxattr", fsetxattr(opened, "user.quell", "x", 1, 0));
    TRY("removexattr", removexattr(file, "user.present"));
    TRY("fremovexattr", fremovexattr(opened, "user.present"));
    TRY("FS_IOC_SETFLAGS", ioctl(opened, FS_IOC_SETFLAGS, &flags));
    TRY("FS_IOC_FSSETXATTR", ioctl(opened, FS_IOC_FSSETXATTR, &attributes));
    TRY("truncate", truncate(file, 0));
    TRY("unlink", unlink(file));
    TRY("rename", rename(file, "/tmp/quell-renamed"));
    TRY("link", link(file, "own-link"));
    TRY("open", open(file, O_WRONLY));
}

static void other_processes(void) {
    struct rlimit files = {64, 64};
    cpu_set_t first;
    struct sched_param parameter = {0};
    static char byte;
    struct iovec vector = {&byte, 1};
    CPU_ZERO(&first);
    CPU_SET(0, &first);
    TRY("kill", kill(other, 0));
    TRY("prlimit", prlimit(other, RLIMIT_NOFILE, &files, NULL));
    TRY("sched_setaffinity", sched_setaffinity(other, sizeof first, &first));
    TRY("sched_setscheduler", sched_setscheduler(other, SCHED_BATCH, &parameter));
    TRY("sched_setparam", sched_setparam(other, &parameter));
    TRY("setpriority", setpriority(PRIO_PROCESS, (id_t)other, 19));
    TRY("setpriority-group", setpriority(PRIO_PGRP, (id_t)other, 19));
    TRY("ioprio_set", syscall(SYS_ioprio_set, 1, other, 0x6000));
    TRY("pidfd_send_signal", syscall(SYS_pidfd_send_signal, syscall(SYS_pidfd_open, other, 0), 0, NULL, 0));
    TRY("ptrace", ptrace(PTRACE_SEIZE, other, 0, 0));
    TRY("process_vm_writev", process_vm_writev(other, &vector, 1, &vector, 1, 0));
}

static void lasting_objects(void) {
    struct mq_attr attributes = {.mq_maxmsg = 1, .mq_msgsize = 1};
    TRY("shmget", shmget(0x5155454c, 4096, IPC_CREAT | 0600));
    TRY("msgget", msgget(0x5155454c, IPC_CREAT | 0600));
    TRY("semget", semget(0x5155454c, 1, IPC_CREAT | 0600));
    TRY("mq_open", mq_open("/quell-left-behind", O_CREAT | O_RDWR, 0600, &attributes));
    TRY("shm_open", shm_open("/quell-left-behind", O_CREAT | O_RDWR, 0600));
}

static void the_system(void) {
    struct timeval now = {1, 0};
    TRY("acct", syscall(SYS_acct, NULL));
    TRY("add_key", syscall(SYS_add_key, "user", "quell", "x", 1, -4));
    TRY("keyctl", syscall(SYS_keyctl, 0, -4, 1));
    TRY("request_key", syscall(SYS_request_key, "user", "quell", NULL, -4));
    TRY("fanotify_init", syscall(SYS_fanotify_init, 0x200, 0));
    TRY("userfaultfd", syscall(SYS_userfaultfd, 1));
    TRY("perf_event_open", syscall(SYS_perf_event_open, NULL, 0, -1, -1, 0));
    TRY("bpf", syscall(SYS_bpf, 0, NULL, 0));
    TRY("io_uring_setup", syscall(SYS_io_uring_setup, 0, NULL));
    TRY("mount", mount("none", "/tmp", "tmpfs", 0, NULL));
    TRY("remount", mount(NULL, "/", NULL, MS_REMOUNT | MS_BIND, NULL));
    TRY("umount", umount2("/proc", MNT_DETACH));
    TRY("fsopen", syscall(SYS_fsopen, "tmpfs", 0));
    TRY("open_tree", syscall(SYS_open_tree, AT_FDCWD, "/", 0));
    TRY("unshare", unshare(CLONE_NEWUSER));
    TRY("setns", setns(opened, 0));
    TRY("chroot", chroot("/"));
    TRY("settimeofday", settimeofday(&now, NULL));
    TRY("sethostname", sethostname("quell", 5));
    TRY("swapoff", syscall(SYS_swapoff, "/"));
    TRY("quotactl", syscall(SYS_quotactl, 0, NULL, 0, NULL));
    TRY("syslog", syscall(SYS_syslog, 5, NULL, 0));
    TRY("iopl", syscall(SYS_iopl, 3));
    TRY("mknod", mknod("own-device", S_IFCHR | 0600, 0x103));
    TRY("setuid", setuid(12345));
#ifdef COMMAND
    /* In a harness it ends the run. */
    TRY("clone-user", syscall(SYS_clone, CLONE_NEWUSER | CLONE_VFORK | SIGCHLD, 0, 0, 0, 0) == 0 ? (_exit(0), 0) : -1);
#endif
}

/* Operations that a program may do in its own directory. */
static void own_files(void) {
    struct utimbuf old = {1, 1};
    int own = open("own", O_CREAT | O_RDWR, 0600);
    TRY("own-chmod", fchmod(own, 0640));
    TRY("own-utimes", utime("own", &old));
}

int attack(void) {
    if (!*file && readlink("/proc/self/exe", file, sizeof file - 1) < 0) return 1;
    if (other == 0) other = getppid();
    opened = open(file, O_RDONLY);
    files_elsewhere();
    other_processes();
    lasting_objects();
    the_system();
    own_files();
    return 0;
}

#ifdef COMMAND
/* Arguments: the file and the process. */
int main(int count, char **arguments) {
    if (count != 3) return 2;
    strcpy(file, arguments[1]);
    other = atoi(arguments[2]);
    return attack();
}
#endif
