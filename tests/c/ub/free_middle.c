// Freeing from the middle.
#include <stdlib.h>

int main(void) {
    int *p = malloc(4 * sizeof *p);
    p++;
    free(p);
    return 0;
}
// ub: free of a block from malloc, which was not allocated by malloc, calloc or realloc, or not at its start at 7:5
