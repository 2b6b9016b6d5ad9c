/* The parts of the harness: a process that stays warm and forks one child for each run of a test.
 * Words travel over the pipes as 64-bit numbers of this machine; `protocol.rs` is the other end. */
#ifndef QUELL_HARNESS_H
#define QUELL_HARNESS_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { PAGE = 4096, HELLO = 0x51554c31 };

/* Symbols of the module under test. Weak: a module without mutants has none of them. */
extern int32_t quell_mutant __attribute__((weak));
extern uint8_t quell_record __attribute__((weak));
extern uint64_t quell_work __attribute__((weak));
extern uint64_t quell_work_limit __attribute__((weak));
extern uint8_t quell_executed[] __attribute__((weak));
extern uint8_t quell_infected[] __attribute__((weak));
extern uint8_t quell_blocks[] __attribute__((weak));
extern uint8_t quell_branches[] __attribute__((weak));

/* Tables made beside the module, in the order that the other end knows. */
typedef void thunk(const void *parameters, void *result);
extern thunk *const quell_thunks[];
extern void *quell_globals[];
extern void quell_find_thread_locals(void); /* completes the table */
extern void *const quell_symbols[]; /* functions and constants */
/* Flushes what the language's own library holds back; see `observe.c`. */
extern void quell_flush(void) __attribute__((weak));

/* Start, end and number of each undefined variable, where there is no memory; the last is 0.
 * Undefined functions without a stub call `quell_missing`. */
extern uint64_t quell_missing_variables[];
extern void quell_find_missing(void); /* where those are that each thread has */
void quell_missing(uint32_t number) __attribute__((noreturn));

/* Selects no mutant and yet is not 0, which selects a copy that does not count its work. */
enum { COUNTED_ORIGINAL = 0x7fffffff };

/* How a run ended, as the other end reads it. */
enum ending { RETURNED, EXITED, SIGNALLED, OUT_OF_WORK, TRAPPED, OVER_LIMIT, MISSING };
enum limit {
    LIMIT_CPU,
    LIMIT_OUTPUT,
    LIMIT_FILE_SIZE,
    LIMIT_BLOCKED,
    LIMIT_MEMORY,
    LIMIT_EVENTS,
    LIMIT_PROCESSES,
};
/* Kinds of traps of the harness itself; those of `quell_trap` are smaller. */
enum { TRAP_OUTSIDE_OBJECT = 1000 };

/* What a child tells the warm process. Everything in it may be garbage after a stray write. */
struct child_report {
    uint32_t told; /* whether `ending` was set by the child */
    uint32_t ending;
    int32_t code;
    uint32_t same;             /* what it left behind equals the original's */
    uint32_t memory_exhausted; /* an allocation failed for want of memory */
    uint64_t event_bytes, heap_bytes;
};

struct relocation {
    uint64_t where, index, at, target, target_index, offset;
};

struct object {
    uint64_t size, align;
    uint8_t *address;
    const uint8_t *content;
};

struct global {
    uint64_t table_index, size, is_set;
    const uint8_t *content;
    uint8_t *saved; /* what it held before the job set it */
};

/* The results of calls of a function with a stub, by the number of the function. */
struct outside {
    uint64_t each, count; /* bytes of one result, and how many there are */
    uint8_t *results;
    uint64_t made; /* calls in this run */
};

/* The head of a job, as it comes over the pipe. */
struct job_head {
    uint64_t record, function, params_size, result_size;
    uint64_t objects, globals, symbols, relocations, stdin_size, mutants;
    uint64_t original_limit, work_factor, work_constant;
    uint64_t mutant_slots, block_slots, branch_slots;
    uint64_t fresh; /* the byte that memory holds before it is written to */
    uint64_t guard_before; /* objects begin behind a page that is not there, instead of ending at one */
    uint64_t outside; /* functions with a stub */
};

struct job {
    struct job_head head;
    struct object *objects;
    struct global *globals;
    struct outside *outside;
    const uint64_t *symbols; /* indices of `quell_symbols` */
    struct relocation *relocations;
    uint8_t *params;
    uint8_t *result;
    const uint8_t *input;
    const uint32_t *mutants;
    /* Of a sweep: parameters, objects, globals that are set and results of outside functions, one input after the other. */
    const uint8_t *inputs;
    uint64_t input_count, input_size;
};

/* What a job asks for. */
enum { RUN, RECORD, SWEEP };

/* One run, seen from outside. */
struct run {
    uint64_t ending, code, work, same;
    uint64_t stdout_size, stderr_size, event_bytes, heap_bytes, files_bytes;
};

/* pipes.c */
void die(const char *what);
void open_pipes(void);
int read_message(uint8_t **bytes, size_t *size);
void answer(const void *bytes, size_t size);
void finish_answer(void);
void close_pipes_in_child(void);
void end_if_abandoned(void);

/* job.c */
void parse_job(struct job *job, uint8_t *bytes, size_t size);

/* place.c */
void place(struct job *job);
void displace(struct job *job);
void put_input(const struct job *job, const uint8_t *input);
int objects_intact(const struct job *job);

/* streams.c */
void open_streams(void);
void give_input(const uint8_t *bytes, size_t size);
void rewind_streams(void);
uint64_t stream_size(int fd);
int stream_equals(int fd, const uint8_t *bytes, uint64_t size);
void read_stream(int fd, uint8_t *bytes, uint64_t size);

/* files.c */
void open_scratch(const char *path);
uint64_t take_files(void);
const uint8_t *files_left_behind(void);
void keep_files(void);
int same_files(void);

/* observe.c */
extern struct child_report *report;
extern uint8_t *events;
enum { EVENT_SPACE = 1 << 20, HEAP_SPACE = 1 << 24 };
void open_observations(void);
void make_room(const struct job *job);
uint64_t left_behind_size(const struct job *job);
const uint8_t *left_behind(void);
const uint8_t *baseline_bytes(void);
const uint8_t *heap_left_behind(void);
const uint8_t *baseline_heap_bytes(void);
void forget_baseline(void);
void keep_baseline(const struct job *job);
uint64_t baseline_heap_size(void);
void observe_return(const struct job *job);
void end_run(uint32_t ending, int32_t code) __attribute__((noreturn));
/* Called instead of ending the process, if it is set. */
extern void (*on_end)(uint32_t ending, int32_t code);
void keep_left_behind(const struct job *job);
int left_the_same(const struct job *job);

/* reach.c */
void begin_reaching(void);
int reaches_the_same(const uint8_t *bytes, uint64_t size);

/* outside.c */
void begin_calls(const struct job *job);

/* heap.c */
extern uint8_t fresh_byte;
typedef int block_visitor(uint64_t address, uint64_t size);
void begin_heap_of_run(void);
void begin_heap_anew(void);
int for_blocks(block_visitor *each);
int is_in_heap_of_run(uint64_t address);
/* The live block of the run around an address, which may be just behind its end. */
int find_block(uint64_t address, uint64_t *start, uint64_t *size);
/* Whether no block was written behind its end, as far as that leaves a trace. */
int heap_intact(void);

/* run.c */
/* What a run may use at most, in seconds and bytes. */
extern uint64_t cpu_seconds, memory_limit, written_limit;
void open_runs(void);
void stay_on_processor(void);
void leave_processor(void);
void set_limits(void);
void select_version(uint32_t mutant, int record, uint64_t limit);
int await(pid_t child, int *status);
void end_with_warm_process(void);
void run_once(const struct job *job, uint32_t mutant, int record, uint64_t limit, struct run *run);

/* sweep.c */
void sweep(const struct job *job);

/* confine.c */
int open_confinement(void);
pid_t fork_child(void);
void confine_signals(void);

#endif
