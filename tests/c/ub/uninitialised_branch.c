// flags: -Wno-uninitialized
// A branch on an uninitialised variable.
#include <stdio.h>

int main(void) {
    int n;
    if (n > 3)
        puts("more");
    return 0;
}
// ub: the condition of a branch is used before it was given a value at 7:9
