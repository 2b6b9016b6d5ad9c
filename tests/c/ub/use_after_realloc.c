// The old pointer after realloc.
#include <stdlib.h>

int main(void) {
    int *a = malloc(sizeof *a);
    *a = 1;
    int *b = realloc(a, 1000 * sizeof *b);
    *a = 2;
    return b[0] - 1;
}
// ub: write in an object after it was freed at 8:8
