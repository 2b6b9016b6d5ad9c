/* The warm process: takes jobs and answers them until the pipe is closed.
 *
 * Arguments: the directory to make for the runs; the processor seconds, the bytes of memory and the bytes
 * written to a file or a stream that a run may use. */
#include "harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <unistd.h>

/* What the original wrote, to compare with; as large as the largest output so far. */
static uint8_t *original_output;
static uint64_t original_room;
static struct run original;
static uint8_t original_events[EVENT_SPACE];

static void answer_word(uint64_t word) { answer(&word, sizeof word); }

static uint8_t *output_of_original(int fd) { return original_output + (fd == 1 ? 0 : original.stdout_size); }

static void keep_output(const struct run *run) {
    uint64_t size = run->stdout_size + run->stderr_size;
    if (size > original_room) {
        free(original_output);
        original_output = malloc(size);
        if (!original_output) die("no memory for output");
        original_room = size;
    }
    original = *run;
    memcpy(original_events, events, run->event_bytes);
    keep_files();
    read_stream(1, output_of_original(1), run->stdout_size);
    read_stream(2, output_of_original(2), run->stderr_size);
}

static int same_output(const struct run *run) {
    return run->event_bytes == original.event_bytes &&
           memcmp(events, original_events, original.event_bytes) == 0 && same_files() &&
           stream_equals(1, output_of_original(1), original.stdout_size) &&
           stream_equals(2, output_of_original(2), original.stderr_size);
}

static void answer_stream(int fd, uint64_t size) {
    uint8_t *bytes = malloc(size + 1);
    if (!bytes) die("no memory for output");
    read_stream(fd, bytes, size);
    answer(bytes, size);
    free(bytes);
}

static void answer_run(const struct job *job, struct run *run, int is_original) {
    /* A child that saw nothing new in memory has not copied it: it is the original's. */
    int is_copied = !run->same;
    run->same = !is_original && run->same && same_output(run);
    if (!is_copied) run->heap_bytes = baseline_heap_size();
    answer(run, sizeof *run);
    if (run->same) return;
    if (run->ending == RETURNED) {
        answer(is_copied ? left_behind() : baseline_bytes(), left_behind_size(job));
        answer(is_copied ? heap_left_behind() : baseline_heap_bytes(), run->heap_bytes);
    }
    answer_stream(1, run->stdout_size);
    answer_stream(2, run->stderr_size);
    answer(events, run->event_bytes);
    answer(files_left_behind(), run->files_bytes);
}

static void run_original(const struct job *job) {
    struct run run;
    run_once(job, COUNTED_ORIGINAL, 0, job->head.original_limit, &run);
    answer_run(job, &run, 1);
    keep_output(&run);
    if (run.ending == RETURNED) keep_baseline(job);
}

static uint64_t limit_for_mutants(const struct job *job) {
    uint64_t limit;
    if (__builtin_mul_overflow(job->head.work_factor, original.work, &limit)) return UINT64_MAX;
    if (__builtin_add_overflow(limit, job->head.work_constant, &limit)) return UINT64_MAX;
    return limit;
}

static void run_mutants(const struct job *job) {
    uint64_t limit = limit_for_mutants(job);
    for (uint64_t i = 0; i < job->head.mutants; i++) {
        struct run run;
        run_once(job, job->mutants[i], 0, limit, &run);
        answer_run(job, &run, 0);
    }
}

static void clear_recording(const struct job *job) {
    if (quell_executed) memset(quell_executed, 0, job->head.mutant_slots);
    if (quell_infected) memset(quell_infected, 0, job->head.mutant_slots);
    if (quell_blocks) memset(quell_blocks, 0, job->head.block_slots);
    if (quell_branches) memset(quell_branches, 0, job->head.branch_slots);
}

/* The original again, recording what it executes. */
static void record(const struct job *job) {
    struct run run;
    clear_recording(job);
    run_once(job, 0, 1, job->head.original_limit, &run);
    answer_run(job, &run, 0);
    answer(quell_executed, job->head.mutant_slots);
    answer(quell_infected, job->head.mutant_slots);
    answer(quell_blocks, job->head.block_slots);
    answer(quell_branches, job->head.branch_slots);
}

static void answer_addresses(const struct job *job) {
    for (uint64_t i = 0; i < job->head.objects; i++) answer_word((uint64_t)job->objects[i].address);
    for (uint64_t i = 0; i < job->head.globals; i++)
        answer_word((uint64_t)quell_globals[job->globals[i].table_index]);
    for (uint64_t i = 0; i < job->head.symbols; i++) answer_word((uint64_t)quell_symbols[job->symbols[i]]);
}

static void do_job(struct job *job, uint8_t *bytes, size_t size) {
    parse_job(job, bytes, size);
    fresh_byte = (uint8_t)job->head.fresh;
    make_room(job);
    place(job);
    give_input(job->input, job->head.stdin_size);
    if (job->head.record == SWEEP) {
        sweep(job);
    } else {
        answer_addresses(job);
        run_original(job);
        if (job->head.record == RECORD) record(job);
        run_mutants(job);
    }
    forget_baseline();
    displace(job);
    finish_answer();
}

/* Addresses of heap and stack shall be the same in every warm process. */
static void fix_addresses(char **arguments) {
    int current = personality(0xffffffff);
    if (current == -1 || (current & ADDR_NO_RANDOMIZE)) return;
    if (personality((unsigned long)current | ADDR_NO_RANDOMIZE) != -1) execv("/proc/self/exe", arguments);
}

int main(int count, char **arguments) {
    if (count != 5) return 121;
    fix_addresses(arguments);
    /* Crashes are nothing unusual here: no memory images of them. */
    prctl(PR_SET_DUMPABLE, 0);
    open_pipes();
    cpu_seconds = strtoull(arguments[2], NULL, 10);
    memory_limit = strtoull(arguments[3], NULL, 10);
    written_limit = strtoull(arguments[4], NULL, 10);
    quell_find_thread_locals();
    quell_find_missing();
    open_streams();
    open_scratch(arguments[1]);
    open_observations();
    open_runs();
    answer_word(HELLO);
    answer_word((uint64_t)open_confinement());
    finish_answer();
    struct job job = {0};
    uint8_t *bytes = NULL;
    for (size_t size; read_message(&bytes, &size);) {
        stay_on_processor();
        do_job(&job, bytes, size);
        leave_processor();
    }
    return 0;
}
