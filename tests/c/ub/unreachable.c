// Code that the programmer marked as unreachable.
#include <stdio.h>

static int sign(int n) {
    if (n > 0) return 1;
    if (n < 0) return -1;
    __builtin_unreachable();
}

int main(void) {
    printf("%d\n", sign(5));
    printf("%d\n", sign(0));
    return 0;
}
// expect: 1
// ub: code that must not be reached was reached at 7:5
