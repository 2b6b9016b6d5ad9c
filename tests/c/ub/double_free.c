// Freeing twice.
#include <stdlib.h>

int main(void) {
    char *p = malloc(10);
    char *q = p;
    free(p);
    free(q);
    return 0;
}
// ub: free of a block from malloc a second time at 8:5
