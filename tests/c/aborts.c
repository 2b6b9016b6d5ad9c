// abort ends the program at once, without exit handlers.
#include <stdio.h>
#include <stdlib.h>

static void handler(void) { puts("handler"); }

int main(void) {
    atexit(handler);
    puts("going");
    fflush(stdout);
    abort();
}
// expect: going
// dies: SIGABRT was raised at 11:5
