// A signal without a handler ends the program, also one that is not SIGABRT.
#include <signal.h>
#include <stdio.h>

static void handler(int number) { printf("handled %d\n", number); }

int main(void) {
    signal(SIGUSR1, handler);
    raise(SIGUSR1);
    fflush(stdout);
    raise(SIGTERM);
    puts("never");
}
// expect: handled 10
// dies: trapped: the signal 15 was raised at 11:5
