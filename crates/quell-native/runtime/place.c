/* Objects of a call at fixed addresses, each between two pages that are not there.
 *
 * An object ends where the second of them begins, as far as its alignment allows, so that going past its
 * end faults; or it begins where the first of them ends, so that what goes before its beginning does. What lies between
 * it and its own page's borders holds a pattern that is checked later. */
#include "harness.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* Below 2^39 as the program is, so that a fork has fewer page tables to copy. */
static const uintptr_t REGION = UINT64_C(0x1000000000);
/* Parameters are loaded with the alignment of their types from a block aligned like this. */
enum { PATTERN = 0xa5, PARAMETER_ALIGN = 64 };

static uint8_t pattern[PAGE];
static uintptr_t region_end = 0x1000000000;

static uint64_t pages(uint64_t size) { return (size + PAGE - 1) & ~(uint64_t)(PAGE - 1); }

static void map(void *address, uint64_t size) {
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE;
    void *got = mmap(address, size, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (got != address) die("no memory for the objects of a call");
}

/* The pages after `region_end` but one: nothing else is mapped here, so an access beyond it raises SIGSEGV. */
static uint8_t *fresh_pages(uint64_t size) {
    uint8_t *start = (uint8_t *)region_end + PAGE;
    if (size > 0) map(start, size);
    region_end = (uintptr_t)start + size;
    return start;
}

static uint8_t *page_start(const struct object *object) {
    return (uint8_t *)((uintptr_t)object->address & ~(uintptr_t)(PAGE - 1));
}

static uint8_t *page_end(const struct object *object) {
    return (uint8_t *)pages((uintptr_t)object->address + object->size);
}

static void place_object(struct object *object, int is_guarded_before) {
    uint64_t room = pages(object->size);
    uint8_t *start = fresh_pages(room);
    uint64_t slack = (room - object->size) & ~(object->align - 1);
    object->address = is_guarded_before ? start : start + slack;
    if (room == 0) return;
    memset(start, PATTERN, room);
    memcpy(object->address, object->content, object->size);
}

/* Less than a page. */
static int holds_pattern(const uint8_t *from, const uint8_t *to) {
    return memcmp(from, pattern, (size_t)(to - from)) == 0;
}

int objects_intact(const struct job *job) {
    for (uint64_t i = 0; i < job->head.objects; i++) {
        const struct object *object = &job->objects[i];
        const uint8_t *end = object->address + object->size;
        if (object->size == 0) continue;
        if (!holds_pattern(page_start(object), object->address)) return 0;
        if (!holds_pattern(end, page_end(object))) return 0;
    }
    return 1;
}

static void set_global(struct global *global) {
    void *address = quell_globals[global->table_index];
    global->saved = malloc(global->size + 1);
    if (!global->saved) die("no memory for a global");
    memcpy(global->saved, address, global->size);
    if (global->is_set) memcpy(address, global->content, global->size);
}

static void set_globals(struct job *job) {
    for (uint64_t i = 0; i < job->head.globals; i++)
        if (job->globals[i].is_set || job->head.record == SWEEP) set_global(&job->globals[i]);
}

/* The next job finds the initialisers again. */
static void reset_globals(struct job *job) {
    for (uint64_t i = 0; i < job->head.globals; i++) {
        struct global *global = &job->globals[i];
        if (!global->is_set && job->head.record != SWEEP) continue;
        memcpy(quell_globals[global->table_index], global->saved, global->size);
        free(global->saved);
    }
}

/* The numbers of the other end: 0 parameters, 1 objects, 2 globals, 3 symbols. */
static uint8_t *base(const struct job *job, uint64_t kind, uint64_t index) {
    switch (kind) {
    case 0: return job->params;
    case 1: return job->objects[index].address;
    case 2: return quell_globals[job->globals[index].table_index];
    default: return quell_symbols[job->symbols[index]];
    }
}

static void relocate(const struct job *job) {
    for (uint64_t i = 0; i < job->head.relocations; i++) {
        struct relocation *r = &job->relocations[i];
        uint64_t address = (uint64_t)base(job, r->target, r->target_index) + r->offset;
        memcpy(base(job, r->where, r->index) + r->at, &address, sizeof address);
    }
}

/* Parameters and result come first, where their alignment is known. */
static void place_frame(struct job *job) {
    uint64_t result_at = (job->head.params_size + PARAMETER_ALIGN - 1) & ~(uint64_t)(PARAMETER_ALIGN - 1);
    uint8_t *frame = fresh_pages(pages(result_at + job->head.result_size));
    memcpy(frame, job->params, job->head.params_size);
    job->params = frame;
    job->result = frame + result_at;
}

void place(struct job *job) {
    memset(pattern, PATTERN, sizeof pattern);
    place_frame(job);
    for (uint64_t i = 0; i < job->head.objects; i++) place_object(&job->objects[i], job->head.guard_before != 0);
    set_globals(job);
    relocate(job);
}

static const uint8_t *take(void *to, const uint8_t *from, uint64_t size) {
    memcpy(to, from, size);
    return from + size;
}

/* Puts another input of the same shape in the place of the one before. Globals that are not set get what they held when
 * the job came. */
void put_input(const struct job *job, const uint8_t *input) {
    input = take(job->params, input, job->head.params_size);
    memset(job->result, 0, job->head.result_size);
    for (uint64_t i = 0; i < job->head.objects; i++) {
        const struct object *object = &job->objects[i];
        if (object->size > 0) memset(page_start(object), PATTERN, (size_t)(page_end(object) - page_start(object)));
        input = take(object->address, input, object->size);
    }
    for (uint64_t i = 0; i < job->head.globals; i++) {
        const struct global *global = &job->globals[i];
        uint8_t *address = quell_globals[global->table_index];
        if (global->is_set)
            input = take(address, input, global->size);
        else
            memcpy(address, global->saved, global->size);
    }
    for (uint64_t i = 0; i < job->head.outside; i++) {
        const struct outside *outside = &job->outside[i];
        input = take(outside->results, input, outside->each * outside->count);
    }
    relocate(job);
}

void displace(struct job *job) {
    reset_globals(job);
    munmap((void *)REGION, region_end - REGION);
    region_end = REGION;
}
