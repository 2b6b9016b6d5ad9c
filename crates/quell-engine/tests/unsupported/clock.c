/* The C library defines `time`: nobody stands in for it, and what it returns is no input. */
#include <time.h>

int is_late(long limit) {
    long now = time(0);
    return now > limit + 1;
}
