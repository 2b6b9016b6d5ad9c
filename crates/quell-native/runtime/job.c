/* A job as it came over the pipe. The other end is ours, so sizes are checked only lest a mistake there
 * become a crash here. */
#include "harness.h"

#include <stdlib.h>
#include <string.h>

static uint8_t *at;
static size_t left;

/* The next bytes of the message; parts begin at multiples of eight. */
static uint8_t *take(uint64_t size) {
    uint64_t padded = (size + 7) & ~UINT64_C(7);
    if (padded < size || padded > left) die("a job is malformed");
    uint8_t *part = at;
    at += padded;
    left -= padded;
    return part;
}

static uint64_t word(void) { return *(uint64_t *)take(sizeof(uint64_t)); }

static void *many(void *old, uint64_t count, size_t size) {
    if (count > left) die("a job is malformed");
    void *space = realloc(old, (count + 1) * size);
    if (!space) die("no memory for a job");
    return space;
}

static void parse_objects(struct job *job) {
    job->objects = many(job->objects, job->head.objects, sizeof *job->objects);
    for (uint64_t i = 0; i < job->head.objects; i++) {
        struct object *object = &job->objects[i];
        object->size = word();
        object->align = word();
        object->content = take(object->size);
    }
}

static void parse_globals(struct job *job) {
    job->globals = many(job->globals, job->head.globals, sizeof *job->globals);
    for (uint64_t i = 0; i < job->head.globals; i++) {
        struct global *global = &job->globals[i];
        global->table_index = word();
        global->size = word();
        global->is_set = word();
        global->content = take(global->is_set ? global->size : 0);
    }
}

static void parse_outside(struct job *job) {
    job->outside = many(job->outside, job->head.outside, sizeof *job->outside);
    for (uint64_t i = 0; i < job->head.outside; i++) {
        struct outside *outside = &job->outside[i];
        uint64_t whole;
        outside->each = word();
        outside->count = word();
        if (__builtin_mul_overflow(outside->each, outside->count, &whole)) die("a job is malformed");
        outside->results = take(whole);
        outside->made = 0;
    }
}

static void parse_relocations(struct job *job) {
    uint64_t count = job->head.relocations;
    job->relocations = many(job->relocations, count, sizeof *job->relocations);
    for (uint64_t i = 0; i < count; i++)
        memcpy(&job->relocations[i], take(sizeof *job->relocations), sizeof *job->relocations);
}

static void parse_inputs(struct job *job) {
    uint64_t whole;
    job->input_count = word();
    job->input_size = job->head.params_size;
    for (uint64_t i = 0; i < job->head.objects; i++) job->input_size += job->objects[i].size;
    for (uint64_t i = 0; i < job->head.globals; i++)
        if (job->globals[i].is_set) job->input_size += job->globals[i].size;
    for (uint64_t i = 0; i < job->head.outside; i++)
        job->input_size += job->outside[i].each * job->outside[i].count;
    if (__builtin_mul_overflow(job->input_count, job->input_size, &whole)) die("a job is malformed");
    job->inputs = take(whole);
}

void parse_job(struct job *job, uint8_t *bytes, size_t size) {
    at = bytes;
    left = size;
    memcpy(&job->head, take(sizeof job->head), sizeof job->head);
    parse_objects(job);
    parse_globals(job);
    job->symbols = (uint64_t *)take(job->head.symbols * sizeof(uint64_t));
    parse_outside(job);
    parse_relocations(job);
    job->params = take(job->head.params_size);
    job->input = take(job->head.stdin_size);
    job->mutants = (uint32_t *)take(job->head.mutants * sizeof(uint32_t));
    if (job->head.record == SWEEP) parse_inputs(job);
}
