/* What a run leaves behind, and whether it is what the original left. */
#include "harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct child_report *report;
uint8_t *events;

/* Written by children; the original's copy is the warm process's own and read-only for them. */
static uint8_t *shared, *baseline;
static uint64_t room;
static int has_baseline;
/* The same for blocks of the heap: address, size, bytes. */
static uint8_t *shared_heap, *baseline_heap;
static uint64_t baseline_heap_fill;

static void *map(uint64_t size, int sharing) {
    void *space = mmap(NULL, size, PROT_READ | PROT_WRITE, sharing | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (space == MAP_FAILED) die("no memory for observations");
    return space;
}

/* The arrays that a recording fills live in a section of their own, which is shared with children: what
 * was executed is known even of a run that was killed. */
extern uint8_t __start_quell_shared[], __stop_quell_shared[];
static uint8_t last_page[PAGE] __attribute__((section("quell_shared"), aligned(PAGE), used));

static void share_recording(void) {
    uintptr_t start = (uintptr_t)__start_quell_shared, stop = (uintptr_t)__stop_quell_shared;
    if (start % PAGE != 0 || stop % PAGE != 0) die("the recording is not on pages of its own");
    int flags = MAP_SHARED | MAP_ANONYMOUS | MAP_FIXED;
    void *got = mmap((void *)start, stop - start, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (got == MAP_FAILED) die("no memory for the recording");
}

void open_observations(void) {
    /* One mapping, since a fork copies each. */
    uint8_t *all = map(PAGE + EVENT_SPACE + HEAP_SPACE, MAP_SHARED);
    report = (struct child_report *)all;
    events = all + PAGE;
    shared_heap = events + EVENT_SPACE;
    baseline_heap = map(HEAP_SPACE, MAP_PRIVATE);
    share_recording();
}

uint64_t left_behind_size(const struct job *job) {
    uint64_t size = job->head.result_size;
    for (uint64_t i = 0; i < job->head.objects; i++) size += job->objects[i].size;
    for (uint64_t i = 0; i < job->head.globals; i++) size += job->globals[i].size;
    return size;
}

void make_room(const struct job *job) {
    uint64_t size = left_behind_size(job);
    if (size <= room) return;
    if (shared) {
        munmap(shared, room);
        munmap(baseline, room);
    }
    room = (size + PAGE - 1) & ~(uint64_t)(PAGE - 1);
    shared = map(room, MAP_SHARED);
    baseline = map(room, MAP_PRIVATE);
}

const uint8_t *left_behind(void) { return shared; }

const uint8_t *baseline_bytes(void) { return baseline; }

const uint8_t *heap_left_behind(void) { return shared_heap; }

const uint8_t *baseline_heap_bytes(void) { return baseline_heap; }

uint64_t baseline_heap_size(void) { return baseline_heap_fill; }

static void protect_baseline(int protection) {
    if (room > 0) mprotect(baseline, room, protection);
    if (baseline_heap_fill > 0) mprotect(baseline_heap, HEAP_SPACE, protection);
}

void forget_baseline(void) {
    if (has_baseline) protect_baseline(PROT_READ | PROT_WRITE);
    has_baseline = 0;
}

void keep_baseline(const struct job *job) {
    uint64_t size = left_behind_size(job);
    if (size > 0) memcpy(baseline, shared, size);
    baseline_heap_fill = report->heap_bytes <= HEAP_SPACE ? report->heap_bytes : 0;
    memcpy(baseline_heap, shared_heap, baseline_heap_fill);
    protect_baseline(PROT_READ);
    has_baseline = 1;
}

/* Calls `each` for every part in order until it says no; `to` walks along the observation. */
typedef int part(uint8_t *to, const uint8_t *from, uint64_t size);

static int for_parts(const struct job *job, uint8_t *to, part *each) {
    if (!each(to, job->result, job->head.result_size)) return 0;
    to += job->head.result_size;
    for (uint64_t i = 0; i < job->head.objects; i++) {
        if (!each(to, job->objects[i].address, job->objects[i].size)) return 0;
        to += job->objects[i].size;
    }
    for (uint64_t i = 0; i < job->head.globals; i++) {
        const struct global *global = &job->globals[i];
        if (!each(to, quell_globals[global->table_index], global->size)) return 0;
        to += global->size;
    }
    return 1;
}

static int is_same(uint8_t *to, const uint8_t *from, uint64_t size) { return memcmp(to, from, size) == 0; }

static int copy(uint8_t *to, const uint8_t *from, uint64_t size) {
    memcpy(to, from, size);
    return 1;
}

/* Blocks of the heap, as far as there is room for them. */
static uint64_t heap_fill;

static int block_is_same(uint64_t address, uint64_t size) {
    uint64_t head[] = {address, size};
    uint8_t *at = baseline_heap + heap_fill;
    heap_fill += sizeof head + size;
    return heap_fill <= baseline_heap_fill && memcmp(at, head, sizeof head) == 0 &&
           memcmp(at + sizeof head, (void *)address, size) == 0;
}

static uint8_t *heap_copy;

static int copy_block(uint64_t address, uint64_t size) {
    uint64_t head[] = {address, size};
    if (size + sizeof head > HEAP_SPACE - heap_fill) return 1;
    memcpy(heap_copy + heap_fill, head, sizeof head);
    memcpy(heap_copy + heap_fill + sizeof head, (void *)address, size);
    heap_fill += sizeof head + size;
    return 1;
}

static int heap_is_same(void) {
    heap_fill = 0;
    return for_blocks(block_is_same) == 1 && heap_fill == baseline_heap_fill;
}

static void copy_heap(void) {
    heap_fill = 0;
    heap_copy = shared_heap;
    for_blocks(copy_block);
    report->heap_bytes = heap_fill;
}

/* The same within one process: the original's is kept, a mutant's compared with it. */
void keep_left_behind(const struct job *job) {
    for_parts(job, baseline, copy);
    heap_fill = 0;
    heap_copy = baseline_heap;
    for_blocks(copy_block);
    baseline_heap_fill = heap_fill;
}

static int leads_to_the_same(uint8_t *to, const uint8_t *from, uint64_t size) {
    (void)from;
    return reaches_the_same(to, size);
}

/* Unreachable blocks are not compared; calls are compared elsewhere. */
int left_the_same(const struct job *job) {
    if (!for_parts(job, baseline, is_same)) return 0;
    if (heap_is_same()) return 1;
    begin_reaching();
    return for_parts(job, baseline, leads_to_the_same) && reaches_the_same(events, report->event_bytes);
}

void (*on_end)(uint32_t ending, int32_t code);

void end_run(uint32_t ending, int32_t code) {
    if (on_end) on_end(ending, code);
    report->ending = ending;
    report->code = code;
    report->told = 1;
    _exit(0);
}

/* In the child, when the function has returned. */
void observe_return(const struct job *job) {
    if (quell_flush) quell_flush();
    fflush(NULL);
    if (!objects_intact(job) || !heap_intact()) end_run(TRAPPED, TRAP_OUTSIDE_OBJECT);
    report->same = has_baseline && for_parts(job, baseline, is_same) && heap_is_same();
    if (!report->same) {
        for_parts(job, shared, copy);
        copy_heap();
    }
    end_run(RETURNED, 0);
}

/* Called by the module under test. */
void quell_out_of_work(void) { end_run(OUT_OF_WORK, 0); }
void quell_trap(int kind) { end_run(TRAPPED, kind); }
void quell_missing(uint32_t number) { end_run(MISSING, (int32_t)number); }
