// Printing memory that malloc left uninitialised.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *v = malloc(2 * sizeof *v);
    v[0] = 1;
    printf("%d\n", v[0]);
    printf("%d\n", v[1]);
    return 0;
}
// expect: 1
// ub: an argument of printf is used before it was given a value at 9:5
