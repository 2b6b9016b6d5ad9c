// A variable of an inner block after the block ended.
#include <stdio.h>

int main(void) {
    int *p;
    {
        int inner = 9;
        p = &inner;
    }
    puts("outside");
    return *p - 9;
}
// expect: outside
// ub: read in the local variable `inner` after its scope ended at 11:12
