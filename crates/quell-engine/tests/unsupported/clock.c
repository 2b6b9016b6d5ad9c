/* The C library defines `time`: it has no stub, and its result is no input. */
#include <time.h>

int is_late(long limit) {
    long now = time(0);
    return now > limit + 1;
}
