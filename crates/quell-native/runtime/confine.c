/* Runs make no processes of their own.
 *
 * A filter lets only the one instruction here fork, so that the limit holds for root as well, whom the
 * kernel exempts from limits on processes, and costs nothing per run. Threads stay possible. */
#include "harness.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define FIELD(name) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, name))
#define IF_EQUAL(value, yes, no) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, yes, no)
#define IF_SET(value, yes, no) BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, value, yes, no)
#define RESULT(value) BPF_STMT(BPF_RET | BPF_K, value)

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

static int install(const char *from) {
    uint64_t address = (uint64_t)from;
    struct sock_filter rules[] = {
        FIELD(arch),
        IF_EQUAL(AUDIT_ARCH_X86_64, 0, 11),
        FIELD(nr),
        IF_EQUAL(SYS_fork, 9, 0),
        IF_EQUAL(SYS_vfork, 8, 0),
        /* What it asks for lies in memory, where a filter cannot look; libraries then use `clone`. */
        IF_EQUAL(SYS_clone3, 6, 0),
        IF_EQUAL(SYS_clone, 0, 4),
        FIELD(args[0]),
        IF_SET(CLONE_THREAD, 2, 0),
        FIELD(instruction_pointer),
        IF_EQUAL((uint32_t)address, 0, 2),
        RESULT(SECCOMP_RET_ALLOW),
        RESULT(SECCOMP_RET_ERRNO | ENOSYS),
        RESULT(SECCOMP_RET_KILL_PROCESS),
    };
    struct sock_fprog program = {sizeof rules / sizeof *rules, rules};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return 0;
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

/* Whether the filter is in place. */
int open_confinement(void) {
    int *found = NULL;
    if (prctl(PR_GET_TID_ADDRESS, &found) != 0 || !found || *found != gettid()) return 0;
    thread_number = found;
    return install(quell_fork_here);
}
