/* A loop without effect, allocations that fail, and a read before the start of a buffer. */
#include <stdlib.h>

/* The compiler removes the loop. */
int idle(unsigned n) {
    unsigned i = 0;
    while (i < n) i++;
    return 5;
}

/* The size of an allocation is observable where it is too large. */
int enough(long n) {
    void *p = malloc(n);
    if (!p) return -1;
    free(p);
    return 1;
}

/* The value before the buffer would not change the result. */
int ends_high(const int *a, int n) { return n > 0 && a[n - 1] > 5; }
