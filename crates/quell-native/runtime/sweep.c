/* Many inputs of one shape, original and mutants in one process: a fork for each run would take far longer than
 * the run. Nothing is decided here. An input on which something differs, or that ends the process, is reported, and
 * then run as every test is. */
#include "harness.h"

#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Traps that mean undefined behaviour: divisions, unreachable places, bad accesses. An `abort` is an end like others. */
enum { FIRST_UNDEFINED_TRAP = 1, LAST_UNDEFINED_TRAP = 3, MEMORY_TRAP = 5 };
static const int CAUGHT[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL};
enum { SIGNAL_STACK = 1 << 16, OUTPUT_SPACE = 1 << 16 };

struct progress {
    uint64_t input, mutant; /* the next ones */
    uint64_t in_mutant;     /* whether the run that is under way is a mutant's */
    uint64_t left_out;
    uint64_t goes_on; /* whether another process goes on where this one ended */
    uint8_t bits[]; /* one bit for each input and mutant: they differ; then one for each input: the original was cut off */
};

/* How a run ended. */
struct end {
    uint64_t how, code;
};

static struct progress *progress;
static uint64_t progress_size;
/* Where the bits of inputs on which the original was cut off begin. */
static uint64_t unfinished_at;
static const uint8_t *inputs;
static uint64_t input_count, input_size;
static sigjmp_buf landing;
/* Whether something was printed, so that what every run prints has to be looked at. */
static int is_printing;
/* What the original printed, if there is room for it. */
static uint8_t printed[2][OUTPUT_SPACE];
static uint64_t printed_size[2];
static volatile struct end landed;
/* Calls of outside functions that the original made. */
static uint8_t original_events[EVENT_SPACE];
static uint64_t original_event_bytes;

static void land(uint64_t how, uint64_t code) {
    landed.how = how;
    landed.code = code;
    siglongjmp(landing, 1);
}

static void land_by_end(uint32_t ending, int32_t code) { land(ending, (uint64_t)(int64_t)code); }

static void land_by_signal(int signal) { land(SIGNALLED, (uint64_t)signal); }

static void catch_signals(void) {
    static uint8_t stack[SIGNAL_STACK];
    stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
    struct sigaction action = {.sa_handler = land_by_signal, .sa_flags = SA_ONSTACK | SA_NODEFER};
    sigaltstack(&alternate, NULL);
    for (size_t i = 0; i < sizeof CAUGHT / sizeof *CAUGHT; i++) sigaction(CAUGHT[i], &action, NULL);
}

static void flush(void) {
    if (quell_flush) quell_flush();
    fflush(NULL);
}

static void keep_printed(void) {
    for (int fd = 1; is_printing && fd <= 2; fd++) {
        printed_size[fd - 1] = stream_size(fd);
        if (printed_size[fd - 1] <= OUTPUT_SPACE) read_stream(fd, printed[fd - 1], printed_size[fd - 1]);
    }
}

/* What is too long to be kept is taken for a difference, and looked at elsewhere. */
static int printed_the_same(void) {
    for (int fd = 1; is_printing && fd <= 2; fd++)
        if (printed_size[fd - 1] > OUTPUT_SPACE || !stream_equals(fd, printed[fd - 1], printed_size[fd - 1])) return 0;
    return 1;
}

static void keep_events(void) {
    original_event_bytes = report->event_bytes;
    memcpy(original_events, events, original_event_bytes);
}

static int called_the_same(void) {
    return report->event_bytes == original_event_bytes && memcmp(events, original_events, original_event_bytes) == 0;
}

static const uint8_t *input_at(uint64_t number) { return inputs + number * input_size; }

/* One version on one input, from the same state as every other one. */
static struct end run_version(const struct job *job, uint64_t input, uint32_t mutant, uint64_t limit) {
    if (is_printing) rewind_streams();
    put_input(job, input_at(input));
    begin_heap_anew();
    begin_calls(job);
    if (&quell_work) quell_work = 0;
    select_version(mutant, 0, limit);
    if (sigsetjmp(landing, 0)) return (struct end){landed.how, landed.code};
    quell_thunks[job->head.function](job->params, job->result);
    if (is_printing) flush();
    if (!objects_intact(job) || !heap_intact()) return (struct end){TRAPPED, TRAP_OUTSIDE_OBJECT};
    return (struct end){RETURNED, 0};
}

/* Whether the original may do anything at all on this input, or reaches an undefined symbol. */
static int is_left_out(struct end end) {
    int undefined = end.code >= FIRST_UNDEFINED_TRAP && end.code <= LAST_UNDEFINED_TRAP;
    undefined |= end.code == MEMORY_TRAP || end.code == TRAP_OUTSIDE_OBJECT;
    int crashed = end.code == SIGSEGV || end.code == SIGBUS || end.code == SIGFPE;
    return end.how == MISSING || (end.how == TRAPPED && undefined) || (end.how == SIGNALLED && crashed);
}

static void note_difference(const struct job *job, uint64_t input, uint64_t mutant) {
    uint64_t bit = input * job->head.mutants + mutant;
    progress->bits[bit / 8] |= (uint8_t)(1u << bit % 8);
}

/* The original reached its limit of work: nothing is compared on this input. */
static void note_unfinished(uint64_t input) {
    progress->bits[unfinished_at + input / 8] |= (uint8_t)(1u << input % 8);
}

static int differs(const struct job *job, struct end original, struct end mutant) {
    if (original.how != mutant.how || original.code != mutant.code) return 1;
    return !called_the_same() || !printed_the_same() || (original.how == RETURNED && !left_the_same(job));
}

static void next_input(void) {
    progress->mutant = 0;
    progress->input++;
}

/* A run-time library that is left by a signal may keep its locks, for which the next run would wait for ever. */
static int may_keep_locks(struct end end) { return quell_flush && end.how == SIGNALLED; }

static void go_on_elsewhere(void) {
    progress->goes_on = 1;
    _exit(0);
}

static void sweep_input(const struct job *job) {
    uint64_t input = progress->input;
    progress->in_mutant = 0;
    struct end original = run_version(job, input, COUNTED_ORIGINAL, job->head.original_limit);
    if (may_keep_locks(original)) {
        progress->left_out++;
        next_input();
        go_on_elsewhere();
    }
    if (original.how == OUT_OF_WORK) {
        note_unfinished(input);
        return;
    }
    if (is_left_out(original)) {
        progress->left_out++;
        return;
    }
    if (original.how == RETURNED) keep_left_behind(job);
    keep_printed();
    keep_events();
    uint64_t limit = job->head.work_factor * (&quell_work ? quell_work : 0) + job->head.work_constant;
    progress->in_mutant = 1;
    while (progress->mutant < job->head.mutants) {
        uint64_t mutant = progress->mutant;
        struct end end = run_version(job, input, job->mutants[mutant], limit);
        if (differs(job, original, end)) note_difference(job, input, mutant);
        progress->mutant = mutant + 1;
        if (may_keep_locks(end)) go_on_elsewhere();
    }
}


/* Most functions print nothing, so that it is enough to look once for each input; from the first that does on, every run
 * is looked at, beginning with those of this input. */
static void sweep_and_listen(const struct job *job) {
    uint64_t first = progress->mutant, left_out = progress->left_out;
    sweep_input(job);
    if (is_printing) return;
    flush();
    if (stream_size(1) + stream_size(2) == 0) return;
    is_printing = 1;
    progress->mutant = first;
    progress->left_out = left_out;
    sweep_input(job);
}

/* Libraries would take their buffers, and Fortran's its units, from the heap of the first run that needs them, which the
 * next one uses anew. */
static void give_buffers(void) {
    static char buffers[2][BUFSIZ];
    flush();
    setvbuf(stdin, buffers[0], _IOFBF, BUFSIZ);
    setvbuf(stdout, buffers[1], _IOFBF, BUFSIZ);
}

static void sweep_child(const struct job *job) {
    give_buffers();
    end_with_warm_process();
    confine_signals();
    close_pipes_in_child();
    set_limits();
    begin_heap_of_run();
    catch_signals();
    /* What Fortran has not written yet would be gone with a process that is left before it listens. */
    is_printing = quell_flush != NULL;
    on_end = land_by_end;
    for (; progress->input < input_count; next_input()) sweep_and_listen(job);
    _exit(0);
}

/* After the end of a child that was not done: what it was about is a difference, and the next child goes on behind
 * it. An original that ended the process is left to the mutants' own runs. */
static void go_on(const struct job *job) {
    if (progress->in_mutant && progress->mutant < job->head.mutants) {
        note_difference(job, progress->input, progress->mutant++);
        return;
    }
    for (uint64_t mutant = 0; mutant < job->head.mutants; mutant++) note_difference(job, progress->input, mutant);
    next_input();
}

static void open_progress(const struct job *job) {
    unfinished_at = (input_count * job->head.mutants + 7) / 8;
    progress_size = sizeof *progress + unfinished_at + (input_count + 7) / 8;
    int flags = MAP_SHARED | MAP_ANONYMOUS;
    progress = mmap(NULL, progress_size, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (progress == MAP_FAILED) die("no memory for the progress");
}

void sweep(const struct job *job) {
    inputs = job->inputs;
    input_count = job->input_count;
    input_size = job->input_size;
    open_progress(job);
    while (progress->input < input_count) {
        rewind_streams();
        end_if_abandoned();
        pid_t child = fork_child();
        if (child < 0) die("cannot fork");
        if (child == 0) sweep_child(job);
        int status;
        await(child, &status);
        if (progress->input < input_count && !progress->goes_on) go_on(job);
        progress->goes_on = 0;
    }
    answer(&progress->left_out, sizeof progress->left_out);
    answer(progress->bits, progress_size - sizeof *progress);
    munmap(progress, progress_size);
}
