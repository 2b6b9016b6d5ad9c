/* Notices when a run is out of memory: a crash after that is the limit's doing, not the program's own.
 * The linker makes every call of `malloc` one of `__wrap_malloc`. */
#include "harness.h"

#include <stdlib.h>

extern void *__real_malloc(size_t size);
extern void *__real_calloc(size_t count, size_t size);
extern void *__real_realloc(void *old, size_t size);

static void *checked(void *block, size_t size) {
    if (!block && size > 0 && report) report->memory_exhausted = 1;
    return block;
}

void *__wrap_malloc(size_t size) { return checked(__real_malloc(size), size); }
void *__wrap_calloc(size_t count, size_t size) { return checked(__real_calloc(count, size), count && size); }
void *__wrap_realloc(void *old, size_t size) { return checked(__real_realloc(old, size), size); }
