/* Runs make no processes of their own, and signal no process but themselves.
 *
 * A filter lets only the one instruction here fork, so that the limit holds for root as well, whom the
 * kernel exempts from limits on processes, and costs nothing per run. Threads stay possible. Each run is a group of its
 * own; the same filter keeps its signals from the warm process, and Landlock from all others, or where the kernel's
 * knows nothing of signals, a second filter. */
#include "harness.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#define FIELD(name) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, name))
#define IF_EQUAL(value, yes, no) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, yes, no)
#define IF_SET(value, yes, no) BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, value, yes, no)
#define RESULT(value) BPF_STMT(BPF_RET | BPF_K, value)

/* Of `ioprio_set`. */
enum { IOPRIO_OF_PROCESS = 1 };

extern const char quell_fork_here[];
/* Where the C library keeps the number of the thread; a raw fork has to renew it. */
static int *thread_number;

/* One instruction with a name, so that the filter knows it from the fork of the program's own library. */
static long fork_instruction(int *thread) {
    long result = SYS_clone;
    register unsigned long flags __asm__("rdi") = CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID | SIGCHLD;
    register unsigned long stack __asm__("rsi") = 0;
    register unsigned long parent __asm__("rdx") = 0;
    register int *child __asm__("r10") = thread;
    register unsigned long storage __asm__("r8") = 0;
    __asm__ volatile("syscall\n.globl quell_fork_here\nquell_fork_here:"
                     : "+a"(result)
                     : "r"(flags), "r"(stack), "r"(parent), "r"(child), "r"(storage)
                     : "rcx", "r11", "memory");
    return result;
}

pid_t fork_child(void) { return thread_number ? (pid_t)fork_instruction(thread_number) : fork(); }

static int apply(struct sock_filter *rules, size_t count) {
    struct sock_fprog program = {(unsigned short)count, rules};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return 0;
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

/* Forks from one place alone; nothing that reaches the warm process or its group, or the first process of the namespace.
 * Jumps count instructions. */
static int install(const char *from) {
    uint64_t address = (uint64_t)from;
    uint32_t warm = (uint32_t)getpid(), group = (uint32_t)getpgrp();
    struct sock_filter rules[] = {
        FIELD(arch),
        IF_EQUAL(AUDIT_ARCH_X86_64, 0, 40),
        FIELD(nr),
        /* The numbers of the x32 interface. */
        IF_SET(0x40000000, 38, 0),
        IF_EQUAL(SYS_fork, 37, 0),
        IF_EQUAL(SYS_vfork, 36, 0),
        /* What it asks for lies in memory, where a filter cannot look; libraries then use `clone`. */
        IF_EQUAL(SYS_clone3, 34, 0),
        IF_EQUAL(SYS_pidfd_send_signal, 32, 0),
        IF_EQUAL(SYS_kill, 17, 0),
        IF_EQUAL(SYS_tkill, 16, 0),
        IF_EQUAL(SYS_tgkill, 15, 0),
        IF_EQUAL(SYS_rt_sigqueueinfo, 14, 0),
        IF_EQUAL(SYS_rt_tgsigqueueinfo, 13, 0),
        IF_EQUAL(SYS_prlimit64, 12, 0),
        IF_EQUAL(SYS_sched_setaffinity, 11, 0),
        IF_EQUAL(SYS_sched_setscheduler, 10, 0),
        IF_EQUAL(SYS_sched_setparam, 9, 0),
        IF_EQUAL(SYS_sched_setattr, 8, 0),
        IF_EQUAL(SYS_setpriority, 12, 0),
        IF_EQUAL(SYS_ioprio_set, 13, 0),
        IF_EQUAL(SYS_setpgid, 16, 0),
        IF_EQUAL(SYS_clone, 0, 17),
        FIELD(args[0]),
        IF_SET(CLONE_THREAD, 15, 0),
        FIELD(instruction_pointer),
        IF_EQUAL((uint32_t)address, 13, 16),
        /* The target of a signal or a limit: -1 is every process. */
        FIELD(args[0]),
        IF_EQUAL(warm, 12, 0),
        IF_EQUAL(1, 11, 0),
        IF_EQUAL((uint32_t)-1, 10, 0),
        IF_EQUAL(0 - group, 9, 8),
        /* Priorities: of the caller alone. The first argument says what the second one is the number of. */
        FIELD(args[0]),
        IF_EQUAL(PRIO_PROCESS, 2, 7),
        FIELD(args[0]),
        IF_EQUAL(IOPRIO_OF_PROCESS, 0, 5),
        FIELD(args[1]),
        IF_EQUAL(0, 2, 3),
        FIELD(args[1]),
        IF_EQUAL(group, 1, 0),
        RESULT(SECCOMP_RET_ALLOW),
        RESULT(SECCOMP_RET_ERRNO | EPERM),
        RESULT(SECCOMP_RET_ERRNO | ENOSYS),
        RESULT(SECCOMP_RET_KILL_PROCESS),
    };
    return apply(rules, sizeof rules / sizeof *rules);
}

/* Whether this kernel's Landlock keeps signals within the sandbox, so that they reach no other process. */
static int signals_are_confined;

static void look_for_landlock(void) {
    enum { SCOPE_SIGNAL = 2 };
    struct { uint64_t on_files, on_network, scopes; } rules = {0, 0, SCOPE_SIGNAL};
    int made = (int)syscall(SYS_landlock_create_ruleset, &rules, sizeof rules, 0);
    signals_are_confined = made >= 0;
    if (made >= 0) close(made);
}

/* Lets the process signal itself and its own group, which it cannot change any more. */
static void filter_signals(void) {
    struct sock_filter rules[] = {
        FIELD(nr),
        IF_EQUAL(SYS_setpgid, 8, 0),
        IF_EQUAL(SYS_kill, 4, 0),
        IF_EQUAL(SYS_tkill, 3, 0),
        IF_EQUAL(SYS_tgkill, 2, 0),
        IF_EQUAL(SYS_rt_sigqueueinfo, 1, 0),
        IF_EQUAL(SYS_rt_tgsigqueueinfo, 0, 4),
        FIELD(args[0]),
        IF_EQUAL(0, 2, 0),
        IF_EQUAL((uint32_t)getpid(), 1, 0),
        RESULT(SECCOMP_RET_ERRNO | EPERM),
        RESULT(SECCOMP_RET_ALLOW),
    };
    apply(rules, sizeof rules / sizeof *rules);
}

/* Of a run, before it begins. */
void confine_signals(void) {
    setpgid(0, 0);
    if (!signals_are_confined) filter_signals();
}

/* Whether the filter is in place. */
int open_confinement(void) {
    int *found = NULL;
    if (prctl(PR_GET_TID_ADDRESS, &found) != 0 || !found || *found != gettid()) return 0;
    thread_number = found;
    look_for_landlock();
    return install(quell_fork_here);
}
