// Freed memory: pointers to it point to no object, and no later block reuses it.
#include <stdlib.h>

int *dangling(int value) {
    int *gone = malloc(sizeof *gone);
    *gone = 0;
    free(gone);
    int *lost = malloc(sizeof *lost);
    *lost = value;
    if (value > 3) *lost = 4;
    return gone;
}

struct vector {
    int *all;
    int count;
};

// The cleared vector still holds the pointer.
void clear(struct vector *vector, int count) {
    vector->all = malloc(4 * sizeof *vector->all);
    vector->count = count;
    if (count > 2) vector->count = 2;
    free(vector->all);
}

// realloc moves the block.
int *grown(unsigned char count) {
    int *all = malloc(2 * sizeof *all);
    all[0] = count;
    all[1] = 1;
    int *more = realloc(all, (count % 3 + 2) * sizeof *more);
    if (more == all) more[0] = 7;
    return more;
}
