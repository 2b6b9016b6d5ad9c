/* A block of one of two sizes, made larger. */
#include <stdlib.h>
int grown(int x) {
    int *p = x > 3 ? malloc(sizeof(int)) : malloc(sizeof(long));
    *p = x & 7;
    p = realloc(p, sizeof(long));
    int r = *p + 9;
    free(p);
    return r;
}
