// Whether there is so much memory is for the machine to say, not for a test.
#include <stdlib.h>

int grow(unsigned n) {
    size_t bytes = ((size_t)n + 1) * 16;
    char *all = malloc(bytes);
    if (all == NULL) return -1;
    free(all);
    return 0;
}
