/* One run: a child that calls the function, and the warm process that waits for it. */
#include "harness.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* A child that uses no processor time for so many seconds in a row waits for something that never comes. */
enum { IDLE_LOOKS = 5 };
/* A few pages, which most functions need no more than. */
enum { STACK_FRESHENED = 1 << 14 };
static const struct timespec LOOK_EVERY = {1, 0};

uint64_t cpu_seconds, memory_limit, written_limit;

/* The warm process. */
static pid_t warm;
/* Tells that a child has ended. It is kept waiting, so that it can be waited for. */
static sigset_t child_signal;
/* The processors that may be used, if that is known. */
static cpu_set_t all_processors;
static int knows_processors;

void open_runs(void) {
    warm = getpid();
    signal(SIGCHLD, SIG_DFL);
    sigemptyset(&child_signal);
    sigaddset(&child_signal, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child_signal, NULL);
    knows_processors = sched_getaffinity(0, sizeof all_processors, &all_processors) == 0;
}

/* The warm process and its child never work at the same time. On one processor they take turns without waking
 * another one, which takes longer than the run, and on a busy machine much longer. */
void stay_on_processor(void) {
    cpu_set_t this_one;
    int number = sched_getcpu();
    if (!knows_processors || number < 0 || number >= CPU_SETSIZE) return;
    CPU_ZERO(&this_one);
    CPU_SET(number, &this_one);
    sched_setaffinity(0, sizeof this_one, &this_one);
}

/* Between jobs the system decides anew. */
void leave_processor(void) {
    if (knows_processors) sched_setaffinity(0, sizeof all_processors, &all_processors);
}

void set_limits(void) {
    struct rlimit cpu = {cpu_seconds, cpu_seconds + 1}, written = {written_limit, written_limit};
    struct rlimit memory = {memory_limit, memory_limit};
    setrlimit(RLIMIT_CPU, &cpu);
    setrlimit(RLIMIT_FSIZE, &written);
    setrlimit(RLIMIT_AS, &memory);
}

void select_version(uint32_t mutant, int record, uint64_t limit) {
    if (&quell_mutant) quell_mutant = (int32_t)mutant;
    if (&quell_record) quell_record = (uint8_t)record;
    if (&quell_work_limit) quell_work_limit = limit;
}

/* Whether a SIGSEGV is the use of an undefined variable. Any other is raised again, and ends the run. */
static void on_fault(int number, siginfo_t *info, void *context) {
    (void)context;
    uint64_t at = (uint64_t)info->si_addr;
    for (const uint64_t *row = quell_missing_variables; row[1]; row += 3)
        if (at >= row[0] && at < row[1]) quell_missing((uint32_t)row[2]);
    signal(number, SIG_DFL);
}

static void watch_missing_variables(void) {
    struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO};
    if (quell_missing_variables[1]) sigaction(SIGSEGV, &action, NULL);
}

/* What the function finds on its stack before it writes to it. */
__attribute__((noinline)) static void freshen_stack(void) {
    uint8_t room[STACK_FRESHENED];
    memset(room, fresh_byte, sizeof room);
    __asm__ volatile("" : : "r"(room) : "memory");
}

/* Of a run, before it begins. The warm process may have ended already, which no signal tells then. */
void end_with_warm_process(void) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != warm) _exit(0);
}

static void run_child(const struct job *job, uint32_t mutant, int record, uint64_t limit) {
    end_with_warm_process();
    sigprocmask(SIG_UNBLOCK, &child_signal, NULL);
    confine_signals();
    close_pipes_in_child();
    set_limits();
    watch_missing_variables();
    begin_heap_of_run();
    begin_calls(job);
    select_version(mutant, record, limit);
    freshen_stack();
    quell_thunks[job->head.function](job->params, job->result);
    observe_return(job);
}

static uint64_t cpu_time(pid_t child) {
    clockid_t clock;
    struct timespec used;
    if (clock_getcpuclockid(child, &clock) != 0 || clock_gettime(clock, &used) != 0) return 0;
    return (uint64_t)used.tv_sec * 1000000000u + (uint64_t)used.tv_nsec;
}

static int has_ended(pid_t child, int *status, int options) {
    pid_t found = waitpid(child, status, options);
    if (found < 0 && errno != EINTR) die("a child is lost");
    return found == child;
}

/* Waits until the child has ended; 1 if it had to be ended because it did nothing. */
int await(pid_t child, int *status) {
    uint64_t used = 0;
    int idle = 0;
    while (idle < IDLE_LOOKS) {
        int signal = sigtimedwait(&child_signal, NULL, &LOOK_EVERY);
        if (has_ended(child, status, WNOHANG)) return 0;
        /* It was only stopped, which is no better than waiting, or nothing happened. */
        if (signal == SIGCHLD) continue;
        end_if_abandoned();
        uint64_t now = cpu_time(child);
        idle = now == used ? idle + 1 : 0;
        used = now;
    }
    kill(child, SIGKILL);
    while (!has_ended(child, status, 0)) continue;
    return 1;
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

static void conclude(struct run *run, uint32_t mutant, int status) {
    if (WIFSIGNALED(status))
        end_by_signal(run, WTERMSIG(status));
    /* Elsewhere there may be enough: what the original does then cannot be expected. */
    else if (report->memory_exhausted && mutant == 0)
        end(run, OVER_LIMIT, LIMIT_MEMORY);
    else if (!report->told)
        end(run, EXITED, (uint64_t)WEXITSTATUS(status));
    else
        end(run, report->ending, (uint64_t)(int64_t)report->code);
}

void run_once(const struct job *job, uint32_t mutant, int record, uint64_t limit, struct run *run) {
    memset(report, 0, sizeof *report);
    if (&quell_work) quell_work = 0;
    rewind_streams();
    end_if_abandoned();
    pid_t child = fork_child();
    if (child < 0) die("cannot fork");
    if (child == 0) run_child(job, mutant, record, limit);
    int status;
    if (await(child, &status))
        end(run, OVER_LIMIT, LIMIT_BLOCKED);
    else
        conclude(run, mutant, status);
    run->same = run->ending == RETURNED && report->same;
    run->work = &quell_work ? quell_work : 0;
    run->stdout_size = stream_size(1);
    run->stderr_size = stream_size(2);
    run->event_bytes = report->event_bytes < EVENT_SPACE ? report->event_bytes : EVENT_SPACE;
    run->heap_bytes = run->same ? 0 : report->heap_bytes <= HEAP_SPACE ? report->heap_bytes : 0;
    run->files_bytes = take_files();
}
