// A failed assertion ends the program; earlier output is kept.
#include <assert.h>
#include <stdio.h>

int main(void) {
    puts("before");
    fflush(stdout);
    volatile int n = 3;
    assert(n > 2);
    assert(n > 5 && "too small");
    puts("after");
    return 0;
}
// expect: before
// dies: aborted: program: tests/c/assertion.c:10: int main(void): Assertion `n > 5 && "too small"' failed. at 10:5
