/* Work without effect, memory that no machine has, and what lies before a buffer. */
#include <stdlib.h>

/* The compiler leaves out the loop. */
int idle(unsigned n) {
    unsigned i = 0;
    while (i < n) i++;
    return 5;
}

/* How much memory is asked for can be seen where it is too much. */
int enough(long n) {
    void *p = malloc(n);
    if (!p) return -1;
    free(p);
    return 1;
}

/* What lies before the buffer would not change the result. */
int ends_high(const int *a, int n) { return n > 0 && a[n - 1] > 5; }
