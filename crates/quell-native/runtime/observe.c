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

/* A block of the original's, and where its bytes were kept. */
struct kept_block {
    uint64_t address, size;
    const uint8_t *bytes;
};

/* Reads the block at a place of what was kept and moves on; 0 behind the last one. */
static int next_kept(uint64_t *fill, struct kept_block *block) {
    uint64_t head[2];
    if (*fill + sizeof head > baseline_heap_fill) return 0;
    memcpy(head, baseline_heap + *fill, sizeof head);
    *block = (struct kept_block){head[0], head[1], baseline_heap + *fill + sizeof head};
    *fill += sizeof head + head[1];
    return *fill <= baseline_heap_fill;
}

/* A block may be larger than the original's: what is behind that is nobody's. */
static int holds_the_same(const struct kept_block *original, uint64_t address, uint64_t size) {
    return original->address == address && original->size <= size &&
           memcmp(original->bytes, (void *)address, original->size) == 0;
}

static int block_is_same(uint64_t address, uint64_t size) {
    struct kept_block original;
    return next_kept(&heap_fill, &original) && holds_the_same(&original, address, size);
}

/* The block of this run around an address, if there is one. */
static struct { uint64_t wanted, address, size; int is_there; } around;

static int look_around(uint64_t address, uint64_t size) {
    around.is_there = around.wanted >= address && around.wanted - address <= size;
    if (around.is_there) around.address = address, around.size = size;
    return !around.is_there;
}

/* Blocks that were followed already, by their numbers. */
static uint64_t followed;

static int leads_to_the_same(uint8_t *bytes, const uint8_t *same, uint64_t size);

/* Whether what an address leads to is the same in both runs. Blocks of great numbers count as different. */
static int is_same_at(uint64_t address) {
    struct kept_block original;
    uint64_t fill = 0;
    unsigned number = 0;
    int is_there = 0;
    while (!is_there && next_kept(&fill, &original)) {
        is_there = address >= original.address && address - original.address <= original.size;
        number += !is_there;
    }
    around.wanted = address;
    around.is_there = 0;
    for_blocks(look_around);
    if (!is_there || !around.is_there) return is_there == around.is_there;
    if (number >= 64) return 0;
    if (followed >> number & 1) return 1;
    followed |= UINT64_C(1) << number;
    return holds_the_same(&original, around.address, around.size) &&
           leads_to_the_same((uint8_t *)original.bytes, original.bytes, original.size);
}

/* Every word that could be a pointer into the heap counts as one. */
static int leads_to_the_same(uint8_t *bytes, const uint8_t *same, uint64_t size) {
    (void)same;
    for (uint64_t at = 0; at + sizeof(uint64_t) <= size; at++) {
        uint64_t word;
        memcpy(&word, bytes + at, sizeof word);
        if (is_in_heap_of_run(word) && !is_same_at(word)) return 0;
    }
    return 1;
}

static uint8_t *heap_copy;

static int copy_block(uint64_t address, uint64_t size) {
    uint64_t head[] = {address, size};
    if (size + sizeof head > HEAP_SPACE - heap_fill) return 0;
    memcpy(heap_copy + heap_fill, head, sizeof head);
    memcpy(heap_copy + heap_fill + sizeof head, (void *)address, size);
    heap_fill += sizeof head + size;
    return 1;
}

/* Where all the rest is the same. Blocks that nothing leads to are nobody's. */
static int heap_is_same(const struct job *job) {
    heap_fill = 0;
    if (for_blocks(block_is_same) == 1 && heap_fill == baseline_heap_fill) return 1;
    followed = 0;
    return for_parts(job, baseline, leads_to_the_same);
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

int left_the_same(const struct job *job) { return for_parts(job, baseline, is_same) && heap_is_same(job); }

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
    report->same = has_baseline && for_parts(job, baseline, is_same) && heap_is_same(job);
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
