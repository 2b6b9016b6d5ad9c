// flags: -w
// Using the address of a local after its function returned.
#include <stdio.h>

static int *broken(int n) {
    int local = n;
    int *p = &local;
    return p;
}

int main(void) {
    int *p = broken(5);
    printf("%d\n", *p);
    return 0;
}
// ub: read in an object after its scope ended at 13:20
