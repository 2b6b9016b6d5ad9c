// Freeing a local variable.
#include <stdlib.h>

int main(void) {
    int local = 5;
    int *p = &local;
    free(p);
    return 0;
}
// ub: free of the local variable `local`, which was not allocated by malloc, calloc or realloc, or not at its start at 7:5
