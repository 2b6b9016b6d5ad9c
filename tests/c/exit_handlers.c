// atexit handlers run in reverse, exit from a nested call, status is cut to eight bits.
#include <stdio.h>
#include <stdlib.h>

static void one(void) { puts("one"); }
static void two(void) { puts("two"), atexit(one); }
static void nested(int n) { if (n == 0) exit(259); nested(n - 1); }

int main(void) {
    atexit(one);
    atexit(two);
    nested(5);
    puts("never");
    return 1;
}
// expect: two
// expect: one
// expect: one
// status: 3
