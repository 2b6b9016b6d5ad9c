// Returns another result in each run.
//
// call: now
#include <time.h>
long now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_nsec + t.tv_sec * 1000000000;
}
