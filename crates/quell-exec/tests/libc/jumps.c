#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

static jmp_buf top, inner;
static int depth;

static void down(int n) {
    if (n == 0) longjmp(top, 42);
    down(n - 1);
}
static int compare(const void *a, const void *b) { if (++depth == 3) longjmp(inner, 0); return 0; }
static void handler(int number) { printf("signal %d\n", number); }
static sigjmp_buf from_signal;
static void jumper(int number) { siglongjmp(from_signal, number); }

int main(void) {
    setvbuf(stdout, NULL, _IONBF, 0);
    volatile int count = 0;
    int value = setjmp(top);
    printf("%d %d\n", value, count);
    if (value == 0) { count++; down(10); }
    if (value < 45) longjmp(top, value + 1);
    int numbers[8] = {0};
    if (setjmp(inner) == 0) qsort(numbers, 8, sizeof *numbers, compare);
    else printf("left qsort after %d\n", depth);
    switch (setjmp(inner)) {
    case 0: longjmp(inner, 5);
    case 5: puts("five"); break;
    default: puts("other");
    }
    printf("%d\n", signal(SIGUSR1, handler) == SIG_DFL);
    raise(SIGUSR1);
    printf("%d\n", signal(SIGUSR1, SIG_IGN) == handler);
    raise(SIGUSR1);
    signal(SIGTERM, jumper);
    int caught = sigsetjmp(from_signal, 1);
    if (!caught) raise(SIGTERM);
    printf("caught %d\n", caught);
    struct sigaction action = {0}, old;
    action.sa_handler = handler;
    sigemptyset(&action.sa_mask);
    sigaddset(&action.sa_mask, SIGINT);
    printf("%d %d\n", sigismember(&action.sa_mask, SIGINT), sigismember(&action.sa_mask, SIGHUP));
    sigaction(SIGUSR2, &action, NULL);
    sigaction(SIGUSR2, NULL, &old);
    printf("%d %d\n", old.sa_handler == handler, sigaction(SIGKILL, &action, NULL));
    raise(SIGUSR2);
    signal(SIGABRT, handler);
    fflush(stdout);
    abort();
}
