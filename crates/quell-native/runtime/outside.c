/* External functions: stubs record calls, and return the results that the job has for them. */
#include "harness.h"

#include <string.h>

/* More than any stack has. */
enum { STACK_ROOM = 1 << 28 };

static const struct job *current;
/* Local variables of the program are below. */
static uint64_t stack_top;

/* From here on, results are those of this job, beginning with the first. */
__attribute__((noinline)) void begin_calls(const struct job *job) {
    current = job;
    stack_top = (uint64_t)__builtin_frame_address(0);
    for (uint64_t i = 0; i < job->head.outside; i++) job->outside[i].made = 0;
    report->event_bytes = 0;
}

static void note(uint32_t function, const void *arguments, uint64_t size) {
    uint64_t at = report->event_bytes;
    uint64_t whole = sizeof function + size;
    if (at > EVENT_SPACE || whole > EVENT_SPACE - at) end_run(OVER_LIMIT, LIMIT_EVENTS);
    memcpy(events + at, &function, sizeof function);
    memcpy(events + at + sizeof function, arguments, size);
    report->event_bytes = at + whole;
}

/* A pointer as it is written down: where local variables are is for the compiler to say, in each version anew. */
uint64_t quell_passed(uint64_t pointer) {
    int is_local = pointer < stack_top && stack_top - pointer < STACK_ROOM;
    return is_local ? stack_top : pointer;
}

/* Called by stubs of functions that give inputs: the call is not recorded. */
void quell_input(uint32_t function, void *result, uint64_t result_size) {
    memset(result, 0, result_size);
    if (!current || function >= current->head.outside) return;
    struct outside *outside = &current->outside[function];
    uint64_t number = outside->made++;
    if (outside->each == result_size && number < outside->count)
        memcpy(result, outside->results + number * result_size, result_size);
}

/* Called by all other stubs. */
void quell_event(uint32_t function, const void *arguments, uint64_t size, void *result, uint64_t result_size) {
    note(function, arguments, size);
    quell_input(function, result, result_size);
}

/* Called by those that do not return: the run is over. */
void quell_last_event(uint32_t function, const void *arguments, uint64_t size) {
    note(function, arguments, size);
    end_run(EXITED, 0);
}
