/* Calls of annotations through pointers, or with other parameters than in the original declaration, are not annotations. */
#include <stddef.h>
#include <stdint.h>

void klee_assume(uintptr_t condition);
int klee_range(int first, int end, const char *name);
int klee_make_symbolic(void *address, size_t size, const char *name);

int indirect(int x) {
    void (*assume)(uintptr_t) = klee_assume;
    assume(x > 3);
    return x > 2;
}

int ranged(void) {
    int (*range)(int, int, const char *) = klee_range;
    return range(0, 10, "x") > 20;
}

int otherwise(void) {
    int x = 0;
    klee_make_symbolic(&x, sizeof x, "x");
    return x > 5;
}
