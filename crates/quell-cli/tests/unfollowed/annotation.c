/* An annotation that is called through a pointer is none. */
#include <klee/klee.h>

int indirect(int x) {
    void (*assume)(uintptr_t) = klee_assume;
    assume(x > 3);
    return x > 2;
}
