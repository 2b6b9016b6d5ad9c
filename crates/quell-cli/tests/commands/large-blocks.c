/* Blocks that are too large for terms: what is in them is seen all the same. */
#include <stdlib.h>

char *cleared(void) {
    return calloc(100000, 1);
}

char *raw(void) {
    return malloc(100000);
}
