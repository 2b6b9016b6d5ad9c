/* Blocks that are too large for terms: their contents are observed nevertheless. */
#include <stdlib.h>

char *cleared(void) {
    return calloc(100000, 1);
}

char *raw(void) {
    return malloc(100000);
}
