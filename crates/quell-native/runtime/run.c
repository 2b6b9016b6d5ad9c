/* One run: a child that calls the function, and the warm process that waits for it. */
#include "harness.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* A child that uses no processor time for so many seconds in a row waits for something that never comes. */
enum { LOOK_EVERY_MS = 1000, IDLE_LOOKS = 5 };

uint64_t cpu_seconds, memory_limit, written_limit;

static void set_limits(void) {
    struct rlimit cpu = {cpu_seconds, cpu_seconds + 1}, written = {written_limit, written_limit};
    struct rlimit memory = {memory_limit, memory_limit};
    setrlimit(RLIMIT_CPU, &cpu);
    setrlimit(RLIMIT_FSIZE, &written);
    setrlimit(RLIMIT_AS, &memory);
}

static void select_version(uint32_t mutant, int record, uint64_t limit) {
    if (&quell_mutant) quell_mutant = (int32_t)mutant;
    if (&quell_record) quell_record = (uint8_t)record;
    if (&quell_work_limit) quell_work_limit = limit;
}

static void run_child(const struct job *job, uint32_t mutant, int record, uint64_t limit) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    close_pipes_in_child();
    set_limits();
    begin_heap_of_run();
    select_version(mutant, record, limit);
    quell_thunks[job->head.function](job->params, job->result);
    observe_return(job);
}

static uint64_t cpu_time(pid_t child) {
    clockid_t clock;
    struct timespec used;
    if (clock_getcpuclockid(child, &clock) != 0 || clock_gettime(clock, &used) != 0) return 0;
    return (uint64_t)used.tv_sec * 1000000000u + (uint64_t)used.tv_nsec;
}

/* Waits until the child has ended; 1 if it had to be ended because it did nothing. */
static int await(pid_t child) {
    int fd = (int)syscall(SYS_pidfd_open, child, 0);
    struct pollfd ended = {fd, POLLIN, 0};
    uint64_t used = 0;
    int idle = 0;
    while (poll(&ended, 1, LOOK_EVERY_MS) <= 0 && idle < IDLE_LOOKS) {
        uint64_t now = cpu_time(child);
        idle = now == used ? idle + 1 : 0;
        used = now;
    }
    close(fd);
    if (idle == IDLE_LOOKS) kill(child, SIGKILL);
    return idle == IDLE_LOOKS;
}

static void end(struct run *run, uint64_t ending, uint64_t code) {
    run->ending = ending;
    run->code = code;
}

static int is_full(int fd) { return stream_size(fd) >= written_limit; }

static void end_by_signal(struct run *run, int signal) {
    int is_fault = signal == SIGSEGV || signal == SIGABRT || signal == SIGBUS || signal == SIGILL;
    if (signal == SIGXCPU)
        end(run, OVER_LIMIT, LIMIT_CPU);
    else if (signal == SIGXFSZ)
        end(run, OVER_LIMIT, is_full(1) || is_full(2) ? LIMIT_OUTPUT : LIMIT_FILE_SIZE);
    else if (signal == SIGSYS)
        end(run, OVER_LIMIT, LIMIT_PROCESSES);
    else if (is_fault && report->memory_exhausted)
        end(run, OVER_LIMIT, LIMIT_MEMORY);
    else
        end(run, SIGNALLED, (uint64_t)signal);
}

static void conclude(struct run *run, int status) {
    if (WIFSIGNALED(status))
        end_by_signal(run, WTERMSIG(status));
    else if (!report->told)
        end(run, EXITED, (uint64_t)WEXITSTATUS(status));
    else
        end(run, report->ending, (uint64_t)(int64_t)report->code);
}

void run_once(const struct job *job, uint32_t mutant, int record, uint64_t limit, struct run *run) {
    memset(report, 0, sizeof *report);
    if (&quell_work) quell_work = 0;
    rewind_streams();
    pid_t child = fork_child();
    if (child < 0) die("cannot fork");
    if (child == 0) run_child(job, mutant, record, limit);
    int blocked = await(child);
    int status;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) die("a child is lost");
    if (blocked)
        end(run, OVER_LIMIT, LIMIT_BLOCKED);
    else
        conclude(run, status);
    run->same = run->ending == RETURNED && report->same;
    run->work = &quell_work ? quell_work : 0;
    run->stdout_size = stream_size(1);
    run->stderr_size = stream_size(2);
    run->event_bytes = report->event_bytes < EVENT_SPACE ? report->event_bytes : EVENT_SPACE;
    run->heap_bytes = run->same ? 0 : report->heap_bytes < HEAP_SPACE ? report->heap_bytes : 0;
    clean_scratch();
}
