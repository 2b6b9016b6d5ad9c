// Aliases, weak symbols defined and undefined, hidden, constructors and destructors, inline asm names.
#include <stdio.h>

int value = 5;
extern int other_name __attribute__((alias("value")));
int original(int n) { return n + 1; }
int renamed(int n) __attribute__((alias("original")));
__attribute__((weak)) int weakly(void) { return 7; }
extern int nowhere(void) __attribute__((weak));
extern int missing_variable __attribute__((weak));
__attribute__((visibility("hidden"))) int hidden = 8;
static int order;
static int steps[4];
__attribute__((constructor(201))) static void second(void) { steps[order++] = 2; }
__attribute__((constructor(200))) static void first(void) { steps[order++] = 1; }
__attribute__((constructor)) static void third(void) { steps[order++] = 3; }
__attribute__((destructor)) static void last(void) { printf("destructor %d\n", order); }

int main(void) {
    other_name = 6;
    printf("%d %d %d %d\n", value, renamed(1), weakly(), hidden);
    printf("%d %d\n", nowhere == 0, &missing_variable == 0);
    printf("%d%d%d\n", steps[0], steps[1], steps[2]);
    printf("%d\n", original == renamed);
    return 0;
}
// expect: 6 2 7 8
// expect: 1 1
// expect: 123
// expect: 1
// expect: destructor 3
