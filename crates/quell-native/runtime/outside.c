/* Functions that nobody defines: stand-ins write calls down, and give the results that the job has for them. */
#include "harness.h"

#include <string.h>

static const struct job *current;

/* From here on, results are those of this job, beginning with the first. */
void begin_calls(const struct job *job) {
    current = job;
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

/* Called by stand-ins for functions that give inputs: it is not seen. */
void quell_input(uint32_t function, void *result, uint64_t result_size) {
    memset(result, 0, result_size);
    if (!current || function >= current->head.outside) return;
    struct outside *outside = &current->outside[function];
    uint64_t number = outside->made++;
    if (outside->each == result_size && number < outside->count)
        memcpy(result, outside->results + number * result_size, result_size);
}

/* Called by all other stand-ins. */
void quell_event(uint32_t function, const void *arguments, uint64_t size, void *result, uint64_t result_size) {
    note(function, arguments, size);
    quell_input(function, result, result_size);
}

/* Called by those that do not return: the run is over. */
void quell_last_event(uint32_t function, const void *arguments, uint64_t size) {
    note(function, arguments, size);
    end_run(EXITED, 0);
}
