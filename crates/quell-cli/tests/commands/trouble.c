/* Everything that can go wrong in a run. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int square(int x) { return x * x; }
int outer(int x) {
    return square(x) + 1;
}
static inline int inlined(int x) { return square(x) - 1; }
int inlining(int x) { return inlined(x); }
int divide(int a, int b) { return a / b; }
int shift(int a, int b) { return a << b; }
int read(const int *values, int index) { return values[index]; }
int uninitialised(int flag) {
    int x;
    if (flag)
        x = 1;
    return x ? 2 : 3;
}
int dangling(void) {
    int *p = malloc(4);
    *p = 1;
    free(p);
    return *p;
}
void assertion(int x) { assert(x == 1); }
void trap(void) { __builtin_trap(); }
void give_up(void) { abort(); }
int endless(int x) {
    while (x)
        x |= 1;
    return x;
}
int recurse(int x) { return recurse(x + 1) + 1; }
void *hog(void) {
    void *p = 0;
    for (int i = 0; i < 1000; i++)
        p = malloc(1 << 20);
    return p;
}
int unknown_to_all(int);
int call_unknown(int x) { return unknown_to_all(x); }
extern int missing;
int read_missing(void) { return missing; }
int assembly(int x) {
    __asm__("bswap %0" : "+r"(x));
    return x;
}
int variadic(int n, ...) { return n; }
int *kept;
int out_of_scope(void) {
    {
        int inner = 1;
        kept = &inner;
    }
    return *kept;
}
void *large(void) { return malloc(3UL << 33); }
int deep(int x) {
    char much[1 << 20];
    much[x] = 1;
    return much[x] + deep(x + 1);
}
