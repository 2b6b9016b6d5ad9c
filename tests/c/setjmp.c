// setjmp and longjmp: values, out of nested calls, zero becomes one, a handler stack.
#include <setjmp.h>
#include <stdio.h>

static jmp_buf top;
static void thrower(int depth, int value) {
    char pad[32];
    snprintf(pad, sizeof pad, "%d", depth);
    if (depth == 0) longjmp(top, value);
    thrower(depth - 1, value);
}

static jmp_buf *handler;
static int guarded(int n) {
    jmp_buf here, *saved = handler;
    handler = &here;
    int code = setjmp(here);
    if (code == 0) {
        if (n % 2) longjmp(*handler, n * 100);
        code = n;
    }
    handler = saved;
    return code;
}

int main(void) {
    volatile int round = 0;
    int code = setjmp(top);
    printf("round %d code %d\n", round, code);
    if (round < 4) {
        round++;
        thrower(round * 3, round - 1);
    }
    for (int i = 0; i < 4; i++) printf("%d ", guarded(i));
    printf("\n");
    return round;
}
// expect: round 0 code 0
// expect: round 1 code 1
// expect: round 2 code 1
// expect: round 3 code 2
// expect: round 4 code 3
// expect: 0 100 2 300
// status: 4
