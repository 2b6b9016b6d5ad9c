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
    report = map(PAGE, MAP_SHARED);
    events = map(EVENT_SPACE, MAP_SHARED);
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

void forget_baseline(void) {
    if (has_baseline) mprotect(baseline, room, PROT_READ | PROT_WRITE);
    has_baseline = 0;
}

void keep_baseline(const struct job *job) {
    uint64_t size = left_behind_size(job);
    if (size > 0) {
        memcpy(baseline, shared, size);
        mprotect(baseline, room, PROT_READ);
    }
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

static void end(uint32_t ending, int32_t code) {
    report->ending = ending;
    report->code = code;
    report->told = 1;
    _exit(0);
}

/* In the child, when the function has returned. */
void observe_return(const struct job *job) {
    if (quell_flush) quell_flush();
    fflush(NULL);
    if (!objects_intact(job)) end(TRAPPED, TRAP_OUTSIDE_OBJECT);
    report->same = has_baseline && for_parts(job, baseline, is_same);
    if (!report->same) for_parts(job, shared, copy);
    end(RETURNED, 0);
}

/* Called by the module under test. */
void quell_out_of_work(void) { end(OUT_OF_WORK, 0); }
void quell_trap(int kind) { end(TRAPPED, kind); }

/* Called by stand-ins for functions outside the module. */
void quell_event(uint32_t function, const void *arguments, uint64_t size) {
    uint64_t at = report->event_bytes;
    uint64_t whole = sizeof function + size;
    if (at > EVENT_SPACE || whole > EVENT_SPACE - at) end(OVER_LIMIT, LIMIT_EVENTS);
    memcpy(events + at, &function, sizeof function);
    memcpy(events + at + sizeof function, arguments, size);
    report->event_bytes = at + whole;
}
