#include <quell.h>

int reserve(int n) {
    quell_assume(n > 0);
    return n - 1;
}

int reserve_too(int n) {
    return (int)((unsigned)n - 1u);
}

int next_but_one(int n) {
    if (n > 2147483646)
        return -2147483647 - 1;
    return n + 1;
}

int next_wrapping(int n) {
    return n + 1;
}
